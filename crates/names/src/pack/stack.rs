//! What `#pragma pack` says, and the stack that it works on. It must not know where a pragma stands.

use cleave_syntax::SyntaxKind::*;
use cleave_syntax::lexer::Lexed;
use cleave_syntax::numbers::radix;

/// What is wrong with a pragma, or what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackProblem<'t> {
    /// An alignment that is no power of two.
    InvalidAlignment,
    /// `pop` where nothing was pushed.
    EmptyStack,
    /// `pop` of what was not pushed by this name.
    NotOnStack(&'t str),
    /// `show`: the alignment in force in bytes, 0 for none.
    Shown(u32),
}

/// What stands behind `#pragma pack` in a directive, if it is one, and where.
pub fn pack_arguments(directive: &str) -> Option<(usize, &str)> {
    let body = directive.trim_start_matches('#').trim_start();
    let rest = body.strip_prefix("pragma")?;
    let rest = rest.strip_prefix(char::is_whitespace)?.trim_start();
    let rest = rest.strip_prefix("pack")?;
    let is_word = rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
    (!is_word).then(|| (directive.len() - rest.len(), rest))
}

/// The alignment in force in bytes, 0 for none, and those that were pushed, each with its name.
#[derive(Debug, Default)]
pub struct PackStack {
    now: u32,
    pushed: Vec<(String, u32)>,
}

impl PackStack {
    /// The alignment in force in bytes, 0 for none.
    pub fn now(&self) -> u32 {
        self.now
    }

    /// Follows one pragma by its arguments; what is said of it, with offsets into them. One that is malformed is ignored.
    pub fn read<'t>(&mut self, arguments: &'t str) -> Vec<(usize, PackProblem<'t>)> {
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
                self.now = 0;
                return out;
            }
            [INT_LITERAL] => {
                out.extend(self.set(word(1)).map(|problem| (at(1), problem)));
                return out;
            }
            [IDENT, rest @ ..] if matches!(word(1), "push" | "pop" | "show") => rest,
            _ => return out,
        };
        let (name, number) = match operands {
            [] | [COMMA] => (None, None),
            [COMMA, IDENT] => (Some(3), None),
            [COMMA, INT_LITERAL] => (None, Some(3)),
            [COMMA, IDENT, COMMA, INT_LITERAL] => (Some(3), Some(5)),
            _ => return out,
        };
        match word(1) {
            "show" => out.push((at(1), PackProblem::Shown(self.now))),
            "push" => {
                let named = name.map(word).unwrap_or_default();
                self.pushed.push((named.to_owned(), self.now));
            }
            _ => {
                let by_name = |name: usize| self.pushed.iter().rposition(|p| p.0 == word(name));
                let top = self.pushed.len().checked_sub(1);
                let problem = match (top, name) {
                    (None, _) => Some((at(1), PackProblem::EmptyStack)),
                    (_, Some(name)) if by_name(name).is_none() => {
                        Some((at(name), PackProblem::NotOnStack(word(name))))
                    }
                    _ => None,
                };
                out.extend(problem);
                // What is not found is taken from the top.
                if let Some(from) = name.and_then(by_name).or(top) {
                    self.now = self.pushed[from].1;
                    self.pushed.truncate(from);
                }
            }
        }
        if let Some(number) = number {
            out.extend(self.set(word(number)).map(|problem| (at(number), problem)));
        }
        out
    }

    /// Makes an alignment hold, if it is one: a power of two, or 0 for none.
    fn set(&mut self, number: &str) -> Option<PackProblem<'static>> {
        match integer(number)? {
            n if n == 0 || n.is_power_of_two() => self.now = n,
            _ => return Some(PackProblem::InvalidAlignment),
        }
        None
    }
}

/// The value of an integer literal, if 32 bits hold it.
fn integer(literal: &str) -> Option<u32> {
    let (radix, start) = radix(literal);
    let digits = literal[start..].trim_end_matches(['u', 'U', 'l', 'L', 'z', 'Z']);
    u32::from_str_radix(&digits.replace('\'', ""), radix).ok()
}

#[cfg(test)]
mod tests {
    use super::{PackStack, pack_arguments};

    #[test]
    fn pushes_and_pops_are_followed() {
        let mut stack = PackStack::default();
        for (directive, now) in [
            ("#pragma pack(push, 1)", 1),
            ("#pragma pack(push)", 1),
            ("# pragma pack ( 4 )", 4),
            ("#pragma pack(push, here, 2)", 2),
            ("#pragma pack(push,8)", 8),
            ("#pragma pack(pop, here)", 4),
            ("#pragma pack(pop)", 1),
            ("#pragma pack()", 0),
            ("#pragma pack(pop)", 0),
            ("#pragma pack(pop)", 0),
            ("#pragma pack(0x2)", 2),
            ("#pragma pack(push, 010u)", 8),
            ("#pragma pack(4, 2)", 8),
            ("#pragma pack 1", 8),
            ("#pragma pack(push,)", 8),
            ("#pragma pack(pop, nowhere)", 8),
            ("#pragma pack(pop, 16)", 16),
        ] {
            let (_, arguments) = pack_arguments(directive).expect("a pack pragma");
            let _ = stack.read(arguments);
            assert_eq!(stack.now(), now, "{directive}");
        }
        assert_eq!(pack_arguments("#pragma unroll"), None);
        assert_eq!(pack_arguments("#pragma packed"), None);
    }
}
