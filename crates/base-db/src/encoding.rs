//! Bytes to text and back without loss. Source files need not be UTF-8 (old comments and string literals are Latin-1), but
//! trees and slices want `str`: each stray byte becomes one character of a private plane, and that character is made a byte
//! again on the way out. Where a text really contains such a character, its own bytes are taken for stray ones, so that the
//! mapping stays reversible for every input.

use std::borrow::Cow;

/// Stray byte `b` (0x80 and above) becomes `BASE + b`; plane 16's private use area has no assigned meaning.
const BASE: u32 = 0x10_ff00;

fn stand_in(byte: u8) -> char {
    char::from_u32(BASE + u32::from(byte)).unwrap_or(char::REPLACEMENT_CHARACTER)
}

/// Whether a character of a decoded text stands for a byte that was no UTF-8.
pub fn is_stray_byte(c: char) -> bool {
    (BASE + 0x80..=BASE + 0xff).contains(&(c as u32))
}

/// Whether a text holds a byte that the stand-ins begin with in UTF-8; next to no text does.
pub fn may_hold_stray_bytes(text: &str) -> bool {
    memchr::memchr(0xf4, text.as_bytes()).is_some()
}

/// The text of `bytes`.
pub fn decode(bytes: Vec<u8>) -> String {
    match String::from_utf8(bytes) {
        Ok(text) if !may_hold_stray_bytes(&text) || !text.chars().any(is_stray_byte) => text,
        Ok(text) => escape(text.as_bytes()),
        Err(e) => escape(e.as_bytes()),
    }
}

fn escape(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len() + bytes.len() / 8);
    for chunk in bytes.utf8_chunks() {
        for c in chunk.valid().chars() {
            if is_stray_byte(c) {
                out.extend(c.encode_utf8(&mut [0; 4]).bytes().map(stand_in));
            } else {
                out.push(c);
            }
        }
        out.extend(chunk.invalid().iter().copied().map(stand_in));
    }
    out
}

/// The bytes of a text that [`decode`] made, or that contains pieces of one.
pub fn encode(text: &str) -> Cow<'_, [u8]> {
    if !may_hold_stray_bytes(text) || !text.chars().any(is_stray_byte) {
        return Cow::Borrowed(text.as_bytes());
    }
    let mut out = Vec::with_capacity(text.len());
    for c in text.chars() {
        if is_stray_byte(c) {
            out.push((c as u32 - BASE) as u8);
        } else {
            out.extend(c.encode_utf8(&mut [0; 4]).bytes());
        }
    }
    Cow::Owned(out)
}

#[cfg(test)]
mod tests {
    use super::{decode, encode};

    #[test]
    fn every_input_comes_back() {
        let inputs: [&[u8]; 5] = [
            b"int x;",
            b"// caf\xe9 \xff\xfe",
            "caf\u{e9} \u{10ffe9}".as_bytes(),
            "\u{10ffff}\u{10fffd} ok".as_bytes(),
            b"\xf4\x8f\xbf",
        ];
        for bytes in inputs {
            let text = decode(bytes.to_vec());
            assert_eq!(&*encode(&text), bytes);
        }
        assert_eq!(decode(b"caf\xe9".to_vec()).chars().count(), 4);
    }
}
