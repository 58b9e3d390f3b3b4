//! Constants in C: numbers, addresses, text, and the braces of objects.

use std::fmt::Write as _;

use crate::c::types::integer;
use crate::{ConstantId, ConstantKind, Floating, Integer, Type, TypeId};

/// The largest magnitude that a suffix-less decimal may have before its negation overflows.
const LONG_MIN: i128 = i64::MIN as i128;
const INT_MIN: i128 = i32::MIN as i128;

/// A pointer to member function as its two parts.
pub(crate) fn member_function(kind: &ConstantKind) -> (String, String) {
    match kind {
        ConstantKind::MemberFunction(symbol, adjustment) => (
            format!("((void (*)(void)){symbol})"),
            format!("{adjustment}L"),
        ),
        ConstantKind::VirtualMemberFunction(bytes, adjustment) => (
            format!("((void (*)(void)){}L)", bytes + 1),
            format!("{adjustment}L"),
        ),
        _ => ("((void (*)(void))0)".to_owned(), "0L".to_owned()),
    }
}

/// A literal of characters that are one byte long; its terminator is C's own.
pub(crate) fn narrow(code: &crate::Code, ty: TypeId, units: &[u32]) -> Option<String> {
    let Type::Array { element, .. } = code.types[ty] else {
        return None;
    };
    let is_char = matches!(
        code.types[element],
        Type::Integer(Integer::Char | Integer::SignedChar | Integer::UnsignedChar)
    );
    let [before @ .., 0] = units else {
        return None;
    };
    is_char.then(|| quoted(before.iter().copied()))
}

/// A string literal, if C has one of the type: that is constant, and many may share it.
pub(crate) fn literal(code: &crate::Code, ty: TypeId, units: &[u32]) -> Option<String> {
    let Type::Array { element, .. } = code.types[ty] else {
        return None;
    };
    let prefix = match code.types[element] {
        Type::Integer(Integer::Int) => "L",
        Type::Integer(Integer::UnsignedShort) => "u",
        Type::Integer(Integer::UnsignedInt) => "U",
        _ => return narrow(code, ty, units),
    };
    let [before @ .., 0] = units else {
        return None;
    };
    let mut out = format!("{prefix}\"");
    for unit in before {
        match unit {
            0x22 => out.push_str("\\\""),
            0x5c => out.push_str("\\\\"),
            0x20..=0x7e if *unit != 0x3f => out.push(char::from(*unit as u8)),
            // What follows is not a digit of the number.
            _ => {
                let _ = write!(out, "\\x{unit:x}\" {prefix}\"");
            }
        }
    }
    out.push('"');
    Some(out)
}

/// Bytes as a string literal.
pub(crate) fn quoted(bytes: impl Iterator<Item = u32>) -> String {
    let mut out = String::from("\"");
    for unit in bytes {
        match unit {
            0x22 => out.push_str("\\\""),
            0x5c => out.push_str("\\\\"),
            // A question mark may begin a trigraph.
            0x20..=0x7e if unit != 0x3f => out.push(char::from(unit as u8)),
            _ => {
                let _ = write!(out, "\\{:03o}", unit & 0xff);
            }
        }
    }
    out.push('"');
    out
}

