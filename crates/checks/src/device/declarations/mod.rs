//! What only the device pass says of declarations: of kernels, of variables, and of what is declared again.

pub(super) mod kernels;
pub(super) mod redeclared;
pub(super) mod variables;
