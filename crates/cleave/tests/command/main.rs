//! The command as a user runs it: what it takes, writes, says and keeps. One program for all of it: each program that is linked costs
//! as much as many tests.

#[path = "../common/mod.rs"]
mod common;

mod bad_input;
mod builds;
mod compiler_caches;
mod completions;
mod debug;
mod device_half;
mod docs;
mod explain;
mod host;
mod il;
mod lsp_check;
mod markers;
mod modules;
mod nvcc;
mod outputs;
mod parse;
mod plan;
mod programs;
mod rebuild;
mod second_opinion;
mod snapshots;
mod split;
mod targets;
