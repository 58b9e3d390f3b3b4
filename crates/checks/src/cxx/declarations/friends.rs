//! Friends ([class.friend]): classes that are defined where they are declared friends (/5), variables, and a class that befriends
//! itself.

use cleave_codes::codes;
use cleave_names::decl::{Decl, DeclKind, Shape, Spec};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::cxx::declarations::operators::is_builtin;
use crate::cxx::declarations::words;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};

/// A friend is a function or a class ([class.friend]/1). A type with a name may be that of a function.
pub(crate) fn variable<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    if decl.kind != DeclKind::Variable || !decl.spec.any(Spec::FRIEND) {
        return;
    }
    let fundamental = words(s, decl.specifiers).iter().any(|w| is_builtin(w.1));
    let made = decl.shape.last().is_some_and(|s| *s != Shape::Function);
    if fundamental || made {
        let at = decl.specifiers.start;
        out.push(Finding::new(codes::INVALID_FRIEND_DECLARATION, at));
    }
}

/// A class that befriends itself by its name, and a friend type with cv-qualifiers ([class.friend]/3).
fn own_class<'db>(sequence: Node<'_>, out: &mut Sink<'db>) {
    let types = [NAMED_TYPE, ELABORATED_TYPE_SPECIFIER];
    let mut types = sequence.children().filter(|n| types.contains(&n.kind()));
    let Some(ty) = types.next().filter(|_| sequence.has(FRIEND_KW)) else {
        return;
    };
    let alone = ty.children().next().is_none();
    let declares = sequence
        .parent()
        .is_some_and(|p| p.child(INIT_DECLARATOR).is_some());
    let class = sequence
        .ancestors()
        .skip(1)
        .find(|n| n.kind() == CLASS_SPECIFIER);
    let own = class.and_then(identifier);
    if sequence.has(CONST_KW) || sequence.has(VOLATILE_KW) {
        if !declares && class.is_some() {
            let at = sequence.tokens().start;
            out.push(Finding::new(codes::INVALID_FRIEND_DECLARATION, at));
        }
        return;
    }
    // A template that is a friend may be the class's own.
    let around = sequence.parent().and_then(|p| p.parent());
    let of_template = around.is_some_and(|n| n.kind() == TEMPLATE_DECLARATION);
    let alone = alone && !of_template && !ty.has(TYPENAME_KW);
    if alone && !declares && own.is_some() && own == identifier(ty) {
        let at = sequence.tokens().start;
        out.push(Finding::new(codes::POINTLESS_FRIEND_DECLARATION, at));
    }
}

fn identifier<'t>(node: Node<'t>) -> Option<&'t str> {
    node.own_tokens()
        .find(|t| t.kind() == IDENT)
        .map(|t| t.text())
}

/// The rule over one sequence of specifiers.
pub(crate) fn check<'db>(s: &Source<'db>, sequence: Node<'_>, out: &mut Sink<'db>) {
    own_class(sequence, out);
    let Some(class) = sequence
        .child(CLASS_SPECIFIER)
        .filter(|class| sequence.has(FRIEND_KW) && class.child(NESTED_NAME_SPECIFIER).is_none())
    else {
        return;
    };
    let Some(name) = class.own_tokens().find(|t| t.kind() == IDENT) else {
        return;
    };
    let around = sequence.parent().and_then(|p| p.parent());
    if around.is_some_and(|n| n.kind() == TEMPLATE_DECLARATION) {
        out.push(Finding::new(
            codes::CLASS_TEMPLATE_DEFINED_AS_FRIEND,
            name.number(),
        ));
        return;
    }
    let kind = match class.has(UNION_KW) {
        true => "union",
        false => "class",
    };
    let name_text = s.word(name.number()).to_owned();
    out.push(Finding::new(
        codes::DEFINITION_IN_WRONG_SCOPE {
            entity: Arg::Entity {
                kind,
                name: name_text,
            },
        },
        name.number(),
    ));
}
