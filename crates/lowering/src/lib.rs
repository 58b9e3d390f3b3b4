//! From typed code to device IL: one value per function, variable and class that the device half holds.
//!
//! [`functions`], [`variables`] and [`records`] make one definition each, from typed code alone. [`module()`] puts the device half of
//! a file together: what it defines, and what that refers to. What is not understood refuses the whole: nothing is left out.
//! This crate must not know a diagnostic, files, nor how a back end writes IL.
#![allow(missing_docs, reason = "salsa generates methods without documentation")]

mod attributes;
mod body;
mod constants;
pub mod functions;
mod local_order;
mod module;
mod passing;
mod places;
pub mod records;
mod refusal;
mod tables;
mod types;
mod unit;
pub mod variables;
mod variants;

pub use crate::module::{Refused, module, module_with_places};
pub use crate::refusal::Refusal;
pub use crate::unit::{Key, References, Runtime};
