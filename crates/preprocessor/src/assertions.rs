//! `#assert` and `#unassert`, which GNU's cpp has kept from System V. Knows nothing of conditions.

use crate::engine::Preprocessor;
use crate::token::*;

impl Preprocessor<'_> {
    pub(crate) fn assert(&mut self) {
        if let Some((predicate, Some(answer))) = self.assertion(true) {
            let both = (predicate, answer);
            if self.asserts.contains(&both) {
                let name = String::from_utf8_lossy(&both.0).into_owned();
                let t = Token::at(self.last);
                self.warn_at(&t, format!("\"{name}\" re-asserted"));
            } else {
                self.asserts.push(both);
            }
            self.extra(b"assert");
        }
    }

    pub(crate) fn unassert(&mut self) {
        if let Some((predicate, answer)) = self.assertion(false) {
            self.asserts
                .retain(|a| a.0 != predicate || answer.as_ref().is_some_and(|b| *b != a.1));
        }
    }

    /// `#predicate` or `#predicate(answer)` in a condition, behind the `#`.
    pub(crate) fn asserted(&mut self) -> bool {
        match self.assertion(false) {
            Some((predicate, answer)) => self
                .asserts
                .iter()
                .any(|a| a.0 == predicate && answer.as_ref().is_none_or(|b| *b == a.1)),
            None => false,
        }
    }

    fn assertion(&mut self, must: bool) -> Option<(Vec<u8>, Option<Vec<u8>>)> {
        self.prevent += 1;
        self.untraced();
        let result = self.predicate_and_answer(must);
        self.prevent -= 1;
        result
    }

    fn predicate_and_answer(&mut self, must: bool) -> Option<(Vec<u8>, Option<Vec<u8>>)> {
        let t = self.get_real();
        if t.kind == Kind::End {
            self.error_here("assertion without predicate".into());
            return None;
        }
        if t.kind != Kind::Name {
            self.error_here("predicate must be an identifier".into());
            return None;
        }
        let predicate = self.spelling(&t).to_vec();
        let open = self.get_real();
        if open.kind != Kind::OpenParen {
            if must {
                self.error_here("missing '(' after predicate".into());
                return None;
            }
            self.unget(open);
            return Some((predicate, None));
        }
        let mut answer = vec![];
        loop {
            let t = self.get_real();
            match t.kind {
                Kind::CloseParen => break,
                Kind::End => {
                    self.error_here("missing ')' to complete answer".into());
                    return None;
                }
                _ => {}
            }
            if t.has(PREV_WHITE) && !answer.is_empty() {
                answer.push(b' ');
            }
            answer.extend_from_slice(self.spelling(&t));
        }
        if answer.is_empty() {
            self.error_here("predicate's answer is empty".into());
            return None;
        }
        Some((predicate, Some(answer)))
    }
}
