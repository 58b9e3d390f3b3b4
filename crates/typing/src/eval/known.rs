//! What one evaluation asks again and again, kept for its time: the bodies of the functions that it calls, the members of classes, and
//! what objects of a type are before they have a value. It must not know expressions.

use std::cell::RefCell;

use cleave_base_db::Db;
use rustc_hash::FxHashMap;

use crate::class::{self, ClassInfo, Special};
use crate::eval::memory::objects;
use crate::eval::memory::objects::Fill;
use crate::thir::Typed;
use crate::{Entity, Ty, Value};

/// The answers.
#[derive(Default)]
pub(super) struct Known<'db> {
    bodies: FxHashMap<Entity<'db>, &'db Typed<'db>>,
    classes: RefCell<FxHashMap<Ty<'db>, &'db ClassInfo<'db>>>,
    destroyed: RefCell<FxHashMap<Ty<'db>, Option<bool>>>,
    blanks: FxHashMap<(Ty<'db>, Fill), Value<'db>>,
}

impl<'db> Known<'db> {
    /// The body of a function that was called before.
    pub(super) fn body(&self, callee: Entity<'db>) -> Option<&'db Typed<'db>> {
        self.bodies.get(&callee).copied()
    }

    /// Keeps the body of a function that can be called.
    pub(super) fn keep_body(&mut self, callee: Entity<'db>, body: &'db Typed<'db>) {
        self.bodies.insert(callee, body);
    }

    /// The bases and members of a class, whatever its qualifiers.
    pub(super) fn class(&self, db: &'db dyn Db, ty: Ty<'db>) -> Option<&'db ClassInfo<'db>> {
        if let Some(info) = self.classes.borrow().get(&ty) {
            return Some(info);
        }
        let info = class::class_info(db, ty.unqualified(db))?;
        self.classes.borrow_mut().insert(ty, info);
        Some(info)
    }

    /// Whether ending an object of this type runs no code. `None` where it is not known.
    pub(super) fn is_trivially_destroyed(&self, db: &'db dyn Db, ty: Ty<'db>) -> Option<bool> {
        if let Some(&known) = self.destroyed.borrow().get(&ty) {
            return known;
        }
        let inner = ty.innermost_element(db);
        let answer = match inner.is_class(db) {
            true => class::special(db, inner.unqualified(db), Special::Destructor)
                .map(|special| special.trivial),
            false => Some(true),
        };
        self.destroyed.borrow_mut().insert(ty, answer);
        answer
    }

    /// An object without a value, or zero-initialised; see [`objects::blank`].
    pub(super) fn blank(&mut self, db: &'db dyn Db, ty: Ty<'db>, fill: Fill) -> Option<Value<'db>> {
        if let Some(value) = self.blanks.get(&(ty, fill)) {
            return Some(value.clone());
        }
        let value = objects::blank(db, ty, fill)?;
        // Of a large array one copy is enough.
        if !matches!(value, Value::Array { .. }) {
            self.blanks.insert((ty, fill), value.clone());
        }
        Some(value)
    }
}
