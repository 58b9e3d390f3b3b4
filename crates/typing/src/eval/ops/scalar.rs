//! Scalar types as arithmetic sees them: widths, signs, formats; rounding and wrapping to them. Knows no expressions.

use cleave_base_db::Db;
use cleave_lang::Builtin;

use crate::ty::classify::integer;
use crate::{Ty, TyKind, class};

/// An integer type: width and signedness.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Int {
    /// The width in bits; 1 for `bool`.
    pub(crate) bits: u32,
    /// Whether it is signed.
    pub(crate) signed: bool,
}

impl Int {
    /// The value modulo the type's range. `unsigned __int128` is kept in two's complement.
    pub(crate) fn wrap(self, value: i128) -> i128 {
        if self.bits >= 128 {
            return value;
        }
        let shift = 128 - self.bits;
        if self.signed {
            (value << shift) >> shift
        } else {
            (((value as u128) << shift) >> shift) as i128
        }
    }

    /// Whether the type has the mathematical value.
    pub(crate) fn holds(self, value: i128) -> bool {
        self.wrap(value) == value && (self.signed || self.bits < 128 || value >= 0)
    }

    /// The value as a double, rounded once.
    pub(crate) fn to_f64(self, value: i128) -> f64 {
        if self.bits == 128 && !self.signed {
            value as u128 as f64
        } else {
            value as f64
        }
    }

    /// The value as a float, rounded once.
    pub(crate) fn to_f32(self, value: i128) -> f32 {
        if self.bits == 128 && !self.signed {
            value as u128 as f32
        } else {
            value as f32
        }
    }

    /// The order of two values.
    pub(crate) fn compare(self, a: i128, b: i128) -> std::cmp::Ordering {
        if self.bits == 128 && !self.signed {
            (a as u128).cmp(&(b as u128))
        } else {
            a.cmp(&b)
        }
    }
}

/// The integer type that a type is computed as: enumerations by their underlying type.
pub(crate) fn int<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<Int> {
    match ty.as_builtin(db) {
        Some(Builtin::Bool) => Some(Int {
            bits: 1,
            signed: false,
        }),
        Some(b) => integer(db, b).map(|(bytes, signed)| Int {
            bits: bytes * 8,
            signed,
        }),
        None if ty.is_enum(db) => {
            let under = class::underlying(db, ty)?;
            under.as_builtin(db).and_then(|_| int(db, under))
        }
        None => None,
    }
}

/// A floating format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Float {
    /// IEEE binary16.
    Half,
    /// bfloat16.
    Brain,
    /// IEEE binary32.
    Single,
    /// IEEE binary64, and the approximation of wider formats: x87 `long double` and binary128 have more digits than are kept.
    Double,
}

impl Float {
    /// The nearest value of the format, ties to even.
    pub(crate) fn round(self, value: f64) -> f64 {
        match self {
            Float::Double => value,
            Float::Single => f64::from(value as f32),
            Float::Half => narrow(value, 11, -14, 65504.0),
            Float::Brain => narrow(value, 8, -126, f64::from(f32::from_bits(0x7f7f_0000))),
        }
    }

    /// The nearest value to an integer.
    pub(crate) fn of_int(self, ty: Int, value: i128) -> f64 {
        match self {
            Float::Single => f64::from(ty.to_f32(value)),
            _ => self.round(ty.to_f64(value)),
        }
    }
}

/// Rounds to a format of `digits` significant bits, the least normal exponent `low` and the greatest finite value `top`.
fn narrow(value: f64, digits: i32, low: i32, top: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    // The exponent of the value: doubles that are subnormal round to zero in any narrower format.
    let exponent = ((value.to_bits() >> 52) & 0x7ff) as i32 - 1023;
    let unit = (exponent.max(low) - (digits - 1)).clamp(-1000, 1000);
    let step = 2f64.powi(unit);
    let rounded = (value / step).round_ties_even() * step;
    if rounded.abs() > top {
        f64::INFINITY.copysign(value)
    } else {
        rounded.abs().copysign(value)
    }
}

/// The format of a floating type.
pub(crate) fn float<'db>(db: &'db dyn Db, ty: Ty<'db>) -> Option<Float> {
    match ty.kind(db) {
        TyKind::Builtin(b) | TyKind::Complex(b) => format(*b),
        _ => None,
    }
}

/// The format of a fundamental type.
pub(crate) fn format(b: Builtin) -> Option<Float> {
    use Builtin as B;
    Some(match b {
        B::Float16 | B::Half => Float::Half,
        B::BFloat16 => Float::Brain,
        B::Float | B::Float32 => Float::Single,
        B::Double | B::Float64 | B::Float32x => Float::Double,
        B::LongDouble | B::Float64x | B::Float128 | B::IeeeFloat128 => Float::Double,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wraps() {
        let byte = Int {
            bits: 8,
            signed: true,
        };
        assert_eq!(byte.wrap(200), -56);
        assert_eq!(byte.wrap(-129), 127);
        assert!(!byte.holds(128));
        let size = Int {
            bits: 64,
            signed: false,
        };
        assert_eq!(size.wrap(-1), u64::MAX as i128);
        let big = Int {
            bits: 128,
            signed: false,
        };
        assert_eq!(big.compare(-1, 1), std::cmp::Ordering::Greater);
        assert!(!big.holds(-1));
    }

    #[test]
    fn rounds() {
        assert_eq!(Float::Single.round(0.1), f64::from(0.1f32));
        assert_eq!(Float::Half.round(2049.0), 2048.0);
        assert_eq!(Float::Half.round(2051.0), 2052.0);
        assert_eq!(Float::Half.round(65520.0), f64::INFINITY);
        assert_eq!(Float::Half.round(-65519.0), -65504.0);
        assert_eq!(Float::Half.round(2f64.powi(-25)), 0.0);
        assert_eq!(Float::Half.round(1.5 * 2f64.powi(-25)), 2f64.powi(-24));
        assert_eq!(Float::Brain.round(257.0), 256.0);
        assert_eq!(Float::Brain.round(259.0), 260.0);
    }
}
