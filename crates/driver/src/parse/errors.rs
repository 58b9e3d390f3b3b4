//! The errors of parsed items as diagnostics.

use cleave_diagnostics::{Diagnostic, Number, Severity};
use cleave_syntax::SyntaxError;
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::{Flags, Item};

use crate::findings::Places;

/// The errors of one item with their places, as byte offset and diagnostic. An item whose brackets do not match says nothing
/// here: the skeleton has said what is wrong with it.
pub(super) fn diagnostics(
    places: &Places<'_>,
    item: &Item,
    lexed: &Lexed,
    errors: &[SyntaxError],
) -> Vec<(usize, Diagnostic)> {
    if item.flags.has(Flags::BROKEN) {
        return Vec::new();
    }
    errors
        .iter()
        .filter_map(|e| {
            let offset = item.span.start as usize + lexed.range(e.token as usize).start;
            let mut d =
                Diagnostic::new(Number::new(e.kind.number()?)).at(places.here_or_end(offset));
            if e.kind.is_warning() {
                d.severity = Some(Severity::Warning);
            }
            Some((offset, d))
        })
        .collect()
}
