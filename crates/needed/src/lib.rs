//! What the device half must hold: the functions and variables that are compiled for certain, what they use, and which of all that
//! runs on the device (reference: device-half, Roots).
//!
//! [`roots`] are what an item makes the compiler emit. [`edges`] is what the code of one function or variable uses, [`needed`]
//! all that follows from the roots, with what asked for it. [`definitions`] is what of it the device half defines.
//!
//! The walk is blind to execution spaces: host code that launches a kernel template instantiates it. This crate must not know a
//! diagnostic, nor how the device half is written.
#![allow(missing_docs, reason = "salsa generates methods without documentation")]

mod allocation;
mod as_bases;
mod copied_bases;
pub mod definitions;
mod destructors;
mod dispatch;
pub mod edges;
mod emitted;
mod folding;
mod implicit;
mod instantiated;
mod known;
mod name;
mod passing;
pub mod roots;
mod set;
mod walk;

pub use crate::as_bases::{emitted_symbols, emitted_variants};
pub use crate::copied_bases::copied_base;
pub use crate::destructors::virtual_destructor_runs;
pub use crate::dispatch::{is_known_destructor, known_overrider};
pub use crate::emitted::{Emitted, is_inline};
pub use crate::folding::{
    Decided, Folded, copied_constant, decided, default_value, folded, is_called_part, read_of_call,
    read_of_part,
};
pub use crate::implicit::{
    called_member, defaulted, inherited_constructor, is_pure_virtual, is_trivial, special_member,
};
pub use crate::known::{global_functions, placement};
pub use crate::name::{Naming, Variant, symbol, symbols, variants};
pub use crate::passing::is_passed_by_reference;
pub use crate::set::{Need, Needed, needed};
pub use cleave_odr_use::elided;
