//! Names that nothing declares ([basic.lookup]).

pub(crate) mod enclosing_locals;
pub(crate) mod predefined;
pub(crate) mod spelling;
pub(crate) mod undeclared;
pub(crate) mod unknown_scopes;
pub(crate) mod values_as_types;
