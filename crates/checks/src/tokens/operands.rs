//! Types of simple expressions: names that an item declares once, global variables, and what `&`, `*` and `[]` make of them.
//!
//! Whatever else an expression may be has no type here.

use cleave_names::decl::{DeclKind, Shape};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::cuda::memory::locals::{innermost, named};
use crate::engine::source::Source;
use crate::engine::walk::Walk;
use crate::tokens::index::only_mine;
use crate::tokens::types;
use crate::tokens::types::Type;

/// The type of an expression, if it is certain.
pub(crate) fn of<'db>(w: &Walk<'_, 'db>, node: Node<'_>) -> Option<Type<'db>> {
    let s = w.s;
    match node.kind() {
        PAREN_EXPRESSION => of(w, node.children().next()?),
        ID_EXPRESSION => {
            let t = s.tokens(node);
            (t.end == t.start + 1).then(|| variable(w, s.word(t.start), node))?
        }
        PREFIX_EXPRESSION => {
            let operand = node.children().next()?;
            match s.kind(s.tokens(node).start) {
                AMP if operand.kind() != PREFIX_EXPRESSION => {
                    let mut ty = of(w, operand)?;
                    if ty.is_reference() {
                        ty.shape.remove(0);
                    }
                    ty.shape.insert(0, Shape::Pointer);
                    ty.constant = false;
                    ty.target = false;
                    Some(ty)
                }
                STAR => element(of(w, operand)?),
                _ => None,
            }
        }
        SUBSCRIPT_EXPRESSION => {
            let mut parts = node.children();
            let base = of(w, parts.next()?)?;
            let index = parts.next()?;
            matches!(index.kind(), LITERAL | ID_EXPRESSION)
                .then(|| element(base))
                .flatten()
        }
        _ => None,
    }
}

/// What a pointer points to, or an array is made of.
fn element(mut ty: Type<'_>) -> Option<Type<'_>> {
    matches!(ty.shape.first(), Some(Shape::Pointer | Shape::Array { .. })).then(|| {
        // An array's elements are const as it is; what a pointer points to is another matter.
        if ty.shape.remove(0) == Shape::Pointer {
            ty.constant = ty.target && ty.shape.is_empty();
        }
        ty.target = false;
        ty
    })
}

/// The specifiers and the declarator that a name means at a node, if the item declares it just once and the node is in the
/// scope of that declaration ([basic.scope.block]).
pub(crate) fn declaration_of<'s>(
    w: &Walk<'s, '_>,
    name: &str,
    at: Node<'_>,
) -> Option<(Node<'s>, Node<'s>)> {
    let found = w.variables.get(name)?.as_ref()?;
    let at = at.tokens().start;
    let declarator = &found.1;
    match scope(*declarator) {
        // A member is in scope in all of its class.
        Some(scope) if scope.kind() == CLASS_SPECIFIER => scope.tokens().contains(&at),
        Some(scope) => declarator.tokens().start < at && at < scope.tokens().end,
        None => true,
    }
    .then_some(*found)
}

/// The construct at whose end the scope of what a declarator declares ends; `None` for that of the whole item.
fn scope(declarator: Node<'_>) -> Option<Node<'_>> {
    let mut parameter = false;
    declarator.ancestors().find(|n| match n.kind() {
        PARAMETER_CLAUSE => {
            parameter = true;
            false
        }
        FUNCTION_DEFINITION | LAMBDA_EXPRESSION | REQUIRES_EXPRESSION => true,
        // Parameters of what is only declared.
        SIMPLE_DECLARATION => parameter,
        COMPOUND_STATEMENT | FOR_STATEMENT | RANGE_FOR_STATEMENT | IF_STATEMENT
        | SWITCH_STATEMENT | WHILE_STATEMENT | HANDLER | CLASS_SPECIFIER => true,
        _ => false,
    })
}

/// The type of a local that a name means at a node, if the item declares it just once.
pub(crate) fn named_variable<'db>(
    w: &Walk<'_, 'db>,
    name: &str,
    at: Node<'_>,
) -> Option<Type<'db>> {
    let (seq, declarator) = declaration_of(w, name, at)?;
    let (_, mut ty) = named(w.s, seq, declarator)?;
    // A parameter that looks like an array is a pointer ([dcl.fct]/5).
    let parameter = seq
        .parent()
        .is_some_and(|p| p.kind() == PARAMETER_DECLARATION);
    if parameter && let Some(first @ Shape::Array { .. }) = ty.shape.first_mut() {
        *first = Shape::Pointer;
    }
    Some(ty)
}

