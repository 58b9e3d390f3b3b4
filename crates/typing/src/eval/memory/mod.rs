//! The objects of an evaluation: their values, pointers to them, how long they live, and their way in and out.

pub(crate) mod address;
pub(crate) mod exchange;
pub(crate) mod heap;
pub(crate) mod life;
pub(crate) mod objects;
pub(crate) mod pointer;
pub(crate) mod store;
