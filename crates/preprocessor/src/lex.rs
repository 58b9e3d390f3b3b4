//! One token after the other from a text ([lex.pptoken]). Knows nothing of macros or directives, but that a directive ends
//! with its line.

use crate::extended;
use crate::intern::Interner;
use crate::source::{Sources, Text};
use crate::token::*;

const ID: u8 = 1;
const DIGIT: u8 = 2;
const BLANK: u8 = 4;
/// It may begin a character beyond ASCII.
const EXTENDED: u8 = 8;

const CLASS: [u8; 256] = {
    let mut table = [0u8; 256];
    let mut i = 0;
    while i < 256 {
        let c = i as u8;
        table[i] = match c {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => ID,
            0x80..=0xff | b'\\' => EXTENDED,
            b'0'..=b'9' => ID | DIGIT,
            b' ' | b'\t' | 0x0b | 0x0c => BLANK,
            _ => 0,
        };
        i += 1;
    }
    table
};

pub(crate) fn is_id(c: u8) -> bool {
    CLASS[c as usize] & ID != 0
}

/// Whether a byte may begin a character beyond ASCII.
pub(crate) fn is_extended(c: u8) -> bool {
    CLASS[c as usize] & EXTENDED != 0
}

pub(crate) fn is_blank(c: u8) -> bool {
    CLASS[c as usize] & BLANK != 0
}

/// Where reading is in a text.
#[derive(Clone, Default)]
pub(crate) struct Cursor {
    /// The place of the next byte.
    pub(crate) cur: usize,
    /// The place of the zero byte that ends the text.
    pub(crate) end: usize,
    /// The line, as `#line` has it.
    pub(crate) line: u32,
    /// The number of the next splice, and its place.
    pub(crate) splice: usize,
    pub(crate) splice_at: usize,
    /// The flags that every token gets.
    pub(crate) sys: u8,
    /// Whether a line begins.
    pub(crate) bol: bool,
    /// The line and the place of a comment that nothing ended.
    pub(crate) unterminated: Option<(u32, u32)>,
}

impl Cursor {
    pub(crate) fn new(text: &Text, sys: u8) -> Cursor {
        Cursor {
            cur: text.start as usize,
            end: text.end as usize,
            line: 1,
            splice: 0,
            splice_at: text.splices.first().map_or(usize::MAX, |&s| s as usize),
            sys,
            bol: true,
            unterminated: None,
        }
    }

    /// Counts the splices up to a place.
    pub(crate) fn pass(&mut self, splices: &[u32], to: usize) {
        while self.splice_at <= to {
            self.line = self.line.wrapping_add(1);
            self.splice += 1;
            self.splice_at = splices.get(self.splice).map_or(usize::MAX, |&s| s as usize);
        }
    }
}

/// What the lexer has to know of its surroundings.
pub(crate) struct Mode {
    /// A line end ends the directive and is not taken.
    pub(crate) directive: bool,
    /// A line end inside a macro's arguments is white space.
    pub(crate) args: bool,
    /// Strings of C++11.
    pub(crate) raw: bool,
    /// Comments are tokens.
    pub(crate) comments: bool,
    /// `u8'c'` of C++17.
    pub(crate) utf8_chars: bool,
    /// `<=>` of C++20.
    pub(crate) spaceship: bool,
}

