//! Execution spaces of functions, and calls between them.

pub(crate) mod callee;
pub(crate) mod calls_by_name;
pub(crate) mod cross_space_calls;
pub(crate) mod mangled;
pub(crate) mod overriding;
pub(crate) mod redeclared;
