//! Keys: what a value depends on.

/// Of which Cleave a value is: the hash of its sources, of its compiler and of how it was built.
const BUILD: &str = env!("CLEAVE_BUILD");

/// The name of a value: a hash of 256 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Key(pub(crate) [u8; 32]);

impl Key {
    /// The key of a value of this kind that depends on `parts`, in this order, and on nothing else.
    pub fn new(kind: &str, parts: &[&[u8]]) -> Key {
        let mut hash = blake3::Hasher::new();
        for part in [BUILD.as_bytes(), kind.as_bytes()].iter().chain(parts) {
            hash.update(&(part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Key(hash.finalize().into())
    }

    /// The hash, for keys that depend on this one.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }

    /// The hash, to be kept in a value.
    pub fn bytes(self) -> [u8; 32] {
        self.0
    }

    /// A key that [`Key::bytes`] gave.
    pub fn from_bytes(bytes: [u8; 32]) -> Key {
        Key(bytes)
    }

    /// As the name of a file.
    pub fn name(self) -> String {
        blake3::Hash::from(self.0).to_hex().to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::Key;

    #[test]
    fn what_is_a_part_counts() {
        let all = [
            Key::new("a", &[]),
            Key::new("a", &[b""]),
            Key::new("b", &[]),
            Key::new("", &[b"a"]),
            Key::new("a", &[b"b", b"c"]),
            Key::new("a", &[b"bc"]),
            Key::new("a", &[b"", b"bc"]),
        ];
        for (i, key) in all.iter().enumerate() {
            assert!(!all[..i].contains(key), "{i}");
        }
    }
}
