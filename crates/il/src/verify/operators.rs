//! The rules of operators.

use super::{Context, FaultKind};
use crate::code::{Binary, ExprId, Unary};
use crate::types::{Integer, Type, TypeId};

/// What kind of operator it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Arithmetic,
    Integral,
    Shift,
    Equality,
    Order,
}

fn class(operator: Binary) -> Class {
    match operator {
        Binary::Add | Binary::Subtract | Binary::Multiply | Binary::Divide => Class::Arithmetic,
        Binary::Remainder | Binary::And | Binary::Or | Binary::Xor => Class::Integral,
        Binary::ShiftLeft | Binary::ShiftRight => Class::Shift,
        Binary::Equal | Binary::NotEqual => Class::Equality,
        Binary::Less | Binary::LessEqual | Binary::Greater | Binary::GreaterEqual => Class::Order,
    }
}

impl Context<'_, '_> {
    pub(super) fn unary(&mut self, id: ExprId, operator: Unary, e: ExprId) {
        self.want_value(e, "an operand");
        let (ty, operand) = (self.type_of(id), self.type_of(e));
        self.want_agree(ty, operand, "the value of an operator");
        let good = matches!(
            (operator, self.lane(operand)),
            (
                Unary::Negate,
                Type::Integer(_) | Type::Floating(_) | Type::Complex(_)
            ) | (Unary::Complement, Type::Integer(_) | Type::Complex(_))
                | (Unary::Not, Type::Bool)
        );
        self.operand(good, operator, operand);
    }

    /// The type of a vector's elements, or the type itself.
    fn lane(&self, ty: TypeId) -> &Type {
        match self.ty(ty) {
            Type::Vector { element, .. } => self.ty(*element),
            other => other,
        }
    }

    fn operand(&mut self, good: bool, operator: impl std::fmt::Debug, ty: TypeId) {
        if !good {
            let shown = self.show(ty);
            self.fault(FaultKind::Operand, format!("{operator:?} of {shown}"));
        }
    }

    /// An operator on values of two types. Without a type of the result that is the first operand's: of a compound store.
    pub(super) fn binary(&mut self, operator: Binary, a: TypeId, b: TypeId, ty: Option<TypeId>) {
        let class = class(operator);
        let pointer = |ty: &Type| matches!(ty, Type::Pointer { .. });
        let (is_a, is_b) = (pointer(self.ty(a)), pointer(self.ty(b)));
        if matches!(operator, Binary::Add | Binary::Subtract) && (is_a || is_b) {
            return self.pointers(operator, a, b, ty);
        }
        if class == Class::Shift {
            let good = matches!(self.lane(a), Type::Integer(_))
                && matches!(self.lane(b), Type::Integer(_));
            self.operand(good, operator, a);
        } else {
            self.want_agree(b, a, "the second operand");
            let good = match (class, self.lane(a)) {
                (Class::Integral, Type::Bool) => operator != Binary::Remainder,
                (Class::Integral | Class::Arithmetic, Type::Integer(_)) => true,
                (Class::Arithmetic, Type::Floating(_) | Type::Complex(_)) => true,
                (Class::Equality, Type::Complex(_) | Type::MemberFunction) => true,
                (
                    Class::Equality | Class::Order,
                    Type::Bool | Type::Integer(_) | Type::Floating(_) | Type::Pointer { .. },
                ) => true,
                _ => false,
            };
            self.operand(good, operator, a);
        }
        let comparison = matches!(class, Class::Equality | Class::Order);
        let Some(ty) = ty else {
            return self.operand(!comparison, operator, a);
        };
        match (comparison, self.ty(a), self.ty(ty)) {
            (false, ..) => self.want_agree(ty, a, "the value of an operator"),
            (true, Type::Vector { len: x, .. }, Type::Vector { len: y, element }) => {
                let good = x == y && matches!(self.ty(*element), Type::Integer(_) | Type::Bool);
                self.operand(good, operator, ty);
            }
            (true, found, wanted) => {
                let good = matches!(wanted, Type::Bool) && !matches!(found, Type::Vector { .. });
                if !good {
                    let shown = self.show(ty);
                    self.fault(
                        FaultKind::TypeMismatch,
                        format!("a comparison gives {shown}"),
                    );
                }
            }
        }
    }

    /// Sums and differences with pointers.
    fn pointers(&mut self, operator: Binary, a: TypeId, b: TypeId, ty: Option<TypeId>) {
        let integer = |ty: &Type| matches!(ty, Type::Integer(_));
        let pointer = |ty: &Type| matches!(ty, Type::Pointer { .. });
        let result = match (self.ty(a), self.ty(b)) {
            (x, y) if pointer(x) && integer(y) => a,
            (x, Type::Bool) if pointer(x) && operator == Binary::Subtract => a,
            (x, y) if integer(x) && pointer(y) && operator == Binary::Add && ty.is_some() => b,
            (x, y) if pointer(x) && pointer(y) && operator == Binary::Subtract && ty.is_some() => {
                self.want_agree(b, a, "the second operand");
                let long = ty.is_some_and(|ty| *self.ty(ty) == Type::Integer(Integer::Long));
                self.want(long, FaultKind::TypeMismatch, || {
                    "a difference of pointers is no long".to_owned()
                });
                return;
            }
            _ => return self.operand(false, operator, b),
        };
        if let Some(ty) = ty {
            self.want_agree(ty, result, "the value of an operator");
        }
    }
}
