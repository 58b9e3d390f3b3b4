//! Pack expansions where nothing is a pack: outside of templates `...` is no part of a parameter, a capture or an argument
//! ([temp.variadic]/4). The tree alone decides.

use cleave_codes::{Code, codes};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::Sink;

/// A parameter, a capture or an expansion.
pub(crate) fn check<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let holder = match node.kind() {
        PARAMETER_DECLARATION => node.child(DECLARATOR),
        _ => Some(node),
    };
    let dots = holder.and_then(|h| h.own_tokens().find(|t| t.kind() == ELLIPSIS));
    let (Some(holder), Some(dots)) = (holder, dots) else {
        return;
    };
    let around = node.parent().map(|p| p.kind());
    let (code, at): (Code, u32) = match node.kind() {
        // `int... x`: the dots stand for any arguments, and a name follows.
        PARAMETER_DECLARATION if around == Some(PARAMETER_CLAUSE) => {
            match holder.child(DECLARATOR_ID) {
                Some(id) => (codes::EXP_RPAREN, id.tokens().start),
                None => return,
            }
        }
        LAMBDA_CAPTURE if node.tokens().start != dots.number() => {
            (codes::EXP_RBRACKET, dots.number())
        }
        PACK_EXPANSION => match around {
            Some(ARGUMENT_LIST) => (codes::EXP_RPAREN, dots.number()),
            Some(BRACED_INIT_LIST) => (codes::EXP_RBRACE, dots.number()),
            _ => return,
        },
        _ => return,
    };
    // The captures of a lambda belong to what is around it.
    let from = match node.kind() {
        LAMBDA_CAPTURE => node.ancestors().find(|n| n.kind() == LAMBDA_EXPRESSION),
        _ => Some(node),
    };
    if !from.is_none_or(in_template) {
        out.push(Finding::new(code, at));
    }
}

/// Whether a node stands in a template, or in a function that is one by its parameters.
fn in_template(node: Node<'_>) -> bool {
    node.ancestors()
        .filter(|n| *n != node)
        .any(|n| match n.kind() {
            TEMPLATE_DECLARATION | EXPLICIT_SPECIALIZATION | EXPLICIT_INSTANTIATION => true,
            LAMBDA_EXPRESSION => {
                n.child(TEMPLATE_PARAMETER_LIST).is_some()
                    || n.child(PARAMETER_CLAUSE).is_some_and(generic)
            }
            PARAMETER_CLAUSE => generic(n),
            FUNCTION_DEFINITION => n.child(DECLARATOR).is_some_and(generic),
            _ => false,
        })
}

/// Whether a placeholder stands for the type of a parameter.
fn generic(parameters: Node<'_>) -> bool {
    (parameters.descendants()).any(|n| n.has(AUTO_KW) || n.kind() == PLACEHOLDER_TYPE_SPECIFIER)
}
