//! Classes under bindings: bases, members, layout, special member functions. A class template specialisation is what the
//! chosen primary or partial specialisation makes of the arguments ([temp.spec.partial]).

pub(crate) mod bases;
pub(crate) mod closure;
pub(crate) mod complete;
pub(crate) mod deallocation;
pub(crate) mod enums;
pub(crate) mod info;
pub(crate) mod initializers;
pub mod layout;
pub(crate) mod members;
pub(crate) mod partial;
pub(crate) mod special;
pub(crate) mod specialization;
pub(crate) mod structural;
pub mod tables;
pub(crate) mod virtuals;

use cleave_base_db::Db;
use cleave_hir::Access;
use cleave_names::decl::Special as SpecialName;
use rustc_hash::FxHashSet;

use crate::code::NameKey;
use crate::lookup::members::{inherited_constructors, member};
use crate::{DeclRef, Entity, Ty};

pub use crate::class::bases::derives;
pub use crate::class::closure::has_wrapper_data;
pub(crate) use crate::class::complete::{Place, incomplete_object, is_defined_later};
pub use crate::class::deallocation::{Deallocation, deallocation};
pub use crate::class::enums::underlying;
pub use crate::class::info::class_info;
pub(crate) use crate::class::info::is_anonymous_member;
pub use crate::class::layout::layout;
pub use crate::class::special::{chosen_special, has_constructor, special};
pub(crate) use crate::class::special::{default_constructor, defaulted_noexcept};
pub(crate) use crate::class::virtuals::{abstract_class, abstract_object};
pub use crate::class::virtuals::{
    final_overrider, has_virtual_bases, has_virtual_destructor, is_certainly_no_virtual,
    matches as overrides, overridden, own_functions, virtual_functions,
};

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
    /// It has or inherits virtual functions.
    pub is_polymorphic: bool,
    /// It is polymorphic, or has virtual bases at any depth: it holds a pointer to a virtual table.
    pub is_dynamic: bool,
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
    /// Its access.
    pub access: Access,
}

impl<'db> Field<'db> {
    /// Whether a class is as empty with it as without it: a bit-field without bits, or an array without elements.
    pub(crate) fn takes_no_room(&self, db: &'db dyn Db) -> bool {
        self.width == Some(0) || self.ty.is_array(db) && self.ty.length(db) == Some(0)
    }
}

/// Size and alignment in bytes, and where fields are.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub struct Layout {
    /// `sizeof`
    pub size: u64,
    /// `alignof`
    pub align: u64,
    /// Size without tail padding: what another member may not use.
    pub data_size: u64,
    /// Size as a base class: without virtual bases, and without tail padding that others may use.
    pub base_size: u64,
    /// Offsets of fields in bits.
    pub fields: Vec<u64>,
    /// Offsets of direct bases in bytes; virtual ones of the complete object.
    pub bases: Vec<u64>,
    /// Alignment as a base class: without virtual bases.
    pub base_align: u64,
    /// Offsets of all virtual bases in bytes, in the order of [`layout::virtual_bases`].
    pub virtual_bases: Vec<u64>,
}

/// The constructors of a class, templates and inherited ones included; implicit ones are not among them (see
/// [`special`]).
pub fn constructors<'db>(db: &'db dyn Db, class: Ty<'db>) -> Vec<Entity<'db>> {
    let class = class.unqualified(db);
    let mut out = member(db, class, NameKey::Constructor).set.clone();
    let definition = class
        .class_entity(db)
        .and_then(|e| specialization::specialization(db, e));
    if let Some(definition) = definition {
        // The class's own hide inherited ones, which do not hide each other ([namespace.udecl]/14).
        let own = out.len();
        for base in inherited_constructors(db, definition) {
            for inherited in constructors_inherited(db, base, 0) {
                let hidden = out[..own].iter().any(|own| {
                    crate::function::same::hides(
                        db,
                        own.decl(db),
                        *own,
                        inherited.decl(db),
                        inherited,
                    )
                });
                if !hidden && !out.contains(&inherited) {
                    out.push(inherited);
                }
            }
        }
    }
    out
}

/// The constructors that a base gives to a class that inherits them: all but copying and moving ones ([over.match.funcs]/8). For
/// implicit default constructors see [`special`].
fn constructors_inherited<'db>(db: &'db dyn Db, base: Ty<'db>, depth: u32) -> Vec<Entity<'db>> {
    if depth > 64 {
        return Vec::new();
    }
    let all = match base.class_entity(db) {
        Some(_) => constructors(db, base),
        None => Vec::new(),
    };
    all.into_iter()
        .filter(|c| match special::sort_of(db, *c, base) {
            None | Some(Special::Default) => true,
            Some(_) => false,
        })
        .collect()
}

