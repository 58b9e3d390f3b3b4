//! Statements ([stmt]): blocks with what is destroyed at their ends, branches, loops, jumps.

use cleave_il::{
    Asm, AsmOperand, Conversion as Convert, ExprId as Il, ExprKind as Kind, Integer,
    StmtId as IlStmt, StmtKind,
};
use cleave_typing::thir::{self, ExprId, ExprKind, Stmt, StmtId};

use crate::body::dest::Dest;
use crate::body::jumps::Target;
use crate::body::{Body, Origin, Scope};
use crate::passing::is_passed_by_reference;
use crate::refusal::Res;

impl<'db> Body<'_, 'db> {
    /// A statement, into the block that is being made.
    pub(crate) fn statement(&mut self, s: StmtId, out: &mut Vec<IlStmt>) -> Res<'db, ()> {
        let around = self.origin;
        if let [frame] = &self.frames[..]
            && let Some(written) = frame.typed.written(s)
        {
            self.origin = Some(Origin::Statement(written));
        }
        let made = self.deeper(|b| b.one_statement(s, out));
        self.origin = around;
        made
    }

    fn one_statement(&mut self, s: StmtId, out: &mut Vec<IlStmt>) -> Res<'db, ()> {
        let Some(stmt) = self.frame()?.typed.stmts.get(s.0 as usize) else {
            return self.refuse("a statement that is not there");
        };
        match stmt {
            Stmt::Empty => Ok(()),
            Stmt::Error => self.refuse("a statement"),
            Stmt::Expr(e) => {
                let (value, temporaries) = self.full(|b| b.effect(*e))?;
                self.push_full(value, &temporaries, out)
            }
            Stmt::Local(l, init) => self.declare(*l, *init, out),
            Stmt::Decls(all) => all.iter().try_for_each(|s| self.statement(*s, out)),
            Stmt::Block(all) => {
                let around = self.scopes.len();
                let looping = self.for_statement(all)?;
                let mut end = None;
                let block = self.scope(Some(s), |b, out| match looping {
                    Some((before, parts)) => {
                        before.iter().try_for_each(|s| b.statement(*s, out))?;
                        end = b.run_loop(&parts, around, out)?;
                        Ok(())
                    }
                    None => all.iter().try_for_each(|s| b.statement(*s, out)),
                })?;
                self.push(out, StmtKind::Block(block.into()));
                self.push_label(end, out);
                Ok(())
            }
            Stmt::Taken(all) => {
                let Some((taken, before)) = all.split_last() else {
                    return Ok(());
                };
                let made = |b: &mut Self, out: &mut Vec<IlStmt>| {
                    before.iter().try_for_each(|s| b.statement(*s, out))?;
                    let taken = b.branch(*taken)?;
                    b.push(out, StmtKind::Taken(taken));
                    Ok(())
                };
                if before.is_empty() {
                    return made(self, out);
                }
                let block = self.scope(Some(s), made)?;
                self.push(out, StmtKind::Block(block.into()));
                Ok(())
            }
            Stmt::If {
                init,
                condition,
                then,
                otherwise,
            } => {
                let made = |b: &mut Self, out: &mut Vec<IlStmt>| {
                    init.iter().try_for_each(|s| b.statement(*s, out))?;
                    let condition = b.condition(*condition)?;
                    b.declare_pending(out);
                    let then = b.branch(*then)?;
                    let otherwise = otherwise.map(|s| b.branch(s)).transpose()?;
                    b.push(out, StmtKind::If(condition, then, otherwise));
                    Ok(())
                };
                match init.is_empty() {
                    true => made(self, out),
                    false => {
                        let block = self.scope(Some(s), made)?;
                        self.push(out, StmtKind::Block(block.into()));
                        Ok(())
                    }
                }
            }
            Stmt::IfConsteval(_, otherwise) => match otherwise {
                Some(s) => self.statement(*s, out),
                None => Ok(()),
            },
            Stmt::Switch {
                init,
                condition,
                body,
            } => {
                let around = self.scopes.len();
                let mut end = None;
                let made = |b: &mut Self, out: &mut Vec<IlStmt>| {
                    init.iter().try_for_each(|s| b.statement(*s, out))?;
                    let (value, temporaries) = b.full(|b| b.value(*condition))?;
                    let value = b.value_then_end(value, &temporaries)?;
                    b.declare_pending(out);
                    let target = b.target("break", around);
                    b.breaks.push(target);
                    let body = b.branch(*body);
                    end = b.breaks.pop().and_then(Target::used);
                    let body = body?;
                    b.push(out, StmtKind::Switch(value, body));
                    Ok(())
                };
                let block = self.scope(Some(s), made)?;
                self.push(out, StmtKind::Block(block.into()));
                self.push_label(end, out);
                Ok(())
            }
            Stmt::Case(low, high, inner) => {
                self.push(out, StmtKind::Case(*low, *high));
                self.statement(*inner, out)
            }
            Stmt::Default(inner) => {
                self.push(out, StmtKind::Default);
                self.statement(*inner, out)
            }
            Stmt::Label(name, inner) => {
                self.push(out, StmtKind::Label(name.clone()));
                self.statement(*inner, out)
            }
            Stmt::Goto(label) => {
                let from = self.scopes_around(label)?;
                self.leave_scopes(from, out)?;
                self.push(out, StmtKind::Goto(label.clone()));
                Ok(())
            }
            Stmt::Loop { .. } => {
                let Some(parts) = self.loop_parts(stmt)? else {
                    return Ok(());
                };
                let around = self.scopes.len();
                let end = self.run_loop(&parts, around, out)?;
                self.push_label(end, out);
                Ok(())
            }
            Stmt::Return(value) => self.return_stmt(*value, out),
            Stmt::Break => self.jump(|b| &mut b.breaks, StmtKind::Break, out),
            Stmt::Continue => self.jump(|b| &mut b.continues, StmtKind::Continue, out),
            // Nothing is thrown on the device.
            Stmt::Try(block, _) => self.statement(*block, out),
            Stmt::Asm(asm) => self.asm(asm, out),
        }
    }

    /// The statements of a block, what ends with it destroyed.
    pub(crate) fn scope(
        &mut self,
        of: Option<StmtId>,
        f: impl FnOnce(&mut Self, &mut Vec<IlStmt>) -> Res<'db, ()>,
    ) -> Res<'db, Vec<IlStmt>> {
        let mut out = Vec::new();
        let outer = std::mem::take(&mut self.undeclared);
        let starts = std::mem::take(&mut self.starts);
        self.scopes.push(Scope {
            of,
            ..Scope::default()
        });
        let result = f(self, &mut out);
        let from = self.scopes.len() - 1;
        let result = result.and_then(|()| match self.ends_in_jump(&out) {
            true => Ok(()),
            false => self.leave_scopes(from, &mut out),
        });
        self.scopes.pop();
        self.undeclared.splice(0..0, outer);
        self.starts.splice(0..0, starts);
        result.map(|()| out)
    }

    /// Whether what follows some statements is not reached.
    fn ends_in_jump(&self, all: &[IlStmt]) -> bool {
        all.last().is_some_and(|s| {
            matches!(
                self.code.stmts[*s].kind,
                StmtKind::Return(_)
                    | StmtKind::Break
                    | StmtKind::Continue
                    | StmtKind::Goto(_)
                    | StmtKind::GotoPointer(_)
            )
        })
    }

    /// A statement as one.
    fn branch(&mut self, s: StmtId) -> Res<'db, IlStmt> {
        let all = self.scope(Some(s), |b, out| b.statement(s, out))?;
        Ok(self.block(all))
    }

    /// Statements as one.
    pub(crate) fn block(&mut self, all: Vec<IlStmt>) -> IlStmt {
        match all[..] {
            [only] if matches!(self.code.stmts[only].kind, StmtKind::Block(_)) => only,
            _ => self.stmt(StmtKind::Block(all.into())),
        }
    }

    /// A full-expression that is a statement.
    pub(crate) fn push_full(
        &mut self,
        value: Il,
        temporaries: &crate::body::cleanup::Temporaries<'db>,
        out: &mut Vec<IlStmt>,
    ) -> Res<'db, ()> {
        for effect in self.clear_flags(temporaries) {
            self.push_expr(out, effect);
        }
        self.push_expr(out, value);
        for effect in self.end(temporaries)? {
            self.push_expr(out, effect);
        }
        Ok(())
    }

    /// A condition: a truth value.
    pub(crate) fn condition(&mut self, e: ExprId) -> Res<'db, Il> {
        let (value, temporaries) = self.full(|b| b.value(e))?;
        let value = self.value_then_end(value, &temporaries)?;
        match self.frame()?.typed.expected(e) {
            Some(holds) => Ok(self.expected(value, holds)),
            None => Ok(value),
        }
    }

    /// A truth value that mostly is another one: as the reference lowers `[[likely]]` and `[[unlikely]]`.
    fn expected(&mut self, value: Il, holds: bool) -> Il {
        let bool = self.bool();
        let long = self.integer_type(Integer::Long);
        // The optimiser would take a conversion of `x < 0` for a shift.
        let (one, zero) = (
            self.integer(1, Integer::Long),
            self.integer(0, Integer::Long),
        );
        let value = self.make(Kind::Conditional(value, one, zero), long);
        let holds = self.integer(holds.into(), Integer::Long);
        let name = "__builtin_expect".into();
        let value = self.make(Kind::Builtin(name, [value, holds].into()), long);
        self.make(Kind::Convert(Convert::Truth, value), bool)
    }

    fn return_stmt(&mut self, value: Option<ExprId>, out: &mut Vec<IlStmt>) -> Res<'db, ()> {
        let db = self.unit.db;
        let Some(e) = value else {
            self.leave_scopes(0, out)?;
            self.push(out, StmtKind::Return(None));
            return Ok(());
        };
        let Some(ret) = self.ret else {
            return self.refuse("a result of a type that is not known");
        };
        if ret.is_void(db) {
            let (value, temporaries) = self.full(|b| b.effect(e))?;
            self.push_full(value, &temporaries, out)?;
            self.leave_scopes(0, out)?;
            self.push(out, StmtKind::Return(None));
            return Ok(());
        }
        if let Some(slot) = self.slot.filter(|_| is_passed_by_reference(db, ret)) {
            let is_elided = self.is_elided(e)?;
            if !is_elided {
                let dest = Dest::pointed(slot, ret.unqualified(db));
                self.push_effects(out, |b, effects| b.full_init(&dest, e, effects))?;
            }
            self.leave_scopes(0, out)?;
            self.push(out, StmtKind::Return(None));
            return Ok(());
        }
        // That is declared before what the value needs.
        let rank = self.ranks.next();
        let (value, temporaries) = match ret.is_reference(db) {
            true => self.full(|b| b.bound(e))?,
            false => self.full(|b| b.value(e))?,
        };
        let ty = self.ty(ret.unqualified(db))?;
        let value = match self.code.types[ty] {
            cleave_il::Type::Pointer { .. } => self.as_pointer(value, ty),
            _ => value,
        };
        let value = self.value_then_end(value, &temporaries)?;
        // The reference has an object that is returned in a temporary first.
        let is_put_aside = ret.is_class(db) && !self.is_temporary(value);
        if !is_put_aside && !self.has_cleanups(0) {
            self.push(out, StmtKind::Return(Some(value)));
            return Ok(());
        }
        let (set, local) = self.set_aside_at(value, rank);
        self.push_expr(out, set);
        self.leave_scopes(0, out)?;
        let value = self.local_value(local);
        self.push(out, StmtKind::Return(Some(value)));
        Ok(())
    }

    /// Whether a value is read from a temporary.
    fn is_temporary(&self, value: Il) -> bool {
        let mut at = value;
        while let Kind::Comma(_, last) = self.code.exprs[at].kind {
            at = last;
        }
        let Kind::Load(place) = self.code.exprs[at].kind else {
            return false;
        };
        let Kind::Local(local) = self.code.exprs[place].kind else {
            return false;
        };
        self.code.locals[local].name.is_empty()
    }

    /// Whether what is returned is the variable that is made in the return slot.
    fn is_elided(&self, e: ExprId) -> Res<'db, bool> {
        let frame = self.frame()?;
        let Some((_, copies)) = &frame.elided else {
            return Ok(false);
        };
        let mut at = e;
        while let ExprKind::Full(inner) = self.expr(at)?.kind {
            at = inner;
        }
        Ok(copies.contains(&at))
    }

    fn asm(&mut self, asm: &'db thir::Asm, out: &mut Vec<IlStmt>) -> Res<'db, ()> {
        let typed = self.frame()?.typed;
        let text = |e: ExprId| typed.string(e);
        let mut outputs = Vec::new();
        let mut inputs = Vec::new();
        for operand in &asm.operands {
            let Some(constraint) = text(operand.constraint) else {
                return self.refuse("a constraint of an assembly statement");
            };
            let value = match operand.output {
                true => self.place(operand.value)?,
                false => match self.expr(operand.value)?.category {
                    thir::Category::Prvalue => self.value(operand.value)?,
                    _ => {
                        let place = self.place(operand.value)?;
                        self.load(place)
                    }
                },
            };
            let made = AsmOperand {
                name: operand.name.clone(),
                constraint: constraint.into(),
                value,
            };
            match operand.output {
                true => outputs.push(made),
                false => inputs.push(made),
            }
        }
        let mut clobbers = Vec::new();
        for e in &asm.clobbers {
            match text(*e) {
                Some(text) => clobbers.push(text.into()),
                None => return self.refuse("a clobber of an assembly statement"),
            }
        }
        if asm.goto {
            return self.refuse("an assembly statement that jumps");
        }
        let Some(template) = text(asm.template) else {
            return self.refuse("the code of an assembly statement");
        };
        let made = Asm {
            template: template.into(),
            is_volatile: asm.volatile,
            is_extended: asm.extended,
            outputs: outputs.into(),
            inputs: inputs.into(),
            clobbers: clobbers.into(),
        };
        self.push(out, StmtKind::Asm(made));
        Ok(())
    }
}
