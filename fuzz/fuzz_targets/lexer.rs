//! Any text: tokens tile it and none is empty, the table of tokens agrees with them, and more white space changes nothing.
#![no_main]
use cleave_syntax::SyntaxKind::{self, COMMENT, DIRECTIVE, LINE_MARKER, PRAGMA, WHITESPACE};
use cleave_syntax::lexer::{Lexed, next_token, same_tokens, token_hash};

/// The tokens one by one, without the table: kind and text.
fn walk(text: &str) -> Vec<(SyntaxKind, &str)> {
    let bytes = text.as_bytes();
    let (mut pos, mut line_start) = (0, true);
    let mut out = Vec::new();
    while pos < bytes.len() {
        let token = next_token(bytes, pos, line_start);
        let end = pos + token.len as usize;
        assert!(token.len > 0);
        let piece = &text[pos..end];
        match token.kind {
            WHITESPACE => line_start |= piece.contains('\n'),
            COMMENT | LINE_MARKER | PRAGMA | DIRECTIVE => {}
            _ => line_start = false,
        }
        out.push((token.kind, piece));
        pos = end;
    }
    out
}

libfuzzer_sys::fuzz_target!(|text: &str| {
    let raw = walk(text);
    let all: String = raw.iter().map(|(_, piece)| *piece).collect();
    assert_eq!(all, text);
    let lexed = Lexed::new(text);
    let table: Vec<&str> = (0..lexed.len()).map(|i| lexed.text(text, i)).collect();
    let significant: Vec<&str> = raw
        .iter()
        .filter(|(kind, _)| !matches!(kind, WHITESPACE | COMMENT | LINE_MARKER | PRAGMA | DIRECTIVE))
        .map(|(_, piece)| *piece)
        .collect();
    assert_eq!(table, significant);
    // A blank behind the first character of white space: a literal without its end still ends at its line's.
    let mut wider = String::with_capacity(text.len() * 2);
    for (kind, piece) in &raw {
        let first = piece.chars().next().map_or(0, char::len_utf8);
        wider.push_str(&piece[..first]);
        if *kind == WHITESPACE {
            wider.push(' ');
        }
        wider.push_str(&piece[first..]);
    }
    assert!(same_tokens(text, &wider));
    assert_eq!(token_hash(text), token_hash(&wider));
});
