//! The operand of a fold expression is a cast-expression ([expr.prim.fold]/1). The reference takes a binary expression whose
//! operators bind as tightly as the fold's. The tree alone decides.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::{Sink, Source};

/// A fold over all elements behind its operator: `(E op ...)`.
pub(crate) fn check<'db>(s: &Source<'db>, fold: Node<'_>, out: &mut Sink<'db>) {
    let Some(ellipsis) = fold.own_tokens().find(|t| t.kind() == ELLIPSIS) else {
        return;
    };
    let Some(operand) = fold.children().next() else {
        return;
    };
    let own = operand.tokens().end;
    if own + 1 != ellipsis.number() {
        return;
    }
    let Some(fold) = binding(s.kind(own)) else {
        return;
    };
    let looser = match operand.kind() {
        CONDITIONAL_EXPRESSION | THROW_EXPRESSION => true,
        BINARY_EXPRESSION => {
            let mut operators = operand.own_tokens().filter(|t| !t.kind().is_trivia());
            let operator = operators.next();
            // A composed one is several tokens.
            operators.next().is_none()
                && operator
                    .and_then(|t| binding(t.kind()))
                    .is_some_and(|b| b < fold)
        }
        _ => false,
    };
    if looser {
        out.push(Finding::new(codes::EXP_PRIMARY_EXPR, ellipsis.number()));
    }
}

/// How tightly an operator of one token binds ([expr.compound]).
fn binding(operator: SyntaxKind) -> Option<u32> {
    Some(match operator {
        COMMA => 0,
        EQ | PLUS_EQ | MINUS_EQ | STAR_EQ | SLASH_EQ | PERCENT_EQ | CARET_EQ | AMP_EQ | PIPE_EQ
        | SHL_EQ => 1,
        PIPE2 => 2,
        AMP2 => 3,
        PIPE => 4,
        CARET => 5,
        AMP => 6,
        EQ2 | BANG_EQ => 7,
        LT | GT | LT_EQ => 8,
        SHL => 10,
        PLUS | MINUS => 11,
        STAR | SLASH | PERCENT => 12,
        DOT_STAR | ARROW_STAR => 13,
        _ => return None,
    })
}
