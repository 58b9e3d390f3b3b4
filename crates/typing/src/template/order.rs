//! Partial ordering ([temp.func.order], [temp.spec.partial.order]).

use std::cmp::Ordering;

use cleave_base_db::Db;
use cleave_mangle::Qualifiers;

use super::constraints;
use super::deduce::{Deduction, Quals, arguments};
use crate::class::specialization::pattern;
use crate::function::{parameters, result_type};
use crate::params::{levels, own_level};
use crate::{Arg, DeclRef, Entity, Ty, TyKind};

/// Whether partial specialisation `a` of a template is more specialised than `b`.
pub(crate) fn more_specialized_partial<'db>(
    db: &'db dyn Db,
    class: Entity<'db>,
    a: DeclRef<'db>,
    b: DeclRef<'db>,
) -> bool {
    let Some(template) = class.template(db) else {
        return false;
    };
    let outer = template.env(db);
    let at_least = |x: DeclRef<'db>, y: DeclRef<'db>| -> Option<bool> {
        let from = pattern(db, template, x, outer)?;
        let to = pattern(db, template, y, outer)?;
        let level = own_level(db, y)?;
        let at = levels(db, y).len() as u32 - 1;
        Some(arguments(db, at, level.params(db).len(), to, from).is_some())
    };
    match (at_least(a, b), at_least(b, a)) {
        (Some(true), Some(false)) => true,
        (Some(true), Some(true)) => {
            constraints::more_constrained(db, Entity::new(db, a, outer), Entity::new(db, b, outer))
        }
        _ => false,
    }
}

/// The more specialised of two function templates for so many arguments.
pub(super) fn functions<'db>(
    db: &'db dyn Db,
    a: Entity<'db>,
    b: Entity<'db>,
    count: usize,
) -> Ordering {
    if a == b {
        return Ordering::Equal;
    }
    let (Some(ps), Some(qs)) = (parameter_list(db, a), parameter_list(db, b)) else {
        return Ordering::Equal;
    };
    let (a_fits, a_better) = at_least(db, a, &ps, b, &qs, count);
    let (b_fits, b_better) = at_least(db, b, &qs, a, &ps, count);
    match (a_fits, b_fits) {
        (true, false) => return Ordering::Greater,
        (false, true) => return Ordering::Less,
        (false, false) => return Ordering::Equal,
        (true, true) => {}
    }
    match (a_better, b_better) {
        (true, false) => return Ordering::Greater,
        (false, true) => return Ordering::Less,
        _ => {}
    }
    // A trailing pack is less specialised than none ([temp.func.order]/6).
    let pack = |list: &[Ty<'db>]| {
        list.last()
            .is_some_and(|t| matches!(t.kind(db), TyKind::Pack(_)))
    };
    match (pack(&ps), pack(&qs)) {
        (false, true) => return Ordering::Greater,
        (true, false) => return Ordering::Less,
        _ => {}
    }
    match (
        constraints::more_constrained(db, a, b),
        constraints::more_constrained(db, b, a),
    ) {
        (true, false) => Ordering::Greater,
        (false, true) => Ordering::Less,
        _ => Ordering::Equal,
    }
}

/// The types that are compared: parameters, and the result of a conversion function.
fn parameter_list<'db>(db: &'db dyn Db, f: Entity<'db>) -> Option<Vec<Ty<'db>>> {
    let is_conversion = f.decl(db).key(db) == Some(crate::NameKey::Conversion);
    if is_conversion {
        return Some(vec![result_type(db, f)?]);
    }
    Some(parameters(db, f)?.types.to_vec())
}

/// Whether `a` is at least as specialised as `b`, and whether a reference breaks the tie in its favour
/// ([temp.deduct.partial]/9).
fn at_least<'db>(
    db: &'db dyn Db,
    a: Entity<'db>,
    args: &[Ty<'db>],
    b: Entity<'db>,
    patterns: &[Ty<'db>],
    count: usize,
) -> (bool, bool) {
    let _ = a;
    let base = b.depth(db);
    let counts: Vec<usize> = (levels(db, b.decl(db)).iter())
        .skip(base as usize)
        .map(|l| l.params(db).len())
        .collect();
    let mut deduction = Deduction::new(db, base, &counts);
    let mut better = false;
    for i in 0..count.min(args.len().max(patterns.len())) {
        let last = |list: &[Ty<'db>]| list.last().copied();
        let (p, a) = match (patterns.get(i), args.get(i)) {
            (Some(p), Some(a)) => (*p, *a),
            (None, Some(a)) => match last(patterns) {
                Some(p) if matches!(p.kind(db), TyKind::Pack(_)) => (p, *a),
                // Parameters with default arguments that the call does not use.
                _ => continue,
            },
            _ => continue,
        };
        let (p_pack, a_pack) = (
            matches!(p.kind(db), TyKind::Pack(_)),
            matches!(a.kind(db), TyKind::Pack(_)),
        );
        if a_pack && !p_pack {
            return (false, false);
        }
        let inner = |t: Ty<'db>| match t.kind(db) {
            TyKind::Pack(of) => *of,
            _ => t,
        };
        let (p, a) = (inner(p), inner(a));
        better |= prefers(db, a, p);
        let strip = |t: Ty<'db>| t.strip_reference(db).unqualified(db);
        let fits = match p_pack {
            true => {
                let pattern = Arg::Type(strip(p));
                // Each element on its own: the pack as a whole is not compared.
                deduction.trial(|d| {
                    d.each(
                        &pattern,
                        1,
                        |d, _| d.arg(&pattern, &Arg::Type(strip(a))),
                        |_| a_pack,
                    )
                })
            }
            false => deduction.ty(strip(p), strip(a), Quals::Exact),
        };
        if !fits {
            return (false, false);
        }
    }
    (true, better)
}

/// Whether reference type `a` is preferred to `p` where they are otherwise alike: an lvalue reference to an rvalue reference, the
/// more qualified one among those of one kind.
fn prefers<'db>(db: &'db dyn Db, a: Ty<'db>, p: Ty<'db>) -> bool {
    let kinds = (a.kind(db), p.kind(db));
    let more = |x: Ty<'db>, y: Ty<'db>| {
        let (x, y): (Qualifiers, Qualifiers) = (x.top_quals(db), y.top_quals(db));
        x != y && x.union(y) == x
    };
    match kinds {
        (TyKind::LvalueReference(_), TyKind::RvalueReference(_)) => true,
        (TyKind::LvalueReference(x), TyKind::LvalueReference(y))
        | (TyKind::RvalueReference(x), TyKind::RvalueReference(y)) => more(*x, *y),
        _ => false,
    }
}
