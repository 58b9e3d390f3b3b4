//! Calls that code of the device makes.

pub(crate) mod by_name;
pub(crate) mod demangled;
pub(crate) mod host_functions;
pub(crate) mod implicit;
pub(crate) mod inline;
pub(crate) mod launches;
pub(crate) mod order;
pub(crate) mod range_for;
