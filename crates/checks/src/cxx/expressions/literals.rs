//! Literals ([lex.literal]) that are none: numbers with digits that their base lacks, characters that are missing or too many,
//! escape sequences that mean nothing or too much. The words alone decide; what they are worth is others' to say.

use cleave_codes::{Code, codes};
use cleave_names::{Word, candidates};
use cleave_syntax::SyntaxKind::*;

use crate::engine::source::{Sink, Source};
use crate::{Arg, Finding};

/// All literals of an item.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    for (i, kind) in (0..).zip(s.lexed.kinds()) {
        match kind {
            INT_LITERAL | FLOAT_LITERAL if s.word(i).len() > 1 => number(i, s.word(i), out),
            CHAR_LITERAL => character(s, i, out),
            STRING_LITERAL if s.word(i).contains('\\') => escapes(i, s.word(i), out),
            OPERATOR_KW => suffix(s, i, out),
            _ => {}
        }
    }
}

/// The suffix that a literal operator declares, kept for the language if it does not begin with an underscore ([usrlit.suffix]).
/// It is reported once, where it is first declared, and not at all if that is in a header.
fn suffix<'db>(s: &Source<'db>, operator: u32, out: &mut Sink<'db>) {
    let Some((at, own)) = declared(s, operator).filter(|(_, own)| !own.starts_with('_')) else {
        return;
    };
    let before = (0..operator)
        .any(|i| s.kind(i) == OPERATOR_KW && declared(s, i).is_some_and(|(_, other)| other == own));
    let word = Word::new(s.db, format!("operator\"\"{own}"));
    let elsewhere = candidates(s.db, s.file, word);
    let first = s.item.index(s.db);
    if !before && elsewhere.iter().all(|c| c.index >= first) {
        out.push(Finding::new(codes::LITERAL_SUFFIX_WITHOUT_UNDERSCORE, at));
    }
}

/// The suffix of the literal operator whose keyword a token is, and the token that ends with it.
fn declared<'db>(s: &Source<'db>, operator: u32) -> Option<(u32, &'db str)> {
    let (literal, name) = (operator + 1, operator + 2);
    if literal >= s.lexed.len() as u32 || s.kind(literal) != STRING_LITERAL {
        return None;
    }
    match s.word(literal).strip_prefix("\"\"")? {
        "" if name < s.lexed.len() as u32 => Some((name, s.word(name))),
        "" => None,
        rest => Some((literal, rest)),
    }
}

/// A number: what it may not be, and an integer that no type holds.
fn number<'db>(at: u32, word: &str, out: &mut Sink<'db>) {
    let bytes = word.as_bytes();
    let (radix, start) = cleave_syntax::numbers::radix(word);
    let say = |code: Code, within: usize| Finding::new(code, at).within(within as u32);
    let digit = |i: usize| {
        bytes
            .get(i)
            .is_some_and(|b| (*b as char).is_digit(radix.max(10)))
    };
    for i in memchr::memchr_iter(b'\'', bytes) {
        let before = i
            .checked_sub(1)
            .is_some_and(|before| (radix == 8 || before >= start.min(1)) && digit(before));
        if !before || i < start || !digit(i + 1) {
            out.push(say(codes::MISPLACED_DIGIT_SEPARATOR, i));
            return;
        }
    }
    let skip = |from: usize, radix: u32| {
        let is_part = |b: &&u8| **b == b'\'' || (**b as char).is_digit(radix);
        from + bytes[from.min(bytes.len())..]
            .iter()
            .take_while(is_part)
            .count()
    };
    let found = match radix {
        16 => hexadecimal(bytes, start, &skip),
        2 => {
            let end = skip(start, 2);
            match bytes.get(end) {
                Some(b'0'..=b'9') => Some((codes::INVALID_BINARY_NUMBER, end)),
                _ if end == start => Some((codes::INVALID_BINARY_NUMBER, 0)),
                _ => None,
            }
        }
        _ => decimal(bytes, radix, start, &skip),
    };
    if let Some((code, within)) = found {
        out.push(say(code, within));
    } else if is_too_large(word, radix, start, skip(start, radix))
        && let Some(before) = at.checked_sub(1)
    {
        // It is converted while the token before it is at hand.
        out.push(Finding::new(codes::INTEGER_TOO_LARGE, before));
    }
}

