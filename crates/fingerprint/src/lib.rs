//! What a device compiler reads of a translation unit, as a hash. Two texts with the same hash have the same device code, for the same
//! compiler and options: nothing but layout differs, and the bodies of functions of the host, as far as these bodies make the device
//! compiler instantiate the same.
//!
//! Whatever is not certain to leave the device code as it is counts. This crate must not know files, compilers, or what is done with
//! the hash.

mod lines;
mod mentioned;
mod omitted;
mod text;
mod uses;

pub use crate::lines::Lines;
pub use crate::omitted::Kept;
pub use crate::text::{Fingerprint, fingerprint, kept};