/// The next token. `made` is a raw string's text with its splices put back, to be placed by the caller.
pub(crate) fn lex(
    c: &mut Cursor,
    sources: &Sources,
    text: &Text,
    names: &mut Interner,
    mode: &Mode,
) -> Token {
    let t = &sources.bytes[..=c.end + 1];
    let mut i = c.cur;
    let mut flags = c.sys;
    loop {
        if c.bol && !mode.directive {
            flags |= BOL;
            if mode.args {
                flags |= PREV_WHITE;
            }
            c.bol = false;
        }
        match t[i] {
            b' ' | b'\t' | 0x0b | 0x0c => {
                i += 1;
                while is_blank(t[i]) {
                    i += 1;
                }
                flags |= PREV_WHITE;
            }
            b'\n' => {
                if i >= c.splice_at {
                    c.pass(&text.splices, i);
                }
                if mode.directive {
                    c.cur = i;
                    return Token {
                        kind: Kind::End,
                        flags,
                        line: c.line,
                        pos: i as u32,
                        at: i as u32,
                        ..Token::end()
                    };
                }
                i += 1;
                c.line = c.line.wrapping_add(1);
                c.bol = true;
                flags = c.sys;
            }
            0 if i >= c.end => {
                c.cur = c.end;
                // The end of a file is where its last line ends.
                let at = i.saturating_sub(1) as u32;
                return Token {
                    kind: Kind::End,
                    flags,
                    line: c.line.wrapping_sub(1),
                    pos: at,
                    at,
                    ..Token::end()
                };
            }
            b'/' if mode.comments && matches!(t[i + 1], b'/' | b'*') => break,
            b'/' if t[i + 1] == b'/' => {
                flags |= PREV_WHITE;
                i += memchr::memchr(b'\n', &t[i..]).unwrap_or(c.end - i);
            }
            b'/' if t[i + 1] == b'*' => {
                flags |= PREV_WHITE;
                i = comment(c, t, text, i);
            }
            _ => break,
        }
    }
    if i >= c.splice_at {
        c.pass(&text.splices, i);
    }
    let line = c.line;
    let (mut kind, end) = match t[i + 1] {
        b'/' if mode.comments && t[i] == b'/' => {
            let len = memchr::memchr(b'\n', &t[i..]).unwrap_or(c.end - i);
            (Kind::Comment, i + len)
        }
        b'*' if mode.comments && t[i] == b'/' => (Kind::Comment, comment(c, t, text, i)),
        _ => token(t, i, mode),
    };
    c.cur = end;
    let mut val = 0;
    if kind == Kind::Name {
        val = names.intern(&t[i..end]).0;
    } else if kind == Kind::Extended {
        kind = Kind::Name;
        val = names.intern_extended(&extended::plain(&t[i..end])).0;
    } else if kind == Kind::Str && is_raw(&t[i..end]) {
        if c.splice_at <= end {
            val = SPLICED;
        }
        for at in memchr::memchr_iter(b'\n', &t[i..end]) {
            c.pass(&text.splices, i + at);
            c.line = c.line.wrapping_add(1);
        }
    }
    // As with GNU's cpp, a splice right behind a token is passed with it.
    if end >= c.splice_at {
        c.pass(&text.splices, end);
    }
    Token {
        kind,
        flags,
        val,
        pos: i as u32,
        len: (end - i) as u32,
        line,
        at: i as u32,
        expansion: 0,
    }
}

fn is_raw(literal: &[u8]) -> bool {
    let quote = literal.iter().take(4).position(|&c| c == b'"');
    quote.is_some_and(|at| at > 0 && literal[at - 1] == b'R')
}

/// Behind a comment that begins at `i`; lines are counted.
pub(crate) fn comment(c: &mut Cursor, t: &[u8], text: &Text, i: usize) -> usize {
    let found = memchr::memmem::find(&t[i + 2..c.end], b"*/");
    if found.is_none() {
        c.unterminated = Some((c.line, i as u32));
    }
    let end = found.map_or(c.end, |at| i + 4 + at);
    for at in memchr::memchr_iter(b'\n', &t[i..end]) {
        if c.splice_at <= i + at {
            c.pass(&text.splices, i + at);
        }
        c.line = c.line.wrapping_add(1);
    }
    if c.splice_at <= end {
        c.pass(&text.splices, end);
    }
    end
}

