//! Any text: the parser ends and its tree holds every byte, bodies open or closed.
#![no_main]
use cleave_syntax::{Bodies, Dialect, Entry, Lexed, NoNames, ParseMode, parse_item};

libfuzzer_sys::fuzz_target!(|text: &str| {
    let lexed = Lexed::new(text);
    for bodies in [Bodies::Full, Bodies::Lazy] {
        for entry in [Entry::TranslationUnit, Entry::Declaration, Entry::FunctionBody] {
            let parse = parse_item(text, &lexed, entry, &Dialect::default(), &NoNames, ParseMode { bodies });
            assert_eq!(parse.syntax().to_string(), text);
        }
    }
});
