//! All text that was read or made, in one piece, and where in a file a place of it is ([lex.phases] 1 and 2: line ends,
//! splices and trigraphs are dealt with as a text comes in). Knows nothing of tokens or directives.

use crate::phases::Oddity;

/// Where files come from.
pub trait Files {
    /// Puts the bytes of a file behind what is in a buffer and gives the time of its last change; nothing if it cannot be read, and
    /// then the buffer may hold a part of it.
    fn read(&self, path: &str, into: &mut Vec<u8>) -> Option<Time>;
    /// What tells a folder from another; nothing if there is no such folder.
    fn folder(&self, path: &str) -> Option<String>;
    /// The path of a file that was read without links and detours.
    fn canonical(&self, path: &str) -> Option<String>;
}

/// A time in whole seconds, which is what GNU's cpp compares.
pub type Time = i64;

/// A text in `Sources`.
#[derive(Debug, Clone)]
pub struct Text {
    /// What it is called.
    pub path: String,
    /// Where it begins.
    pub start: u32,
    /// Where its closing zero byte is.
    pub end: u32,
    /// Where lines were joined: the place of the first byte behind.
    pub splices: Vec<u32>,
    /// How the splices were written that are not a backslash and a line end.
    odd: Vec<(u32, Vec<u8>)>,
    /// What is worth a warning outside of comments, and where.
    pub(crate) oddities: Vec<(u32, Oddity)>,
}

/// All text.
#[derive(Default)]
pub struct Sources {
    /// The bytes of everything.
    pub bytes: Vec<u8>,
    /// The texts, in the order of their places.
    pub texts: Vec<Text>,
}

impl Sources {
    /// Takes a file in; gives its number.
    pub fn add(&mut self, path: &str, raw: &[u8], trigraphs: bool) -> u32 {
        let start = self.begin();
        self.bytes.extend_from_slice(raw);
        self.finish(path, start, trigraphs)
    }

    /// Where the bytes of the next file go: behind all others.
    pub(crate) fn begin(&self) -> usize {
        self.bytes.len()
    }

    /// What lies behind `start` is a file.
    pub(crate) fn finish(&mut self, path: &str, start: usize, trigraphs: bool) -> u32 {
        let (mut splices, mut odd) = (vec![], vec![]);
        let mark = self.bytes[start..].starts_with(b"\xef\xbb\xbf");
        if mark || needs_cleaning(&self.bytes[start..], trigraphs) {
            let raw = self.bytes.split_off(start);
            let raw = if mark { &raw[3..] } else { &raw };
            self.clean(raw, trigraphs, &mut splices, &mut odd);
        }
        if self.bytes.len() > start && self.bytes.last() != Some(&b'\n')
            || self.bytes.len() == start
        {
            self.bytes.push(b'\n');
        }
        let end = self.bytes.len() as u32;
        let mut oddities: Vec<_> = odd
            .iter()
            .filter(|(_, written)| matches!(written.get(1), Some(b' ' | b'\t' | 0x0b | 0x0c)))
            .map(|&(at, _)| (at, Oddity::SpacedSplice))
            .collect();
        if !trigraphs {
            let found = crate::phases::trigraphs(&self.bytes[start..]);
            let found = found.map(|(at, oddity)| ((start + at) as u32, oddity));
            let joined = |at: u32| splices.iter().any(|&s| at < s && s <= at + 2);
            oddities.extend(found.filter(|&(at, _)| splices.is_empty() || !joined(at)));
            oddities.sort_by_key(|o| o.0);
        }
        self.bytes.extend_from_slice(&[0, 0]);
        self.texts.push(Text {
            path: path.to_owned(),
            start: start as u32,
            end,
            splices,
            odd,
            oddities,
        });
        self.texts.len() as u32 - 1
    }

