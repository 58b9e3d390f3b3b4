//! Qualified names where a declaration may have none ([dcl.meaning.general]/1, [dcl.typedef]/1, [dcl.enum]/1).

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::{Node, Token};

use crate::Finding;
use crate::engine::nodes::{block_or_class, first_name, innermost};
use crate::engine::source::{Sink, Source};

/// A parameter, or what a condition, a handler or a range-based `for` declares, has no qualified name.
pub(crate) fn declarator<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let declares = node.child(INIT_DECLARATOR).unwrap_or(node);
    let id = (declares.child(DECLARATOR)).and_then(|d| innermost(d).child(DECLARATOR_ID));
    if let Some(qualifier) = id.and_then(|id| id.child(NESTED_NAME_SPECIFIER))
        && qualifier.first_token().is_some_and(|t| t.kind() != COLON2)
    {
        let at = qualifier.tokens().start;
        out.push(Finding::new(codes::QUALIFIED_NAME_NOT_ALLOWED, at));
    }
}

/// What a declaration in a block or a typedef declares has no qualified name.
pub(crate) fn declarators<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let around = block_or_class(node);
    let Some(seq) = node.child(DECL_SPECIFIER_SEQ) else {
        return;
    };
    let typedef = seq.has(TYPEDEF_KW);
    if seq.has(FRIEND_KW) || !typedef && around != Some(COMPOUND_STATEMENT) {
        return;
    }
    let of_namespace = around.is_none();
    for declarator in node.children().filter_map(|n| n.child(DECLARATOR)) {
        let id = declarator.child(DECLARATOR_ID);
        let Some(qualifier) = id.and_then(|id| id.child(NESTED_NAME_SPECIFIER)) else {
            continue;
        };
        let global = qualifier.first_token().is_some_and(|t| t.kind() == COLON2);
        let code = match global {
            // In a namespace that is a warning.
            true if of_namespace => continue,
            true => codes::LEADING_GLOBAL_QUALIFIER,
            false => codes::QUALIFIED_NAME_NOT_ALLOWED,
        };
        out.push(Finding::new(code, qualifier.tokens().start));
    }
}

/// An enumeration that is defined in a class is not named as a member of that class.
pub(crate) fn enumeration<'db>(s: &Source<'db>, node: Node<'_>, out: &mut Sink<'db>) {
    let Some(qualifier) = node.child(NESTED_NAME_SPECIFIER) else {
        return;
    };
    let Some(class) = node
        .nearest(&[CLASS_SPECIFIER, COMPOUND_STATEMENT])
        .filter(|n| n.kind() == CLASS_SPECIFIER)
    else {
        return;
    };
    let at = s.tokens(qualifier).start;
    let own = s.kind(at) == IDENT && first_name(class).as_deref() == Some(s.word(at));
    if own && one_name(qualifier) && (is_in_template(node) || is_declared(class, node)) {
        out.push(Finding::new(codes::QUALIFIED_NAME_NOT_ALLOWED, at));
    }
}

fn is_in_template(node: Node<'_>) -> bool {
    node.nearest(&[TEMPLATE_DECLARATION]).is_some()
}

/// Whether a class has declared an enumeration in front of its definition. Else its name is unknown.
fn is_declared(class: Node<'_>, definition: Node<'_>) -> bool {
    let name = first_name(definition);
    let members = class.child(MEMBER_SPECIFICATION);
    let mut before = (members.into_iter())
        .flat_map(|m| m.descendants())
        .take_while(|n| *n != definition)
        .filter(|n| n.kind() == ENUM_SPECIFIER && n.child(NESTED_NAME_SPECIFIER).is_none());
    before.any(|n| first_name(n) == name)
}

/// Whether a nested-name-specifier has one name.
fn one_name(qualifier: Node<'_>) -> bool {
    let colons = |t: &Token<'_>| t.kind() == COLON2;
    qualifier.own_tokens().filter(colons).count() == 1
}
