//! Statements ([stmt]).

pub(crate) mod asm;
pub(crate) mod binding;
pub(crate) mod discarded;
pub(crate) mod handlers;
pub(crate) mod jumps;
pub(crate) mod moved;
pub(crate) mod placeholder;
pub(crate) mod range;
pub(crate) mod unnamed_union;
pub(crate) mod variable;

use cleave_codes::codes;
use cleave_hir::{Condition, Expr as H_, IfKind, Stmt as H, StmtId};
use rustc_hash::FxHashMap;

use crate::check::init::{Mode, Purpose};
use crate::code::source::first_token;
use crate::thir::{self, Category, ExprId, ExprKind, Local, LocalId, LocalKind, Stmt};
use crate::{At, Context, Declared, Fill, Ty, TyKind};

impl<'db> Context<'db> {
    /// A statement.
    pub(crate) fn stmt(&mut self, stmt: StmtId) -> thir::StmtId {
        if self.depth > crate::check::DEPTH {
            return self.push_stmt(Stmt::Error);
        }
        self.depth += 1;
        let made = self.stmt_inner(stmt);
        self.depth -= 1;
        let made = self.push_stmt(made);
        self.out.written.push((made, u32::from(stmt.into_raw())));
        made
    }

    /// A block as a statement of its own scope.
    pub(crate) fn block_stmt(&mut self, stmt: StmtId) -> thir::StmtId {
        self.stmt(stmt)
    }

    /// A statement in one that declares names: they may not be declared again in its outermost block.
    pub(super) fn substatement(
        &mut self,
        stmt: StmtId,
        head: usize,
        number: codes::Code,
    ) -> thir::StmtId {
        let block = match &self.code[stmt] {
            H::Block(_) => self.blocks.len(),
            _ => self.blocks.len().saturating_sub(1),
        };
        let guard = crate::context::Guard {
            head,
            block,
            number,
        };
        let outer = self.guard.replace(guard);
        let made = self.stmt(stmt);
        self.guard = outer;
        made
    }

