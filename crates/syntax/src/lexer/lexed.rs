//! The significant tokens of a text, in whose indices memoized values count.

use crate::SyntaxKind::{self, *};
use crate::lexer::{CLASS, Class, next_token, plain_token};
use crate::{Dialect, Standard};

/// The significant tokens of a text: no white space, comments, line markers, pragmas or directives. Their indices are the
/// coordinates that every memoized value uses, so that layout may change under it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lexed {
    kinds: Vec<SyntaxKind>,
    starts: Vec<u32>,
    ends: Vec<u32>,
}

impl Lexed {
    /// Cuts `text` and classifies keywords.
    pub fn new(text: &str) -> Lexed {
        let bytes = text.as_bytes();
        // About one token for five bytes, white space included.
        let expected = text.len() / 4 + 4;
        let mut out = Lexed {
            kinds: Vec::with_capacity(expected),
            starts: Vec::with_capacity(expected),
            ends: Vec::with_capacity(expected),
        };
        let mut line_start = true;
        let mut pos = 0;
        while let Some(&b) = bytes.get(pos) {
            // Most of a text is white space, words and brackets.
            if let Class::Space | Class::Newline = CLASS[b as usize] {
                line_start |= b == b'\n';
                pos += 1;
                continue;
            }
            let (kind, end) = plain_token(bytes, pos).unwrap_or_else(|| {
                let t = next_token(bytes, pos, line_start);
                (t.kind, pos + t.len as usize)
            });
            match kind {
                COMMENT | LINE_MARKER | PRAGMA | DIRECTIVE => {}
                kind => {
                    let kind = if kind == IDENT {
                        crate::keyword(&text[pos..end]).unwrap_or(IDENT)
                    } else {
                        kind
                    };
                    out.kinds.push(kind);
                    out.starts.push(pos as u32);
                    out.ends.push(end as u32);
                    line_start = false;
                }
            }
            pos = end;
        }
        out
    }

    /// As [`Lexed::new`], where words are keywords only if they are in `dialect`.
    pub fn in_dialect(text: &str, dialect: &Dialect) -> Lexed {
        let mut out = Lexed::new(text);
        if dialect.standard < Standard::Cpp20 {
            for i in 0..out.len() {
                if !dialect.knows(out.kinds[i], || out.text(text, i)) {
                    out.kinds[i] = IDENT;
                }
            }
        }
        out
    }

    /// For whoever keeps it: what was expected is mostly three times as much as there is.
    pub fn shrink(&mut self) {
        self.kinds.shrink_to_fit();
        self.starts.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// How many tokens there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }

    /// The bytes that it keeps on the heap.
    pub fn heap_size(&self) -> usize {
        size_of_val(&*self.kinds) + size_of_val(&*self.starts) + size_of_val(&*self.ends)
    }

    /// Whether the text holds no token.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The kind of token `i`, or [`EOF`] past the end.
    #[inline]
    pub fn kind(&self, i: usize) -> SyntaxKind {
        self.kinds.get(i).copied().unwrap_or(EOF)
    }

    /// The kinds of all tokens, in order.
    pub fn kinds(&self) -> &[SyntaxKind] {
        &self.kinds
    }

    /// The byte range of token `i`; an empty one at the end of the last token when `i` is past it.
    pub fn range(&self, i: usize) -> std::ops::Range<usize> {
        match self.starts.get(i) {
            Some(&s) => s as usize..self.ends[i] as usize,
            None => {
                let end = self.ends.last().map_or(0, |&e| e as usize);
                end..end
            }
        }
    }

    /// The text of token `i`.
    pub fn text<'t>(&self, text: &'t str, i: usize) -> &'t str {
        &text[self.range(i)]
    }

    /// Whether nothing, not even white space, stands between tokens `i` and `i + 1`.
    pub fn is_joint(&self, i: usize) -> bool {
        self.starts.get(i + 1).is_some_and(|&s| s == self.ends[i])
    }

    /// The first token that begins at or after byte `offset`; the number of tokens if there is none.
    pub fn at_or_after(&self, offset: usize) -> usize {
        self.starts.partition_point(|&s| (s as usize) < offset)
    }
}
