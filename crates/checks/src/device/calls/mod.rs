//! Calls that code of the device makes.

mod call;
pub(crate) mod callees;
mod caller;
mod comparisons;
mod constructed;
pub(crate) mod demangled;
pub(crate) mod ellipsis;
pub(crate) mod emitted;
pub(crate) mod host_functions;
pub(crate) mod implicit;
pub(crate) mod inline;
pub(crate) mod launches;
pub(crate) mod order;
mod places;
pub(crate) mod range_for;
mod special_members;
mod unwritten;
