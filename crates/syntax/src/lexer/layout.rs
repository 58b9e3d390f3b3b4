//! What of a text is no layout: the tokens that two texts share, and a hash of them.

use crate::SyntaxKind::*;
use crate::lexer::{CLASS, Class, next_token, plain_token};

/// The next token from `pos` on that means something: white space, comments and line markers do not, pragmas and other
/// directives do.
fn meaningful(text: &[u8], mut pos: usize, line_start: &mut bool) -> Option<(usize, usize)> {
    while let Some(&b) = text.get(pos) {
        // Most of a text is white space, words and brackets.
        if let Class::Space | Class::Newline = CLASS[b as usize] {
            *line_start |= b == b'\n';
            pos += 1;
            continue;
        }
        if let Some((_, end)) = plain_token(text, pos).filter(|&(kind, _)| kind != GT) {
            *line_start = false;
            return Some((pos, end));
        }
        let t = next_token(text, pos, *line_start);
        let end = pos + t.len as usize;
        match t.kind {
            COMMENT | LINE_MARKER => {}
            // `>>` and `> >` are the same tokens here and may mean different things to the grammar.
            GT => {
                *line_start = false;
                let run = text[end..]
                    .iter()
                    .take_while(|b| matches!(b, b'>' | b'='))
                    .count();
                return Some((pos, end + run));
            }
            _ => {
                *line_start = false;
                return Some((pos, end));
            }
        }
        pos = end;
    }
    None
}

/// The byte ranges of what means something in a text from `start` to `end`, which begins at the start of a line or behind white
/// space: its tokens, pragmas and other directives. A run of `>` and `=` behind a `>` is one.
pub fn meaningful_ranges(
    text: &str,
    start: usize,
    end: usize,
) -> impl Iterator<Item = std::ops::Range<usize>> {
    let bytes = text.as_bytes().get(..end).unwrap_or_default();
    let (mut pos, mut line_start) = (start, true);
    std::iter::from_fn(move || {
        let (start, end) = meaningful(bytes, pos, &mut line_start)?;
        pos = end;
        Some(start..end)
    })
}

/// Whether two texts differ in layout only: the same tokens and directives, whatever white space, comments and line markers
/// stand between them.
pub fn same_tokens(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let (a, b) = (a.as_bytes(), b.as_bytes());
    let (mut pa, mut pb) = (0, 0);
    let (mut la, mut lb) = (true, true);
    loop {
        match (meaningful(a, pa, &mut la), meaningful(b, pb, &mut lb)) {
            (None, None) => return true,
            (Some(ta), Some(tb)) if a[ta.0..ta.1] == b[tb.0..tb.1] => (pa, pb) = (ta.1, tb.1),
            _ => return false,
        }
    }
}

/// A hash of a text's tokens that layout does not change. Equal for equal texts on every machine and in every run.
pub fn token_hash(text: &str) -> u64 {
    use std::hash::Hasher;
    let mut hasher = rustc_hash::FxHasher::default();
    let bytes = text.as_bytes();
    let mut line_start = true;
    let mut pos = 0;
    while let Some((start, end)) = meaningful(bytes, pos, &mut line_start) {
        hasher.write(&bytes[start..end]);
        hasher.write_u8(0);
        pos = end;
    }
    hasher.finish()
}
