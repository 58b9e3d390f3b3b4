//! Variables and functions that nothing uses (177 and 550).

pub(crate) mod idle_members;
pub(crate) mod locals;
pub(crate) mod mentions;
pub(crate) mod silent;
pub(crate) mod unreferenced;
pub(crate) mod uses;
