//! What is known of a text before anything is computed, because an earlier run computed it.
//!
//! It must not know what that is: who sets it and who reads it do.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// Values of types that are not known here. Two are equal if they are one.
#[derive(Clone)]
pub struct Known(Arc<[Value]>);

type Value = Arc<dyn Any + Send + Sync>;

impl Known {
    /// Takes values of different types.
    pub fn new(values: impl Into<Arc<[Value]>>) -> Known {
        Known(values.into())
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
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Known {}

impl fmt::Debug for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Known")
    }
}
