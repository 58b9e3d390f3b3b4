//! Lifetimes: destruction, the ends of scopes and full-expressions, locals coming to life, temporaries that live longer
//! ([class.dtor], [class.temporary]).

use cleave_codes::codes;

use crate::class;
use crate::class::Special;
use crate::eval::machine::{Machine, Res, Slot, Stop};
use crate::eval::memory::objects::{Fill as Blank, ObjectKind};
use crate::eval::memory::store::ObjectId;
use crate::eval::shape::Storage;
use crate::thir::{Category, ExprId, ExprKind};
use crate::{Pointer, Site, Step, Ty, TyKind, Value};

impl<'a, 'db> Machine<'a, 'db> {
    /// Whether ending an object of this type runs no code. `None` where it is not known.
    pub(crate) fn is_trivially_destroyed(&self, ty: Ty<'db>) -> Option<bool> {
        self.known.is_trivially_destroyed(self.db, ty)
    }

    /// Ends an object: destructors run, its storage is left without a value.
    pub(crate) fn destroy_object(&mut self, place: &Pointer<'db>, site: Site<'db>) -> Res<()> {
        let Some(ty) = self.pointed_type(place) else {
            return self.fail(codes::ACCESS_TO_EXPIRED_STORAGE, site, Vec::new());
        };
        self.destroy(ty, place, site)?;
        self.write(place, Value::Indeterminate, true, site)
    }

    /// Runs the destructors of an object and of its parts.
    pub(crate) fn destroy(
        &mut self,
        ty: Ty<'db>,
        place: &Pointer<'db>,
        site: Site<'db>,
    ) -> Res<()> {
        match self.is_trivially_destroyed(ty) {
            Some(true) => Ok(()),
            Some(false) => self.nested(|m| m.destroy_inner(ty, place, site)),
            None => Err(Stop::Unknown),
        }
    }

    fn destroy_inner(&mut self, ty: Ty<'db>, place: &Pointer<'db>, site: Site<'db>) -> Res<()> {
        self.tick()?;
        if let TyKind::Array(element, _) = *ty.kind(self.db) {
            for i in (0..ty.length(self.db).ok_or(Stop::Unknown)?).rev() {
                self.destroy(element, &place.join(Step::Element(i)), site)?;
            }
            return Ok(());
        }
        let bare = ty.unqualified(self.db);
        let state = class::special(self.db, bare, Special::Destructor).ok_or(Stop::Unknown)?;
        let info = self.info(bare)?;
        if let Some(destructor) = state.declared
            && !self.is_implicit_body(destructor)
        {
            self.run(destructor, Some(place.clone()), Vec::new(), None, site)?;
        }
        if info.is_union {
            return Ok(());
        }
        for (i, field) in info.fields.iter().enumerate().rev() {
            if !field.ty.is_reference(self.db) {
                self.destroy(field.ty, &place.join(Step::Field(i as u32)), site)?;
            }
        }
        self.building.push(place.clone());
        for (i, base) in info.bases.iter().enumerate().rev() {
            self.destroy(base.ty, &place.join(Step::Base(i as u32)), site)?;
        }
        self.building.pop();
        Ok(())
    }

    /// Ends the objects made since `mark`; those whose lifetime is extended stay if `temporaries`.
    fn unwind(&mut self, mark: usize, temporaries: bool) -> Res<()> {
        let ended = self.cleanups.get(mark..).unwrap_or_default();
        if temporaries && ended.iter().any(|c| c.extended) {
            let all = self.cleanups.split_off(mark);
            let (kept, rest): (Vec<_>, Vec<_>) = all.into_iter().partition(|c| c.extended);
            self.cleanups.extend(kept);
            return rest.into_iter().rev().try_for_each(|c| self.end(c.object));
        }
        while self.cleanups.len() > mark
            && let Some(cleanup) = self.cleanups.pop()
        {
            self.end(cleanup.object)?;
        }
        Ok(())
    }

    /// Ends an object and frees what it occupies.
    fn end(&mut self, id: ObjectId) -> Res<()> {
        let Some(object) = self.objects.get_mut(id) else {
            return Ok(());
        };
        object.frozen = false;
        let ty = object.ty;
        let is_scalar = matches!(object.value, Value::Int(_) | Value::Float(_));
        if !is_scalar && self.is_trivially_destroyed(ty) != Some(true) {
            let (place, site) = (self.at(id), self.frame().site);
            self.destroy(ty, &place, site)?;
        }
        self.objects.remove(id);
        Ok(())
    }

