//! Constants as text: a type and a value.

use std::fmt::Write as _;

use super::lexer::Token;
use super::parser::{Parser, Result};
use super::{names, types};
use crate::code::Code;
use crate::constant::{ConstantId, ConstantKind};
use crate::structure::MAX_DEPTH;
use crate::types::{Type, TypeId};

/// Writes a constant with its type, which is left out where it is the one that is expected. Constants nest within a limit.
pub(super) fn constant(out: &mut String, code: &Code, id: ConstantId, expected: Option<TypeId>) {
    let constant = &code.constants[id];
    if Some(constant.ty) != expected {
        types::ty(out, &code.types, constant.ty);
        out.push(' ');
    }
    match &constant.kind {
        ConstantKind::Undefined => out.push_str("undefined"),
        ConstantKind::Zero => out.push_str("zero"),
        ConstantKind::Integer(value) => {
            let _ = write!(out, "{value}");
        }
        ConstantKind::Floating(bits) => names::floating(out, *bits),
        ConstantKind::Complex(real, imaginary) => {
            out.push_str("parts ");
            names::floating(out, *real);
            out.push(' ');
            names::floating(out, *imaginary);
        }
        ConstantKind::Address(name, offset) => {
            symbol(out, name);
            self::offset(out, *offset);
        }
        ConstantKind::AddressOfText(text, offset) => {
            out.push_str("text ");
            self::constant(out, code, *text, None);
            self::offset(out, *offset);
        }
        ConstantKind::Text(units) => names::units(out, units),
        ConstantKind::Record(fields) => {
            out.push('{');
            for (i, (number, part)) in fields.iter().enumerate() {
                let _ = write!(out, "{}{number}: ", if i > 0 { ", " } else { "" });
                self::constant(out, code, *part, None);
            }
            out.push('}');
        }
        ConstantKind::Array(elements) => {
            let element = element(code, constant.ty);
            out.push('[');
            for (i, part) in elements.iter().enumerate() {
                out.push_str(if i > 0 { ", " } else { "" });
                self::constant(out, code, *part, element);
            }
            out.push(']');
        }
        ConstantKind::MemberFunction(name, adjustment) => {
            out.push_str("member ");
            symbol(out, name);
            self::offset(out, *adjustment);
        }
        ConstantKind::VirtualMemberFunction(at, adjustment) => {
            let _ = write!(out, "virtual_member {at}");
            self::offset(out, *adjustment);
        }
    }
}

fn element(code: &Code, ty: TypeId) -> Option<TypeId> {
    match &code.types[ty] {
        Type::Array { element, .. } | Type::Vector { element, .. } => Some(*element),
        _ => None,
    }
}

/// Writes `@` and a name.
pub(super) fn symbol(out: &mut String, name: &str) {
    out.push('@');
    names::name(out, name);
}

fn offset(out: &mut String, offset: i64) {
    if offset != 0 {
        let _ = write!(out, " + {offset}");
    }
}

impl Parser<'_> {
    /// A constant inside of so many others. Where a type is expected, none need be written.
    pub(super) fn constant(
        &mut self,
        code: &mut Code,
        expected: Option<TypeId>,
        depth: u32,
    ) -> Result<ConstantId> {
        if depth >= MAX_DEPTH {
            return self.error("constants nest too deep");
        }
        let ty = match (self.word(), expected) {
            (Some(word), _) if types::is_type(word) => self.ty(code, 0)?,
            (_, Some(ty)) => ty,
            _ => return self.expected("the type of a constant"),
        };
        let kind = match (self.word(), self.mark()) {
            (Some("undefined"), _) => {
                self.bump()?;
                ConstantKind::Undefined
            }
            (Some("zero"), _) => {
                self.bump()?;
                ConstantKind::Zero
            }
            (Some("bits"), _) => ConstantKind::Floating(self.floating()?),
            (Some("parts"), _) => {
                self.bump()?;
                let real = self.floating()?;
                ConstantKind::Complex(real, self.floating()?)
            }
            (Some("text"), _) => {
                self.bump()?;
                let text = self.constant(code, None, depth + 1)?;
                ConstantKind::AddressOfText(text, self.offset()?)
            }
            (Some("member"), _) => {
                self.bump()?;
                let name = self.symbol()?;
                ConstantKind::MemberFunction(name, self.offset()?)
            }
            (Some("virtual_member"), _) => {
                self.bump()?;
                let at = self.number("a number of bytes")?;
                ConstantKind::VirtualMemberFunction(at, self.offset()?)
            }
            (_, Some('@')) => {
                let name = self.symbol()?;
                ConstantKind::Address(name, self.offset()?)
            }
            (_, Some('{')) => {
                self.bump()?;
                let mut fields = Vec::new();
                while !self.at('}') {
                    let number = self.number("the number of a field")?;
                    self.take(':')?;
                    fields.push((number, self.constant(code, None, depth + 1)?));
                    if !self.eat(',')? {
                        break;
                    }
                }
                self.take('}')?;
                ConstantKind::Record(fields.into())
            }
            (_, Some('[')) => {
                self.bump()?;
                let element = element(code, ty);
                let mut elements = Vec::new();
                while !self.at(']') {
                    elements.push(self.constant(code, element, depth + 1)?);
                    if !self.eat(',')? {
                        break;
                    }
                }
                self.take(']')?;
                ConstantKind::Array(elements.into())
            }
            _ if self.at_text() => ConstantKind::Text(self.units()?),
            _ if self.at_number() => match self.is_floating() {
                true => ConstantKind::Floating(self.floating()?),
                false => ConstantKind::Integer(self.number("an integer")?),
            },
            _ => return self.expected("a value"),
        };
        Ok(code.constant(kind, ty))
    }

    fn offset(&mut self) -> Result<i64> {
        match self.eat('+')? {
            true => self.number("a number of bytes"),
            false => Ok(0),
        }
    }

    fn is_floating(&self) -> bool {
        match self.token() {
            Token::Number(number) => number.contains(['.', 'e', 'E']) && !number.starts_with("0x"),
            _ => false,
        }
    }

    /// The bits of a floating value.
    fn floating(&mut self) -> Result<u64> {
        let at = self.position();
        if self.eat_word("bits")? {
            let number = self.digits("the bits of a number")?;
            let bits = number
                .strip_prefix("0x")
                .and_then(|d| u64::from_str_radix(d, 16).ok());
            return match bits {
                Some(bits) => Ok(bits),
                None => self.error_at(
                    at,
                    "the bits of a number are written as 0x and up to 16 digits",
                ),
            };
        }
        let value: Option<f64> = match self.is_floating() {
            true => self.digits("a floating number")?.parse().ok(),
            false => None,
        };
        match value {
            Some(value) => Ok(value.to_bits()),
            None => self.error_at(at, "expected a floating number"),
        }
    }
}
