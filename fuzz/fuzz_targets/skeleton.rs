//! Any text: the skeleton ends, its items lie in order and inside the text, and layout does not change the tokens.
#![no_main]
use cleave_syntax::lexer::{Lexed, same_tokens};
use cleave_syntax::skeleton::Skeleton;

libfuzzer_sys::fuzz_target!(|text: &str| {
    let s = Skeleton::new(text);
    let mut last = 0;
    for item in &s.items {
        assert!(item.span.start >= last && item.span.end >= item.span.start && item.span.end as usize <= text.len());
        assert!(item.head_end >= item.span.start && item.head_end <= item.span.end);
        let _ = (item.span.of(text), item.name.of(text));
        last = item.span.end;
    }
    for e in &s.errors {
        let _ = s.lines.position(text, e.offset as usize);
    }
    let _ = Lexed::new(text);
    assert!(same_tokens(text, text));
});
