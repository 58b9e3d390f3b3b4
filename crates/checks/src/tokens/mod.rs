//! What tokens tell of names, types and constants. The semantic core knows better: rules move there, and this room goes.

pub(crate) mod index;
