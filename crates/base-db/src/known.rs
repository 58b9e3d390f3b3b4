//! What is known of a text before anything is computed, because an earlier run computed it.
//!
//! It must not know what that is: who sets it and who reads it do.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A value of a type that is not known here. Two are equal if they are one.
#[derive(Clone)]
pub struct Known(Arc<dyn Any + Send + Sync>);

impl Known {
    /// Takes a value.
    pub fn new<T: Any + Send + Sync>(value: T) -> Known {
        Known(Arc::new(value))
    }

    /// The value, if it is of this type.
    pub fn get<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        self.0.clone().downcast().ok()
    }
}

impl PartialEq for Known {
    fn eq(&self, other: &Known) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Known {}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Known")
    }
}