    pub(crate) fn scoped<R>(&mut self, inner: impl FnOnce(&mut Self) -> R) -> R {
        let outside = self.surroundings();
        self.blocks.push(FxHashMap::default());
        let made = inner(self);
        self.blocks.pop();
        self.leave_scope(outside);
        let depth = self.blocks.len();
        self.directives.retain(|d| d.0 <= depth);
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
                if !self.is_value_of_block {
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
            H::Block(stmts) => {
                // The last statement of a statement expression is its value.
                let has_value = std::mem::take(&mut self.in_statement_expression);
                let outer = self.guard;
                let block = self.blocks.len();
                self.guard = outer.filter(|g| g.block == block);
                let made = self.scoped(|cx| {
                    let last = stmts.len().saturating_sub(1);
                    let made = stmts.iter().enumerate().map(|(i, &s)| {
                        cx.is_value_of_block = has_value && i == last;
                        let made = cx.stmt(s);
                        cx.is_value_of_block = false;
                        made
                    });
                    let made = made.collect();
                    Stmt::Block(made)
                });
                self.guard = outer;
                made
            }
            H::If {
                kind,
                init,
                condition,
                then,
                otherwise,
            } => self.scoped(|cx| cx.if_stmt(*kind, *init, condition.as_ref(), *then, *otherwise)),
            H::Switch {
                init,
                condition,
                body,
            } => self.scoped(|cx| {
                let mut before = Vec::new();
                before.extend(init.map(|s| cx.stmt(s)));
                let value = cx.condition_value(condition, &mut before);
                cx.in_switch = true;
                let value = cx.integral_value(value);
                cx.in_switch = false;
                let ty = cx.ty(value);
                if !cx.is_bad(value)
                    && !ty.is_class(cx.db)
                    && !ty.is_integral(cx.db)
                    && !ty.is_enum(cx.db)
                {
                    cx.wrong_operand(codes::NOT_INTEGRAL_OR_ENUM, value, Vec::new());
                    let outer = cx.switch.take();
                    let body = cx.switched(stmt, |cx| cx.stmt(*body));
                    cx.switch = outer;
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
                let outer = cx.switch.replace(cx.ty(value));
                let head = cx.blocks.len() - 1;
                let body = cx.switched(stmt, |cx| {
                    cx.substatement(*body, head, codes::CONDITION_VARIABLE_REDECLARED)
                });
                cx.switch = outer;
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
                let value = cx.condition(value);
                let head = cx.blocks.len() - 1;
                let body = cx.repeated(|cx| {
                    cx.substatement(*body, head, codes::CONDITION_VARIABLE_REDECLARED)
                });
                Stmt::Loop {
                    declaration: cx.grouped(before),
                    condition: Some(value),
                    step: None,
                    body,
                    test_after: false,
                }
            }),
            H::Do { body, condition } => {
                let body = self.repeated(|cx| cx.stmt(*body));
                let value = self.expr(*condition);
                let value = self.condition(value);
                Stmt::Loop {
                    declaration: None,
                    condition: Some(value),
                    step: None,
                    body,
                    test_after: true,
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
                    let value = cx.condition_value(c, &mut before);
                    cx.condition(value)
                });
                let (step, body) = cx.repeated(|cx| {
                    let step = step.map(|written| {
                        let from = cx.out.exprs.len();
                        let e = cx.expr(written);
                        cx.check_statement(written, e);
                        cx.full(e, from)
                    });
                    let head = cx.blocks.len() - 1;
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
            } => self.scoped(|cx| cx.repeated(|cx| cx.range_for(*init, *decl, *range, *body))),
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
                self.expr(*e);
                Stmt::Error
            }
            H::Try { body, handlers } => {
                let outside = self.out.locals.len() as u32;
                let outside = std::mem::replace(&mut self.locals_outside_of_try, outside);
                let body = self.closed(codes::JUMP_INTO_TRY_BLOCK, |cx| cx.stmt(*body));
                self.locals_outside_of_try = outside;
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
            declared: None,
        });
        if let (Some(name), Some(block)) = (name, self.blocks.last_mut()) {
            let locals = Declared::Locals {
                locals: vec![l],
                pack: false,
            };
            block.insert(name.clone(), locals);
        }
        l
    }

    /// The value of a condition; a declaration in it goes before.
    pub(super) fn condition_value(
        &mut self,
        condition: &Condition,
        before: &mut Vec<thir::StmtId>,
    ) -> ExprId {
        match condition {
            Condition::Expr(e) => self.expr(*e),
            Condition::Decl(decl) => {
                let from = self.out.locals.len();
                self.local_decl(*decl, before);
                let site = crate::check::site(
                    self,
                    la_arena::Idx::from_raw(la_arena::RawIdx::from_u32(0)),
                );
                match self.out.locals.len() > from {
                    true => self.local_expr(LocalId(from as u32), site),
                    false => self.error_expr(site),
                }
            }
        }
    }

    pub(super) fn if_stmt(
        &mut self,
        kind: IfKind,
        init: Option<StmtId>,
        condition: Option<&Condition>,
        then: StmtId,
        otherwise: Option<StmtId>,
    ) -> Stmt {
        let mut before = Vec::new();
        before.extend(init.map(|s| self.stmt(s)));
        if let IfKind::Consteval { negated } = kind {
            let then = self.stmt(then);
            let otherwise = otherwise.map(|s| self.stmt(s));
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
        let value = self.condition(value);
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
                    let kept = match keep {
                        Some(s) => self.closed(codes::JUMP_INTO_CONSTEXPR_IF, |cx| cx.stmt(s)),
                        None => self.push_stmt(Stmt::Empty),
                    };
                    before.push(kept);
                    return Stmt::Block(before.into());
                }
                None if !self.is_dependent(value) && !self.in_template() => {}
                _ => {}
            }
        }
        let head = self.blocks.len().saturating_sub(1);
        let branch = |cx: &mut Self, s: StmtId| {
            cx.scoped(|cx| cx.substatement(s, head, codes::CONDITION_VARIABLE_REDECLARED))
        };
        let branch = |cx: &mut Self, s: StmtId| match kind {
            IfKind::Constexpr => cx.closed(codes::JUMP_INTO_CONSTEXPR_IF, |cx| branch(cx, s)),
            _ => branch(cx, s),
        };
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
    pub(super) fn discarded(&mut self, stmt: StmtId) {
        let ret = self.out.ret;
        let discarded = std::mem::replace(&mut self.discarded, true);
        self.scoped(|cx| cx.stmt(stmt));
        self.discarded = discarded;
        self.out.ret = ret;
    }

    pub(super) fn case_value(&mut self, value: cleave_hir::ExprId) -> Option<i128> {
        let db = self.db;
        let e = self.expr(value);
        let Some(to) = self.switch.filter(|t| !t.is_unknown(db)) else {
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
            self.wrong_operand(
                codes::CONSTANT_OF_WRONG_TYPE,
                e,
                vec![Fill::Type(from), Fill::Type(to)],
            );
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
            let fills = vec![Fill::Type(from), Fill::Type(to)];
            self.problems.push(
                crate::Problem::new(codes::NARROWING_VALUE_DOES_NOT_FIT, site, fills).at(At::First),
            );
            return None;
        }
        Some(own)
    }

