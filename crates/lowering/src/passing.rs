//! How objects of classes are passed and returned (Itanium C++ ABI 3.1).

use cleave_base_db::Db;
use cleave_typing::class::{Special, class_info, special};
use cleave_typing::{Ty, TyKind};

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