/// The type of the variable or parameter that a name means, if the item or the user's code declares it just once.
fn variable<'db>(w: &Walk<'_, 'db>, name: &str, at: Node<'_>) -> Option<Type<'db>> {
    let s = w.s;
    if w.variables.contains_key(name) {
        return named_variable(w, name, at);
    }
    if w.declared.contains(name) {
        return None;
    }
    let [e] = only_mine(s.db, s.file, name) else {
        return None;
    };
    if e.kind != DeclKind::Variable || e.class.is_some() || e.template || e.qualified {
        return None;
    }
    let theirs = Source::new(s.db, s.file, e.item, s.settings);
    theirs
        .decls
        .get(e.decl as usize)
        .map(|d| types::declared(&theirs, d))
}

/// The specifiers and the declarator of each name that an item declares once.
pub(crate) type Variables<'t> = rustc_hash::FxHashMap<String, Option<(Node<'t>, Node<'t>)>>;

/// The variables and parameters among the declaring nodes of a tree.
pub(crate) fn variables<'t>(declaring: &[Node<'t>]) -> Variables<'t> {
    let mut out = Variables::default();
    for node in declaring {
        let declares = matches!(
            node.kind(),
            DECLARATOR_ID
                | STRUCTURED_BINDING
                | LAMBDA_CAPTURE
                | ENUMERATOR
                | TYPE_PARAMETER
                | TEMPLATE_TEMPLATE_PARAMETER
                | CLASS_SPECIFIER
                | ENUM_SPECIFIER
                | ALIAS_DECLARATION
        );
        // `[x]` names what is there; `[x = …]` declares.
        let capture = node.kind() == LAMBDA_CAPTURE && node.children().next().is_none();
        if !declares || capture {
            continue;
        }
        let name = node.own_tokens().filter(|t| t.kind() == IDENT);
        for t in name {
            let found = if node.kind() == DECLARATOR_ID {
                holder(*node)
            } else {
                None
            };
            out.entry(t.text().to_owned())
                .and_modify(|known| *known = None)
                .or_insert(found);
        }
    }
    out
}

/// The specifiers and the innermost declarator of a declared name, if its declarator is no parenthesised one.
fn holder(id: Node<'_>) -> Option<(Node<'_>, Node<'_>)> {
    let declarator = id.parent().filter(|d| d.kind() == DECLARATOR)?;
    let outer = declarator.parent()?;
    let owner = match outer.kind() {
        INIT_DECLARATOR => {
            if outer.child(BIT_FIELD_WIDTH).is_some() {
                return None;
            }
            outer.parent()?
        }
        PAREN_DECLARATOR => return None,
        _ => outer,
    };
    if !matches!(
        owner.kind(),
        SIMPLE_DECLARATION | PARAMETER_DECLARATION | CONDITION_DECLARATION
    ) {
        return None;
    }
    let inner = innermost(declarator)?;
    if inner.child(PARAMETERS_AND_QUALIFIERS).is_some() {
        return None;
    }
    let seq = owner.child(DECL_SPECIFIER_SEQ)?;
    let variable = !seq.has(TYPEDEF_KW);
    variable.then_some((seq, inner))
}

/// The fundamental type of an argument.
pub(crate) fn argument(w: &Walk<'_, '_>, node: Node<'_>) -> Option<&'static str> {
    if node.kind() != LITERAL {
        return of(w, node)?.fundamental().map(|f| f.name);
    }
    let t = w.s.tokens(node);
    let word = w.s.word(t.start);
    Some(match w.s.kind(t.start) {
        TRUE_KW | FALSE_KW => "bool",
        INT_LITERAL if word.ends_with(|c: char| c.is_ascii_digit()) && word.len() < 9 => "int",
        CHAR_LITERAL if word.starts_with('\'') => "char",
        FLOAT_LITERAL if word.ends_with(['f', 'F']) && !word.starts_with("0x") => "float",
        FLOAT_LITERAL if word.ends_with(|c: char| c.is_ascii_digit() || c == '.') => "double",
        _ => return None,
    })
}
