//! What a class says of its objects for the device's compiler: how they are passed and returned (Itanium C++ ABI 3.1), whether they have
//! bytes that count.

use cleave_base_db::Db;
use cleave_typing::class::{Special, class_info, special};
use cleave_typing::{Ty, TyKind};
use rustc_hash::FxHashSet;

/// Whether objects of a type are passed by a pointer to a temporary and returned in a slot that the caller gives: classes that are
/// not trivial for the purposes of calls.
pub(crate) fn is_passed_by_reference<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    if !ty.is_class(db) {
        return false;
    }
    let class = ty.unqualified(db);
    let state = |which| special(db, class, which).filter(|s| s.exists);
    if state(Special::Destructor).is_some_and(|s| !s.trivial && !s.deleted) {
        return true;
    }
    let makers = [Special::Copy, Special::Move];
    let mut some = false;
    for made in makers.into_iter().filter_map(state) {
        if made.deleted {
            continue;
        }
        if !made.trivial {
            return true;
        }
        some = true;
    }
    !some
}

/// Whether a class has no members: nothing is copied where such an object is. A member of an empty class has a byte, which is copied.
pub(crate) fn is_empty_class<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    let Some(info) = class_info(db, ty.unqualified(db)) else {
        return false;
    };
    let no_room = |field: &cleave_typing::class::Field<'db>| match field.ty.kind(db) {
        TyKind::Array(..) => field.ty.length(db) == Some(0),
        _ => field.width == Some(0),
    };
    !info.is_dynamic
        && info.fields.iter().all(no_room)
        && info.bases.iter().all(|b| is_empty_class(db, b.ty))
}

/// Whether a type is a union, or one or an array of what has one in it: a constant of C leaves bytes of a union alone.
pub(crate) fn has_union<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
    let mut tasks = vec![ty];
    let mut seen = FxHashSet::default();
    while let Some(ty) = tasks.pop() {
        let class = ty.innermost_element(db).unqualified(db);
        if !class.is_class(db) || !seen.insert(class) {
            continue;
        }
        let Some(info) = class_info(db, class) else {
            continue;
        };
        if info.is_union {
            return true;
        }
        tasks.extend(info.fields.iter().map(|field| field.ty));
        tasks.extend(info.bases.iter().map(|base| base.ty));
    }
    false
}
