//! The code of a function on its way from typed code to IL: locals, scopes with what is destroyed at their end, temporaries.
//!
//! Typed code refers to other typed code: default arguments, default member initialisers. Each is a [`Frame`].

mod aggregate;
mod arguments;
mod arrays;
mod builtins;
mod call;
mod choice;
mod cleanup;
mod convert;
mod copy;
mod declare;
mod delete;
pub(crate) mod dest;
mod init;
mod initial;
mod jumps;
mod labels;
mod lambda;
mod launch;
mod loops;
mod make;
mod member_pointers;
mod members;
mod memory;
mod operators;
mod ordering;
mod own_names;
mod place;
pub(crate) mod placing;
mod stmt;
mod stored;
mod value;
mod virtual_bases;
mod volatile;
mod zeroed;

use cleave_il::{Code, ExprId as Il, Local, LocalId, Quals, StmtId as IlStmt, Symbol, TypeId};
use cleave_needed::{Decided, decided, elided};
use cleave_typing::thir::{self, Expr, ExprId, ExprKind, LocalKind, Typed};
use cleave_typing::{CodeRef, Entity, Env, Site, Ty};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::body::cleanup::{Cleanup, Temporaries};
use crate::body::labels::Labels;
use crate::body::placing::Ranks;
use crate::refusal::{Refusal, Res};
use crate::unit::Unit;

/// How deep expressions, statements and initialisers may nest.
const DEPTH: u32 = 3_000;

/// Where a local of typed code is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Slot {
    /// It is this local.
    Local(LocalId),
    /// It is what this pointer points to: a reference, the return slot, an object that is passed by reference.
    Pointer(LocalId),
}

/// A block, or what has the lifetime of one.
#[derive(Debug, Default)]
pub(crate) struct Scope<'db> {
    /// The statement that it is the scope of.
    pub(crate) of: Option<thir::StmtId>,
    /// What is destroyed at its end, in the order it came to life.
    pub(crate) cleanups: Vec<Cleanup<'db>>,
    /// How many of its statements, the first ones, declare variables and make them zero.
    pub(crate) zeroed: usize,
}

/// Some typed code that is being lowered.
pub(crate) struct Frame<'db> {
    /// The code.
    pub(crate) typed: &'db Typed<'db>,
    /// The function whose code it is.
    pub(crate) owner: Option<Entity<'db>>,
    /// The template arguments of the code.
    pub(crate) env: Option<Env<'db>>,
    /// Where its locals are.
    pub(crate) slots: FxHashMap<thir::LocalId, Slot>,
    /// The pointer that `this` is; in a lambda's call operator the pointer to the closure.
    pub(crate) this: Option<LocalId>,
    /// The class whose default member initialisers are meant, where no object is given.
    pub(crate) class: Option<Ty<'db>>,
    /// Where its labels are; made at the first jump.
    pub(crate) labels: Option<Labels>,
    /// The local that is made in the return slot, and the copies of it that are left out.
    pub(crate) elided: Option<(thir::LocalId, Vec<ExprId>)>,
    /// Temporaries that live as long as the reference that is bound to them.
    pub(crate) extended: FxHashSet<ExprId>,
}

/// What a statement was written as, by its number in its code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) enum Origin {
    /// A statement.
    Statement(u32),
    /// What a constructor says of a base or member: an expression or a type (true).
    Initializer(u32, bool),
}

