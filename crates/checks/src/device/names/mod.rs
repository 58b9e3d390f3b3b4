//! What names in code of the device may mean.

pub(crate) mod deprecated;
pub(crate) mod discouraged;
pub(crate) mod identifiers;
pub(crate) mod undefined;
