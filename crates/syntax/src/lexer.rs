//! The lexer: bytes to tokens, phase 3 of [lex.phases] for text that a preprocessor has already been over.
//!
//! It knows no keywords (see [`crate::keyword`]), no grammar and no positions but byte offsets. It never fails: what is no
//! token becomes [`SyntaxKind::UNKNOWN`], and an unterminated literal ends with its line, so that one stray quote cannot
//! swallow a file.

mod layout;
mod lexed;
#[cfg(test)]
mod tests;

pub use crate::lexer::layout::{meaningful_ranges, same_tokens, token_hash};
pub use crate::lexer::lexed::Lexed;

use crate::SyntaxKind::{self, *};

/// One token as the lexer cuts it: every word is an [`IDENT`], whatever it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RawToken {
    /// Its kind.
    pub kind: SyntaxKind,
    /// Its length in bytes, at least 1.
    pub len: u32,
}

/// What a byte can begin.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Class {
    Space,
    Newline,
    Word,
    Digit,
    Quote,
    Punct,
    Other,
}

const fn classes() -> [Class; 256] {
    let mut t = [Class::Other; 256];
    let mut b = 0;
    while b < 256 {
        t[b] = match b as u8 {
            b' ' | b'\t' | b'\x0b' | b'\x0c' | b'\r' => Class::Space,
            b'\n' => Class::Newline,
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' | 0x80..=0xff => Class::Word,
            b'0'..=b'9' => Class::Digit,
            b'"' | b'\'' => Class::Quote,
            b'!' | b'#' | b'%' | b'&' | b'(' | b')' | b'*' | b'+' | b',' | b'-' | b'.' | b'/' => {
                Class::Punct
            }
            b':' | b';' | b'<' | b'=' | b'>' | b'?' | b'@' | b'[' | b']' | b'^' | b'{' | b'|'
            | b'}' | b'~' => Class::Punct,
            _ => Class::Other,
        };
        b += 1;
    }
    t
}

/// The class of every byte.
pub(crate) static CLASS: [Class; 256] = classes();

const fn word_bytes() -> [bool; 256] {
    let mut t = [false; 256];
    let mut b = 0;
    while b < 256 {
        t[b] = matches!(CLASS[b], Class::Word | Class::Digit);
        b += 1;
    }
    t
}

/// Whether a byte may continue an identifier. Bytes of 0x80 and above count: identifiers may hold any UTF-8.
pub(crate) static WORD: [bool; 256] = word_bytes();

#[inline]
fn at(text: &[u8], pos: usize) -> u8 {
    text.get(pos).copied().unwrap_or(0)
}

/// Where the run of word bytes ends that begins at `pos`.
#[inline]
pub(crate) fn word_run(text: &[u8], mut pos: usize) -> usize {
    while let Some(&eight) = text.get(pos..).and_then(<[u8]>::first_chunk) {
        let length = others_than_word_bytes(u64::from_le_bytes(eight)).trailing_zeros() / 8;
        pos += length as usize;
        if length < 8 {
            return pos;
        }
    }
    while pos < text.len() && WORD[text[pos] as usize] {
        pos += 1;
    }
    pos
}

/// Whether identifiers are made of bytes such as this.
pub fn is_word_byte(byte: u8) -> bool {
    WORD[byte as usize]
}

/// The runs of bytes that identifiers are made of, wherever they stand: keywords, parts of numbers and of strings as well.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    let bytes = text.as_bytes();
    let mut pos = 0;
    std::iter::from_fn(move || {
        while pos < bytes.len() && !WORD[bytes[pos] as usize] {
            pos += 1;
        }
        let start = pos;
        pos = word_run(bytes, pos);
        (start < pos).then(|| &text[start..pos])
    })
}

