//! Names that nothing declares ([basic.lookup]).

pub(crate) mod spelling;
pub(crate) mod undeclared;
