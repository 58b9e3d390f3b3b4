//! The steps of an nvcc command, for build systems that run them by themselves: what each reads and writes, and which needs which. nvcc
//! says itself what it would run (`--dryrun`).
//!
//! It must not know what a step does to its files, nor run one.

mod ask;
mod beside;
mod cli;
mod dryrun;
mod files;
mod names;
mod steps;

pub use crate::ask::{Said, dry_run};
pub use crate::beside::{more_than_steps, option_files};
pub use crate::cli::{PlanArgs, plan};
pub use crate::dryrun::DryRun;
pub use crate::steps::{Plan, Step};
