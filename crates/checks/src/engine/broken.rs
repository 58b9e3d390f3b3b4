//! What the syntax errors of an item leave unread.

use std::ops::{Range, RangeInclusive};

use cleave_syntax::SyntaxError;

/// The syntax errors of an item, and what is skipped for them.
pub(crate) struct Broken<'e> {
    /// In the order of their tokens.
    errors: &'e [SyntaxError],
    /// What the reference does not read, in order: an error stands before it, and it goes on behind it.
    skipped: Vec<Range<u32>>,
}

impl<'e> Broken<'e> {
    /// By these errors, which are in the order of their tokens.
    pub(crate) fn by(errors: &'e [SyntaxError]) -> Broken<'e> {
        let skipped = cleave_syntax::unread(errors);
        Broken { errors, skipped }
    }

    /// Whether there is no error; warnings leave nothing unread.
    pub(crate) fn is_empty(&self) -> bool {
        self.errors.iter().all(|e| e.kind.is_warning())
    }

    /// The errors at some tokens, in order.
    pub(crate) fn at(&self, tokens: RangeInclusive<u32>) -> &'e [SyntaxError] {
        let first = self.errors.partition_point(|e| e.token < *tokens.start());
        let rest = &self.errors[first..];
        &rest[..rest.partition_point(|e| e.token <= *tokens.end())]
    }

    /// Whether the reference skips a token for an error before it.
    pub(crate) fn skips(&self, token: u32) -> bool {
        let behind = self.skipped.partition_point(|s| s.start <= token);
        let before = behind.checked_sub(1).map(|at| &self.skipped[at]);
        before.is_some_and(|s| s.contains(&token))
    }

    /// Whether nothing is wrong in some tokens or right behind them, and they are read for all that stands before them.
    pub(crate) fn spares(&self, tokens: Range<u32>) -> bool {
        self.is_empty()
            || self
                .at(tokens.start..=tokens.end)
                .iter()
                .all(|e| e.kind.is_warning())
                && !self.skips(tokens.start)
    }
}

#[cfg(test)]
mod tests {
    use cleave_syntax::SyntaxErrorKind;

    use super::*;

    fn error(token: u32, restart: Option<u32>) -> SyntaxError {
        SyntaxError {
            token,
            kind: SyntaxErrorKind::ExpectedExpression,
            opener: None,
            restart,
        }
    }

    #[test]
    fn what_is_skipped_goes_up_to_where_the_reading_goes_on() {
        // The second error stands in what is skipped for the first one.
        let errors = [error(3, Some(9)), error(5, Some(6)), error(20, None)];
        let broken = Broken::by(&errors);
        let skipped: Vec<u32> = (0..30).filter(|&t| broken.skips(t)).collect();
        assert_eq!(skipped, (3..9).collect::<Vec<_>>());
    }

    #[test]
    fn what_is_spared_has_no_error_in_it_or_behind_it() {
        let errors = [error(3, Some(9)), error(20, None)];
        let broken = Broken::by(&errors);
        let spared = |tokens| broken.spares(tokens);
        assert!(spared(0..2) && spared(9..19) && spared(21..30));
        assert!(!spared(0..3) && !spared(4..6) && !spared(10..20));
        assert!(Broken::by(&[]).spares(0..30));
    }
}
