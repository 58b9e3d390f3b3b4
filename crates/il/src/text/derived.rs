//! The type that follows from what an expression is made of. The text leaves it out where the expression has that type.

use crate::code::{Code, ExprKind, MemberPart};
use crate::types::{Integer, Quals, Type, TypeId};

/// What follows.
pub(super) enum Derived {
    /// Nothing: the type must be written.
    Nothing,
    /// A type that is there.
    Old(TypeId),
    /// A type that may have to be added.
    New(Type),
}

/// The type that an expression has if none is written. Its indices name something.
pub(super) fn derived(code: &Code, kind: &ExprKind) -> Derived {
    let of = |e: &crate::ExprId| code.exprs[*e].ty;
    let ty = |e: &crate::ExprId| &code.types[of(e)];
    match kind {
        ExprKind::Local(local) => Derived::Old(code.locals[*local].ty),
        ExprKind::Text(c) | ExprKind::Constant(c) => Derived::Old(code.constants[*c].ty),
        ExprKind::Deref(e) => match ty(e) {
            Type::Pointer { to, .. } => Derived::Old(*to),
            _ => Derived::Nothing,
        },
        ExprKind::Element(e, _) | ExprKind::Lane(e, _) => match ty(e) {
            Type::Array { element, .. } | Type::Vector { element, .. } => Derived::Old(*element),
            _ => Derived::Nothing,
        },
        ExprKind::Part(e, _) => match ty(e) {
            Type::Complex(floating) => Derived::New(Type::Floating(*floating)),
            _ => Derived::Nothing,
        },
        ExprKind::Load(e)
        | ExprKind::Unary(_, e)
        | ExprKind::Store(e, _)
        | ExprKind::Compound(_, e, _, _)
        | ExprKind::Step { place: e, .. }
        | ExprKind::Conditional(_, e, _)
        | ExprKind::Comma(_, e) => Derived::Old(of(e)),
        ExprKind::Address(e) => Derived::New(Type::Pointer {
            to: of(e),
            quals: Quals::default(),
            restrict: false,
        }),
        ExprKind::Binary(operator, a, _) => match operator {
            crate::Binary::Equal
            | crate::Binary::NotEqual
            | crate::Binary::Less
            | crate::Binary::LessEqual
            | crate::Binary::Greater
            | crate::Binary::GreaterEqual => Derived::New(Type::Bool),
            _ => Derived::Old(of(a)),
        },
        ExprKind::Logical(..) => Derived::New(Type::Bool),
        ExprKind::CallPointer(callee, _) => match ty(callee) {
            Type::Pointer { to, .. } => match &code.types[*to] {
                Type::Function { ret, .. } => Derived::Old(*ret),
                _ => Derived::Nothing,
            },
            _ => Derived::Nothing,
        },
        ExprKind::Clear(_)
        | ExprKind::Copy(..)
        | ExprKind::Call(..)
        | ExprKind::Builtin(..)
        | ExprKind::Statements(_, None) => Derived::New(Type::Void),
        ExprKind::Statements(_, Some(value)) => Derived::Old(of(value)),
        ExprKind::MemberPart(_, MemberPart::Adjustment) | ExprKind::VirtualOffset(..) => {
            Derived::New(Type::Integer(Integer::Long))
        }
        ExprKind::Global(_)
        | ExprKind::Field(..)
        | ExprKind::Function(_)
        | ExprKind::LabelAddress(_)
        | ExprKind::Convert(..)
        | ExprKind::VirtualFunction(..)
        | ExprKind::MemberPart(_, MemberPart::Function)
        | ExprKind::NextArgument(_) => Derived::Nothing,
    }
}
