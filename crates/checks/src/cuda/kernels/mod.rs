//! What a `__global__` function may look like.

pub(crate) mod form;
pub(crate) mod zero_size;
