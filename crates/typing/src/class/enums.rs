//! Enumerations ([dcl.enum]).

use cleave_base_db::Db;
use cleave_hir::DeclKind;
use cleave_lang::Builtin;

use crate::class::layout::record::is_packed;
use crate::lookup::by_name::enumerators;
use crate::ty::classify::integer;
use crate::{Context, Entity, Ty, TyKind};

/// The underlying type of an enumeration ([dcl.enum]): the fixed one, `int` for scoped ones, otherwise the first of `unsigned`,
/// `int`, `unsigned long`, `long` and so on that holds all enumerators, as g++ has it, with smaller ones before where the target
/// has short enumerations. `None`: not to be known.
pub fn underlying<'db>(db: &'db dyn Db, enumeration: Ty<'db>) -> Option<Ty<'db>> {
    crate::engine::depth::outermost(db, || None, || underlying_of(db, enumeration))
}

#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
fn underlying_of<'db>(db: &'db dyn Db, enumeration: Ty<'db>) -> Option<Ty<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let TyKind::Enum(entity) = *enumeration.kind(db) else {
        return None;
    };
    let mut scoped = false;
    let mut packed = false;
    for &decl in crate::function::redeclarations(db, entity.decl(db)) {
        let Some((hir, e)) = decl.hir(db).and_then(|d| match &d.kind {
            DeclKind::Enum(e) => Some((d, e)),
            _ => None,
        }) else {
            continue;
        };
        packed |= is_packed(&hir.attrs);
        scoped |= e.scoped;
        if let Some(base) = e.base {
            let mut cx = Context::of(db, Entity::new(db, decl, entity.env(db)))?;
            cx.modes.in_head = true;
            let ty = cx.resolve_type(base).unqualified(db);
            return (!ty.is_error(db)).then_some(ty);
        }
    }
    if scoped {
        return Some(Ty::builtin(db, Builtin::Int));
    }
    let (low, high) = range(db, entity)?;
    let kinds = [
        Builtin::UnsignedChar,
        match db.target().unsigned_char {
            true => Builtin::SignedChar,
            false => Builtin::Char,
        },
        Builtin::UnsignedShort,
        Builtin::Short,
        Builtin::UnsignedInt,
        Builtin::Int,
        Builtin::UnsignedLong,
        Builtin::Long,
        Builtin::UnsignedLongLong,
        Builtin::LongLong,
    ];
    let skipped = if packed || db.target().short_enums {
        0
    } else {
        4
    };
    let fits = |b: Builtin| {
        let (size, signed) = integer(db, b)?;
        let bits = size * 8;
        let (min, max) = match signed {
            true => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
            false => (0, (1i128 << bits) - 1),
        };
        (low >= min && high <= max).then_some(b)
    };
    let found = kinds.into_iter().skip(skipped).find_map(fits)?;
    Some(Ty::builtin(db, found))
}

/// The least and the greatest value of an enumeration's enumerators, and zero. `None`: not to be known.
fn range<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<(i128, i128)> {
    let (mut low, mut high) = (0i128, 0i128);
    for &decl in enumerators(db, entity.decl(db)) {
        let value = crate::eval::constant_value(db, Entity::new(db, decl, entity.env(db)))?;
        let value = value.as_int(db)?;
        low = low.min(value);
        high = high.max(value);
    }
    Some((low, high))
}

/// The bits that hold every enumerator of an enumeration ([dcl.enum]/8). `None`: not to be known, or it is none.
pub(crate) fn bits<'db>(db: &'db dyn Db, enumeration: Ty<'db>) -> Option<u32> {
    let TyKind::Enum(entity) = *enumeration.kind(db) else {
        return None;
    };
    let (low, high) = range(db, entity)?;
    let width = |value: i128| i128::BITS - value.leading_zeros();
    Some(match low < 0 {
        true => width(high).max(width(!low)) + 1,
        false => width(high),
    })
}
