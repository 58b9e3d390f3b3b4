//! Selection statements ([stmt.select]): conditions, what a constant one discards, the values of cases.

use cleave_codes::codes;
use cleave_hir::{Condition, DeclKind, Expr as H, IfKind, StmtId};
use cleave_lang::Operator;

use crate::check::init::{Mode, Purpose};
use crate::code::source::first_token;
use crate::eval::Failure;
use crate::thir::{self, ExprId, LocalId, Stmt};
use crate::{At, Context, Fill, Problem};

impl<'db> Context<'db> {
    /// The value of a condition; a declaration in it goes before.
    pub(in crate::check) fn condition_value(
        &mut self,
        condition: &Condition,
        before: &mut Vec<thir::StmtId>,
    ) -> ExprId {
        match condition {
            Condition::Expr(e) => self.expr(*e),
            Condition::Decl(decl) => {
                let from = self.out.locals.len();
                self.local_decl(*decl, before);
                let site = self.decl_site(*decl);
                if let DeclKind::StructuredBinding { .. } = self.code[*decl].kind {
                    self.unknown = true;
                    return self.error_expr(site);
                }
                // That it has no value has been said.
                if matches!(&self.code[*decl].kind, DeclKind::Variable(v) if v.init == cleave_hir::Init::None)
                {
                    self.body.uninitialized.remove(&LocalId(from as u32));
                }
                match self.out.locals.len() > from {
                    true => self.local_expr(LocalId(from as u32), site),
                    false => self.error_expr(site),
                }
            }
        }
    }

    /// What more is said of a `for`'s condition that begins with a name that nothing declares and `<`: the reference looks for a
    /// declaration there, and reads a template-id. `from`: the problems from there on are the condition's.
    pub(in crate::check) fn looks_like_template_id(&mut self, condition: &Condition, from: usize) {
        let Condition::Expr(whole) = *condition else {
            return;
        };
        let mut first = whole;
        let mut argument = None;
        while let H::Binary(op, left, right) = self.code[first] {
            if matches!(
                op,
                Operator::Greater | Operator::GreaterEqual | Operator::ShiftRight
            ) {
                return;
            }
            argument = (op == Operator::Less).then_some(right);
            first = left;
        }
        let Some(argument) = argument.filter(|_| matches!(self.code[first], H::Path(_))) else {
            return;
        };
        let at = self.site(first);
        let is_undefined = |p: &Problem<'db>| p.is_undefined_name() && p.site == at;
        if !self.problems[from..].iter().any(is_undefined) {
            return;
        }
        if !self.in_template()
            && let Err(Failure::NotConstant(problems)) =
                crate::eval::constant_expression(self, argument, None)
        {
            self.problems.extend(problems);
        }
        let site = self.site(whole);
        (self.problems).push(Problem::new(codes::EXPECTED_GREATER_THAN, site).at(At::After));
    }

    /// Notes what attributes say of the condition of a statement.
    pub(in crate::check) fn expect(&mut self, stmt: StmtId, condition: ExprId) {
        if let Some(holds) = self.code.expected(stmt) {
            self.out.expected.push((condition, holds));
        }
    }

