//! Variables that code of the device uses.

pub(crate) mod anonymous_unions;
pub(crate) mod dynamic_initialization;
mod elements;
pub(crate) mod externs;
pub(crate) mod host_addresses;
pub(crate) mod host_variables;
mod literals;
pub(crate) mod textures;
