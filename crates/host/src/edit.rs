//! Edits: what the host half changes in the input text. An edit of an item counts significant tokens, so that it stays the
//! same value while the layout around it moves; a patch is the same thing in bytes of one version of a text.

use std::borrow::Cow;
use std::ops::Range;

use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::LineTable;

/// A change to an item: the tokens of a range, counted within the item, are replaced by a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// First token replaced.
    pub start: u32,
    /// One past the last token replaced; equal to `start` for an insertion before token `start`.
    pub end: u32,
    /// What takes their place.
    pub text: String,
}

impl Edit {
    /// Replaces tokens `range` by `text`.
    pub fn replace(range: Range<usize>, text: impl Into<String>) -> Edit {
        Edit {
            start: range.start as u32,
            end: range.end as u32,
            text: text.into(),
        }
    }

    /// Inserts `text` before token `at`.
    pub fn insert(at: usize, text: impl Into<String>) -> Edit {
        Edit::replace(at..at, text)
    }

    /// The same change in bytes of a text of which the item, cut into `lexed`, begins at `base`.
    pub fn patch<'e>(&'e self, lexed: &Lexed, base: usize) -> Patch<'e> {
        let (first, last) = (self.start as usize, self.end as usize);
        let range = if first == last {
            let at = if first < lexed.len() {
                lexed.range(first).start
            } else {
                lexed.range(lexed.len().saturating_sub(1)).end
            };
            at..at
        } else {
            lexed.range(first).start..lexed.range(last - 1).end
        };
        Patch {
            range: base + range.start..base + range.end,
            text: Cow::Borrowed(&self.text),
        }
    }
}

/// A change to a text, in bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch<'e> {
    /// What is replaced.
    pub range: Range<usize>,
    /// What takes its place.
    pub text: Cow<'e, str>,
}

impl<'e> Patch<'e> {
    /// Replaces `range` by `text`.
    pub fn new(range: Range<usize>, text: impl Into<Cow<'e, str>>) -> Patch<'e> {
        Patch {
            range,
            text: text.into(),
        }
    }
}

/// How many line ends may be written to keep in step; beyond that a line marker is shorter.
const MAX_PADDING: usize = PADDING.len();
const PADDING: &str = "\n\n\n\n\n\n";

/// Takes a text in pieces.
pub(crate) struct Pieces<'a> {
    take: &'a mut dyn FnMut(&str),
    line_start: bool,
}

impl<'a> Pieces<'a> {
    pub(crate) fn new(take: &'a mut dyn FnMut(&str)) -> Pieces<'a> {
        Pieces {
            take,
            line_start: false,
        }
    }

    /// What comes stands at the beginning of a line.
    pub(crate) fn begin_line(&mut self) {
        self.line_start = true;
    }

    pub(crate) fn push(&mut self, piece: &str) {
        if !piece.is_empty() {
            self.line_start = piece.ends_with('\n');
            (self.take)(piece);
        }
    }

    /// Writes a line marker for what follows at byte `at` of `text`, on a line of its own.
    pub(crate) fn line_marker(&mut self, text: &str, lines: &LineTable, at: usize) {
        if !self.line_start {
            self.push("\n");
        }
        self.push(&line_marker(text, lines, at));
    }
}

/// Hands `text` with `patches` applied to `out`. A patch that lies inside another one goes with it. Line markers stay
/// true: a patch that takes away lines is padded, or followed by a marker of its own.
pub(crate) fn apply(
    text: &str,
    lines: &LineTable,
    mut patches: Vec<Patch<'_>>,
    out: &mut Pieces<'_>,
) {
    patches.sort_by_key(|p| {
        (
            p.range.start,
            !p.range.is_empty(),
            std::cmp::Reverse(p.range.end),
        )
    });
    let mut pos = 0;
    for patch in &patches {
        if patch.range.start < pos {
            continue;
        }
        out.push(&text[pos..patch.range.start]);
        out.push(&patch.text);
        keep_in_step(text, lines, patch, out);
        pos = patch.range.end;
    }
    out.push(&text[pos..]);
}

fn keep_in_step(text: &str, lines: &LineTable, patch: &Patch<'_>, out: &mut Pieces<'_>) {
    let taken = newlines(&text[patch.range.clone()]);
    let given = newlines(&patch.text);
    let crosses = taken > 0 && lines.crosses(patch.range.start, patch.range.end);
    if taken == given && !crosses {
        return;
    }
    if !crosses && given < taken && taken - given <= MAX_PADDING {
        out.push(&PADDING[..taken - given]);
        return;
    }
    out.line_marker(text, lines, patch.range.end);
}

fn newlines(text: &str) -> usize {
    memchr::memchr_iter(b'\n', text.as_bytes()).count()
}

/// The line marker for what follows at byte `at` of `text`, with its line's end.
pub(crate) fn line_marker(text: &str, lines: &LineTable, at: usize) -> String {
    use std::fmt::Write;
    let p = lines.position(text, at);
    let mut out = String::new();
    let _ = write!(out, "# {}", p.line);
    if let Some(file) = p.file {
        out.push_str(" \"");
        let mut rest = file;
        while let Some(at) = rest.find(['"', '\\']) {
            out.push_str(&rest[..at]);
            out.push('\\');
            out.push_str(&rest[at..=at]);
            rest = &rest[at + 1..];
        }
        out.push_str(rest);
        out.push('"');
        out.push_str(if p.system { " 3" } else { "" });
        out.push_str(if p.extern_c { " 4" } else { "" });
    }
    out.push('\n');
    out
}
