//! Names in parentheses: declarators that only look like parameters ([dcl.ambig.res]). Plain functions over text.

use crate::SyntaxKind::{self, *};
use crate::lexer::next_token;
use crate::skeleton::Span;

/// The tokens of a part of a text, without white space, comments and directives.
fn tokens(
    bytes: &[u8],
    mut pos: usize,
    end: usize,
) -> impl Iterator<Item = (SyntaxKind, Span)> + '_ {
    let mut line_start = false;
    std::iter::from_fn(move || {
        while pos < end {
            let t = next_token(&bytes[..end], pos, line_start);
            let start = pos;
            pos += t.len as usize;
            match t.kind {
                WHITESPACE => line_start |= bytes[start..pos].contains(&b'\n'),
                COMMENT => {}
                _ if line_start && matches!(bytes[start], b'#' | b'%') => {}
                kind => {
                    line_start = false;
                    return Some((kind, Span::new(start, pos)));
                }
            }
        }
        None
    })
}

/// Whether a word is a type of the language: what follows in parentheses are no parameters of it.
pub(super) fn is_fundamental(word: &str) -> bool {
    matches!(
        word,
        "int"
            | "unsigned"
            | "signed"
            | "char"
            | "short"
            | "long"
            | "bool"
            | "float"
            | "double"
            | "void"
            | "auto"
            | "wchar_t"
            | "char8_t"
            | "char16_t"
            | "char32_t"
    )
}

/// The name that is all there is in parentheses, and whether it is qualified.
pub(super) fn lone_name(text: &str, open: usize, end: usize) -> Option<(Span, bool)> {
    let (mut name, mut qualified) = (None, false);
    let (mut angles, mut before) = (0u32, L_PAREN);
    for (kind, span) in tokens(text.as_bytes(), open, end) {
        match kind {
            LT if angles > 0 => angles += 1,
            GT if angles > 0 => angles -= 1,
            _ if angles > 0 => {}
            L_PAREN if before == L_PAREN && name.is_none() => {}
            IDENT if matches!(before, L_PAREN | COLON2) => name = Some(span),
            COLON2 if matches!(before, L_PAREN | IDENT | GT) => {
                qualified = true;
                name = None;
            }
            LT if before == IDENT => angles = 1,
            R_PAREN if matches!(before, IDENT | R_PAREN) => {}
            _ => return None,
        }
        before = kind;
    }
    name.map(|name| (name, qualified))
}

/// Whether what stands in parentheses begins as a pointer to member does: `C::*`, `n::C<int>::*`.
pub(super) fn points_to_member(text: &str, open: usize, end: usize) -> bool {
    let (mut angles, mut before) = (0u32, L_PAREN);
    for (kind, _) in tokens(text.as_bytes(), open, end) {
        match kind {
            _ if angles > 0 => match kind {
                LT => angles += 1,
                GT => angles -= 1,
                _ => {}
            },
            L_PAREN if before == L_PAREN => {}
            IDENT if matches!(before, L_PAREN | COLON2) => {}
            COLON2 if matches!(before, L_PAREN | IDENT | GT) => {}
            LT if before == IDENT => angles = 1,
            STAR => return before == COLON2,
            _ => return false,
        }
        before = kind;
    }
    false
}

/// Where what stands in parentheses begins behind its attributes, and with what: `(__attribute__((noinline)) *f)`,
/// `([[gnu::used]] *f)`.
pub(super) fn behind_attributes(text: &str, open: usize, end: usize) -> (usize, SyntaxKind) {
    let (mut at, mut depth, mut wanted) = (open, 0u32, false);
    for (kind, span) in tokens(text.as_bytes(), open, end) {
        match kind {
            L_PAREN | L_BRACK if depth > 0 || wanted || kind == L_BRACK => {
                depth += 1;
                wanted = false;
            }
            R_PAREN | R_BRACK if depth > 0 => {
                depth -= 1;
                if depth == 0 {
                    at = span.end as usize;
                }
            }
            _ if depth > 0 => {}
            _ if !wanted && is_attribute(span.of(text)) => wanted = true,
            _ => return (at, kind),
        }
    }
    (at, EOF)
}

/// Whether a word begins an attribute that has its arguments in parentheses.
pub(super) fn is_attribute(word: &str) -> bool {
    matches!(word, "__attribute__" | "__attribute")
}

/// The declarator-id inside a parenthesised declarator: its last word before a bracket, and whether that bracket opens
/// parameters.
pub(super) fn inner_name(text: &str, start: usize, end: usize) -> Option<(Span, bool)> {
    let mut found = None;
    for (kind, span) in tokens(text.as_bytes(), start, end) {
        match kind {
            IDENT
                if !matches!(
                    span.of(text),
                    "const" | "volatile" | "__restrict" | "__restrict__"
                ) =>
            {
                found = Some(span);
            }
            L_PAREN if found.is_some() => return found.map(|f| (f, true)),
            L_BRACK if found.is_some() => break,
            // `x(&y.z)` declares no `z`.
            DOT | ARROW => return None,
            R_PAREN => break,
            _ => {}
        }
    }
    found.map(|f| (f, false))
}
