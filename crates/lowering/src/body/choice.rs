//! Assignments to a glvalue that a condition or a comma yields: the compiler of the device assigns in each branch, and behind the comma
//! ([expr.cond]/4, [expr.comma]/1).

use cleave_il::{ExprId as Il, ExprKind as Kind, LocalId};
use cleave_typing::thir::{Conversion, Expr, ExprId, ExprKind};

use crate::body::Body;
use crate::refusal::Res;

/// A place that is yielded by another expression.
pub(crate) enum Choice {
    /// `*(c ? &a : &b)`: the condition and the two places.
    Conditional(Il, Il, Il),
    /// `*(before, &object)`.
    Comma(Il, Il),
}

/// Where the right operand of an assignment comes from.
#[derive(Clone, Copy)]
pub(crate) enum Right {
    /// The expression is evaluated where it is needed.
    Here(ExprId),
    /// Its value was set aside.
    Aside(LocalId),
}

impl<'db> Body<'_, 'db> {
    /// What yields a place, or the object whose member it is.
    fn choice(&mut self, place: Il) -> Res<'db, Option<Choice>> {
        let (at, path) = self.around(place);
        let Kind::Deref(pointer) = self.code.exprs[at].kind else {
            return Ok(None);
        };
        let chosen = self.code.exprs[pointer].kind.clone();
        let mut along = |pointer: Il| {
            let start = self.deref(pointer)?;
            Ok(self.along(start, &path))
        };
        Ok(match chosen {
            Kind::Conditional(condition, a, b) => {
                Some(Choice::Conditional(condition, along(a)?, along(b)?))
            }
            Kind::Comma(before, pointer) => Some(Choice::Comma(before, along(pointer)?)),
            _ => None,
        })
    }

    /// A builtin assignment, compound assignment or step of a place.
    pub(crate) fn modify(&mut self, x: &'db Expr<'db>, place: Il) -> Res<'db, Il> {
        let (target, right) = match x.kind {
            ExprKind::Assign(target, value, _) | ExprKind::Compound(_, target, value, _) => {
                (target, Some(Right::Here(value)))
            }
            ExprKind::Step { operand, .. } => (operand, None),
            _ => return self.refuse("an assignment"),
        };
        match self.is_chosen(target)? {
            true => self.modify_chosen(x, place, right),
            false => self.modify_one(x, place, right),
        }
    }

    /// Whether a condition or a comma yields a glvalue, or the object whose member it is.
    pub(crate) fn is_chosen(&self, mut target: ExprId) -> Res<'db, bool> {
        loop {
            target = match self.expr(target)?.kind {
                ExprKind::Field(object, _) | ExprKind::Convert(Conversion::Noop, object) => object,
                ExprKind::Conditional(..) | ExprKind::Comma(..) => return Ok(true),
                _ => return Ok(false),
            };
        }
    }

    fn modify_chosen(
        &mut self,
        x: &'db Expr<'db>,
        place: Il,
        right: Option<Right>,
    ) -> Res<'db, Il> {
        let Some(choice) = self.choice(place)? else {
            return self.modify_one(x, place, right);
        };
        let (set, right) = match (right, &choice) {
            (Some(Right::Here(value)), Choice::Conditional(..)) if self.may_repeat(value)? => {
                (None, right)
            }
            (Some(Right::Here(value)), Choice::Comma(..)) if self.is_constant(value)? => {
                (None, right)
            }
            (Some(Right::Here(value)), _) => {
                if self.expr(value)?.ty.is_class(self.unit.db) {
                    return self.modify_one(x, place, right);
                }
                let value = self.value(value)?;
                let (set, local) = self.set_aside(value);
                (Some(set), Some(Right::Aside(local)))
            }
            (right, _) => (None, right),
        };
        let modified = match choice {
            Choice::Conditional(condition, a, b) => {
                let a = self.conditionally(|body| body.modify_chosen(x, a, right))?;
                let b = self.conditionally(|body| body.modify_chosen(x, b, right))?;
                let ty = self.ty_of(a);
                self.make(Kind::Conditional(condition, a, b), ty)
            }
            Choice::Comma(before, object) => {
                let modified = self.modify_chosen(x, object, right)?;
                self.comma(before, modified)
            }
        };
        Ok(self.after(set.into_iter().collect(), modified))
    }

    /// Stores an object into one of two that a condition chooses; `None` where it does not, or where the object must not be read twice.
    pub(crate) fn store_chosen(
        &mut self,
        target: ExprId,
        place: Il,
        source: ExprId,
    ) -> Res<'db, Option<Il>> {
        if !self.is_chosen(target)? || !self.may_repeat(source)? {
            return Ok(None);
        }
        let Some(Choice::Conditional(condition, a, b)) = self.choice(place)? else {
            return Ok(None);
        };
        let (first, second) = (self.object_value(source)?, self.object_value(source)?);
        let (a, b) = (self.store(a, first), self.store(b, second));
        let ty = self.ty_of(a);
        Ok(Some(self.make(Kind::Conditional(condition, a, b), ty)))
    }

    /// The right operand of an assignment of scalars.
    pub(crate) fn right(&mut self, right: Option<Right>) -> Res<'db, Il> {
        match right {
            Some(Right::Here(value)) => self.value(value),
            Some(Right::Aside(local)) => Ok(self.local_value(local)),
            None => self.refuse("an assignment"),
        }
    }

    fn is_constant(&self, e: ExprId) -> Res<'db, bool> {
        Ok(match self.expr(e)?.kind {
            ExprKind::Value(_) => true,
            ExprKind::Convert(_, inner) => self.is_constant(inner)?,
            _ => false,
        })
    }

    /// Whether an expression may be written twice where it is evaluated once: it has no effect, and makes no object.
    pub(crate) fn may_repeat(&self, e: ExprId) -> Res<'db, bool> {
        let x = self.expr(e)?;
        Ok(match &x.kind {
            _ if x.ty.quals(self.unit.db).is_volatile => false,
            ExprKind::Value(_) | ExprKind::Local(_) | ExprKind::Static(_) | ExprKind::This => true,
            ExprKind::Convert(_, inner) | ExprKind::Unary(_, inner) | ExprKind::Field(inner, _) => {
                self.may_repeat(*inner)?
            }
            ExprKind::Binary(_, a, b)
            | ExprKind::Index(a, b)
            | ExprKind::Logical(_, a, b)
            | ExprKind::Comma(a, b) => self.may_repeat(*a)? && self.may_repeat(*b)?,
            ExprKind::Conditional(condition, a, b) => {
                self.may_repeat(*condition)? && self.may_repeat(*a)? && self.may_repeat(*b)?
            }
            _ => false,
        })
    }
}
