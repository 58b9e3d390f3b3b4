//! Templates as they are written ([temp]).

pub(crate) mod expansions;
pub(crate) mod heads;
pub(crate) mod instantiations;
pub(crate) mod member_variables;
pub(crate) mod packs;
pub(crate) mod requirements;
pub(crate) mod value_parameters;
pub(crate) mod written;