/// The top bits of those of eight bytes that are not in [`WORD`]. All at once: where a loop over bytes ends, no processor foresees.
#[inline]
const fn others_than_word_bytes(eight: u64) -> u64 {
    const ONES: u64 = u64::from_ne_bytes([1; 8]);
    const TOPS: u64 = 0x80 * ONES;
    // Sums of seven bits each stay in their bytes; bytes of 0x80 and above are word bytes anyway.
    let low = eight & !TOPS;
    // Setting one bit makes letters of both cases one, and of no other byte a letter.
    let letter = low | (0x20 * ONES);
    let is_letter =
        (letter + (0x80 - b'a' as u64) * ONES) & !(letter + (0x7f - b'z' as u64) * ONES);
    let is_digit = (low + (0x80 - b'0' as u64) * ONES) & !(low + (0x7f - b'9' as u64) * ONES);
    let is_not_underscore = (low ^ (b'_' as u64 * ONES)) + 0x7f * ONES;
    let is_not_dollar = (low ^ (b'$' as u64 * ONES)) + 0x7f * ONES;
    !(is_letter | is_digit | eight) & is_not_underscore & is_not_dollar & TOPS
}

#[inline]
fn word_end(text: &[u8], mut pos: usize) -> usize {
    loop {
        pos = word_run(text, pos);
        match universal_character_name(text, pos) {
            Some(end) => pos = end,
            None => return pos,
        }
    }
}

/// One past a `\uXXXX` or `\UXXXXXXXX` at `pos` ([lex.charset]), which an identifier may hold.
#[inline]
fn universal_character_name(text: &[u8], pos: usize) -> Option<usize> {
    if at(text, pos) != b'\\' {
        return None;
    }
    let digits = match at(text, pos + 1) {
        b'u' => 4,
        b'U' => 8,
        _ => return None,
    };
    let name = text.get(pos + 2..pos + 2 + digits)?;
    name.iter()
        .all(u8::is_ascii_hexdigit)
        .then_some(pos + 2 + digits)
}

/// The token at `pos`, which must lie inside `text` and at the beginning of a token. `line_start` says that only white
/// space stands before it on its line, where a `#` begins a directive.
#[inline]
pub fn next_token(text: &[u8], pos: usize, line_start: bool) -> RawToken {
    let b = text[pos];
    let (kind, end) = match CLASS[b as usize] {
        Class::Word => word(text, pos),
        Class::Space | Class::Newline => (WHITESPACE, white_space(text, pos)),
        Class::Digit => number(text, pos),
        Class::Quote => quoted(text, pos, pos),
        Class::Punct => punctuator(text, pos, line_start),
        Class::Other if universal_character_name(text, pos).is_some() => word(text, pos),
        // Ignored, as the reference does; the skeleton warns of it.
        Class::Other if b == 0 => (COMMENT, pos + 1),
        Class::Other => (UNKNOWN, pos + 1),
    };
    RawToken {
        kind,
        len: (end - pos) as u32,
    }
}

/// The bytes that are a token whatever follows, as [`next_token`] has them; [`UNKNOWN`] stands for all others.
const fn lone_bytes() -> [SyntaxKind; 256] {
    let mut t = [UNKNOWN; 256];
    t[b'(' as usize] = L_PAREN;
    t[b')' as usize] = R_PAREN;
    t[b'{' as usize] = L_BRACE;
    t[b'}' as usize] = R_BRACE;
    t[b'[' as usize] = L_BRACK;
    t[b']' as usize] = R_BRACK;
    t[b';' as usize] = SEMICOLON;
    t[b',' as usize] = COMMA;
    t[b'>' as usize] = GT;
    t[b'?' as usize] = QUESTION;
    t[b'~' as usize] = TILDE;
    t
}

static LONE: [SyntaxKind; 256] = lone_bytes();

