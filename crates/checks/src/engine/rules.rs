//! The table of rules that look at nodes of an item's tree: which rule sees which kind of node, in the order of what they report
//! at one token.

use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::flat::{KindSet, Node};

use crate::cuda::lambdas::annotated;
use crate::cuda::launches::streams;
use crate::cuda::memory::locals;
use crate::cxx::control_flow::{labels, statements};
use crate::cxx::declarations::specifiers;
use crate::cxx::expressions::lambda_places;
use crate::engine::context::{Context, is_member};
use crate::engine::walk::Walk;

/// A rule about a node, with what surrounds it.
pub(super) type Rule = for<'t> fn(&mut Walk<'_, '_>, Node<'t>, &Context<'t>);

/// Rules as a slice.
macro_rules! table {
    ($($rule:expr),* $(,)?) => {
        &[$($rule as Rule),*]
    };
}

/// The kinds of nodes that a rule of either table looks at.
pub(super) static KINDS: KindSet = KindSet::of(&[
    DECL_SPECIFIER_SEQ,
    FOR_RANGE_DECLARATION,
    CONDITION_DECLARATION,
    FUNCTION_DEFINITION,
    IF_STATEMENT,
    LAMBDA_EXPRESSION,
    LAUNCH_EXPRESSION,
    SIMPLE_DECLARATION,
    TRY_STATEMENT,
    FUNCTION_TRY_BLOCK,
    THROW_EXPRESSION,
    FOLD_EXPRESSION,
    STRUCTURED_BINDING,
    CONCEPT_DEFINITION,
]);

/// The rules about nodes of a kind, with what surrounds the node.
pub(super) fn of_node(kind: SyntaxKind) -> &'static [Rule] {
    match kind {
        DECL_SPECIFIER_SEQ => table![|w, n, _| specifiers::check(w.s, n, &mut w.out)],
        FOR_RANGE_DECLARATION | CONDITION_DECLARATION => table![locals::check],
        FUNCTION_DEFINITION => table![local_member_function],
        IF_STATEMENT => table![|w, n, _| statements::if_statement(w, n)],
        LAMBDA_EXPRESSION => table![|w, n, _| lambda_places::check(w, n), |w, n, c| {
            annotated::check(w, &annotated::Lambda::new(w.s, n), c)
        },],
        LAUNCH_EXPRESSION => table![streams::check],
        SIMPLE_DECLARATION => table![declaration, |w, n, _| statements::declaration(w, n)],
        TRY_STATEMENT | FUNCTION_TRY_BLOCK | THROW_EXPRESSION | FOLD_EXPRESSION
        | STRUCTURED_BINDING | CONCEPT_DEFINITION => table![|w, n, _| statements::check(w, n)],
        _ => &[],
    }
}

/// The rules about functions and lambdas, with what surrounds their bodies.
pub(super) fn of_body(kind: SyntaxKind) -> &'static [Rule] {
    match kind {
        FUNCTION_DEFINITION | LAMBDA_EXPRESSION => table![|w, n, _| labels::check(w, n)],
        _ => &[],
    }
}

/// Variables, by where they are declared.
fn declaration<'t>(w: &mut Walk<'_, '_>, node: Node<'t>, c: &Context<'t>) {
    match (is_member(node), c.parent.is_some(), c.caller.is_some()) {
        (true, true, _) => locals::member(w, node),
        (true, false, _) => {}
        (false, _, true) => locals::check(w, node, c),
        (false, _, false) => locals::namespace_binding(w, node),
    }
}

/// A member function of a local class.
fn local_member_function<'t>(w: &mut Walk<'_, '_>, node: Node<'t>, c: &Context<'t>) {
    if c.parent.is_some() || w.declaration(node).is_none() {
        locals::member(w, node);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_has_the_kinds_of_the_tables() {
        for &kind in SyntaxKind::ALL {
            let has_rules = !of_node(kind).is_empty() || !of_body(kind).is_empty();
            assert_eq!(KINDS.has(kind), has_rules, "{kind:?}");
        }
    }
}
