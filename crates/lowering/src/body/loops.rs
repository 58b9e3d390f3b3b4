//! Loops ([stmt.iter]): what a round does, what its condition declares, where `break` and `continue` lead.

use cleave_il::{ExprId as Il, ExprKind as Kind, StmtId as IlStmt, StmtKind, Unroll};
use cleave_typing::thir::{self, ExprId, Stmt, StmtId};

use crate::body::Body;
use crate::body::jumps::Target;
use crate::refusal::Res;

/// The parts of a loop.
pub(crate) struct Loop {
    declaration: Option<StmtId>,
    condition: Option<ExprId>,
    step: Option<ExprId>,
    body: StmtId,
    test_after: bool,
    unroll: Option<Unroll>,
}

/// The condition and the step of a loop, and its body.
type Round = (Option<Il>, Option<Il>, Vec<IlStmt>);

impl<'db> Body<'_, 'db> {
    /// The parts of a statement that is a loop.
    pub(crate) fn loop_parts(&self, stmt: &Stmt) -> Res<'db, Option<Loop>> {
        let Stmt::Loop {
            declaration,
            condition,
            step,
            body,
            test_after,
            unroll,
        } = stmt
        else {
            return Ok(None);
        };
        let unroll = match unroll {
            Some(thir::Unroll::Fully) => Some(Unroll::Full),
            Some(thir::Unroll::Times(n)) => Some(Unroll::By((*n).into())),
            Some(thir::Unroll::NotPositive | thir::Unroll::TooOften) => None,
            Some(thir::Unroll::Unknown) => return self.refuse("a factor of `unroll`"),
            None => None,
        };
        Ok(Some(Loop {
            declaration: *declaration,
            condition: *condition,
            step: *step,
            body: *body,
            test_after: *test_after,
            unroll,
        }))
    }

    /// The statements before a loop and its parts, if a block stands for a `for` statement: nobody wrote its loop alone.
    pub(crate) fn for_statement<'a>(
        &self,
        all: &'a [StmtId],
    ) -> Res<'db, Option<(&'a [StmtId], Loop)>> {
        let Some((last, before)) = all.split_last() else {
            return Ok(None);
        };
        let typed = self.frame()?.typed;
        match typed.stmts.get(last.0 as usize) {
            Some(stmt) if typed.written(*last).is_none() => {
                Ok(self.loop_parts(stmt)?.map(|parts| (before, parts)))
            }
            _ => Ok(None),
        }
    }

    /// Makes a loop. `break` leaves what scopes there are but for the outermost `around`; the label that it needs for that.
    pub(crate) fn run_loop(
        &mut self,
        parts: &Loop,
        around: usize,
        out: &mut Vec<IlStmt>,
    ) -> Res<'db, Option<Box<str>>> {
        let Loop {
            declaration,
            test_after,
            unroll,
            ..
        } = *parts;
        let before = self.breaks.len();
        let target = self.target("break", around);
        self.breaks.push(target);
        let made = match declaration {
            Some(s) => self.declaring_loop(s, parts),
            None => self.plain_loop(parts, out),
        };
        let end = self.breaks.drain(before..).next().and_then(Target::used);
        let (condition, step, body) = made?;
        let body = self.block(body);
        let made = StmtKind::Loop {
            condition,
            step,
            body,
            test_after,
            unroll,
        };
        self.push(out, made);
        Ok(end)
    }

    /// A loop whose condition declares nothing: the condition, the step and the body.
    fn plain_loop(&mut self, parts: &Loop, out: &mut Vec<IlStmt>) -> Res<'db, Round> {
        // A temporary that begins with a constant before the loop may be another object by the second round.
        let repeats = std::mem::replace(&mut self.repeats, true);
        let condition = parts.condition.map(|e| self.condition(e)).transpose()?;
        let step = parts.step.map(|e| self.step(e)).transpose()?;
        self.repeats = repeats;
        self.declare_pending(out);
        let around = self.scopes.len();
        let target = self.target("continue", around);
        self.continues.push(target);
        let body = self.scope(Some(parts.body), |b, out| b.statement(parts.body, out));
        self.continues.pop();
        Ok((condition, step, body?))
    }

    fn step(&mut self, e: ExprId) -> Res<'db, Il> {
        let (value, temporaries) = self.full(|b| b.effect(e))?;
        match temporaries.is_empty() {
            true => Ok(value),
            false => {
                let value = self.discard(value);
                self.value_then_end(value, &temporaries)
            }
        }
    }

    /// A loop whose condition declares a variable. It lives for one round, to behind the step ([stmt.for]/1): all of that is the body.
    fn declaring_loop(&mut self, declaration: StmtId, parts: &Loop) -> Res<'db, Round> {
        let around = self.scopes.len();
        let body = self.scope(Some(parts.body), |b, out| {
            b.statement(declaration, out)?;
            if let Some(e) = parts.condition {
                let holds = b.condition(e)?;
                b.declare_pending(out);
                let bool = b.bool();
                let fails = b.make(Kind::Unary(cleave_il::Unary::Not, holds), bool);
                let mut end = Vec::new();
                b.leave_scopes(around, &mut end)?;
                b.push(&mut end, StmtKind::Break);
                let end = b.stmt(StmtKind::Block(end.into()));
                b.push(out, StmtKind::If(fails, end, None));
            }
            let target = match parts.step.is_some() || b.has_cleanups(around) {
                true => b.labelled("continue", b.scopes.len()),
                false => b.target("continue", around),
            };
            b.continues.push(target);
            let body = b.statement(parts.body, out);
            let next = b.continues.pop().and_then(Target::used);
            body?;
            b.push_label(next, out);
            let Some(e) = parts.step else {
                return Ok(());
            };
            let (value, temporaries) = b.full(|b| b.effect(e))?;
            b.push_full(value, &temporaries, out)
        })?;
        Ok((None, None, body))
    }
}
