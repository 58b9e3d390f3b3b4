//! Memory spaces of variables, and who may use them.

pub(crate) mod constants;
pub(crate) mod decltypes;
pub(crate) mod host_uses;
pub(crate) mod locals;
pub(crate) mod spaces;
