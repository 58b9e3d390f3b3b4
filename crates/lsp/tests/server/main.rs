//! The server, driven by a client in the same process.

#![allow(clippy::print_stderr, reason = "a test that skips says so")]

mod assembled;
mod bare;
mod client;
mod dependent;
mod fixes;
mod hostile;
mod names;
mod sync;
mod writing;
