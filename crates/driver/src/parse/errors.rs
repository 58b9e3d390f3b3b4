//! Syntax errors as diagnostics. The one place that knows which number an error of the parser has.

use cleave_diagnostics::{Diagnostic, Number};
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::{Flags, Item};
use cleave_syntax::{SyntaxError, SyntaxErrorKind, SyntaxKind};

use crate::findings::Places;

/// The number under which the reference reports such an error (spec 8-diag); where it has none of its own, the one for a
/// construct that cannot be read at all.
fn number(kind: SyntaxErrorKind) -> Number {
    Number::new(match kind {
        SyntaxErrorKind::Expected(SyntaxKind::R_BRACK) => 17,
        SyntaxErrorKind::Expected(SyntaxKind::R_PAREN) => 18,
        SyntaxErrorKind::Expected(SyntaxKind::IDENT) | SyntaxErrorKind::ExpectedIdentifier => 40,
        SyntaxErrorKind::Expected(SyntaxKind::COLON) => 53,
        SyntaxErrorKind::Expected(SyntaxKind::SEMICOLON) => 65,
        SyntaxErrorKind::Expected(SyntaxKind::R_BRACE) => 67,
        SyntaxErrorKind::Expected(SyntaxKind::L_PAREN) => 125,
        SyntaxErrorKind::Expected(SyntaxKind::L_BRACE) => 130,
        SyntaxErrorKind::Expected(SyntaxKind::COMMA) => 253,
        SyntaxErrorKind::Expected(SyntaxKind::GT) => 706,
        SyntaxErrorKind::Expected(_) | SyntaxErrorKind::ExpectedExpression => 29,
        SyntaxErrorKind::ExpectedType => 79,
        SyntaxErrorKind::ExpectedStatement => 127,
        SyntaxErrorKind::ExpectedHandler => 530,
        SyntaxErrorKind::ExpectedDeclaration | SyntaxErrorKind::TooDeep => 169,
    })
}

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
        .map(|e| {
            let offset = item.span.start as usize + lexed.range(e.token as usize).start;
            let d = Diagnostic::new(number(e.kind)).at(places.here_or_end(offset));
            (offset, d)
        })
        .collect()
}
