//! The `cleave` binary.
fn main() {}
