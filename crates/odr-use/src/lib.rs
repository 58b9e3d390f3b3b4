//! What a program makes the compiler emit ([basic.def.odr]): what is odr-used, what is instantiated for it, and the code that the
//! host and the device run.
//!
//! [`program`] says what is used and by what. [`pieces`] are the bodies of an item that it makes code of, instances and closures
//! among them. [`reached`] is what one body computes, and [`parents`] what each of its expressions is part of. [`compiled`] has it in the
//! order in which it is compiled, with what is destroyed. [`defaults()`] is the code that runs in a body and is written elsewhere.
//!
//! This crate must not know a diagnostic: what is wrong with the code that it finds is for others to say.
#![allow(missing_docs, reason = "salsa generates methods without documentation")]

pub mod compiled;
mod defaults;
mod effects;
mod elision;
pub mod parents;
pub mod pieces;
pub mod program;
pub mod reached;
mod roots;

pub use crate::defaults::{default_member, defaults};
pub use crate::elision::elided;
pub use crate::parents::{Around, parents};
pub use crate::pieces::Piece;
pub use crate::program::{ItemUses, Link, Program, Use, is_used, referenced, used, used_of};
pub use crate::roots::{has_external_code, is_root};
