//! The server, driven by a client in the same process.

mod assembled;
mod client;
mod dependent;
mod fixes;
mod hostile;
mod names;
mod sync;
mod writing;
