//! `cleave watch`: after a save, what depends on the file is built again: by nvcc with stand-ins, or by the steps that nvcc would run, so that
//! only tools run whose inputs changed.
//!
//! A *unit* is one command of nvcc. It must not know what the tools do, nor what is kept of them.

mod build;
mod cli;
mod compile_commands;
mod depfile;
mod engine;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod inputs;
mod running;
mod say;
mod session;
mod settling;
mod steps;

pub use crate::cli::{WatchArgs, watch};
pub use crate::engine::{Done, ENGINE, Engine, serve};
