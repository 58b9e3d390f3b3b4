//! Execution spaces of functions, and calls between them.

mod called;
pub(crate) mod cross_space_calls;
mod launched;
pub(crate) mod mangled;
pub(crate) mod overriding;
pub(crate) mod redeclared;
mod references;
