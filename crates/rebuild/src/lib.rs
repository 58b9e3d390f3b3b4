//! What stands in for the toolkit's cicc and ptxas, and for the host compiler, under nvcc. A tool's outputs are kept under a key
//! of all that they depend on. Where an earlier run had the same key, its outputs are written again and the tool does not run.
//! Whatever is not understood runs the toolkit's own tool as it would have run without Cleave.
//!
//! This crate knows the command lines of these tools as far as they name files. It must not know C++: what of a text counts for the
//! device's code is asked of whoever starts a stand-in.

mod account;
mod cache;
mod cicc;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
mod host;
mod kernels;
mod line;
mod names;
mod nvcc;
mod original;
mod ptx;
mod ptxas;
mod record;
mod shared;
mod text;
pub mod tools;

pub use crate::account::{Account, Entry, FromShared, Kernels, Outcome, REPORT, Step};
pub use crate::cache::{CacheArgs, cache};
pub use crate::cicc::cicc;
pub use crate::host::{
    Likeness, PRECOMPILED, Preprocess, Preprocessed, host_compiler, host_compiler_at, precompile,
    read_ahead,
};
pub use crate::kernels::ptx_of_c;
pub use crate::nvcc::nvcc;
pub use crate::original::{DEVICE, Mode, mode};
pub use crate::ptxas::ptxas;
pub use crate::text::{DeviceHalf, Open, Text};
