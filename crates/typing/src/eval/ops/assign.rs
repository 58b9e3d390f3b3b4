//! Assignment, increment and decrement of scalars, bit-fields among them ([expr.ass], [expr.post.incr]).

use cleave_codes::codes;
use cleave_lang::Operator;

use crate::eval::machine::{Machine, Res, Stop};
use crate::eval::ops::scalar;
use crate::thir::{Category, Conversion, Expr, ExprId, ExprKind, LocalKind};
use crate::{Fill, Pointer, Step, Ty, Value};

impl<'a, 'db> Machine<'a, 'db> {
    /// `++` and `--`: the place, and the value before.
    pub(crate) fn step(
        &mut self,
        x: &Expr<'db>,
        operand: ExprId,
    ) -> Res<(Pointer<'db>, Value<'db>)> {
        let ExprKind::Step { increment, .. } = x.kind else {
            return Err(Stop::Unknown);
        };
        let target = self.expr(operand)?;
        let ty = target.ty;
        let shape = self.shape(operand)?;
        let place = self.place(operand)?;
        let old = self.load(&place, x.site)?;
        let by = if increment { 1 } else { -1 };
        let new = match &old {
            Value::Int(v) if shape.is_bool => Value::Int((*v | 1) & i128::from(increment)),
            Value::Int(v) => {
                let int = shape.int.ok_or(Stop::Unknown)?;
                let exact = v.wrapping_add(by);
                if int.signed && !int.holds(exact) {
                    return self.fail(
                        codes::VALUE_EXCEEDS_RANGE_OF_TYPE,
                        x.site,
                        vec![Fill::Type(ty.unqualified(self.db))],
                    );
                }
                Value::Int(int.wrap(exact))
            }
            Value::Float(bits) => {
                let format = scalar::float(self.db, ty).ok_or(Stop::Unknown)?;
                Value::Float(format.round(f64::from_bits(*bits) + by as f64).to_bits())
            }
            Value::Pointer(p) => {
                let to = ty.pointee(self.db).ok_or(Stop::Unknown)?;
                Value::Pointer(self.advance(p, by, to, x.site)?)
            }
            _ => return Err(Stop::Unknown),
        };
        let new = self.fit_bits(operand, new)?;
        self.write(&place, new, false, x.site)?;
        Ok((place, old))
    }

    pub(crate) fn assign(
        &mut self,
        x: &Expr<'db>,
        target: ExprId,
        value: ExprId,
    ) -> Res<Pointer<'db>> {
        let ty = self.expr(target)?.ty;
        let shape = self.shape(target)?;
        if shape.is_class || shape.is_array {
            let source = self.place(value)?;
            let place = self.place(target)?;
            let moving = self.expr(value)?.category == Category::Xvalue;
            self.assign_whole(&place, &source, ty, moving, x.site)?;
            return Ok(place);
        }
        // The right operand comes first since C++17; before, the order made no difference to what was allowed.
        let value = self.eval(value)?;
        let place = self.place(target)?;
        let value = self.fit_bits(target, value)?;
        self.write(&place, value, false, x.site)?;
        Ok(place)
    }

    pub(crate) fn compound(
        &mut self,
        x: &Expr<'db>,
        op: Operator,
        target: ExprId,
        value: ExprId,
        ty: Ty<'db>,
    ) -> Res<Pointer<'db>> {
        let right = self.eval(value)?;
        let place = self.place(target)?;
        let old = self.load(&place, x.site)?;
        let target_ty = self.expr(target)?.ty;
        let op = plain(op).unwrap_or(op);
        let new = match (&old, &right) {
            (Value::Pointer(p), Value::Int(n)) => {
                let n = if op == Operator::Minus { -n } else { *n };
                let to = target_ty.pointee(self.db).ok_or(Stop::Unknown)?;
                Value::Pointer(self.advance(p, n, to, x.site)?)
            }
            _ => {
                let left = self.convert_arithmetic(old, target_ty, ty, x.site)?;
                let result = self.arithmetic(x, op, ty, &left, &right, &[target, value])?;
                self.convert_arithmetic(result, ty, target_ty, x.site)?
            }
        };
        let new = self.fit_bits(target, new)?;
        self.write(&place, new, false, x.site)?;
        Ok(place)
    }

    /// A value cut to the bit-field that it is assigned to, if the target is one.
    fn fit_bits(&mut self, target: ExprId, value: Value<'db>) -> Res<Value<'db>> {
        let Value::Int(v) = value else {
            return Ok(value);
        };
        let Some(width) = self.bit_field(target, 0) else {
            return Ok(value);
        };
        let ty = self.expr(target)?.ty;
        Ok(Value::Int(self.cut(v, ty, width)))
    }

    /// A value cut to so many bits of its type.
    pub(crate) fn cut(&self, value: i128, ty: Ty<'db>, width: u32) -> i128 {
        match scalar::int(self.db, ty) {
            Some(int) if width < int.bits && width > 0 => {
                scalar::Int { bits: width, ..int }.wrap(value)
            }
            _ => value,
        }
    }

    /// The width of the bit-field that an lvalue is.
    fn bit_field(&self, e: ExprId, depth: u32) -> Option<u32> {
        let x = self.expr(e).ok()?;
        match &x.kind {
            ExprKind::Field(object, n) => {
                let class = self.expr(*object).ok()?.ty;
                self.known.part(self.db, class, Step::Field(*n))?.width
            }
            ExprKind::Comma(_, e)
            | ExprKind::Assign(e, _, _)
            | ExprKind::Compound(_, e, ..)
            | ExprKind::Convert(Conversion::Noop, e)
            | ExprKind::Conditional(_, e, _)
            | ExprKind::Step { operand: e, .. }
                if depth < 50 =>
            {
                self.bit_field(*e, depth + 1)
            }
            ExprKind::Local(l) => match self.typed().locals.get(l.0 as usize)?.kind {
                LocalKind::Binding(e) if depth < 50 => self.bit_field(e, depth + 1),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The operator in a compound assignment.
fn plain(op: Operator) -> Option<Operator> {
    use Operator::*;
    Some(match op {
        PlusAssign => Plus,
        MinusAssign => Minus,
        MultiplyAssign => Multiply,
        DivideAssign => Divide,
        RemainderAssign => Remainder,
        BitAndAssign => BitAnd,
        BitOrAssign => BitOr,
        BitXorAssign => BitXor,
        ShiftLeftAssign => ShiftLeft,
        ShiftRightAssign => ShiftRight,
        _ => return None,
    })
}