    /// `return` ([stmt.return])
    pub(super) fn return_stmt(&mut self, value: Option<cleave_hir::ExprId>) -> Stmt {
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
        let pattern = self.return_pattern;
        if let (true, H_::List(_), false) = (
            pattern.is_some_and(|p| p.has_auto(db)),
            &self.code[value],
            self.in_template() || self.is_instantiation(),
        ) {
            let number = match self.closure.is_some() {
                true => codes::BRACED_LIST_HAS_NO_LAMBDA_RETURN_TYPE,
                false => codes::BRACED_LIST_HAS_NO_RETURN_TYPE,
            };
            self.out.ret = Some(Ty::error(db));
            let problem = crate::Problem::new(number, self.site(value), Vec::new());
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
            let deduced = self.deduce_return(pattern, value, e);
            match self.out.ret {
                Some(ret) if !ret.has_auto(db) => {
                    if let Some(deduced) = deduced
                        && deduced != ret
                        && !deduced.is_unknown(db)
                        && !ret.is_unknown(db)
                    {
                        let fills = vec![Fill::Type(deduced), Fill::Type(ret)];
                        self.wrong_operand(codes::RETURN_TYPE_DEDUCED_DIFFERENTLY, e, fills);
                        return Stmt::Return(Some(self.full(e, from)));
                    }
                }
                _ => self.out.ret = Some(deduced.unwrap_or(Ty::error(db))),
            }
        }
        let Some(ret) = self.out.ret else {
            // A constructor or destructor.
            if !self.is_bad(e) && !self.ty(e).is_void(db) {
                self.wrong_operand(codes::CONSTRUCTOR_RETURNS_VALUE, e, Vec::new());
            }
            return Stmt::Return(Some(self.full(e, from)));
        };
        if let (true, H_::List(_), false) = (ret.is_void(db), &self.code[value], self.in_template())
        {
            let at = self.site(value);
            let problem = crate::Problem::new(
                codes::LIST_INITIALIZATION_OF_INCOMPLETE_TYPE,
                at,
                vec![Fill::Type(ret)],
            );
            self.problems.push(problem.at(At::First));
            return Stmt::Return(Some(self.full(e, from)));
        }
        if ret.is_void(db) {
            // In a template's definition it is reported in its instances only.
            if !self.is_bad(e) && !self.ty(e).is_void(db) && !self.in_template() {
                let at = self.start_of(e);
                self.problems.push(
                    crate::Problem::new(codes::BAD_RETURN_VALUE_TYPE, at, Vec::new()).at(At::First),
                );
            }
            return Stmt::Return(Some(self.full(e, from)));
        }
        // In a template's definition a conversion is reported in its instances only.
        let value = match self.in_template() {
            true => crate::convert::quietly(self, |cx| cx.returned(ret, e)),
            false => self.returned(ret, e),
        };
        self.check_escape(ret, value);
        Stmt::Return(Some(match ret.is_reference(db) {
            true => value,
            false => self.full(value, from),
        }))
    }

    /// A reference or pointer to what ends with the function.
    fn check_escape(&mut self, ret: Ty<'db>, value: ExprId) {
        use crate::thir::Conversion;
        let db = self.db;
        if self.is_instantiation() {
            return;
        }
        let mut at = value;
        let mut pointer = ret.is_pointer(db);
        let mut temporary = false;
        let local = loop {
            match &self.node(at).kind {
                ExprKind::Full(e) | ExprKind::Convert(Conversion::Noop, e) => at = *e,
                ExprKind::Materialize(_) if ret.is_reference(db) => {
                    temporary = true;
                    break None;
                }
                ExprKind::Unary(cleave_lang::Operator::AddressOf, e)
                | ExprKind::Convert(Conversion::Decay, e)
                    if pointer =>
                {
                    pointer = false;
                    at = *e;
                }
                ExprKind::Local(l) if !pointer => break Some(*l),
                _ => break None,
            }
        };
        let dies = local
            .and_then(|l| self.out.locals.get(l.0 as usize))
            .is_some_and(|l| {
                matches!(l.kind, LocalKind::Automatic | LocalKind::Param(_))
                    && !l.ty.is_reference(db)
            });
        let number = match (dies, temporary) {
            (true, _) if ret.is_reference(db) => codes::RETURNING_REF_TO_LOCAL_VARIABLE,
            (true, _) if ret.is_pointer(db) => codes::RETURNING_PTR_TO_LOCAL_VARIABLE,
            (false, true) => codes::RETURNING_REFERENCE_TO_TEMPORARY,
            _ => return,
        };
        let site = self.start_of(value);
        self.warnings
            .push(crate::Problem::new(number, site, Vec::new()).at(At::First));
    }

    pub(super) fn deduce_return(
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
        let operand = self.operand(e);
        if self.ty(e).is_void(db) && matches!(pattern.kind(db), TyKind::Auto(false)) {
            return Some(self.ty(e).unqualified(db));
        }
        crate::template::deduce_auto(self, pattern, &operand)
    }
}
