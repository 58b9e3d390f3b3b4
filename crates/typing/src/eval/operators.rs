//! Built-in operators of expressions ([expr.unary.op], [expr.add] and the sections behind it).

use cleave_codes::codes;
use cleave_lang::Operator;

use crate::code::source::first_token;
use crate::eval::machine::{Machine, Mode, Res, Stop};
use crate::eval::ops;
use crate::eval::ops::scalar;
use crate::eval::ops::{FloatResult, Trap};
use crate::thir::{Expr, ExprId, ExprKind};
use crate::{Fill, Problem, Ty, Value};

impl<'db> Machine<'_, 'db> {
    pub(super) fn unary(
        &mut self,
        x: &Expr<'db>,
        op: Operator,
        operand: ExprId,
    ) -> Res<Value<'db>> {
        if op == Operator::AddressOf {
            return self.address(x, operand);
        }
        let value = self.eval(operand)?;
        match value {
            Value::Int(v) => {
                let ty = self.shape(operand)?.int.ok_or(Stop::Unknown)?;
                match ops::int_unary(op, ty, v) {
                    Ok(v) => Ok(Value::Int(v)),
                    Err(trap) => self.trapped(x, trap, &[operand]),
                }
            }
            Value::Float(bits) => Ok(match op {
                Operator::Negate => Value::Float((-f64::from_bits(bits)).to_bits()),
                Operator::UnaryPlus => Value::Float(bits),
                Operator::Not => Value::Int((f64::from_bits(bits) == 0.0).into()),
                _ => return Err(Stop::Unknown),
            }),
            Value::Complex(re, im) => Ok(match op {
                Operator::Negate => Value::Complex(
                    (-f64::from_bits(re)).to_bits(),
                    (-f64::from_bits(im)).to_bits(),
                ),
                Operator::Complement => Value::Complex(re, (-f64::from_bits(im)).to_bits()),
                Operator::UnaryPlus => Value::Complex(re, im),
                _ => return Err(Stop::Unknown),
            }),
            Value::Pointer(p) => match op {
                Operator::UnaryPlus => Ok(Value::Pointer(p)),
                Operator::Not => Ok(Value::Int(p.is_null().into())),
                _ => Err(Stop::Unknown),
            },
            _ => Err(Stop::Unknown),
        }
    }

    /// `&e`: of a member named with its class a pointer to member, else a pointer.
    fn address(&mut self, x: &Expr<'db>, operand: ExprId) -> Res<Value<'db>> {
        if x.ty.is_member_pointer(self.db) {
            let target = self.expr(operand)?;
            return match &target.kind {
                ExprKind::Function(entity) | ExprKind::Static(entity) => {
                    Ok(Value::Member(Some(*entity)))
                }
                _ => Err(Stop::Unknown),
            };
        }
        self.place(operand).map(Value::Pointer)
    }

    pub(super) fn binary(
        &mut self,
        x: &Expr<'db>,
        op: Operator,
        a: ExprId,
        b: ExprId,
    ) -> Res<Value<'db>> {
        let ty = self.expr(a)?.ty;
        let left = self.eval(a)?;
        let right = self.eval(b)?;
        let pointee =
            |m: &Self, e| -> Res<Ty<'db>> { (m.expr(e)?.ty.pointee(m.db)).ok_or(Stop::Unknown) };
        match (left, right) {
            (Value::Pointer(p), Value::Int(n)) => {
                let n = if op == Operator::Minus { -n } else { n };
                let to = pointee(self, a)?;
                self.advance(&p, n, to, x.site).map(Value::Pointer)
            }
            (Value::Int(n), Value::Pointer(p)) => {
                let to = pointee(self, b)?;
                self.advance(&p, n, to, x.site).map(Value::Pointer)
            }
            (Value::Pointer(p), Value::Pointer(q)) => {
                if op == Operator::Minus {
                    let to = pointee(self, a)?;
                    if let Some(n) = self.address_distance(&p, &q, to) {
                        return Ok(Value::Int(n));
                    }
                }
                self.pointers(op, &p, &q, x.site)
            }
            (Value::Int(left), Value::Int(right)) => {
                let int = self.shape(a)?.int.ok_or(Stop::Unknown)?;
                self.integers(x, op, int, left, right, &[a, b])
            }
            (left, right) => self.arithmetic(x, op, ty, &left, &right, &[a, b]),
        }
    }

    /// An operator on integers, the left one of type `int`.
    fn integers(
        &mut self,
        x: &Expr<'db>,
        op: Operator,
        int: scalar::Int,
        a: i128,
        b: i128,
        operands: &[ExprId],
    ) -> Res<Value<'db>> {
        match ops::int_binary(op, int, a, b) {
            Ok(v) => Ok(Value::Int(v)),
            Err(trap) => self.trapped(x, trap, operands),
        }
    }

    /// An operator on arithmetic or member pointer values, the left one of type `ty`.
    pub(super) fn arithmetic(
        &mut self,
        x: &Expr<'db>,
        op: Operator,
        ty: Ty<'db>,
        left: &Value<'db>,
        right: &Value<'db>,
        operands: &[ExprId],
    ) -> Res<Value<'db>> {
        match (left, right) {
            (Value::Int(a), Value::Int(b)) => {
                let int = scalar::int(self.db, ty).ok_or(Stop::Unknown)?;
                self.integers(x, op, int, *a, *b, operands)
            }
            (Value::Float(a), Value::Float(b)) => {
                let format = scalar::float(self.db, ty).ok_or(Stop::Unknown)?;
                match ops::float_binary(op, format, f64::from_bits(*a), f64::from_bits(*b)) {
                    Some(FloatResult::Float(v)) => Ok(Value::Float(v.to_bits())),
                    Some(FloatResult::Bool(v)) => Ok(Value::Int(v.into())),
                    None => Err(Stop::Unknown),
                }
            }
            (Value::Complex(..), Value::Complex(..)) => crate::eval::ops::complex::binary(
                op,
                scalar::float(self.db, ty).ok_or(Stop::Unknown)?,
                left,
                right,
            )
            .ok_or(Stop::Unknown),
            (Value::Member(a), Value::Member(b)) => {
                // All members of a union are at one place ([expr.eq]/4.6).
                let union = |e: &crate::Entity<'db>| {
                    let class = crate::function::class_of(self.db, *e)?;
                    crate::class::class_info(self.db, class).filter(|i| i.is_union)?;
                    Some(class)
                };
                let shared = || match (&a, &b) {
                    (Some(a), Some(b)) => union(a).is_some_and(|class| union(b) == Some(class)),
                    _ => false,
                };
                let equal = a == b || shared();
                match op {
                    Operator::Equal => Ok(Value::Int(equal.into())),
                    Operator::NotEqual => Ok(Value::Int((!equal).into())),
                    _ => Err(Stop::Unknown),
                }
            }
            _ => Err(Stop::Unknown),
        }
    }

    /// An operation without a value. Operands that are constants in themselves are folded where they are written, with a
    /// warning there; the others' operation is not constant.
    pub(super) fn trapped(
        &mut self,
        x: &Expr<'db>,
        trap: Trap,
        operands: &[ExprId],
    ) -> Res<Value<'db>> {
        let folded = self.frames.len() == 1 || operands.iter().all(|&e| self.is_folded(e, 0));
        let (warning, value) = match trap {
            Trap::DivideByZero if folded => {
                let remainder = match &x.kind {
                    ExprKind::Binary(op, ..) | ExprKind::Compound(op, ..) => {
                        *op == Operator::Remainder
                    }
                    _ => false,
                };
                return self.fail(
                    if remainder {
                        codes::MOD_BY_ZERO
                    } else {
                        codes::DIVIDE_BY_ZERO
                    },
                    x.site,
                    Vec::new(),
                );
            }
            Trap::DivideByZero => {
                return self.fail(codes::INTEGER_RESULT_OUT_OF_RANGE, x.site, Vec::new());
            }
            Trap::Overflow(v) if folded => (codes::INTEGER_RESULT_OUT_OF_RANGE, v),
            Trap::Overflow(_) => {
                return self.fail(
                    codes::VALUE_EXCEEDS_RANGE_OF_TYPE,
                    x.site,
                    vec![Fill::Type(x.ty)],
                );
            }
            Trap::ShiftCount(v) if folded => (codes::SHIFT_COUNT_TOO_LARGE, v),
            Trap::NegativeCount if folded => {
                let count = match operands {
                    [_, count] => self.expr(*count)?.site,
                    _ => x.site,
                };
                return self.fail(
                    codes::NEGATIVE_SHIFT_COUNT,
                    first_token(self.db, count),
                    Vec::new(),
                );
            }
            Trap::ShiftCount(_) | Trap::NegativeCount => {
                return self.fail(codes::INTEGER_RESULT_OUT_OF_RANGE, x.site, Vec::new());
            }
            Trap::ShiftNegative(v) if folded => return Ok(Value::Int(v)),
            Trap::ShiftNegative(_) => {
                return self.fail(codes::NEGATIVE_VALUE_SHIFTED_LEFT, x.site, Vec::new());
            }
            Trap::None => return Err(Stop::Unknown),
        };
        if self.mode != Mode::Fold && self.frames.len() == 1 {
            self.warnings.push(Problem::new(warning, x.site));
        }
        Ok(Value::Int(value))
    }
}
