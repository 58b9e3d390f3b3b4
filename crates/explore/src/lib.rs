//! `cleave explore`: a page with a source, its host half, device IL, stub and PTX side by side. The page is served to a browser on this
//! machine by a small server of our own; an edit in the page makes the halves again.
//!
//! This crate must not know how halves are made, nor C++: it shows what the driver and the toolkit's tools give it.

mod access;
mod cli;
mod engine;
mod facts;
mod http;
mod panes;
mod running;
mod server;
mod view;

pub use crate::cli::{OPTIONS, run};
pub use crate::running::Running;
