//! The values of literals in conditions ([cpp.cond], [lex.icon], [lex.ccon]). Knows nothing of where they stand.

use crate::eval::Said;
use crate::problems::Severity;

/// A value of `intmax_t` or `uintmax_t`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Value {
    pub(crate) bits: u64,
    pub(crate) unsigned: bool,
}

impl Value {
    pub(crate) fn signed(n: i64) -> Value {
        Value {
            bits: n as u64,
            unsigned: false,
        }
    }

    pub(crate) fn truth(b: bool) -> Value {
        Value::signed(i64::from(b))
    }
}

/// A shift, to the other side by a negative number.
pub(crate) fn shift(left: bool, a: Value, b: Value) -> Value {
    let (x, y) = (a.bits as i64, b.bits as i64);
    let back = y < 0 && !b.unsigned;
    let n = if back { y.unsigned_abs() } else { b.bits };
    let bits = match (left != back, a.unsigned) {
        (true, _) if n > 63 => 0,
        (true, _) => a.bits << n,
        (false, true) if n > 63 => 0,
        (false, true) => a.bits >> n,
        (false, false) => (x >> n.min(63)) as u64,
    };
    Value { bits, ..a }
}

/// A numeric literal: its value, and what is said of it. Where imaginary numbers are not known, their suffixes are a program's own.
pub(crate) fn number(
    text: &[u8],
    year: u32,
    has_imaginary: bool,
) -> (Value, Vec<(Severity, String)>) {
    let s: String = text
        .iter()
        .filter(|&&c| c != b'\'')
        .map(|&c| c.to_ascii_lowercase() as char)
        .collect();
    let (radix, digits) = match s.as_bytes() {
        [b'0', b'x', d, ..] if d.is_ascii_hexdigit() || *d == b'.' => (16, &s[2..]),
        [b'0', b'b', b'0' | b'1', ..] => (2, &s[2..]),
        [b'0', ..] => (8, &s[..]),
        _ => (10, &s[..]),
    };
    // All decimal digits belong to it, even those that the radix has not.
    let end = digits
        .find(|c: char| !c.is_digit(radix.max(10)))
        .unwrap_or(digits.len());
    let (digits, rest) = digits.split_at(end);
    let zero = Value::signed(0);
    let error = |message: &str| (Severity::Error, message.to_owned());
    let user_defined = error("user-defined literal in preprocessor expression");
    let exponent = if radix == 16 { 'p' } else { 'e' };
    let signed_digit = |c: char| c.is_ascii_digit() || c == '+' || c == '-';
    if rest.starts_with('.') || rest.starts_with(exponent) && rest[1..].starts_with(signed_digit) {
        let tail = rest.trim_start_matches(|c: char| c == '.' || c.is_digit(radix.max(10)));
        let tail = tail
            .strip_prefix(exponent)
            .map_or(tail, |t| t.trim_start_matches(signed_digit));
        let mut said = vec![];
        if !matches!(tail, "" | "f" | "l" | "q" | "w") {
            said.push(user_defined);
        }
        said.push(error("floating constant in preprocessor expression"));
        return (zero, said);
    }
    let letters = rest.replace("ll", "l");
    let plain = matches!(
        letters.as_str(),
        "" | "u" | "l" | "ul" | "lu" | "z" | "uz" | "zu"
    );
    let imaginary =
        !plain && has_imaginary && !rest.is_empty() && rest.chars().all(|c| "ulij".contains(c));
    if imaginary {
        return (
            zero,
            vec![error("imaginary number in preprocessor expression")],
        );
    }
    let mut said = vec![];
    if !plain {
        said.push(user_defined);
    } else if letters.contains('z') && year < 2023 {
        let kind = match letters.contains('u') {
            true => "size_t",
            false => "make_signed_t<size_t>",
        };
        let message = format!("use of C++23 '{kind}' integer constant");
        said.push((Severity::Warning, message));
    }
    if let Some(bad) = digits.chars().find(|c| !c.is_digit(radix)) {
        let kind = if radix == 8 { "octal" } else { "binary" };
        let message = format!("invalid digit \"{bad}\" in {kind} constant");
        said.push(error(&message));
        return (zero, said);
    }
    let (mut bits, mut large) = (0u64, false);
    for d in digits.chars().filter_map(|c| c.to_digit(radix)) {
        let next = u128::from(bits) * u128::from(radix) + u128::from(d);
        large |= next > u128::from(u64::MAX);
        bits = next as u64;
    }
    let mut unsigned = plain && letters.contains('u');
    let mut warn = |message: &str| said.push((Severity::Warning, message.to_owned()));
    if large {
        warn("integer constant is too large for its type");
    } else if !unsigned && bits > i64::MAX as u64 {
        if radix == 10 {
            warn("integer constant is so large that it is unsigned");
        }
        unsigned = true;
    }
    (Value { bits, unsigned }, said)
}

