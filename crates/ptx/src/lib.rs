//! PTX of a device half that is C, by a toolkit's own tools, and what its assembler says of kernels. It must not know how the half is
//! made, nor what is shown.

mod resources;
mod tools;

pub use crate::resources::{Resources, resources};
pub use crate::tools::{Ptx, Tools};
