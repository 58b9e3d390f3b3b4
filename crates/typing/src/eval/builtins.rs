//! Builtin functions that are evaluated: exactly those that the reference folds (reference: language, Foldable builtins).

use cleave_codes::codes;

use crate::eval::machine::{Machine, Mode, Res, Stop};
use crate::eval::ops::scalar;
use crate::thir::{Category, Expr, ExprId, ExprKind};
use crate::{Fill, Pointer, Step, Value};

/// What a builtin computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Builtin {
    LeadingZeros,
    TrailingZeros,
    FirstSet,
    PopCount,
    Parity,
    SwapBytes,
    Abs,
    StringLength,
    StringCompare,
    StringCompareN,
    MemoryCompare,
    StringFind,
    IsNan,
    IsInf,
    IsFinite,
    IsNormal,
    SignBit,
    Infinity,
    Nan,
    FloatAbs,
    CopySign,
    Ceil,
    ConstantP,
    First,
    IsConstantEvaluated,
    AddressOf,
    Complex,
    MemoryCopy,
    LockFree,
    ClassifyType,
    Assume,
    /// Where a call is written: no value of an evaluation knows lines, nor how a signature is spelled.
    Place,
}

/// The builtins by name, without `__builtin_` and the suffix that stands for the operand's type.
const BUILTINS: &[(&str, &str, Builtin)] = &[
    ("clz", "l ll", Builtin::LeadingZeros),
    ("ctz", "l ll", Builtin::TrailingZeros),
    ("ffs", "l ll", Builtin::FirstSet),
    ("popcount", "l ll", Builtin::PopCount),
    ("parity", "l ll", Builtin::Parity),
    ("bswap16", "", Builtin::SwapBytes),
    ("bswap32", "", Builtin::SwapBytes),
    ("bswap64", "", Builtin::SwapBytes),
    ("abs", "", Builtin::Abs),
    ("strlen", "", Builtin::StringLength),
    ("strcmp", "", Builtin::StringCompare),
    ("strncmp", "", Builtin::StringCompareN),
    ("memcmp", "", Builtin::MemoryCompare),
    ("strchr", "", Builtin::StringFind),
    ("isnan", "f l", Builtin::IsNan),
    ("isinf", "f l", Builtin::IsInf),
    ("isfinite", "", Builtin::IsFinite),
    ("isnormal", "", Builtin::IsNormal),
    ("signbit", "f l", Builtin::SignBit),
    ("inf", "f l f16 f32 f64 f128 f32x f64x", Builtin::Infinity),
    (
        "huge_val",
        "f l f16 f32 f64 f128 f32x f64x",
        Builtin::Infinity,
    ),
    (
        "nan",
        "f l s sf sl f16 f32 f64 f128 f32x f64x",
        Builtin::Nan,
    ),
    ("fabs", "f l f16 f32 f64 f128 f32x f64x", Builtin::FloatAbs),
    (
        "copysign",
        "f l f16 f32 f64 f128 f32x f64x",
        Builtin::CopySign,
    ),
    ("ceil", "f l f16 f32 f64 f128 f32x f64x", Builtin::Ceil),
    ("constant_p", "", Builtin::ConstantP),
    ("expect", "", Builtin::First),
    ("expect_with_probability", "", Builtin::First),
    ("launder", "", Builtin::First),
    ("is_constant_evaluated", "", Builtin::IsConstantEvaluated),
    ("addressof", "", Builtin::AddressOf),
    ("complex", "", Builtin::Complex),
    ("memcpy", "", Builtin::MemoryCopy),
    ("memmove", "", Builtin::MemoryCopy),
    ("classify_type", "", Builtin::ClassifyType),
    ("assume", "", Builtin::Assume),
    ("LINE", "", Builtin::Place),
    ("FILE", "", Builtin::Place),
    ("FUNCTION", "", Builtin::Place),
];

fn lookup(name: &str) -> Option<Builtin> {
    if matches!(name, "__atomic_always_lock_free" | "__atomic_is_lock_free") {
        return Some(Builtin::LockFree);
    }
    if name == "__PRETTY_FUNCTION__" {
        return Some(Builtin::Place);
    }
    let name = name.strip_prefix("__builtin_")?;
    BUILTINS.iter().find_map(|(base, suffixes, builtin)| {
        let suffix = name.strip_prefix(base)?;
        (suffix.is_empty() || suffixes.split(' ').any(|s| s == suffix)).then_some(*builtin)
    })
}

