//! The rules of C++ itself, by the chapters of the standard. Where CUDA changes what is reported, a rule asks
//! `cuda` or `device`.

pub(crate) mod control_flow;
pub(crate) mod declarations;
pub(crate) mod expressions;
pub(crate) mod names;
pub(crate) mod standards;
pub(crate) mod templates;
