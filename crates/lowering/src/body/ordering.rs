//! Three-way comparisons of builtin operands ([expr.spaceship]).

use std::cmp::Ordering;

use cleave_il::{Binary, ExprId as Il, ExprKind as Kind, Type};
use cleave_typing::eval;
use cleave_typing::thir::{Expr, ExprId};

use crate::body::Body;
use crate::body::dest::Dest;
use crate::refusal::Res;

impl<'db> Body<'_, 'db> {
    /// `a <=> b` into an object: one of the constants of the comparison category.
    pub(crate) fn three_way(
        &mut self,
        dest: &Dest<'db>,
        x: &'db Expr<'db>,
        operands: (ExprId, ExprId),
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let value = self.ordering(x, operands)?;
        let place = self.dest_place(dest)?;
        out.push(self.store(place, value));
        Ok(())
    }

    /// The value of `a <=> b`. The operands are written where they are compared, if they have no effect (reference: device-half, Objects and
    /// temporaries).
    pub(crate) fn ordering(&mut self, x: &'db Expr<'db>, (a, b): (ExprId, ExprId)) -> Res<'db, Il> {
        let is_plain = self.may_repeat(a)? && self.may_repeat(b)?;
        let (mut first, mut second) = (self.value(a)?, self.value(b)?);
        let is_floating = matches!(self.code.types[self.ty_of(first)], Type::Floating(_));
        let mut locals = None;
        if !is_plain {
            let (one, other) = (self.set_aside(first), self.set_aside(second));
            locals = Some((one.1, other.1));
            (first, second) = (one.0, other.0);
        }
        let less = self.compared(Binary::Less, first, second);
        let again = |body: &mut Self| match locals {
            Some((one, other)) => Ok((body.local_value(one), body.local_value(other))),
            None => Ok((body.value(a)?, body.value(b)?)),
        };
        let (first, second) = again(self)?;
        let greater = self.compared(Binary::Less, second, first);
        let mut last = self.outcome(x, Some(Ordering::Equal))?;
        if is_floating {
            let (first, second) = again(self)?;
            let equal = self.compared(Binary::Equal, first, second);
            let unordered = self.outcome(x, None)?;
            last = self.choose(equal, last, unordered);
        }
        let more = self.outcome(x, Some(Ordering::Greater))?;
        let last = self.choose(greater, more, last);
        let fewer = self.outcome(x, Some(Ordering::Less))?;
        Ok(self.choose(less, fewer, last))
    }

    fn compared(&mut self, op: Binary, left: Il, mut right: Il) -> Il {
        if self.is_pointer(left) {
            let ty = self.ty_of(left);
            right = self.as_pointer(right, ty);
        }
        let bool = self.bool();
        self.make(Kind::Binary(op, left, right), bool)
    }

    /// The constant of an outcome.
    fn outcome(&mut self, x: &'db Expr<'db>, outcome: Option<Ordering>) -> Res<'db, Il> {
        let Some(value) = eval::ordering(self.unit.db, x.ty, outcome) else {
            return self.refuse("a comparison category that is not known");
        };
        let value = value.value(self.unit.db);
        let constant = self.unit.constant(&mut self.code, x.ty, value)?;
        let ty = self.code.constants[constant].ty;
        let object = self.make(Kind::Text(constant), ty);
        Ok(self.load(object))
    }

    fn choose(&mut self, condition: Il, a: Il, b: Il) -> Il {
        let ty = self.ty_of(a);
        self.make(Kind::Conditional(condition, a, b), ty)
    }
}
