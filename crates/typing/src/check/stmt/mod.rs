//! Statements ([stmt]).

pub(crate) mod asm;
pub(crate) mod binding;
mod condition;
mod deduced;
pub(crate) mod discarded;
mod escaping;
pub(crate) mod handlers;
pub(crate) mod jumps;
mod linked;
pub(crate) mod moved;
mod named_types;
pub(crate) mod placeholder;
mod placeholder_constraint;
pub(crate) mod range;
mod returned;
pub(crate) mod unnamed_union;
mod unroll;
pub(crate) mod variable;

use cleave_codes::codes;
use cleave_hir::{Stmt as H, StmtId};
use rustc_hash::FxHashMap;

use crate::thir::{self, ExprId, ExprKind, Local, LocalId, LocalKind, Stmt};
use crate::{Context, Declared, Ty};

impl<'db> Context<'db> {
    /// A statement.
    pub(crate) fn stmt(&mut self, stmt: StmtId) -> thir::StmtId {
        self.made_stmt(stmt, |cx| cx.stmt_inner(stmt))
    }

    fn made_stmt(&mut self, stmt: StmtId, make: impl FnOnce(&mut Self) -> Stmt) -> thir::StmtId {
        if self.depth > crate::check::DEPTH {
            return self.push_stmt(Stmt::Error);
        }
        self.depth += 1;
        let made = make(self);
        self.depth -= 1;
        let made = self.push_stmt(made);
        self.out.written.push((made, u32::from(stmt.into_raw())));
        made
    }

    /// The block of a statement expression.
    pub(crate) fn block_stmt(&mut self, stmt: StmtId) -> thir::StmtId {
        self.made_stmt(stmt, |cx| match &cx.code[stmt] {
            H::Block(stmts) => cx.block(stmts, true),
            _ => cx.stmt_inner(stmt),
        })
    }

    /// A block; `has_value`: its last statement is the value of a statement expression.
    fn block(&mut self, stmts: &[StmtId], has_value: bool) -> Stmt {
        let block = self.scopes.blocks.len();
        let guard = self.body.guard.filter(|g| g.block == block);
        let all = |cx: &mut Self| {
            let last = stmts.len().saturating_sub(1);
            let made = stmts.iter().enumerate().map(|(i, &s)| {
                cx.body.is_value_of_block = has_value && i == last;
                let made = cx.stmt(s);
                cx.body.is_value_of_block = false;
                made
            });
            Stmt::Block(made.collect())
        };
        self.with_body(|b| &mut b.guard, guard, |cx| cx.scoped(all))
    }

    /// A statement in one that declares names: they may not be declared again in its outermost block.
    pub(super) fn substatement(
        &mut self,
        stmt: StmtId,
        head: usize,
        number: codes::Code,
    ) -> thir::StmtId {
        let block = match &self.code[stmt] {
            H::Block(_) => self.scopes.blocks.len(),
            _ => self.scopes.blocks.len().saturating_sub(1),
        };
        let guard = crate::check::kept::Guard {
            head,
            block,
            number,
        };
        self.with_body(|b| &mut b.guard, Some(guard), |cx| cx.stmt(stmt))
    }

    pub(crate) fn scoped<R>(&mut self, inner: impl FnOnce(&mut Self) -> R) -> R {
        let outside = self.surroundings();
        self.scopes.blocks.push(FxHashMap::default());
        let made = inner(self);
        self.scopes.blocks.pop();
        self.leave_scope(outside);
        let depth = self.scopes.blocks.len();
        if self.scopes.directives.last().is_some_and(|d| d.0 > depth) {
            self.scopes.directives.retain(|d| d.0 <= depth);
            self.forget_found();
        }
        made
    }

    /// A full-expression.
    pub(crate) fn full(&mut self, e: ExprId, from: usize) -> ExprId {
        let temporaries = self.out.exprs[from..]
            .iter()
            .any(|e| matches!(e.kind, ExprKind::Materialize(_)));
        if !temporaries {
            return e;
        }
        let (ty, category, site) = {
            let node = self.node(e);
            (node.ty, node.category, node.site)
        };
        self.push(ExprKind::Full(e), ty, category, site)
    }

    /// A value that nobody uses: of a class it is an object all the same ([expr.context]).
    pub(crate) fn discard(&mut self, e: ExprId) -> ExprId {
        match self.ty(e).is_class(self.db) {
            true => self.materialize(e),
            false => e,
        }
    }

