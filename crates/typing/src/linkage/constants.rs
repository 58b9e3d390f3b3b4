//! Constants that an expression names which depends on template parameters. Where a constant is needed, the reference reads what is
//! known and writes its value. Where it also converts what it read, the name stays.

use cleave_hir::{Expr, ExprId};
use cleave_lang::{Builtin, Operator};
use cleave_mangle as m;

use super::names::Names;
use crate::convert::quietly;
use crate::convert::standard::promoted;
use crate::lookup::Found;
use crate::{Context, Ty};

impl<'db> Names<'db> {
    /// A part of a name that is a constant expression (or not), its constants read.
    pub(super) fn as_constant<T>(
        &mut self,
        is_constant: bool,
        f: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let around = std::mem::replace(&mut self.is_constant, is_constant);
        let made = f(self);
        self.is_constant = around;
        made
    }

    /// The operand of an operator with one operand.
    pub(super) fn operand(
        &mut self,
        cx: &mut Context<'db>,
        op: Operator,
        operand: ExprId,
    ) -> Option<m::Expr> {
        let Some((ty, value)) = self.constant(cx, operand) else {
            return self.expr(cx, operand);
        };
        let to = match op {
            Operator::Not => Ty::builtin(self.db, Builtin::Bool),
            Operator::Negate | Operator::UnaryPlus | Operator::Complement => promoted(self.db, ty),
            _ => return self.expr(cx, operand),
        };
        let name = self.expr(cx, operand)?;
        Some(match to == ty {
            true => m::Expr::Constant(Box::new(name), value),
            false => name,
        })
    }

    /// One of two operands; `other` is the other one.
    pub(super) fn operand_beside(
        &mut self,
        cx: &mut Context<'db>,
        op: Operator,
        operand: ExprId,
        other: ExprId,
    ) -> Option<m::Expr> {
        let Some((ty, value)) = self.constant(cx, operand) else {
            return self.expr(cx, operand);
        };
        let db = self.db;
        // Nothing is converted before the type of the other one is known.
        let converted = self.known_type(cx, other).and_then(|other| match op {
            Operator::LogicalAnd | Operator::LogicalOr => Some(Ty::builtin(db, Builtin::Bool)),
            Operator::ShiftLeft | Operator::ShiftRight => Some(promoted(db, ty)),
            Operator::Comma => None,
            _ => cx.common_arithmetic(ty, other),
        });
        let name = self.expr(cx, operand)?;
        Some(match converted.is_none_or(|to| to == ty) {
            true => m::Expr::Constant(Box::new(name), value),
            false => name,
        })
    }

    /// The type and value of an expression that names a constant, where constants are read.
    fn constant(&mut self, cx: &mut Context<'db>, mut e: ExprId) -> Option<(Ty<'db>, m::Literal)> {
        let db = self.db;
        if !self.is_constant {
            return None;
        }
        while let Expr::Paren(inner) = cx.code[e] {
            e = inner;
        }
        let Expr::Path(path) = &cx.code[e] else {
            return None;
        };
        let Found::Entities { set, .. } = cx.lookup_path(path) else {
            return None;
        };
        let [entity] = set[..] else {
            return None;
        };
        let is_variable = matches!(entity.kind(db), Some(cleave_hir::DeclKind::Variable(_)));
        let depends = entity.env(db).is_some_and(|e| e.is_dependent(db));
        if !is_variable || depends || entity.is_template(db) || path.args.is_some() {
            return None;
        }
        let value = crate::eval::constant_value(db, entity)?;
        let ty = value.ty(db).unqualified(db);
        let is_number = ty.is_integral(db) || ty.is_enum(db);
        match self.value(ty, value.value(db)).filter(|_| is_number)? {
            m::Expr::Literal(value) => Some((ty, value)),
            _ => None,
        }
    }

    /// The type of an expression that does not depend on template parameters, whatever its value does.
    fn known_type(&self, cx: &mut Context<'db>, e: ExprId) -> Option<Ty<'db>> {
        let db = self.db;
        quietly(cx, |cx| {
            let e = cx.unevaluated(e);
            let ty = cx.ty(e);
            (!ty.is_dependent(db) && !ty.is_unknown(db)).then(|| ty.unqualified(db))
        })
    }
}
