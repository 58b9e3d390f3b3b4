//! Trailing return types of function types that declare no function ([dcl.fct]/2): in type-ids, typedefs, parameters and behind
//! parentheses. In front of them stands `auto`, and nothing else.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::cxx::declarations::operators::is_builtin;
use crate::engine::source::{Sink, Source};

/// What a function returns behind its parameters is no function and no array ([dcl.fct]/11).
fn returned<'db>(trailing: Node<'_>, out: &mut Sink<'db>) {
    let declarator = trailing.child(TYPE_ID).and_then(|t| t.child(DECLARATOR));
    let Some(declarator) = declarator.filter(|d| d.child(PAREN_DECLARATOR).is_none()) else {
        return;
    };
    let found = declarator.children().find_map(|n| match n.kind() {
        PARAMETERS_AND_QUALIFIERS => Some((codes::FUNCTION_RETURNING_FUNCTION, n)),
        ARRAY_SUFFIX => Some((codes::FUNCTION_RETURNING_ARRAY, n)),
        _ => None,
    });
    out.extend(found.map(|(code, n)| Finding::new(code, n.tokens().start)));
}

/// The rules over one trailing return type.
pub(crate) fn check<'db>(s: &Source<'db>, trailing: Node<'_>, out: &mut Sink<'db>) {
    returned(trailing, out);
    let Some(declarator) = trailing.parent().and_then(|p| p.parent()) else {
        return;
    };
    let operators = |n: &Node<'_>| n.kind() == POINTER_OPERATOR;
    if declarator.kind() != DECLARATOR || declarator.children().any(|n| operators(&n)) {
        return;
    }
    let Some(owner) = declarator.parent() else {
        return;
    };
    let (owner, plain) = match owner.kind() {
        INIT_DECLARATOR => match owner.parent() {
            Some(around) => (around, true),
            None => return,
        },
        TYPE_ID | PARAMETER_DECLARATION => (owner, false),
        _ => return,
    };
    let Some(sequence) = owner.child(DECL_SPECIFIER_SEQ) else {
        return;
    };
    let parenthesized = declarator.child(PAREN_DECLARATOR).is_some();
    // Functions are looked at with their declarations.
    if plain && !parenthesized && !sequence.has(TYPEDEF_KW) {
        return;
    }
    let tokens = s.tokens(sequence);
    let mut words = (tokens.start..tokens.end).map(|i| s.kind(i));
    let is_known = |k| is_builtin(k) || matches!(k, VOID_KW | CONST_KW | VOLATILE_KW | TYPEDEF_KW);
    let typed = (tokens.start..tokens.end).any(|i| {
        let kind = s.kind(i);
        is_builtin(kind) || kind == VOID_KW
    });
    if typed && words.all(is_known) {
        out.push(Finding::new(
            codes::TRAILING_RETURN_NEEDS_AUTO,
            s.tokens(trailing).start,
        ));
    }
}
