//! Templates by their words: a dependent type without `typename` ([temp.res]), and what C++17 allows in a template's head.

use cleave_codes::codes;
use cleave_names::decl::DeclKind;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::{FlatElement, KindSet, Node};

use crate::Finding;
use crate::cxx::standards::{CPP17, CPP20};
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};

/// The kinds of nodes that [`check`] looks at.
pub(crate) static KINDS: KindSet = KindSet::of(&[NAMED_TYPE, TEMPLATE_PARAMETER_LIST]);

/// All rules of this module over a node of an item.
pub(crate) fn check<'db>(s: &Source<'db>, node: Node<'_>, out: &mut Sink<'db>) {
    let standard = s.settings.standard;
    if node.kind() == NAMED_TYPE {
        in_body(s, node, out);
    }
    if standard >= CPP20 {
        return;
    }
    match node.kind() {
        NAMED_TYPE if is_missing_typename(s, node) => {
            let t = s.tokens(node);
            let name: String = t.range().map(|i| s.word(i as u32)).collect();
            let kind = "nontype";
            out.push(Finding::new(
                codes::NOT_A_TYPE_NAME {
                    entity: Arg::Entity { kind, name },
                },
                t.start,
            ));
        }
        TEMPLATE_PARAMETER_LIST if standard < CPP17 => {
            let values = node
                .children()
                .filter(|n| n.kind() == PARAMETER_DECLARATION)
                // `auto f() -> int` is a function's type.
                .filter(|n| n.descendants().all(|d| d.kind() != TRAILING_RETURN_TYPE));
            for seq in values.filter_map(|p| p.child(DECL_SPECIFIER_SEQ)) {
                let t = s.tokens(seq);
                if let Some(at) = (t.start..t.end).find(|&i| s.kind(i) == AUTO_KW) {
                    out.push(Finding::new(codes::AUTO_NOT_ALLOWED, at));
                }
            }
        }
        _ => {}
    }
}

/// `T::type` without `typename` in the body of a template, where it begins a declaration: it is no type there, but an expression. Behind
/// other specifiers it can be nothing else than a type.
fn in_body<'db>(s: &Source<'db>, name: Node<'_>, out: &mut Sink<'db>) {
    let t = s.tokens(name);
    let plain = (t.start..t.end).all(|i| matches!(s.kind(i), IDENT | COLON2));
    let first = s.kind(t.start) == IDENT && s.kind(t.start + 1) == COLON2;
    let seq = (name.parent()).filter(|p| plain && first && p.kind() == DECL_SPECIFIER_SEQ);
    let Some(seq) = seq else { return };
    let Some(declaration) = seq.parent() else {
        return;
    };
    let Some(around) = declaration.parent() else {
        return;
    };
    let wrong = |code, at| Finding::new(code, at);
    let whole = seq.tokens() == name.tokens();
    let declared = s.kind(t.end) == IDENT;
    let finding = match (declaration.kind(), around.kind()) {
        (CONDITION_DECLARATION, _) if whole && declared => wrong(codes::EXP_RPAREN, t.end),
        (SIMPLE_DECLARATION, INIT_STATEMENT) if whole && declared => {
            match around.parent().map(|p| p.kind()) {
                Some(FOR_STATEMENT) => wrong(codes::EXP_SEMICOLON, t.end),
                Some(IF_STATEMENT | SWITCH_STATEMENT) => wrong(codes::EXP_RPAREN, t.end),
                _ => return,
            }
        }
        (SIMPLE_DECLARATION, COMPOUND_STATEMENT) if whole && declared => {
            wrong(codes::EXP_SEMICOLON, t.end)
        }
        (SIMPLE_DECLARATION, COMPOUND_STATEMENT) if !whole && !seq.has(FRIEND_KW) => {
            untyped(s, t.start, t.end)
        }
        (FOR_RANGE_DECLARATION, _) => untyped(s, t.start, t.end),
        (TYPE_ID, ALIAS_DECLARATION) if s.settings.standard < CPP20 => untyped(s, t.start, t.end),
        (TYPE_ID, NEW_EXPRESSION) if s.settings.standard < CPP20 => {
            wrong(codes::EXP_TYPE_SPECIFIER, t.start)
        }
        _ => return,
    };
    if is_parameter_in_body(s, name, s.word(t.start)) {
        out.push(finding);
    }
}

