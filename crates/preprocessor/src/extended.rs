//! Characters beyond ASCII in names ([lex.charset], [lex.name]): UTF-8, and universal character names, which mean the same. Which of them
//! a standard allows is not looked at. Knows nothing of tokens.

use crate::lex::is_id;

/// The character at `i`, and how many bytes it has.
pub(crate) fn character(t: &[u8], i: usize) -> Option<(char, usize)> {
    if t[i] == b'\\' {
        let digits = match t.get(i + 1)? {
            b'u' => 4,
            b'U' => 8,
            _ => return None,
        };
        let text = std::str::from_utf8(t.get(i + 2..i + 2 + digits)?).ok()?;
        if !text.bytes().all(|c| c.is_ascii_hexdigit()) {
            return None;
        }
        let c = char::from_u32(u32::from_str_radix(text, 16).ok()?)?;
        // Of the basic ones only these may be written so; the rest is an error, and taken.
        return Some((c, 2 + digits));
    }
    let width = width(t, i)?;
    let text = std::str::from_utf8(&t[i..i + width]).ok()?;
    Some((text.chars().next()?, width))
}

/// The bytes of the UTF-8 character at `i`, if it is one beyond ASCII.
pub(crate) fn width(t: &[u8], i: usize) -> Option<usize> {
    let width = match t[i] {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => return None,
    };
    let bytes = t.get(i..i + width)?;
    std::str::from_utf8(bytes).ok().map(|_| width)
}

/// Behind the name that goes on at `i`, or begins there.
pub(crate) fn name(t: &[u8], i: usize) -> usize {
    let mut j = i;
    while j < t.len() {
        if is_id(t[j]) && (j > i || !t[j].is_ascii_digit()) {
            j += 1;
        } else if (t[j] >= 0x80 || t[j] == b'\\')
            && let Some((_, width)) = character(t, j)
        {
            j += width;
        } else {
            break;
        }
    }
    j
}

/// The name with its characters themselves instead of their names.
pub(crate) fn plain(name: &[u8]) -> Vec<u8> {
    let mut out = vec![];
    let mut i = 0;
    while i < name.len() {
        match character(name, i) {
            Some((c, width)) if !name[i].is_ascii() || name[i] == b'\\' => {
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                i += width;
            }
            _ => {
                out.push(name[i]);
                i += 1;
            }
        }
    }
    out
}

/// The name as GNU's cpp writes it.
pub(crate) fn written(name: &[u8], out: &mut Vec<u8>) {
    let name = plain(name);
    for c in String::from_utf8_lossy(&name).chars() {
        if c.is_ascii() {
            out.push(c as u8);
        } else {
            out.extend_from_slice(format!("\\U{:08x}", u32::from(c)).as_bytes());
        }
    }
}
