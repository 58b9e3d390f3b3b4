//! Finds an installed CUDA toolkit, mirrors it in a *shadow* whose `cudafe++` is Cleave, and runs
//! nvcc through that shadow.
//!
//! nvcc has no option that names its front end: it looks for `cudafe++` in the folders that
//! `nvcc.profile` puts on its PATH, of which the folder of nvcc itself is one. So a folder that looks
//! like the toolkit, with nvcc in it and another `cudafe++` beside it, is all that it takes.
//!
//! It also reads nvcc's commands from compilation databases.
//!
//! This crate knows files, links and programs. It must not know C++, the command line of `cudafe++`
//! or the engine. It serves Unix layouts only.

#![cfg(unix)]

pub mod cache;
pub mod cli;
pub mod compile_commands;
pub mod env;
pub mod find;
pub mod layout;
mod marker;
pub mod original;
pub mod shadow;
pub mod shadows;
pub mod support;
#[cfg(test)]
mod testing;
pub mod version;

pub use env::{Env, ProcessEnv};
pub use find::{NotFound, find};
pub use layout::{Defect, Toolkit};
pub use shadow::{Frontend, Shadow, ShadowError};
pub use version::CudaVersion;
