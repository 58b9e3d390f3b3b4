//! What numbers begin with ([lex.icon], [lex.fcon]). Knows no values.

/// The base of a numeric literal as its prefix says it, and where the digits begin.
pub fn radix(literal: &str) -> (u32, usize) {
    let bytes = literal.as_bytes();
    match (bytes.first(), bytes.get(1).map(u8::to_ascii_lowercase)) {
        (Some(b'0'), Some(b'x')) => (16, 2),
        (Some(b'0'), Some(b'b')) => (2, 2),
        (Some(b'0'), Some(_)) => (8, 1),
        _ => (10, 0),
    }
}
