//! Access to members ([class.access]).

pub(crate) mod access;