    pub(in crate::check) fn if_stmt(
        &mut self,
        stmt: StmtId,
        kind: IfKind,
        init: Option<StmtId>,
        condition: Option<&Condition>,
        then: StmtId,
        otherwise: Option<StmtId>,
    ) -> Stmt {
        let mut before = Vec::new();
        before.extend(init.map(|s| self.stmt(s)));
        if let IfKind::Consteval { negated } = kind {
            let code = codes::JUMP_INTO_CONSTEVAL_IF;
            let then = self.closed(code, |cx| cx.stmt(then));
            let otherwise = otherwise.map(|s| self.closed(code, |cx| cx.stmt(s)));
            return match (negated, otherwise) {
                (false, otherwise) => Stmt::IfConsteval(then, otherwise),
                (true, otherwise) => {
                    let first = match otherwise {
                        Some(s) => s,
                        None => self.push_stmt(Stmt::Empty),
                    };
                    Stmt::IfConsteval(first, Some(then))
                }
            };
        }
        let Some(condition) = condition else {
            return Stmt::Error;
        };
        let value = self.condition_value(condition, &mut before);
        let value = self.statement_condition(value);
        if kind == IfKind::Constexpr {
            if let (Condition::Expr(written), None) = (condition, self.env) {
                self.check_always_constant(*written);
            }
            let known = match self.is_bad(value) {
                true => None,
                false => match condition {
                    Condition::Expr(written) => self.must_be_constant(value, *written),
                    Condition::Decl(_) => self.evaluated(value),
                }
                .and_then(|c| c.as_int(self.db)),
            };
            match known {
                // In a template's definition both branches are looked at; in an instantiation the one not taken is not.
                Some(taken) if self.env.is_some() || !self.in_template() => {
                    let (keep, drop) = match taken != 0 {
                        true => (Some(then), otherwise),
                        false => (otherwise, Some(then)),
                    };
                    if self.env.is_none() {
                        // Outside of templates the other branch is code like any.
                        if let Some(s) = drop {
                            self.closed(codes::JUMP_INTO_CONSTEXPR_IF, |cx| cx.discarded(s));
                        }
                    }
                    let Some(s) = keep else {
                        before.push(self.push_stmt(Stmt::Empty));
                        return Stmt::Block(before.into());
                    };
                    before.push(self.closed(codes::JUMP_INTO_CONSTEXPR_IF, |cx| cx.stmt(s)));
                    return Stmt::Taken(before.into());
                }
                None if !self.is_dependent(value) && !self.in_template() => {}
                _ => {}
            }
        }
        let head = self.scopes.blocks.len().saturating_sub(1);
        let branch = |cx: &mut Self, s: StmtId| {
            cx.scoped(|cx| cx.substatement(s, head, codes::CONDITION_VARIABLE_REDECLARED))
        };
        let branch = |cx: &mut Self, s: StmtId| match kind {
            IfKind::Constexpr => cx.closed(codes::JUMP_INTO_CONSTEXPR_IF, |cx| branch(cx, s)),
            _ => branch(cx, s),
        };
        self.expect(stmt, value);
        let then = branch(self, then);
        let otherwise = otherwise.map(|s| branch(self, s));
        Stmt::If {
            init: before.into(),
            condition: value,
            then,
            otherwise,
        }
    }

    /// A discarded statement: typed, but its returns deduce nothing.
    pub(in crate::check) fn discarded(&mut self, stmt: StmtId) {
        let ret = self.out.ret;
        let made = self.with_mode(
            |m| &mut m.discarded,
            true,
            |cx| cx.scoped(|cx| cx.stmt(stmt)),
        );
        self.out.discarded.push(made);
        self.out.ret = ret;
    }

    pub(in crate::check) fn case_value(&mut self, value: cleave_hir::ExprId) -> Option<i128> {
        let db = self.db;
        let e = self.expr(value);
        let Some((to, condition)) = self.body.switch.filter(|s| !s.0.is_unknown(db)) else {
            let e = self.rvalue(e);
            return self.must_be_constant(e, value)?.as_int(db);
        };
        if self.is_bad(e) {
            return None;
        }
        // Cases of an unscoped enumeration are values of what it is promoted to.
        let to = crate::convert::promoted_enum(db, to).unwrap_or(to);
        if self.ty(e).is_class(db) {
            let e = self.initialize(to, e, Mode::Copy, Purpose::Cast);
            return self.must_be_constant(e, value)?.as_int(db);
        }
        let from = self.ty(e).decayed(db).unqualified(db);
        let integral = from.is_integral(db) || crate::convert::promoted_enum(db, from).is_some();
        if from != to.unqualified(db) && !(integral && to.is_integral(db)) {
            let (ty, required) = (self.shown(e, from), self.shown(condition, to));
            self.wrong_operand(codes::CONSTANT_OF_WRONG_TYPE { ty, required }, e);
            return None;
        }
        let read = self.rvalue(e);
        let own = match self.in_template() {
            true => self.evaluated(read),
            false => self.must_be_constant(read, value),
        };
        let own = own?.as_int(db)?;
        if let Some((bits, signed)) = crate::eval::int_type(db, to)
            && (1..=64).contains(&bits)
            && !(if signed { -(1i128 << (bits - 1)) } else { 0 }
                ..1i128 << (if signed { bits - 1 } else { bits }))
                .contains(&own)
        {
            let site = first_token(db, self.site_of(e));
            self.problems.push(
                crate::Problem::new(
                    codes::NARROWING_VALUE_DOES_NOT_FIT {
                        from: Fill::Type(from),
                        to: Fill::Type(to),
                    },
                    site,
                )
                .at(At::First),
            );
            return None;
        }
        Some(own)
    }
}
