//! The rules of statements: one walk over a body, in the order of the text.

use rustc_hash::FxHashSet;

use super::{Context, FaultKind};
use crate::code::{AsmOperand, ExprId, LocalId, StmtId, StmtKind, Unroll};
use crate::module::{Function, FunctionKind};
use crate::structure::raw;
use crate::types::{Integer, Type};
use crate::walk::{self, Part};
use crate::{ExprKind, StmtKind as S};

/// What is still to be done, the last first.
enum Task {
    Expr(ExprId),
    Stmt(StmtId),
    /// The line of what follows.
    Line(Option<i32>),
    /// The end of a block: what was declared since is gone.
    EndScope(usize),
    EndLoop,
    EndSwitch,
}

/// What the walk over a body knows.
pub(super) struct Walk<'a> {
    tasks: Vec<Task>,
    locals: Vec<State>,
    /// Those that are alive, in the order of their declaration.
    alive: Vec<LocalId>,
    loops: u32,
    switches: Vec<Switch>,
    /// Loops and switches around, for `break`.
    breakable: u32,
    /// All labels of the function.
    pub(super) labels: FxHashSet<&'a str>,
    /// Those that the walk has met.
    placed: FxHashSet<&'a str>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Undeclared,
    Alive,
    Gone,
}

struct Switch {
    /// The integer, if it is one.
    integer: Option<Option<Integer>>,
    has_default: bool,
    cases: Vec<(i128, i128, Option<i32>)>,
}

