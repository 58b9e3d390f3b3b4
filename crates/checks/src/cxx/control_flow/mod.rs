//! What statements may stand where ([stmt]). What typed code says of jumps, of constexpr bodies, and of where control gets, is
//! typing's.

pub(crate) mod conditions;
pub(crate) mod coroutines;
pub(crate) mod fallthrough;
pub(crate) mod labels;
pub(crate) mod statements;
