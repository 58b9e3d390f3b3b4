//! How queries of the semantic core go together: those that need themselves, and those that nest without end.

pub(crate) mod cycles;
pub(crate) mod depth;
