//! The code of defaulted comparison operators ([class.compare.default]): what the compiler would have written.

use cleave_lang::{Builtin, Operator};

use crate::check::expr::name::access::NESTING;
use crate::check::init::{Mode, Purpose};
use crate::class::class_info;
use crate::thir::{Category, ExprId, ExprKind, LocalId, LocalKind, Stmt};
use crate::{Context, Site, Ty};

impl<'db> Context<'db> {
    /// The body of a defaulted comparison operator of a class: statements, the last one a return. `None`: it is none.
    pub(crate) fn defaulted_comparison(
        &mut self,
        op: Operator,
        class: Ty<'db>,
        site: Site<'db>,
    ) -> Option<crate::thir::StmtId> {
        let (left, right) = self.compared_objects(class, site)?;
        let mut stmts = Vec::new();
        match op {
            Operator::Equal => {
                let mut all: Option<ExprId> = None;
                for (a, b) in self.subobjects(class, (left, right), 0, site)? {
                    let e = self.binary(Operator::Equal, a, b, site);
                    let e = self.condition(e);
                    all = Some(match all {
                        Some(before) => {
                            let ty = self.builtin(Builtin::Bool);
                            self.prvalue(ExprKind::Logical(true, before, e), ty, site)
                        }
                        None => e,
                    });
                }
                let value = all.unwrap_or_else(|| self.bool(true, site));
                stmts.push(self.push_stmt(Stmt::Return(Some(value))));
            }
            Operator::Spaceship => {
                self.defaulted_spaceship(class, left, right, &mut stmts, site)?
            }
            Operator::NotEqual => {
                let e = self.binary(Operator::Equal, left, right, site);
                let e = self.condition(e);
                let ty = self.builtin(Builtin::Bool);
                let value = self.prvalue(ExprKind::Unary(Operator::Not, e), ty, site);
                stmts.push(self.push_stmt(Stmt::Return(Some(value))));
            }
            Operator::Less | Operator::Greater | Operator::LessEqual | Operator::GreaterEqual => {
                let order = self.binary(Operator::Spaceship, left, right, site);
                let zero = self.zero_literal(site);
                let value = self.binary(op, order, zero, site);
                stmts.push(self.push_stmt(Stmt::Return(Some(value))));
            }
            _ => return None,
        }
        Some(self.push_stmt(Stmt::Block(stmts.into())))
    }

    /// The operands: `*this` and the parameter, or the two parameters of a friend.
    fn compared_objects(&mut self, class: Ty<'db>, site: Site<'db>) -> Option<(ExprId, ExprId)> {
        let params: Vec<LocalId> = (self.out.locals.iter().enumerate())
            .filter(|(_, l)| matches!(l.kind, LocalKind::Param(_)))
            .map(|(i, _)| LocalId(i as u32))
            .collect();
        let _ = class;
        match params[..] {
            [right] => {
                let left = self.this_object(site);
                Some((left, self.local_expr(right, site)))
            }
            [left, right] => Some((self.local_expr(left, site), self.local_expr(right, site))),
            _ => None,
        }
    }

    /// Bases and members of both objects, in order.
    fn subobjects(
        &mut self,
        class: Ty<'db>,
        (left, right): (ExprId, ExprId),
        depth: u32,
        site: Site<'db>,
    ) -> Option<Vec<(ExprId, ExprId)>> {
        let db = self.db;
        let info = class_info(db, class.unqualified(db))?;
        let mut out = Vec::new();
        for base in &info.bases {
            let ty = base.ty.unqualified(db);
            let to = |cx: &mut Self, e: ExprId| {
                let quals = cx.ty(e).top_quals(db);
                let how = crate::thir::Conversion::ToBase(ty);
                cx.convert_glvalue(how, e, ty.qualified(db, quals))
            };
            out.push((to(self, left), to(self, right)));
        }
        for (i, field) in info.fields.iter().enumerate() {
            let a = self.subobject(left, i as u32, field, site);
            let b = self.subobject(right, i as u32, field, site);
            // The members of an anonymous struct are the class's own.
            match field.name.is_empty() && field.ty.is_class(db) && depth < NESTING {
                true => out.extend(self.subobjects(field.ty, (a, b), depth + 1, site)?),
                false => self.elements(a, b, &mut out, site),
            }
        }
        Some(out)
    }

    /// Arrays are compared element by element.
    fn elements(&mut self, a: ExprId, b: ExprId, out: &mut Vec<(ExprId, ExprId)>, site: Site<'db>) {
        const LONG: u64 = 1024;
        let ty = self.ty(a);
        let (Some(element), Some(n)) = (ty.element(self.db), ty.length(self.db)) else {
            out.push((a, b));
            return;
        };
        for i in 0..n.min(LONG) {
            let part = |cx: &mut Self, e: ExprId| {
                let index = cx.int(Builtin::Long, i128::from(i), site);
                cx.push(ExprKind::Index(e, index), element, Category::Lvalue, site)
            };
            let (x, y) = (part(self, a), part(self, b));
            self.elements(x, y, out, site);
        }
    }

    fn defaulted_spaceship(
        &mut self,
        class: Ty<'db>,
        left: ExprId,
        right: ExprId,
        stmts: &mut Vec<crate::thir::StmtId>,
        site: Site<'db>,
    ) -> Option<()> {
        let db = self.db;
        let strong = self.standard_class("strong_ordering")?;
        let weak = self.standard_class("weak_ordering")?;
        let partial = self.standard_class("partial_ordering")?;
        let mut orders = Vec::new();
        for (a, b) in self.subobjects(class, (left, right), 0, site)? {
            let order = self.binary(Operator::Spaceship, a, b, site);
            if self.is_bad(order) {
                return None;
            }
            orders.push(order);
        }
        // The common comparison category ([class.spaceship]/4).
        let has = |cx: &Self, ty: Ty<'db>| {
            orders
                .iter()
                .any(|&e| cx.ty(e).unqualified(db) == ty.unqualified(db))
        };
        let known = orders.iter().all(|&e| {
            let ty = self.ty(e).unqualified(db);
            [strong, weak, partial].contains(&ty)
        });
        let declared = self.out.ret?;
        let ret = match declared.has_auto(db) {
            false => declared,
            true if !known => return None,
            true if has(self, partial) => partial,
            true if has(self, weak) => weak,
            true => strong,
        };
        self.out.ret = Some(ret);
        for order in orders {
            let ty = self.ty(order).unqualified(db);
            let l = self.declare(None, ty, LocalKind::Automatic);
            stmts.push(self.push_stmt(Stmt::Local(l, Some(order))));
            let (value, zero) = (self.local_expr(l, site), self.zero_literal(site));
            let differs = self.binary(Operator::NotEqual, value, zero, site);
            let condition = self.condition(differs);
            let value = self.local_expr(l, site);
            let value = self.initialize(ret, value, Mode::Copy, Purpose::Return);
            let then = self.push_stmt(Stmt::Return(Some(value)));
            stmts.push(self.push_stmt(Stmt::If {
                init: Box::default(),
                condition,
                then,
                otherwise: None,
            }));
        }
        let (a, b) = (
            self.int(Builtin::Int, 0, site),
            self.int(Builtin::Int, 0, site),
        );
        let equal = self.binary(Operator::Spaceship, a, b, site);
        let equal = self.initialize(ret, equal, Mode::Copy, Purpose::Return);
        stmts.push(self.push_stmt(Stmt::Return(Some(equal))));
        Some(())
    }
}
