//! GNU's vectors as operands: each element by itself, a scalar with every element.

use cleave_codes::codes;
use cleave_lang::{Builtin, Operator};

use crate::thir::{Category, ExprId, ExprKind};
use crate::ty::types::Sort;
use crate::{Context, Site, Ty, TyKind};

impl<'db> Context<'db> {
    /// An infix operator of which an operand is a vector. `None`: none is.
    pub(super) fn vector_binary(
        &mut self,
        op: Operator,
        a: ExprId,
        b: ExprId,
        site: Site<'db>,
    ) -> Option<ExprId> {
        let vector = self.vector_of(a, b)?;
        let size = |e: ExprId| {
            let ty = self.ty(e).decayed(self.db);
            let size = crate::class::layout::size_of(self.db, ty.unqualified(self.db));
            size.filter(|_| is_vector(ty))
        };
        if let (Some(m), Some(n)) = (size(a), size(b))
            && m != n
        {
            return Some(self.reject(codes::VECTORS_OF_DIFFERENT_SIZES, site));
        }
        use Operator::*;
        let integral = matches!(op, BitAnd | BitOr | BitXor);
        if integral && self.is_vector_of_others(vector) {
            return Some(self.reject(codes::VECTOR_NOT_INTEGRAL, site));
        }
        let (x, y) = (self.rvalue(a), self.rvalue(b));
        let ty = match op {
            Equal | NotEqual | Less | Greater | LessEqual | GreaterEqual | LogicalAnd
            | LogicalOr => self.mask_of(vector),
            _ => vector,
        };
        Some(self.prvalue(ExprKind::Binary(op, x, y), ty, site))
    }

    /// `!v`
    pub(super) fn vector_not(&mut self, e: ExprId, site: Site<'db>) -> Option<ExprId> {
        let vector = self.vector_of(e, e)?;
        let value = self.rvalue(e);
        let ty = self.mask_of(vector);
        Some(self.prvalue(ExprKind::Unary(Operator::Not, value), ty, site))
    }

    /// `c ? a : b` where the operands are vectors, or scalars that a vector condition chooses among. `None`: nothing is a vector.
    pub(super) fn vector_branches(
        &mut self,
        condition: ExprId,
        a: ExprId,
        b: ExprId,
        site: Site<'db>,
    ) -> Option<ExprId> {
        let db = self.db;
        let ty = match (self.vector_of(a, b), self.vector_of(condition, condition)) {
            (Some(ty), _) => ty,
            (None, Some(mask)) => match *mask.kind(db) {
                TyKind::Vector(_, n) => {
                    let element = self.ty(a).decayed(db);
                    Ty::of(db, TyKind::Vector(element, n))
                }
                _ => return None,
            },
            (None, None) => return None,
        };
        let (x, y) = (self.rvalue(a), self.rvalue(b));
        let kind = ExprKind::Conditional(condition, x, y);
        Some(self.push(kind, ty, Category::Prvalue, site))
    }

    /// Whether a vector's elements are certainly no integers.
    fn is_vector_of_others(&self, vector: Ty<'db>) -> bool {
        let db = self.db;
        matches!(*vector.kind(db), TyKind::Vector(element, _)
            if element.is_arithmetic(db) && !element.is_integral(db))
    }

    /// The vector among two operands that both are vectors or numbers.
    fn vector_of(&self, a: ExprId, b: ExprId) -> Option<Ty<'db>> {
        let db = self.db;
        let (x, y) = (self.ty(a).decayed(db), self.ty(b).decayed(db));
        let fits = |t: Ty<'db>| t.is_arithmetic(db) || t.is_enum(db) || is_vector(t);
        match (is_vector(x), is_vector(y)) {
            (true, _) if fits(y) => Some(x),
            (_, true) if fits(x) => Some(y),
            _ => None,
        }
    }

    /// The vector of signed integers that a comparison of vectors gives.
    fn mask_of(&self, vector: Ty<'db>) -> Ty<'db> {
        let db = self.db;
        let TyKind::Vector(element, n) = *vector.kind(db) else {
            return vector;
        };
        let signed = match crate::class::layout::size_of(db, element) {
            Some(1) => Builtin::SignedChar,
            Some(2) => Builtin::Short,
            Some(4) => Builtin::Int,
            _ => Builtin::Long,
        };
        Ty::of(db, TyKind::Vector(Ty::builtin(db, signed), n))
    }
}

fn is_vector(ty: Ty<'_>) -> bool {
    ty.sort() == Sort::Vector
}
