//! Functions that one class declares a friend and the friend declaration of another class defines ([class.friend]/6): of `operator/` of
//! `std::chrono`, which takes a year and gives a date, the year has the declaration and the date the definition.

use cleave_base_db::Db;
use cleave_names::decl::Spec;

use crate::class::members::members;
use crate::class::specialization::specialization;
use crate::function::redeclared::defines;
use crate::function::{parameter_types, result_type, same};
use crate::{DeclRef, Entity, Ty};

/// The definition of a function that is declared as a friend, or by the user in a namespace, in a class that its type mentions.
pub(super) fn definition<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Option<DeclRef<'db>> {
    let is_own = || decl.parent(db).is_none() && cleave_names::is_of_user(db, decl.code(db).item);
    if !(is_friend(db, decl) || is_own()) {
        return None;
    }
    declarations(db, decl).find(|f| defines(db, *f))
}

/// The friend declarations of a function that is no template, in the classes that its type mentions. Other classes are not looked
/// into: there are many, and none of them has to do with the function.
pub fn declarations<'db>(
    db: &'db dyn Db,
    decl: DeclRef<'db>,
) -> impl Iterator<Item = DeclRef<'db>> {
    let entity = Entity::new(db, decl, None);
    let plain = crate::code::params::own_level(db, decl).is_none();
    let key = decl.key(db).filter(|_| plain);
    let known = key.is_some();
    let parameters = known.then(|| parameter_types(db, entity)).flatten();
    let parameters = parameters.map_or(&[][..], |p| p);
    let result = known.then(|| result_type(db, entity)).flatten();
    let mentioned = (result.into_iter())
        .chain(parameters.iter().copied())
        .filter_map(move |ty| class_of(db, ty));
    mentioned
        .filter_map(move |class| specialization(db, class))
        .flat_map(move |class| members(db, class.decl(db)).friends.iter().copied())
        .filter(move |f| {
            *f != decl
                && f.key(db) == key
                && f.code(db).scope(db) == decl.code(db).scope(db)
                && same::functions(db, decl, *f)
        })
}

/// Whether a declaration makes a function a friend of a class: where it is defined may be in another one.
pub(crate) fn is_friend<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    decl.is_function(db) && decl.hir(db).is_some_and(|d| d.spec.any(Spec::FRIEND))
}

/// The class, of no template, that a type refers to.
fn class_of<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<Entity<'db>> {
    let ty = ty.strip_reference(db);
    let ty = ty.pointee(db).unwrap_or(ty).unqualified(db);
    ty.class_entity(db).filter(|e| e.env(db).is_none())
}
