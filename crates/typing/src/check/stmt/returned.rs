//! Return statements ([stmt.return]), and the return types that they deduce.

use cleave_codes::codes;
use cleave_hir::Expr as H_;

use crate::thir::{Category, ExprId, Stmt};
use crate::written::Target;
use crate::{At, Context, Fill, Ty, TyKind};

impl<'db> Context<'db> {
    /// `return` ([stmt.return])
    pub(in crate::check) fn return_stmt(&mut self, value: Option<cleave_hir::ExprId>) -> Stmt {
        let db = self.db;
        let from = self.out.exprs.len();
        let Some(value) = value else {
            let void = self.builtin(cleave_lang::Builtin::Void);
            if let Some(ret) = self.out.ret
                && ret.has_auto(db)
            {
                self.out.ret = Some(match self.in_template() {
                    true => Ty::error(db),
                    false => void,
                });
            }
            return Stmt::Return(None);
        };
        let e = self.expr(value);
        let pattern = self.body.return_pattern;
        if let (true, H_::List(_), false) = (
            pattern.is_some_and(|p| p.has_auto(db)),
            &self.code[value],
            self.in_template() || self.is_instantiation(),
        ) {
            let number = match self.scopes.closure.is_some() {
                true => codes::BRACED_LIST_HAS_NO_LAMBDA_RETURN_TYPE,
                false => codes::BRACED_LIST_HAS_NO_RETURN_TYPE,
            };
            self.out.ret = Some(Ty::error(db));
            let problem = crate::Problem::new(number, self.site(value));
            self.problems.push(problem.at(At::First));
            return Stmt::Error;
        }
        if pattern.is_some() && self.in_template() {
            // Which returns an instantiation keeps is not known here.
            self.out.ret = Some(Ty::error(db));
            return Stmt::Return(Some(self.full(e, from)));
        }
        if let Some(pattern) = pattern
            && pattern.has_auto(db)
        {
            self.out.deduces = true;
            let deduced = self.deduce_return(pattern, value, e);
            if let Some(deduced) = deduced {
                self.check_return_constraint(pattern, deduced);
            }
            match self.out.ret {
                Some(ret) if !ret.has_auto(db) => {
                    if let Some(deduced) = deduced
                        && deduced != ret
                        && !deduced.is_unknown(db)
                        && !ret.is_unknown(db)
                    {
                        self.wrong_operand(
                            codes::RETURN_TYPE_DEDUCED_DIFFERENTLY {
                                ty: Fill::Type(deduced),
                                previous: Fill::Type(ret),
                            },
                            e,
                        );
                        return Stmt::Return(Some(self.full(e, from)));
                    }
                }
                _ => self.out.ret = Some(deduced.unwrap_or(Ty::error(db))),
            }
        }
        let Some(ret) = self.out.ret else {
            // A constructor or destructor.
            if !self.is_bad(e) && !self.ty(e).is_void(db) {
                self.wrong_operand(codes::CONSTRUCTOR_RETURNS_VALUE, e);
            }
            return Stmt::Return(Some(self.full(e, from)));
        };
        if let (true, H_::List(_), false) = (ret.is_void(db), &self.code[value], self.in_template())
        {
            let at = self.site(value);
            let problem = crate::Problem::new(
                codes::LIST_INITIALIZATION_OF_INCOMPLETE_TYPE {
                    ty: Fill::Type(ret),
                },
                at,
            );
            self.problems.push(problem.at(At::First));
            return Stmt::Return(Some(self.full(e, from)));
        }
        if ret.is_void(db) {
            if !self.in_template()
                && let Some(bad) = self.undetermined(e)
            {
                return Stmt::Return(Some(self.full(bad, from)));
            }
            // In a template's definition it is reported in its instances only.
            if !self.is_bad(e) && !self.ty(e).is_void(db) && !self.in_template() {
                let at = self.start_of(e);
                self.problems
                    .push(crate::Problem::new(codes::BAD_RETURN_VALUE_TYPE, at).at(At::First));
            }
            return Stmt::Return(Some(self.full(e, from)));
        }
        // In a template's definition a conversion is reported in its instances only.
        let value = match self.in_template() {
            true => crate::convert::quietly(self, |cx| cx.returned(ret, e)),
            false => self.for_target(Target::Result, |cx| cx.returned(ret, e)),
        };
        self.check_escape(ret, value);
        Stmt::Return(Some(match ret.is_reference(db) {
            true => value,
            false => self.full(value, from),
        }))
    }

    pub(in crate::check) fn deduce_return(
        &mut self,
        pattern: Ty<'db>,
        value: cleave_hir::ExprId,
        e: ExprId,
    ) -> Option<Ty<'db>> {
        let db = self.db;
        if self.is_bad(e) {
            self.out.dependent |= self.is_dependent(e);
            return None;
        }
        if let TyKind::Auto(true) = pattern.kind(db) {
            let mut at = value;
            // Parentheses count.
            if let cleave_hir::Expr::Paren(_) = self.code[at] {
                let ty = self.ty(e);
                return Some(match self.category(e) {
                    Category::Lvalue => ty.lvalue_reference(db),
                    Category::Xvalue => ty.rvalue_reference(db),
                    Category::Prvalue => ty,
                });
            }
            while let cleave_hir::Expr::Paren(inner) = self.code[at] {
                at = inner;
            }
            return Some(crate::check::decltype(self, at));
        }
        if !self.in_template() && self.undetermined(e).is_some() {
            return None;
        }
        let operand = self.operand(e);
        if self.ty(e).is_void(db) && matches!(pattern.kind(db), TyKind::Auto(false)) {
            return Some(self.ty(e).unqualified(db));
        }
        crate::template::deduce_auto(self, pattern, &operand)
    }
}
