//! Literals ([lex.literal]): from their spelling to values.

use cleave_syntax::SyntaxKind::{self, *};

use crate::{Encoding, FloatSuffix, IntSuffix, Literal, Name, UserLiteral};

/// A literal that is one token and no string.
pub(super) fn literal(
    kind: SyntaxKind,
    text: &str,
    name: impl FnMut(&str) -> Name,
) -> Option<Literal> {
    Some(match kind {
        TRUE_KW => Literal::Bool(true),
        FALSE_KW => Literal::Bool(false),
        NULLPTR_KW => Literal::Nullptr,
        NULL_KW => Literal::GnuNull,
        CHAR_LITERAL => return character(text, name),
        INT_LITERAL | FLOAT_LITERAL => return number(text, name),
        _ => return None,
    })
}

/// `literal` with a suffix of the user's, if it has one.
fn user(literal: Literal, text: &str, suffix: &str, mut name: impl FnMut(&str) -> Name) -> Literal {
    if suffix.is_empty() {
        return literal;
    }
    Literal::User(Box::new(UserLiteral {
        literal,
        text: text.into(),
        suffix: name(suffix),
    }))
}

/// So many decimal digits fit any type.
const MOST_DIGITS: usize = 18;

/// An integer or floating literal.
fn number(text: &str, name: impl FnMut(&str) -> Name) -> Option<Literal> {
    let bytes = text.as_bytes();
    // Mostly a few decimal digits.
    if bytes.len() <= MOST_DIGITS
        && bytes.iter().all(u8::is_ascii_digit)
        && (bytes.len() == 1 || bytes[0] != b'0')
    {
        let digits = bytes.iter().map(|b| u64::from(b - b'0'));
        return Some(Literal::Int {
            value: digits.fold(0, |value, digit| value * 10 + digit),
            suffix: IntSuffix::default(),
            decimal: true,
        });
    }
    let (radix, start) = cleave_syntax::numbers::radix(text);
    let end = digits_end(text, start, radix);
    let (number, suffix) = text.split_at_checked(end)?;
    let hex = radix == 16;
    // `1.5.2`, `0x`, `0x1.8`: no number at all.
    let after = &number[start..];
    let points = after.bytes().filter(|&b| b == b'.').count();
    let digits = after.bytes().any(|b| b.is_ascii_hexdigit());
    let has_exponent = after.bytes().any(|b| matches!(b, b'p' | b'P'));
    if suffix.starts_with('.') || points > 1 || hex && points == 1 && !has_exponent {
        return None;
    }
    if matches!(radix, 2 | 16) && !digits {
        return None;
    }
    let is_float = number[start..]
        .bytes()
        .any(|b| b == b'.' || matches!(b, b'p' | b'P') || !hex && matches!(b, b'e' | b'E'));
    let plain: String = number.chars().filter(|&c| c != '\'').collect();
    if is_float {
        let standard = float_suffix(suffix);
        let literal = Literal::Float {
            text: plain.as_str().into(),
            suffix: standard.unwrap_or(FloatSuffix::Double),
        };
        let own = if standard.is_some() { "" } else { suffix };
        return Some(user(literal, number, own, name));
    }
    let standard = int_suffix(suffix);
    let mut value: u128 = 0;
    for digit in plain.get(start..)?.chars() {
        let digit = digit.to_digit(radix)?;
        value = value
            .saturating_mul(u128::from(radix))
            .saturating_add(u128::from(digit));
    }
    let literal = Literal::Int {
        value: u64::try_from(value).ok()?,
        suffix: standard.unwrap_or_default(),
        decimal: radix == 10,
    };
    let own = if standard.is_some() { "" } else { suffix };
    Some(user(literal, number, own, name))
}

/// Where the digits of a number end and its suffix begins.
fn digits_end(text: &str, start: usize, radix: u32) -> usize {
    let bytes = text.as_bytes();
    let mut exponent = false;
    let mut i = start;
    while let Some(&b) = bytes.get(i) {
        let goes_on = match b {
            b'\'' => bytes.get(i + 1).is_some_and(u8::is_ascii_alphanumeric),
            b'.' => !exponent,
            b'0'..=b'9' => true,
            b'p' | b'P' if radix == 16 && !exponent && exponent_follows(bytes, i) => {
                exponent = true;
                i += usize::from(matches!(bytes.get(i + 1), Some(b'+' | b'-')));
                true
            }
            b'e' | b'E' if matches!(radix, 8 | 10) && !exponent && exponent_follows(bytes, i) => {
                exponent = true;
                i += usize::from(matches!(bytes.get(i + 1), Some(b'+' | b'-')));
                true
            }
            _ => radix == 16 && !exponent && b.is_ascii_hexdigit(),
        };
        if !goes_on {
            break;
        }
        i += 1;
    }
    i.min(text.len())
}

