//! What separate compilation must know of host code: which kernels and device variables it mentions. The linker keeps those,
//! and is passed on in six arrays of names at the end of the host half (reference: host-text, Host reference arrays).
//!
//! Granularity: [`device_entities`] is small and stands on declarations alone; [`mentions`] is a query of each item, so that
//! an edit in one body looks through that body only; putting the arrays together reads those and parses nothing.

mod arrays;
mod called;
mod entity;
mod launch;
mod mention;
mod resolved;

pub use arrays::reference_arrays;
pub(crate) use entity::{Kind, device_entities, redeclared_in};
pub use mention::{Arguments, Mention, mentions};

#[cfg(test)]
mod tests;
