//! A constant for each diagnostic, with its message, and the table of holes. `build.rs` makes both from the tables in `catalog`.

pub use crate::Code;
use crate::message::{Hole, HoleKind};

include!(concat!(env!("OUT_DIR"), "/codes.rs"));
