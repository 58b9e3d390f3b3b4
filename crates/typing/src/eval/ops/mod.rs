//! Operators on scalar values: the built-in unary and binary ones with their exact ranges ([expr.unary.op] to [expr.bit.or]).
//! What cannot be computed is reported as a [`Trap`]; who reports it is not known here.

pub(crate) mod assign;
pub(crate) mod bits;
pub(crate) mod cast;
pub(crate) mod compare;
pub(crate) mod complex;
pub(crate) mod scalar;

use std::cmp::Ordering;

use cleave_lang::Operator;

use crate::eval::ops::scalar::{Float, Int};

/// Why an operation has no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trap {
    /// Division by zero.
    DivideByZero,
    /// The result does not fit; the value that wrapping gives.
    Overflow(i128),
    /// The shift count is negative or too large; the value that the reference folds to.
    ShiftCount(i128),
    /// A negative shift count.
    NegativeCount,
    /// A negative value is shifted left; the reference does not evaluate that in any standard.
    ShiftNegative(i128),
    /// No such operator on these operands.
    None,
}

/// A binary operator on integers of the same type (shifts: the left operand's; comparisons give 0 or 1).
pub(crate) fn int_binary(op: Operator, ty: Int, a: i128, b: i128) -> Result<i128, Trap> {
    use Operator::*;
    Ok(match op {
        Plus => return fit(ty, a.checked_add(b), a.wrapping_add(b)),
        Minus => return fit(ty, a.checked_sub(b), a.wrapping_sub(b)),
        Multiply => return fit(ty, a.checked_mul(b), a.wrapping_mul(b)),
        Divide | Remainder => return divide(op == Divide, ty, a, b),
        BitAnd => a & b,
        BitOr => a | b,
        BitXor => a ^ b,
        ShiftLeft | ShiftRight => return shift(op == ShiftLeft, ty, a, b),
        Equal => (a == b).into(),
        NotEqual => (a != b).into(),
        Less => ty.compare(a, b).is_lt().into(),
        Greater => ty.compare(a, b).is_gt().into(),
        LessEqual => ty.compare(a, b).is_le().into(),
        GreaterEqual => ty.compare(a, b).is_ge().into(),
        _ => return Err(Trap::None),
    })
}

/// `exact` is the mathematical value, if it fits 128 bits of two's complement.
fn fit(ty: Int, exact: Option<i128>, wrapped: i128) -> Result<i128, Trap> {
    if !ty.signed {
        return Ok(ty.wrap(wrapped));
    }
    match exact {
        Some(v) if ty.holds(v) => Ok(v),
        _ => Err(Trap::Overflow(ty.wrap(wrapped))),
    }
}

fn divide(quotient: bool, ty: Int, a: i128, b: i128) -> Result<i128, Trap> {
    if b == 0 {
        return Err(Trap::DivideByZero);
    }
    if ty.bits == 128 && !ty.signed {
        let (a, b) = (a as u128, b as u128);
        return Ok(if quotient { a / b } else { a % b } as i128);
    }
    // The reference lets the least value divided by -1 wrap.
    Ok(ty.wrap(if quotient {
        a.wrapping_div(b)
    } else {
        a.wrapping_rem(b)
    }))
}

fn shift(left: bool, ty: Int, a: i128, count: i128) -> Result<i128, Trap> {
    if !(0..i128::from(ty.bits)).contains(&count) {
        let wrapped = match (left, ty.signed && a < 0) {
            (false, true) => -1,
            _ => 0,
        };
        return Err(match count < 0 {
            true => Trap::NegativeCount,
            false => Trap::ShiftCount(wrapped),
        });
    }
    let count = count as u32;
    if left {
        let value = ty.wrap(a.wrapping_shl(count));
        if ty.signed && a < 0 {
            return Err(Trap::ShiftNegative(value));
        }
        return Ok(value);
    }
    Ok(if ty.bits == 128 && !ty.signed {
        ((a as u128) >> count) as i128
    } else {
        a >> count
    })
}

/// A unary operator on an integer of a promoted type; `!` gives 0 or 1.
pub(crate) fn int_unary(op: Operator, ty: Int, a: i128) -> Result<i128, Trap> {
    match op {
        Operator::UnaryPlus => Ok(a),
        Operator::Negate => fit(ty, a.checked_neg(), a.wrapping_neg()),
        Operator::Complement => Ok(ty.wrap(!a)),
        Operator::Not => Ok((a == 0).into()),
        _ => Err(Trap::None),
    }
}

