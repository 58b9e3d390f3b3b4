//! What code and storage are emitted for.

use cleave_base_db::Db;
use cleave_hir::DeclKind;
use cleave_names::decl::{Body, Spec};
use cleave_typing::class::Special;
use cleave_typing::function::{canonical, definition, explicit, redeclarations};
use cleave_typing::{Entity, Ty};

/// Something that a translation unit may emit: a function, whether it is written or the language makes it, a variable, a virtual
/// table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Emitted<'db> {
    /// A function that is declared, or the call operator of a closure, under all its template arguments. All variants of
    /// constructors and destructors are one.
    Function(Entity<'db>),
    /// An implicitly-declared special member function of a class without cv-qualifiers ([special]).
    Implicit(Ty<'db>, Special),
    /// A constructor that a class inherits ([class.inhctor.init]): the base's constructor, and the class.
    Inherited(Entity<'db>, Ty<'db>),
    /// The function that a closure without captures is converted to a pointer to, which calls the call operator
    /// ([expr.prim.lambda.closure]).
    Invoker(Entity<'db>),
    /// A variable of static storage duration.
    Variable(Entity<'db>),
    /// The virtual table of a class without cv-qualifiers.
    Vtable(Ty<'db>),
}

impl<'db> Emitted<'db> {
    /// A function or variable by any of its declarations.
    pub fn of(db: &'db dyn Db, entity: Entity<'db>) -> Emitted<'db> {
        let entity = first(db, entity);
        match entity.is_function(db) {
            true => Emitted::Function(entity),
            false => Emitted::Variable(entity),
        }
    }

    /// What a pointer in a value points to: such a pointer is never to a call operator itself, but to what the closure is converted to.
    pub fn pointed(db: &'db dyn Db, entity: Entity<'db>) -> Emitted<'db> {
        match entity.decl(db).closure(db) {
            Some(_) => Emitted::Invoker(entity),
            None => Emitted::of(db, entity),
        }
    }

    /// The function or variable that is declared.
    pub fn entity(self) -> Option<Entity<'db>> {
        match self {
            Emitted::Function(e) | Emitted::Variable(e) | Emitted::Invoker(e) => Some(e),
            Emitted::Inherited(e, _) => Some(e),
            Emitted::Implicit(..) | Emitted::Vtable(_) => None,
        }
    }

    /// Whether it is code.
    pub fn is_function(self) -> bool {
        !matches!(self, Emitted::Variable(_) | Emitted::Vtable(_))
    }
}

/// An entity by its first declaration.
pub(crate) fn first<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Entity<'db> {
    if entity.decl(db).closure(db).is_some() {
        return entity;
    }
    Entity::new(db, canonical(db, entity.decl(db)), entity.env(db))
}

/// Whether a function is inline: it says so, is constexpr, or stands in its class.
pub fn is_inline<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    if function.decl(db).closure(db).is_some() {
        return true;
    }
    let own = explicit(db, function).unwrap_or(function);
    let says = |e: Entity<'db>| {
        e.hir(db)
            .is_some_and(|h| h.spec.any(Spec::INLINE.with(Spec::CONSTEXPR)))
    };
    redeclarations(db, canonical(db, own.decl(db)))
        .iter()
        .any(|decl| says(Entity::new(db, *decl, own.env(db))))
        || definition(db, function).is_some_and(|d| {
            d.hir(db).is_some_and(|h| match &h.kind {
                DeclKind::Function(f) => {
                    h.parent.is_some() && !matches!(f.body, Body::None | Body::Delete)
                }
                _ => false,
            })
        })
}
