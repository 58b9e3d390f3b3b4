//! The rules of constants.

use super::names::Named;
use super::{Context, FaultKind};
use crate::constant::{ConstantId, ConstantKind};
use crate::structure::raw;
use crate::types::{Floating, Integer, Type, TypeId};

impl Context<'_, '_> {
    /// Looks at a constant and all that it is made of.
    pub(super) fn constant(&mut self, id: ConstantId) {
        let mut tasks = vec![id];
        while let Some(id) = tasks.pop() {
            let constant = &self.definition.code().constants[id];
            if let Err((kind, detail)) = self.one(constant.ty, &constant.kind) {
                let ty = self.show(constant.ty);
                self.fault(kind, format!("{detail}, of type {ty}"));
            }
            crate::walk::constant(&constant.kind, &mut |&part| tasks.push(part));
        }
    }

    fn one(&mut self, ty: TypeId, kind: &ConstantKind) -> Result<(), (FaultKind, String)> {
        let wrong = |what: &str| Err((FaultKind::ConstantKind, what.to_owned()));
        let range = |holds: bool, what: &dyn Fn() -> String| match holds {
            true => Ok(()),
            false => Err((FaultKind::ConstantRange, what())),
        };
        let shape = |what: String| Err((FaultKind::ConstantShape, what));
        let written = self.ty(ty);
        match (kind, written) {
            (_, Type::Void | Type::Function { .. }) => wrong("a constant"),
            (ConstantKind::Undefined | ConstantKind::Zero, _) => Ok(()),
            (ConstantKind::Integer(value), _) => {
                let holds = match written {
                    Type::Bool => (0..=1).contains(value),
                    Type::Integer(integer) => integer.holds(*value),
                    Type::Pointer { .. } => Integer::UnsignedLong.holds(*value),
                    _ => return wrong("an integer"),
                };
                range(holds, &|| value.to_string())
            }
            (ConstantKind::Floating(bits), Type::Floating(floating)) => {
                range(in_range(*floating, *bits), &|| {
                    f64::from_bits(*bits).to_string()
                })
            }
            (ConstantKind::Complex(real, imaginary), Type::Complex(floating)) => range(
                in_range(*floating, *real) && in_range(*floating, *imaginary),
                &|| "a part".to_owned(),
            ),
            (ConstantKind::Address(name, _), Type::Pointer { .. })
            | (
                ConstantKind::Address(name, _),
                Type::Integer(
                    Integer::Long
                    | Integer::UnsignedLong
                    | Integer::LongLong
                    | Integer::UnsignedLongLong,
                ),
            ) => match self.names.map(|names| names.get(name)) {
                Some(None) => Err((FaultKind::UnknownName, format!("@{name:.200}"))),
                Some(Some(Named::Record { .. })) => {
                    Err((FaultKind::NameKind, format!("@{name:.200} is a record")))
                }
                _ => Ok(()),
            },
            (ConstantKind::AddressOfText(text, offset), Type::Pointer { .. }) => {
                let text = &self.definition.code().constants[*text];
                let size = self.sizes[raw(text.ty)].map(|(size, _)| size);
                match (&text.kind, size) {
                    (ConstantKind::Text(_) | ConstantKind::Array(_), Some(size)) => {
                        let holds = u64::try_from(*offset).is_ok_and(|offset| offset <= size);
                        range(holds, &|| format!("byte {offset} of a literal"))
                    }
                    _ => wrong("the address of no literal"),
                }
            }
            (ConstantKind::Text(units), Type::Array { element, len }) => {
                let Type::Integer(integer) = self.ty(*element) else {
                    return wrong("a text");
                };
                if len.is_some_and(|len| units.len() as u64 > len) {
                    return shape(format!("{} characters", units.len()));
                }
                // Code units are the unsigned values of the bytes, whatever the sign of the type.
                let bits = integer.size() * 8;
                let holds = bits >= 32 || units.iter().all(|unit| u64::from(*unit) >> bits == 0);
                range(holds, &|| "a code unit".to_owned())
            }
            (ConstantKind::Record(fields), Type::Record(name)) => {
                if !fields.is_sorted_by(|a, b| a.0 < b.0) {
                    return shape("the fields' numbers".to_owned());
                }
                match self.names.map(|names| names.get(name)) {
                    Some(Some(Named::Record {
                        fields: types,
                        is_union,
                        ..
                    })) => {
                        if *is_union && fields.len() > 1 {
                            return shape("two members of a union".to_owned());
                        }
                        for (number, part) in fields {
                            let Some(&wanted) = types.get(*number as usize) else {
                                return Err((FaultKind::FieldNumber, format!("field {number}")));
                            };
                            let part = self.definition.code().constants[*part].ty;
                            if self.bare(part) != wanted {
                                let detail = format!("field {number} with {}", self.show(part));
                                return Err((FaultKind::TypeMismatch, detail));
                            }
                        }
                        Ok(())
                    }
                    Some(None) => Err((FaultKind::UnknownName, format!("@{name:.200}"))),
                    _ => Ok(()),
                }
            }
            (
                ConstantKind::Array(elements),
                Type::Array { element, .. } | Type::Vector { element, .. },
            ) => {
                let len = match written {
                    Type::Array { len, .. } => *len,
                    Type::Vector { len, .. } => Some(*len),
                    _ => None,
                };
                if len.is_some_and(|len| elements.len() as u64 > len) {
                    return shape(format!("{} elements", elements.len()));
                }
                let mut types = elements
                    .iter()
                    .map(|e| self.definition.code().constants[*e].ty);
                match types.find(|&ty| !self.agree(ty, *element)) {
                    Some(ty) => Err((
                        FaultKind::TypeMismatch,
                        format!("an element {}", self.show(ty)),
                    )),
                    None => Ok(()),
                }
            }
            (ConstantKind::MemberFunction(name, _), Type::MemberFunction) => {
                match self.names.map(|names| names.get(name)) {
                    Some(None) => Err((FaultKind::UnknownName, format!("@{name:.200}"))),
                    Some(Some(Named::Function { .. } | Named::Runtime)) | None => Ok(()),
                    Some(Some(_)) => {
                        Err((FaultKind::NameKind, format!("@{name:.200} is no function")))
                    }
                }
            }
            (ConstantKind::VirtualMemberFunction(..), Type::MemberFunction) => Ok(()),
            _ => wrong("a constant of another kind"),
        }
    }
}

/// Whether a value, given as the bits of a double, is finite in a type, or not finite at all.
fn in_range(floating: Floating, bits: u64) -> bool {
    let value = f64::from_bits(bits);
    // Half of the last place above the largest value is where rounding gives infinity.
    let end = match floating {
        Floating::Half => 65520.0,
        Floating::BFloat16 => 255.5 * 2f64.powi(120),
        Floating::Float => 16_777_215.5 * 2f64.powi(104),
        Floating::Double | Floating::LongDouble | Floating::Float128 => return true,
    };
    !value.is_finite() || value.abs() < end
}