fn exponent_follows(bytes: &[u8], e: usize) -> bool {
    match bytes.get(e + 1) {
        Some(b'+' | b'-') => bytes.get(e + 2).is_some_and(u8::is_ascii_digit),
        Some(b) => b.is_ascii_digit(),
        None => false,
    }
}

fn int_suffix(suffix: &str) -> Option<IntSuffix> {
    let mut out = IntSuffix::default();
    let mut rest = suffix;
    while let Some(first) = rest.chars().next() {
        let taken = match first {
            'u' | 'U' if !out.unsigned => {
                out.unsigned = true;
                1
            }
            'l' | 'L' if out.long == 0 && !out.size => {
                let double = rest[1..].starts_with(['l', 'L']);
                out.long = 1 + u8::from(double);
                usize::from(out.long)
            }
            'z' | 'Z' if out.long == 0 && !out.size => {
                out.size = true;
                1
            }
            _ => return None,
        };
        rest = &rest[taken..];
    }
    Some(out)
}

fn float_suffix(suffix: &str) -> Option<FloatSuffix> {
    Some(match suffix {
        "" => FloatSuffix::Double,
        "f" | "F" | "f32" | "F32" => FloatSuffix::Float,
        "f64" | "F64" => FloatSuffix::Double,
        "l" | "L" => FloatSuffix::LongDouble,
        "f16" | "F16" => FloatSuffix::Float16,
        "q" | "Q" | "f128" | "F128" => FloatSuffix::Float128,
        "bf16" | "BF16" => FloatSuffix::Bfloat16,
        _ => return None,
    })
}

fn encoding(text: &str) -> (Encoding, &str) {
    for (prefix, encoding) in [
        ("u8", Encoding::Utf8),
        ("u", Encoding::Utf16),
        ("U", Encoding::Utf32),
        ("L", Encoding::Wide),
    ] {
        if let Some(rest) = text.strip_prefix(prefix) {
            return (encoding, rest);
        }
    }
    (Encoding::Ordinary, text)
}

fn character(text: &str, name: impl FnMut(&str) -> Name) -> Option<Literal> {
    let (encoding, rest) = encoding(text);
    let body = rest.strip_prefix('\'')?;
    let end = body.rfind('\'')?;
    let mut units = Vec::new();
    code_units(&body[..end], encoding, &mut units);
    let multi = units.len() > 1 && encoding == Encoding::Ordinary;
    let value = match encoding {
        // The bytes side by side, as far as an int holds them.
        Encoding::Ordinary => units.iter().fold(0u32, |v, &u| v << 8 | (u & 0xff)),
        Encoding::Utf16 => utf32(&body[..end]).unwrap_or_else(|| *units.first().unwrap_or(&0)),
        _ => units.last().copied().unwrap_or(0),
    };
    let literal = Literal::Char {
        value,
        encoding,
        multi,
    };
    Some(user(
        literal,
        &text[..text.len() - rest.len() + end + 2],
        &body[end + 1..],
        name,
    ))
}

fn utf32(body: &str) -> Option<u32> {
    let mut units = Vec::new();
    code_units(body, Encoding::Utf32, &mut units);
    units.first().copied()
}

/// Adjacent string literals as one ([lex.string]): the encoding is that of whichever piece has one.
pub(super) fn string(pieces: &[&str], mut name: impl FnMut(&str) -> Name) -> Option<Literal> {
    let joint = pieces
        .iter()
        .map(|p| encoding(p).0)
        .find(|&e| e != Encoding::Ordinary)
        .unwrap_or(Encoding::Ordinary);
    let mut units = Vec::new();
    let mut suffix = "";
    for piece in pieces {
        let (_, rest) = encoding(piece);
        if let Some(raw) = rest.strip_prefix('R') {
            let (body, end) = raw_body(raw)?;
            for c in body.chars() {
                encode(c, joint, &mut units);
            }
            suffix = choose(suffix, end);
        } else {
            let body = rest.strip_prefix('"')?;
            let end = body.rfind('"')?;
            code_units(&body[..end], joint, &mut units);
            suffix = choose(suffix, &body[end + 1..]);
        }
    }
    if pieces.is_empty() {
        return None;
    }
    let literal = Literal::String {
        units: units.into(),
        encoding: joint,
    };
    Some(user(literal, "", suffix, &mut name))
}

