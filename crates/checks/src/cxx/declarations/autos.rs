//! `auto` where nothing is deduced for it ([dcl.spec.auto]/6): in template arguments and in parameters of functions that are not
//! declared there. The tree alone decides.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::Sink;

/// One sequence of specifiers.
pub(crate) fn check<'db>(seq: Node<'_>, out: &mut Sink<'db>) {
    decltype_auto(seq, out);
    let Some(auto) = seq.own_tokens().find(|t| t.kind() == AUTO_KW) else {
        return;
    };
    let Some(owner) = seq.parent().filter(|p| is_misplaced(*p)) else {
        return;
    };
    // `auto(int) -> int` is a type.
    let trails = |n: Node<'_>| n.kind() == TRAILING_RETURN_TYPE;
    let declarator = owner.child(DECLARATOR);
    if declarator.is_none_or(|d| !d.descendants().any(trails)) {
        out.push(Finding::new(codes::AUTO_NOT_ALLOWED, auto.number()));
    }
}

/// `decltype(auto)` is no type of a parameter ([dcl.spec.auto.general]/5).
fn decltype_auto<'db>(seq: Node<'_>, out: &mut Sink<'db>) {
    let auto = seq.child(DECLTYPE_SPECIFIER).filter(|d| d.has(AUTO_KW));
    let around = seq.parent().filter(|p| p.kind() == PARAMETER_DECLARATION);
    let list = around.and_then(|p| p.parent()).map(|p| p.kind());
    if let (Some(auto), Some(PARAMETER_CLAUSE)) = (auto, list) {
        let at = auto.tokens().start;
        out.push(Finding::new(codes::DECLTYPE_AUTO_NOT_ALLOWED, at));
    }
}

/// Whether a type-id or a parameter stands where no placeholder may.
fn is_misplaced(owner: Node<'_>) -> bool {
    let Some(parent) = owner.parent() else {
        return false;
    };
    match owner.kind() {
        TYPE_ID => matches!(
            parent.kind(),
            TEMPLATE_ARGUMENT_LIST | TYPE_PARAMETER | CAST_EXPRESSION
        ),
        PARAMETER_DECLARATION if parent.kind() == PARAMETER_CLAUSE => is_of_no_declaration(parent),
        _ => false,
    }
}

/// Whether parameters are those of a function type, of a requires-expression, or of what is instantiated explicitly.
fn is_of_no_declaration(clause: Node<'_>) -> bool {
    let Some(function) = clause.parent() else {
        return false;
    };
    if function.kind() == REQUIRES_EXPRESSION {
        return true;
    }
    let Some(declarator) = function.parent().filter(|p| p.kind() == DECLARATOR) else {
        return false;
    };
    if function.kind() != PARAMETERS_AND_QUALIFIERS {
        return false;
    }
    let mut around = declarator.parent();
    while let Some(outer) = around.filter(|p| matches!(p.kind(), DECLARATOR | PAREN_DECLARATOR)) {
        around = outer.parent();
    }
    match around.map(|p| p.kind()) {
        Some(PARAMETER_DECLARATION | TYPE_ID) => true,
        Some(INIT_DECLARATOR | FUNCTION_DEFINITION) => {
            let instantiated = |n: Node<'_>| n.kind() == EXPLICIT_INSTANTIATION;
            declarator.ancestors().take(4).any(instantiated)
        }
        _ => false,
    }
}
