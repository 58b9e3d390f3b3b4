//! Statements ([stmt]): blocks with their cleanups, branches, loops, jumps.

use cleave_codes::codes;

use crate::eval::machine::{Machine, Res, Slot, Stop};
use crate::eval::memory::objects::{Fill as Blank, ObjectKind};
use crate::eval::shape::Returning;
use crate::thir::{Category, ExprId, ExprKind, LocalId, LocalKind, Stmt, StmtId};
use crate::{Pointer, Value};

/// How a statement ends.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Flow<'a, 'db> {
    /// Normally.
    Next,
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `return`, with the value; a reference as a pointer.
    Return(Value<'db>),
    /// `goto`
    Goto(&'a str),
}

impl<'a, 'db> Machine<'a, 'db> {
    /// Runs a statement. While [`Machine::seek`] names a labelled statement, what stands before it is passed over.
    pub(super) fn exec(&mut self, s: StmtId) -> Res<Flow<'a, 'db>> {
        self.nested(|m| m.exec_inner(s))
    }

    fn exec_inner(&mut self, s: StmtId) -> Res<Flow<'a, 'db>> {
        let stmt = self.stmt(s)?;
        if let Some(target) = self.seek {
            if target == s {
                self.seek = None;
            } else if !self.holds(s, target, 0) {
                self.pass_over(stmt)?;
                return Ok(Flow::Next);
            }
        }
        let seeking = self.seek.is_some();
        match stmt {
            Stmt::Empty => Ok(Flow::Next),
            Stmt::Error => Err(Stop::Unknown),
            Stmt::Expr(e) => {
                self.tick()?;
                let mark = self.cleanups.len();
                self.discard(*e)?;
                self.unwind_temporaries(mark)?;
                Ok(Flow::Next)
            }
            Stmt::Local(l, init) => {
                self.declare(*l, *init)?;
                Ok(Flow::Next)
            }
            Stmt::Block(stmts) | Stmt::Taken(stmts) => self.block(stmts),
            // Declarations of the block around: they live on.
            Stmt::Decls(stmts) => {
                for &s in stmts {
                    self.exec(s)?;
                }
                Ok(Flow::Next)
            }
            Stmt::If {
                init,
                condition,
                then,
                otherwise,
            } => {
                let mark = self.cleanups.len();
                let flow = self.branch(init, *condition, *then, *otherwise, seeking)?;
                self.unwind_scope(mark)?;
                Ok(flow)
            }
            Stmt::IfConsteval(then, otherwise) => {
                let chosen = if seeking && !self.seek_is_in(*then) {
                    *otherwise
                } else {
                    Some(*then)
                };
                match chosen {
                    Some(s) => self.exec(s),
                    None => Ok(Flow::Next),
                }
            }
            Stmt::Switch {
                init,
                condition,
                body,
            } => {
                let mark = self.cleanups.len();
                let flow = self.switch(init, *condition, *body, seeking)?;
                self.unwind_scope(mark)?;
                Ok(flow)
            }
            Stmt::Case(_, _, inner) | Stmt::Default(inner) | Stmt::Label(_, inner) => {
                self.exec(*inner)
            }
            Stmt::Goto(label) => {
                self.pay(2)?;
                Ok(Flow::Goto(label))
            }
            Stmt::Loop {
                declaration,
                condition,
                step,
                body,
                test_after,
                ..
            } => self.run_loop(*declaration, *condition, *step, *body, *test_after),
            Stmt::Return(value) => self.return_stmt(*value).map(Flow::Return),
            Stmt::Break => Ok(Flow::Break),
            Stmt::Continue => Ok(Flow::Continue),
            Stmt::Try(block, _) => self.exec(*block),
            Stmt::Asm(_) => {
                let site = self.site_of(s);
                self.fail(codes::STATEMENT_NOT_INTERPRETABLE, site, Vec::new())
            }
        }
    }

    /// A place for what is said about a statement.
    fn site_of(&mut self, _s: StmtId) -> crate::Site<'db> {
        let typed = self.typed();
        let own = self.frame().site;
        typed.exprs.first().map_or(own, |x| x.site)
    }

    fn seek_is_in(&self, s: StmtId) -> bool {
        self.seek.is_none_or(|t| self.holds(s, t, 0))
    }

    /// A declaration that a jump passes over: allowed where it initialises nothing ([stmt.dcl]/2).
    fn pass_over(&mut self, stmt: &'a Stmt) -> Res<()> {
        let Stmt::Local(l, init) = stmt else {
            return Ok(());
        };
        let empty = match init {
            None => true,
            Some(e) => matches!(self.expr(*e)?.kind, ExprKind::Uninitialized),
        };
        if empty {
            self.declare(*l, *init)
        } else {
            Ok(())
        }
    }

    fn declare(&mut self, l: LocalId, init: Option<ExprId>) -> Res<()> {
        self.tick()?;
        let local = (self.typed().locals.get(l.0 as usize)).ok_or(Stop::Unknown)?;
        let site = match init {
            Some(e) => self.expr(e)?.site,
            None => self.frame().site,
        };
        match local.kind {
            LocalKind::Static(_) => {
                // A constant is as good as any other; what is initialised at run time is not evaluated.
                if local.is_constexpr || init.is_none() {
                    return Ok(());
                }
                self.fail(codes::STATEMENT_NOT_INTERPRETABLE, site, Vec::new())
            }
            LocalKind::Binding(_) => Ok(()),
            _ => {
                let mark = self.cleanups.len();
                self.init_local(l, init, site)?;
                // The local itself is the last to be cleaned up, temporaries of its initialiser end now.
                let own = match self.frame().locals.get(l) {
                    Some(Slot::Object(_)) => self.cleanups.pop(),
                    _ => None,
                };
                self.unwind_temporaries(mark)?;
                self.cleanups.extend(own);
                Ok(())
            }
        }
    }

    fn block(&mut self, stmts: &'a [StmtId]) -> Res<Flow<'a, 'db>> {
        let mark = self.cleanups.len();
        let mut at = 0;
        let flow = loop {
            let Some(&s) = stmts.get(at) else {
                break Flow::Next;
            };
            at += 1;
            match self.exec(s)? {
                Flow::Next => {}
                Flow::Goto(label) => {
                    let target = (stmts.iter().enumerate())
                        .find_map(|(i, &s)| Some((i, self.find_label(s, label, 0)?)));
                    match target {
                        Some((i, target)) => {
                            self.seek = Some(target);
                            at = i;
                        }
                        None => break Flow::Goto(label),
                    }
                }
                flow => break flow,
            }
        };
        self.unwind_scope(mark)?;
        Ok(flow)
    }

    fn branch(
        &mut self,
        init: &'a [StmtId],
        condition: ExprId,
        then: StmtId,
        otherwise: Option<StmtId>,
        seeking: bool,
    ) -> Res<Flow<'a, 'db>> {
        let chosen = if seeking {
            if self.seek_is_in(then) {
                Some(then)
            } else {
                otherwise
            }
        } else {
            for &s in init {
                self.exec(s)?;
            }
            self.tick()?;
            let mark = self.cleanups.len();
            let holds = self.truth(condition)?;
            self.unwind_temporaries(mark)?;
            if holds { Some(then) } else { otherwise }
        };
        match chosen {
            Some(s) => self.exec(s),
            None => Ok(Flow::Next),
        }
    }

    fn switch(
        &mut self,
        init: &'a [StmtId],
        condition: ExprId,
        body: StmtId,
        seeking: bool,
    ) -> Res<Flow<'a, 'db>> {
        if !seeking {
            for &s in init {
                self.exec(s)?;
            }
            self.tick()?;
            let mark = self.cleanups.len();
            let value = self.integer(condition)?;
            self.unwind_temporaries(mark)?;
            let mut default = None;
            match self.find_case(body, value, &mut default, 0).or(default) {
                Some(target) => self.seek = Some(target),
                None => return Ok(Flow::Next),
            }
        }
        Ok(match self.exec(body)? {
            Flow::Break => Flow::Next,
            flow => flow,
        })
    }

    fn run_loop(
        &mut self,
        declaration: Option<StmtId>,
        condition: Option<ExprId>,
        step: Option<ExprId>,
        body: StmtId,
        test_after: bool,
    ) -> Res<Flow<'a, 'db>> {
        let mut skip_test = test_after || self.seek.is_some();
        loop {
            let mark = self.cleanups.len();
            if !skip_test {
                if let Some(s) = declaration {
                    self.exec(s)?;
                }
                if let Some(e) = condition {
                    let inner = self.cleanups.len();
                    let holds = self.truth(e)?;
                    self.unwind_temporaries(inner)?;
                    if !holds {
                        self.unwind_scope(mark)?;
                        return Ok(Flow::Next);
                    }
                }
            }
            self.pay(2)?;
            skip_test = false;
            let flow = self.exec(body)?;
            self.unwind_scope(mark)?;
            match flow {
                Flow::Next | Flow::Continue => {}
                Flow::Break => return Ok(Flow::Next),
                flow => return Ok(flow),
            }
            if let Some(e) = step {
                let mark = self.cleanups.len();
                self.discard(e)?;
                self.unwind_temporaries(mark)?;
            }
        }
    }

    fn return_stmt(&mut self, value: Option<ExprId>) -> Res<Value<'db>> {
        self.tick()?;
        let Some(e) = value else {
            return Ok(Value::Indeterminate);
        };
        let mark = self.cleanups.len();
        let x = self.expr(e)?;
        let result = self.frame().result.clone();
        let value = match (self.returning(), result) {
            (Returning::Reference, _) => self.place(e).map(Value::Pointer)?,
            (Returning::Void, _) => {
                self.discard(e)?;
                Value::Indeterminate
            }
            (_, Some(place)) => {
                self.init(e, &place)?;
                Value::Indeterminate
            }
            _ if self.shape(e)?.is_class => {
                // Nobody wants the object: it lives until here.
                let value = self.blank(x.ty, Blank::Nothing, x.site)?;
                let id = self.allocate(x.ty, value, ObjectKind::Local);
                let place = self.at(id);
                self.init(e, &place)?;
                self.cleanup_later(id, false);
                Value::Indeterminate
            }
            _ => self.eval(e)?,
        };
        self.unwind_temporaries(mark)?;
        Ok(value)
    }

    /// The value of `({ … })`: the last statement's, if it is an expression.
    pub(super) fn statement_value(
        &mut self,
        block: StmtId,
        result: Option<&Pointer<'db>>,
    ) -> Res<Value<'db>> {
        let Stmt::Block(stmts) = self.stmt(block)? else {
            return Err(Stop::Unknown);
        };
        let mark = self.cleanups.len();
        let mut value = Value::Indeterminate;
        for (i, &s) in stmts.iter().enumerate() {
            if let (true, Stmt::Expr(e)) = (i + 1 == stmts.len(), self.stmt(s)?) {
                match result {
                    Some(place) => self.init(*e, place)?,
                    // The value is a copy: what it is read from ends here.
                    None if self.expr(*e)?.category != Category::Prvalue => {
                        let place = self.place(*e)?;
                        let site = self.expr(*e)?.site;
                        value = self.load(&place, site)?;
                    }
                    None => value = self.eval(*e)?,
                }
            } else if self.exec(s)? != Flow::Next {
                // A jump out of an expression.
                return Err(Stop::Unknown);
            }
        }
        self.unwind_scope(mark)?;
        Ok(value)
    }

    /// The statements directly below one.
    fn below(&self, s: StmtId) -> Vec<StmtId> {
        let Ok(stmt) = self.stmt(s) else {
            return Vec::new();
        };
        match stmt {
            Stmt::Block(stmts) | Stmt::Taken(stmts) => stmts.to_vec(),
            Stmt::If {
                then, otherwise, ..
            }
            | Stmt::IfConsteval(then, otherwise) => {
                std::iter::once(*then).chain(*otherwise).collect()
            }
            Stmt::Switch { body, .. }
            | Stmt::Loop { body, .. }
            | Stmt::Case(_, _, body)
            | Stmt::Default(body)
            | Stmt::Label(_, body)
            | Stmt::Try(body, _) => vec![*body],
            _ => Vec::new(),
        }
    }

    /// Whether `target` is `s` or within it.
    fn holds(&self, s: StmtId, target: StmtId, depth: u32) -> bool {
        s == target
            || depth < 2000
                && self
                    .below(s)
                    .into_iter()
                    .any(|s| self.holds(s, target, depth + 1))
    }

    fn find_label(&self, s: StmtId, label: &str, depth: u32) -> Option<StmtId> {
        if let Ok(Stmt::Label(name, _)) = self.stmt(s)
            && **name == *label
        {
            return Some(s);
        }
        if depth > 2000 {
            return None;
        }
        (self.below(s).into_iter()).find_map(|s| self.find_label(s, label, depth + 1))
    }

    /// The case of a switch's body that a value goes to. Switches within have cases of their own.
    fn find_case(
        &self,
        s: StmtId,
        value: i128,
        default: &mut Option<StmtId>,
        depth: u32,
    ) -> Option<StmtId> {
        match self.stmt(s).ok()? {
            Stmt::Case(low, high, _) if (*low..=*high).contains(&value) => return Some(s),
            Stmt::Default(_) => *default = Some(s),
            Stmt::Switch { .. } if depth > 0 => return None,
            _ => {}
        }
        if depth > 2000 {
            return None;
        }
        (self.below(s).into_iter()).find_map(|s| self.find_case(s, value, default, depth + 1))
    }
}
