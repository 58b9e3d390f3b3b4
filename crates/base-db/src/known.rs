//! What is known of a text before anything is computed, because an earlier run computed it.
//!
//! It must not know what that is: who sets it and who reads it do.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// Values of types that are not known here. Two are equal if they are the same values.
#[derive(Clone, Default)]
pub struct Known(Vec<Arc<dyn Any + Send + Sync>>);

impl Known {
    /// Adds a value; each has another type.
    #[must_use]
    pub fn with<T: Any + Send + Sync>(mut self, value: T) -> Known {
        self.0.push(Arc::new(value));
        self
    }

    /// The value of this type, if there is one.
    pub fn get<T: Any + Send + Sync>(&self) -> Option<&T> {
        self.0.iter().find_map(|value| value.downcast_ref())
    }

    /// The same, shared.
    pub fn share<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        let mut values = self.0.iter();
        values.find_map(|value| value.clone().downcast().ok())
    }
}

impl PartialEq for Known {
    fn eq(&self, other: &Known) -> bool {
        let mut both = self.0.iter().zip(&other.0);
        self.0.len() == other.0.len() && both.all(|(a, b)| Arc::ptr_eq(a, b))
    }
}

impl Eq for Known {}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Known")
    }
}
