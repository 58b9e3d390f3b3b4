//! Three-way comparisons of builtin operands ([expr.spaceship]).

use std::cmp::Ordering;

use cleave_il::{Binary, ExprId as Il, ExprKind as Kind, Type};
use cleave_typing::eval;
use cleave_typing::thir::{Expr, ExprId};

use crate::body::Body;
use crate::body::dest::Dest;
use crate::refusal::Res;

impl<'db> Body<'_, 'db> {
    /// `a <=> b`: one of the constants of the comparison category.
    pub(crate) fn three_way(
        &mut self,
        dest: &Dest<'db>,
        x: &'db Expr<'db>,
        (a, b): (ExprId, ExprId),
        out: &mut Vec<Il>,
    ) -> Res<'db, ()> {
        let (first, second) = (self.value(a)?, self.value(b)?);
        let (before, first) = self.set_aside(first);
        out.push(before);
        let (before, second) = self.set_aside(second);
        out.push(before);
        let is_floating = matches!(
            self.code.types[self.code.locals[first].ty],
            Type::Floating(_)
        );
        let compare = |b: &mut Self, op, left, right| {
            let (left, mut right) = (b.local_value(left), b.local_value(right));
            if b.is_pointer(left) {
                let ty = b.ty_of(left);
                right = b.as_pointer(right, ty);
            }
            let bool = b.bool();
            b.make(Kind::Binary(op, left, right), bool)
        };
        let less = compare(self, Binary::Less, first, second);
        let greater = compare(self, Binary::Less, second, first);
        let equal = compare(self, Binary::Equal, first, second);
        let mut last = self.outcome(dest, x, Some(Ordering::Equal))?;
        if is_floating {
            let unordered = self.outcome(dest, x, None)?;
            last = self.choose(equal, last, unordered);
        }
        let more = self.outcome(dest, x, Some(Ordering::Greater))?;
        let last = self.choose(greater, more, last);
        let fewer = self.outcome(dest, x, Some(Ordering::Less))?;
        let chosen = self.choose(less, fewer, last);
        out.push(chosen);
        Ok(())
    }

    /// What makes an object one outcome.
    fn outcome(
        &mut self,
        dest: &Dest<'db>,
        x: &'db Expr<'db>,
        outcome: Option<Ordering>,
    ) -> Res<'db, Il> {
        let db = self.unit.db;
        let Some(value) = eval::ordering(db, x.ty, outcome) else {
            return self.refuse("a comparison category that is not known");
        };
        let mut effects = Vec::new();
        self.init_value(dest, value.value(db), &mut effects)?;
        Ok(match self.sequence(effects) {
            Some(all) => self.discard(all),
            None => self.nothing(),
        })
    }

    fn choose(&mut self, condition: Il, a: Il, b: Il) -> Il {
        let void = self.void();
        self.make(Kind::Conditional(condition, a, b), void)
    }
}
