//! Which function an expression of typed code names, makes or calls, and how messages name it.

use cleave_lang::Operator;
use cleave_typing::thir::{ExprId, ExprKind, Typed};
use cleave_typing::{Entity, display};

use crate::cuda::spaces::mangled;
use crate::device::calls::demangled;
use crate::engine::finding::Arg;

/// How messages name a called function (reference: diagnostics, Names of callees).
pub(super) fn callee_name<'db>(db: &'db dyn cleave_base_db::Db, callee: Entity<'db>) -> Arg<'db> {
    let mangled = mangled::after_errors(db, callee);
    match (demangled::callee(db, callee), mangled) {
        (Some(readable), Some(mangled)) => Arg::Callee { readable, mangled },
        (Some(name), None) | (None, Some(name)) => Arg::Name(name),
        (None, None) => Arg::Name(display::function_text(db, callee, true)),
    }
}

/// A function's own name.
pub(super) fn bare<'db>(db: &'db dyn cleave_base_db::Db, function: Entity<'db>) -> String {
    if function.decl(db).closure(db).is_some() {
        return "operator()".into();
    }
    let name = display::qualified_name(db, Entity::new(db, function.decl(db), None));
    let last = match name.find("operator") {
        Some(at) => &name[at..],
        None => name.rsplit("::").next().unwrap_or(&name),
    };
    last.to_owned()
}

/// The function that an expression is, by its name.
pub(super) fn function_of<'db>(typed: &Typed<'db>, e: ExprId) -> Option<Entity<'db>> {
    let mut at = e;
    loop {
        match &typed.exprs.get(at.0 as usize)?.kind {
            ExprKind::Function(function) => return Some(*function),
            ExprKind::Convert(_, inner) | ExprKind::Full(inner) | ExprKind::Unary(_, inner) => {
                at = *inner;
            }
            _ => return None,
        }
    }
}

/// The function whose address an expression is.
pub(super) fn address_of<'db>(typed: &Typed<'db>, e: ExprId) -> Option<Entity<'db>> {
    let mut at = e;
    loop {
        match &typed.exprs.get(at.0 as usize)?.kind {
            ExprKind::Function(function) => return Some(*function),
            ExprKind::Convert(_, inner)
            | ExprKind::Full(inner)
            | ExprKind::Unary(Operator::AddressOf, inner) => at = *inner,
            _ => return None,
        }
    }
}

/// The constructor that makes an object.
pub(super) fn constructor<'db>(typed: &Typed<'db>, e: ExprId) -> Option<Entity<'db>> {
    let mut at = e;
    loop {
        match &typed.exprs.get(at.0 as usize)?.kind {
            ExprKind::Construct(constructor, _) => return Some(*constructor),
            ExprKind::Full(inner)
            | ExprKind::Materialize(inner)
            | ExprKind::Array(_, Some(inner)) => at = *inner,
            _ => return None,
        }
    }
}
