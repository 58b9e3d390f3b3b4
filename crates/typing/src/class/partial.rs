//! Partial specialisations whose arguments need not be read again under what was deduced for their parameters, which is how
//! nearly all are written: `A<T *, B<Ts...>>`. In `A<T, void_t<typename T::type>>` substitution may fail.
//!
//! Granularity: [`is_plain`] is per specialisation and says the same while its arguments are written alike and name templates of
//! the same kinds.

use cleave_base_db::Db;
use cleave_hir::{Code, DeclKind, Expr, Path, TemplateArgRef, TypeId, TypeRef};

use crate::code::params::full_env;
use crate::lookup::Found;
use crate::{Arg, Context, DeclRef, Entity, Ty, TyKind};

/// Whether substitution cannot fail in the arguments of a specialisation: as written they are names, and class templates with
/// such arguments.
#[salsa::tracked(returns(copy), cycle_result = |_, _, _| false)]
pub(super) fn is_plain<'db>(db: &'db dyn Db, special: DeclRef<'db>) -> bool {
    let _level = crate::engine::depth::Level::enter();
    let Some(args) = special.hir(db).and_then(|d| d.path.as_ref()?.args.as_ref()) else {
        return false;
    };
    let owner = Entity::new(db, special, full_env(db, special, None));
    let Some(mut cx) = Context::of(db, owner) else {
        return false;
    };
    cx.modes.in_head = true;
    args.iter().all(|arg| is_plain_arg(&mut cx, arg, DEPTH))
}

/// Arguments nest no deeper than this.
const DEPTH: u32 = 64;

fn is_plain_arg(cx: &mut Context<'_>, arg: &TemplateArgRef, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    match arg {
        TemplateArgRef::Type(ty) => is_plain_type(cx, *ty, depth),
        TemplateArgRef::Expr(e) => match &cx.code[*e] {
            Expr::Literal(_) => true,
            Expr::Path(path) => has_no_arguments(path),
            _ => false,
        },
        TemplateArgRef::Pack(of) => is_plain_arg(cx, of, depth),
    }
}

fn is_plain_type(cx: &mut Context<'_>, ty: TypeId, depth: u32) -> bool {
    let Some(depth) = depth.checked_sub(1) else {
        return false;
    };
    let code: &Code = cx.code;
    match &code[ty] {
        TypeRef::Builtin(_) => true,
        TypeRef::Qualified(_, of)
        | TypeRef::Pointer(of)
        | TypeRef::LvalueReference(of)
        | TypeRef::RvalueReference(of)
        | TypeRef::Pack(of) => is_plain_type(cx, *of, depth),
        TypeRef::Path { path, .. } if has_no_arguments(path) => true,
        TypeRef::Path { path, .. } => {
            let args = path.args.as_deref().unwrap_or_default();
            let named = path.without_arguments();
            has_no_arguments(&named)
                && names_class(cx, &named)
                && args.iter().all(|arg| is_plain_arg(cx, arg, depth))
        }
        _ => false,
    }
}

fn has_no_arguments(path: &Path) -> bool {
    path.args.is_none()
        && path.decltype.is_none()
        && path.qualifiers.iter().all(|q| q.args.is_none())
}

/// Whether a path names a class template, and no alias: those may drop arguments.
fn names_class(cx: &mut Context<'_>, path: &Path) -> bool {
    match cx.lookup_path(path) {
        Found::Entities { set, .. } => {
            matches!(set[..], [only] if matches!(only.kind(cx.db), Some(DeclKind::Class(_))))
        }
        _ => false,
    }
}

