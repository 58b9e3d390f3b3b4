//! `_Complex` arithmetic, by the formulas of C's Annex G without its recovery of infinities.

use cleave_lang::Operator;

use crate::Value;
use crate::eval::ops::scalar::Float;

/// An operator on complex values of one format.
pub(crate) fn binary<'db>(
    op: Operator,
    format: Float,
    left: &Value<'db>,
    right: &Value<'db>,
) -> Option<Value<'db>> {
    let (&Value::Complex(a, b), &Value::Complex(c, d)) = (left, right) else {
        return None;
    };
    let [a, b, c, d] = [a, b, c, d].map(f64::from_bits);
    let r = |v| format.round(v);
    let make = |re: f64, im: f64| Some(Value::Complex(r(re).to_bits(), r(im).to_bits()));
    match op {
        Operator::Plus => make(a + c, b + d),
        Operator::Minus => make(a - c, b - d),
        Operator::Multiply => make(r(a * c) - r(b * d), r(a * d) + r(b * c)),
        Operator::Divide => {
            let norm = r(r(c * c) + r(d * d));
            make(r(r(a * c) + r(b * d)) / norm, r(r(b * c) - r(a * d)) / norm)
        }
        Operator::Equal => Some(Value::Int((a == c && b == d).into())),
        Operator::NotEqual => Some(Value::Int((a != c || b != d).into())),
        _ => None,
    }
}
