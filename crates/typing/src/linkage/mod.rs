//! Entities as the linker names them (Itanium C++ ABI 5.1): from an [`Entity`] to the plain data that `cleave_mangle` writes.
//! Nothing here knows what a name is for, or what is emitted. Whatever cannot be made out in full has no name: never a wrong one.

pub(crate) mod args;
mod constants;
pub(crate) mod dependent;
pub(crate) mod exprs;
pub(crate) mod internal;
pub(crate) mod language;
pub(crate) mod locals;
pub(crate) mod names;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod types;

pub use crate::linkage::internal::is_internal;
pub(crate) use crate::linkage::language::is_in_c;

use cleave_base_db::Db;
use cleave_mangle::{ConstructorVariant, DestructorVariant, Mangler, SpecialName, Unqualified};

use crate::engine::depth::outermost;
use crate::linkage::names::Names;
use crate::{Entity, Ty};

/// A function, not a template; constructors and destructors are those of complete objects.
pub fn mangle_function<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
) -> Option<cleave_mangle::Function> {
    outermost(db, || None, || Names::new(db).function(function))
}

/// A variable or static data member, not a template.
pub fn mangle_variable<'db>(
    db: &'db dyn Db,
    variable: Entity<'db>,
) -> Option<cleave_mangle::Variable> {
    outermost(db, || None, || Names::new(db).variable(variable))
}

/// The name of a function or variable with its scope, as a variable's: no type is looked at, and no ABI tag implied.
pub fn plain_name<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<cleave_mangle::Name> {
    outermost(db, || None, || Names::new(db).plain_name(entity))
}

/// A type without template parameters.
pub fn mangle_type<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<cleave_mangle::Type> {
    outermost(db, || None, || Names::new(db).ty(ty))
}

/// The linker's name of a function or variable; nothing where it is not known, nor for templates.
pub fn linkage_name<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    mangler: &Mangler,
) -> Option<String> {
    if entity.is_function(db) {
        return mangler.function(&mangle_function(db, entity)?).ok();
    }
    mangler.variable(&mangle_variable(db, entity)?).ok()
}

/// Whether template parameters are around an entity that has no arguments for them: nothing of it is emitted.
pub fn is_templated<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    entity.depth(db) < names::level_count(db, entity.decl(db))
}

/// A variant of a constructor (Itanium C++ ABI 5.1.4.3).
pub fn constructor_name<'db>(
    db: &'db dyn Db,
    constructor: Entity<'db>,
    variant: ConstructorVariant,
    mangler: &Mangler,
) -> Option<String> {
    let mut function = mangle_function(db, constructor)?;
    let Unqualified::Constructor(_) = function.name.id else {
        return None;
    };
    function.name.id = Unqualified::Constructor(variant);
    mangler.function(&function).ok()
}

/// A variant of a destructor.
pub fn destructor_name<'db>(
    db: &'db dyn Db,
    destructor: Entity<'db>,
    variant: DestructorVariant,
    mangler: &Mangler,
) -> Option<String> {
    let mut function = mangle_function(db, destructor)?;
    let Unqualified::Destructor(_) = function.name.id else {
        return None;
    };
    function.name.id = Unqualified::Destructor(variant);
    mangler.function(&function).ok()
}

/// What is emitted beside the entities of the source (Itanium C++ ABI 5.1.4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special<'db> {
    /// The virtual table of a class.
    Vtable(Ty<'db>),
    /// The table of virtual tables of a class.
    Vtt(Ty<'db>),
    /// The `type_info` of a type.
    Typeinfo(Ty<'db>),
    /// The string in it.
    TypeinfoName(Ty<'db>),
    /// The guard of a static variable with dynamic initialisation.
    Guard(Entity<'db>),
}

/// The linker's name of such a thing.
pub fn special_name<'db>(
    db: &'db dyn Db,
    special: Special<'db>,
    mangler: &Mangler,
) -> Option<String> {
    let special = match special {
        Special::Vtable(ty) => SpecialName::Vtable(mangle_type(db, ty)?),
        Special::Vtt(ty) => SpecialName::Vtt(mangle_type(db, ty)?),
        Special::Typeinfo(ty) => SpecialName::Typeinfo(mangle_type(db, ty)?),
        Special::TypeinfoName(ty) => SpecialName::TypeinfoName(mangle_type(db, ty)?),
        Special::Guard(variable) => SpecialName::Guard(mangle_variable(db, variable)?),
    };
    mangler.special(&special).ok()
}
