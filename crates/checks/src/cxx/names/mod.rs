//! Names that nothing declares ([basic.lookup]).

pub(crate) mod undeclared;
mod uses;
