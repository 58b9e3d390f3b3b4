//! Values that an earlier run computed, on disk: a store of files under keys. A key is a hash of all that the value depends on, and
//! of the Cleave that computed it.
//!
//! It must not know what the values are, nor where the user's cache folder is. A value that is not there, or not as it was written, is
//! computed again: no failure is an error.

mod files;
mod key;
mod store;

pub use files::{FileStore, is_settled, state};
pub use key::Key;
pub use store::{Bounds, Store, Usage, seal, unseal};
