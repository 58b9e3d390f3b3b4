//! What is said of the first two translation phases ([lex.phases]): trigraphs that mean nothing, and splices with blanks in them. Comments
//! may have both. Knows nothing of tokens but where they end.

use crate::engine::Preprocessor;
use crate::problems::Severity;

/// Something in a text that is worth a warning outside of comments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Oddity {
    /// A trigraph, by its last character, where trigraphs mean nothing.
    Trigraph(u8),
    /// Blanks between a backslash and the end of its line; the place is where the next line goes on.
    SpacedSplice,
}

/// The trigraphs in a text.
pub(crate) fn trigraphs(bytes: &[u8]) -> impl Iterator<Item = (usize, Oddity)> {
    memchr::memmem::find_iter(bytes, b"??").flat_map(|at| {
        // Of three question marks the last two may begin one.
        let longer = bytes[at..].iter().take_while(|&&c| c == b'?').count();
        let at = at + longer - 2;
        let last = bytes.get(at + 2).copied().unwrap_or(0);
        let known = crate::source::trigraph(last).is_some();
        known.then_some((at, Oddity::Trigraph(last)))
    })
}

impl Preprocessor<'_> {
    /// Speaks of what was passed since the last time, up to the cursor.
    pub(crate) fn speak_of_oddities(&mut self) {
        let (from, to) = (self.b.spoken, self.b.c.cur);
        self.b.spoken = from.max(to);
        let Some(text) = self.sources.texts.get(self.b.text as usize) else {
            return;
        };
        let from = from.max(text.start as usize);
        let first = text.oddities.partition_point(|o| (o.0 as usize) < from);
        let passed = text.oddities[first..].iter();
        let passed: Vec<_> = passed
            .take_while(|o| (o.0 as usize) < to)
            .copied()
            .collect();
        if passed.is_empty() {
            return;
        }
        let comments = comments(&self.sources.bytes[from..to]);
        let is_outside = |at: usize| !comments.iter().any(|c| c.contains(&(at - from)));
        for (at, oddity) in passed.into_iter().filter(|o| is_outside(o.0 as usize)) {
            self.speak_of(at, oddity);
        }
    }

    fn speak_of(&mut self, at: u32, oddity: Oddity) {
        let text = &self.sources.texts[self.b.text as usize];
        let to = self.b.c.cur as u32;
        let ends = memchr::memchr_iter(b'\n', &self.sources.bytes[at as usize..to as usize]);
        let splices = text.splices.iter().filter(|&&s| at < s && s <= to);
        let behind = (ends.count() + splices.count()) as u32;
        let line = self.b.c.line.wrapping_sub(behind);
        let (line, column, message) = match oddity {
            Oddity::Trigraph(last) => {
                let last = char::from(last);
                let message = format!("trigraph ??{last} ignored, use -trigraphs to enable");
                (line, self.said_column(at), message)
            }
            Oddity::SpacedSplice => {
                let message = "backslash and newline separated by space".to_owned();
                let before = &self.sources.bytes[text.start as usize..at as usize];
                let end = memchr::memrchr(b'\n', before).map_or(0, |end| end + 1);
                let splice = text.splices.iter().rev().find(|&&s| s < at);
                let start = splice.map_or(0, |s| (s - text.start) as usize).max(end);
                let column = (before.len() - start) as u32 + 1;
                (line.wrapping_sub(1), column, message)
            }
        };
        self.report(Severity::Warning, self.b.name, line, column, message);
    }
}

/// The comments in a piece of text that begins outside of one.
fn comments(text: &[u8]) -> Vec<std::ops::Range<usize>> {
    let mut found = vec![];
    let mut at = 0;
    while let Some(next) = text
        .get(at..)
        .and_then(|rest| memchr::memchr3(b'/', b'"', b'\'', rest))
    {
        let from = at + next;
        let rest = &text[from..];
        let len = match rest {
            [b'/', b'/', ..] => memchr::memchr(b'\n', rest).unwrap_or(rest.len()),
            [b'/', b'*', ..] => {
                memchr::memmem::find(&rest[2..], b"*/").map_or(rest.len(), |end| end + 4)
            }
            [b'/', ..] => 1,
            [quote, ..] => literal(rest, *quote),
            [] => break,
        };
        if rest.starts_with(b"//") || rest.starts_with(b"/*") {
            found.push(from..from + len);
        }
        at = from + len;
    }
    found
}

/// How long a literal is that ends with its line at the latest.
fn literal(text: &[u8], quote: u8) -> usize {
    let mut at = 1;
    while let Some(&c) = text.get(at) {
        at += match c {
            b'\\' => 2,
            b'\n' => return at,
            _ if c == quote => return at + 1,
            _ => 1,
        };
    }
    text.len()
}
