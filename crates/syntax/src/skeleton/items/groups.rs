//! Groups in brackets and template argument lists: where they end, whatever stands in them.

use super::Scanner;
use crate::SyntaxKind::{self, *};
use crate::skeleton::ErrorKind;
use crate::skeleton::cursor::Tok;
use crate::skeleton::unclosed;

/// How many bytes an attribute's end is looked for behind a `;` in it.
const LONGEST_ATTRIBUTE: usize = 300;

impl<'t> Scanner<'t> {
    pub(super) fn group_if(&mut self, open: SyntaxKind) {
        if self.c.peek().kind == open {
            let t = self.c.next();
            self.group(t);
        }
    }

    /// Skips what the bracket `open`, just read, opens. A bracket closed by the wrong one is reported and given up, unless
    /// no other bracket waits for the closing one; so are parentheses and square brackets at the `;` of their statement.
    pub(super) fn group(&mut self, open: Tok) {
        let mut stack = std::mem::take(&mut self.brackets);
        stack.clear();
        stack.push((closer(open.kind), open.start));
        self.content(open, &mut stack);
        self.brackets = stack;
    }

    /// What stands in `stack`'s first bracket.
    fn content(&mut self, open: Tok, stack: &mut Vec<(SyntaxKind, usize)>) {
        while let Some(&(want, at)) = stack.last() {
            // Where something is cut off, every token is looked at.
            let t = if self.cuts.is_empty() {
                self.c.next_in_group()
            } else {
                self.c.next()
            };
            if let Some(&cut) = self.cuts.first().filter(|&&cut| t.start >= cut) {
                if open.start < cut {
                    for &(k, at) in stack.iter().rev() {
                        let end = self.c.text.len();
                        self.c.error_about(end, at, ErrorKind::Unclosed(byte(k)));
                    }
                    self.c.put_back(t);
                    self.was_cut = true;
                    return;
                }
                self.cuts = &self.cuts[1..];
            }
            match t.kind {
                SEMICOLON
                    if want != R_BRACE
                        && !unclosed::is_head(self.c.text, at)
                        && !self.is_in_attribute(stack, t.start) =>
                {
                    while let Some(&(k, at)) = stack.last().filter(|s| s.0 != R_BRACE) {
                        self.c
                            .error_about(t.start, at, ErrorKind::Unclosed(byte(k)));
                        stack.pop();
                    }
                    if stack.is_empty() {
                        self.c.put_back(t);
                        return;
                    }
                }
                L_PAREN | L_BRACK | L_BRACE => stack.push((closer(t.kind), t.start)),
                kind if kind == want => {
                    stack.pop();
                }
                R_PAREN | R_BRACK | R_BRACE => {
                    if stack.iter().any(|s| s.0 == t.kind) {
                        while let Some(&(k, at)) = stack.last() {
                            stack.pop();
                            if k == t.kind {
                                break;
                            }
                            self.c
                                .error_about(t.start, at, ErrorKind::Unclosed(byte(k)));
                        }
                    } else if t.kind == R_BRACE {
                        // It closes something further out.
                        self.c
                            .error_about(t.start, at, ErrorKind::Unclosed(byte(want)));
                        self.c.put_back(t);
                        return;
                    } else {
                        self.c.error(t.start, ErrorKind::Unopened(byte(t.kind)));
                    }
                }
                EOF => {
                    for &(k, at) in stack.iter().rev() {
                        self.c
                            .error_about(t.start, at, ErrorKind::Unclosed(byte(k)));
                    }
                    return;
                }
                _ => {}
            }
        }
    }

    /// Whether a `;` stands in the arguments of an attribute, which are any balanced tokens ([dcl.attr.grammar]).
    fn is_in_attribute(&self, stack: &[(SyntaxKind, usize)], at: usize) -> bool {
        let bytes = self.c.text.as_bytes();
        let opens =
            |&(want, at): &(SyntaxKind, usize)| want == R_BRACK && bytes.get(at + 1) == Some(&b'[');
        let rest = &bytes[at..bytes.len().min(at + LONGEST_ATTRIBUTE)];
        stack.iter().any(opens) && rest.windows(2).any(|w| w == b"]]")
    }

    /// Skips a template argument or parameter list whose `<` has been read, up to and with its `>`. When none matches
    /// before the declaration could end, the `<` was no bracket and nothing more is skipped.
    pub(super) fn angles(&mut self) {
        let mut depth = 1u32;
        let mut prev = LT;
        loop {
            let t = self.c.peek();
            match t.kind {
                SEMICOLON | EOF | R_BRACE | R_PAREN | R_BRACK => return,
                L_BRACE if !matches!(prev, IDENT | GT | R_PAREN | R_BRACK) => return,
                _ => {}
            }
            self.c.next();
            match t.kind {
                // `>=` is an operator wherever it stands ([lex.pptoken]/3).
                GT if self.c.bytes.get(t.end) == Some(&b'=') => {}
                GT => {
                    depth -= 1;
                    if depth == 0 || self.c.at_declaration() || self.c.at_function_declarator() {
                        return;
                    }
                }
                LT if matches!(prev, IDENT | COLON2) => depth += 1,
                L_PAREN | L_BRACK | L_BRACE => self.group(t),
                _ => {}
            }
            prev = match t.kind {
                L_PAREN => R_PAREN,
                L_BRACK => R_BRACK,
                L_BRACE => R_BRACE,
                kind => kind,
            };
        }
    }
}

fn closer(open: SyntaxKind) -> SyntaxKind {
    match open {
        L_PAREN => R_PAREN,
        L_BRACK => R_BRACK,
        _ => R_BRACE,
    }
}

fn byte(closer: SyntaxKind) -> u8 {
    match closer {
        R_PAREN => b')',
        R_BRACK => b']',
        _ => b'}',
    }
}
