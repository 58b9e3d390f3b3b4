//! Values as template arguments of mangled names (Itanium C++ ABI 5.1.5). How types and declarations are named is asked of the
//! caller.

use cleave_base_db::Db;
use cleave_mangle::{self as mangle, Builtin, Expr, Literal, LiteralValue, Operator, TemplateArg};

use crate::{Const, Entity, PointerBase, Ty, TyKind, Value, class};

/// The names of types and declarations.
pub trait Names<'db> {
    /// A type.
    fn ty(&mut self, ty: Ty<'db>) -> Option<mangle::Type>;
    /// A variable or function of static storage duration, or a member.
    fn entity(&mut self, entity: Entity<'db>) -> Option<mangle::Entity>;
}

/// A value as a template argument; `None` where it has no straightforward form.
pub fn template_arg<'db>(
    db: &'db dyn Db,
    value: Const<'db>,
    names: &mut dyn Names<'db>,
) -> Option<TemplateArg> {
    Some(match expr(db, value.ty(db), value.value(db), names, 0)? {
        Expr::Literal(literal) => TemplateArg::Literal(literal),
        expr => TemplateArg::Expr(Box::new(expr)),
    })
}

fn expr<'db>(
    db: &'db dyn Db,
    ty: Ty<'db>,
    value: &Value<'db>,
    names: &mut dyn Names<'db>,
    depth: u32,
) -> Option<Expr> {
    if depth > 60 {
        return None;
    }
    let literal = |value, names: &mut dyn Names<'db>| {
        let ty = names.ty(ty.unqualified(db))?;
        Some(Expr::Literal(Literal { ty, value }))
    };
    let zero = LiteralValue::Integer {
        negative: false,
        magnitude: 0,
    };
    match value {
        Value::Int(n) => {
            let unsigned = ty.as_builtin(db) == Some(Builtin::UnsignedInt128);
            let value = LiteralValue::Integer {
                negative: *n < 0 && !unsigned,
                magnitude: if unsigned {
                    *n as u128
                } else {
                    n.unsigned_abs()
                },
            };
            literal(value, names)
        }
        Value::Float(bits) => {
            let bytes = float_bytes(ty.as_builtin(db)?, f64::from_bits(*bits))?;
            literal(LiteralValue::Float(bytes), names)
        }
        Value::Complex(re, im) => {
            let TyKind::Complex(b) = ty.kind(db) else {
                return None;
            };
            let part = |bits: &u64| float_bytes(*b, f64::from_bits(*bits));
            literal(LiteralValue::Complex(part(re)?, part(im)?), names)
        }
        Value::Pointer(p) => match &p.base {
            PointerBase::Null(0) if ty.is_nullptr(db) => literal(LiteralValue::Nullptr, names),
            PointerBase::Null(0) if p.path.is_empty() => literal(zero, names),
            PointerBase::Static(entity) if p.path.is_empty() => {
                let entity = Expr::Entity(Box::new(names.entity(*entity)?));
                Some(match ty.is_pointer(db) {
                    true => Expr::Unary(Operator::AddressOf, Box::new(entity)),
                    false => entity,
                })
            }
            _ => None,
        },
        Value::Member(None) => literal(zero, names),
        Value::Member(Some(member)) => {
            let member = Expr::Entity(Box::new(names.entity(*member)?));
            Some(Expr::Unary(Operator::AddressOf, Box::new(member)))
        }
        Value::Class { bases, fields } => {
            let info = class::class_info(db, ty.unqualified(db))?;
            let types = (info.bases.iter().map(|b| b.ty)).chain(info.fields.iter().map(|f| f.ty));
            let elements = (types.zip(bases.iter().chain(fields)))
                .map(|(ty, value)| expr(db, ty, value, names, depth + 1))
                .collect::<Option<_>>()?;
            let ty = names.ty(ty.unqualified(db))?;
            Some(Expr::ClassValue(Box::new(ty), elements))
        }
        Value::Union(active) => {
            let elements = match active {
                None => Vec::new(),
                Some((n, value)) => {
                    let info = class::class_info(db, ty.unqualified(db))?;
                    let field = info.fields.get(*n as usize)?;
                    let value = expr(db, field.ty, value, names, depth + 1)?;
                    vec![Expr::ActiveMember(field.name.to_string(), Box::new(value))]
                }
            };
            let ty = names.ty(ty.unqualified(db))?;
            Some(Expr::ClassValue(Box::new(ty), elements))
        }
        Value::Array {
            elements,
            filler,
            len,
        } => {
            let element = ty.element(db)?;
            if *len > 1 << 16 {
                return None;
            }
            let all = (0..*len)
                .map(|i| {
                    let value = elements.get(i as usize).unwrap_or(filler);
                    expr(db, element, value, names, depth + 1)
                })
                .collect::<Option<_>>()?;
            let ty = names.ty(ty)?;
            Some(Expr::ClassValue(Box::new(ty), all))
        }
        Value::Indeterminate => None,
    }
}

/// The bits of a floating value, most significant byte first.
fn float_bytes(b: Builtin, value: f64) -> Option<Vec<u8>> {
    Some(match b {
        Builtin::Float | Builtin::Float32 => (value as f32).to_bits().to_be_bytes().into(),
        Builtin::Double | Builtin::Float64 | Builtin::Float32x => {
            value.to_bits().to_be_bytes().into()
        }
        Builtin::Float16 | Builtin::Half => super::bits::half_bits(value).to_be_bytes().into(),
        Builtin::BFloat16 => (((value as f32).to_bits() >> 16) as u16)
            .to_be_bytes()
            .into(),
        Builtin::LongDouble | Builtin::Float64x => extended(value).into(),
        _ => return None,
    })
}

/// The x87 format's ten bytes.
fn extended(value: f64) -> [u8; 10] {
    let bits = value.to_bits();
    let sign = ((bits >> 63) as u16) << 15;
    let exponent = ((bits >> 52) & 0x7ff) as i32;
    let fraction = bits & ((1 << 52) - 1);
    let (exponent, mantissa) = match (exponent, fraction) {
        (0, 0) => (0, 0),
        (0, f) => {
            let shift = f.leading_zeros();
            (16383 - 1022 - (shift as i32 - 11), f << shift)
        }
        (0x7ff, f) => (0x7fff, 1 << 63 | f << 11),
        (e, f) => (e - 1023 + 16383, 1 << 63 | f << 11),
    };
    let mut out = [0; 10];
    out[..2].copy_from_slice(&(sign | exponent as u16).to_be_bytes());
    out[2..].copy_from_slice(&mantissa.to_be_bytes());
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_doubles() {
        let text = |v| {
            extended(v)
                .iter()
                .map(|b| format!("{b:02x}"))
                .collect::<String>()
        };
        assert_eq!(text(1.0), "3fff8000000000000000");
        assert_eq!(text(-2.5), "c000a000000000000000");
        assert_eq!(text(0.0), "00000000000000000000");
        assert_eq!(text(f64::INFINITY), "7fff8000000000000000");
        assert_eq!(text(5e-324), "3bcd8000000000000000");
    }
}
