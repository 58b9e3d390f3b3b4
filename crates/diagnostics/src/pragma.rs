//! Diagnostic pragmas: reading one, and what is in force at a position. Knows no syntax trees: it is given a
//! directive's text and its place.
//!
//! Forms: `nv_diag_suppress`, `nv_diag_remark`, `nv_diag_warning`, `nv_diag_error`, `nv_diag_once` and
//! `nv_diag_default` with a list of numbers and tags, and `nv_diagnostic push` and `pop`. The forms without
//! `nv_` are ignored by the reference and are no diagnostic pragmas here either.

use cleave_codes::{Code, codes};
use rustc_hash::FxHashMap;

use crate::catalog::{TagTarget, catalog};
use crate::control::Action;
use crate::diagnostic::Diagnostic;
use crate::location::Location;
use crate::severity::Severity;

/// One change to the diagnostics in force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PragmaChange {
    /// From here on, this happens to the number.
    Set(Code, Action),
    /// From here on, the command line rules the number again.
    Default(Code),
    /// Remember what is in force.
    Push,
    /// Return to what was in force at the matching push.
    Pop,
}

/// Something to warn about in a pragma.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PragmaProblem {
    /// The diagnostic, without arguments.
    pub code: Code,
    /// Where, in bytes from the start of the text that was read.
    pub offset: usize,
}

impl PragmaProblem {
    /// The warning about it, at the place that the caller has found for `offset`.
    pub fn diagnostic(&self, at: Location) -> Diagnostic {
        // A missing comma is an error elsewhere.
        Diagnostic::new(self.code)
            .severity(Severity::Warning)
            .at(at)
    }
}

/// A diagnostic pragma that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pragma {
    /// What it changes, in order.
    pub changes: Vec<PragmaChange>,
    /// What is wrong with it.
    pub problems: Vec<PragmaProblem>,
    /// Where a `pop` without its `push` is to be reported, in bytes from the start of the text.
    pub pop_offset: usize,
}

impl Pragma {
    /// Reads what follows `#pragma`; `None` when it is no diagnostic pragma.
    pub fn parse(text: &str) -> Option<Pragma> {
        let mut tokens = Tokens { text, at: 0 };
        let (_, Token::Word(keyword)) = tokens.next() else {
            return None;
        };
        let action = match keyword {
            "nv_diag_suppress" => Some(Action::Suppress),
            "nv_diag_remark" => Some(Action::Remark),
            "nv_diag_warning" => Some(Action::Warning),
            "nv_diag_error" => Some(Action::Error),
            "nv_diag_once" => Some(Action::Once),
            "nv_diag_default" => None,
            "nv_diagnostic" => return Some(Pragma::parse_stack(&mut tokens)),
            _ => return None,
        };
        let change = |number| match action {
            Some(action) => PragmaChange::Set(number, action),
            None => PragmaChange::Default(number),
        };
        let mut pragma = Pragma::default();
        let mut problem = |code, offset| pragma.problems.push(PragmaProblem { code, offset });
        let mut next = tokens.next();
        if let Token::Other("=") = next.1 {
            next = tokens.next();
        }
        loop {
            let (offset, token) = next;
            match token {
                Token::Number(literal) => match integer_value(literal) {
                    Literal::Value(value) => match Code::from_user(value) {
                        Some(number) => pragma.changes.push(change(number)),
                        None => problem(codes::INVALID_ERROR_NUMBER, offset),
                    },
                    Literal::Invalid => problem(codes::INVALID_ERROR_NUMBER, offset),
                    Literal::Floating => problem(codes::EXPECTED_ERROR_NUMBER_OR_TAG, offset),
                },
                Token::Word(word) => match catalog().tag(word) {
                    Some(TagTarget::Code(number)) => pragma.changes.push(change(number)),
                    Some(TagTarget::Unnumbered) => {}
                    None => problem(codes::INVALID_ERROR_TAG, offset),
                },
                Token::Other(_) => problem(codes::EXPECTED_ERROR_NUMBER_OR_TAG, offset),
                Token::End => {
                    problem(codes::EXPECTED_ERROR_NUMBER_OR_TAG, offset);
                    problem(codes::EXPECTED_COMMA, offset);
                    break;
                }
            }
            match tokens.next() {
                (_, Token::End) => break,
                (_, Token::Other(",")) => next = tokens.next(),
                (offset, _) => {
                    problem(codes::EXPECTED_COMMA, offset);
                    break;
                }
            }
        }
        Some(pragma)
    }

