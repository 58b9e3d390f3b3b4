//! The catalogue of diagnostics as plain data: its rows, a [`Code`] that identifies each, and a constant by which rules name it.
//!
//! The rows are in `catalog/general.txt` (C++, numbers up to 3456) and `catalog/cuda.txt`. The constants in [`codes`] and the
//! table of holes are made of them by `build.rs`.
//!
//! This crate must not know how a diagnostic is controlled, rendered or found.

mod code;
pub mod codes;
mod message;
mod row;

pub use code::Code;
pub use message::{Hole, HoleKind, Message, Part, parts};
pub use row::{Name, ROWS, Row};