impl crate::c::Writer<'_> {
    /// A constant: in an initialiser with braces.
    pub(crate) fn constant(
        &mut self,
        code: &crate::Code,
        constant: ConstantId,
        in_initializer: bool,
    ) -> String {
        let made = &code.constants[constant];
        let ty = made.ty;
        match &made.kind {
            ConstantKind::Undefined | ConstantKind::Zero => self.zero(code, ty, in_initializer),
            ConstantKind::Integer(n) => self.integer(code, ty, *n),
            ConstantKind::Floating(bits) => float(code, ty, *bits),
            ConstantKind::Complex(re, im) => {
                let part = match code.types[ty] {
                    Type::Complex(f) => Type::Floating(f),
                    _ => Type::Floating(Floating::Double),
                };
                let (re, im) = (float_of(&part, *re), float_of(&part, *im));
                format!("({re} + {im} * 1.0iF)")
            }
            ConstantKind::Address(symbol, offset) => {
                let to = self.type_name(code, ty);
                let is_function = self.names.functions.contains_key(&**symbol);
                let name = self.named(symbol);
                match (*offset, is_function) {
                    (_, true) => format!("(({to}){name})"),
                    (0, false) => format!("(({to})&{name})"),
                    (n, false) => format!("(({to})((char *)&{name} + {n}))"),
                }
            }
            ConstantKind::AddressOfText(text, offset) => {
                let to = self.type_name(code, ty);
                let made = &code.constants[*text];
                let literal = match &made.kind {
                    ConstantKind::Text(units) => literal(code, made.ty, units),
                    _ => None,
                };
                let literal = match literal {
                    Some(literal) => literal,
                    None => self.hoisted(code, *text),
                };
                match *offset {
                    0 => format!("(({to}){literal})"),
                    n => format!("(({to})((char *){literal} + {n}))"),
                }
            }
            ConstantKind::Text(units) => match narrow(code, ty, units) {
                Some(literal) => literal,
                None => {
                    let all: Vec<String> = units.iter().map(|u| u.to_string()).collect();
                    format!("{{{}}}", all.join(", "))
                }
            },
            ConstantKind::Record(parts) => {
                let all = self.record_parts(code, ty, parts);
                format!("{{{all}}}")
            }
            ConstantKind::Array(parts) => {
                let all: Vec<String> = parts
                    .iter()
                    .map(|p| self.constant(code, *p, true))
                    .collect();
                format!("{{{}}}", all.join(", "))
            }
            kind @ (ConstantKind::MemberFunction(..) | ConstantKind::VirtualMemberFunction(..)) => {
                let (function, adjustment) = member_function(kind);
                match in_initializer {
                    true => format!("{{{function}, {adjustment}}}"),
                    false => format!("((struct __nv_member_function){{{function}, {adjustment}}})"),
                }
            }
        }
    }

    /// A constant without a name, before the definition that uses it.
    fn hoisted(&mut self, code: &crate::Code, constant: ConstantId) -> String {
        let name = format!("__T{}", self.text_count);
        self.text_count += 1;
        let ty = code.constants[constant].ty;
        let declared = self.declarator(code, ty, crate::Quals::default(), &name);
        let value = self.constant(code, constant, true);
        let _ = writeln!(
            self.texts,
            "static __attribute__((device)) {declared} = {value};"
        );
        name
    }

    /// The parts of a record by the names of C's fields.
    fn record_parts(
        &mut self,
        code: &crate::Code,
        ty: TypeId,
        parts: &[(u32, ConstantId)],
    ) -> String {
        let record = match &code.types[ty] {
            Type::Record(name) => self.shapes.get(name),
            _ => None,
        };
        let Some(record) = record else {
            return String::new();
        };
        let mut out = Vec::new();
        for (n, part) in parts {
            let Some(field) = record.fields.get(*n as usize) else {
                continue;
            };
            if self.shapes.is_by_offset(&record.name, *n) {
                // What is flattened is set field by field.
                if let ConstantKind::Record(inner) = &code.constants[*part].kind {
                    out.extend(self.flattened(
                        code,
                        code.constants[*part].ty,
                        inner,
                        &format!("__i{n}_"),
                    ));
                }
                continue;
            }
            let name = self.shapes.field_name(record, *n, field);
            let value = self.constant(code, *part, true);
            out.push(format!(".{name} = {value}"));
        }
        if out.is_empty() {
            return "0".to_owned();
        }
        out.join(", ")
    }

    fn flattened(
        &mut self,
        code: &crate::Code,
        ty: TypeId,
        parts: &[(u32, ConstantId)],
        prefix: &str,
    ) -> Vec<String> {
        let record = match &code.types[ty] {
            Type::Record(name) => self.shapes.get(name),
            _ => None,
        };
        let mut out = Vec::new();
        let Some(record) = record.filter(|_| prefix.len() < 400) else {
            return out;
        };
        for (n, part) in parts {
            let Some(field) = record.fields.get(*n as usize) else {
                continue;
            };
            if self.shapes.is_by_offset(&record.name, *n) {
                if let ConstantKind::Record(inner) = &code.constants[*part].kind {
                    let prefix = format!("{prefix}__i{n}_");
                    out.extend(self.flattened(code, code.constants[*part].ty, inner, &prefix));
                }
                continue;
            }
            let name = self.shapes.field_name(record, *n, field);
            let value = self.constant(code, *part, true);
            out.push(format!(".{prefix}{name} = {value}"));
        }
        out
    }

    fn zero(&self, code: &crate::Code, ty: TypeId, in_initializer: bool) -> String {
        match &code.types[ty] {
            Type::Pointer { .. } => format!("(({})0)", self.type_name(code, ty)),
            Type::Floating(_) => float(code, ty, 0),
            Type::Record(_) | Type::Array { .. } | Type::Vector { .. } if in_initializer => {
                "{0}".to_owned()
            }
            Type::MemberFunction if in_initializer => "{0, 0}".to_owned(),
            Type::MemberFunction => "((struct __nv_member_function){0, 0})".to_owned(),
            Type::Record(_) => format!("(({}){{0}})", self.type_name(code, ty)),
            Type::Vector { .. } => format!("(({}){{0}})", self.type_name(code, ty)),
            _ => "0".to_owned(),
        }
    }

    fn integer(&self, code: &crate::Code, ty: TypeId, n: i128) -> String {
        let kind = match &code.types[ty] {
            Type::Integer(i) => *i,
            Type::Bool => return n.to_string(),
            _ => {
                let to = self.type_name(code, ty);
                return format!("(({to})({n}LL))");
            }
        };
        match kind {
            Integer::Int if n == INT_MIN => "(-2147483647-1)".to_owned(),
            Integer::Int => signed(n, ""),
            Integer::UnsignedInt => format!("{n}U"),
            Integer::Long if n == LONG_MIN => "(-9223372036854775807L-1)".to_owned(),
            Integer::Long => signed(n, "L"),
            Integer::UnsignedLong => format!("{n}UL"),
            Integer::LongLong if n == LONG_MIN => "(-9223372036854775807LL-1)".to_owned(),
            Integer::LongLong => signed(n, "LL"),
            Integer::UnsignedLongLong => format!("{n}ULL"),
            Integer::Int128 | Integer::UnsignedInt128 => {
                let bits = n as u128;
                let (high, low) = ((bits >> 64) as u64, bits as u64);
                let to = integer(kind);
                format!("(({to})(((unsigned __int128){high}ULL << 64) | {low}ULL))")
            }
            _ => format!("(({})({n}))", integer(kind)),
        }
    }
}

