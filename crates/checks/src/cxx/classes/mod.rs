//! Access to members ([class.access]).

pub(crate) mod inaccessible_types;