    fn clean(
        &mut self,
        raw: &[u8],
        trigraphs: bool,
        splices: &mut Vec<u32>,
        odd: &mut Vec<(u32, Vec<u8>)>,
    ) {
        let mut i = 0;
        while i < raw.len() {
            let rest = &raw[i..];
            let next = memchr::memchr3(b'\\', b'\r', b'?', rest).unwrap_or(rest.len());
            self.bytes.extend_from_slice(&rest[..next]);
            i += next;
            let Some(&byte) = raw.get(i) else { break };
            let mut width = 1;
            let mut byte = byte;
            if byte == b'?'
                && trigraphs
                && raw.get(i + 1) == Some(&b'?')
                && let Some(plain) = raw.get(i + 2).and_then(|&c| trigraph(c))
            {
                byte = plain;
                width = 3;
            }
            if byte == b'\r' {
                // A line end by itself, unless one follows.
                if raw.get(i + 1) != Some(&b'\n') {
                    self.bytes.push(b'\n');
                }
                i += 1;
                continue;
            }
            if byte == b'\\' {
                let mut j = i + width;
                while matches!(raw.get(j), Some(b' ' | b'\t' | b'\x0b' | b'\x0c')) {
                    j += 1;
                }
                if raw.get(j) == Some(&b'\r') && raw.get(j + 1) == Some(&b'\n') {
                    j += 1;
                }
                if matches!(raw.get(j), Some(b'\n' | b'\r')) {
                    if j > i + 1 {
                        odd.push((self.bytes.len() as u32, raw[i..=j].to_vec()));
                    }
                    i = j + 1;
                    splices.push(self.bytes.len() as u32);
                    continue;
                }
            }
            self.bytes.push(byte);
            i += width;
        }
    }

    /// Whether two texts are the same.
    pub(crate) fn are_alike(&self, a: u32, b: u32) -> bool {
        let (a, b) = (&self.texts[a as usize], &self.texts[b as usize]);
        let bytes = |t: &Text| &self.bytes[t.start as usize..t.end as usize];
        let splices = |t: &Text| -> Vec<u32> { t.splices.iter().map(|s| s - t.start).collect() };
        let odd = |t: &Text| -> Vec<(u32, Vec<u8>)> {
            (t.odd.iter().map(|o| (o.0 - t.start, o.1.clone()))).collect()
        };
        bytes(a) == bytes(b) && splices(a) == splices(b) && odd(a) == odd(b)
    }

    /// Takes the last text away again, which begins at `start`.
    pub(crate) fn forget_last(&mut self, start: usize) {
        self.texts.pop();
        self.bytes.truncate(start);
    }

    /// Text that was made: a pasted token, a string of an argument. Gives its place.
    pub(crate) fn make(&mut self, bytes: &[u8]) -> (u32, u32) {
        let pos = self.bytes.len() as u32;
        self.bytes.extend_from_slice(bytes);
        (pos, bytes.len() as u32)
    }

    /// Forgets what was made since the last text came in.
    pub(crate) fn forget_made(&mut self) {
        let end = self.texts.last().map_or(0, |text| text.end as usize + 2);
        self.bytes.truncate(end);
    }

    /// A token's text with its splices as they were written, but for those in its suffix.
    pub(crate) fn unspliced(&mut self, pos: u32, len: u32, suffix: u32, text: u32) -> (u32, u32) {
        let text = &self.texts[text as usize];
        let mut out = vec![];
        let mut from = pos;
        let first = text.splices.partition_point(|&s| s <= pos);
        for &at in text.splices[first..].iter().take_while(|&&s| s < pos + len) {
            out.extend_from_slice(&self.bytes[from as usize..at as usize]);
            let odd = text.odd.iter().find(|o| o.0 == at);
            out.extend_from_slice(odd.map_or(b"\\\n", |o| &o.1));
            from = at;
        }
        out.extend_from_slice(&self.bytes[from as usize..(pos + len + suffix) as usize]);
        self.make(&out)
    }

    /// The text that a place is in.
    pub fn text_of(&self, pos: u32) -> Option<&Text> {
        let i = self
            .texts
            .partition_point(|t| t.start <= pos)
            .checked_sub(1)?;
        self.texts.get(i).filter(|t| pos <= t.end)
    }

