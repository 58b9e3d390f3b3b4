//! The way from a class to its bases.

use cleave_base_db::Db;

use crate::class::class_info;
use crate::{Ty, TyKind};

/// What looking for a base found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BaseSearch {
    /// It is no base.
    None,
    /// It is a base, once.
    Unique,
    /// It is a base several times.
    Ambiguous,
}

/// Whether two types are the same class, qualifiers aside.
pub(crate) fn is_same_class<'db>(db: &'db dyn Db, a: Ty<'db>, b: Ty<'db>) -> bool {
    a == b && a.is_class(db)
        || a.is_class(db)
            && b.is_class(db)
            && match (a.kind(db), b.kind(db)) {
                (TyKind::Class(a), TyKind::Class(b)) => a == b,
                (TyKind::Closure(a), TyKind::Closure(b)) => a == b,
                _ => false,
            }
}

/// Looks for `base` among the direct and indirect bases of `derived`.
pub(crate) fn base_search<'db>(db: &'db dyn Db, derived: Ty<'db>, base: Ty<'db>) -> BaseSearch {
    if !derived.is_class(db) || !base.is_class(db) || is_same_class(db, derived, base) {
        return BaseSearch::None;
    }
    let (derived, base) = (derived.unqualified(db), base.unqualified(db));
    let mut count = 0u32;
    let mut virtual_seen = false;
    let mut stack = vec![(derived, false)];
    let mut steps = 0u32;
    while let Some((class, by_virtual)) = stack.pop() {
        steps += 1;
        if steps > 10_000 {
            break;
        }
        let Some(info) = class_info(db, class) else {
            continue;
        };
        for b in &info.bases {
            let ty = b.ty.unqualified(db);
            let by_virtual = by_virtual || b.is_virtual;
            if ty == base {
                // All virtual paths lead to one subobject.
                match by_virtual {
                    true if virtual_seen => continue,
                    true => virtual_seen = true,
                    false => {}
                }
                count += 1;
            } else {
                stack.push((ty, by_virtual));
            }
        }
    }
    match count {
        0 => BaseSearch::None,
        1 => BaseSearch::Unique,
        _ => BaseSearch::Ambiguous,
    }
}

/// Whether `base` is a base of `derived`, ambiguous or not.
pub(crate) fn is_base_of<'db>(db: &'db dyn Db, base: Ty<'db>, derived: Ty<'db>) -> bool {
    base_search(db, derived, base) != BaseSearch::None
}
