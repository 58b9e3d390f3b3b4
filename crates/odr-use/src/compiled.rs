//! What typed code runs in the order in which it is compiled, with what is destroyed on the way: variables where their blocks are left,
//! temporaries at the end of their full-expressions ([class.temporary], [stmt.jump], [class.dtor]).
//!
//! The reference names a called function in front of its arguments. Where two arguments or more have effects, each is computed first and set
//! aside, and the call comes behind them. Must not know what is said of any of it.

use cleave_base_db::Db;
use cleave_typing::class::{Special, special};
use cleave_typing::flow::is_constexpr;
use cleave_typing::function::definition;
use cleave_typing::thir::{Category, ExprId, ExprKind, LocalId, LocalKind, Stmt, StmtId, Typed};
use cleave_typing::{Ty, check};

use crate::defaults::default_member;
use crate::effects::effects;
use crate::elision::elided;
use crate::reached::{At, Reached, expressions_with, is_open_with, parts, runs};

/// Something that happens.
#[derive(Clone, Copy, Debug)]
pub enum Event<'db> {
    /// An expression is computed.
    Expr(Reached),
    /// A call, or what makes an object, has been computed with its operands.
    Computed(ExprId),
    /// A statement begins.
    Statement(StmtId),
    /// A block within a function is left at its end.
    End(StmtId),
    /// A jump leaves blocks.
    Leaves(StmtId),
    /// A constructor makes the elements of an array that no initialiser is written for.
    Elements(Elements),
    /// An object of this class is destroyed.
    Destroyed(Dying<'db>),
    /// The initialiser of a base or a member begins, by its number in [`Typed::inits`].
    Initializer(u32),
    /// A default member initialiser ([class.mem]/10) or a default argument runs, which has code of its own. The expression is computed
    /// for it: the member's place in a constructor, the aggregate, or the argument.
    Default(&'db Typed<'db>, ExprId),
}

/// Elements of an array that a constructor makes one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Elements {
    /// The array, and the variable that it initialises.
    pub array: Reached,
    /// What makes an element.
    pub made: ExprId,
    /// `new` makes the array. The destructor of the elements is at hand for an exception.
    pub is_new: bool,
}

/// What is destroyed.
#[derive(Clone, Copy, Debug)]
pub struct Dying<'db> {
    /// Its class, or that of the elements.
    pub class: Ty<'db>,
    /// The elements of an array are destroyed, one after the other.
    pub is_array: bool,
}

/// Everything that a body computes, and destroys. `class`: of a constructor, the class whose objects it makes.
pub fn compiled<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    class: Option<Ty<'db>>,
) -> Vec<Event<'db>> {
    let mut walk = Walk {
        db,
        typed,
        has_effects: effects(typed),
        copies: elided(db, typed),
        out: Vec::new(),
        tasks: Vec::new(),
        temporaries: Vec::new(),
        scopes: Vec::new(),
        around: Vec::new(),
        branches: Vec::new(),
        extended: None,
        allocated: None,
        is_live: true,
    };
    walk.tasks.extend(typed.block.map(Task::Stmt));
    walk.tasks.extend(typed.value.map(Task::Full));
    for (number, init) in typed.inits.iter().enumerate().rev() {
        let default = match typed.exprs.get(init.value.0 as usize).map(|x| &x.kind) {
            Some(ExprKind::DefaultMember(n)) => class.and_then(|c| default_member(db, c, *n)),
            _ => None,
        };
        match (init.written, default) {
            (Some(_), _) => walk.tasks.push(Task::Full(init.value)),
            (None, Some(code)) => walk.tasks.push(Task::Default(code, init.value)),
            (None, None) => continue,
        }
        walk.tasks.push(Task::Initializer(number as u32));
    }
    walk.run();
    walk.out
}

