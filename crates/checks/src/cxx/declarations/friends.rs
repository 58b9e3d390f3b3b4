//! Friends ([class.friend]): classes that are defined where they are declared friends (/5), variables, and a class that befriends
//! itself.

use cleave_codes::codes;
use cleave_names::decl::{Decl, DeclKind, Shape, Spec};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::{Node, Token};

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

/// A friend type with cv-qualifiers ([class.friend]/3), and a class that befriends itself by its name.
fn named_type<'db>(sequence: Node<'_>, of_template: bool, out: &mut Sink<'db>) {
    let named = |n: &Node<'_>| matches!(n.kind(), NAMED_TYPE | ELABORATED_TYPE_SPECIFIER);
    let declarator = |n: &Node<'_>| matches!(n.kind(), INIT_DECLARATOR | DECLARATOR);
    let declaration = sequence.parent();
    let (Some(ty), None) = (
        sequence.children().find(named),
        declaration.and_then(|d| d.children().find(declarator)),
    ) else {
        return;
    };
    let mut around = sequence.ancestors();
    let Some(class) = around.find(|n| n.kind() == CLASS_SPECIFIER) else {
        return;
    };
    let at = sequence.tokens().start;
    if sequence.has(CONST_KW) || sequence.has(VOLATILE_KW) {
        out.push(Finding::new(codes::INVALID_FRIEND_DECLARATION, at));
        return;
    }
    let own = identifier(class)
        .is_some_and(|own| identifier(ty).is_some_and(|name| name.text() == own.text()));
    // A template that is a friend may be the class's own.
    if own && ty.children().next().is_none() && !of_template && !ty.has(TYPENAME_KW) {
        out.push(Finding::new(codes::POINTLESS_FRIEND_DECLARATION, at));
    }
}

/// The friend functions of a local class are declared before it in the block around it ([class.local]/4, [class.friend]/11). Where
/// the block uses the name before, it may declare it.
fn local_function<'db>(s: &Source<'db>, sequence: Node<'_>, out: &mut Sink<'db>) {
    let Some(declaration) = sequence.parent() else {
        return;
    };
    let mut around = declaration.ancestors();
    let Some(class) = around.find(|n| n.kind() == CLASS_SPECIFIER) else {
        return;
    };
    let Some(block) = around.find(|n| n.kind() == COMPOUND_STATEMENT) else {
        return;
    };
    let init = declaration.child(INIT_DECLARATOR).unwrap_or(declaration);
    let Some(declarator) = init.child(DECLARATOR) else {
        return;
    };
    let id = declarator.child(DECLARATOR_ID);
    let id = id.filter(|id| id.children().next().is_none());
    let name = id.and_then(identifier);
    let (Some(name), Some(_)) = (name, declarator.child(PARAMETERS_AND_QUALIFIERS)) else {
        return;
    };
    let (word, name) = (name.text(), name.number());
    let before = block.tokens().start..class.tokens().start;
    if before
        .into_iter()
        .any(|i| s.kind(i) == IDENT && s.word(i) == word)
    {
        return;
    }
    out.push(Finding::new(codes::LOCAL_FRIEND_WITHOUT_DECLARATION, name));
    if declaration.kind() == FUNCTION_DEFINITION {
        let entity = Arg::Entity {
            kind: "function",
            name: word.to_owned(),
        };
        let code = codes::DEFINITION_IN_WRONG_SCOPE { entity };
        out.push(Finding::new(code, declarator.tokens().end));
    }
}

fn identifier(node: Node<'_>) -> Option<Token<'_>> {
    node.own_tokens().find(|t| t.kind() == IDENT)
}

/// The rule over one sequence of specifiers.
pub(crate) fn check<'db>(s: &Source<'db>, sequence: Node<'_>, out: &mut Sink<'db>) {
    if !sequence.has(FRIEND_KW) {
        return;
    }
    let around = sequence.parent().and_then(|p| p.parent());
    let of_template = around.is_some_and(|n| n.kind() == TEMPLATE_DECLARATION);
    named_type(sequence, of_template, out);
    local_function(s, sequence, out);
    let class = sequence.child(CLASS_SPECIFIER);
    let class = class.filter(|class| class.child(NESTED_NAME_SPECIFIER).is_none());
    let Some((class, name)) = class.and_then(|class| Some((class, identifier(class)?))) else {
        return;
    };
    if of_template {
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
