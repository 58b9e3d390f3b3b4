//! A text as the database holds it: shared, never copied. It may be many megabytes long.

use std::ops::Deref;
use std::sync::Arc;

/// A whole source text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceText(Arc<String>);

impl Deref for SourceText {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<String> for SourceText {
    /// Takes the text over without moving it, as an `Arc<str>` could not.
    fn from(text: String) -> Self {
        SourceText(Arc::new(text))
    }
}

impl From<&str> for SourceText {
    fn from(text: &str) -> Self {
        SourceText::from(text.to_owned())
    }
}