impl<'a, 'db> Machine<'a, 'db> {
    /// A call of a builtin.
    /// `a <? b`, which is folded among constants and not interpreted otherwise.
    fn lesser_or_greater(
        &mut self,
        x: &Expr<'db>,
        lesser: bool,
        a: ExprId,
        b: ExprId,
    ) -> Res<Value<'db>> {
        if !self.is_folded(a, 0) || !self.is_folded(b, 0) {
            return self.cannot(x.site);
        }
        let first = match (self.eval(a)?, self.eval(b)?) {
            (Value::Int(m), Value::Int(n)) => (m < n) == lesser,
            (Value::Float(m), Value::Float(n)) => (f64::from_bits(m) < f64::from_bits(n)) == lesser,
            _ => return Err(Stop::Unknown),
        };
        self.eval(if first { a } else { b })
    }

    pub(super) fn builtin(
        &mut self,
        x: &Expr<'db>,
        name: &str,
        args: &[ExprId],
    ) -> Res<Value<'db>> {
        if let ("<?" | ">?", [a, b]) = (name, args) {
            return self.lesser_or_greater(x, name == "<?", *a, *b);
        }
        if let ("__real__" | "__imag__", [number]) = (name, args) {
            return self.complex_part(x, *number, name == "__imag__");
        }
        let Some(builtin) = lookup(name) else {
            return self.fail(
                codes::CALL_OF_NON_CONSTEXPR_FUNCTION,
                x.site,
                vec![Fill::Implicit(name.into())],
            );
        };
        match (builtin, args) {
            // Whoever tries whether a call has a value knows neither answer.
            (Builtin::IsConstantEvaluated, _) if self.mode.is_for_ordinary_code() => {
                Err(Stop::Unknown)
            }
            (Builtin::IsConstantEvaluated, _) => Ok(Value::Int(
                matches!(self.mode, Mode::Constant | Mode::Plain).into(),
            )),
            (Builtin::ConstantP, [arg]) => self.constant_p(*arg),
            (Builtin::AddressOf, [arg]) => self.place(*arg).map(Value::Pointer),
            (Builtin::First, [arg, rest @ ..]) => {
                if self.expr(*arg)?.category != Category::Prvalue {
                    return self.place(*arg).map(Value::Pointer);
                }
                let value = self.eval(*arg)?;
                for e in rest {
                    self.discard(*e)?;
                }
                Ok(value)
            }
            (Builtin::Infinity, _) => Ok(Value::Float(f64::INFINITY.to_bits())),
            (Builtin::Nan, _) => Ok(Value::Float(f64::NAN.to_bits())),
            (Builtin::Complex, [re, im]) => match (self.eval(*re)?, self.eval(*im)?) {
                (Value::Float(re), Value::Float(im)) => Ok(Value::Complex(re, im)),
                _ => Err(Stop::Unknown),
            },
            (
                Builtin::StringLength
                | Builtin::StringCompare
                | Builtin::StringCompareN
                | Builtin::MemoryCompare
                | Builtin::StringFind
                | Builtin::MemoryCopy,
                _,
            ) => self.memory_builtin(x, builtin, args),
            (Builtin::LockFree, [size, ..]) => {
                let size = self.integer(*size)?;
                Ok(Value::Int(matches!(size, 1 | 2 | 4 | 8).into()))
            }
            (Builtin::ClassifyType | Builtin::Place, _) => Err(Stop::Unknown),
            // What is assumed is not evaluated, nor does it have to be true.
            (Builtin::Assume, _) => Ok(Value::Indeterminate),
            (_, [arg]) => {
                let ty = self.expr(*arg)?.ty;
                match self.eval(*arg)? {
                    Value::Int(v) => {
                        let int = scalar::int(self.db, ty).ok_or(Stop::Unknown)?;
                        integer(builtin, int, v)
                            .map(Value::Int)
                            .ok_or(Stop::Unknown)
                    }
                    Value::Float(bits) => {
                        floating(builtin, f64::from_bits(bits), scalar::float(self.db, ty))
                            .ok_or(Stop::Unknown)
                    }
                    _ => Err(Stop::Unknown),
                }
            }
            (Builtin::CopySign, [a, b]) => match (self.eval(*a)?, self.eval(*b)?) {
                (Value::Float(a), Value::Float(b)) => Ok(Value::Float(
                    f64::from_bits(a).copysign(f64::from_bits(b)).to_bits(),
                )),
                _ => Err(Stop::Unknown),
            },
            _ => Err(Stop::Unknown),
        }
    }

    /// `__real__ e` and `__imag__ e`: where the part of an lvalue is, as its first and second member; the value of another.
    fn complex_part(&mut self, x: &Expr<'db>, number: ExprId, imaginary: bool) -> Res<Value<'db>> {
        if x.category != Category::Prvalue {
            let part = Step::Field(imaginary.into());
            return self.place(number).map(|p| Value::Pointer(p.join(part)));
        }
        match (self.eval(number)?, imaginary) {
            (Value::Complex(re, _), false) => Ok(Value::Float(re)),
            (Value::Complex(_, im), true) => Ok(Value::Float(im)),
            // A real number has no imaginary part.
            (Value::Float(_), true) => Ok(Value::Float(0)),
            (Value::Int(_), true) => Ok(Value::Int(0)),
            _ => Err(Stop::Unknown),
        }
    }

    /// Whether the operand is a constant; its failure is not the expression's.
    fn constant_p(&mut self, arg: ExprId) -> Res<Value<'db>> {
        let x = self.expr(arg)?;
        let glvalue = x.category != Category::Prvalue;
        // In a function that is evaluated its variables have values, and a pointer is one whatever it points to.
        let called = self.frames.len() > 1;
        if glvalue && (!called || x.ty.is_function(self.db)) {
            let literal = matches!(x.kind, ExprKind::String(_));
            return Ok(Value::Int(literal.into()));
        }
        let value = match self.eval(arg) {
            Ok(Value::Pointer(place)) if glvalue => self.read(&place, x.site),
            value => value,
        };
        match value {
            Ok(Value::Pointer(p)) => Ok(Value::Int((called || p.is_null()).into())),
            Ok(value) => Ok(Value::Int((value != Value::Indeterminate).into())),
            Err(Stop::Fails)
                if self
                    .failure
                    .first()
                    .is_some_and(|p| p.code != codes::CONSTEXPR_CALL_TOO_COMPLEX) =>
            {
                self.failure.clear();
                Ok(Value::Int(0))
            }
            Err(stop) => Err(stop),
        }
    }

    /// The integer a pointer's element is, `offset` elements on.
    fn unit(&mut self, x: &Expr<'db>, start: &Pointer<'db>, offset: u64) -> Res<i128> {
        self.tick()?;
        let at = match start.split() {
            Some((parent, Step::Element(i))) => {
                parent.join(Step::Element(i.saturating_add(offset)))
            }
            _ if offset == 0 => start.clone(),
            _ => start.join(Step::Element(offset)),
        };
        match self.load(&at, x.site)? {
            Value::Int(v) => Ok(v & 0xff),
            _ => Err(Stop::Unknown),
        }
    }

    fn memory_builtin(
        &mut self,
        x: &Expr<'db>,
        builtin: Builtin,
        args: &[ExprId],
    ) -> Res<Value<'db>> {
        let [first, rest @ ..] = args else {
            return Err(Stop::Unknown);
        };
        let start = self.pointer(*first)?;
        match (builtin, rest) {
            (Builtin::StringLength, []) => {
                let mut n = 0;
                while self.unit(x, &start, n)? != 0 {
                    n += 1;
                }
                Ok(Value::Int(n.into()))
            }
            (Builtin::StringFind, [wanted]) => {
                let wanted = self.integer(*wanted)? & 0xff;
                let mut n = 0;
                loop {
                    let unit = self.unit(x, &start, n)?;
                    if unit == wanted {
                        let ty = x.ty.pointee(self.db).unwrap_or(x.ty);
                        return (self.advance(&start, n.into(), ty, x.site)).map(Value::Pointer);
                    }
                    if unit == 0 {
                        return Ok(Value::Pointer(Pointer::null()));
                    }
                    n += 1;
                }
            }
            (
                Builtin::StringCompare | Builtin::StringCompareN | Builtin::MemoryCompare,
                [second, count @ ..],
            ) => {
                let other = self.pointer(*second)?;
                let most = match count {
                    [n] => self.integer(*n)?,
                    _ => i128::MAX,
                };
                let mut n = 0;
                while i128::from(n) < most {
                    let (a, b) = (self.unit(x, &start, n)?, self.unit(x, &other, n)?);
                    if a != b {
                        return Ok(Value::Int(if a < b { -1 } else { 1 }));
                    }
                    if a == 0 && builtin != Builtin::MemoryCompare {
                        break;
                    }
                    n += 1;
                }
                Ok(Value::Int(0))
            }
            (Builtin::MemoryCopy, [second, count]) => {
                let from = self.pointer(*second)?;
                let bytes = self.integer(*count)?;
                self.copy_elements(x, &start, &from, bytes)?;
                Ok(Value::Pointer(start))
            }
            _ => Err(Stop::Unknown),
        }
    }

    /// Copies whole elements of one type.
    fn copy_elements(
        &mut self,
        x: &Expr<'db>,
        to: &Pointer<'db>,
        from: &Pointer<'db>,
        bytes: i128,
    ) -> Res<()> {
        let db = self.db;
        let (Some(target), Some(source)) = (self.pointed_type(to), self.pointed_type(from)) else {
            return self.fail(codes::ACCESS_TO_RUN_TIME_STORAGE, x.site, Vec::new());
        };
        if target.unqualified(db) != source.unqualified(db) {
            return self.cannot(x.site);
        }
        let each = crate::class::layout(db, target.unqualified(db))
            .ok_or(Stop::Unknown)?
            .size;
        if each == 0 || bytes % i128::from(each) != 0 {
            return self.cannot(x.site);
        }
        let mut values = Vec::new();
        let count = bytes / i128::from(each);
        for n in 0..count {
            self.tick()?;
            let at = self.advance(from, n, source, x.site)?;
            values.push(self.read(&at, x.site)?);
        }
        for (n, value) in values.into_iter().enumerate() {
            let at = self.advance(to, n as i128, target, x.site)?;
            self.write(&at, value, false, x.site)?;
        }
        Ok(())
    }
}

