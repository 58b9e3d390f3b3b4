//! Local variables: where they are made, and what they begin with ([stmt.dcl]).

use cleave_il::{Quals, StmtId as IlStmt, StmtKind};
use cleave_lang::Qualifiers;
use cleave_typing::thir::{self, ExprId, ExprKind, LocalKind};
use cleave_typing::{DeclRef, Entity, Ty, eval};

use crate::body::dest::Dest;
use crate::body::{Body, Slot};
use crate::passing::{has_union, is_empty_class};
use crate::refusal::Res;

impl<'db> Body<'_, 'db> {
    /// A local comes to life.
    pub(crate) fn declare(
        &mut self,
        l: thir::LocalId,
        init: Option<ExprId>,
        out: &mut Vec<IlStmt>,
    ) -> Res<'db, ()> {
        let outer = std::mem::replace(&mut self.initializes, true);
        let declared = self.declare_initialized(l, init, out);
        self.initializes = outer;
        declared
    }

    fn declare_initialized(
        &mut self,
        l: thir::LocalId,
        init: Option<ExprId>,
        out: &mut Vec<IlStmt>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let frame = self.frame()?;
        let Some(local) = frame.typed.locals.get(l.0 as usize) else {
            return self.refuse("a local that is not there");
        };
        if !matches!(local.kind, LocalKind::Automatic) {
            return Ok(());
        }
        let is_slot = frame.elided.as_ref().is_some_and(|(of, _)| *of == l);
        let ty = local.ty;
        if ty.is_reference(db) {
            let mut extended = Vec::new();
            if let Some(e) = init {
                self.find_extended(e, &mut extended)?;
            }
            self.frame_mut()?.extended.extend(extended);
            let il = self.ty(ty)?;
            let made = self.local(&local.name, il, Quals::default());
            let declared = self.stmt(StmtKind::Declare(made));
            out.push(declared);
            self.frame_mut()?.slots.insert(l, Slot::Pointer(made));
            let Some(e) = init else {
                return Ok(());
            };
            let (pointer, temporaries) = self.full(|b| b.bound(e))?;
            let pointer = self.as_pointer(pointer, il);
            let place = self.local_place(made);
            let store = self.store(place, pointer);
            return self.push_full(store, &temporaries, out);
        }
        let (dest, slot) = match (is_slot, self.slot) {
            (true, Some(slot)) => (Dest::pointed(slot, ty.unqualified(db)), Slot::Pointer(slot)),
            _ => {
                let il = self.ty(ty)?;
                let quals = Qualifiers {
                    is_const: false,
                    ..ty.top_quals(db)
                };
                let made = self.local(&local.name, il, crate::types::quals(quals));
                self.code.locals[made].align = self.declared_alignment(local);
                let declared = self.stmt(StmtKind::Declare(made));
                out.push(declared);
                (Dest::local(made, ty), Slot::Local(made))
            }
        };
        self.frame_mut()?.slots.insert(l, slot);
        if let Some(e) = init {
            // The initializer of a constant is a constant expression if it can be one ([expr.const]): what it calls is not called.
            let typed = self.frame()?.typed;
            let constant = || eval::constant(db, typed, local.init?);
            let value = match ty.is_scalar(db) {
                true => local.value.or_else(constant),
                // The parts of an object are known, unless something asks whether they are constants.
                false if local.is_constexpr => {
                    constant().filter(|value| eval::called(db, typed, e) != Some(*value))
                }
                false => None,
            };
            let at = out.len().saturating_sub(1);
            let made = match slot {
                Slot::Local(made) => Some(made),
                _ => None,
            };
            let outer = std::mem::replace(&mut self.declared, made);
            let initialized = self.push_effects(out, |b, effects| {
                match (value, b.empty_copied(ty, e)?) {
                    (Some(value), _) => b.init_value(&dest, value.value(db), effects)?,
                    (None, Some(None)) => {}
                    (None, Some(Some(source))) => b.full_effects(effects, |b, out| {
                        let (from, place) = (b.place(source)?, b.dest_place(&dest)?);
                        let value = b.load(from);
                        out.push(b.store(place, value));
                        Ok(())
                    })?,
                    (None, None) => b.full_init(&dest, e, effects)?,
                }
                if effects.is_empty() && b.begins_empty(ty, e)? {
                    let place = b.dest_place(&dest)?;
                    effects.push(b.clear_place(place));
                }
                if let Slot::Local(made) = slot {
                    b.begin_with_constant(made, !has_union(db, ty), effects);
                }
                Ok(())
            });
            let is_left = std::mem::replace(&mut self.declared, outer) == made;
            initialized?;
            if let Some(made) = made.filter(|_| !is_left) {
                self.zero_from_start(made, at, out);
            }
        }
        if !is_slot {
            self.destroy_later(dest);
        }
        Ok(())
    }

    /// What a variable without data is copied from, if it is: `None` where that is known. Its byte is copied otherwise.
    fn empty_copied(&self, ty: Ty<'db>, init: ExprId) -> Res<'db, Option<Option<ExprId>>> {
        if !ty.is_class(self.unit.db) || !is_empty_class(self.unit.db, ty) {
            return Ok(None);
        }
        let init = self.without_conversions(init)?;
        let x = self.expr(init)?;
        let ExprKind::ConstructImplicit(which, args) = &x.kind else {
            return Ok(None);
        };
        let moving = *which == thir::Implicit::Move;
        match **args {
            [source]
                if *which != thir::Implicit::Default && self.is_copied_as_bytes(ty, moving) =>
            {
                Ok(Some((!self.is_known_empty(init, x)?).then_some(source)))
            }
            _ => Ok(None),
        }
    }

    /// An initialiser without what only says its type.
    fn without_conversions(&self, mut init: ExprId) -> Res<'db, ExprId> {
        while let ExprKind::Full(inner) | ExprKind::Convert(thir::Conversion::Noop, inner) =
            self.expr(init)?.kind
        {
            init = inner;
        }
        Ok(init)
    }

    /// Whether a variable without data is stored all the same: something initialises it, and no function does.
    fn begins_empty(&self, ty: Ty<'db>, init: ExprId) -> Res<'db, bool> {
        let element = ty.innermost_element(self.unit.db);
        if !element.is_class(self.unit.db) || !is_empty_class(self.unit.db, element) {
            return Ok(false);
        }
        let init = self.without_conversions(init)?;
        Ok(match &self.expr(init)?.kind {
            // A copy that needs no code is one of what is known.
            ExprKind::ConstructImplicit(which, zeroed) => {
                *which != thir::Implicit::Default || !zeroed.is_empty()
            }
            ExprKind::Lambda(..) | ExprKind::Aggregate(_) | ExprKind::Zero => true,
            ExprKind::Array(elements, rest) => match (elements.first(), rest) {
                (Some(e), _) | (None, Some(e)) => {
                    matches!(self.expr(*e)?.kind, ExprKind::Aggregate(_) | ExprKind::Zero)
                }
                (None, None) => false,
            },
            _ => false,
        })
    }

    /// The alignment that a local's declaration asks for.
    fn declared_alignment(&self, local: &thir::Local<'db>) -> Option<u64> {
        let db = self.unit.db;
        let site = local.declared?;
        let decl = DeclRef::new(db, site.code, site.as_declaration()?, None);
        let variable = Entity::new(db, decl, self.frames.last()?.env);
        cleave_typing::class::layout::declared_alignment(db, variable)
    }

    /// The temporaries whose lifetime a reference extends ([class.temporary]/6).
    fn find_extended(&self, e: ExprId, out: &mut Vec<ExprId>) -> Res<'db, ()> {
        let mut todo = vec![e];
        while let Some(e) = todo.pop() {
            let x = self.expr(e)?;
            match &x.kind {
                ExprKind::Materialize(inner) => {
                    out.push(e);
                    if let ExprKind::Aggregate(parts) = &self.expr(*inner)?.kind {
                        todo.extend(parts.iter().flatten());
                    }
                }
                ExprKind::Full(inner) | ExprKind::Field(inner, _) => todo.push(*inner),
                ExprKind::Convert(
                    thir::Conversion::Noop
                    | thir::Conversion::ToBase(_)
                    | thir::Conversion::Reinterpret,
                    inner,
                ) => todo.push(*inner),
                ExprKind::Comma(_, inner) | ExprKind::Index(inner, _) => todo.push(*inner),
                ExprKind::Conditional(_, a, b) => todo.extend([*a, *b]),
                _ => {}
            }
        }
        Ok(())
    }
}
