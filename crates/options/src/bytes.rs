//! Command-line words as bytes and back. Knows nothing of options.

use std::ffi::{OsStr, OsString};

/// The bytes of a word as the shell passed it.
pub(crate) fn of(word: &OsStr) -> &[u8] {
    word.as_encoded_bytes()
}

/// A part of a word (after `=`, or behind a short letter) as a word of its own.
#[cfg(unix)]
pub(crate) fn to_os(part: &[u8]) -> OsString {
    use std::os::unix::ffi::OsStrExt;
    OsStr::from_bytes(part).to_os_string()
}

/// A part of a word as a word of its own; what is not UTF-8 is replaced.
#[cfg(not(unix))]
pub(crate) fn to_os(part: &[u8]) -> OsString {
    String::from_utf8_lossy(part).into_owned().into()
}

/// Reads a decimal number the way the reference does: digits only, no sign, no blank, up to 64 bits;
/// the empty word is zero.
pub(crate) fn number(part: &[u8]) -> Option<u64> {
    part.iter().try_fold(0u64, |sum, digit| {
        let digit = digit.is_ascii_digit().then(|| u64::from(digit - b'0'))?;
        sum.checked_mul(10)?.checked_add(digit)
    })
}

/// Splits `--name=value`, of which the dashes are dropped. The value is nothing without `=`.
pub(crate) fn option_and_value(text: &[u8]) -> (&[u8], Option<&[u8]>) {
    let body = text.get(2..).unwrap_or_default();
    match body.iter().position(|&b| b == b'=') {
        Some(at) => (&body[..at], Some(&body[at + 1..])),
        None => (body, None),
    }
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_are_plain_digits_up_to_64_bits() {
        assert_eq!(number(b""), Some(0));
        assert_eq!(number(b"0120200"), Some(120200));
        assert_eq!(number(b"18446744073709551615"), Some(u64::MAX));
        for bad in [
            "18446744073709551616",
            "+1",
            "-1",
            " 1",
            "1 ",
            "1x",
            "0x1",
            "186-D",
        ] {
            assert_eq!(number(bad.as_bytes()), None, "{bad}");
        }
    }
}