fn integer(builtin: Builtin, ty: scalar::Int, value: i128) -> Option<i128> {
    let bits = ty.bits;
    let mask = if bits >= 128 {
        u128::MAX
    } else {
        (1u128 << bits) - 1
    };
    let v = value as u128 & mask;
    let leading = i128::from(v.leading_zeros()) - i128::from(128 - bits);
    let trailing = i128::from(v.trailing_zeros().min(bits));
    Some(match builtin {
        Builtin::LeadingZeros => leading,
        Builtin::TrailingZeros => trailing,
        Builtin::FirstSet if v == 0 => 0,
        Builtin::FirstSet => trailing + 1,
        Builtin::PopCount => v.count_ones().into(),
        Builtin::Parity => (v.count_ones() & 1).into(),
        Builtin::SwapBytes => (v.swap_bytes() >> (128 - bits)) as i128,
        Builtin::Abs => ty.wrap(value.wrapping_abs()),
        _ => return None,
    })
}

fn floating<'db>(
    builtin: Builtin,
    value: f64,
    format: Option<scalar::Float>,
) -> Option<Value<'db>> {
    let least = match format? {
        scalar::Float::Half => 2f64.powi(-14),
        scalar::Float::Brain | scalar::Float::Single => f64::from(f32::MIN_POSITIVE),
        scalar::Float::Double => f64::MIN_POSITIVE,
    };
    let truth = |b: bool| Some(Value::Int(b.into()));
    match builtin {
        Builtin::IsNan => truth(value.is_nan()),
        Builtin::IsInf => truth(value.is_infinite()),
        Builtin::IsFinite => truth(value.is_finite()),
        Builtin::IsNormal => truth(value.is_finite() && value.abs() >= least),
        Builtin::SignBit => truth(value.is_sign_negative()),
        Builtin::FloatAbs => Some(Value::Float(value.abs().to_bits())),
        Builtin::Ceil => Some(Value::Float(value.ceil().to_bits())),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        assert_eq!(lookup("__builtin_clzll"), Some(Builtin::LeadingZeros));
        assert_eq!(lookup("__builtin_huge_valf"), Some(Builtin::Infinity));
        assert_eq!(lookup("__builtin_nans"), Some(Builtin::Nan));
        assert_eq!(lookup("__builtin_clzs"), None);
        assert_eq!(lookup("__builtin_FILE"), Some(Builtin::Place));
        assert_eq!(lookup("__builtin_floor"), None);
        assert_eq!(lookup("__builtin_add_overflow"), None);
    }

    #[test]
    fn bits() {
        let int = scalar::Int {
            bits: 32,
            signed: false,
        };
        assert_eq!(integer(Builtin::LeadingZeros, int, 0), Some(32));
        assert_eq!(integer(Builtin::LeadingZeros, int, 1), Some(31));
        assert_eq!(integer(Builtin::TrailingZeros, int, 8), Some(3));
        assert_eq!(integer(Builtin::FirstSet, int, 8), Some(4));
        assert_eq!(
            integer(Builtin::SwapBytes, int, 0x1122_3344),
            Some(0x4433_2211)
        );
    }
}
