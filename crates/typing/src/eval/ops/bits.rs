//! Values as bytes and back, by layout, for `__builtin_bit_cast` ([bit.cast]). Little-endian.

use cleave_base_db::Db;
use cleave_lang::Builtin;

use crate::eval::ops::scalar;
use crate::{Ty, TyKind, Value, class};

/// Why there are no bytes.
pub(crate) enum Error<'db> {
    /// A type that has none in constant expressions.
    Type(Ty<'db>),
    /// Padding or an indeterminate value would become a value.
    Uninitialized,
    /// Not known.
    Unknown,
}

/// Bytes, each with the bits of it that are known.
pub(crate) type Bytes = Vec<(u8, u8)>;

/// The bytes of a value.
pub(crate) fn write<'db>(
    db: &'db dyn Db,
    ty: Ty<'db>,
    value: &Value<'db>,
) -> Result<Bytes, Error<'db>> {
    let size = class::layout(db, ty).ok_or(Error::Unknown)?.size;
    if size > 1 << 20 {
        return Err(Error::Unknown);
    }
    let mut bytes = vec![(0, 0); size as usize];
    put(db, ty, value, &mut bytes, 0, None)?;
    Ok(bytes)
}

/// The bits of a scalar and how many there are.
fn scalar_bits<'db>(
    db: &'db dyn Db,
    ty: Ty<'db>,
    value: &Value<'db>,
) -> Result<(u128, u32), Error<'db>> {
    match value {
        Value::Int(v) => {
            let bits = scalar::int(db, ty).ok_or(Error::Unknown)?.bits.max(8);
            Ok((*v as u128, bits))
        }
        Value::Float(v) => {
            let value = f64::from_bits(*v);
            match ty.as_builtin(db) {
                Some(Builtin::Float | Builtin::Float32) => {
                    Ok(((value as f32).to_bits().into(), 32))
                }
                Some(Builtin::Double | Builtin::Float64 | Builtin::Float32x) => {
                    Ok(((*v).into(), 64))
                }
                Some(Builtin::BFloat16) => Ok((((value as f32).to_bits() >> 16).into(), 16)),
                Some(Builtin::Float16 | Builtin::Half) => Ok((half_bits(value).into(), 16)),
                _ => Err(Error::Unknown),
            }
        }
        Value::Indeterminate => Err(Error::Uninitialized),
        _ => Err(Error::Type(ty)),
    }
}

fn put<'db>(
    db: &'db dyn Db,
    ty: Ty<'db>,
    value: &Value<'db>,
    out: &mut Bytes,
    at: u64,
    width: Option<u32>,
) -> Result<(), Error<'db>> {
    match value {
        Value::Class { bases, fields } => {
            let bare = ty.unqualified(db);
            let info = class::class_info(db, bare).ok_or(Error::Unknown)?;
            let layout = class::layout(db, bare).ok_or(Error::Unknown)?;
            for ((base, value), offset) in info.bases.iter().zip(bases).zip(&layout.bases) {
                put(db, base.ty, value, out, at + offset * 8, None)?;
            }
            for ((field, value), offset) in info.fields.iter().zip(fields).zip(&layout.fields) {
                put(db, field.ty, value, out, at + offset, field.width)?;
            }
            Ok(())
        }
        Value::Union(_) => Err(Error::Type(ty)),
        Value::Array {
            elements,
            filler,
            len,
        } => {
            let element = ty.element(db).ok_or(Error::Unknown)?;
            let each = class::layout(db, element).ok_or(Error::Unknown)?.size;
            for i in 0..*len {
                let value = elements.get(i as usize).unwrap_or(filler);
                put(db, element, value, out, at + i * each * 8, None)?;
            }
            Ok(())
        }
        Value::Indeterminate => Ok(()),
        value => {
            let (bits, all) = scalar_bits(db, ty, value)?;
            for i in 0..width.unwrap_or(all).min(all) {
                let place = at + u64::from(i);
                let byte = out.get_mut((place / 8) as usize).ok_or(Error::Unknown)?;
                byte.0 |= (((bits >> i) & 1) as u8) << (place % 8);
                byte.1 |= 1 << (place % 8);
            }
            Ok(())
        }
    }
}

/// The value that bytes are.
pub(crate) fn read<'db>(
    db: &'db dyn Db,
    ty: Ty<'db>,
    bytes: &[(u8, u8)],
) -> Result<Value<'db>, Error<'db>> {
    get(db, ty, bytes, 0, None)
}

