//! Expressions as text: a word, what it needs in front of the parentheses, operands in them, and a type where it does not follow.

use std::fmt::Write as _;

use super::code::Body;
use super::constants::symbol;
use super::derived::{Derived, derived};
use super::names;
use super::parser::{Parser, Result};
use super::types;
use crate::code::{Binary, Code, Conversion, Expr, ExprId, ExprKind, MemberPart, Unary};
use crate::structure::MAX_DEPTH;
use crate::walk::{self, PartMut};
use crate::words::Words;

/// Writes what stands in front of the operands. True if operands in parentheses follow.
pub(super) fn head(out: &mut String, code: &Code, locals: &[String], kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Local(local) => {
            out.push_str(names::local(locals, *local));
            return false;
        }
        ExprKind::Global(name) => {
            symbol(out, name);
            return false;
        }
        ExprKind::Text(text) => {
            out.push_str("text ");
            super::constants::constant(out, code, *text, None);
            return false;
        }
        ExprKind::Constant(id) => {
            super::constants::constant(out, code, *id, None);
            return false;
        }
        ExprKind::Function(name) => {
            out.push_str("function ");
            symbol(out, name);
            return false;
        }
        ExprKind::LabelAddress(label) => {
            out.push_str("label_address ");
            names::name(out, label);
            return false;
        }
        ExprKind::Deref(_) => out.push_str("deref"),
        ExprKind::Field(_, number) => {
            let _ = write!(out, "field {number} ");
        }
        ExprKind::Element(..) => out.push_str("element"),
        ExprKind::Lane(..) => out.push_str("lane"),
        ExprKind::Part(_, false) => out.push_str("real"),
        ExprKind::Part(_, true) => out.push_str("imaginary"),
        ExprKind::Load(_) => out.push_str("load"),
        ExprKind::Address(_) => out.push_str("address"),
        ExprKind::Convert(conversion, _) => {
            let _ = write!(out, "convert {} ", conversion.word());
        }
        ExprKind::Unary(operator, _) => out.push_str(operator.word()),
        ExprKind::Binary(operator, ..) => out.push_str(operator.word()),
        ExprKind::Logical(true, ..) => out.push_str("both"),
        ExprKind::Logical(false, ..) => out.push_str("either"),
        ExprKind::Conditional(..) => out.push_str("conditional"),
        ExprKind::Comma(..) => out.push_str("comma"),
        ExprKind::Store(..) => out.push_str("store"),
        ExprKind::Compound(operator, _, _, within) => {
            let _ = write!(out, "compound {} ", operator.word());
            types::ty(out, &code.types, *within);
            out.push(' ');
        }
        ExprKind::Step {
            increment, prefix, ..
        } => out.push_str(match (prefix, increment) {
            (true, true) => "pre_increment",
            (true, false) => "pre_decrement",
            (false, true) => "post_increment",
            (false, false) => "post_decrement",
        }),
        ExprKind::Clear(_) => out.push_str("clear"),
        ExprKind::Copy(..) => out.push_str("copy"),
        ExprKind::Call(name, _) => {
            out.push_str("call ");
            symbol(out, name);
        }
        ExprKind::CallPointer(..) => out.push_str("call_pointer"),
        ExprKind::Builtin(name, _) => {
            out.push_str("builtin ");
            names::name(out, name);
        }
        ExprKind::VirtualFunction(_, number) => {
            let _ = write!(out, "virtual_function {number} ");
        }
        ExprKind::VirtualOffset(_, at) => {
            let _ = write!(out, "virtual_offset {at} ");
        }
        ExprKind::MemberPart(_, part) => out.push_str(part.word()),
        ExprKind::Statements(..) => out.push_str("statements"),
        ExprKind::NextArgument(_) => out.push_str("next_argument"),
    }
    true
}

/// Writes the type of an expression, if it does not follow from the operands.
pub(super) fn suffix(out: &mut String, code: &Code, expr: &Expr) {
    let follows = match derived(code, &expr.kind) {
        Derived::Nothing => false,
        Derived::Old(ty) => ty == expr.ty,
        Derived::New(ty) => ty == code.types[expr.ty],
    };
    if !follows {
        out.push_str(": ");
        types::ty(out, &code.types, expr.ty);
    }
}