/// The token at `pos` and its end if it is of one of the most frequent sorts: a plain word that no literal begins with, or a
/// byte that is a token whatever follows. Everything else is for [`next_token`], which would say the same of these.
#[inline]
pub(crate) fn plain_token(text: &[u8], pos: usize) -> Option<(SyntaxKind, usize)> {
    let b = text[pos];
    if CLASS[b as usize] == Class::Word {
        let end = word_run(text, pos);
        // A universal character name goes on, a quote makes a literal, and `_Pragma` may have an operand.
        return match text.get(end)? {
            b'\\' | b'"' | b'\'' => None,
            _ if b == b'_' && end - pos == 7 => None,
            _ => Some((IDENT, end)),
        };
    }
    match LONE[b as usize] {
        UNKNOWN => None,
        kind => Some((kind, pos + 1)),
    }
}

#[inline]
fn white_space(text: &[u8], mut pos: usize) -> usize {
    while pos < text.len() && matches!(CLASS[text[pos] as usize], Class::Space | Class::Newline) {
        pos += 1;
    }
    pos
}

/// An identifier, or a literal with an encoding prefix ([lex.string], [lex.ccon]).
#[inline]
fn word(text: &[u8], pos: usize) -> (SyntaxKind, usize) {
    let end = word_end(text, pos);
    if text[pos] == b'_'
        && &text[pos..end] == b"_Pragma"
        && let Some(end) = pragma_operator(text, end)
    {
        return (PRAGMA, end);
    }
    if end - pos <= 3 && matches!(at(text, end), b'"' | b'\'') {
        let prefix = &text[pos..end];
        let raw = prefix.last() == Some(&b'R') && at(text, end) == b'"';
        let plain = if raw {
            &prefix[..prefix.len() - 1]
        } else {
            prefix
        };
        if matches!(plain, b"" | b"L" | b"u" | b"U" | b"u8") {
            return if raw {
                raw_string(text, end)
            } else {
                quoted(text, pos, end)
            };
        }
    }
    (IDENT, end)
}

/// One past `( string-literal )` behind a `_Pragma` that no preprocessor has replaced ([cpp.pragma.op]).
fn pragma_operator(text: &[u8], pos: usize) -> Option<usize> {
    let skip = |pos| white_space(text, pos);
    let open = skip(pos);
    let literal = skip((at(text, open) == b'(').then_some(open + 1)?);
    let quote = word_end(text, literal);
    let (kind, end) = match at(text, quote) {
        b'"' => quoted(text, literal, quote),
        _ => return None,
    };
    let close = skip(end);
    (kind == STRING_LITERAL && at(text, close) == b')').then_some(close + 1)
}

/// A character or string literal whose quote stands at `quote`, with its ud-suffix. It ends at the line's end at the latest.
fn quoted(text: &[u8], _start: usize, quote: usize) -> (SyntaxKind, usize) {
    let q = text[quote];
    let kind = if q == b'"' {
        STRING_LITERAL
    } else {
        CHAR_LITERAL
    };
    let mut pos = quote + 1;
    while pos < text.len() {
        match text[pos] {
            b'\\' => pos += 2,
            b'\n' => return (UNKNOWN, pos),
            b if b == q => return (kind, word_end(text, pos + 1)),
            _ => pos += 1,
        }
    }
    (UNKNOWN, text.len())
}

/// `R"delim( ... )delim"`, the quote standing at `quote`.
fn raw_string(text: &[u8], quote: usize) -> (SyntaxKind, usize) {
    let rest = &text[quote + 1..];
    let Some(open) = rest.iter().take(17).position(|&b| b == b'(') else {
        return quoted(text, quote, quote);
    };
    let mut close = Vec::with_capacity(open + 2);
    close.push(b')');
    close.extend_from_slice(&rest[..open]);
    close.push(b'"');
    match memchr::memmem::find(&rest[open + 1..], &close) {
        Some(at) => (
            STRING_LITERAL,
            word_end(text, quote + 1 + open + 1 + at + close.len()),
        ),
        None => (UNKNOWN, text.len()),
    }
}