fn get<'db>(
    db: &'db dyn Db,
    ty: Ty<'db>,
    bytes: &[(u8, u8)],
    at: u64,
    width: Option<u32>,
) -> Result<Value<'db>, Error<'db>> {
    match ty.kind(db) {
        TyKind::Class(_) | TyKind::Closure(_) => {
            let bare = ty.unqualified(db);
            let info = class::class_info(db, bare).ok_or(Error::Unknown)?;
            if info.is_union {
                return Err(Error::Type(ty));
            }
            let layout = class::layout(db, bare).ok_or(Error::Unknown)?;
            Ok(Value::Class {
                bases: (info.bases.iter().zip(&layout.bases))
                    .map(|(b, offset)| get(db, b.ty, bytes, at + offset * 8, None))
                    .collect::<Result<_, _>>()?,
                fields: (info.fields.iter().zip(&layout.fields))
                    .map(|(f, offset)| get(db, f.ty, bytes, at + offset, f.width))
                    .collect::<Result<_, _>>()?,
            })
        }
        TyKind::Array(element, _) => {
            let len = ty.length(db).ok_or(Error::Unknown)?;
            let each = class::layout(db, *element).ok_or(Error::Unknown)?.size;
            let elements = (0..len.min(1 << 20))
                .map(|i| get(db, *element, bytes, at + i * each * 8, None))
                .collect::<Result<_, _>>()?;
            Ok(Value::Array {
                elements,
                filler: Box::new(Value::Indeterminate),
                len,
            })
        }
        TyKind::Builtin(_) | TyKind::Enum(_) => {
            let all = match scalar::int(db, ty) {
                Some(int) => int.bits.max(8),
                None => match ty.as_builtin(db).ok_or(Error::Unknown)? {
                    Builtin::Float | Builtin::Float32 => 32,
                    Builtin::Double | Builtin::Float64 | Builtin::Float32x => 64,
                    Builtin::BFloat16 | Builtin::Float16 | Builtin::Half => 16,
                    _ => return Err(Error::Unknown),
                },
            };
            let count = width.unwrap_or(all).min(all);
            let mut bits = 0u128;
            let mut known = 0;
            for i in 0..count {
                let place = at + u64::from(i);
                let (byte, mask) = bytes.get((place / 8) as usize).ok_or(Error::Unknown)?;
                bits |= u128::from((byte >> (place % 8)) & 1) << i;
                known += u32::from((mask >> (place % 8)) & 1);
            }
            if known < count {
                let byte_like = matches!(
                    ty.as_builtin(db),
                    Some(Builtin::UnsignedChar | Builtin::Char8)
                );
                return if byte_like || ty.is_enum(db) {
                    Ok(Value::Indeterminate)
                } else {
                    Err(Error::Uninitialized)
                };
            }
            Ok(match scalar::int(db, ty) {
                Some(int) => Value::Int(
                    scalar::Int {
                        bits: count.min(int.bits),
                        ..int
                    }
                    .wrap(bits as i128),
                ),
                None => Value::Float(
                    match (all, ty.as_builtin(db)) {
                        (32, _) => f64::from(f32::from_bits(bits as u32)),
                        (16, Some(Builtin::BFloat16)) => {
                            f64::from(f32::from_bits((bits as u32) << 16))
                        }
                        (16, _) => half_value(bits as u16),
                        _ => f64::from_bits(bits as u64),
                    }
                    .to_bits(),
                ),
            })
        }
        _ => Err(Error::Type(ty)),
    }
}

/// The encoding of a value that binary16 has.
fn half_bits(value: f64) -> u16 {
    let sign = if value.is_sign_negative() { 0x8000 } else { 0 };
    let magnitude = value.abs();
    if magnitude.is_nan() {
        return sign | 0x7e00;
    }
    if magnitude.is_infinite() {
        return sign | 0x7c00;
    }
    let low = 2f64.powi(-14);
    if magnitude < low {
        return sign | (magnitude * 2f64.powi(24)) as u16;
    }
    let exponent = ((magnitude.to_bits() >> 52) as i32) - 1023;
    let fraction = (magnitude / 2f64.powi(exponent) - 1.0) * 1024.0;
    sign | (((exponent + 15) as u16) << 10) | fraction as u16
}

/// What binary16 encodes.
fn half_value(bits: u16) -> f64 {
    let sign = if bits & 0x8000 == 0 { 1.0 } else { -1.0 };
    let exponent = i32::from((bits >> 10) & 31);
    let fraction = f64::from(bits & 1023);
    sign * match exponent {
        0 => fraction * 2f64.powi(-24),
        31 if fraction == 0.0 => f64::INFINITY,
        31 => f64::NAN,
        _ => (1.0 + fraction / 1024.0) * 2f64.powi(exponent - 15),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves() {
        for v in [0.0, 1.0, -2.5, 65504.0, 2f64.powi(-24), 2f64.powi(-14)] {
            assert_eq!(half_value(half_bits(v)), v);
        }
        assert_eq!(half_bits(1.0), 0x3c00);
        assert_eq!(half_bits(f64::NEG_INFINITY), 0xfc00);
    }
}