/// What is still to be done. The walk keeps its own stack: what is written may be nested deeply.
#[derive(Clone, Copy)]
enum Task<'db> {
    Expr(ExprId, Option<LocalId>),
    /// An expression without its operands.
    Now(Reached),
    Elements(Elements),
    Computed(ExprId),
    /// An expression with its temporaries.
    Full(ExprId),
    Initializer(u32),
    Default(&'db Typed<'db>, ExprId),
    Temporary(Dying<'db>),
    Destroyed(Dying<'db>),
    /// The temporaries from this one on end.
    EndTemporaries(usize),
    Stmt(StmtId),
    /// A variable lives to the end of its block.
    Begins(Dying<'db>),
    /// The variables from this one on end, at the end of this block.
    EndScopes(usize, Option<StmtId>),
    /// A jump to where this many variables live.
    Leave(usize, StmtId),
    /// Of two branches the first begins, the second does, and both are done.
    First,
    Second,
    Join,
    /// A loop, or a `switch`, is done; whether what follows it is reached without a jump.
    Exit(bool),
}

/// A loop or a `switch`.
struct Around {
    scopes: usize,
    is_switch: bool,
    has_default: bool,
    is_left: bool,
}

struct Walk<'t, 'db> {
    db: &'db dyn Db,
    typed: &'t Typed<'db>,
    /// By number, the expressions that do more than give a value.
    has_effects: Vec<bool>,
    /// The variable that is what the function returns, and the copies of it that are not made.
    copies: Option<(LocalId, Vec<ExprId>)>,
    out: Vec<Event<'db>>,
    tasks: Vec<Task<'db>>,
    temporaries: Vec<Dying<'db>>,
    scopes: Vec<Dying<'db>>,
    around: Vec<Around>,
    /// Whether what follows a branch is reached.
    branches: Vec<bool>,
    /// A temporary that lives as long as the reference that it is bound to.
    extended: Option<ExprId>,
    /// The initialiser of an array that `new` makes.
    allocated: Option<ExprId>,
    /// Whether control comes here.
    is_live: bool,
}

impl<'db> Walk<'_, 'db> {
    fn run(&mut self) {
        while let Some(task) = self.tasks.pop() {
            match task {
                Task::Expr(e, local) => self.expr(e, local),
                Task::Now(reached) => self.out.push(Event::Expr(reached)),
                Task::Elements(elements) => self.out.push(Event::Elements(elements)),
                Task::Computed(e) => self.out.push(Event::Computed(e)),
                Task::Initializer(n) => self.out.push(Event::Initializer(n)),
                Task::Default(code, e) => self.out.push(Event::Default(code, e)),
                Task::Full(e) => {
                    let own = self.temporaries.len();
                    self.then([Task::Expr(e, None), Task::EndTemporaries(own)]);
                }
                Task::Temporary(ty) => self.temporaries.push(ty),
                Task::Destroyed(dying) => self.out.push(Event::Destroyed(dying)),
                Task::EndTemporaries(from) => {
                    let ended = self.temporaries.drain(from..).rev();
                    self.out.extend(ended.map(Event::Destroyed));
                }
                Task::Stmt(s) => self.stmt(s),
                Task::Begins(ty) => self.scopes.push(ty),
                Task::EndScopes(from, block) => {
                    if self.is_live && self.scopes.len() > from {
                        self.out.extend(block.map(Event::End));
                        let ended = self.scopes[from..].iter().rev();
                        self.out.extend(ended.copied().map(Event::Destroyed));
                    }
                    self.scopes.truncate(from);
                }
                Task::Leave(to, s) => {
                    if self.is_live && self.scopes.len() > to {
                        self.out.push(Event::Leaves(s));
                        let ended = self.scopes[to..].iter().rev();
                        self.out.extend(ended.copied().map(Event::Destroyed));
                    }
                    self.is_live = false;
                }
                Task::First => self.branches.push(self.is_live),
                Task::Second => {
                    if let Some(before) = self.branches.last_mut() {
                        std::mem::swap(before, &mut self.is_live);
                    }
                }
                Task::Join => self.is_live |= self.branches.pop().unwrap_or(true),
                Task::Exit(falls) => {
                    if let Some(around) = self.around.pop() {
                        let falls = match around.is_switch {
                            true => self.is_live || !around.has_default,
                            false => falls,
                        };
                        self.is_live = falls || around.is_left;
                    }
                }
            }
        }
    }

    fn then<const N: usize>(&mut self, tasks: [Task<'db>; N]) {
        self.tasks.extend(tasks.into_iter().rev());
    }

    /// What ends with an object of a type.
    fn destroyed(&self, ty: Ty<'db>) -> Option<Dying<'db>> {
        let class = ty.innermost_element(self.db).unqualified(self.db);
        let is_class = class.is_class(self.db);
        let special = special(self.db, class, Special::Destructor).filter(|_| is_class)?;
        let is_array = ty.element(self.db).is_some();
        (!special.trivial).then_some(Dying { class, is_array })
    }

    /// What makes the elements of an array that no initialiser is written for.
    fn repeated(&self, mut filler: ExprId) -> Option<ExprId> {
        loop {
            filler = self.bare(filler);
            match &self.typed.exprs.get(filler.0 as usize)?.kind {
                ExprKind::Array(elements, Some(inner)) if elements.is_empty() => filler = *inner,
                ExprKind::Construct(..) => return Some(filler),
                _ => return None,
            }
        }
    }

    /// The class of an object that an expression makes and nobody names.
    fn made(&self, e: ExprId) -> Option<Dying<'db>> {
        let expr = self.typed.exprs.get(self.bare(e).0 as usize)?;
        let is_made = expr.category == Category::Prvalue;
        self.destroyed(expr.ty).filter(|_| is_made)
    }

    /// An expression without what does nothing around it.
    fn bare(&self, mut e: ExprId) -> ExprId {
        while let Some(ExprKind::Full(inner)) = self.typed.exprs.get(e.0 as usize).map(|x| &x.kind)
        {
            e = *inner;
        }
        e
    }

    fn expr(&mut self, e: ExprId, local: Option<LocalId>) {
        let Some(expr) = self.typed.exprs.get(e.0 as usize) else {
            return;
        };
        if self
            .copies
            .as_ref()
            .is_some_and(|(_, copies)| copies.contains(&e))
        {
            return;
        }
        let own = Reached { expr: e, local };
        let task = |at: At| match at {
            At::Expr(e, local) => Task::Expr(e, local),
            At::Stmt(s) => Task::Stmt(s),
        };
        if let ExprKind::New { init, .. } = &expr.kind {
            self.allocated = init.map(|e| self.bare(e));
        }
        match &expr.kind {
            ExprKind::Call { object, args, .. } => {
                let has_effects = |a: &&ExprId| self.has_effects[a.0 as usize];
                let is_behind = args.iter().filter(has_effects).count() > 1;
                let object = object.map(|o| Task::Expr(o, None));
                let args = self.arguments(args).into_iter().rev();
                self.tasks.push(Task::Computed(e));
                if is_behind {
                    self.tasks.extend(object);
                    self.tasks.push(Task::Now(own));
                    self.tasks.extend(args);
                } else {
                    self.tasks.extend(args);
                    self.tasks.extend(object);
                    self.tasks.push(Task::Now(own));
                }
            }
            ExprKind::Construct(_, args) | ExprKind::CallIndirect(_, args) => {
                let args = self.arguments(args);
                self.tasks.push(Task::Computed(e));
                self.tasks.extend(args.into_iter().rev());
                if let ExprKind::CallIndirect(called, _) = &expr.kind {
                    self.tasks.push(Task::Expr(*called, None));
                }
                self.tasks.push(Task::Now(own));
            }
            ExprKind::Materialize(inner) => {
                let ty = self
                    .destroyed(expr.ty)
                    .filter(|_| self.extended.take_if(|x| *x == e).is_none());
                self.tasks.extend(ty.map(Task::Temporary));
                self.then([Task::Now(own), Task::Expr(*inner, None)]);
            }
            ExprKind::Array(elements, filler) => {
                let is_new = self.allocated.take_if(|x| *x == e).is_some();
                let filler = filler.and_then(|e| self.repeated(e));
                self.tasks.extend(filler.map(|made| {
                    Task::Elements(Elements {
                        array: own,
                        made,
                        is_new,
                    })
                }));
                let elements = elements.iter().rev();
                self.tasks.extend(elements.map(|e| Task::Expr(*e, None)));
                self.tasks.push(Task::Now(own));
            }
            ExprKind::Aggregate(parts) => {
                for part in parts.iter().rev().flatten() {
                    let kind = self.typed.exprs.get(part.0 as usize).map(|x| &x.kind);
                    let default = match kind {
                        Some(ExprKind::DefaultMember(n)) => default_member(self.db, expr.ty, *n),
                        _ => None,
                    };
                    self.tasks.push(match default {
                        Some(code) => Task::Default(code, e),
                        None => Task::Expr(*part, None),
                    });
                }
                self.tasks.push(Task::Now(own));
            }
            ExprKind::DefaultArgument(function, n) => {
                let code = check::default_argument(self.db, *function, *n);
                let code = code.filter(|typed| !typed.dependent);
                self.tasks.extend(code.map(|code| Task::Default(code, e)));
                self.tasks.push(Task::Now(own));
            }
            ExprKind::New {
                count: Some(count),
                init,
                placement,
                ..
            } => {
                let list = init.filter(|e| {
                    let init = self.typed.exprs.get(self.bare(*e).0 as usize);
                    init.is_some_and(|x| matches!(x.kind, ExprKind::Array(..)))
                });
                let all = [*count]
                    .into_iter()
                    .chain(placement.iter().copied())
                    .chain(list);
                let all: Vec<Task<'db>> = all.map(|e| Task::Expr(e, None)).collect();
                self.tasks.extend(all.into_iter().rev());
                self.tasks.push(Task::Now(own));
            }
            ExprKind::Delete {
                pointer,
                array: true,
                ..
            } => {
                let pointee = self.typed.exprs.get(pointer.0 as usize);
                let pointee = pointee.and_then(|x| x.ty.pointee(self.db));
                let dying = pointee.and_then(|ty| self.destroyed(ty));
                let elements = dying.map(|dying| Dying {
                    is_array: true,
                    ..dying
                });
                self.tasks.extend(elements.map(Task::Destroyed));
                self.tasks.push(Task::Expr(*pointer, None));
            }
            kind => {
                let mut next = Vec::new();
                expressions_with(kind, local, &|c| self.is_open(c), &mut next);
                self.tasks.extend(next.into_iter().rev().map(task));
                self.tasks.push(Task::Now(own));
            }
        }
    }

    /// Whether a condition is certainly known only when the code runs: it calls what is no constant expression, or reads a variable.
    fn is_open(&self, condition: ExprId) -> bool {
        let db = self.db;
        is_open_with(self.typed, condition, &|kind| match kind {
            ExprKind::Call { callee, .. } => {
                !is_constexpr(db, *callee) || definition(db, *callee).is_none()
            }
            _ => false,
        })
    }

    /// The arguments of a call; objects that are passed end with the full-expression.
    fn arguments(&self, args: &[ExprId]) -> Vec<Task<'db>> {
        let mut out = Vec::new();
        for &arg in args {
            out.push(Task::Expr(arg, None));
            out.extend(self.made(arg).map(Task::Temporary));
        }
        out
    }

    fn stmt(&mut self, s: StmtId) {
        let Some(stmt) = self.typed.stmts.get(s.0 as usize) else {
            return;
        };
        let is_block = matches!(stmt, Stmt::Block(_) | Stmt::Taken(_) | Stmt::Decls(_));
        if !is_block {
            self.out.push(Event::Statement(s));
        }
        let (scopes, temporaries) = (self.scopes.len(), self.temporaries.len());
        match stmt {
            Stmt::Expr(e) => {
                self.tasks.push(Task::EndTemporaries(temporaries));
                self.tasks.extend(self.made(*e).map(Task::Temporary));
                self.tasks.push(Task::Expr(*e, None));
            }
            Stmt::Local(l, init) => self.local(*l, *init),
            Stmt::Block(all) | Stmt::Taken(all) => {
                let block = (self.typed.block != Some(s)).then_some(s);
                self.tasks.push(Task::EndScopes(scopes, block));
                self.tasks.extend(all.iter().rev().copied().map(Task::Stmt));
            }
            Stmt::If {
                init,
                condition,
                then,
                otherwise,
            } => {
                self.tasks.push(Task::EndScopes(scopes, None));
                self.tasks.push(Task::Join);
                self.tasks.extend(otherwise.map(Task::Stmt));
                self.then([
                    Task::Full(*condition),
                    Task::First,
                    Task::Stmt(*then),
                    Task::Second,
                ]);
                self.tasks
                    .extend(init.iter().rev().copied().map(Task::Stmt));
            }
            Stmt::Switch {
                init,
                condition,
                body,
            } => {
                self.around.push(Around {
                    scopes,
                    is_switch: true,
                    has_default: false,
                    is_left: false,
                });
                self.then([
                    Task::Full(*condition),
                    Task::Stmt(*body),
                    Task::Exit(true),
                    Task::EndScopes(scopes, None),
                ]);
                self.tasks
                    .extend(init.iter().rev().copied().map(Task::Stmt));
            }
            Stmt::Case(_, _, inner) | Stmt::Label(_, inner) | Stmt::Default(inner) => {
                if let (Stmt::Default(_), Some(around)) = (stmt, self.around.last_mut()) {
                    around.has_default = true;
                }
                self.is_live = true;
                self.tasks.push(Task::Stmt(*inner));
            }
            Stmt::Loop {
                declaration,
                condition,
                step,
                body,
                test_after,
                ..
            } => {
                self.around.push(Around {
                    scopes,
                    is_switch: false,
                    has_default: false,
                    is_left: false,
                });
                let falls = condition.is_some_and(|c| !self.is_constant(c));
                self.then([Task::Exit(falls), Task::EndScopes(scopes, None)]);
                let mut all = [
                    condition.map(Task::Full),
                    Some(Task::Stmt(*body)),
                    step.map(Task::Full),
                ];
                if *test_after {
                    all.rotate_left(1);
                }
                self.tasks.extend(all.into_iter().rev().flatten());
                self.tasks.extend(declaration.map(Task::Stmt));
            }
            Stmt::Return(value) => {
                self.tasks.push(Task::Leave(0, s));
                self.tasks.extend(value.map(Task::Full));
            }
            Stmt::Break | Stmt::Continue => {
                let is_target = |a: &&mut Around| matches!(stmt, Stmt::Break) || !a.is_switch;
                if let Some(around) = self.around.iter_mut().rev().find(is_target) {
                    around.is_left |= matches!(stmt, Stmt::Break) && self.is_live;
                    self.tasks.push(Task::Leave(around.scopes, s));
                }
            }
            Stmt::Goto(_) => self.is_live = false,
            other => {
                let mut next = Vec::new();
                parts(self.typed, other, &mut next);
                let next = next.into_iter().rev().map(|at| match at {
                    At::Expr(e, _) => Task::Full(e),
                    At::Stmt(s) => Task::Stmt(s),
                });
                self.tasks.extend(next);
            }
        }
    }

    fn local(&mut self, l: LocalId, init: Option<ExprId>) {
        let Some(local) = self.typed.locals.get(l.0 as usize) else {
            return;
        };
        if !runs(local) {
            return;
        }
        let is_returned = self
            .copies
            .as_ref()
            .is_some_and(|(returned, _)| *returned == l);
        let is_automatic = matches!(local.kind, LocalKind::Automatic);
        let mut own = self
            .destroyed(local.ty)
            .filter(|_| is_automatic && !is_returned);
        if local.ty.is_reference(self.db) {
            let bound = init.and_then(|e| self.bound(e));
            own = bound.and_then(|e| self.destroyed(self.typed.exprs[e.0 as usize].ty));
            self.extended = bound.filter(|_| own.is_some());
        }
        let temporaries = self.temporaries.len();
        self.tasks.extend(own.map(Task::Begins));
        self.tasks.push(Task::EndTemporaries(temporaries));
        self.tasks.extend(init.map(|e| Task::Expr(e, Some(l))));
    }

    /// The temporary that a reference is bound to ([class.temporary]/6).
    fn bound(&self, mut e: ExprId) -> Option<ExprId> {
        loop {
            match &self.typed.exprs.get(e.0 as usize)?.kind {
                ExprKind::Materialize(_) => return Some(e),
                ExprKind::Full(inner) | ExprKind::Convert(_, inner) | ExprKind::Field(inner, _) => {
                    e = *inner;
                }
                _ => return None,
            }
        }
    }

    fn is_constant(&self, mut e: ExprId) -> bool {
        loop {
            match self.typed.exprs.get(e.0 as usize).map(|x| &x.kind) {
                Some(ExprKind::Value(_)) => return true,
                Some(ExprKind::Full(inner) | ExprKind::Convert(_, inner)) => e = *inner,
                _ => return false,
            }
        }
    }
}