/// The kind of the token at `i`, and its end.
pub(crate) fn token(t: &[u8], i: usize, mode: &Mode) -> (Kind, usize) {
    let b = t[i];
    let at = |n: usize| t.get(i + n).copied().unwrap_or(0);
    if CLASS[b as usize] & (ID | DIGIT) == ID {
        let mut j = i + 1;
        while j < t.len() && CLASS[t[j] as usize] & ID != 0 {
            j += 1;
        }
        if j - i <= 3 && j < t.len() {
            if t[j] == b'"'
                && mode.raw
                && matches!(&t[i..j], b"R" | b"LR" | b"uR" | b"UR" | b"u8R")
                && raw_delimiter(t, j + 1).is_some()
            {
                return raw_string(t, i, j, mode);
            }
            if matches!(t[j], b'"' | b'\'')
                && (&t[i..j] == b"L" || mode.raw && matches!(&t[i..j], b"u" | b"U" | b"u8"))
                && (mode.utf8_chars || t[j] == b'"' || &t[i..j] != b"u8")
            {
                return literal(t, i, j, mode);
            }
        }
        if j < t.len() && CLASS[t[j] as usize] & EXTENDED != 0 {
            let end = extended::name(t, j);
            return (if end > j { Kind::Extended } else { Kind::Name }, end);
        }
        return (Kind::Name, j);
    }
    if CLASS[b as usize] & EXTENDED != 0 {
        return match extended::name(t, i) {
            end if end > i => (Kind::Extended, end),
            _ => (Kind::Other, i + extended::width(t, i).unwrap_or(1)),
        };
    }
    let two = |kind| (kind, i + 2);
    let one = |kind| (kind, i + 1);
    let three = |kind| (kind, i + 3);
    match b {
        b'0'..=b'9' => (Kind::Number, number(t, i)),
        b'.' if at(1).is_ascii_digit() => (Kind::Number, number(t, i)),
        b'"' | b'\'' => literal(t, i, i, mode),
        b'(' => one(Kind::OpenParen),
        b')' => one(Kind::CloseParen),
        b',' => one(Kind::Comma),
        b';' | b'{' | b'}' | b'[' | b']' => one(Kind::Punct),
        b'?' => one(Kind::Query),
        b'~' => one(Kind::Compl),
        b'=' if at(1) == b'=' => two(Kind::EqEq),
        b'=' => one(Kind::Eq),
        b'!' if at(1) == b'=' => two(Kind::NotEq),
        b'!' => one(Kind::Not),
        b'*' if at(1) == b'=' => two(Kind::Punct),
        b'*' => one(Kind::Mult),
        b'/' if at(1) == b'=' => two(Kind::Punct),
        b'/' => one(Kind::Div),
        b'^' if at(1) == b'=' => two(Kind::Punct),
        b'^' => one(Kind::Xor),
        b'+' if matches!(at(1), b'+' | b'=') => two(Kind::Punct),
        b'+' => one(Kind::Plus),
        b'-' if at(1) == b'>' && at(2) == b'*' => three(Kind::Punct),
        b'-' if at(1) == b'>' => two(Kind::Deref),
        b'-' if matches!(at(1), b'-' | b'=') => two(Kind::Punct),
        b'-' => one(Kind::Minus),
        b'&' if at(1) == b'&' => two(Kind::AndAnd),
        b'&' if at(1) == b'=' => two(Kind::Punct),
        b'&' => one(Kind::And),
        b'|' if at(1) == b'|' => two(Kind::OrOr),
        b'|' if at(1) == b'=' => two(Kind::Punct),
        b'|' => one(Kind::Or),
        b':' if at(1) == b':' || at(1) == b'>' => two(Kind::Punct),
        b':' => one(Kind::Colon),
        b'.' if at(1) == b'.' && at(2) == b'.' => three(Kind::Punct),
        b'.' if at(1) == b'*' => two(Kind::Punct),
        b'.' => one(Kind::Dot),
        b'#' if at(1) == b'#' => two(Kind::Paste),
        b'#' => one(Kind::Hash),
        b'%' if at(1) == b':' && at(2) == b'%' && at(3) == b':' => (Kind::Paste, i + 4),
        b'%' if at(1) == b':' => two(Kind::Hash),
        b'%' if matches!(at(1), b'=' | b'>') => two(Kind::Punct),
        b'%' => one(Kind::Mod),
        b'<' => match (at(1), at(2)) {
            (b'=', b'>') if mode.spaceship => three(Kind::Punct),
            (b'=', _) => two(Kind::LessEq),
            (b'<', b'=') => three(Kind::Punct),
            (b'<', _) => two(Kind::Shl),
            // [lex.pptoken]: `<::` is `<` and `::` unless `:` or `>` follows.
            (b':', b':') if mode.raw && !matches!(at(3), b':' | b'>') => one(Kind::Less),
            (b':' | b'%', _) => two(Kind::Punct),
            _ => one(Kind::Less),
        },
        b'>' => match (at(1), at(2)) {
            (b'=', _) => two(Kind::GreaterEq),
            (b'>', b'=') => three(Kind::Punct),
            (b'>', _) => two(Kind::Shr),
            _ => one(Kind::Greater),
        },
        _ => one(Kind::Other),
    }
}