/// The code of a function that is being made.
pub(crate) struct Body<'u, 'db> {
    pub(crate) unit: &'u mut Unit<'db>,
    pub(crate) code: Code,
    pub(crate) frames: Vec<Frame<'db>>,
    /// The blocks around, each with what is destroyed at its end.
    pub(crate) scopes: Vec<Scope<'db>>,
    /// Where `break` and `continue` lead, innermost last.
    pub(crate) breaks: Vec<jumps::Target>,
    pub(crate) continues: Vec<jumps::Target>,
    /// How many labels were made for them.
    pub(crate) targets: u32,
    /// The full-expressions around.
    pub(crate) temporaries: Vec<Temporaries<'db>>,
    /// Locals that no statement has declared yet.
    pub(crate) undeclared: Vec<LocalId>,
    /// In which order temporaries are declared.
    pub(crate) ranks: Ranks,
    /// The temporary objects of classes, in order.
    pub(crate) objects: Vec<LocalId>,
    /// What the function returns.
    pub(crate) ret: Option<Ty<'db>>,
    /// The parameter that points to where the result is made.
    pub(crate) slot: Option<LocalId>,
    /// The parameter or local that points to the table of tables that this object is made with.
    pub(crate) vtt: Option<LocalId>,
    /// Parameters that point to complete objects.
    pub(crate) complete: FxHashSet<LocalId>,
    /// Parameters that nothing modifies, nor takes the address of.
    pub(crate) unmodified: FxHashSet<LocalId>,
    /// The shared variables that the function names: their addresses are no constants.
    pub(crate) shared: FxHashSet<Symbol>,
    /// The lists behind a type, of each code that was asked for.
    pub(crate) braced: FxHashMap<CodeRef<'db>, FxHashSet<u32>>,
    /// The expression is the initialiser of a variable, or a part of it.
    pub(crate) initializes: bool,
    /// The variable that is being made, as long as nothing says that it is zero from the beginning of its block.
    pub(crate) declared: Option<LocalId>,
    /// What stores the constants that temporaries of the current statement begin with.
    pub(crate) starts: Vec<(LocalId, Il)>,
    /// The expression is evaluated again without the statement that it is in: it is the condition or the step of a loop.
    pub(crate) repeats: bool,
    /// Parameters that are references.
    pub(crate) references: FxHashSet<LocalId>,
    /// The places that are members, and so complete objects.
    pub(crate) members: FxHashSet<cleave_il::ExprId>,
    depth: u32,
    /// The expression that is looked at: the place of a refusal.
    site: Option<Site<'db>>,
    /// What is looked at of the function's own code.
    pub(crate) origin: Option<Origin>,
    /// What the statements that are made were written as, one for each.
    pub(crate) origins: Vec<Option<Origin>>,
}

impl<'u, 'db> Body<'u, 'db> {
    pub(crate) fn new(unit: &'u mut Unit<'db>) -> Self {
        Body {
            unit,
            code: Code::default(),
            frames: Vec::new(),
            scopes: Vec::new(),
            breaks: Vec::new(),
            continues: Vec::new(),
            targets: 0,
            temporaries: Vec::new(),
            undeclared: Vec::new(),
            ranks: Ranks::default(),
            objects: Vec::new(),
            ret: None,
            slot: None,
            vtt: None,
            complete: FxHashSet::default(),
            unmodified: FxHashSet::default(),
            shared: FxHashSet::default(),
            braced: FxHashMap::default(),
            initializes: false,
            declared: None,
            starts: Vec::new(),
            repeats: false,
            references: FxHashSet::default(),
            members: FxHashSet::default(),
            depth: 0,
            site: None,
            origin: None,
            origins: Vec::new(),
        }
    }

