//! Nothing is lost, whatever the text: properties of the lexer, the skeleton and the parser over generated texts. The generator
//! is deterministic: what fails once fails in every run.

use cleave_syntax::lexer::{Lexed, next_token, same_tokens, token_hash};
use cleave_syntax::skeleton::Skeleton;
use cleave_syntax::{Bodies, Dialect, Entry, NoNames, ParseMode, Standard, SyntaxKind, parse_item};

const EVERYTHING: &str = include_str!("data/every_production.cu");

/// Pieces that mean something to one of the three, in any order.
const WORDS: &[&str] = &[
    "a",
    "b",
    "T",
    "int",
    "auto",
    "class",
    "struct",
    "template",
    "typename",
    "operator",
    "namespace",
    "using",
    "concept",
    "requires",
    "if",
    "for",
    "switch",
    "case",
    "return",
    "try",
    "catch",
    "enum",
    "extern",
    "\"C\"",
    "asm",
    "sizeof",
    "new",
    "__attribute__",
    "__nv_parent",
    "__extension__",
    "co_await",
    "decltype",
    "static_assert",
    "constexpr",
    "noexcept",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "<",
    ">",
    "<<<",
    ">>>",
    "<<",
    ">>",
    ">=",
    "((",
    "))",
    "[[",
    "]]",
    "::",
    ":",
    ";",
    ",",
    ".",
    "...",
    "->",
    "->*",
    "=",
    "==",
    "<=>",
    "+",
    "++",
    "-",
    "*",
    "&",
    "&&",
    "|",
    "!",
    "~",
    "?",
    "%:",
    "<:",
    ":>",
    "#",
    "@",
    "\\",
    "1",
    "0x1p-3",
    "1'000",
    "'c'",
    "u8\"s\"",
    "R\"(raw)\"",
    "R\"x(",
    "\"open",
    "'o",
    "\u{e9}",
    "\u{10fff0}",
    "\\u00e9",
    "\0",
    " ",
    "  ",
    "\t",
    "\n",
    "\r\n",
    "\x0b",
    "// c\n",
    "/* c */",
    "/*",
    "*/",
    "\n# 1 \"f.h\" 3\n",
    "\n#pragma once\n",
    "\n#define x\n",
    "\n_Pragma(\"x\")",
];

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % n.max(1) as u64) as usize
    }

    /// A text of up to `n` words, mostly with blanks between them.
    fn words(&mut self, n: usize) -> String {
        let mut out = String::new();
        for _ in 0..self.below(n) {
            out += WORDS[self.below(WORDS.len())];
            if self.below(3) > 0 {
                out.push(' ');
            }
        }
        out
    }

    /// Any characters, ASCII more often than not.
    fn characters(&mut self, n: usize) -> String {
        (0..self.below(n))
            .map(|_| match self.below(8) {
                0 => char::from_u32(self.below(0x11_0000) as u32).unwrap_or('\u{fffd}'),
                _ => char::from(self.below(128) as u8),
            })
            .collect()
    }

    /// A stretch of a real program with a few stretches of it moved, doubled, or replaced.
    fn program(&mut self) -> String {
        let from = boundary(EVERYTHING, self.below(EVERYTHING.len()));
        let to = boundary(EVERYTHING, (from + self.below(1500)).min(EVERYTHING.len()));
        let mut text = EVERYTHING[from..to.max(from)].to_owned();
        for _ in 0..self.below(5) {
            let a = boundary(&text, self.below(text.len() + 1));
            let b = boundary(&text, (a + self.below(40)).min(text.len())).max(a);
            match self.below(3) {
                0 => text.replace_range(a..b, ""),
                1 => {
                    let copy = text[a..b].to_owned();
                    let at = boundary(&text, self.below(text.len() + 1));
                    text.insert_str(at, &copy);
                }
                _ => text.replace_range(a..b, &self.words(6)),
            }
        }
        text
    }
}

