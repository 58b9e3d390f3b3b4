//! Values of enumerators ([dcl.enum]). Before the closing brace of its enumeration an enumerator has the type of its value; from
//! there on the enumeration's.

use cleave_base_db::Db;
use cleave_hir::DeclKind;
use cleave_lang::Builtin;

use crate::eval::ops::scalar;
use crate::eval::{constant_expression, deduced_constant};
use crate::ty::classify::{integer, to_unsigned};
use crate::{Const, Context, DeclRef, Entity, Ty, TyKind, Value, function};

/// Whether `owner`, in whose code something is read, is an enumerator of the enumeration that `enumerator` is one of.
pub fn is_within_enumeration<'db>(
    db: &'db dyn Db,
    owner: Entity<'db>,
    enumerator: Entity<'db>,
) -> bool {
    let (a, b) = (owner.decl(db), enumerator.decl(db));
    let parent = |e: Entity<'db>| match e.hir(db) {
        Some(d) if matches!(d.kind, DeclKind::Enumerator(_)) => d.parent,
        _ => None,
    };
    a.code(db) == b.code(db) && parent(owner).is_some() && parent(owner) == parent(enumerator)
}

/// An enumerator's value with the type of the enumeration.
pub(super) fn enumerator_constant<'db>(
    db: &'db dyn Db,
    enumerator: Entity<'db>,
) -> Option<Const<'db>> {
    let value = enumerator_value(db, enumerator)?;
    let ty = function::variable_type(db, enumerator);
    Some(Const::new(db, ty, value.value(db).clone()))
}

/// An enumerator's value with the type that it has within the enumeration: its own initialiser's, or that of the last enumerator
/// before that has one, counted on.
pub fn enumerator_value<'db>(db: &'db dyn Db, enumerator: Entity<'db>) -> Option<Const<'db>> {
    crate::engine::depth::outermost(
        db,
        || None,
        || match enumerator.kind(db)? {
            DeclKind::Enumerator(Some(_)) => evaluated_enumerator(db, enumerator),
            // It is counted, which takes less than to remember it.
            _ => read_enumerator(db, enumerator),
        },
    )
}

/// The same of an enumerator that has an initialiser.
#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
fn evaluated_enumerator<'db>(db: &'db dyn Db, enumerator: Entity<'db>) -> Option<Const<'db>> {
    let _level = crate::engine::depth::Level::enter();
    read_enumerator(db, enumerator)
}

fn read_enumerator<'db>(db: &'db dyn Db, enumerator: Entity<'db>) -> Option<Const<'db>> {
    let decl = enumerator.decl(db);
    let parent = enumerator.hir(db)?.parent?;
    let code = enumerator.code(db)?;
    let env = enumerator.env(db);
    let DeclKind::Enum(list) = &code[parent].kind else {
        return None;
    };
    let enumeration = Entity::new(db, DeclRef::at(db, decl.code(db), parent), env);
    let fixed = fixed_underlying(db, enumeration);
    let all = list.enumerators.as_deref()?;
    // They are numbered as they are written.
    let own = (all.binary_search_by_key(&decl.index(db), |d| d.into_raw().into())).ok()?;
    let with_value = last_with_value(db, enumeration.decl(db))
        .get(own)
        .copied()?;
    if let Some(last) = with_value {
        let &id = all.get(last as usize)?;
        let count = own as i128 - i128::from(last);
        if count > 0 {
            let first = Entity::new(db, DeclRef::at(db, decl.code(db), id), env);
            return counted(db, enumerator_value(db, first)?, count);
        }
        let DeclKind::Enumerator(Some(value)) = code[id].kind else {
            return None;
        };
        let mut cx = Context::of(db, enumerator)?;
        let value = match fixed {
            Some(_) => constant_expression(&mut cx, value, fixed),
            // The value, not the variable that has it.
            None => deduced_constant(&mut cx, value),
        };
        let value = value.ok()?;
        let ty = promoted(db, value.ty(db))?;
        return Some(Const::new(db, ty, value.value(db).clone()));
    }
    let ty = fixed.unwrap_or_else(|| Ty::builtin(db, Builtin::Int));
    counted(db, Const::new(db, ty, Value::Int(0)), own as i128)
}

/// For each enumerator of an enumeration the last one up to it that has an initialiser, by their numbers.
#[salsa::tracked(returns(deref))]
fn last_with_value<'db>(db: &'db dyn Db, enumeration: DeclRef<'db>) -> Box<[Option<u32>]> {
    let Some((hir, code)) = enumeration.hir(db).zip(enumeration.code(db).code(db)) else {
        return Box::default();
    };
    let DeclKind::Enum(list) = &hir.kind else {
        return Box::default();
    };
    let mut last = None;
    let all = list.enumerators.iter().flatten();
    all.zip(0..)
        .map(|(id, number)| {
            if matches!(code[*id].kind, DeclKind::Enumerator(Some(_))) {
                last = Some(number);
            }
            last
        })
        .collect()
}

/// The underlying type of an enumeration that is fixed before its enumerators are known ([dcl.enum]/5).
pub(super) fn fixed_underlying<'db>(db: &'db dyn Db, enumeration: Entity<'db>) -> Option<Ty<'db>> {
    let Some(DeclKind::Enum(list)) = enumeration.kind(db) else {
        return None;
    };
    let Some(base) = list.base else {
        return list.scoped.then(|| Ty::builtin(db, Builtin::Int));
    };
    let mut cx = Context::of(db, enumeration)?;
    cx.modes.in_head = true;
    let ty = cx.resolve_type(base).unqualified(db);
    Some(ty).filter(|t| t.is_integral(db))
}

/// The integer type of a value; an unscoped enumeration's is the one that it is promoted to ([conv.prom]/3).
fn promoted<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<Ty<'db>> {
    match ty.kind(db) {
        TyKind::Builtin(b) => integer(db, *b).map(|_| ty.unqualified(db)),
        TyKind::Enum(_) => {
            crate::convert::promoted_enum(db, ty).or_else(|| crate::class::underlying(db, ty))
        }
        _ => None,
    }
}

/// `by` more than a value; in the first larger type that holds it.
fn counted<'db>(db: &'db dyn Db, first: Const<'db>, by: i128) -> Option<Const<'db>> {
    let Value::Int(value) = *first.value(db) else {
        return None;
    };
    let value = value.checked_add(by)?;
    let own = first.ty(db).as_builtin(db)?;
    let larger = [Builtin::Int, Builtin::Long, to_unsigned(own)]
        .into_iter()
        .chain([
            Builtin::UnsignedLong,
            Builtin::LongLong,
            Builtin::UnsignedLongLong,
        ]);
    let ty = std::iter::once(own)
        .chain(larger)
        .map(|b| Ty::builtin(db, b))
        .find(|t| scalar::int(db, *t).is_some_and(|i| i.holds(value)))?;
    Some(Const::new(db, ty, Value::Int(value)))
}
