//! Standard conversions ([conv]).

use cleave_base_db::Db;
use cleave_hir::DeclKind;
use cleave_lang::{Builtin, Qualifiers};

use crate::convert::{Rank, Standard, identity, is_base_of};
use crate::template::Operand;
use crate::ty::classify::integer;
use crate::{Context, Entity, FnTy, Ty, TyId, TyKind, Value};

/// Whether an operand is a null pointer constant ([conv.ptr]).
pub(crate) fn is_null(db: &dyn Db, from: &Operand<'_>) -> bool {
    let ty = from.ty;
    if ty.is_nullptr(db) {
        return true;
    }
    let literal_type = matches!(
        ty.as_builtin(db),
        Some(
            Builtin::Int
                | Builtin::Char
                | Builtin::WChar
                | Builtin::Char16
                | Builtin::Char32
                | Builtin::UnsignedInt
                | Builtin::Long
                | Builtin::UnsignedLong
                | Builtin::LongLong
                | Builtin::UnsignedLongLong
        )
    );
    literal_type
        && from
            .constant
            .is_some_and(|c| matches!(c.value(db), Value::Int(0)))
}

/// A string literal where a pointer to characters that are not constant is wanted ([diff.cpp03.conv]): the reference warns.
pub(crate) fn is_deprecated_string<'db>(db: &'db dyn Db, from: &Operand<'db>, to: Ty<'db>) -> bool {
    let characters = from.ty.decayed(db).pointee(db);
    from.string
        && (to.pointee(db).zip(characters))
            .is_some_and(|(to, own)| own.top_quals(db).is_const && to == own.unqualified(db))
}

/// The standard conversion of an operand that is no class to a type that is none.
pub(crate) fn standard<'db>(
    cx: &mut Context<'db>,
    from: &Operand<'db>,
    to: Ty<'db>,
) -> Option<Standard<'db>> {
    let db = cx.db;
    let source = from.ty.decayed(db);
    let to = to.unqualified(db);
    let mut found = identity(source, to);
    if source == to {
        return Some(found);
    }
    if let Some(changed) = qualification(db, source, to) {
        found.qualification = changed;
        return Some(found);
    }
    // Before C++17 exception specifications are no part of a type.
    if cx.code_ref.item.file(db).dialect(db).standard < cleave_syntax::Standard::Cpp17
        && let (Some(from), Some(to)) = (source.pointee(db), to.pointee(db))
        && let (Some(from), Some(to)) = (from.as_function(db), to.as_function(db))
        && drops_noexcept(to, from)
    {
        found.qualification = true;
        return Some(found);
    }
    if is_deprecated_string(db, from, to) && !cx.is_substitution() {
        found.rank = Rank::Conversion;
        found.qualification = true;
        return Some(found);
    }
    if promotes(cx, from, source, to) {
        found.rank = Rank::Promotion;
        return Some(found);
    }
    found.rank = Rank::Conversion;
    let arithmetic_source = source.is_arithmetic(db) || is_unscoped(db, source);
    if to.is_bool(db) {
        found.to_bool = source.is_pointer_like(db);
        return (arithmetic_source || found.to_bool).then_some(found);
    }
    if to.is_arithmetic(db) {
        return arithmetic_source.then_some(found);
    }
    match to.kind(db) {
        TyKind::Vector(element, n) => match *source.kind(db) {
            // Vectors of integers of one size stand for each other.
            TyKind::Vector(own, count) => (count == *n
                && own.is_integral(db)
                && element.is_integral(db)
                && crate::class::layout::size_of(db, own)
                    == crate::class::layout::size_of(db, *element))
            .then_some(found),
            _ => None,
        },
        TyKind::Complex(_) => match source.kind(db) {
            TyKind::Complex(_) => Some(found),
            _ => {
                found.rank = Rank::ToComplex;
                arithmetic_source.then_some(found)
            }
        },
        TyKind::Builtin(Builtin::Nullptr) => is_null(db, from).then_some(found),
        TyKind::Pointer(_) if is_null(db, from) => Some(found),
        TyKind::MemberPointer { .. } if is_null(db, from) => Some(found),
        TyKind::Pointer(target) => {
            let pointee = source.pointee(db)?;
            found.qualification = pointee.top_quals(db) != target.top_quals(db);
            let fits = is_subset(pointee.top_quals(db), target.top_quals(db));
            let to_void = target.is_void(db) && !pointee.is_function(db);
            (fits && (to_void || is_base_of(db, *target, pointee))).then_some(found)
        }
        TyKind::MemberPointer { class, member } => match *source.kind(db) {
            TyKind::MemberPointer {
                class: c,
                member: m,
            } if is_base_of(db, c, *class) => {
                let a = Ty::of(
                    db,
                    TyKind::MemberPointer {
                        class: *class,
                        member: m,
                    },
                );
                let b = Ty::of(
                    db,
                    TyKind::MemberPointer {
                        class: *class,
                        member: *member,
                    },
                );
                found.qualification = qualification(db, a, b)?;
                Some(found)
            }
            _ => None,
        },
        _ => None,
    }
}

