//! Types that code of the device cannot have, and instances of templates with them.

pub(crate) mod arrays;
pub(crate) mod instances;
pub(crate) mod kernel_instances;
pub(crate) mod lambda_parents;
pub(crate) mod long_double;
pub(crate) mod unsupported;
