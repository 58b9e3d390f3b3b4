//! The bytes of a piece as several owners share them: text where they are UTF-8, so that who needs text takes no copy. Knows nothing of
//! how they were made.

use std::ops::Deref;
use std::sync::Arc;

/// The bytes of a piece. Two are equal if their bytes are.
#[derive(Clone, Debug)]
pub enum PieceBytes {
    /// UTF-8.
    Text(Arc<str>),
    /// Anything else: there are sources in Latin-1.
    Other(Arc<[u8]>),
}

impl PieceBytes {
    /// Whether both are the same bytes in memory.
    pub fn is_same(&self, other: &PieceBytes) -> bool {
        match (self, other) {
            (PieceBytes::Text(a), PieceBytes::Text(b)) => Arc::ptr_eq(a, b),
            (PieceBytes::Other(a), PieceBytes::Other(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

impl From<Vec<u8>> for PieceBytes {
    fn from(bytes: Vec<u8>) -> PieceBytes {
        match std::str::from_utf8(&bytes) {
            Ok(text) => PieceBytes::Text(text.into()),
            Err(_) => PieceBytes::Other(bytes.into()),
        }
    }
}

impl Deref for PieceBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            PieceBytes::Text(text) => text.as_bytes(),
            PieceBytes::Other(bytes) => bytes,
        }
    }
}

impl PartialEq for PieceBytes {
    fn eq(&self, other: &PieceBytes) -> bool {
        self.is_same(other) || **self == **other
    }
}

impl Eq for PieceBytes {}
