//! Where `fallthrough` may stand ([dcl.attr.fallthrough]): on a null statement of a switch. Whether a label follows it is not looked
//! at.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::{Sink, Source};

/// The rule over one statement with attributes.
pub(crate) fn check<'db>(s: &Source<'db>, statement: Node<'_>, out: &mut Sink<'db>) {
    let attribute = (statement.children())
        .filter(|n| n.kind() == ATTRIBUTE_SPECIFIER)
        .flat_map(|n| n.descendants().filter(|n| n.kind() == ATTRIBUTE))
        .map(|n| s.tokens(n))
        .find(|t| {
            let last = (t.start..t.end)
                .take_while(|i| s.kind(*i) != L_PAREN)
                .last();
            last.is_some_and(|i| cleave_attributes::bare(s.word(i)) == "fallthrough")
        });
    let Some(attribute) = attribute else { return };
    // Attributes with nothing but a semicolon are a declaration elsewhere, and are read like one.
    let lone = statement.kind() == ATTRIBUTE_DECLARATION;
    let inner = (statement.children()).find(|n| n.kind() != ATTRIBUTE_SPECIFIER);
    let expression = inner.filter(|n| n.kind() == EXPRESSION_STATEMENT);
    if !lone && expression.is_none() {
        return;
    }
    let empty = lone || expression.is_some_and(|n| n.children().next().is_none());
    let around = statement.parent().map(|p| p.kind());
    if matches!(
        around,
        Some(ITEM_ROOT | MEMBER_SPECIFICATION | NAMESPACE_DEFINITION | LINKAGE_SPECIFICATION)
    ) {
        return;
    }
    let switched = statement
        .ancestors()
        .take_while(|n| !matches!(n.kind(), FUNCTION_DEFINITION | LAMBDA_EXPRESSION))
        .any(|n| n.kind() == SWITCH_STATEMENT);
    let code = match (empty, switched) {
        (false, _) => codes::FALLTHROUGH_ON_STATEMENT,
        (true, false) => codes::FALLTHROUGH_OUTSIDE_SWITCH,
        (true, true) => return,
    };
    out.push(Finding::new(code, attribute.start));
}