/// The qualifiers of `a` are among those of `b`; `__restrict` does not count.
pub(crate) fn is_subset(a: Qualifiers, b: Qualifiers) -> bool {
    (!a.is_const || b.is_const) && (!a.is_volatile || b.is_volatile)
}

/// A qualification or function pointer conversion ([conv.qual], [conv.fctptr]) between similar types; whether it changes
/// anything.
pub(crate) fn qualification<'db>(db: &'db dyn Db, from: Ty<'db>, to: Ty<'db>) -> Option<bool> {
    requalified(db, from, to, true)
}

/// Whether one pointer differs from another by qualifiers that it lacks, and the levels in between are not `const`: there is no such
/// conversion ([conv.qual]/3), but the reference makes it with a warning.
pub(crate) fn adds_deep_qualifiers<'db>(db: &'db dyn Db, from: Ty<'db>, to: Ty<'db>) -> bool {
    from.is_pointer(db)
        && to.is_pointer(db)
        && requalified(db, from, to, false) == Some(true)
        && requalified(db, from, to, true).is_none()
}

/// The same. `strict`: where qualifiers are added every level above is `const`.
fn requalified<'db>(db: &'db dyn Db, from: Ty<'db>, to: Ty<'db>, strict: bool) -> Option<bool> {
    let (mut from, mut to) = (from, to);
    let mut changed = false;
    // Whether every level above, but the top one, is const in the target.
    let mut all_const = true;
    let mut level = 0u32;
    loop {
        if level > 0 {
            let (a, b) = (from.top_quals(db), to.top_quals(db));
            if !is_subset(a, b) {
                return None;
            }
            if a != b {
                changed = true;
                if strict
                    && !all_const
                    && (a.is_const != b.is_const || a.is_volatile != b.is_volatile)
                {
                    return None;
                }
            }
            all_const &= b.is_const;
        }
        if from.unqualified(db) == to.unqualified(db) {
            return Some(changed);
        }
        match (from.kind(db), to.kind(db)) {
            (TyKind::Pointer(a), TyKind::Pointer(b)) => (from, to) = (*a, *b),
            (
                TyKind::MemberPointer {
                    class: c,
                    member: m,
                },
                TyKind::MemberPointer {
                    class: d,
                    member: n,
                },
            ) if c == d && strict => {
                (from, to) = (*m, *n);
            }
            (TyKind::Array(a, x), TyKind::Array(b, y)) if level > 0 => {
                use crate::Bound;
                match (x, y) {
                    (x, y) if x == y => {}
                    (Bound::Known(_), Bound::Unknown) => changed = true,
                    _ => return None,
                }
                (from, to) = (*a, *b);
                // The element's qualifiers were compared as the array's.
                if from.unqualified(db) == to.unqualified(db) {
                    return Some(changed);
                }
                continue;
            }
            (TyKind::Function(a), TyKind::Function(b)) if level == 1 && strict => {
                return drops_noexcept(a, b).then_some(true);
            }
            _ => return None,
        }
        level += 1;
    }
}

/// `a` is `b` with `noexcept`.
fn drops_noexcept<'db>(a: &FnTy<'db>, b: &FnTy<'db>) -> bool {
    if !a.noexcept || b.noexcept {
        return false;
    }
    let mut plain = a.clone();
    plain.noexcept = false;
    plain == *b
}

fn is_unscoped(db: &dyn Db, ty: Ty<'_>) -> bool {
    match ty.kind(db) {
        TyKind::Enum(e) => !matches!(e.kind(db), Some(DeclKind::Enum(e)) if e.scoped),
        _ => false,
    }
}

/// The underlying type of an enumeration.
pub(crate) fn underlying<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<Ty<'db>> {
    match ty.is_enum(db) {
        true => crate::class::underlying(db, ty),
        false => None,
    }
}

/// Whether an enumeration's underlying type does not hang on its enumerators ([dcl.enum]/5).
pub(crate) fn has_fixed_underlying(db: &dyn Db, e: Entity<'_>) -> bool {
    matches!(e.kind(db), Some(DeclKind::Enum(e)) if e.scoped || e.base.is_some())
}

/// Whether a type is a scoped enumeration.
pub(crate) fn is_scoped(db: &dyn Db, ty: Ty<'_>) -> bool {
    match ty.kind(db) {
        TyKind::Enum(e) => matches!(e.kind(db), Some(DeclKind::Enum(e)) if e.scoped),
        _ => false,
    }
}

