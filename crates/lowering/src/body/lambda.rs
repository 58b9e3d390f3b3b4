//! Closures: captures as members of the closure's class ([expr.prim.lambda.capture]).

use cleave_il::{ExprId as Il, ExprKind as Kind, LocalId};
use cleave_typing::{Ty, TyKind};

use crate::body::Body;
use crate::refusal::Res;

impl<'db> Body<'_, 'db> {
    /// The closure that the code at hand is the call operator of.
    fn closure(&self) -> Option<Ty<'db>> {
        let class = self.frames.last()?.class?;
        matches!(class.kind(self.unit.db), TyKind::Closure(_)).then_some(class)
    }

    /// A capture as a place.
    pub(crate) fn capture(&mut self, this: LocalId, n: u32, ty: Ty<'db>) -> Res<'db, Il> {
        let Some(closure) = self.closure() else {
            return self.refuse("a capture without a closure");
        };
        let pointer = self.local_value(this);
        let object = self.deref(pointer)?;
        self.member_place(object, closure, n, ty)
    }

    /// The `this` that a lambda captured, in its call operator.
    pub(crate) fn captured_this(&mut self, this: LocalId, ty: Ty<'db>) -> Res<'db, Option<Il>> {
        let db = self.unit.db;
        let Some(closure) = self.closure() else {
            return Ok(None);
        };
        let TyKind::Closure(of) = closure.kind(db) else {
            return Ok(None);
        };
        let captures = of.around.captures(db);
        let Some(n) = captures.iter().position(|c| c.name.is_none()) else {
            // `this` of a lambda that does not need the object.
            let ty = self.ty(ty)?;
            return Ok(Some(self.zero(ty)));
        };
        let captured = captures[n].ty;
        let place = self.capture(this, n as u32, captured)?;
        let il = self.ty(ty)?;
        Ok(Some(match captured.is_pointer(db) {
            true => {
                let pointer = self.load(place);
                self.as_pointer(pointer, il)
            }
            false => self.address(place, il),
        }))
    }

    /// A call of a closure's call operator for the function that it is converted to: it needs no object.
    pub(crate) fn no_object(&mut self, closure: Ty<'db>) -> Res<'db, Il> {
        let ty =
            self.pointer_to(closure.with_quals(self.unit.db, cleave_lang::Qualifiers::CONST))?;
        let zero = self.code.constant(cleave_il::ConstantKind::Zero, ty);
        Ok(self.make(Kind::Constant(zero), ty))
    }
}
