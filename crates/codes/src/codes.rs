//! A constant for each diagnostic, and the table of holes. A diagnostic whose message has holes is a struct of the same name as
//! well: `codes::UNDEFINED_IDENTIFIER { name }`. `build.rs` makes all of it from the tables in `catalog`.
#![allow(
    non_camel_case_types,
    reason = "a message has the name of its diagnostic"
)]

pub use crate::Code;
use crate::message::{Hole, HoleKind, Message};

include!(concat!(env!("OUT_DIR"), "/codes.rs"));
