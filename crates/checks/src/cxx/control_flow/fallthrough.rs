//! Where `fallthrough` may stand ([dcl.attr.fallthrough]): on a null statement of a switch, in front of a label.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::ast::{self, AstNode};
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
    let inner = inner.filter(|n| is_statement(*n));
    if !lone && inner.is_none() {
        return;
    }
    let is_null = |n: Node<'_>| n.kind() == EXPRESSION_STATEMENT && n.children().next().is_none();
    let empty = lone || inner.is_some_and(is_null);
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
        (true, true) if precedes_label(statement) => return,
        (true, true) => {
            let at = statement.tokens().start;
            out.push(Finding::new(codes::FALLTHROUGH_BEFORE_NO_LABEL, at));
            return;
        }
    };
    out.push(Finding::new(code, attribute.start));
}

/// Whether it is a statement that is no declaration and has no label.
fn is_statement(n: Node<'_>) -> bool {
    let kind = n.kind();
    ast::Statement::can_cast(kind) && !ast::Declaration::can_cast(kind) && !is_label(n)
}

/// Whether it is a statement behind a label.
fn is_label(n: Node<'_>) -> bool {
    matches!(
        n.kind(),
        CASE_STATEMENT | DEFAULT_STATEMENT | LABELED_STATEMENT
    )
}

/// Whether a label may follow a statement. Behind the end of a block what the block is part of is not looked at, unless that is a loop
/// or the switch.
fn precedes_label(statement: Node<'_>) -> bool {
    let mut at = statement;
    let mut left = false;
    for around in statement.ancestors().skip(1) {
        match around.kind() {
            COMPOUND_STATEMENT => {
                let end = at.tokens().end;
                let next = around.children().find(|n| n.tokens().start >= end);
                if let Some(next) = next {
                    return left
                        || match next.kind() {
                            ATTRIBUTED_STATEMENT => next.children().any(is_label),
                            _ => is_label(next),
                        };
                }
                left = true;
            }
            CASE_STATEMENT | DEFAULT_STATEMENT | LABELED_STATEMENT | ATTRIBUTED_STATEMENT => {}
            WHILE_STATEMENT | DO_STATEMENT | FOR_STATEMENT | RANGE_FOR_STATEMENT
            | SWITCH_STATEMENT => return false,
            _ => return true,
        }
        at = around;
    }
    true
}
