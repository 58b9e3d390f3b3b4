//! Classes under bindings: bases, members, layout, special member functions. A class template specialisation is what the
//! chosen primary or partial specialisation makes of the arguments ([temp.spec.partial]).

use cleave_base_db::Db;
use cleave_hir::Access;

use crate::{DeclRef, Entity, Ty};

/// A complete class.
#[derive(Clone, Debug, Default, PartialEq, salsa::SalsaValue)]
pub struct ClassInfo<'db> {
    /// The declaration that defines it, and the entity whose environment its members are read in: of a partial specialisation
    /// the deduced arguments.
    pub definition: Option<Entity<'db>>,
    /// Its key is `union`.
    pub is_union: bool,
    /// Direct bases in order.
    pub bases: Vec<Base<'db>>,
    /// Non-static data members in order, unnamed bit-fields left out, anonymous unions and structs as one field each.
    pub fields: Vec<Field<'db>>,
    /// It has or inherits virtual functions or virtual bases.
    pub is_polymorphic: bool,
    /// It has pure virtual functions without an overrider.
    pub is_abstract: bool,
    /// It is an aggregate of the dialect's standard ([dcl.init.aggr]).
    pub is_aggregate: bool,
}

/// A direct base.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub struct Base<'db> {
    /// The class.
    pub ty: Ty<'db>,
    /// `virtual`
    pub is_virtual: bool,
    /// Its access.
    pub access: Access,
}

/// A non-static data member.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub struct Field<'db> {
    /// Its declaration.
    pub decl: DeclRef<'db>,
    /// Its name; empty for an anonymous union or struct.
    pub name: Box<str>,
    /// Its type.
    pub ty: Ty<'db>,
    /// The width of a bit-field.
    pub width: Option<u32>,
    /// `mutable`
    pub is_mutable: bool,
    /// It has a default member initializer.
    pub has_default: bool,
}

/// Size and alignment in bytes, and where fields are.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub struct Layout {
    /// `sizeof`
    pub size: u64,
    /// `alignof`
    pub align: u64,
    /// Size without tail padding.
    pub data_size: u64,
    /// Offsets of fields in bits.
    pub fields: Vec<u64>,
    /// Offsets of direct bases in bytes; virtual ones of the complete object.
    pub bases: Vec<u64>,
}

/// The complete class that `ty` (class or closure) is; `None` where it is incomplete or not to be known.
pub fn class_info<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<&'db ClassInfo<'db>> {
    let _ = (db, ty);
    None
}

/// Size and alignment of a complete object type (Itanium C++ ABI 2.4).
pub fn layout<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<&'db Layout> {
    let _ = (db, ty);
    None
}

/// The constructors of a class, templates and inherited ones included; implicit ones are not among them (see
/// [`special`]).
pub fn constructors<'db>(db: &'db dyn Db, class: Ty<'db>) -> Vec<Entity<'db>> {
    let _ = (db, class);
    Vec::new()
}

/// The conversion functions of a class that are visible in it, inherited ones and templates included ([class.conv.fct]).
pub fn conversions<'db>(db: &'db dyn Db, class: Ty<'db>) -> Vec<Entity<'db>> {
    let _ = (db, class);
    Vec::new()
}

/// What class template arguments are deduced by ([over.match.class.deduct]): the deduction guides of a class template, and the
/// constructors of its primary template as entities that lack the class's level. [`crate::template::deduce_call`] takes
/// both; the class is the guide's return type, or the constructor's class.
pub fn guides<'db>(db: &'db dyn Db, template: Entity<'db>) -> Vec<Entity<'db>> {
    let _ = (db, template);
    Vec::new()
}

/// The special member functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Special {
    /// Default constructor.
    Default,
    /// Copy constructor.
    Copy,
    /// Move constructor.
    Move,
    /// Copy assignment.
    CopyAssign,
    /// Move assignment.
    MoveAssign,
    /// Destructor.
    Destructor,
}

/// How a class has a special member function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SpecialState<'db> {
    /// The user-declared function; `None` where it is implicit.
    pub declared: Option<Entity<'db>>,
    /// It exists, deleted or not.
    pub exists: bool,
    /// It is deleted, or defined as deleted.
    pub deleted: bool,
    /// It is trivial.
    pub trivial: bool,
    /// It may be used in constant expressions.
    pub constexpr: bool,
    /// It does not throw.
    pub noexcept: bool,
}

/// A special member function of a class.
pub fn special<'db>(db: &'db dyn Db, class: Ty<'db>, which: Special) -> Option<SpecialState<'db>> {
    let _ = (db, class, which);
    None
}

/// The final overrider of a virtual function in a class that has its class as a base ([class.virtual]): the function, and the
/// class that declares it. Destructors override destructors.
pub fn final_overrider<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    function: Entity<'db>,
) -> Option<(Entity<'db>, Ty<'db>)> {
    let _ = (db, class, function);
    None
}

/// The underlying type of an enumeration ([dcl.enum]).
pub fn underlying<'db>(db: &'db dyn Db, enumeration: Ty<'db>) -> Option<Ty<'db>> {
    let _ = (db, enumeration);
    None
}
