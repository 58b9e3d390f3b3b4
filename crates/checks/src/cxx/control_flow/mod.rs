//! What statements may stand where ([stmt], [dcl.constexpr]). What typed code says of jumps, and where control gets, is typing's.

pub(crate) mod constexpr_bodies;
pub(crate) mod labels;
pub(crate) mod statements;
