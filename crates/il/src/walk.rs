//! What expressions and statements are made of, in the order in which the text has it.

use crate::code::{AsmOperand, ExprId, ExprKind, LocalId, StmtId, StmtKind};
use crate::constant::{ConstantId, ConstantKind};
use crate::types::{Type, TypeId};

/// A part of an expression or statement, for reading.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Part<'a> {
    /// An expression.
    Expr(&'a ExprId),
    /// A statement.
    Stmt(&'a StmtId),
    /// A local.
    Local(&'a LocalId),
    /// A constant.
    Constant(&'a ConstantId),
    /// A type.
    Type(&'a TypeId),
}

/// A part of an expression or statement, for changing.
#[derive(Debug)]
pub(crate) enum PartMut<'a> {
    /// An expression.
    Expr(&'a mut ExprId),
    /// A statement.
    Stmt(&'a mut StmtId),
    /// A local.
    Local(&'a mut LocalId),
    /// A constant.
    Constant(&'a mut ConstantId),
    /// A type.
    Type(&'a mut TypeId),
}

macro_rules! parts {
    ($part:ident, $expr:ident, $stmt:ident, $constant:ident, $ty:ident, $($m:tt)?) => {
        /// Calls `f` with each part of an expression.
        pub(crate) fn $expr(kind: &$($m)? ExprKind, f: &mut impl FnMut($part<'_>)) {
            match kind {
                ExprKind::Local(local) => f($part::Local(local)),
                ExprKind::Text(c) | ExprKind::Constant(c) => f($part::Constant(c)),
                ExprKind::Global(_) | ExprKind::Function(_) | ExprKind::LabelAddress(_) => {}
                ExprKind::Deref(e)
                | ExprKind::Field(e, _)
                | ExprKind::Part(e, _)
                | ExprKind::Load(e)
                | ExprKind::Address(e)
                | ExprKind::Convert(_, e)
                | ExprKind::Unary(_, e)
                | ExprKind::Clear(e)
                | ExprKind::Step { place: e, .. }
                | ExprKind::VirtualFunction(e, _)
                | ExprKind::VirtualOffset(e, _)
                | ExprKind::MemberPart(e, _)
                | ExprKind::NextArgument(e) => f($part::Expr(e)),
                ExprKind::Element(a, b)
                | ExprKind::Lane(a, b)
                | ExprKind::Binary(_, a, b)
                | ExprKind::Logical(_, a, b)
                | ExprKind::Comma(a, b)
                | ExprKind::Store(a, b)
                | ExprKind::Copy(a, b) => {
                    f($part::Expr(a));
                    f($part::Expr(b));
                }
                ExprKind::Compound(_, a, b, ty) => {
                    f($part::Type(ty));
                    f($part::Expr(a));
                    f($part::Expr(b));
                }
                ExprKind::Conditional(a, b, c) => {
                    f($part::Expr(a));
                    f($part::Expr(b));
                    f($part::Expr(c));
                }
                ExprKind::Call(_, args) | ExprKind::Builtin(_, args) => {
                    for e in args {
                        f($part::Expr(e));
                    }
                }
                ExprKind::CallPointer(callee, args) => {
                    f($part::Expr(callee));
                    for e in args {
                        f($part::Expr(e));
                    }
                }
                ExprKind::Statements(stmt, value) => {
                    f($part::Stmt(stmt));
                    if let Some(e) = value {
                        f($part::Expr(e));
                    }
                }
            }
        }

        /// Calls `f` with each part of a statement.
        pub(crate) fn $stmt(kind: &$($m)? StmtKind, f: &mut impl FnMut($part<'_>)) {
            match kind {
                StmtKind::Expr(e) | StmtKind::GotoPointer(e) => f($part::Expr(e)),
                StmtKind::Declare(local) => f($part::Local(local)),
                StmtKind::Block(stmts) => {
                    for s in stmts {
                        f($part::Stmt(s));
                    }
                }
                StmtKind::If(condition, then, otherwise) => {
                    f($part::Expr(condition));
                    f($part::Stmt(then));
                    if let Some(s) = otherwise {
                        f($part::Stmt(s));
                    }
                }
                StmtKind::Taken(body) => f($part::Stmt(body)),
                StmtKind::Loop { condition, step, body, .. } => {
                    if let Some(e) = condition {
                        f($part::Expr(e));
                    }
                    if let Some(e) = step {
                        f($part::Expr(e));
                    }
                    f($part::Stmt(body));
                }
                StmtKind::Switch(value, body) => {
                    f($part::Expr(value));
                    f($part::Stmt(body));
                }
                StmtKind::Return(value) => {
                    if let Some(e) = value {
                        f($part::Expr(e));
                    }
                }
                StmtKind::Asm(asm) => {
                    for AsmOperand { value, .. } in &$($m)? asm.outputs {
                        f($part::Expr(value));
                    }
                    for AsmOperand { value, .. } in &$($m)? asm.inputs {
                        f($part::Expr(value));
                    }
                }
                StmtKind::Case(..)
                | StmtKind::Default
                | StmtKind::Label(_)
                | StmtKind::Goto(_)
                | StmtKind::Break
                | StmtKind::Continue => {}
            }
        }

        /// Calls `f` with each constant that a constant is made of.
        pub(crate) fn $constant(kind: &$($m)? ConstantKind, f: &mut impl FnMut(&$($m)? ConstantId)) {
            match kind {
                ConstantKind::AddressOfText(c, _) => f(c),
                ConstantKind::Record(fields) => {
                    for (_, c) in fields {
                        f(c);
                    }
                }
                ConstantKind::Array(elements) => {
                    for c in elements {
                        f(c);
                    }
                }
                ConstantKind::Undefined
                | ConstantKind::Zero
                | ConstantKind::Integer(_)
                | ConstantKind::Floating(_)
                | ConstantKind::Complex(..)
                | ConstantKind::Address(..)
                | ConstantKind::Text(_)
                | ConstantKind::MemberFunction(..)
                | ConstantKind::VirtualMemberFunction(..) => {}
            }
        }

        /// Calls `f` with each type that a type is made of.
        pub(crate) fn $ty(ty: &$($m)? Type, f: &mut impl FnMut(&$($m)? TypeId)) {
            match ty {
                Type::Pointer { to, .. } => f(to),
                Type::Array { element, .. } | Type::Vector { element, .. } => f(element),
                Type::Function { ret, params, .. } => {
                    f(ret);
                    for ty in params {
                        f(ty);
                    }
                }
                Type::Void
                | Type::Bool
                | Type::Integer(_)
                | Type::Floating(_)
                | Type::Complex(_)
                | Type::Record(_)
                | Type::MemberFunction
                | Type::VaList => {}
            }
        }
    };
}

parts!(Part, expr, stmt, constant, ty,);
parts!(PartMut, expr_mut, stmt_mut, constant_mut, ty_mut, mut);