fn boundary(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// The raw tokens cover the text, and the table of significant ones agrees with them.
fn check_tokens(text: &str) {
    let (mut pos, mut line_start) = (0, true);
    let mut significant = Vec::new();
    while pos < text.len() {
        let token = next_token(text.as_bytes(), pos, line_start);
        assert!(token.len > 0, "an empty token at {pos} in {text:?}");
        let piece = &text[pos..pos + token.len as usize];
        match token.kind {
            SyntaxKind::WHITESPACE => line_start |= piece.contains('\n'),
            SyntaxKind::COMMENT
            | SyntaxKind::LINE_MARKER
            | SyntaxKind::PRAGMA
            | SyntaxKind::DIRECTIVE => {}
            _ => {
                line_start = false;
                significant.push(piece);
            }
        }
        pos += piece.len();
    }
    assert_eq!(pos, text.len());
    let lexed = Lexed::new(text);
    let table: Vec<&str> = (0..lexed.len()).map(|i| lexed.text(text, i)).collect();
    assert_eq!(table, significant, "{text:?}");
    assert!(same_tokens(text, text));
    assert_eq!(token_hash(text), token_hash(text));
}

/// Items lie in order; their trees and what is between them are the text, bodies open or closed.
fn check_items(text: &str, dialect: Dialect) {
    let skeleton = Skeleton::new(text);
    for bodies in [Bodies::Full, Bodies::Lazy] {
        let mut joined = String::with_capacity(text.len());
        let mut end = 0;
        for item in &skeleton.items {
            let span = item.span.range();
            assert!(end <= span.start && span.start <= span.end, "{text:?}");
            joined += &text[end..span.start];
            let own = &text[span.clone()];
            let lexed = Lexed::new(own);
            let mode = ParseMode { bodies };
            let parse = parse_item(own, &lexed, Entry::Declaration, &dialect, &NoNames, mode);
            for token in parse
                .syntax()
                .descendants_with_tokens()
                .filter_map(|e| e.into_token())
            {
                joined += token.text();
            }
            for error in &parse.errors {
                assert!(error.token as usize <= lexed.len(), "{text:?}");
            }
            end = span.end;
        }
        joined += &text[end..];
        assert_eq!(joined, text);
    }
}

fn check_all(text: &str, dialect: Dialect) {
    check_tokens(text);
    check_items(text, dialect);
    for entry in [
        Entry::TranslationUnit,
        Entry::MemberDeclaration("T"),
        Entry::Statement,
        Entry::FunctionBody,
        Entry::Expression,
    ] {
        let parse = parse_item(
            text,
            &Lexed::new(text),
            entry,
            &dialect,
            &NoNames,
            ParseMode::default(),
        );
        assert_eq!(parse.syntax().text(), text, "{entry:?}");
    }
}

const STANDARDS: [Standard; 4] = [
    Standard::Cpp03,
    Standard::Cpp14,
    Standard::Cpp20,
    Standard::Cpp23,
];

fn over(mut text: impl FnMut(&mut Random) -> String, seed: u64, count: usize) {
    let mut random = Random(seed);
    for i in 0..count {
        let standard = STANDARDS[i % STANDARDS.len()];
        check_all(
            &text(&mut random),
            Dialect {
                standard,
                ..Dialect::default()
            },
        );
    }
}

#[test]
fn words_in_any_order() {
    over(|r| r.words(60), 0x9e37_79b9_7f4a_7c15, 1500);
}

#[test]
fn any_characters() {
    over(|r| r.characters(80), 0x2545_f491_4f6c_dd1d, 1500);
}

#[test]
fn programs_with_pieces_moved() {
    over(Random::program, 0xd1b5_4a32_d192_ed03, 300);
}

#[test]
fn the_whole_grammar() {
    for standard in STANDARDS {
        check_all(
            EVERYTHING,
            Dialect {
                standard,
                ..Dialect::default()
            },
        );
    }
}

/// What the corpora brought up: `T(x)` first among arguments is a cast if what follows cannot be a parameter.
#[test]
fn found_in_headers() {
    for text in [
        "void f() { typename M::I it(typename M::I::P(ldm), p, {n, 1}, t); }",
        "void f() { T it(int(ldm), 1); }",
        "void f() { T it(int(ldm), int); }",
        "void f() { asm volatile(\"x\" : : \"r\"(a) \"l\"(b)); }",
    ] {
        let mode = ParseMode::default();
        let dialect = Dialect::default();
        let lexed = Lexed::new(text);
        let parse = parse_item(text, &lexed, Entry::Declaration, &dialect, &NoNames, mode);
        assert_eq!(parse.errors, [], "{text}");
    }
}
