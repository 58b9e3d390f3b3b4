//! What objects are of, by tokens: expressions that denote objects of the user's own classes, where the class is certain.

use cleave_names::decl::{DeclKind, Shape};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::engine::context::Context;
use crate::engine::source::Source;
use crate::engine::walk::Walk;
use crate::tokens::index::{Entry, only_mine};
use crate::tokens::operands;
use crate::tokens::types::{Base, Type};

/// How long a chain of base classes may be.
const DEPTH: u32 = 32;

/// The only class of a name.
pub(crate) fn only_class<'db>(s: &Source<'db>, name: &str) -> Option<&'db Entry<'db>> {
    let mut classes = only_mine(s.db, s.file, name)
        .iter()
        .filter(|e| matches!(e.kind, DeclKind::Class | DeclKind::Enum | DeclKind::Type));
    let first = classes.next()?;
    (classes.next().is_none() && first.kind == DeclKind::Class).then_some(first)
}

/// The class of an object, if its type is one and nothing but a reference around it.
pub(crate) fn class_of<'a, 'db>(ty: &'a Type<'db>) -> Option<&'a Entry<'db>> {
    let plain = matches!(
        ty.shape[..],
        [] | [Shape::LvalueReference | Shape::RvalueReference]
    );
    match &ty.base {
        Base::Class(e) if plain => Some(e),
        _ => None,
    }
}

/// The type of an expression that denotes an object: a variable, a data member, `*this`.
pub(crate) fn object<'db>(
    w: &Walk<'_, 'db>,
    node: Node<'_>,
    c: &Context<'_>,
    depth: u32,
) -> Option<Type<'db>> {
    if depth > DEPTH {
        return None;
    }
    let s = w.s;
    match node.kind() {
        PAREN_EXPRESSION => object(w, node.children().next()?, c, depth + 1),
        PREFIX_EXPRESSION if s.kind(s.tokens(node).start) == STAR => {
            pointee(object(w, node.children().next()?, c, depth + 1)?)
        }
        THIS_EXPRESSION => {
            let class = c.parent.as_ref()?.class.as_deref()?;
            let e = only_class(s, class)?;
            Some(Type {
                base: Base::Class(e.clone()),
                shape: vec![Shape::Pointer],
                constant: false,
                target: false,
                indirect: false,
            })
        }
        MEMBER_EXPRESSION => {
            let base = object(w, node.children().next()?, c, depth + 1)?;
            let base = if node.has(ARROW) {
                pointee(base)?
            } else {
                base
            };
            field(s, class_of(&base)?, &plain_member(node)?)
        }
        ID_EXPRESSION => operands::of(w, node).or_else(|| {
            let t = s.tokens(node);
            let name = s.word(t.start);
            let class = c.parent.as_ref()?.class.as_deref()?;
            let free = t.end == t.start + 1 && !w.declared_outside_classes(name);
            free.then(|| field(s, only_class(s, class)?, name))
                .flatten()
        }),
        _ => None,
    }
}

pub(crate) fn pointee(mut ty: Type<'_>) -> Option<Type<'_>> {
    (ty.shape.first() == Some(&Shape::Pointer)).then(|| {
        ty.shape.remove(0);
        ty.constant = ty.target && ty.shape.is_empty();
        ty.target = false;
        ty
    })
}

/// The name behind `.` or `->`, if it is a plain identifier.
pub(crate) fn plain_member(node: Node<'_>) -> Option<String> {
    if node.children().count() != 1 || node.has(TEMPLATE_KW) {
        return None;
    }
    crate::engine::nodes::first_name(node)
}

/// The type of a data member.
fn field<'db>(s: &Source<'db>, class: &Entry<'db>, name: &str) -> Option<Type<'db>> {
    if class.template || class.specialization {
        return None;
    }
    let theirs = Source::new(s.db, s.file, class.item, s.settings);
    let mut found = theirs
        .decls
        .iter()
        .filter(|d| d.parent == Some(class.decl) && d.name == name);
    let decl = found.next()?;
    if found.next().is_some() || decl.kind != DeclKind::Variable {
        return None;
    }
    Some(crate::tokens::types::declared(&theirs, decl))
}