/// An expression whose operands are still to come.
struct Open {
    kind: ExprKind,
    operands: Vec<ExprId>,
    at: usize,
}

impl Parser<'_> {
    /// An expression, inside of so many blocks in expressions. Operands are kept on a stack of its own.
    pub(super) fn expr(&mut self, body: &mut Body, depth: u32) -> Result<ExprId> {
        let mut open: Vec<Open> = Vec::new();
        loop {
            let at = self.position();
            let (kind, more) = self.head(body, depth)?;
            let mut done = match more {
                true => {
                    open.push(Open {
                        kind,
                        operands: Vec::new(),
                        at,
                    });
                    // `statements` has taken its first operand.
                    let taken = matches!(
                        open.last(),
                        Some(Open {
                            kind: ExprKind::Statements(..),
                            ..
                        })
                    );
                    match taken {
                        true if self.eat(',')? => continue,
                        true => None,
                        false if self.at(')') => None,
                        false => continue,
                    }
                }
                false => Some(self.finish(body, kind)?),
            };
            // Close what can be closed.
            loop {
                if let Some(id) = done.take() {
                    let Some(last) = open.last_mut() else {
                        return Ok(id);
                    };
                    last.operands.push(id);
                    if self.eat(',')? {
                        break;
                    }
                }
                self.take(')')?;
                let Some(last) = open.pop() else {
                    return self.expected("an expression");
                };
                let Some(kind) = filled(last.kind, &last.operands) else {
                    let count = last.operands.len();
                    return self.error_at(
                        last.at,
                        format!("it takes another number of operands than {count}"),
                    );
                };
                done = Some(self.finish(body, kind)?);
            }
        }
    }

    /// The type behind an expression, or the one that follows.
    fn finish(&mut self, body: &mut Body, kind: ExprKind) -> Result<ExprId> {
        let code = &mut body.code;
        let ty = match self.eat(':')? {
            true => self.ty(code, 0)?,
            false => match derived(code, &kind) {
                Derived::Old(ty) => ty,
                Derived::New(ty) => code.types.intern(ty),
                Derived::Nothing => return self.expected("':' and the type of the expression"),
            },
        };
        Ok(code.expr(kind, ty))
    }

    /// What stands in front of the operands, and whether operands follow. The operands in it are made up.
    fn head(&mut self, body: &mut Body, depth: u32) -> Result<(ExprKind, bool)> {
        match self.mark() {
            Some('%') => return Ok((ExprKind::Local(self.known_local(body)?), false)),
            Some('@') => return Ok((ExprKind::Global(self.symbol()?), false)),
            _ => {}
        }
        let Some(word) = self.word() else {
            return self.expected("an expression");
        };
        if types::is_type(word) {
            let constant = self.constant(&mut body.code, None, 0)?;
            return Ok((ExprKind::Constant(constant), false));
        }
        let Some(none) = unfilled(word) else {
            return self.expected("an expression");
        };
        self.bump()?;
        let kind = match none {
            Unfilled::Text => {
                let text = self.constant(&mut body.code, None, 0)?;
                return Ok((ExprKind::Text(text), false));
            }
            Unfilled::Function => return Ok((ExprKind::Function(self.symbol()?), false)),
            Unfilled::LabelAddress => {
                return Ok((ExprKind::LabelAddress(self.name()?.into()), false));
            }
            Unfilled::Statements => {
                if depth >= MAX_DEPTH {
                    return self.error("blocks in expressions nest too deep");
                }
                self.take('(')?;
                let block = self.stmt(body, depth + 1)?;
                return Ok((ExprKind::Statements(block, None), true));
            }
            Unfilled::Field => ExprKind::Field(NONE, self.number("the number of a field")?),
            Unfilled::Convert => {
                ExprKind::Convert(self.a_word::<Conversion>("a conversion")?, NONE)
            }
            Unfilled::Compound => {
                let operator = self.a_word::<Binary>("an operator")?;
                let within = self.ty(&mut body.code, 0)?;
                ExprKind::Compound(operator, NONE, NONE, within)
            }
            Unfilled::Call => ExprKind::Call(self.symbol()?, [].into()),
            Unfilled::Builtin => ExprKind::Builtin(self.name()?.into(), [].into()),
            Unfilled::VirtualFunction => ExprKind::VirtualFunction(NONE, self.number("a number")?),
            Unfilled::VirtualOffset => {
                ExprKind::VirtualOffset(NONE, self.number("a number of bytes")?)
            }
            Unfilled::Plain(kind) => kind,
        };
        self.take('(')?;
        Ok((kind, true))
    }
}

