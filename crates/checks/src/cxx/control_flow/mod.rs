//! Statements, jumps, and where control gets in a body ([stmt], [dcl.constexpr]).

pub(crate) mod constexpr_bodies;
pub(crate) mod flow;
pub(crate) mod labels;
pub(crate) mod returns;
pub(crate) mod statements;