    /// Ends the temporaries of a full-expression.
    pub(crate) fn unwind_temporaries(&mut self, mark: usize) -> Res<()> {
        self.unwind(mark, true)
    }

    /// Ends everything of a scope.
    pub(crate) fn unwind_scope(&mut self, mark: usize) -> Res<()> {
        self.unwind(mark, false)
    }

    /// Brings a local to life.
    pub(crate) fn init_local(
        &mut self,
        l: crate::thir::LocalId,
        init: Option<ExprId>,
        site: Site<'db>,
    ) -> Res<()> {
        let typed = self.typed();
        let local = typed.locals.get(l.0 as usize).ok_or(Stop::Unknown)?;
        let storage = match self.frame().body {
            Some(body) => self.known.body(body).locals[l.0 as usize],
            None => Storage::of(self.db, local.ty),
        };
        let slot = if storage == Storage::Reference {
            let e = init.ok_or(Stop::Unknown)?;
            let mut extended = Vec::new();
            self.find_extended(e, &mut extended, 0);
            // In a loop they are known from the round before.
            extended.retain(|e| !self.frame().extended.contains(e));
            self.frame().extended.extend(extended);
            Slot::Reference(self.place(e)?)
        } else {
            let value = self.blank(local.ty, Blank::Nothing, site)?;
            let id = self.allocate(local.ty, value, ObjectKind::Local);
            // The name is in scope in its own initialiser.
            self.frame().locals.set(l, Slot::Object(id));
            if let Some(e) = init {
                let place = self.at(id);
                self.init(e, &place)?;
            }
            if storage == Storage::Constant {
                self.freeze(id);
            }
            self.cleanup_later(id, false);
            Slot::Object(id)
        };
        self.frame().locals.set(l, slot);
        Ok(())
    }

    /// The temporaries that live as long as the reference that is bound to `e`.
    pub(crate) fn find_extended(&self, e: ExprId, out: &mut Vec<ExprId>, depth: u32) {
        let Ok(x) = self.expr(e) else { return };
        if depth > 100 {
            return;
        }
        match &x.kind {
            ExprKind::Materialize(_) => out.push(e),
            _ if x.category == Category::Prvalue && !matches!(x.kind, ExprKind::Full(_)) => {
                out.push(e);
            }
            ExprKind::Convert(_, e) | ExprKind::Field(e, _) | ExprKind::Full(e) => {
                self.find_extended(*e, out, depth + 1);
            }
            ExprKind::Index(e, _) | ExprKind::Comma(_, e) => {
                self.find_extended(*e, out, depth + 1);
            }
            ExprKind::Conditional(_, a, b) => {
                self.find_extended(*a, out, depth + 1);
                self.find_extended(*b, out, depth + 1);
            }
            _ => {}
        }
    }

    /// The same of the references that an aggregate has as members ([class.temporary]/6).
    pub(crate) fn find_extended_by_members(&self, e: ExprId, out: &mut Vec<ExprId>, depth: u32) {
        let Ok(x) = self.expr(e) else { return };
        if depth > 100 {
            return;
        }
        match &x.kind {
            ExprKind::Full(e) => self.find_extended_by_members(*e, out, depth + 1),
            ExprKind::Aggregate(parts) => {
                for &part in parts.iter().flatten() {
                    match self
                        .expr(part)
                        .is_ok_and(|p| p.category == Category::Prvalue)
                    {
                        true => self.find_extended_by_members(part, out, depth + 1),
                        false => self.find_extended(part, out, depth + 1),
                    }
                }
            }
            _ => {}
        }
    }

    /// Notes that an object ends with the running scope.
    pub(crate) fn cleanup_later(&mut self, object: ObjectId, extended: bool) {
        self.cleanups
            .push(crate::eval::machine::Cleanup { object, extended });
    }

    /// The object is initialised: constants are constant from now on.
    pub(crate) fn freeze(&mut self, id: ObjectId) {
        let db = self.db;
        if let Some(object) = self.objects.get_mut(id) {
            object.frozen = object.ty.top_quals(db).is_const && object.kind != ObjectKind::Subject;
        }
    }
}