/// The result of an operator on floating values.
pub(crate) enum FloatResult {
    /// A floating value.
    Float(f64),
    /// A comparison's.
    Bool(bool),
}

/// A binary operator on floating values of one format. Division by zero gives what IEEE says, as in the reference.
pub(crate) fn float_binary(op: Operator, ty: Float, a: f64, b: f64) -> Option<FloatResult> {
    use FloatResult::{Bool, Float};
    use Operator::*;
    let order = a.partial_cmp(&b);
    Some(match op {
        Plus => Float(ty.round(a + b)),
        Minus => Float(ty.round(a - b)),
        Multiply => Float(ty.round(a * b)),
        Divide => Float(ty.round(a / b)),
        Equal => Bool(order == Some(Ordering::Equal)),
        NotEqual => Bool(order != Some(Ordering::Equal)),
        Less => Bool(order == Some(Ordering::Less)),
        Greater => Bool(order == Some(Ordering::Greater)),
        LessEqual => Bool(order.is_some_and(Ordering::is_le)),
        GreaterEqual => Bool(order.is_some_and(Ordering::is_ge)),
        _ => return None,
    })
}

/// A floating value truncated to an integer type: `Err(true)` for a NaN, `Err(false)` out of range.
pub(crate) fn truncate(value: f64, to: Int) -> Result<i128, bool> {
    if value.is_nan() {
        return Err(true);
    }
    let whole = value.trunc();
    if to.bits == 128 && !to.signed {
        return if (0.0..2f64.powi(128)).contains(&whole) {
            Ok(whole as u128 as i128)
        } else {
            Err(false)
        };
    }
    if !(-(2f64.powi(127))..2f64.powi(127)).contains(&whole) {
        return Err(false);
    }
    let value = whole as i128;
    if to.holds(value) {
        Ok(value)
    } else {
        Err(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INT: Int = Int {
        bits: 32,
        signed: true,
    };
    const UINT: Int = Int {
        bits: 32,
        signed: false,
    };

    fn op(op: Operator, ty: Int, a: i128, b: i128) -> Result<i128, Trap> {
        int_binary(op, ty, a, b)
    }

    #[test]
    fn integers() {
        use Operator::*;
        let max = i128::from(i32::MAX);
        assert_eq!(op(Plus, INT, max, 1), Err(Trap::Overflow(i32::MIN as i128)));
        assert_eq!(op(Minus, UINT, 1, 2), Ok(i128::from(u32::MAX)));
        assert_eq!(op(Divide, INT, -7, 2), Ok(-3));
        assert_eq!(op(Remainder, INT, -7, 2), Ok(-1));
        assert_eq!(op(Divide, INT, 1, 0), Err(Trap::DivideByZero));
        assert_eq!(op(ShiftRight, INT, -16, 2), Ok(-4));
        assert_eq!(op(ShiftRight, UINT, 0xffff_ffff, 28), Ok(15));
        assert_eq!(op(ShiftLeft, INT, 1, 32), Err(Trap::ShiftCount(0)));
        assert_eq!(op(ShiftLeft, INT, 1, 31), Ok(i128::from(i32::MIN)));
        assert_eq!(
            int_binary(ShiftLeft, INT, -3, 1),
            Err(Trap::ShiftNegative(-6))
        );
        assert_eq!(
            int_unary(Negate, INT, i128::from(i32::MIN)),
            Err(Trap::Overflow(i128::from(i32::MIN)))
        );
        let big = Int {
            bits: 128,
            signed: false,
        };
        assert_eq!(op(Divide, big, -1, 2), Ok(i128::MAX));
        assert_eq!(op(Less, big, -1, 2), Ok(0));
    }

    #[test]
    fn floats() {
        assert_eq!(truncate(-3.99, INT), Ok(-3));
        assert_eq!(truncate(1e20, INT), Err(false));
        assert_eq!(truncate(f64::NAN, INT), Err(true));
        let Some(FloatResult::Float(sum)) =
            float_binary(Operator::Plus, Float::Single, f64::from(0.1f32), 1.0)
        else {
            panic!("a sum")
        };
        assert_eq!(sum, f64::from(0.1f32 + 1.0));
    }
}
