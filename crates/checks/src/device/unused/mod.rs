//! Variables and functions that nothing uses (177 and 550).

pub(crate) mod attributes;
mod counted;
pub(crate) mod emitted;
mod labels;
pub(crate) mod locals;
pub(crate) mod mentions;
mod only_set;
pub(crate) mod silent;
pub(crate) mod unreferenced;
mod variables;