/// Whether a pattern that matched an argument certainly is that argument under what was deduced: it consists of parameters,
/// of class templates of them, and of pointers and references to those. Nothing is said of what nothing is deduced from
/// ([temp.deduct.type]/5).
fn is_argument<'db>(db: &'db dyn Db, pattern: &Arg<'db>, actual: &Arg<'db>) -> bool {
    if !pattern.is_dependent(db) {
        return pattern == actual;
    }
    match (pattern, actual) {
        (Arg::Type(p), Arg::Type(a)) => is_argument_type(db, *p, *a),
        (Arg::Param { pack: false, .. }, Arg::Value(_) | Arg::Template(_)) => true,
        (Arg::Pack(ps), Arg::Pack(actual)) => are_arguments(db, ps, actual),
        _ => false,
    }
}

pub(super) fn are_arguments<'db>(
    db: &'db dyn Db,
    patterns: &[Arg<'db>],
    actual: &[Arg<'db>],
) -> bool {
    let same = |(p, a): (&Arg<'db>, &Arg<'db>)| is_argument(db, p, a);
    match patterns.split_last() {
        Some((Arg::Expansion(of), before)) if actual.len() >= before.len() => {
            let (first, rest) = actual.split_at(before.len());
            let is_parameter = match &**of {
                Arg::Type(ty) => {
                    ty.quals(db).is_empty() && matches!(ty.kind(db), TyKind::Param { .. })
                }
                Arg::Param { .. } => true,
                _ => false,
            };
            let known = |a: &Arg<'db>| !a.is_dependent(db) && !a.has_error(db);
            is_parameter && rest.iter().all(known) && before.iter().zip(first).all(same)
        }
        _ => patterns.len() == actual.len() && patterns.iter().zip(actual).all(same),
    }
}

fn is_argument_type<'db>(db: &'db dyn Db, pattern: Ty<'db>, actual: Ty<'db>) -> bool {
    if !pattern.is_dependent(db) {
        return pattern == actual;
    }
    match (pattern.kind(db), actual.kind(db)) {
        (TyKind::Param { pack: false, .. }, _) => true,
        (TyKind::Pointer(p), TyKind::Pointer(a))
        | (TyKind::LvalueReference(p), TyKind::LvalueReference(a))
        | (TyKind::RvalueReference(p), TyKind::RvalueReference(a)) => {
            pattern.quals(db) == actual.quals(db) && is_argument_type(db, *p, *a)
        }
        (TyKind::Class(p), TyKind::Class(a)) => {
            let around = |e: Entity<'db>| e.env(db).and_then(|e| e.parent(db));
            pattern.quals(db) == actual.quals(db)
                && p.decl(db) == a.decl(db)
                && around(*p) == around(*a)
                && (p.own_args(db).zip(a.own_args(db)))
                    .is_some_and(|(ps, actual)| are_arguments(db, ps, actual))
        }
        _ => false,
    }
}

/// Whether an argument certainly does not match the pattern of a specialisation, as far as their outermost parts tell: nearly all
/// specialisations of a template are for other arguments, and which one is chosen is asked for each of its classes.
pub(super) fn differ<'db>(db: &'db dyn Db, pattern: &Arg<'db>, actual: &Arg<'db>) -> bool {
    match (pattern, actual) {
        (Arg::Type(p), Arg::Type(a)) => types_differ(db, *p, *a),
        _ => false,
    }
}

fn types_differ<'db>(db: &'db dyn Db, pattern: Ty<'db>, actual: Ty<'db>) -> bool {
    if actual.is_error(db) {
        return false;
    }
    match (pattern.kind(db), actual.kind(db)) {
        (TyKind::Builtin(p), TyKind::Builtin(a)) => p != a,
        (TyKind::Pointer(p), TyKind::Pointer(a))
        | (TyKind::LvalueReference(p), TyKind::LvalueReference(a))
        | (TyKind::RvalueReference(p), TyKind::RvalueReference(a)) => types_differ(db, *p, *a),
        (
            TyKind::Builtin(_)
            | TyKind::Pointer(_)
            | TyKind::LvalueReference(_)
            | TyKind::RvalueReference(_),
            _,
        ) => true,
        (TyKind::Class(p), TyKind::Class(a)) => {
            p.decl(db) != a.decl(db) && p.own_args(db).is_some()
        }
        _ => false,
    }
}