/// The literal at `i` whose quote is at `quote`. What nothing closes goes to the end of its line.
fn literal(t: &[u8], i: usize, quote: usize, mode: &Mode) -> (Kind, usize) {
    match quoted(t, quote) {
        Some(end) if t[quote] == b'"' => (Kind::Str, suffix(t, end, mode)),
        Some(end) => (Kind::Char, suffix(t, end, mode)),
        None => {
            let line = memchr::memchr(b'\n', &t[i..]).unwrap_or(t.len() - i);
            (Kind::Other, i + line)
        }
    }
}

/// Behind the preprocessing number at `i`.
pub(crate) fn number(t: &[u8], i: usize) -> usize {
    let mut j = i + 1;
    while j < t.len() {
        let c = t[j];
        let sign = matches!(c, b'+' | b'-') && matches!(t[j - 1], b'e' | b'E' | b'p' | b'P');
        if CLASS[c as usize] & ID != 0 || c == b'.' || sign {
            j += 1;
        } else if CLASS[c as usize] & EXTENDED != 0
            && let Some((_, width)) = extended::character(t, j)
        {
            j += width;
        } else if c == b'\'' && t.get(j + 1).is_some_and(|&c| is_id(c)) {
            j += 2;
        } else {
            break;
        }
    }
    j
}

/// Behind the quote that closes the one at `i`; nothing if the line ends first.
fn quoted(t: &[u8], i: usize) -> Option<usize> {
    let quote = t[i];
    let mut j = i + 1;
    loop {
        j += memchr::memchr3(quote, b'\\', b'\n', &t[j..])?;
        match t[j] {
            b'\n' => return None,
            b'\\' if t.get(j + 1) != Some(&b'\n') => j += 2,
            b'\\' => return None,
            _ => return Some(j + 1),
        }
        if j >= t.len() {
            return None;
        }
    }
}

/// [lex.string] raw-string: the parenthesis that ends the delimiter at `from`, if it is one.
fn raw_delimiter(t: &[u8], from: usize) -> Option<usize> {
    let good = |c: &&u8| {
        !matches!(
            **c,
            b' ' | b')' | b'\\' | b'\t' | 0x0b | 0x0c | b'\n' | b'('
        )
    };
    let len = t[from..].iter().take(17).take_while(good).count();
    (len <= 16 && t.get(from + len) == Some(&b'(')).then_some(from + len)
}

/// The raw string at `i` whose quote is at `quote`. A directive ends with its line even so.
fn raw_string(t: &[u8], i: usize, quote: usize, mode: &Mode) -> (Kind, usize) {
    let from = quote + 1;
    let open = raw_delimiter(t, from).unwrap_or(from);
    let close = [b")", &t[from..open], b"\""].concat();
    let rest = &t[open + 1..];
    let found = memchr::memmem::find(rest, &close).map(|at| open + 1 + at + close.len());
    let line = memchr::memchr(b'\n', &t[i..]).map_or(t.len(), |at| i + at);
    match found {
        Some(end) if !mode.directive || end <= line => (Kind::Str, suffix(t, end, mode)),
        // All the rest, but for the zero bytes that end a text.
        None if !mode.directive => {
            let zeros = rest.iter().rev().take_while(|&&c| c == 0).count();
            (Kind::Other, (t.len() - zeros).saturating_sub(1).max(line))
        }
        _ => (Kind::Other, line),
    }
}

/// [lex.ext]: behind the suffix of a literal.
fn suffix(t: &[u8], i: usize, mode: &Mode) -> usize {
    let mut j = i;
    let letter = |c: u8| is_id(c) && c != b'$';
    if mode.raw && j < t.len() && letter(t[j]) && !t[j].is_ascii_digit() {
        while j < t.len() && letter(t[j]) {
            j += 1;
        }
    }
    j
}
