//! Which defaulted comparison operators are defined as deleted ([class.compare.default]/4, [class.spaceship]/1). What is not known
//! is not deleted.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{ClassKey, DeclKind, NameId};
use cleave_lang::Operator;

use crate::class::class_info;
use crate::function::signature;
use crate::thir::Typed;
use crate::{Context, Entity, Ty};

/// What a comparison of two subobjects cannot be.
const UNUSABLE: [codes::Code; 5] = [
    codes::NO_MATCHING_OPERATOR_FUNCTION,
    codes::AMBIGUOUS_OPERATOR,
    codes::DELETED_FUNCTION_REFERENCED,
    codes::INACCESSIBLE_ENTITY,
    codes::NOT_CONVERTIBLE_TO_BOOL,
];

/// Whether a function is a defaulted comparison operator that is defined as deleted.
pub(crate) fn is_deleted_comparison<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let Some(NameId::Operator(op)) = function.hir(db).map(|d| &d.name) else {
        return false;
    };
    let (Operator::Equal | Operator::Spaceship) = *op else {
        return false;
    };
    let Some(sig) = signature(db, function).filter(|s| s.is_defaulted) else {
        return false;
    };
    let class = (sig.class).or_else(|| Some(sig.declared.first()?.bare(db)));
    let Some(class) = class.map(|c| c.unqualified(db)) else {
        return false;
    };
    if !class.is_class(db) || class.is_dependent(db) || class_info(db, class).is_none() {
        return false;
    }
    if has_no_comparison(db, class) {
        return true;
    }
    match op {
        Operator::Spaceship if !sig.ty.ret.has_auto(db) => is_no_category(db, function, sig.ty.ret),
        _ => crate::check::body(db, function).is_some_and(is_unusable),
    }
}

/// Whether the body of a defaulted comparison operator compares what cannot be compared.
pub(super) fn is_unusable(typed: &Typed<'_>) -> bool {
    let mut problems = typed.problems.iter();
    problems.any(|p| UNUSABLE.contains(&p.code))
}

/// Whether a class has a reference or a variant member.
fn has_no_comparison<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    let Some(info) = class_info(db, class) else {
        return false;
    };
    is_union(db, class) && !info.fields.is_empty()
        || info.fields.iter().any(|f| {
            let anonymous = f.name.is_empty() && f.ty.is_class(db);
            f.ty.is_reference(db) || anonymous && has_no_comparison(db, f.ty.unqualified(db))
        })
}

fn is_union<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    let kind = class.class_entity(db).and_then(|e| e.kind(db));
    matches!(kind, Some(DeclKind::Class(c)) if c.key == ClassKey::Union)
}

/// Whether a type is certainly no comparison category type ([cmp.categories.pre]).
fn is_no_category<'db>(db: &'db dyn Db, function: Entity<'db>, ty: Ty<'db>) -> bool {
    let Some(mut cx) = Context::of(db, function) else {
        return false;
    };
    let names = ["strong_ordering", "weak_ordering", "partial_ordering"];
    let mut categories = names.iter().map(|n| cx.standard_class(n));
    !ty.is_dependent(db)
        && !ty.is_unknown(db)
        && categories.all(|c| c.is_none_or(|c| c != ty.unqualified(db)))
}