    /// File, line and column of a place, as the file has them; columns are bytes, from 1.
    pub fn locate(&self, pos: u32) -> Option<(&str, u32, u32)> {
        let text = self.text_of(pos)?;
        let before = &self.bytes[text.start as usize..pos as usize];
        let joined = text.splices.partition_point(|&s| s <= pos);
        let line = memchr::memchr_iter(b'\n', before).count() + joined + 1;
        Some((&text.path, line as u32, self.column(text, pos)))
    }

    /// The place that a line and a column of a text are; nothing if it has none such.
    pub fn place(&self, text: &Text, line: u32, column: u32) -> Option<u32> {
        let bytes = &self.bytes[text.start as usize..text.end as usize];
        // Where each line begins: behind a line end, or where a splice was.
        let ends = memchr::memchr_iter(b'\n', bytes).map(|i| text.start + i as u32 + 1);
        let mut starts: Vec<u32> = std::iter::once(text.start).chain(ends).collect();
        starts.extend_from_slice(&text.splices);
        starts.sort_unstable();
        let at = line.checked_sub(1)? as usize;
        let pos = starts.get(at)?.checked_add(column.checked_sub(1)?)?;
        let next = starts.get(at + 1).copied().unwrap_or(text.end);
        (pos < next.max(starts[at] + 1)).then_some(pos)
    }

    /// The column of a place in a text.
    pub(crate) fn column(&self, text: &Text, pos: u32) -> u32 {
        let before = &self.bytes[text.start as usize..pos as usize];
        let mut from = text.start + memchr::memrchr(b'\n', before).map_or(0, |i| i as u32 + 1);
        let joined = text.splices.partition_point(|&s| s <= pos);
        if let Some(&splice) = joined.checked_sub(1).and_then(|i| text.splices.get(i)) {
            from = from.max(splice);
        }
        pos - from + 1
    }

    /// The same as GNU's cpp counts it: 0 is what stands so far behind in its line that cpp has no column for it.
    pub(crate) fn counted_column(&self, text: &Text, pos: u32) -> u32 {
        // No farther back than a column can count: a line may have megabytes.
        let oldest = text.start.max(pos.saturating_sub(LAST_COLUMN));
        let before = &self.bytes[oldest as usize..pos as usize];
        let joined = text.splices.partition_point(|&s| s <= pos);
        let splice = joined.checked_sub(1).and_then(|i| text.splices.get(i));
        let starts = [
            memchr::memrchr(b'\n', before).map(|i| oldest + i as u32 + 1),
            splice.copied().filter(|&splice| splice >= oldest),
            (oldest == text.start).then_some(text.start),
        ];
        let Some(from) = starts.into_iter().flatten().max() else {
            return 0;
        };
        let dense = from + WIDENING.start - 1..from + WIDENING.end - 1;
        let is_counted = pos < dense.end
            || pos - from < LAST_COLUMN
                && self.bytes[dense.start as usize..dense.end as usize]
                    .iter()
                    .any(|c| !c.is_ascii_whitespace());
        if is_counted { pos - from + 1 } else { 0 }
    }
}

/// The last column that GNU's cpp counts.
const LAST_COLUMN: u32 = 4095;

/// The columns in which a token must stand so that those behind them count, up to the last. cpp makes room for fifty more columns when
/// a token is beyond the room that it has, and gives up where that room would go over the last column.
const WIDENING: std::ops::Range<u32> = 2048..4047;

fn needs_cleaning(raw: &[u8], trigraphs: bool) -> bool {
    memchr::memchr(b'\r', raw).is_some()
        || trigraphs && memchr::memmem::find(raw, b"??").is_some()
        || memchr::memchr_iter(b'\\', raw).any(|i| {
            matches!(
                raw.get(i + 1),
                None | Some(b'\n' | b' ' | b'\t' | 0x0b | 0x0c)
            )
        })
}

pub(crate) fn trigraph(byte: u8) -> Option<u8> {
    let at = b"=(/)'<!>-".iter().position(|&c| c == byte)?;
    Some(b"#[\\]^{|}~"[at])
}
