//! Types and values as data, how they are made, and what is asked of them.

pub(crate) mod build;
pub(crate) mod classify;
pub(crate) mod subobject;
pub(crate) mod types;
pub(crate) mod value;
