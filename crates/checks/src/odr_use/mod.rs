//! What a program makes the compiler emit: what is odr-used, what bodies do with what they name, and the code that runs on the device.

pub(crate) mod pieces;
pub(crate) mod reached;
pub(crate) mod used;
pub(crate) mod uses;