/// What an unscoped enumeration promotes to ([conv.prom]); a scoped one to nothing.
pub(crate) fn promoted_enum<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<Ty<'db>> {
    match ty.is_enum(db) {
        true => crate::engine::depth::outermost(db, || None, || promotion(db, ty.id())),
        false => None,
    }
}

#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
fn promotion<'db>(db: &'db dyn Db, ty: TyId<'db>) -> Option<Ty<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let ty = ty.ty(db);
    if !is_unscoped(db, ty) {
        return None;
    }
    let underlying = underlying(db, ty)?;
    let signed = match underlying.as_builtin(db)? {
        Builtin::UnsignedInt => Builtin::Int,
        Builtin::UnsignedLong => Builtin::Long,
        Builtin::UnsignedLongLong => Builtin::LongLong,
        _ => return Some(promoted(db, underlying)),
    };
    // Without a fixed type what counts is whether the values fit the signed type.
    let TyKind::Enum(e) = *ty.kind(db) else {
        return None;
    };
    if has_fixed_underlying(db, e) {
        return Some(promoted(db, underlying));
    }
    let (bytes, _) = integer(db, signed)?;
    let limit = (1i128 << (bytes * 8 - 1)) - 1;
    let fits = largest(db, e).is_some_and(|n| n <= limit);
    Some(if fits {
        Ty::builtin(db, signed)
    } else {
        underlying
    })
}

/// The largest value of an enumeration's enumerators.
fn largest<'db>(db: &'db dyn Db, e: Entity<'db>) -> Option<i128> {
    crate::engine::depth::outermost(db, || None, || largest_value(db, e))
}

#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
fn largest_value<'db>(db: &'db dyn Db, e: Entity<'db>) -> Option<i128> {
    use crate::DeclRef;
    let _level = crate::engine::depth::Level::enter();
    let defined = crate::function::definition(db, e).unwrap_or(e);
    let (DeclKind::Enum(hir), decl) = (defined.kind(db)?, defined.decl(db)) else {
        return None;
    };
    let mut largest = 0;
    for &id in hir.enumerators.iter().flatten() {
        let enumerator = Entity::new(db, DeclRef::at(db, decl.code(db), id), defined.env(db));
        let value = crate::eval::constant_value(db, enumerator)?;
        largest = largest.max(value.as_int(db)?);
    }
    Some(largest)
}

/// The type after integral promotion ([conv.prom]); other types stay.
pub(crate) fn promoted<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Ty<'db> {
    let ty = ty.unqualified(db);
    match ty.as_builtin(db) {
        None => promoted_enum(db, ty).unwrap_or(ty),
        Some(Builtin::Int) => ty,
        Some(Builtin::WChar) => Ty::builtin(db, Builtin::Int),
        Some(Builtin::Char32) => Ty::builtin(db, Builtin::UnsignedInt),
        Some(b) if integer(db, b).is_some_and(|(size, _)| size < 4) => {
            Ty::builtin(db, Builtin::Int)
        }
        Some(_) => ty,
    }
}

fn promotes<'db>(cx: &mut Context<'db>, from: &Operand<'db>, source: Ty<'db>, to: Ty<'db>) -> bool {
    let db = cx.db;
    match source.as_builtin(db) {
        Some(Builtin::Float) => return to.as_builtin(db) == Some(Builtin::Double),
        // The half precision of ARM's C extensions is one for storage only.
        Some(Builtin::Half) => return to.as_builtin(db) == Some(Builtin::Float),
        _ => {}
    }
    if let TyKind::Enum(e) = source.kind(db) {
        if !is_unscoped(db, source) {
            return false;
        }
        let Some(under) = underlying(db, source) else {
            return false;
        };
        return promoted_enum(db, source) == Some(to)
            || has_fixed_underlying(db, *e) && to == under;
    }
    if let Some(promoted) = promoted_bit_field(db, source, from.bit_field) {
        return to == promoted;
    }
    to != source && source.is_integral(db) && to == promoted(db, source)
}

/// What a bit-field of an integral type wider than its width promotes to ([conv.prom]/5).
pub(crate) fn promoted_bit_field<'db>(
    db: &'db dyn Db,
    ty: Ty<'db>,
    width: Option<u32>,
) -> Option<Ty<'db>> {
    let width = width?;
    let (size, signed) = integer(db, ty.as_builtin(db)?)?;
    if size > 4 && width > 32 {
        return None;
    }
    match width {
        0..=31 => Some(Ty::builtin(db, Builtin::Int)),
        32 if signed => Some(Ty::builtin(db, Builtin::Int)),
        32 => Some(Ty::builtin(db, Builtin::UnsignedInt)),
        _ => None,
    }
}