/// A pp-number ([lex.ppnumber]), which covers every numeric literal with separators, exponents and ud-suffixes.
fn number(text: &[u8], pos: usize) -> (SyntaxKind, usize) {
    let hex = at(text, pos) == b'0' && matches!(at(text, pos + 1), b'x' | b'X');
    let mut float = false;
    let mut end = pos;
    while end < text.len() {
        let b = text[end];
        match b {
            b'.' => {
                float = true;
                end += 1;
            }
            b'e' | b'E' if !hex => {
                // `1_e` is a suffix, `1e5` an exponent: only digits and a sign make it one.
                let sign = matches!(at(text, end + 1), b'+' | b'-');
                let digit = at(text, end + 1 + usize::from(sign)).is_ascii_digit();
                float |= digit;
                end += 1 + usize::from(sign && digit);
            }
            b'p' | b'P' if hex => {
                float = true;
                end += 1 + usize::from(matches!(at(text, end + 1), b'+' | b'-'));
            }
            b'\'' if WORD[at(text, end + 1) as usize] => end += 2,
            _ if WORD[b as usize] => end += 1,
            _ => break,
        }
    }
    let end = end.min(text.len());
    let suffix_f = !hex
        && matches!(text[end - 1], b'f' | b'F')
        && text[pos..end]
            .iter()
            .all(|b| !matches!(b, b'x' | b'X' | b'_'));
    (
        if float || suffix_f {
            FLOAT_LITERAL
        } else {
            INT_LITERAL
        },
        end,
    )
}

/// A `#` line: a line marker, a pragma, or a directive that somebody left in the text. Continued lines belong to it.
pub(crate) fn directive(text: &[u8], pos: usize) -> (SyntaxKind, usize) {
    let mut end = pos;
    loop {
        match memchr::memchr(b'\n', &text[end..]) {
            Some(at) if at > 0 && text[end + at - 1] == b'\\' => end += at + 1,
            Some(at) => break end += at,
            None => break end = text.len(),
        }
    }
    let mut word = pos + 1;
    while word < end && CLASS[text[word] as usize] == Class::Space {
        word += 1;
    }
    let line = &text[word..end];
    let first = line.split(|b| !WORD[*b as usize]).next().unwrap_or(b"");
    let kind = match first {
        b"line" => LINE_MARKER,
        b"pragma" => PRAGMA,
        w if w.first().is_some_and(u8::is_ascii_digit) => LINE_MARKER,
        _ => DIRECTIVE,
    };
    (kind, end)
}

fn comment(text: &[u8], pos: usize) -> (SyntaxKind, usize) {
    if text[pos + 1] == b'/' {
        return (
            COMMENT,
            memchr::memchr(b'\n', &text[pos..]).map_or(text.len(), |at| pos + at),
        );
    }
    (
        COMMENT,
        memchr::memmem::find(&text[pos + 2..], b"*/").map_or(text.len(), |at| pos + 2 + at + 2),
    )
}

