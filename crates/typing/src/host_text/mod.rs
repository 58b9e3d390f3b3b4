//! What the host text asks of the semantic core: where NVIDIA's front end writes a type or an expression otherwise than the source.

pub(crate) mod completed;
pub(crate) mod returned;
pub(crate) mod written_out;