/// What is wrong with `0x…`, and how far in.
fn hexadecimal(
    bytes: &[u8],
    start: usize,
    skip: &dyn Fn(usize, u32) -> usize,
) -> Option<(Code, usize)> {
    let end = skip(start, 16);
    let point = bytes.get(end) == Some(&b'.');
    let fraction = if point { skip(end + 1, 16) } else { end };
    let digits = end > start || point && fraction > end + 1;
    let exponent = matches!(bytes.get(fraction), Some(b'p' | b'P'));
    match (point, exponent) {
        (_, true) if !digits => Some((codes::INVALID_FLOATING_CONSTANT, fraction)),
        (true, false) => Some((codes::INVALID_FLOATING_CONSTANT, fraction)),
        (false, false) if !digits => Some((codes::BAD_HEX_DIGIT, 0)),
        _ => None,
    }
}

/// What is wrong with digits of base 8 or 10, and how far in.
fn decimal(
    bytes: &[u8],
    radix: u32,
    start: usize,
    skip: &dyn Fn(usize, u32) -> usize,
) -> Option<(Code, usize)> {
    let digits = skip(start, 10);
    let mut end = digits;
    let mut floating = false;
    if bytes.get(end) == Some(&b'.') {
        floating = true;
        end = skip(end + 1, 10);
    }
    if matches!(bytes.get(end), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(end + 1), Some(b'+' | b'-')));
        if bytes.get(end + 1 + sign).is_some_and(u8::is_ascii_digit) {
            floating = true;
            end = skip(end + 1 + sign, 10);
        }
    }
    let octal = skip(start, 8);
    if radix == 8 && !floating && octal < digits {
        return Some((codes::BAD_OCTAL_DIGIT, octal));
    }
    (bytes.get(end) == Some(&b'.')).then_some((codes::EXTRA_TEXT_AFTER_NUMBER, end))
}

/// Whether an integer is beyond 64 bits.
fn is_too_large(word: &str, radix: u32, start: usize, end: usize) -> bool {
    let rest = word.as_bytes().get(end);
    // With a suffix of the user's it may be read as it is written.
    if !matches!(rest, None | Some(b'u' | b'U' | b'l' | b'L' | b'z' | b'Z')) {
        return false;
    }
    let digits: String = word[start..end].chars().filter(|&c| c != '\'').collect();
    !digits.is_empty() && u64::from_str_radix(&digits, radix).is_err()
}

fn character<'db>(s: &Source<'db>, at: u32, out: &mut Sink<'db>) {
    let word = s.word(at);
    // Until C++17 the prefix is a name ([lex.ccon]).
    if word.starts_with("u8'") && s.settings.standard < 201_703 {
        let name = Arg::Name("u8".into());
        out.push(Finding::new(codes::UNDEFINED_IDENTIFIER { name }, at));
        return;
    }
    let Some(open) = word.find('\'') else { return };
    let Some(close) = word.rfind('\'').filter(|c| *c > open) else {
        return;
    };
    let mut rest = &word[open + 1..close];
    let mut count = 0usize;
    while !rest.is_empty() {
        let len = match rest.strip_prefix('\\') {
            Some(escape) => 1 + escape_length(escape),
            None => rest.chars().next().map_or(1, char::len_utf8),
        };
        if !rest.is_char_boundary(len) || len > rest.len() {
            return;
        }
        // One that is not ASCII is several bytes in the encoding of narrow ones.
        let bytes = match open == 0 && !rest.starts_with('\\') {
            true => len,
            false => 1,
        };
        rest = &rest[len..];
        count += bytes;
    }
    let number = match (open, count) {
        (_, 0) => Some(codes::ZERO_LENGTH_STRING),
        (_, 1) => beyond(&word[..open], &word[open + 1..close]),
        (0, ..=4) => Some(codes::MULTICHARACTER_LITERAL),
        (0, _) => Some(codes::EXTRA_LEADING_CHARACTERS),
        _ => Some(codes::TOO_MANY_CHARACTERS),
    };
    out.extend(number.map(|n| match n {
        codes::INVALID_CHAR16_CHARACTER => Finding::new(n, at).within(open as u32 + 1),
        _ => Finding::new(n, at),
    }));
    escapes(at, word, out);
}