/// Maximal munch over the operators and punctuators ([lex.operators]). `>` is never joined to what follows: whether
/// `>>` closes two template argument lists is the grammar's to know.
#[inline]
fn punctuator(text: &[u8], pos: usize, line_start: bool) -> (SyntaxKind, usize) {
    let (a, b) = (text[pos], at(text, pos + 1));
    let (kind, len) = match a {
        b'(' => (L_PAREN, 1),
        b')' => (R_PAREN, 1),
        b'{' => (L_BRACE, 1),
        b'}' => (R_BRACE, 1),
        b'[' => (L_BRACK, 1),
        b']' => (R_BRACK, 1),
        b';' => (SEMICOLON, 1),
        b',' => (COMMA, 1),
        b'>' => (GT, 1),
        b'?' => (QUESTION, 1),
        b'~' => (TILDE, 1),
        b'@' => (AT, 1),
        b':' => match b {
            b':' => (COLON2, 2),
            b'>' => (R_BRACK, 2),
            _ => (COLON, 1),
        },
        b'#' => match b {
            _ if line_start => return directive(text, pos),
            b'#' => (HASH2, 2),
            _ => (HASH, 1),
        },
        b'.' => match b {
            b'0'..=b'9' => {
                let (_, end) = number(text, pos);
                return (FLOAT_LITERAL, end);
            }
            b'*' => (DOT_STAR, 2),
            b'.' if at(text, pos + 2) == b'.' => (ELLIPSIS, 3),
            _ => (DOT, 1),
        },
        b'-' => match b {
            b'>' if at(text, pos + 2) == b'*' => (ARROW_STAR, 3),
            b'>' => (ARROW, 2),
            b'-' => (MINUS2, 2),
            b'=' => (MINUS_EQ, 2),
            _ => (MINUS, 1),
        },
        b'+' => match b {
            b'+' => (PLUS2, 2),
            b'=' => (PLUS_EQ, 2),
            _ => (PLUS, 1),
        },
        b'&' => match b {
            b'&' => (AMP2, 2),
            b'=' => (AMP_EQ, 2),
            _ => (AMP, 1),
        },
        b'|' => match b {
            b'|' => (PIPE2, 2),
            b'=' => (PIPE_EQ, 2),
            _ => (PIPE, 1),
        },
        b'*' => one_or_assign(b, STAR, STAR_EQ),
        b'^' => one_or_assign(b, CARET, CARET_EQ),
        b'=' => one_or_assign(b, EQ, EQ2),
        b'!' => one_or_assign(b, BANG, BANG_EQ),
        b'%' => match b {
            b'>' => (R_BRACE, 2),
            b':' if line_start => return directive(text, pos),
            b':' => (HASH, 2),
            _ => one_or_assign(b, PERCENT, PERCENT_EQ),
        },
        b'/' => match b {
            b'/' | b'*' => return comment(text, pos),
            _ => one_or_assign(b, SLASH, SLASH_EQ),
        },
        b'<' => match (b, at(text, pos + 2)) {
            (b'<', b'<') => (LAUNCH_OPEN, 3),
            (b'<', b'=') => (SHL_EQ, 3),
            (b'<', _) => match spread_launch(text, pos) {
                Some(end) => return (LAUNCH_OPEN, end),
                None => (SHL, 2),
            },
            (b'=', b'>') => (SPACESHIP, 3),
            (b'=', _) => (LT_EQ, 2),
            (b'%', _) => (L_BRACE, 2),
            // `<::` is `<` `::` unless `:` or `>` follows ([lex.pptoken]/3).
            (b':', b':') if !matches!(at(text, pos + 3), b':' | b'>') => (LT, 1),
            (b':', _) => (L_BRACK, 2),
            _ => (LT, 1),
        },
        _ => (UNKNOWN, 1),
    };
    (kind, pos + len)
}

/// One past the `<` behind the `<<` at `pos`, if nothing but white space on its line stands between: nothing else can begin with
/// `<` behind a `<<`, and the reference takes `k << <1, 2>> >()` for a launch (formatters tear it so). `operator<< <T>` is a name.
#[cold]
fn spread_launch(text: &[u8], pos: usize) -> Option<usize> {
    let mut end = pos + 2;
    while CLASS[at(text, end) as usize] == Class::Space {
        end += 1;
    }
    // `<=`, `<<` and the digraphs are other tokens.
    if at(text, end) != b'<' || matches!(at(text, end + 1), b'<' | b'=' | b'%' | b':') {
        return None;
    }
    let before = text[..pos].trim_ascii_end();
    let named = before.ends_with(b"operator")
        && !before
            .len()
            .checked_sub(9)
            .is_some_and(|i| WORD[before[i] as usize]);
    (!named).then_some(end + 1)
}

#[inline]
fn one_or_assign(next: u8, one: SyntaxKind, assign: SyntaxKind) -> (SyntaxKind, usize) {
    if next == b'=' { (assign, 2) } else { (one, 1) }
}
