//! Launch bounds and their kin.

pub(crate) mod arguments;
pub(crate) mod bound_values;
pub(crate) mod bounds;
pub(crate) mod declared;
pub(crate) mod streams;
