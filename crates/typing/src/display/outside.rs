//! Types and names as a text of its own spells them for a host compiler, which is read behind the unit: everything is qualified
//! from the global namespace, and what the host half calls by another name has that one.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use cleave_base_db::Db;
use rustc_hash::FxHashMap;

use crate::display::Speller;
use crate::display::declarator::{DEPTH, nested, with_name};
use crate::display::entity::{args_text, class_name};
use crate::{Arg, Closure, Entity, Ty};

/// Names closure types: given the closure, and what the types in its name are spelled by.
pub type ClosureNames<'db> = Box<dyn Fn(&Rc<Outside<'db>>, &Closure<'db>) -> Option<String> + 'db>;

/// How deep the names of closures may use each other.
const NESTED: u32 = 64;

/// What the host half calls what has no name of its own.
pub struct Outside<'db> {
    unnamed_namespace: String,
    names: ClosureNames<'db>,
    closures: RefCell<FxHashMap<Closure<'db>, Option<String>>>,
    nested: Cell<u32>,
    /// Something was met that has no name there.
    pub(super) failed: Cell<bool>,
}

impl<'db> Outside<'db> {
    /// The name of unnamed namespaces, and the names of closure types.
    pub fn new(unnamed_namespace: impl Into<String>, names: ClosureNames<'db>) -> Rc<Outside<'db>> {
        Rc::new(Outside {
            unnamed_namespace: unnamed_namespace.into(),
            names,
            closures: RefCell::default(),
            nested: Cell::new(0),
            failed: Cell::new(false),
        })
    }

    /// The name of unnamed namespaces.
    pub fn unnamed_namespace(&self) -> &str {
        &self.unnamed_namespace
    }

    pub(super) fn closure(self: &Rc<Self>, closure: &Closure<'db>) -> Option<String> {
        if let Some(known) = self.closures.borrow().get(closure) {
            return known.clone();
        }
        if self.nested.get() > NESTED {
            return None;
        }
        self.nested.set(self.nested.get() + 1);
        let made = (self.names)(self, closure);
        self.nested.set(self.nested.get() - 1);
        self.closures.borrow_mut().insert(*closure, made.clone());
        made
    }
}

/// Spells something; nothing if it has no name there.
fn spelled<'db>(
    db: &'db dyn Db,
    outside: &Rc<Outside<'db>>,
    make: impl FnOnce(&Speller<'db>) -> String,
) -> Option<String> {
    let before = outside.failed.replace(false);
    let text = make(&Speller {
        outside: Some(outside.clone()),
        ..Speller::new(db)
    });
    let failed = outside.failed.replace(before);
    (!failed).then_some(text)
}

/// A declaration of `name` with a type; the type alone for an empty name.
pub fn declared_outside<'db>(
    db: &'db dyn Db,
    ty: Ty<'db>,
    name: &str,
    outside: &Rc<Outside<'db>>,
) -> Option<String> {
    spelled(db, outside, |sp| match name.is_empty() {
        true => nested(sp, ty, DEPTH),
        false => with_name(sp, ty, name),
    })
}

/// The qualified name of an entity, with its template arguments.
pub fn name_outside<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    outside: &Rc<Outside<'db>>,
) -> Option<String> {
    spelled(db, outside, |sp| class_name(sp, entity, DEPTH))
}

/// Template arguments with their brackets.
pub fn arguments_outside<'db>(
    db: &'db dyn Db,
    args: &[Arg<'db>],
    outside: &Rc<Outside<'db>>,
) -> Option<String> {
    spelled(db, outside, |sp| args_text(sp, args, DEPTH))
}
