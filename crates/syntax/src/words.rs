//! Plain data as bytes: words of 32 bits, little-endian, and texts. Records of a fixed width are read as fast as they can be copied.
//!
//! It must not know what the words mean. Whatever the bytes are, reading them gives values or nothing.

/// Writes words behind what is there.
pub struct Writer<'a>(&'a mut Vec<u8>);

impl<'a> Writer<'a> {
    /// Writes to the end of `out`.
    pub fn new(out: &'a mut Vec<u8>) -> Writer<'a> {
        Writer(out)
    }

    /// Writes a record.
    pub fn record<const N: usize>(&mut self, words: [u32; N]) {
        self.0
            .extend_from_slice(words.map(u32::to_le_bytes).as_flattened());
    }

    /// Writes how many records follow.
    pub fn count(&mut self, count: usize) {
        self.record([count as u32]);
    }

    /// Writes a text.
    pub fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.extend_from_slice(text.as_bytes());
    }
}

/// Reads what a [`Writer`] wrote.
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// Reads from the start of `bytes`.
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader(bytes)
    }

    /// As many records as are said to follow.
    pub fn records<const N: usize>(
        &mut self,
    ) -> Option<impl Iterator<Item = [u32; N]> + use<'a, N>> {
        let length = (self.word()? as usize).checked_mul(4 * N)?;
        let (records, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        let records = records.as_chunks::<4>().0.as_chunks::<N>().0;
        Some(records.iter().map(|record| record.map(u32::from_le_bytes)))
    }

    /// One record.
    pub fn record<const N: usize>(&mut self) -> Option<[u32; N]> {
        let (record, rest) = self.0.split_at_checked(4 * N)?;
        self.0 = rest;
        let record = record.as_chunks::<4>().0.first_chunk::<N>()?;
        Some(record.map(u32::from_le_bytes))
    }

    /// One word.
    pub fn word(&mut self) -> Option<u32> {
        let [word] = self.record()?;
        Some(word)
    }

    /// A text.
    pub fn text(&mut self) -> Option<&'a str> {
        let length = self.word()? as usize;
        let (text, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        std::str::from_utf8(text).ok()
    }

    /// Whether everything has been read.
    pub fn is_done(&self) -> bool {
        self.0.is_empty()
    }
}
