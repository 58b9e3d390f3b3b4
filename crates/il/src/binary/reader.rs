//! Reads numbers, and strings by their numbers in a table.

use std::sync::Arc;

use super::DecodeError;

pub(super) type Result<T> = std::result::Result<T, DecodeError>;

/// The bytes, and the strings that they name.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Bytes of the file in front of these.
    before: usize,
    strings: Vec<Arc<str>>,
    /// How many strings were named so far: they are numbered in the order of their first use.
    used: usize,
}

impl<'a> Reader<'a> {
    /// Reads the strings.
    pub(super) fn new(bytes: &'a [u8], before: usize) -> Result<Reader<'a>> {
        let mut reader = Reader {
            bytes,
            at: 0,
            before,
            strings: Vec::new(),
            used: 0,
        };
        let count = reader.count("strings")?;
        for _ in 0..count {
            let text = reader.text()?;
            reader.strings.push(text.into());
        }
        let mut met = rustc_hash::FxHashSet::default();
        if !reader.strings.iter().all(|text| met.insert(text.clone())) {
            return reader.error("a string stands twice");
        }
        Ok(reader)
    }

    pub(super) fn error<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(DecodeError::new(self.before + self.at, message))
    }

    fn take(&mut self, len: usize) -> Result<&'a [u8]> {
        match self.bytes[self.at..].get(..len) {
            Some(taken) => {
                self.at += len;
                Ok(taken)
            }
            None => self.error("the file ends early"),
        }
    }

    pub(super) fn byte(&mut self) -> Result<u8> {
        self.take(1).map(|bytes| bytes[0])
    }

    pub(super) fn unsigned(&mut self) -> Result<u128> {
        let mut value: u128 = 0;
        let mut shift = 0;
        loop {
            let byte = self.byte()?;
            let part = u128::from(byte & 0x7f);
            if shift >= 128 || (part << shift) >> shift != part {
                return self.error("a number is too large");
            }
            value |= part << shift;
            if byte < 0x80 {
                if byte == 0 && shift > 0 {
                    return self.error("a number is longer than it need be");
                }
                return Ok(value);
            }
            shift += 7;
        }
    }

    pub(super) fn signed(&mut self) -> Result<i128> {
        let value = self.unsigned()?;
        Ok(((value >> 1) as i128) ^ -((value & 1) as i128))
    }

    /// How many things follow, each of which has a byte at least.
    pub(super) fn count(&mut self, what: &str) -> Result<usize> {
        let count = self.unsigned()?;
        let left = self.bytes.len() - self.at;
        match usize::try_from(count) {
            Ok(count) if count <= left => Ok(count),
            _ => self.error(format!("{count} {what} in {left} bytes")),
        }
    }

    /// A string that stands here.
    pub(super) fn text(&mut self) -> Result<&'a str> {
        let len = self.count("bytes")?;
        match std::str::from_utf8(self.take(len)?) {
            Ok(text) => Ok(text),
            Err(_) => self.error("a string is not UTF-8"),
        }
    }

    /// A string by its number.
    pub(super) fn string(&mut self) -> Result<Arc<str>> {
        let number = self.unsigned()?;
        let known = usize::try_from(number).ok().filter(|&n| n <= self.used);
        match known.and_then(|n| Some((n, self.strings.get(n)?.clone()))) {
            Some((number, text)) => {
                self.used = self.used.max(number + 1);
                Ok(text)
            }
            None => self.error(format!(
                "string {number} of {} comes too early",
                self.strings.len()
            )),
        }
    }

    /// Nothing may be left.
    pub(super) fn end(&self) -> Result<()> {
        if self.at < self.bytes.len() {
            return self.error("there is more than a module");
        }
        match self.used == self.strings.len() {
            true => Ok(()),
            false => self.error("a string is never used"),
        }
    }
}
