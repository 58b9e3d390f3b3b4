//! What a class says of its objects for the device's compiler: how they are passed and returned (Itanium C++ ABI 3.1), whether they have
//! bytes that count.

use cleave_base_db::Db;
pub(crate) use cleave_needed::is_passed_by_reference;
use cleave_typing::class::class_info;
use cleave_typing::{Ty, TyKind};
use rustc_hash::FxHashSet;

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