/// What adjacent string literals say, for a message: a code unit outside of ASCII is a question mark.
pub fn string_text(pieces: &[&str]) -> Option<String> {
    let Literal::String { units, .. } = string(pieces, Name::new)? else {
        return None;
    };
    let shown = |unit: &u32| match char::from_u32(*unit) {
        Some(c) if c.is_ascii() => c,
        _ => '?',
    };
    Some(units.iter().map(shown).collect())
}

fn choose<'a>(one: &'a str, other: &'a str) -> &'a str {
    if one.is_empty() { other } else { one }
}

/// Contents and suffix of `"delimiter(…)delimiter"`.
fn raw_body(raw: &str) -> Option<(&str, &str)> {
    let raw = raw.strip_prefix('"')?;
    let (delimiter, rest) = raw.split_once('(')?;
    let close = format!("){delimiter}\"");
    let end = rest.find(&close)?;
    Some((&rest[..end], &rest[end + close.len()..]))
}

/// The code units of what stands between quotes, escapes resolved ([lex.ccon]).
fn code_units(body: &str, encoding: Encoding, out: &mut Vec<u32>) {
    let mut rest = body;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        if c != '\\' {
            encode(c, encoding, out);
            continue;
        }
        let Some(escape) = rest.chars().next() else {
            return;
        };
        let simple = match escape {
            'n' => Some('\n'),
            't' => Some('\t'),
            'v' => Some('\x0b'),
            'b' => Some('\x08'),
            'r' => Some('\r'),
            'f' => Some('\x0c'),
            'a' => Some('\x07'),
            'e' | 'E' => Some('\x1b'),
            _ => None,
        };
        if let Some(simple) = simple {
            out.push(u32::from(simple));
            rest = &rest[1..];
            continue;
        }
        let (value, taken, is_code_point) = match escape {
            '0'..='7' => {
                let (value, taken) = digits(rest, 8, 3);
                (value, taken, false)
            }
            'x' => escaped_digits(&rest[1..], 16, usize::MAX, false),
            'o' if rest[1..].starts_with('{') => escaped_digits(&rest[1..], 8, usize::MAX, false),
            'u' => escaped_digits(&rest[1..], 16, 4, true),
            'U' => escaped_digits(&rest[1..], 16, 8, true),
            other => {
                encode(other, encoding, out);
                rest = &rest[other.len_utf8()..];
                continue;
            }
        };
        rest = &rest[taken.min(rest.len())..];
        match char::from_u32(value).filter(|_| is_code_point) {
            Some(c) => encode(c, encoding, out),
            None => out.push(value & unit_mask(encoding)),
        }
    }
}

/// The digits after the letter of an escape, perhaps in braces: value, bytes with the letter, whether a code point.
fn escaped_digits(text: &str, radix: u32, most: usize, code_point: bool) -> (u32, usize, bool) {
    if let Some(inner) = text.strip_prefix('{') {
        let (value, taken) = digits(inner, radix, usize::MAX);
        return (value, taken + 3, code_point);
    }
    let (value, taken) = digits(text, radix, most);
    (value, taken + 1, code_point)
}

fn digits(text: &str, radix: u32, most: usize) -> (u32, usize) {
    let mut value = 0u32;
    let mut taken = 0;
    for digit in text.chars().map_while(|c| c.to_digit(radix)).take(most) {
        value = value.wrapping_mul(radix).wrapping_add(digit);
        taken += 1;
    }
    (value, taken)
}

fn unit_mask(encoding: Encoding) -> u32 {
    match encoding {
        Encoding::Ordinary | Encoding::Utf8 => 0xff,
        Encoding::Utf16 => 0xffff,
        Encoding::Wide | Encoding::Utf32 => u32::MAX,
    }
}

fn encode(c: char, encoding: Encoding, out: &mut Vec<u32>) {
    match encoding {
        Encoding::Ordinary | Encoding::Utf8 => {
            let mut buffer = [0; 4];
            out.extend(c.encode_utf8(&mut buffer).bytes().map(u32::from));
        }
        Encoding::Utf16 => {
            let mut buffer = [0; 2];
            out.extend(c.encode_utf16(&mut buffer).iter().map(|&u| u32::from(u)));
        }
        Encoding::Wide | Encoding::Utf32 => out.push(u32::from(c)),
    }
}
