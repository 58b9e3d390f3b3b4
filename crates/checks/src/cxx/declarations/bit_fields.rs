//! Where bit-fields may not stand, and types that none has ([class.bit]). The tree alone decides.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::{Node, Token};

use crate::Finding;
use crate::engine::source::Sink;

/// One declaration.
pub(crate) fn check<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    of_friend(node, out);
    unnamed(node, out);
    of_static_member(node, out);
}

fn is_member(node: Node<'_>) -> bool {
    node.parent()
        .is_some_and(|p| p.kind() == MEMBER_SPECIFICATION)
}

/// `friend int : 1;` ([class.friend])
fn of_friend<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let seq = node.child(DECL_SPECIFIER_SEQ);
    let friend = seq.and_then(|seq| seq.own_tokens().find(|t| t.kind() == FRIEND_KW));
    let fields = |n: Node<'_>| n.child(BIT_FIELD_WIDTH).is_some() && n.child(DECLARATOR).is_none();
    if let Some(friend) = friend.filter(|_| node.children().any(fields)) {
        out.push(Finding::new(
            codes::INVALID_FRIEND_DECLARATION,
            friend.number(),
        ));
    }
}

/// Bit-fields without a name of types that no bit-field has ([class.bit]/1).
fn unnamed<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let Some(seq) = node.child(DECL_SPECIFIER_SEQ).filter(|_| is_member(node)) else {
        return;
    };
    let unnamed = |n: Node<'_>| n.child(BIT_FIELD_WIDTH).is_some() && n.child(DECLARATOR).is_none();
    let floating = |t: Token<'_>| matches!(t.kind(), FLOAT_KW | DOUBLE_KW);
    let wrong = seq.child(CLASS_SPECIFIER).is_some() || seq.own_tokens().any(floating);
    if wrong && node.children().any(unnamed) {
        out.push(Finding::new(
            codes::INVALID_BIT_FIELD_TYPE,
            seq.tokens().start,
        ));
    }
}

/// A bit-field is no static member ([class.bit]/3).
fn of_static_member<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let seq = node.child(DECL_SPECIFIER_SEQ).filter(|_| is_member(node));
    if !seq.is_some_and(|seq| seq.has(STATIC_KW)) {
        return;
    }
    let named = |n: &Node<'_>| n.kind() == INIT_DECLARATOR && n.child(DECLARATOR).is_some();
    let width = node
        .children()
        .filter(named)
        .find_map(|n| n.child(BIT_FIELD_WIDTH));
    out.extend(width.map(|w| Finding::new(codes::EXP_SEMICOLON, w.tokens().start)));
}
