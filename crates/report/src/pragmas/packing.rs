//! What is wrong with `#pragma pack`: alignments that are none, and what is taken from the stack of alignments that is not there. Which
//! classes it packs is `cleave_names::packing`'s.

use cleave_codes::codes;
use cleave_diagnostics::{Arg, Diagnostic};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::lexer::Lexed;

/// The alignment that holds, and those that were pushed, each with its name.
#[derive(Default)]
pub(crate) struct Stack {
    now: Option<u32>,
    pushed: Vec<(String, Option<u32>)>,
}

/// What stands behind `#pragma pack` in a directive, if it is one, and where.
pub(crate) fn arguments(directive: &str) -> Option<(usize, &str)> {
    let body = directive.trim_start_matches('#').trim_start();
    let rest = body.strip_prefix("pragma")?;
    let rest = rest.strip_prefix(char::is_whitespace)?.trim_start();
    let rest = rest.strip_prefix("pack")?;
    let is_word = rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    (!is_word).then(|| (directive.len() - rest.len(), rest))
}

impl Stack {
    /// Follows one pragma; what is said of it, with offsets into the arguments.
    pub(crate) fn read(&mut self, arguments: &str) -> Vec<(usize, Diagnostic)> {
        let lexed = Lexed::new(arguments);
        let kinds: Vec<_> = (0..lexed.len()).map(|i| lexed.kind(i)).collect();
        let word = |i: usize| lexed.text(arguments, i);
        let at = |i: usize| lexed.range(i).start;
        let mut out = Vec::new();
        let [L_PAREN, inner @ .., R_PAREN] = &*kinds else {
            return out;
        };
        let operands = match inner {
            [] => {
                self.now = None;
                return out;
            }
            [INT_LITERAL] => {
                self.set(word(1), at(1), &mut out);
                return out;
            }
            [IDENT, rest @ ..] if matches!(word(1), "push" | "pop" | "show") => rest,
            _ => return out,
        };
        let (name, number) = match operands {
            [] => (None, None),
            [COMMA, IDENT] => (Some(3), None),
            [COMMA, INT_LITERAL] => (None, Some(3)),
            [COMMA, IDENT, COMMA, INT_LITERAL] => (Some(3), Some(5)),
            _ => return out,
        };
        let named = name.map(word).unwrap_or_default();
        match word(1) {
            "show" => {
                let value = self.now.map(|n| n.to_string());
                let value = value.unwrap_or_else(|| "not set".to_owned());
                let said = Diagnostic::new(codes::CURRENT_PACK_VALUE).arg(Arg::text(value));
                out.push((at(1), said));
            }
            "push" => self.pushed.push((named.to_owned(), self.now)),
            _ if self.pushed.is_empty() => {
                out.push((at(1), Diagnostic::new(codes::EMPTY_PACK_ALIGNMENT_STACK)));
            }
            _ => {
                let found = (self.pushed.iter()).rposition(|p| name.is_none() || p.0 == named);
                match (found, name) {
                    (Some(found), _) => {
                        self.now = self.pushed[found].1;
                        self.pushed.truncate(found);
                    }
                    (None, Some(name)) => {
                        let said = Diagnostic::new(codes::NAME_NOT_ON_PACK_ALIGNMENT_STACK);
                        out.push((at(name), said.arg(Arg::name(named))));
                        self.pushed.clear();
                    }
                    (None, None) => {}
                }
            }
        }
        if let Some(number) = number {
            self.set(word(number), at(number), &mut out);
        }
        out
    }

    /// Makes an alignment hold, if it is one: a power of two, or nothing.
    fn set(&mut self, number: &str, at: usize, out: &mut Vec<(usize, Diagnostic)>) {
        match cleave_names::integer(number) {
            Some(0) => self.now = None,
            Some(n) if n.is_power_of_two() => self.now = Some(n),
            Some(_) => out.push((at, Diagnostic::new(codes::INVALID_PACKING_ALIGNMENT))),
            None => {}
        }
    }
}