    fn parse_stack(tokens: &mut Tokens<'_>) -> Pragma {
        let mut pragma = Pragma::default();
        match tokens.next() {
            (_, Token::Word("push")) => pragma.changes.push(PragmaChange::Push),
            (_, Token::Word("pop")) => {
                pragma.changes.push(PragmaChange::Pop);
                pragma.pop_offset = tokens.next().0;
            }
            (offset, _) => pragma.problems.push(PragmaProblem {
                code: codes::DIAGNOSTIC_PRAGMA_WITHOUT_PUSH_OR_POP,
                offset,
            }),
        }
        pragma
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Token<'a> {
    Word(&'a str),
    Number(&'a str),
    Other(&'a str),
    End,
}

/// The few token shapes that matter in a list: words, numbers, strings, and the rest by the character.
struct Tokens<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Tokens<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let trimmed = rest.trim_start();
            self.at += rest.len() - trimmed.len();
            if trimmed.starts_with("//") {
                self.at += trimmed.len();
            } else if let Some(comment) = trimmed.strip_prefix("/*") {
                self.at += comment.find("*/").map_or(trimmed.len(), |end| end + 4);
            } else {
                return;
            }
        }
    }

    fn next(&mut self) -> (usize, Token<'a>) {
        let line_end = self.text.trim_end().len();
        self.skip_blanks();
        let rest = self.rest();
        let Some(first) = rest.chars().next() else {
            return (line_end, Token::End);
        };
        let start = self.at;
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let length = |more: &dyn Fn(char) -> bool| rest.find(|c| !more(c)).unwrap_or(rest.len());
        let (end, make): (usize, fn(&'a str) -> Token<'a>) = if first.is_ascii_digit() {
            (length(&|c| is_word(c) || c == '.'), Token::Number)
        } else if is_word(first) {
            (length(&is_word), Token::Word)
        } else if first == '"' {
            (
                rest.get(1..)
                    .and_then(|s| s.find('"'))
                    .map_or(rest.len(), |end| end + 2),
                Token::Other,
            )
        } else if rest.starts_with("==") {
            (2, Token::Other)
        } else {
            (first.len_utf8(), Token::Other)
        };
        self.at = start + end;
        (start, make(rest.get(..end).unwrap_or(rest)))
    }
}

enum Literal {
    Value(u64),
    Floating,
    Invalid,
}

/// The value of an integer literal [lex.icon], suffix included.
fn integer_value(literal: &str) -> Literal {
    let lower = literal.to_ascii_lowercase();
    let (radix, digits) = if let Some(hex) = lower.strip_prefix("0x") {
        (16, hex)
    } else if let Some(binary) = lower.strip_prefix("0b") {
        (2, binary)
    } else if lower.len() > 1 && lower.starts_with('0') && !lower.contains(['.', 'e']) {
        (8, &lower[1..])
    } else {
        (10, lower.as_str())
    };
    if lower.contains('.') || (radix == 10 && digits.contains('e')) {
        return Literal::Floating;
    }
    let bare = digits.trim_end_matches(['u', 'l', 'z']);
    match u64::from_str_radix(bare, radix) {
        Ok(value) => Literal::Value(value),
        Err(_) => Literal::Invalid,
    }
}

/// What pragmas have set, by position in the preprocessed text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PragmaMap {
    /// For each number its changes by rising offset; `None` gives the number back to the command line.
    changes: FxHashMap<Code, Vec<(u32, Option<Action>)>>,
    /// Where each number was first asked for only once. Neither `pop` nor `default` takes that back.
    once: FxHashMap<Code, u32>,
    stack: Vec<FxHashMap<Code, Action>>,
    current: FxHashMap<Code, Action>,
}

impl PragmaMap {
    /// Enters a pragma that ends at byte `offset` of the preprocessed text; pragmas come in the order of the
    /// text. Gives back a problem that only shows here: a `pop` without its `push`.
    pub fn add(&mut self, offset: u32, pragma: &Pragma) -> Option<PragmaProblem> {
        let mut problem = None;
        for change in &pragma.changes {
            match *change {
                PragmaChange::Set(number, Action::Once) => {
                    self.once.entry(number).or_insert(offset);
                }
                PragmaChange::Set(number, action) => self.change(offset, number, Some(action)),
                PragmaChange::Default(number) => self.change(offset, number, None),
                PragmaChange::Push => self.stack.push(self.current.clone()),
                PragmaChange::Pop => match self.stack.pop() {
                    Some(saved) => self.restore(offset, saved),
                    None => {
                        problem = Some(PragmaProblem {
                            code: codes::DIAGNOSTIC_POP_WITHOUT_PUSH,
                            offset: pragma.pop_offset,
                        })
                    }
                },
            }
        }
        problem
    }

