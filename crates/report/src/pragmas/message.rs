//! `#pragma message`: what it says is shown in the device pass, unless it stands in host code (reference: diagnostics, Pragmas before
//! a construct).

use cleave_codes::codes;
use cleave_diagnostics::{Arg, Diagnostic, Pass};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::lexer::Lexed;

/// What is said of one, with offsets into the arguments. `is_read`: whether the code around it is device code or none.
pub(super) fn check(
    pass: Pass,
    arguments: &str,
    is_read: impl FnOnce() -> bool,
) -> Vec<(Option<usize>, Diagnostic)> {
    let lexed = Lexed::new(arguments);
    let opened = !lexed.is_empty() && lexed.kind(0) == L_PAREN;
    let first = usize::from(opened);
    let strings = (first..lexed.len()).take_while(|&i| lexed.kind(i) == STRING_LITERAL);
    let end = first + strings.clone().count();
    let mut out = Vec::new();
    let closed = !opened || end < lexed.len() && lexed.kind(end) == R_PAREN;
    if !closed && end < lexed.len() {
        let code = codes::EXP_RPAREN;
        out.push((Some(lexed.range(end).start), Diagnostic::new(code)));
    }
    let alone = end + usize::from(opened && closed) == lexed.len();
    if end > first && pass == Pass::Device && (alone || !closed) && is_read() {
        let text: String = strings
            .map(|i| contents(lexed.text(arguments, i)))
            .collect();
        let said = Diagnostic::new(codes::PRAGMA_MESSAGE).arg(Arg::name(text));
        out.push((Some(arguments.trim_end().len()), said));
    }
    out
}

/// The characters of a string literal without a prefix; one with an escape sequence that is not a simple one is left as it is.
fn contents(literal: &str) -> String {
    let inner = literal.strip_prefix('"').and_then(|l| l.strip_suffix('"'));
    let inner = inner.unwrap_or(literal);
    let mut out = String::with_capacity(inner.len());
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        match c {
            '\\' => match rest.next() {
                Some('n') => out.push('\n'),
                Some('t') => out.push('\t'),
                Some(c) if !c.is_alphanumeric() => out.push(c),
                Some(c) => out.extend(['\\', c]),
                None => {}
            },
            c => out.push(c),
        }
    }
    out
}