/// More bases of a class than any program has.
const MANY_BASES: usize = 2_000;

/// A class and its bases, direct or not, each once and nearest first.
pub(crate) fn with_bases<'db>(db: &'db dyn Db, class: Ty<'db>) -> Vec<Ty<'db>> {
    let mut seen: FxHashSet<Ty<'db>> = FxHashSet::default();
    let mut out = vec![class.unqualified(db)];
    let mut next = 0;
    while let Some(&at) = out.get(next).filter(|_| out.len() <= MANY_BASES) {
        next += 1;
        let all = bases::bases(db, at.id()).all.iter();
        out.extend(
            all.map(|b| b.ty.unqualified(db))
                .filter(|ty| seen.insert(*ty)),
        );
    }
    out
}

/// The conversion functions of a class that are visible in it, inherited ones and templates included ([class.conv.fct]).
pub fn conversions<'db>(db: &'db dyn Db, class: Ty<'db>) -> Vec<Entity<'db>> {
    let class = class.unqualified(db);
    let mut out: Vec<Entity<'db>> = Vec::new();
    let mut results: Vec<(Option<Ty<'db>>, Ty<'db>)> = Vec::new();
    for at in with_bases(db, class) {
        let own = match at.class_entity(db) {
            Some(e) => specialization::specialization(db, e),
            None => None,
        };
        if let Some(definition) = own {
            let declared = members::members(db, definition.decl(db));
            let others = results.len();
            for &decl in declared.get(&NameKey::Conversion) {
                if !decl.is_function(db) {
                    continue;
                }
                let entity = Entity::new(db, decl, definition.env(db));
                let result = match entity.is_template(db) {
                    true => None,
                    false => crate::function::result_type(db, entity),
                };
                // One of a derived class hides one to the same type ([class.conv.fct]/5).
                let hidden = result.is_some()
                    && results[..others].iter().any(|(other, class)| {
                        *other == result && crate::convert::is_base_of(db, at, *class)
                    });
                if !hidden {
                    out.push(entity);
                    results.push((result, at));
                }
            }
        }
    }
    out
}

/// What class template arguments are deduced by ([over.match.class.deduct]): the deduction guides of a class template, and the
/// constructors of its primary template as entities that lack the class's level. [`crate::template::deduce_call`] takes
/// both; the class is the guide's return type, or the constructor's class.
pub fn guides<'db>(db: &'db dyn Db, template: Entity<'db>) -> Vec<Entity<'db>> {
    use crate::lookup::namespaces::{Among, What, namespace_decls};
    let decl = template.decl(db);
    let mut out = Vec::new();
    let (Some(key), code) = (decl.key(db), decl.code(db)) else {
        return out;
    };
    let scope = Among::In(code.scope(db));
    for other in namespace_decls(db, code.file(db), key.clone(), scope) {
        if other.what == What::Guide && other.scope == code.scope(db) && decl.parent(db).is_none() {
            out.push(Entity::new(db, other.decl, None));
        }
    }
    if let Some(class) = decl.parent_class(db) {
        for &other in members::members(db, class).get(&key) {
            let guide = other
                .hir(db)
                .is_some_and(|h| matches!(h.kind, cleave_hir::DeclKind::DeductionGuide(_)));
            if guide {
                out.push(Entity::new(db, other, template.env(db)));
            }
        }
    }
    let definition = crate::function::redeclarations(db, decl)
        .iter()
        .copied()
        .find(|d| d.class(db).is_some_and(|c| c.defined));
    if let Some(definition) = definition {
        for &other in members::members(db, definition).get(&NameKey::Constructor) {
            let constructor = other.hir(db).is_some_and(|h| match &h.kind {
                cleave_hir::DeclKind::Function(f) => f.special == SpecialName::Constructor,
                _ => false,
            });
            if constructor {
                out.push(Entity::new(db, other, template.env(db)));
            }
        }
    }
    out
}

/// The special member functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
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
    /// It does not throw, initialisers of members apart.
    pub noexcept: bool,
    /// A default constructor that is not user-provided, of the class or of a part of it, runs initialisers of members.
    pub initialized: bool,
    /// One that copies takes a constant object.
    pub takes_const: bool,
}