/// What is said of a lone character that its type does not hold ([lex.ccon]/3).
fn beyond(prefix: &str, character: &str) -> Option<Code> {
    let escaped = (character.strip_prefix("\\u")).or_else(|| character.strip_prefix("\\U"));
    let value = match escaped {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None if character.starts_with('\\') => return None,
        None => u32::from(character.chars().next()?),
    };
    match prefix {
        "u8" if value > 0x7f => Some(codes::UTF8_CHARACTER_TOO_LONG),
        "u" if value > 0xffff => Some(codes::INVALID_CHAR16_CHARACTER),
        _ => None,
    }
}

/// How many bytes an escape sequence has after its backslash.
fn escape_length(escape: &str) -> usize {
    let digits = |from: usize, most: usize, radix: u32| {
        escape[from..]
            .chars()
            .take(most)
            .take_while(|c| c.is_digit(radix))
            .count()
    };
    match escape.chars().next() {
        Some('x') => 1 + digits(1, usize::MAX, 16),
        Some('0'..='7') => digits(0, 3, 8),
        Some('u') => 1 + digits(1, 4, 16),
        Some('U') => 1 + digits(1, 8, 16),
        Some(c) => c.len_utf8(),
        None => 0,
    }
}

/// What is wrong with a universal character name ([lex.universal.char]), told by what stands behind its backslash, and how far from the
/// backslash that is said.
fn universal(escape: &str) -> Option<(Code, usize)> {
    let digits = escape.strip_prefix(['u', 'U'])?;
    let wanted = if escape.starts_with('u') { 4 } else { 8 };
    if digits.len() < wanted {
        return Some((codes::MALFORMED_UNIVERSAL_CHARACTER, 1 + escape.len()));
    }
    match u32::from_str_radix(digits, 16).ok()? {
        0xd800..=0xdfff => Some((codes::SURROGATE_UNIVERSAL_CHARACTER, 0)),
        0x11_0000.. => Some((codes::INVALID_UNIVERSAL_CODE_POINT, 0)),
        _ => None,
    }
}

fn escapes<'db>(at: u32, word: &str, out: &mut Sink<'db>) {
    let open = word.find(['\'', '"']).unwrap_or(0);
    if word[..open].contains('R') {
        return;
    }
    // What fits depends on the width of a character.
    let most = match &word[..open] {
        "" | "u8" => 0xff,
        "u" => 0xffff,
        _ => u32::MAX,
    };
    let mut from = open + 1;
    while let Some(found) = word.get(from..).and_then(|rest| rest.find('\\')) {
        let backslash = from + found;
        let escape = &word[backslash + 1..];
        let len = escape_length(escape);
        let value = match escape.as_bytes().first() {
            Some(b'x') => u32::from_str_radix(&escape[1..len], 16).ok(),
            Some(b'0'..=b'7') => u32::from_str_radix(&escape[..len], 8).ok(),
            _ => Some(0),
        };
        let known = matches!(
            escape.as_bytes().first(),
            Some(
                b'\''
                    | b'"'
                    | b'?'
                    | b'\\'
                    | b'a'
                    | b'b'
                    | b'f'
                    | b'n'
                    | b'r'
                    | b't'
                    | b'v'
                    | b'e'
                    | b'E'
                    | b'x'
                    | b'u'
                    | b'U'
                    | b'N'
                    | b'0'..=b'7' | b'\n' | b'\r' | b'(' | b'[' | b'{' | b'%'
            )
        );
        if escape.starts_with('x') && len == 1 {
            out.push(Finding::new(codes::BAD_HEX_DIGIT, at).within(backslash as u32 + 2));
            return;
        }
        if let Some((code, within)) = universal(&escape[..len]) {
            out.push(Finding::new(code, at).within((backslash + within) as u32));
        }
        let number = match value {
            _ if !known => Some(codes::UNRECOGNIZED_CHAR_ESCAPE),
            Some(value) if value <= most => None,
            _ => Some(codes::BAD_CHARACTER_VALUE),
        };
        out.extend(number.map(|n| Finding::new(n, at).within(backslash as u32)));
        from = backslash + 1 + len.max(1);
    }
}
