//! Extended lambdas.

pub(crate) mod annotated;
pub(crate) mod captures;
pub(crate) mod types;
