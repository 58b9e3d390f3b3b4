//! A source line and the caret below it. Source lines are bytes: nothing is assumed of their encoding.

/// How many bytes the character at the start of `bytes` takes: a well-formed UTF-8 sequence is one character,
/// and so is a malformed byte together with the continuation bytes that follow it.
fn char_len(bytes: &[u8]) -> usize {
    let Some(&first) = bytes.first() else {
        return 0;
    };
    if first < 0x80 {
        return 1;
    }
    let width = match first {
        0xc2..=0xdf => 2,
        0xe0..=0xef => 3,
        0xf0..=0xf4 => 4,
        _ => 0,
    };
    if bytes
        .get(..width)
        .is_some_and(|s| !s.is_empty() && std::str::from_utf8(s).is_ok())
    {
        return width;
    }
    1 + bytes[1..]
        .iter()
        .take_while(|b| (0x80..0xc0).contains(*b))
        .count()
}

/// The part of a line that can be shown: up to its end, without a carriage return there.
fn visible(source: &[u8]) -> &[u8] {
    let line = source.split(|b| *b == b'\n').next().unwrap_or_default();
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// The bytes before a byte column (from 1); a column past the end means the end.
fn before(line: &[u8], column: u32) -> &[u8] {
    let wanted = usize::try_from(column)
        .unwrap_or(usize::MAX)
        .saturating_sub(1);
    line.get(..wanted).unwrap_or(line)
}

/// A byte column as a column of characters, both from 1; 0 stays 0.
pub(crate) fn character_column(source: &[u8], column: u32) -> u32 {
    if column == 0 {
        return 0;
    }
    let mut rest = before(visible(source), column);
    let mut characters = 1u32;
    while !rest.is_empty() {
        rest = &rest[char_len(rest).min(rest.len())..];
        characters = characters.saturating_add(1);
    }
    characters
}

/// Appends the line and the caret line, both behind two blanks. Tabs come back in the caret line, so that it
/// stays below its character whatever a tab is worth.
pub(crate) fn render(out: &mut Vec<u8>, source: &[u8], column: u32) {
    let line = visible(source);
    out.extend_from_slice(b"  ");
    out.extend(
        line.iter()
            .map(|b| if matches!(b, 0 | b'\r') { b' ' } else { *b }),
    );
    out.extend_from_slice(b"\n  ");
    let mut rest = before(line, column);
    while !rest.is_empty() {
        out.push(if rest[0] == b'\t' { b'\t' } else { b' ' });
        rest = &rest[char_len(rest).min(rest.len())..];
    }
    out.extend_from_slice(b"^\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(source: &[u8]) -> u32 {
        let end = source
            .iter()
            .position(|b| *b == b'X')
            .unwrap_or(source.len());
        character_column(source, end as u32 + 1)
    }

    // Each expectation is the column that the reference gives for the `X`, less 1.
    #[test]
    fn characters_count_not_bytes() {
        for (source, before) in [
            (&b"abc X"[..], 4),
            ("é é X".as_bytes(), 4),
            ("中😀e\u{301}X".as_bytes(), 4),
            (b"\xff\xfe\xc3*X", 4),
            (b"\xa9\xa9X", 1),
            (b"\xe4\xb8*X", 2),
            (b"\xf0\x9f\x98*X", 2),
            (b"\xed\xa0\x80*X", 2),
            (b"\xc0\x80*X", 2),
            (b"\xf8\x88\x80\x80\x80*X", 2),
            (b"\xf5\x80\x80\x80*X", 2),
            (b"\xe4\xe4\xb8\xad*X", 3),
            (b"\xc3\xa9\xa9*X", 3),
            (b"\xc3\xa9\xc3\xa9\xa9\xa9\xa9\xa9*X", 4),
        ] {
            assert_eq!(columns(source), before + 1, "{source:?}");
        }
    }

    fn shown(source: &[u8], column: u32) -> String {
        let mut out = Vec::new();
        render(&mut out, source, column);
        String::from_utf8_lossy(&out).into_owned()
    }

    #[test]
    fn control_characters() {
        assert_eq!(shown(b"\tint\ty;", 6), "  \tint\ty;\n  \t   \t^\n");
        assert_eq!(shown(b"a;\x00\x00b", 5), "  a;  b\n      ^\n");
        assert_eq!(shown(b"a;\rb;\r", 4), "  a; b;\n     ^\n");
        assert_eq!(shown(b"a\nb", 99), "  a\n   ^\n");
        assert_eq!(shown(b"", 0), "  \n  ^\n");
    }
}
