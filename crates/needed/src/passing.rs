//! How objects are passed (Itanium C++ ABI 3.1).

use cleave_base_db::Db;
use cleave_typing::Ty;
use cleave_typing::class::{Special, special};

/// Whether objects of a type are passed by a pointer to a temporary and returned in a slot that the caller gives: classes that are
/// not trivial for the purposes of calls.
pub fn is_passed_by_reference<'db>(db: &'db dyn Db, ty: Ty<'db>) -> bool {
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
