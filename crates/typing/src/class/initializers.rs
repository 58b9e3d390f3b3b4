//! What a default constructor that is implicit or defaulted runs of initialisers of members: whether they throw ([except.spec]/7).
//! Apart from the rest of what is known of the constructor, which is asked for far more often and reads no initialiser.

use cleave_base_db::Db;

use crate::check;
use crate::class::{Special, class_info, special};
use crate::{Entity, Ty, TyId};

/// Whether a special member function of a class throws nothing; `None`: the function is not known.
pub(crate) fn throws_nothing<'db>(db: &'db dyn Db, class: Ty<'db>, which: Special) -> Option<bool> {
    let state = special(db, class, which)?;
    Some(
        state.noexcept
            && !(state.initialized && initializers_throw(db, class.unqualified(db).id())),
    )
}

/// Whether an initialiser of a member, of a class or of a base or member of it, may throw where a default constructor that is not
/// user-provided runs it.
#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| false, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || false))]
pub(crate) fn initializers_throw<'db>(db: &'db dyn Db, class: TyId<'db>) -> bool {
    let _level = crate::engine::depth::Level::enter();
    let class = class.ty(db);
    let Some(info) = class_info(db, class) else {
        return false;
    };
    let part_throws = |ty: Ty<'db>| {
        let part = ty.innermost_element(db).unqualified(db);
        part.is_class(db)
            && special(db, part, Special::Default).is_some_and(|s| s.initialized)
            && initializers_throw(db, part.id())
    };
    if info.bases.iter().any(|base| part_throws(base.ty)) {
        return true;
    }
    let env = info.definition.and_then(|d| d.env(db));
    info.fields.iter().any(|field| match field.has_default {
        true => match check::body(db, Entity::new(db, field.decl, env)) {
            Some(typed) => (typed.exprs.iter()).any(|e| check::throws(db, typed, e)),
            None => !field.ty.is_scalar(db) && !field.ty.is_reference(db),
        },
        false => !info.is_union && part_throws(field.ty),
    })
}
