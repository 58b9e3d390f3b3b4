//! The engine behind every front: reads inputs, sets the database up, asks it, and writes what it answers.
//!
//! This is where files, the clock, the environment and processes are: nothing below knows of them, but for the crate
//! `toolkit`.

mod ahead;
mod columns;
mod compiler_memory;
mod console;
pub mod cudafe;
pub mod debug;
mod depfile;
pub mod device;
mod direct;
mod edited_files;
pub mod editor;
pub mod entities;
pub mod explain;
mod fault;
mod frame;
pub mod halves;
mod host_compiler;
pub mod host_text;
pub mod il;
mod input;
mod listing;
mod output;
mod own_preprocessor;
pub mod parse;
mod preprocess;
mod reporting;
pub mod second_opinion;
mod settings;
mod snapshots;
mod source_options;
pub mod split;
mod stack;
pub mod translate;
mod units;
pub mod warm;

pub use direct::StartedBy;
pub use input::small_pages;
pub use stack::{STACK, with_big_stack};
