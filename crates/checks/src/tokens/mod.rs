//! What tokens tell of names. The semantic core knows better: rules move there, and this room goes.

pub(crate) mod index;
