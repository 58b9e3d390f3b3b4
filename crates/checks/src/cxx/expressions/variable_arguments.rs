//! `va_start` stands in a function whose parameter list ends with an ellipsis ([cstdarg.syn]). The tree alone decides.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::Sink;

/// A call.
pub(crate) fn check<'db>(call: Node<'_>, out: &mut Sink<'db>) {
    let callee = call.child(ID_EXPRESSION);
    let Some(name) = callee.and_then(|c| c.own_tokens().next()) else {
        return;
    };
    if name.text() != "__builtin_va_start" {
        return;
    }
    let Some(function) = call.nearest(&[LAMBDA_EXPRESSION, FUNCTION_DEFINITION]) else {
        return;
    };
    let clause = match function.kind() {
        LAMBDA_EXPRESSION => function.child(PARAMETER_CLAUSE),
        _ => {
            let declarator =
                (function.child(DECLARATOR)).filter(|d| d.child(DECLARATOR_ID).is_some());
            let suffix = declarator.and_then(|d| d.child(PARAMETERS_AND_QUALIFIERS));
            let Some(suffix) = suffix else { return };
            suffix.child(PARAMETER_CLAUSE)
        }
    };
    if clause.is_none_or(|c| !is_variadic(c)) {
        let code = codes::VA_START_WITHOUT_ELLIPSIS;
        out.push(Finding::new(code, name.number()));
    }
}

/// Whether a parameter list may end with an ellipsis. One behind a type without a name may be a pack's.
fn is_variadic(clause: Node<'_>) -> bool {
    let unnamed = |p: Node<'_>| {
        let declarator = p.child(DECLARATOR);
        declarator.is_some_and(|d| d.has(ELLIPSIS) && d.child(DECLARATOR_ID).is_none())
    };
    clause.has(ELLIPSIS) || clause.children().any(unnamed)
}
