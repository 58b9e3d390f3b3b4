//! Copies, moves and assignments of whole objects ([class.copy.ctor], [class.copy.assign]).

use cleave_il::{Binary, ExprId as Il, ExprKind as Kind, Integer, StmtId, StmtKind};
use cleave_needed::{Emitted, special_member};
use cleave_typing::Ty;
use cleave_typing::class::Special;
use cleave_typing::thir::{Category, ExprId};

use crate::body::Body;
use crate::body::dest::Dest;
use crate::passing::is_empty_class;
use crate::refusal::Res;

impl<'db> Body<'_, 'db> {
    /// Copies or moves an object into a new one.
    pub(crate) fn copy(
        &mut self,
        dest: &Dest<'db>,
        from: Il,
        moving: bool,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let which = match moving {
            true => Special::Move,
            false => Special::Copy,
        };
        let class = dest.ty.innermost_element(db);
        let what = match class.is_class(db) {
            true => special_member(db, class, which),
            false => None,
        };
        let Some(what) = what else {
            let place = self.dest_place(dest)?;
            return self.copy_bytes(place, dest.ty, from, out);
        };
        let ty = self.pointer_to(
            class
                .unqualified(db)
                .with_quals(db, cleave_lang::Qualifiers::CONST),
        )?;
        match dest.ty.is_array(db) {
            true => self.copy_array(dest, from, what, out),
            false => {
                let source = self.address(from, ty);
                self.call_constructor(dest, what, vec![source], out)
            }
        }
    }

    /// Copies the bytes of an object; of one without data nothing.
    pub(crate) fn copy_bytes(
        &mut self,
        to: Il,
        ty: Ty<'db>,
        from: Il,
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        if ty.innermost_element(db).is_class(db) && is_empty_class(db, ty.innermost_element(db)) {
            let pointer_ty = {
                let own = self.ty_of(from);
                self.code.types.pointer(own, cleave_il::Quals::default())
            };
            let pointer = self.address(from, pointer_ty);
            out.push(self.discard(pointer));
            return Ok(());
        }
        if ty.is_array(db) {
            let void = self.void();
            out.push(self.make(Kind::Copy(to, from), void));
            return Ok(());
        }
        let value = self.load(from);
        out.push(self.store(to, value));
        Ok(())
    }

    /// Whether an assignment of an object of class type only copies its bytes.
    pub(crate) fn is_stored(&self, ty: Ty<'db>, value: ExprId) -> Res<'db, bool> {
        let db = self.unit.db;
        let which = match self.expr(value)?.category {
            Category::Lvalue => Special::CopyAssign,
            _ => Special::MoveAssign,
        };
        Ok(ty.is_class(db) && !is_empty_class(db, ty) && special_member(db, ty, which).is_none())
    }

    /// Assigns to an object of class type without an operator that is declared.
    pub(crate) fn assign_object(&mut self, place: Il, ty: Ty<'db>, value: ExprId) -> Res<'db, Il> {
        let x = self.expr(value)?;
        let from = self.place(value)?;
        self.assign_from(place, ty, from, x.category != Category::Lvalue)
    }

    /// Assigns to an object what another one holds.
    pub(crate) fn assign_from(
        &mut self,
        place: Il,
        ty: Ty<'db>,
        from: Il,
        moving: bool,
    ) -> Res<'db, Il> {
        let db = self.unit.db;
        let which = match moving {
            true => Special::MoveAssign,
            false => Special::CopyAssign,
        };
        let class = ty.innermost_element(db);
        let what = match class.is_class(db) && !ty.is_array(db) {
            true => special_member(db, class, which),
            false => None,
        };
        let Some(what) = what else {
            if class.is_class(db) && special_member(db, class, which).is_some() {
                return self.refuse("an assignment of an array of objects");
            }
            let mut out = Vec::new();
            self.copy_bytes(place, ty, from, &mut out)?;
            return Ok(match self.sequence(out) {
                Some(all) => all,
                None => self.nothing(),
            });
        };
        let bare = class.unqualified(db);
        let to_ty = self.pointer_to(bare)?;
        let from_ty = self.pointer_to(bare.with_quals(db, cleave_lang::Qualifiers::CONST))?;
        let to = self.address(place, to_ty);
        let source = self.address(from, from_ty);
        let symbol = self.unit.symbol(what)?;
        Ok(self.make(Kind::Call(symbol, [to, source].into()), to_ty))
    }

    /// Assigns to a base or member what that of another object holds.
    pub(crate) fn assign_part(
        &mut self,
        to: &Dest<'db>,
        from: &Dest<'db>,
        moving: bool,
        out: &mut Vec<StmtId>,
    ) -> Res<'db, ()> {
        let which = match moving {
            true => Special::MoveAssign,
            false => Special::CopyAssign,
        };
        match special_member(self.unit.db, to.ty, which) {
            Some(what) if to.ty.is_array(self.unit.db) => self.assign_elements(to, from, what, out),
            _ => self.push_effects(out, |b, effects| {
                let (place, source) = (b.dest_place(to)?, b.dest_place(from)?);
                effects.push(b.assign_from(place, to.ty, source, moving)?);
                Ok(())
            }),
        }
    }

    /// Assigns the elements of an array, one after the other ([class.copy.assign]/12).
    fn assign_elements(
        &mut self,
        to: &Dest<'db>,
        from: &Dest<'db>,
        what: Emitted<'db>,
        out: &mut Vec<StmtId>,
    ) -> Res<'db, ()> {
        let db = self.unit.db;
        let element = to.ty.innermost_element(db).unqualified(db);
        let (count, _) = self.counted(to.ty)?;
        let number = self.integer_type(Integer::UnsignedLong);
        let local = self.temporary(number);
        let (place, zero) = (self.local_place(local), self.number(0, number));
        let start = self.store(place, zero);
        self.push_expr(out, start);
        let target = self.pointer_to(element)?;
        let quals = cleave_lang::Qualifiers::CONST;
        let source = self.pointer_to(element.with_quals(db, quals))?;
        let mut args = Vec::new();
        for (array, ty) in [(to, target), (from, source)] {
            let first = self.dest_pointer(array)?;
            let first = self.as_pointer(first, ty);
            let at = self.local_value(local);
            args.push(self.make(Kind::Binary(Binary::Add, first, at), ty));
        }
        let symbol = self.unit.symbol(what)?;
        let call = self.make(Kind::Call(symbol, args.into()), target);
        let mut body = Vec::new();
        self.push_expr(&mut body, call);
        let body = self.block(body);
        let step = Kind::Step {
            increment: true,
            prefix: true,
            place: self.local_place(local),
        };
        let next = self.make(step, number);
        let bool = self.bool();
        let condition = self.make(Kind::Binary(Binary::Less, next, count), bool);
        self.push(
            out,
            StmtKind::Loop {
                condition: Some(condition),
                step: None,
                body,
                test_after: true,
                unroll: None,
            },
        );
        Ok(())
    }
}
