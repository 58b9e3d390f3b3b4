//! What lambdas return whose return type is a placeholder.

use crate::code::around::template_depth;
use crate::engine::depth;
use crate::program::bodies;
use crate::program::local_members;
use crate::thir::{ExprKind, Typed};
use crate::{Arg, Site, Ty, TyKind, check, eval, function};
use cleave_base_db::Db;
use cleave_hir::NameId;
use cleave_names::ItemId;

/// How deep lambdas are looked for in lambdas.
const LAMBDA_DEPTH: u32 = 64;

/// How deep types are looked into.
const TYPE_DEPTH: u32 = 64;

/// What the lambdas of an item return that have a placeholder for a return type, by the lambdas' places, as the host text
/// spells types. Lambdas in templates, generic ones, and types that are not known or have no name are left out.
#[salsa::tracked(returns(deref))]
pub fn closure_results<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Box<[(Site<'db>, String)]> {
    let mut out = Vec::new();
    for entity in bodies(db, item) {
        let mut all = local_members(db, entity);
        all.push(entity);
        for entity in all {
            if template_depth(db, entity) == 0
                && let Some(typed) = check::body(db, entity)
            {
                depth::outermost(db, || (), || results_in(db, typed, 0, &mut out));
            }
        }
    }
    out.into()
}

fn results_in<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    depth: u32,
    out: &mut Vec<(Site<'db>, String)>,
) {
    for expr in &typed.exprs {
        let ExprKind::Lambda(closure, _) = &expr.kind else {
            continue;
        };
        let operator = closure.operator(db);
        if operator.is_template(db) {
            continue;
        }
        let written = function::signature(db, operator).map(|s| s.ty.ret);
        if written.is_some_and(|ret| ret.has_auto(db)) {
            let ty = check::return_type(db, operator);
            if is_named(db, ty, 0) {
                out.push((expr.site, eval::host_type(db, ty)));
            }
        }
        if depth < LAMBDA_DEPTH
            && let Some(typed) = check::body(db, operator)
        {
            results_in(db, typed, depth + 1, out);
        }
    }
}

/// Whether a type is known and can be written down: none of its parts is a closure, or a class or enumeration without a name.
fn is_named<'db>(db: &'db dyn Db, ty: Ty<'db>, depth: u32) -> bool {
    let inner = |ty| depth < TYPE_DEPTH && is_named(db, ty, depth + 1);
    match ty.kind(db) {
        TyKind::Builtin(_) | TyKind::Complex(_) => true,
        TyKind::Pointer(t)
        | TyKind::LvalueReference(t)
        | TyKind::RvalueReference(t)
        | TyKind::Array(t, _)
        | TyKind::Vector(t, _) => inner(*t),
        TyKind::MemberPointer { class, member } => inner(*class) && inner(*member),
        TyKind::Function(f) => inner(f.ret) && f.params.iter().all(|p| inner(*p)),
        TyKind::Class(entity) | TyKind::Enum(entity) => {
            let args = entity.env(db).map_or(&[][..], |env| env.args(db));
            entity.hir(db).is_some_and(|decl| decl.name != NameId::None)
                && args.iter().all(|a| is_named_argument(db, a, depth))
        }
        _ => false,
    }
}

fn is_named_argument<'db>(db: &'db dyn Db, arg: &Arg<'db>, depth: u32) -> bool {
    match arg {
        Arg::Type(ty) => depth < TYPE_DEPTH && is_named(db, *ty, depth + 1),
        Arg::Value(value) => is_named(db, value.ty(db), depth),
        Arg::Template(_) => true,
        Arg::Pack(elements) => elements.iter().all(|a| is_named_argument(db, a, depth)),
        _ => false,
    }
}