    pub(super) fn stmt_inner(&mut self, stmt: StmtId) -> Stmt {
        let code = self.code;
        match &code[stmt] {
            H::Missing => Stmt::Error,
            H::Empty => Stmt::Empty,
            H::Expr(e) => {
                let from = self.out.exprs.len();
                let written = *e;
                let e = self.expr(written);
                if self.is_bound_function(e) {
                    let mut inner = written;
                    while let cleave_hir::Expr::Paren(e)
                    | cleave_hir::Expr::Prefix(cleave_lang::Operator::AddressOf, e) =
                        self.code[inner]
                    {
                        inner = e;
                    }
                    // What a name stands for is reported with the name.
                    if !matches!(self.code[inner], cleave_hir::Expr::Path(_)) {
                        self.report_bound_function(written);
                    }
                    return Stmt::Error;
                }
                if let ExprKind::Overloaded { .. } = self.node(e).kind {
                    self.undetermined(e);
                    return Stmt::Error;
                }
                if !self.body.is_value_of_block {
                    self.check_statement(written, e);
                }
                let e = self.discard(e);
                Stmt::Expr(self.full(e, from))
            }
            H::Decl(decls) => {
                let mut made = Vec::new();
                for &decl in decls {
                    match self.anonymous_union(decl, decls) {
                        Some(object) => made.push(object),
                        None => self.local_decl(decl, &mut made),
                    }
                }
                match made[..] {
                    [] => Stmt::Empty,
                    // One declaration statement declares into the block around it.
                    [one] => std::mem::replace(&mut self.out.stmts[one.0 as usize], Stmt::Empty),
                    _ => Stmt::Decls(made.into()),
                }
            }
            H::Block(stmts) => self.block(stmts, false),
            H::If {
                kind,
                init,
                condition,
                then,
                otherwise,
            } => self
                .scoped(|cx| cx.if_stmt(stmt, *kind, *init, condition.as_ref(), *then, *otherwise)),
            H::Switch {
                init,
                condition,
                body,
            } => self.scoped(|cx| {
                let mut before = Vec::new();
                before.extend(init.map(|s| cx.stmt(s)));
                let value = cx.condition_value(condition, &mut before);
                let value = match cx.undetermined(value) {
                    Some(bad) => bad,
                    None => cx.with_mode(
                        |m| &mut m.in_switch,
                        true,
                        |cx| cx.integral_value(value, None),
                    ),
                };
                let ty = cx.ty(value);
                if !cx.is_bad(value)
                    && !ty.is_class(cx.db)
                    && !ty.is_integral(cx.db)
                    && !ty.is_enum(cx.db)
                {
                    cx.wrong_operand(codes::NOT_INTEGRAL_OR_ENUM, value);
                    let body = cx.with_body(
                        |b| &mut b.switch,
                        None,
                        |cx| cx.switched(stmt, |cx| cx.stmt(*body)),
                    );
                    return Stmt::Block(Box::new([body]));
                }
                let value = match cx.is_bad(value) || cx.ty(value).is_class(cx.db) {
                    true => value,
                    false => match crate::convert::promoted_enum(cx.db, cx.ty(value)) {
                        // An enumeration stays what it is: cases are converted to it.
                        Some(_) => value,
                        None if cx.ty(value).is_enum(cx.db) => value,
                        None => cx.promote(value),
                    },
                };
                let of = Some((cx.ty(value), value));
                let head = cx.scopes.blocks.len() - 1;
                let body = cx.with_body(
                    |b| &mut b.switch,
                    of,
                    |cx| {
                        cx.switched(stmt, |cx| {
                            cx.substatement(*body, head, codes::CONDITION_VARIABLE_REDECLARED)
                        })
                    },
                );
                Stmt::Switch {
                    init: before.into(),
                    condition: value,
                    body,
                }
            }),
            H::Case { value, to, body } => {
                let low = self.case_value(*value);
                let high = to.map_or(low, |to| self.case_value(to));
                let values = low.zip(high);
                let known = values.filter(|v| to.is_none_or(|to| self.is_ascending(*v, to)));
                self.switch_label(known, Some(*value));
                let body = self.stmt(*body);
                match (low, high) {
                    (Some(low), Some(high)) => Stmt::Case(low, high, body),
                    _ => {
                        self.unknown = true;
                        Stmt::Block(Box::new([self.push_stmt(Stmt::Error), body]))
                    }
                }
            }
            H::Default(body) => {
                self.switch_label(None, None);
                Stmt::Default(self.stmt(*body))
            }
            H::Label(name, body) => {
                self.label(name);
                self.set_unknown();
                let body = self.stmt(*body);
                Stmt::Label(name.as_str().into(), body)
            }
            H::While { condition, body } => self.scoped(|cx| {
                let mut before = Vec::new();
                let value = cx.condition_value(condition, &mut before);
                let value = cx.statement_condition(value);
                cx.expect(stmt, value);
                let head = cx.scopes.blocks.len() - 1;
                let body = cx.repeated(|cx| {
                    cx.substatement(*body, head, codes::CONDITION_VARIABLE_REDECLARED)
                });
                Stmt::Loop {
                    declaration: cx.grouped(before),
                    condition: Some(value),
                    step: None,
                    body,
                    test_after: false,
                    unroll: cx.unroll(stmt),
                }
            }),
            H::Do { body, condition } => {
                let body = self.repeated(|cx| cx.scoped(|cx| cx.stmt(*body)));
                let value = self.expr(*condition);
                let value = self.statement_condition(value);
                Stmt::Loop {
                    declaration: None,
                    condition: Some(value),
                    step: None,
                    body,
                    test_after: true,
                    unroll: self.unroll(stmt),
                }
            }
            H::For {
                init,
                condition,
                step,
                body,
            } => self.scoped(|cx| {
                let init = init.map(|s| cx.stmt(s));
                let mut before = Vec::new();
                let condition = condition.as_ref().map(|c| {
                    let problems = cx.problems.len();
                    let value = cx.condition_value(c, &mut before);
                    cx.looks_like_template_id(c, problems);
                    let value = cx.statement_condition(value);
                    cx.expect(stmt, value);
                    value
                });
                let (step, body) = cx.repeated(|cx| {
                    let step = step.map(|written| {
                        let from = cx.out.exprs.len();
                        let e = cx.expr(written);
                        cx.check_statement(written, e);
                        cx.full(e, from)
                    });
                    let head = cx.scopes.blocks.len() - 1;
                    (
                        step,
                        cx.substatement(*body, head, codes::FOR_VARIABLE_REDECLARED),
                    )
                });
                let made = Stmt::Loop {
                    declaration: cx.grouped(before),
                    condition,
                    step,
                    body,
                    test_after: false,
                    unroll: cx.unroll(stmt),
                };
                match init {
                    Some(init) => {
                        let inner = cx.push_stmt(made);
                        Stmt::Block(Box::new([init, inner]))
                    }
                    None => made,
                }
            }),
            H::RangeFor {
                init,
                decl,
                range,
                body,
            } => {
                self.scoped(|cx| cx.repeated(|cx| cx.range_for(stmt, *init, *decl, *range, *body)))
            }
            H::Return { value, coroutine } => {
                if *coroutine {
                    if let Some(e) = value {
                        self.expr(*e);
                    }
                    return Stmt::Error;
                }
                self.return_stmt(*value)
            }
            H::Break => Stmt::Break,
            H::Continue => Stmt::Continue,
            H::Goto(name) => {
                self.goto(name, stmt);
                Stmt::Goto(name.as_str().into())
            }
            H::ComputedGoto(e) => {
                let target = self.expr(*e);
                self.check_goto_target(target);
                Stmt::Error
            }
            H::Try { body, handlers } => {
                let outside = self.out.locals.len() as u32;
                let body = self.with_body(
                    |b| &mut b.locals_outside_of_try,
                    outside,
                    |cx| cx.closed(codes::JUMP_INTO_TRY_BLOCK, |cx| cx.stmt(*body)),
                );
                let handlers = self.handlers(handlers);
                Stmt::Try(body, handlers)
            }
            H::Asm(asm) => Stmt::Asm(self.asm(asm)),
        }
    }

    pub(super) fn grouped(&mut self, stmts: Vec<thir::StmtId>) -> Option<thir::StmtId> {
        match stmts[..] {
            [] => None,
            [one] => Some(one),
            _ => Some(self.push_stmt(Stmt::Decls(stmts.into()))),
        }
    }

    /// A new local, visible from here on.
    pub(crate) fn declare(
        &mut self,
        name: Option<&cleave_hir::Name>,
        ty: Ty<'db>,
        kind: LocalKind<'db>,
    ) -> LocalId {
        let l = LocalId(self.out.locals.len() as u32);
        self.out.locals.push(Local {
            name: name.map_or_else(|| "".into(), |n| n.as_str().into()),
            ty,
            kind,
            site: None,
            is_constexpr: false,
            init: None,
            value: None,
            declared: None,
        });
        if let (Some(name), Some(block)) = (name, self.scopes.blocks.last_mut()) {
            let locals = Declared::Locals {
                locals: vec![l],
                pack: false,
            };
            block.insert(name.clone(), locals);
        }
        l
    }
}