    fn change(&mut self, offset: u32, number: Code, action: Option<Action>) {
        match action {
            Some(action) => self.current.insert(number, action),
            None => self.current.remove(&number),
        };
        self.changes
            .entry(number)
            .or_default()
            .push((offset, action));
    }

    fn restore(&mut self, offset: u32, saved: FxHashMap<Code, Action>) {
        for number in self.current.keys().chain(saved.keys()) {
            if self.current.get(number) != saved.get(number) {
                self.changes
                    .entry(*number)
                    .or_default()
                    .push((offset, saved.get(number).copied()));
            }
        }
        self.current = saved;
    }

    /// Whether a pragma before a position asks to report a number only once.
    pub fn is_once(&self, number: Code, offset: u32) -> bool {
        self.once.get(&number).is_some_and(|from| *from <= offset)
    }

    /// Whether some pragma sets a severity for a number with which it is reported.
    pub(crate) fn may_report(&self, number: Code) -> bool {
        self.changes.get(&number).is_some_and(|changes| {
            changes
                .iter()
                .any(|(_, action)| action.is_some_and(|a| a != Action::Suppress))
        })
    }

    /// The severity that pragmas set for a number at a position; `None` when the command line rules.
    pub fn at(&self, number: Code, offset: u32) -> Option<Action> {
        let changes = self.changes.get(&number)?;
        let after = changes.partition_point(|(at, _)| *at <= offset);
        changes
            .get(after.checked_sub(1)?)
            .and_then(|(_, action)| *action)
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    fn show(text: &str) -> String {
        let Some(pragma) = Pragma::parse(text) else {
            return "not one".to_owned();
        };
        let problems: Vec<_> = pragma.problems.iter().map(|p| (p.code, p.offset)).collect();
        format!("{:?} {problems:?}", pragma.changes)
    }

    // Columns as the reference gives them for the same lines, less the nine bytes of `#pragma ` and 1.
    #[test]
    fn lists() {
        let mut out = String::new();
        for text in [
            "nv_diag_suppress 68",
            "nv_diag_error = 68, 20048,integer_truncated // why",
            "nv_diag_default 68 /* and */ , 69",
            "nv_diag_once 68u, 0x45",
            "nv_diag_suppress",
            "nv_diag_suppress 68 69",
            "nv_diag_suppress 68,,69",
            "nv_diag_suppress ,69",
            "nv_diag_suppress 68,",
            "nv_diag_suppress == 68",
            "nv_diag_suppress 68 = 69",
            "nv_diag_suppress 68, integer_truncated, nope, 99999",
            "nv_diag_suppress \"68\"",
            "nv_diag_suppress 68-D",
            "nv_diag_suppress -68",
            "nv_diag_suppress 068",
            "nv_diag_suppress 68.0",
            "nv_diag_suppress 99999999999999999999",
            "nv_diag_suppress (68)",
            "nv_diagnostic",
            "nv_diagnostic push, pop",
            "nv_diagnostic pop y",
            "nv_diagnostic PUSH",
            "nv_diag_bogus 68",
            "diag_suppress 68",
            "",
        ] {
            out.push_str(&format!("{text}: {}\n", show(text)));
        }
        expect![[r#"
            nv_diag_suppress 68: [Set(#68, Suppress)] []
            nv_diag_error = 68, 20048,integer_truncated // why: [Set(#68, Error), Set(#20048, Error), Set(#69, Error)] []
            nv_diag_default 68 /* and */ , 69: [Default(#68), Default(#69)] []
            nv_diag_once 68u, 0x45: [Set(#68, Once), Set(#69, Once)] []
            nv_diag_suppress: [] [(#1224, 16), (#253, 16)]
            nv_diag_suppress 68 69: [Set(#68, Suppress)] [(#253, 20)]
            nv_diag_suppress 68,,69: [Set(#68, Suppress)] [(#1224, 20), (#253, 21)]
            nv_diag_suppress ,69: [] [(#1224, 17), (#253, 18)]
            nv_diag_suppress 68,: [Set(#68, Suppress)] [(#1224, 20), (#253, 20)]
            nv_diag_suppress == 68: [] [(#1224, 17), (#253, 20)]
            nv_diag_suppress 68 = 69: [Set(#68, Suppress)] [(#253, 20)]
            nv_diag_suppress 68, integer_truncated, nope, 99999: [Set(#68, Suppress), Set(#69, Suppress)] [(#1223, 40), (#1222, 46)]
            nv_diag_suppress "68": [] [(#1224, 17)]
            nv_diag_suppress 68-D: [Set(#68, Suppress)] [(#253, 19)]
            nv_diag_suppress -68: [] [(#1224, 17), (#253, 18)]
            nv_diag_suppress 068: [] [(#1222, 17)]
            nv_diag_suppress 68.0: [] [(#1224, 17)]
            nv_diag_suppress 99999999999999999999: [] [(#1222, 17)]
            nv_diag_suppress (68): [] [(#1224, 17), (#253, 18)]
            nv_diagnostic: [] [(#3184, 13)]
            nv_diagnostic push, pop: [Push] []
            nv_diagnostic pop y: [Pop] []
            nv_diagnostic PUSH: [] [(#3184, 14)]
            nv_diag_bogus 68: not one
            diag_suppress 68: not one
            : not one
        "#]].assert_eq(&out);
    }

    // The reference keeps `once` through `pop` and `default` too.
    #[test]
    fn once_stays() {
        let (map, _) = map(&[
            "nv_diagnostic push",
            "nv_diag_once 68",
            "nv_diagnostic pop",
            "nv_diag_default 68",
        ]);
        let once = |offset| map.is_once(codes::INTEGER_SIGN_CHANGE, offset);
        assert_eq!((once(19), once(20), once(100)), (false, true, true));
        assert_eq!(map.at(codes::INTEGER_SIGN_CHANGE, 25), None);
    }

    fn map(pragmas: &[&str]) -> (PragmaMap, Vec<usize>) {
        let mut map = PragmaMap::default();
        let mut unmatched = Vec::new();
        for (index, text) in pragmas.iter().enumerate() {
            let pragma = Pragma::parse(text).unwrap_or_default();
            if map.add(10 * (index as u32 + 1), &pragma).is_some() {
                unmatched.push(index);
            }
        }
        (map, unmatched)
    }

    #[test]
    fn position_decides() {
        let (map, unmatched) = map(&[
            "nv_diag_suppress 68",
            "nv_diagnostic push",
            "nv_diag_error 68, 69",
            "nv_diagnostic pop",
            "nv_diag_default 68",
            "nv_diagnostic pop",
        ]);
        let at = |number, offset| map.at(Code::from_user(number).expect("a number"), offset);
        assert_eq!(at(68, 9), None);
        assert_eq!(at(68, 10), Some(Action::Suppress));
        assert_eq!(at(68, 35), Some(Action::Error));
        assert_eq!(at(69, 35), Some(Action::Error));
        assert_eq!(at(68, 45), Some(Action::Suppress));
        assert_eq!(at(69, 45), None);
        assert_eq!(at(68, 1000), None);
        assert_eq!(at(70, 35), None);
        assert_eq!(unmatched, [5]);
    }
}
