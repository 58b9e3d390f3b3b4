//! Trees of every production. A node that holds only tokens is one line; other tokens stand on lines of their own.

mod casts;
mod classes;
mod declarations;
mod declarators;
mod expressions;
mod incomplete;
mod local_declarations;
mod primaries;
mod statements;
mod template_arguments;
mod templates;

use std::fmt::Write;

use expect_test::Expect;

use crate::{
    Dialect, Entry, Lexed, NoNames, ParseMode, Standard, parse_item,
    tree::{SyntaxElement, SyntaxNode},
};

fn check(entry: Entry<'_>, text: &str, expected: &Expect) {
    let lexed = Lexed::new(text);
    let dialect = Dialect {
        standard: Standard::Cpp23,
        ..Dialect::default()
    };
    let parse = parse_item(
        text,
        &lexed,
        entry,
        &dialect,
        &NoNames,
        ParseMode::default(),
    );
    let mut out = String::new();
    for child in parse.syntax().children() {
        dump(&child, 0, &mut out);
    }
    for error in &parse.errors {
        writeln!(
            out,
            "error at {}: {:?}",
            lexed.text(text, error.token as usize),
            error.kind
        )
        .unwrap();
    }
    assert_eq!(parse.syntax().text().to_string(), text);
    expected.assert_eq(&out);
}

fn declaration(text: &str, expected: Expect) {
    check(Entry::Declaration, text, &expected);
}

fn statement(text: &str, expected: Expect) {
    check(Entry::Statement, text, &expected);
}

fn expression(text: &str, expected: Expect) {
    check(Entry::Expression, text, &expected);
}

fn dump(node: &SyntaxNode, depth: usize, out: &mut String) {
    let indent = "  ".repeat(depth);
    let name = format!("{:?}", node.kind()).to_lowercase();
    let tokens = || {
        node.children_with_tokens()
            .filter(|child| !child.kind().is_trivia())
    };
    if node.children().next().is_none() {
        let texts: Vec<String> = tokens().map(|token| token.to_string()).collect();
        writeln!(out, "{indent}{name} {}", texts.join(" ")).unwrap();
        return;
    }
    writeln!(out, "{indent}{name}").unwrap();
    for child in tokens() {
        match child {
            SyntaxElement::Node(node) => dump(&node, depth + 1, out),
            SyntaxElement::Token(token) => writeln!(out, "{indent}  {token}").unwrap(),
        }
    }
}
