//! CUDA's attributes: where they may stand.

pub(crate) mod known;
pub(crate) mod placement;
