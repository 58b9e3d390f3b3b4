//! Types as text.

use std::fmt::Write as _;

use super::names;
use super::parser::{Parser, Result};
use crate::code::Code;
use crate::structure::MAX_DEPTH;
use crate::types::{Floating, Integer, Quals, Type, TypeId, Types};
use crate::words::Words;

/// A type, of a definition whose types are in order and nest within the limit.
pub(crate) fn type_text(types: &Types, id: TypeId) -> String {
    let mut out = String::new();
    ty(&mut out, types, id);
    out
}

/// Writes a type. It calls itself: types nest within a limit.
pub(super) fn ty(out: &mut String, types: &Types, id: TypeId) {
    match &types[id] {
        Type::Void => out.push_str("void"),
        Type::Bool => out.push_str("bool"),
        Type::Integer(integer) => out.push_str(integer.word()),
        Type::Floating(floating) => out.push_str(floating.word()),
        Type::Complex(floating) => {
            let _ = write!(out, "complex({})", floating.word());
        }
        Type::Pointer {
            to,
            quals,
            restrict,
        } => {
            out.push_str(if *restrict { "ptr restrict(" } else { "ptr(" });
            self::quals(out, *quals);
            ty(out, types, *to);
            out.push(')');
        }
        Type::Array { element, len } => {
            out.push_str("array(");
            ty(out, types, *element);
            if let Some(len) = len {
                let _ = write!(out, ", {len}");
            }
            out.push(')');
        }
        Type::Vector { element, len } => {
            out.push_str("vector(");
            ty(out, types, *element);
            let _ = write!(out, ", {len})");
        }
        Type::Record(name) => {
            out.push_str("record @");
            names::name(out, name);
        }
        Type::Function {
            ret,
            params,
            variadic,
        } => {
            out.push_str("fn(");
            for (i, param) in params.iter().enumerate() {
                if i > 0 {
                    out.push_str(", ");
                }
                ty(out, types, *param);
            }
            if *variadic {
                out.push_str(if params.is_empty() { "..." } else { ", ..." });
            }
            out.push_str(") -> ");
            ty(out, types, *ret);
        }
        Type::MemberFunction => out.push_str("memfn"),
        Type::VaList => out.push_str("va_list"),
    }
}

/// Writes qualifiers and a space behind each.
pub(super) fn quals(out: &mut String, quals: Quals) {
    if quals.is_const {
        out.push_str("const ");
    }
    if quals.is_volatile {
        out.push_str("volatile ");
    }
}

/// Whether a word begins a type.
pub(super) fn is_type(word: &str) -> bool {
    matches!(
        word,
        "void"
            | "bool"
            | "complex"
            | "ptr"
            | "array"
            | "vector"
            | "record"
            | "fn"
            | "memfn"
            | "va_list"
    ) || Integer::of_word(word).is_some()
        || Floating::of_word(word).is_some()
}

impl Parser<'_> {
    /// A type, inside of so many others.
    pub(super) fn ty(&mut self, code: &mut Code, depth: u32) -> Result<TypeId> {
        if depth >= MAX_DEPTH {
            return self.error("types nest too deep");
        }
        let Some(word) = self.word() else {
            return self.expected("a type");
        };
        if !is_type(word) {
            return self.expected("a type");
        }
        self.bump()?;
        let ty = match word {
            "void" => Type::Void,
            "bool" => Type::Bool,
            "memfn" => Type::MemberFunction,
            "va_list" => Type::VaList,
            "complex" => {
                self.take('(')?;
                let floating = self.a_word("a floating type")?;
                self.take(')')?;
                Type::Complex(floating)
            }
            "ptr" => {
                let restrict = self.eat_word("restrict")?;
                self.take('(')?;
                let quals = self.quals()?;
                let to = self.ty(code, depth + 1)?;
                self.take(')')?;
                Type::Pointer {
                    to,
                    quals,
                    restrict,
                }
            }
            "array" | "vector" => {
                self.take('(')?;
                let element = self.ty(code, depth + 1)?;
                let len = match self.eat(',')? {
                    true => Some(self.number("a length")?),
                    false => None,
                };
                let ty = match (word, len) {
                    ("array", len) => Type::Array { element, len },
                    (_, Some(len)) => Type::Vector { element, len },
                    (_, None) => return self.expected("','"),
                };
                self.take(')')?;
                ty
            }
            "record" => Type::Record(self.symbol()?),
            "fn" => {
                self.take('(')?;
                let mut params = Vec::new();
                let mut variadic = false;
                while !self.at(')') {
                    if self.eat('…')? {
                        variadic = true;
                        break;
                    }
                    params.push(self.ty(code, depth + 1)?);
                    if !self.eat(',')? {
                        break;
                    }
                }
                self.take(')')?;
                self.take('→')?;
                let ret = self.ty(code, depth + 1)?;
                Type::Function {
                    ret,
                    params: params.into(),
                    variadic,
                }
            }
            _ => match (Integer::of_word(word), Floating::of_word(word)) {
                (Some(integer), _) => Type::Integer(integer),
                (None, Some(floating)) => Type::Floating(floating),
                (None, None) => return self.expected("a type"),
            },
        };
        Ok(code.types.intern(ty))
    }

    /// Qualifiers, if there are any.
    pub(super) fn quals(&mut self) -> Result<Quals> {
        let mut quals = Quals::default();
        loop {
            if !quals.is_const && self.eat_word("const")? {
                quals.is_const = true;
            } else if !quals.is_volatile && self.eat_word("volatile")? {
                quals.is_volatile = true;
            } else {
                return Ok(quals);
            }
        }
    }
}