    /// A frame for some typed code.
    pub(crate) fn frame_of(&self, typed: &'db Typed<'db>, this: Option<LocalId>) -> Frame<'db> {
        Frame {
            typed,
            owner: None,
            env: None,
            slots: FxHashMap::default(),
            this,
            class: None,
            labels: None,
            elided: None,
            extended: FxHashSet::default(),
        }
    }

    /// The frame of a function's own code.
    pub(crate) fn enter_function(
        &mut self,
        typed: &'db Typed<'db>,
        this: Option<LocalId>,
        class: Option<Ty<'db>>,
        owner: Entity<'db>,
        params: &[Slot],
    ) {
        let mut frame = self.frame_of(typed, this);
        frame.class = class;
        frame.env = owner.env(self.unit.db);
        frame.owner = Some(owner);
        if self.slot.is_some() {
            frame.elided = elided(self.unit.db, typed);
        }
        for (n, local) in typed.locals.iter().enumerate() {
            if let LocalKind::Param(number) = local.kind
                && let Some(slot) = params.get(number as usize)
            {
                frame.slots.insert(thir::LocalId(n as u32), *slot);
            }
        }
        self.frames.push(frame);
    }

    pub(crate) fn frame(&self) -> Res<'db, &Frame<'db>> {
        match self.frames.last() {
            Some(frame) => Ok(frame),
            None => self.refuse("code without a frame"),
        }
    }

    pub(crate) fn frame_mut(&mut self) -> Res<'db, &mut Frame<'db>> {
        let site = self.site;
        let what = "code without a frame";
        self.frames.last_mut().ok_or(Refusal { what, site })
    }

    /// An expression of the code at hand.
    ///
    /// Of a conditional expression that a constant decides it is the operand that runs.
    pub(crate) fn expr(&self, mut e: ExprId) -> Res<'db, &'db Expr<'db>> {
        let typed = self.frame()?.typed;
        loop {
            let Some(expr) = typed.exprs.get(e.0 as usize) else {
                return self.refuse("an expression that is not there");
            };
            match expr.kind {
                ExprKind::Conditional(..) => match decided(self.unit.db, typed, e) {
                    Some(Decided::Operand(chosen, _)) => e = chosen,
                    _ => return Ok(expr),
                },
                _ => return Ok(expr),
            }
        }
    }

    /// Something is not understood at the place that is looked at.
    pub(crate) fn refuse<T>(&self, what: &'static str) -> Res<'db, T> {
        Err(Refusal {
            what,
            site: self.site,
        })
    }

    /// Looks at an expression: what is refused within is refused there.
    pub(crate) fn at<T>(
        &mut self,
        e: ExprId,
        f: impl FnOnce(&mut Self, &'db Expr<'db>) -> Res<'db, T>,
    ) -> Res<'db, T> {
        let x = self.expr(e)?;
        let before = self.site.replace(x.site);
        let result = self.deeper(|b| f(b, x));
        if result.is_ok() {
            self.site = before;
        }
        result.map_err(|mut refusal| {
            refusal.site = refusal.site.or(Some(x.site));
            refusal
        })
    }

    /// One level deeper.
    pub(crate) fn deeper<T>(&mut self, f: impl FnOnce(&mut Self) -> Res<'db, T>) -> Res<'db, T> {
        if self.depth > DEPTH {
            return self.refuse("code that is nested too deeply");
        }
        self.depth += 1;
        let result = f(self);
        self.depth -= 1;
        result
    }

    /// A type.
    pub(crate) fn ty(&mut self, ty: Ty<'db>) -> Res<'db, TypeId> {
        self.unit.ty(&mut self.code.types, ty)
    }

    /// A new local.
    pub(crate) fn local(&mut self, name: &str, ty: TypeId, quals: Quals) -> LocalId {
        self.code.locals.alloc(Local {
            name: name.into(),
            ty,
            quals,
            align: None,
            grid_constant: false,
        })
    }

    /// A local that the compiler makes. It is declared before the statement that is being made.
    pub(crate) fn temporary(&mut self, ty: TypeId) -> LocalId {
        let rank = self.ranks.next();
        self.temporary_at(ty, rank)
    }

    /// The same, which is declared where an earlier one would have been.
    pub(crate) fn temporary_at(&mut self, ty: TypeId, rank: u32) -> LocalId {
        let local = self.local("", ty, Quals::default());
        self.undeclared.push(local);
        self.ranks.set(local, rank);
        local
    }

    /// A statement.
    pub(crate) fn stmt(&mut self, kind: cleave_il::StmtKind) -> IlStmt {
        self.origins.push(self.origin);
        self.code.stmts.alloc(cleave_il::Stmt { kind, line: None })
    }

    /// Declares the locals that the expressions made so far use, and stores the constants that some begin with.
    pub(crate) fn declare_pending(&mut self, out: &mut Vec<IlStmt>) {
        let starts = std::mem::take(&mut self.starts);
        let mut all = std::mem::take(&mut self.undeclared);
        all.sort_by_key(|local| self.ranks.of(*local));
        for local in all {
            if starts.iter().all(|(begun, _)| *begun != local) {
                let declared = self.stmt(cleave_il::StmtKind::Declare(local));
                out.push(declared);
            }
        }
        for (local, start) in starts {
            let declared = self.stmt(cleave_il::StmtKind::Declare(local));
            let made = self.stmt(cleave_il::StmtKind::Expr(start));
            out.extend([declared, made]);
        }
    }

    /// Adds a statement to a block, after the declarations of the locals that it uses.
    pub(crate) fn push(&mut self, out: &mut Vec<IlStmt>, kind: cleave_il::StmtKind) {
        self.declare_pending(out);
        let made = self.stmt(kind);
        out.push(made);
    }

    /// Adds an expression as a statement.
    pub(crate) fn push_expr(&mut self, out: &mut Vec<IlStmt>, e: Il) {
        self.push(out, cleave_il::StmtKind::Expr(e));
    }

    /// Adds the expressions that `f` makes as statements.
    pub(crate) fn push_effects(
        &mut self,
        out: &mut Vec<IlStmt>,
        f: impl FnOnce(&mut Self, &mut Vec<Il>) -> Res<'db, ()>,
    ) -> Res<'db, ()> {
        let mut effects = Vec::new();
        f(self, &mut effects)?;
        for effect in effects {
            self.push_expr(out, effect);
        }
        Ok(())
    }
}
