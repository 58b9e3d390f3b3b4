//! Why bytes are no module.

use std::fmt;

/// Why bytes are no module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DecodeError {
    /// The byte of the file, from 0.
    pub offset: usize,
    /// What is wrong.
    pub message: String,
}

impl DecodeError {
    pub(super) fn new(offset: usize, message: impl Into<String>) -> DecodeError {
        DecodeError {
            offset,
            message: message.into(),
        }
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.offset, self.message)
    }
}

impl std::error::Error for DecodeError {}