/// The value of a character literal, and what is said of it.
pub(crate) fn character(text: &[u8]) -> (Value, Said) {
    let quote = text.iter().position(|&c| c == b'\'').unwrap_or(0);
    let prefix = &text[..quote];
    let last = text.iter().rposition(|&c| c == b'\'').unwrap_or(quote);
    let body = text.get(quote + 1..last).unwrap_or_default();
    if body.is_empty() {
        let said = Some((Severity::Error, "empty character constant"));
        return (Value::signed(0), said);
    }
    let (mut value, mut count) = (0u64, 0);
    let mut i = 0;
    let width = match prefix {
        b"L" | b"U" => 32,
        b"u" => 16,
        _ => 8,
    };
    let mask = if width == 32 {
        u64::from(u32::MAX)
    } else {
        (1 << width) - 1
    };
    while i < body.len() {
        let (c, next) = one(body, i, width);
        i = next;
        count += 1;
        if width == 8 {
            value = if count == 1 {
                c & mask
            } else {
                value << 8 | c & mask
            };
        } else {
            value = c & mask;
        }
    }
    let said = if width == 8 && count > 4 {
        value &= u64::from(u32::MAX);
        Some((
            Severity::Warning,
            "character constant too long for its type",
        ))
    } else if width == 8 && count > 1 {
        Some((Severity::Warning, "multi-character character constant"))
    } else if count > 1 {
        Some((
            Severity::Warning,
            "character constant too long for its type",
        ))
    } else {
        None
    };
    let n = match (width, count) {
        (8, 1) if prefix.is_empty() => i64::from(value as u8 as i8),
        (8, 1) => value as i64,
        (8, _) => i64::from(value as u32 as i32),
        (32, _) if prefix == b"L" => i64::from(value as u32 as i32),
        _ => value as i64,
    };
    let unsigned = matches!(prefix, b"u" | b"U" | b"u8");
    let bits = n as u64;
    (Value { bits, unsigned }, said)
}

/// One character of a literal, and where the next begins.
fn one(body: &[u8], i: usize, width: u32) -> (u64, usize) {
    if body[i] != b'\\' || i + 1 >= body.len() {
        if width > 8
            && let Some((c, len)) = crate::extended::character(body, i).filter(|_| body[i] >= 0x80)
        {
            return (u64::from(u32::from(c)), i + len);
        }
        return (u64::from(body[i]), i + 1);
    }
    let mut j = i + 2;
    let c = match body[i + 1] {
        b'n' => 10,
        b't' => 9,
        b'r' => 13,
        b'a' => 7,
        b'b' => 8,
        b'f' => 12,
        b'v' => 11,
        b'e' | b'E' => 27,
        d @ b'0'..=b'7' => {
            let mut n = u64::from(d - b'0');
            while j < body.len() && j < i + 4 && matches!(body[j], b'0'..=b'7') {
                n = n * 8 + u64::from(body[j] - b'0');
                j += 1;
            }
            n
        }
        b'x' => {
            let mut n = 0u64;
            while let Some(d) = body.get(j).and_then(|&c| (c as char).to_digit(16)) {
                n = n << 4 | u64::from(d);
                j += 1;
            }
            n
        }
        b'u' | b'U' => match crate::extended::character(body, i) {
            Some((c, len)) => {
                j = i + len;
                u64::from(u32::from(c))
            }
            None => u64::from(body[i + 1]),
        },
        other => u64::from(other),
    };
    (c, j)
}