impl<'a> Context<'a, '_> {
    /// Looks at the body of a function, whose parameters are marked.
    pub(super) fn body(&mut self, function: &'a Function, params: &[bool]) {
        let Some(body) = function.body else {
            return;
        };
        let code = &function.code;
        self.want(
            function.kind != FunctionKind::Builtin,
            FaultKind::Body,
            || "a built-in function has one".to_owned(),
        );
        let block = matches!(code.stmts[body].kind, StmtKind::Block(_));
        self.want(block, FaultKind::Body, || "it is no block".to_owned());
        let state = |&param: &bool| match param {
            true => State::Alive,
            false => State::Undeclared,
        };
        let mut walk = Walk {
            tasks: Vec::new(),
            locals: params.iter().map(state).collect(),
            alive: Vec::new(),
            loops: 0,
            switches: Vec::new(),
            breakable: 0,
            labels: FxHashSet::default(),
            placed: FxHashSet::default(),
        };
        self.labels(body, &mut walk);
        walk.tasks.push(Task::Stmt(body));
        while let Some(task) = walk.tasks.pop() {
            match task {
                Task::Line(line) => self.line = line,
                Task::EndScope(alive) => {
                    for local in walk.alive.drain(alive..) {
                        walk.locals[raw(local)] = State::Gone;
                    }
                }
                Task::EndLoop => {
                    walk.loops -= 1;
                    walk.breakable -= 1;
                }
                Task::EndSwitch => {
                    walk.breakable -= 1;
                    if let Some(switch) = walk.switches.pop() {
                        self.overlaps(switch);
                    }
                }
                Task::Stmt(id) => self.stmt(function, id, &mut walk),
                Task::Expr(id) => self.walk_expr(id, &mut walk),
            }
        }
        self.line = None;
    }

    /// Gathers the labels of a body: jumps go forward too.
    fn labels(&self, body: StmtId, walk: &mut Walk<'a>) {
        let code = self.definition.code();
        let mut tasks = vec![Task::Stmt(body)];
        while let Some(task) = tasks.pop() {
            let mut add = |part: Part<'_>| match part {
                Part::Expr(&e) => tasks.push(Task::Expr(e)),
                Part::Stmt(&s) => tasks.push(Task::Stmt(s)),
                Part::Local(_) | Part::Constant(_) | Part::Type(_) => {}
            };
            match task {
                Task::Expr(id) => walk::expr(&code.exprs[id].kind, &mut add),
                Task::Stmt(id) => {
                    walk::stmt(&code.stmts[id].kind, &mut add);
                    if let StmtKind::Label(name) = &code.stmts[id].kind {
                        walk.labels.insert(name);
                    }
                }
                Task::Line(_) | Task::EndScope(_) | Task::EndLoop | Task::EndSwitch => {}
            }
        }
    }

    fn walk_expr(&mut self, id: ExprId, walk: &mut Walk<'a>) {
        let code = self.definition.code();
        let expr = &code.exprs[id];
        self.expr(id, walk);
        if let ExprKind::Statements(block, value) = &expr.kind {
            // The value belongs to the block: it may use what the block declares.
            walk.tasks.push(Task::EndScope(walk.alive.len()));
            walk.tasks.extend(value.map(Task::Expr));
            match &code.stmts[*block].kind {
                StmtKind::Block(stmts) => {
                    self.enter_line(*block, walk);
                    walk.tasks
                        .extend(stmts.iter().rev().map(|&s| Task::Stmt(s)));
                }
                _ => walk.tasks.push(Task::Stmt(*block)),
            }
            return;
        }
        let first = walk.tasks.len();
        walk::expr(&expr.kind, &mut |part| match part {
            Part::Expr(&e) => walk.tasks.push(Task::Expr(e)),
            Part::Local(&local) => {
                if walk.locals[raw(local)] != State::Alive {
                    self.fault(
                        FaultKind::LocalScope,
                        name(code.locals[local].name.as_ref()),
                    );
                }
            }
            Part::Constant(&constant) => self.constant(constant),
            Part::Stmt(_) | Part::Type(_) => {}
        });
        walk.tasks[first..].reverse();
    }

    /// The line of a statement holds until it ends.
    fn enter_line(&mut self, id: StmtId, walk: &mut Walk<'a>) {
        let line = self.definition.code().stmts[id].line;
        if line.is_some() {
            walk.tasks.push(Task::Line(self.line));
            self.line = line;
        }
    }

    fn stmt(&mut self, function: &'a Function, id: StmtId, walk: &mut Walk<'a>) {
        let code = &function.code;
        self.enter_line(id, walk);
        match &code.stmts[id].kind {
            S::Expr(e) => {
                // The value of an expression statement is not used, whatever it is.
                self.want_value(*e, "a statement");
            }
            S::Declare(local) => {
                let state = &mut walk.locals[raw(*local)];
                if std::mem::replace(state, State::Alive) != State::Undeclared {
                    let shown = name(code.locals[*local].name.as_ref());
                    self.fault(FaultKind::LocalDeclared, shown);
                }
                walk.alive.push(*local);
                let local = &code.locals[*local];
                self.local(local, &format!("local {}", name(local.name.as_ref())));
                self.want(!local.grid_constant, FaultKind::KernelOnly, || {
                    "a local is grid_constant".to_owned()
                });
            }
            S::Block(_) => walk.tasks.push(Task::EndScope(walk.alive.len())),
            S::If(condition, ..) => self.want_truth(*condition),
            S::Taken(_) => {}
            S::Loop {
                condition, unroll, ..
            } => {
                if let Some(condition) = condition {
                    self.want_truth(*condition);
                }
                if let Some(Unroll::By(times)) = unroll {
                    self.want(*times >= 1, FaultKind::Unroll, || times.to_string());
                }
                walk.loops += 1;
                walk.breakable += 1;
                walk.tasks.push(Task::EndLoop);
            }
            S::Switch(value, _) => {
                self.want_value(*value, "the value of a switch");
                let integer = match self.ty(code.exprs[*value].ty) {
                    Type::Bool => Some(None),
                    Type::Integer(integer) => Some(Some(*integer)),
                    _ => {
                        let shown = self.show(code.exprs[*value].ty);
                        self.fault(FaultKind::Operand, format!("a switch by {shown}"));
                        None
                    }
                };
                walk.switches.push(Switch {
                    integer,
                    has_default: false,
                    cases: Vec::new(),
                });
                walk.breakable += 1;
                walk.tasks.push(Task::EndSwitch);
            }
            S::Case(first, last) => self.case(*first, *last, walk),
            S::Default => match walk.switches.last_mut() {
                Some(switch) if !switch.has_default => switch.has_default = true,
                _ => self.fault(FaultKind::CasePlace, "default"),
            },
            S::Label(label) => {
                let first = walk.placed.insert(label);
                self.want(first, FaultKind::LabelTwice, || label.to_string());
            }
            S::Goto(label) => self.known_label(label, walk),
            S::GotoPointer(e) => {
                self.want_value(*e, "a label");
                self.want_pointer(*e, "a label");
            }
            S::Break => self.want(walk.breakable > 0, FaultKind::BreakPlace, String::new),
            S::Continue => self.want(walk.loops > 0, FaultKind::ContinuePlace, String::new),
            S::Return(value) => self.returned(function, *value),
            S::Asm(asm) => {
                for AsmOperand {
                    constraint, value, ..
                } in &asm.outputs
                {
                    self.want_place(*value, "an output of asm");
                    let good = constraint.starts_with(['=', '+']);
                    self.want(good, FaultKind::AsmOperand, || constraint.to_string());
                }
                for AsmOperand {
                    constraint, value, ..
                } in &asm.inputs
                {
                    self.want_value(*value, "an input of asm");
                    let good = !constraint.starts_with(['=', '+']);
                    self.want(good, FaultKind::AsmOperand, || constraint.to_string());
                }
            }
        }
        let first = walk.tasks.len();
        walk::stmt(&code.stmts[id].kind, &mut |part| match part {
            Part::Expr(&e) => walk.tasks.push(Task::Expr(e)),
            Part::Stmt(&s) => walk.tasks.push(Task::Stmt(s)),
            Part::Local(_) | Part::Constant(_) | Part::Type(_) => {}
        });
        walk.tasks[first..].reverse();
    }

    fn returned(&mut self, function: &'a Function, value: Option<ExprId>) {
        let code = &function.code;
        let good = match value {
            Some(value) => {
                self.want_value(value, "what is returned");
                self.agree(code.exprs[value].ty, function.ret)
            }
            None => matches!(self.ty(function.ret), Type::Void),
        };
        if !good {
            let detail = match value {
                Some(value) => format!(
                    "{} instead of {}",
                    self.show(code.exprs[value].ty),
                    self.show(function.ret)
                ),
                None => format!("nothing instead of {}", self.show(function.ret)),
            };
            self.fault(FaultKind::Return, detail);
        }
    }

    pub(super) fn known_label(&mut self, label: &str, walk: &Walk<'a>) {
        if !walk.labels.contains(label) {
            self.fault(FaultKind::LabelUnknown, label);
        }
    }

    fn case(&mut self, first: i128, last: i128, walk: &mut Walk<'a>) {
        let Some(switch) = walk.switches.last_mut() else {
            return self.fault(FaultKind::CasePlace, format!("case {first}"));
        };
        switch.cases.push((first, last, self.line));
        let holds = |value| match switch.integer {
            Some(Some(integer)) => integer.holds(value),
            Some(None) => (0..=1).contains(&value),
            None => true,
        };
        // Values of `unsigned __int128` are compared as they are written, as signed numbers.
        let good = first <= last && holds(first) && holds(last);
        self.want(good, FaultKind::CaseRange, || format!("{first} to {last}"));
    }

    fn overlaps(&mut self, mut switch: Switch) {
        switch.cases.sort_unstable();
        let outer = self.line;
        let mut end: Option<i128> = None;
        for (first, last, line) in switch.cases {
            if end.is_some_and(|end| first <= end) {
                self.line = line;
                self.fault(FaultKind::CaseRange, format!("{first} again"));
            }
            end = end.max(Some(last));
        }
        self.line = outer;
    }
}

/// The name of a local for people.
fn name(name: &str) -> String {
    match name.is_empty() {
        true => "without a name".to_owned(),
        false => format!("%{name}"),
    }
}