/// What is said of a name that is no type's.
fn untyped<'db>(s: &Source<'db>, start: u32, end: u32) -> Finding<'db> {
    let name: String = (start..end).map(|i| s.word(i)).collect();
    let kind = "nontype";
    let entity = Arg::Entity { kind, name };
    Finding::new(codes::NOT_A_TYPE_NAME { entity }, start)
}

/// Whether a name in a body is that of a type parameter of a template around it.
fn is_parameter_in_body(s: &Source<'_>, node: Node<'_>, name: &str) -> bool {
    let mut body = false;
    for around in node.ancestors() {
        match around.kind() {
            TEMPLATE_ARGUMENT_LIST | REQUIRES_EXPRESSION => return false,
            COMPOUND_STATEMENT => body = true,
            // A generic lambda may have one of the name.
            LAMBDA_EXPRESSION if around.child(TEMPLATE_PARAMETER_LIST).is_some() => return false,
            CLASS_SPECIFIER if declares_type(s, around, name) => return false,
            TEMPLATE_DECLARATION => {
                let list = around.child(TEMPLATE_PARAMETER_LIST);
                let parameters = list.iter().flat_map(|l| l.children());
                let own = |p: Node<'_>| {
                    p.own_tokens()
                        .any(|t| t.kind() == IDENT && t.text() == name)
                };
                let named = parameters.into_iter().find(|p| own(*p));
                if let Some(parameter) = named {
                    return body && parameter.kind() == TYPE_PARAMETER;
                }
            }
            _ => {}
        }
    }
    false
}

/// `T::type` where only a type can stand outside of bodies: of members, parameters and results, and behind `using A =`.
fn is_missing_typename(s: &Source<'_>, name: Node<'_>) -> bool {
    let t = s.tokens(name);
    let plain = (t.start..t.end).all(|i| matches!(s.kind(i), IDENT | COLON2));
    let first = s.kind(t.start) == IDENT && s.kind(t.start + 1) == COLON2;
    if !plain || !first {
        return false;
    }
    let Some(seq) = name.parent().filter(|p| p.kind() == DECL_SPECIFIER_SEQ) else {
        return false;
    };
    if seq.has(FRIEND_KW) {
        return false;
    }
    let Some(declaration) = seq.parent() else {
        return false;
    };
    let allowed = match declaration.kind() {
        // Alone in a class it is no type but a member of a base.
        SIMPLE_DECLARATION => {
            let member = declaration
                .parent()
                .is_some_and(|p| p.kind() == MEMBER_SPECIFICATION);
            !member || declaration.children().count() > 1
        }
        FUNCTION_DEFINITION | PARAMETER_DECLARATION => true,
        TYPE_ID => declaration
            .parent()
            .is_some_and(|p| p.kind() == ALIAS_DECLARATION),
        _ => false,
    };
    allowed && is_type_parameter(s, name, s.word(t.start))
}

/// Whether a name is that of a type parameter of a template around a node, outside of bodies and of template arguments.
fn is_type_parameter(s: &Source<'_>, node: Node<'_>, name: &str) -> bool {
    for around in node.ancestors() {
        match around.kind() {
            COMPOUND_STATEMENT
            | LAMBDA_EXPRESSION
            | TEMPLATE_ARGUMENT_LIST
            | REQUIRES_EXPRESSION => {
                return false;
            }
            TEMPLATE_DECLARATION => {
                let list = around.child(TEMPLATE_PARAMETER_LIST);
                let parameters = list.iter().flat_map(|l| l.children());
                let declares = |p: Node<'_>| {
                    p.kind() == TYPE_PARAMETER
                        && (p.children_with_tokens())
                            .filter_map(FlatElement::into_token)
                            .find(|t| t.kind() == IDENT)
                            .is_some_and(|t| t.text() == name)
                };
                if parameters.into_iter().any(declares) {
                    return true;
                }
            }
            // A member may have the name as well.
            CLASS_SPECIFIER if declares_type(s, around, name) => return false,
            _ => {}
        }
    }
    false
}

/// Whether a class declares something of a name.
fn declares_type(s: &Source<'_>, class: Node<'_>, name: &str) -> bool {
    let mut classes = s.decls.iter().enumerate().filter(|(_, d)| {
        d.kind == DeclKind::Class && s.tokens(class).contains(d.name_tokens.start)
    });
    classes.any(|(i, _)| {
        let mut members = s.decls.iter().filter(|d| d.parent == Some(i as u32));
        members.any(|d| d.name == name)
    })
}
