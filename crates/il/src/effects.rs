//! Which expressions do something when they are computed, beside giving a value ([intro.execution]/7).

use crate::walk::{self, Part};
use crate::{Code, ExprId, ExprKind, Type};

impl Code {
    /// Whether computing an expression calls, stores, or reads something volatile.
    pub fn has_effects(&self, e: ExprId) -> bool {
        let mut todo = vec![e];
        while let Some(e) = todo.pop() {
            match &self.exprs[e].kind {
                ExprKind::Store(..)
                | ExprKind::Copy(..)
                | ExprKind::Clear(_)
                | ExprKind::Compound(..)
                | ExprKind::Step { .. }
                | ExprKind::Call(..)
                | ExprKind::CallPointer(..)
                | ExprKind::Builtin(..)
                | ExprKind::Statements(..)
                | ExprKind::NextArgument(_) => return true,
                ExprKind::Load(place) if self.is_volatile(*place) => return true,
                kind => walk::expr(kind, &mut |part| {
                    if let Part::Expr(e) = part {
                        todo.push(*e);
                    }
                }),
            }
        }
        false
    }

    /// Whether a place is what a pointer to something volatile points to, or a part of that.
    pub fn is_volatile(&self, mut place: ExprId) -> bool {
        loop {
            match self.exprs[place].kind {
                ExprKind::Field(inner, _) | ExprKind::Element(inner, _) => place = inner,
                ExprKind::Local(local) => return self.locals[local].quals.is_volatile,
                ExprKind::Deref(pointer) => {
                    let ty = &self.types[self.exprs[pointer].ty];
                    return matches!(ty, Type::Pointer { quals, .. } if quals.is_volatile);
                }
                _ => return false,
            }
        }
    }
}