/// What stands for an operand that is still to come.
const NONE: ExprId = ExprId::from_raw(la_arena::RawIdx::from_u32(0));

/// What a word begins.
enum Unfilled {
    /// Operands follow at once.
    Plain(ExprKind),
    Text,
    Function,
    LabelAddress,
    Statements,
    Field,
    Convert,
    Compound,
    Call,
    Builtin,
    VirtualFunction,
    VirtualOffset,
}

fn unfilled(word: &str) -> Option<Unfilled> {
    let step = |prefix, increment| ExprKind::Step {
        increment,
        prefix,
        place: NONE,
    };
    Some(Unfilled::Plain(match word {
        "text" => return Some(Unfilled::Text),
        "function" => return Some(Unfilled::Function),
        "label_address" => return Some(Unfilled::LabelAddress),
        "statements" => return Some(Unfilled::Statements),
        "field" => return Some(Unfilled::Field),
        "convert" => return Some(Unfilled::Convert),
        "compound" => return Some(Unfilled::Compound),
        "call" => return Some(Unfilled::Call),
        "builtin" => return Some(Unfilled::Builtin),
        "virtual_function" => return Some(Unfilled::VirtualFunction),
        "virtual_offset" => return Some(Unfilled::VirtualOffset),
        "deref" => ExprKind::Deref(NONE),
        "element" => ExprKind::Element(NONE, NONE),
        "lane" => ExprKind::Lane(NONE, NONE),
        "real" => ExprKind::Part(NONE, false),
        "imaginary" => ExprKind::Part(NONE, true),
        "load" => ExprKind::Load(NONE),
        "address" => ExprKind::Address(NONE),
        "both" => ExprKind::Logical(true, NONE, NONE),
        "either" => ExprKind::Logical(false, NONE, NONE),
        "conditional" => ExprKind::Conditional(NONE, NONE, NONE),
        "comma" => ExprKind::Comma(NONE, NONE),
        "store" => ExprKind::Store(NONE, NONE),
        "pre_increment" => step(true, true),
        "pre_decrement" => step(true, false),
        "post_increment" => step(false, true),
        "post_decrement" => step(false, false),
        "clear" => ExprKind::Clear(NONE),
        "copy" => ExprKind::Copy(NONE, NONE),
        "call_pointer" => ExprKind::CallPointer(NONE, [].into()),
        "next_argument" => ExprKind::NextArgument(NONE),
        _ => match (
            Unary::of_word(word),
            Binary::of_word(word),
            MemberPart::of_word(word),
        ) {
            (Some(operator), ..) => ExprKind::Unary(operator, NONE),
            (_, Some(operator), _) => ExprKind::Binary(operator, NONE, NONE),
            (.., Some(part)) => ExprKind::MemberPart(NONE, part),
            _ => return None,
        },
    }))
}

/// Puts the operands into an expression; nothing if it takes another number of them.
fn filled(mut kind: ExprKind, operands: &[ExprId]) -> Option<ExprKind> {
    let some = |fixed: usize| {
        let args = operands.len().checked_sub(fixed)?;
        Some(vec![NONE; args].into_boxed_slice())
    };
    match &mut kind {
        ExprKind::Call(_, args) | ExprKind::Builtin(_, args) => *args = some(0)?,
        ExprKind::CallPointer(_, args) => *args = some(1)?,
        ExprKind::Statements(_, value) => *value = operands.first().copied(),
        _ => {}
    }
    let mut rest = operands.iter();
    let mut enough = true;
    walk::expr_mut(&mut kind, &mut |part| {
        if let PartMut::Expr(e) = part {
            match rest.next() {
                Some(operand) => *e = *operand,
                None => enough = false,
            }
        }
    });
    (enough && rest.next().is_none()).then_some(kind)
}
