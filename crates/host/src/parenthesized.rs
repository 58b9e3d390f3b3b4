//! What the host text puts into parentheses, as NVIDIA's front end prints it, because g++ makes something else of it otherwise
//! (docs/host-half.md, "Written otherwise"; reference: host-text, Normalised text).
//!
//! - Initialisers of templates that are the name of a constant which depends on template parameters: `int a = (T::c);`. What is in
//!   parentheses is no constant to g++, and it initialises an aggregate's members in another order. References, static and
//!   constexpr variables are left alone: there it makes no difference, or another type.
//! - What functions return by an overloaded operator, if it is a reference: `return (os << f(x));`. Without optimization g++ puts
//!   an instruction more between the call and the destruction of its temporaries.

use cleave_base_db::Db;
use cleave_names::decl::{Decl, DeclKind, Tokens};
use cleave_names::{ItemNode, item_id_of_node};
use cleave_syntax::SyntaxKind::*;
use cleave_typing::returned_operators;
use rustc_hash::FxHashSet;

use crate::edit::Edit;
use crate::source::{Source, ends_type};

/// Adds those around initialisers, but not in what is `gone`.
pub(crate) fn initializers(
    source: &Source<'_>,
    decls: &[Decl],
    gone: &[Tokens],
    out: &mut Vec<Edit>,
) {
    let dependent = dependent_names(decls);
    for end in 0..source.lexed.len() as u32 {
        if source.kind(end) != SEMICOLON || gone.iter().any(|g| g.contains(end)) {
            continue;
        }
        if let Some(start) = initializer(source, end)
            && is_variable(source, start - 1)
            && depends(source, start, end, &dependent)
        {
            out.push(Edit::insert(start as usize, "("));
            out.push(Edit::insert(end as usize, ")"));
        }
    }
}

/// Adds those around returned operators, but not in what is `gone`.
pub(crate) fn returned<'db>(
    db: &'db dyn Db,
    item: ItemNode<'db>,
    source: &Source<'_>,
    gone: &[Tokens],
    out: &mut Vec<Edit>,
) {
    if !returns_operators(source) {
        return;
    }
    for operand in returned_operators(db, item_id_of_node(db, item)) {
        let returned = operand.start > 0 && source.kind(operand.start - 1) == RETURN_KW;
        if returned && !gone.iter().any(|g| g.contains(operand.start)) {
            out.push(Edit::insert(operand.start as usize, "("));
            out.push(Edit::insert(operand.end as usize, ")"));
        }
    }
}

/// Whether an item may return references, and more than `x`, `*this` and `a.b->c`: else there is nothing to ask for.
fn returns_operators(source: &Source<'_>) -> bool {
    let mut reference = false;
    let mut returned = false;
    for i in 0..source.lexed.len() as u32 {
        match source.kind(i) {
            AMP | AMP2 | DECLTYPE_KW => reference = true,
            RETURN_KW => returned = true,
            SEMICOLON => returned = false,
            STAR if source.kind(i + 1) == THIS_KW => continue,
            IDENT | THIS_KW | DOT | ARROW | COLON2 => continue,
            _ => {}
        }
        if returned && reference && source.kind(i) != RETURN_KW {
            return true;
        }
    }
    false
}

/// Template parameters, and the types that classes of the item declare.
fn dependent_names(decls: &[Decl]) -> FxHashSet<&str> {
    let params = decls
        .iter()
        .flat_map(|d| d.heads.iter())
        .flat_map(|h| h.params.iter());
    let types = decls.iter().filter(|d| {
        d.parent.is_some() && matches!(d.kind, DeclKind::Class | DeclKind::Enum | DeclKind::Type)
    });
    params
        .filter_map(|p| p.name.as_deref())
        .chain(types.map(|d| d.name.as_str()))
        .collect()
}

/// Where the qualified name begins that ends before `end` and is all that stands behind a `=`.
fn initializer(source: &Source<'_>, end: u32) -> Option<u32> {
    if end < 5 || source.kind(end - 1) != IDENT || source.kind(end - 2) != COLON2 {
        return None;
    }
    let mut depth = 0u32;
    let mut at = end - 2;
    while at > 0 {
        match source.kind(at) {
            GT => depth += 1,
            LT => depth = depth.checked_sub(1)?,
            IDENT | COLON2 | TEMPLATE_KW => {}
            EQ if depth == 0 => return Some(at + 1),
            SEMICOLON | L_BRACE | R_BRACE | EQ | EOF => return None,
            _ if depth > 0 => {}
            _ => return None,
        }
        at -= 1;
    }
    None
}

/// Whether what the `=` at `eq` initialises is a variable or data member that is no reference, and neither static nor constexpr.
fn is_variable(source: &Source<'_>, eq: u32) -> bool {
    if eq < 2 || source.kind(eq - 1) != IDENT {
        return false;
    }
    // What follows `*` alone is an operand.
    let mut before = eq - 2;
    while before > 0 && source.kind(before) == STAR {
        before -= 1;
    }
    if !ends_type(source.kind(before)) {
        return false;
    }
    let mut at = eq - 2;
    loop {
        match source.kind(at) {
            SEMICOLON | L_BRACE | R_BRACE | COLON => return true,
            CONSTEXPR_KW | STATIC_KW | USING_KW | TYPEDEF_KW | DECLTYPE_KW | NAMESPACE_KW
            | L_PAREN | R_PAREN | AMP | EQ => return false,
            _ if at == 0 => return true,
            _ => at -= 1,
        }
    }
}

/// Whether the qualified name of these tokens depends on template parameters, as far as the item says it itself.
fn depends(source: &Source<'_>, start: u32, end: u32, names: &FxHashSet<&str>) -> bool {
    let first = (start..end).find(|&i| source.kind(i) == IDENT);
    let named = |i: u32| source.kind(i) == IDENT && names.contains(source.word(i));
    let in_arguments = (start..end).any(|i| source.kind(i) == LT) && (start..end).any(named);
    first.is_some_and(named) || in_arguments
}
