//! What one evaluation asks again and again, kept for its time: the bodies of the functions that it calls, the members of classes, and
//! what objects of a type are before they have a value. It must not know expressions.

use std::cell::RefCell;
use std::rc::Rc;

use cleave_base_db::Db;
use rustc_hash::FxHashMap;

use crate::class::{self, ClassInfo, Special, SpecialState};
use crate::eval::memory::objects;
use crate::eval::memory::objects::Fill;
use crate::eval::shape::Body;
use crate::thir::Typed;
use crate::{Const, Entity, Step, SubobjectPath, Ty, Value};

/// A body among those that are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BodyId(u32);

/// A direct subobject of a type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'db> {
    /// Its type.
    pub(super) ty: Ty<'db>,
    /// It is a reference.
    pub(super) is_reference: bool,
    /// It is a member that is `mutable`.
    pub(super) is_mutable: bool,
    /// It is a member that is declared `const`.
    pub(super) is_const: bool,
    /// The width of a bit-field.
    pub(super) width: Option<u32>,
}

/// The answers.
#[derive(Default)]
pub(super) struct Known<'db> {
    bodies: Vec<Body<'db>>,
    by_entity: FxHashMap<Entity<'db>, BodyId>,
    parts: RefCell<FxHashMap<(Ty<'db>, Step), Part<'db>>>,
    chosen: FxHashMap<(Ty<'db>, Special), Option<(Special, SpecialState<'db>)>>,
    unread: FxHashMap<(Ty<'db>, Special), bool>,
    constants: RefCell<FxHashMap<Entity<'db>, Option<Const<'db>>>>,
    references: FxHashMap<Entity<'db>, bool>,
    to_bases: FxHashMap<(Ty<'db>, Ty<'db>), Rc<[Step]>>,
    classes: RefCell<FxHashMap<Ty<'db>, &'db ClassInfo<'db>>>,
    destroyed: RefCell<FxHashMap<Ty<'db>, Option<bool>>>,
    blanks: FxHashMap<(Ty<'db>, Fill), Value<'db>>,
}

impl<'db> Known<'db> {
    /// The body of a function that was called before.
    pub(super) fn called_before(&self, callee: Entity<'db>) -> Option<BodyId> {
        self.by_entity.get(&callee).copied()
    }

    /// Keeps the body of a function that can be called.
    pub(super) fn keep_body(
        &mut self,
        db: &'db dyn Db,
        callee: Entity<'db>,
        typed: &'db Typed<'db>,
    ) -> BodyId {
        let id = BodyId(self.bodies.len() as u32);
        self.bodies.push(Body::new(db, typed));
        self.by_entity.insert(callee, id);
        id
    }

    /// A body that is kept.
    pub(super) fn body(&self, id: BodyId) -> &Body<'db> {
        &self.bodies[id.0 as usize]
    }

    /// A body that is kept, to be filled.
    pub(super) fn body_mut(&mut self, id: BodyId) -> &mut Body<'db> {
        &mut self.bodies[id.0 as usize]
    }

    /// A direct subobject of a type; `None` where it is not to be known.
    pub(super) fn part(&self, db: &'db dyn Db, ty: Ty<'db>, step: Step) -> Option<Part<'db>> {
        // All elements are of one type.
        let key = match step {
            Step::Element(_) => (ty, Step::Element(0)),
            step => (ty, step),
        };
        if let Some(&part) = self.parts.borrow().get(&key) {
            return Some(part);
        }
        let member = match step {
            Step::Field(n) => self
                .class(db, ty)
                .and_then(|info| info.fields.get(n as usize)),
            _ => None,
        };
        let part_type = objects::step_type(db, ty, step)?;
        let part = Part {
            ty: part_type,
            is_reference: part_type.is_reference(db),
            is_mutable: member.is_some_and(|m| m.is_mutable),
            is_const: member.is_some_and(|m| m.ty.innermost_element(db).top_quals(db).is_const),
            width: member.and_then(|m| m.width),
        };
        self.parts.borrow_mut().insert(key, part);
        Some(part)
    }

    /// The special member function that objects of a class are copied, moved or assigned by; see [`class::chosen_special`].
    pub(super) fn chosen(
        &mut self,
        db: &'db dyn Db,
        class: Ty<'db>,
        which: Special,
    ) -> Option<(Special, SpecialState<'db>)> {
        *(self.chosen.entry((class, which)))
            .or_insert_with(|| class::chosen_special(db, class, which))
    }

    /// Whether copies of objects of this type read nothing: it is an empty class, and no code runs.
    pub(super) fn copies_nothing(&mut self, db: &'db dyn Db, ty: Ty<'db>, which: Special) -> bool {
        *self.unread.entry((ty, which)).or_insert_with(|| {
            let class = ty.unqualified(db);
            class::layout::is_empty(db, class)
                && class::special(db, class, which).is_some_and(|s| s.trivial)
        })
    }

    /// The value of a constant; see [`crate::eval::constant_value`].
    pub(super) fn constant(&self, db: &'db dyn Db, variable: Entity<'db>) -> Option<Const<'db>> {
        if let Some(&known) = self.constants.borrow().get(&variable) {
            return known;
        }
        let value = crate::eval::constant_value(db, variable);
        self.constants.borrow_mut().insert(variable, value);
        value
    }

    /// Whether a variable of static storage duration is a reference.
    pub(super) fn is_static_reference(&mut self, db: &'db dyn Db, variable: Entity<'db>) -> bool {
        *(self.references.entry(variable))
            .or_insert_with(|| crate::function::variable_type(db, variable).is_reference(db))
    }

    /// The steps from a class to one of its bases, as `find` finds them.
    pub(super) fn base_steps(
        &mut self,
        from: Ty<'db>,
        to: Ty<'db>,
        find: impl FnOnce() -> Option<Vec<Step>>,
    ) -> Option<Rc<[Step]>> {
        if let Some(steps) = self.to_bases.get(&(from, to)) {
            return Some(steps.clone());
        }
        let steps: Rc<[Step]> = find()?.into();
        self.to_bases.insert((from, to), steps.clone());
        Some(steps)
    }

    /// The type of the part at the end of a path, references included; `None` where it is not to be known.
    pub(super) fn part_type(
        &self,
        db: &'db dyn Db,
        base: Ty<'db>,
        path: &SubobjectPath,
    ) -> Option<Ty<'db>> {
        let mut ty = base;
        for step in path.iter() {
            ty = self.part(db, ty, step)?.ty;
        }
        Some(ty)
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
