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
/// Other classes are not looked into: there are many, and none of them has to do with the function.
pub(super) fn definition<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Option<DeclRef<'db>> {
    let is_own = || decl.parent(db).is_none() && cleave_names::is_of_user(db, decl.code(db).item);
    if !(is_friend(db, decl) || is_own()) || crate::code::params::own_level(db, decl).is_some() {
        return None;
    }
    let entity = Entity::new(db, decl, None);
    let key = decl.key(db)?;
    let mentioned = (result_type(db, entity).into_iter())
        .chain(parameter_types(db, entity)?.iter().copied())
        .filter_map(|ty| class_of(db, ty));
    for class in mentioned {
        let Some(definition) = specialization(db, class) else {
            continue;
        };
        let friends = members(db, definition.decl(db)).friends.iter().copied();
        let found = friends
            .filter(|f| *f != decl && f.key(db).as_ref() == Some(&key))
            .find(|f| {
                defines(db, *f)
                    && f.code(db).scope(db) == decl.code(db).scope(db)
                    && same::functions(db, decl, *f)
            });
        if found.is_some() {
            return found;
        }
    }
    None
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