fn signed(n: i128, suffix: &str) -> String {
    match n < 0 {
        true => format!("({n}{suffix})"),
        false => format!("{n}{suffix}"),
    }
}

fn float(code: &crate::Code, ty: TypeId, bits: u64) -> String {
    float_of(&code.types[ty], bits)
}

/// A floating constant that reads back as the same value.
fn float_of(ty: &Type, bits: u64) -> String {
    let value = f64::from_bits(bits);
    let suffix = match ty {
        Type::Floating(Floating::Float) => "F",
        Type::Floating(Floating::LongDouble) => "L",
        _ => "",
    };
    let lower = suffix.to_ascii_lowercase();
    if value.is_nan() {
        return format!("(__builtin_nan{lower}(\"\"))");
    }
    let sign = match value.is_sign_negative() {
        true => "-",
        false => "",
    };
    if value.is_infinite() {
        return format!("({sign}__builtin_huge_val{lower}())");
    }
    let number = match suffix {
        "F" => format!("{:e}", (value as f32).abs()),
        _ => format!("{:e}", value.abs()),
    };
    // `1e0` is a floating constant; so is `1.5e-3`.
    let text = format!("({sign}{number}{suffix})");
    match ty {
        Type::Floating(Floating::Half | Floating::BFloat16) => format!("((_Float16){text})"),
        _ => text,
    }
}
