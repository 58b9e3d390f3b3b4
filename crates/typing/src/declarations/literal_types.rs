//! Literal types where `constexpr` wants them ([dcl.constexpr]/3, [basic.types.general]/10): of variables, and of what a function
//! that is defined takes and returns.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind};
use cleave_names::ItemId;
use cleave_names::decl::{Body, Spec, Special};

use crate::class::class_info;
use crate::program::user_declarations;
use crate::{At, Context, Entity, Fill, Problem, Site, Ty, function};

/// How deep classes are looked into.
const DEPTH: u32 = 64;

/// The constexpr declarations of an item whose types are no literal types.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for (own, decl, site) in user_declarations(db, item) {
        if !decl.spec.any(Spec::CONSTEXPR.with(Spec::CONSTEVAL)) {
            continue;
        }
        let entity = own.entity(db);
        out.extend(match &decl.kind {
            DeclKind::Function(_) => of_function(db, entity, decl, site),
            DeclKind::Variable(_) => of_variable(db, entity),
            _ => None,
        });
    }
    out
}

fn of_function<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    decl: &Decl,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let DeclKind::Function(f) = &decl.kind else {
        return None;
    };
    if !matches!(f.body, Body::Block(_)) || f.special == Special::Destructor {
        return None;
    }
    let signature = function::signature(db, function)?;
    let cx = Context::of(db, function)?;
    let wrong = (signature.ty.params.iter()).find(|ty| is_no_literal(&cx, **ty));
    if let Some(ty) = wrong {
        let ty = Fill::Type(ty.unqualified(db));
        return Some(Problem::new(
            codes::CONSTEXPR_PARAMETER_NOT_LITERAL { ty },
            site,
        ));
    }
    let ret = signature.ty.ret;
    let ty = Fill::Type(ret.unqualified(db));
    (f.special != Special::Constructor && is_no_literal(&cx, ret))
        .then(|| Problem::new(codes::CONSTEXPR_RETURN_TYPE_NOT_LITERAL { ty }, site))
}

fn of_variable<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Option<Problem<'db>> {
    let cx = Context::of(db, variable)?;
    let DeclKind::Variable(v) = &variable.hir(db)?.kind else {
        return None;
    };
    let site = cx.type_site(v.ty);
    wrong_variable(&cx, function::variable_type(db, variable), site)
}

/// What is said of a constexpr variable whose type is no literal type.
pub(crate) fn wrong_variable<'db>(
    cx: &Context<'db>,
    ty: Ty<'db>,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let wrong = is_no_literal(cx, ty);
    wrong.then(|| Problem::new(codes::CONSTEXPR_VARIABLE_NOT_LITERAL, site).at(At::First))
}

/// Whether a type is certainly no literal type. Of unions and of virtual bases nothing is said.
fn is_no_literal<'db>(cx: &Context<'db>, ty: Ty<'db>) -> bool {
    let db = cx.db;
    let class = ty.innermost_element(db).unqualified(db);
    class.is_class(db)
        && !class.is_dependent(db)
        && !ty.is_reference(db)
        && cx.is_literal(class) == Some(false)
        && !has_exceptions(db, class, 0)
}

/// Whether a class is or has a union, or a virtual base.
fn has_exceptions<'db>(db: &'db dyn Db, class: Ty<'db>, depth: u32) -> bool {
    let Some(info) = class_info(db, class).filter(|_| depth < DEPTH) else {
        return true;
    };
    let fields = info.fields.iter().map(|f| f.ty.innermost_element(db));
    let parts = fields.chain(info.bases.iter().map(|b| b.ty));
    info.is_union
        || info.bases.iter().any(|b| b.is_virtual)
        || (parts.map(|ty| ty.unqualified(db)))
            .any(|ty| ty.is_class(db) && has_exceptions(db, ty, depth + 1))
}
