//! Writes numbers, and strings by their numbers in a table.

use std::sync::Arc;

use rustc_hash::FxHashMap;

/// The bytes so far, and the strings that they name.
#[derive(Default)]
pub(super) struct Writer {
    bytes: Vec<u8>,
    strings: Vec<Arc<str>>,
    numbers: FxHashMap<Arc<str>, u64>,
}

impl Writer {
    pub(super) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    /// Seven bits in each byte, the lowest first; the eighth bit says that more follow.
    pub(super) fn unsigned(&mut self, value: u128) {
        leb128(&mut self.bytes, value);
    }

    /// The sign in the lowest bit, so that small negative numbers are short too.
    pub(super) fn signed(&mut self, value: i128) {
        self.unsigned(((value << 1) ^ (value >> 127)) as u128);
    }

    /// How many things follow, or the number of one.
    pub(super) fn count(&mut self, count: usize) {
        self.unsigned(count as u128);
    }

    /// A string where it stands.
    pub(super) fn text(&mut self, text: &str) {
        self.count(text.len());
        self.bytes.extend(text.as_bytes());
    }

    /// A string by its number.
    pub(super) fn string(&mut self, text: &str) {
        let number = match self.numbers.get(text) {
            Some(&number) => number,
            None => {
                let number = self.strings.len() as u64;
                let text: Arc<str> = text.into();
                self.strings.push(text.clone());
                self.numbers.insert(text, number);
                number
            }
        };
        self.unsigned(number.into());
    }

    /// The strings, and what names them.
    pub(super) fn finish(self) -> Vec<u8> {
        let mut out = Vec::new();
        leb128(&mut out, self.strings.len() as u128);
        for text in &self.strings {
            leb128(&mut out, text.len() as u128);
            out.extend(text.as_bytes());
        }
        out.extend(self.bytes);
        out
    }
}

fn leb128(out: &mut Vec<u8>, mut value: u128) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}
