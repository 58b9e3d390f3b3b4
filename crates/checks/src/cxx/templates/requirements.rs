//! Where concepts are defined ([temp.concept]/2), and the form of requires-expressions ([expr.prim.req.general]). The tree alone
//! decides.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::Sink;

/// A concept is defined in a namespace.
pub(crate) fn concept<'db>(definition: Node<'_>, out: &mut Sink<'db>) {
    const AROUND: &[cleave_syntax::SyntaxKind] = &[MEMBER_SPECIFICATION, COMPOUND_STATEMENT];
    // One that is no template is no concept at all.
    let template = definition
        .parent()
        .filter(|p| p.kind() == TEMPLATE_DECLARATION);
    let inside = template.is_some_and(|p| p.nearest(AROUND).is_some());
    let word = definition.own_tokens().find(|t| t.kind() == CONCEPT_KW);
    let wrong = word.filter(|_| inside).map(|t| t.number());
    out.extend(wrong.map(|at| Finding::new(codes::CONCEPT_IN_WRONG_SCOPE, at)));
}

/// A requires-expression has requirements. Its parameters are names for them, so they have neither defaults nor an ellipsis.
pub(crate) fn expression<'db>(expression: Node<'_>, out: &mut Sink<'db>) {
    let is_requirement = |n: &Node<'_>| n.kind() != PARAMETER_CLAUSE;
    let close = expression.own_tokens().find(|t| t.kind() == R_BRACE);
    let empty = close.filter(|_| !expression.children().any(|n| is_requirement(&n)));
    out.extend(empty.map(|t| Finding::new(codes::NO_REQUIREMENT, t.number())));
    let Some(clause) = expression.child(PARAMETER_CLAUSE) else {
        return;
    };
    let ellipsis = clause.own_tokens().find(|t| t.kind() == ELLIPSIS);
    out.extend(ellipsis.map(|t| Finding::new(codes::ELLIPSIS_IN_REQUIRES_EXPRESSION, t.number())));
    let defaults = clause.children().filter_map(|p| p.child(EQUAL_INITIALIZER));
    out.extend(
        defaults.map(|d| Finding::new(codes::DEFAULT_ARGUMENT_NOT_ALLOWED, d.tokens().start)),
    );
}
