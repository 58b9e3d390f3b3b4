//! Where control gets in a body, and what stands in it, on typed code: what is called is known, and whether it comes back.
//!
//! A condition counts as one that may go either way only if it certainly is no constant. Whoever jumps to a label is not looked
//! for: every label counts as reached, as the reference has it.

pub(crate) mod constexpr_bodies;
mod constexpr_instances;
pub(crate) mod ends;
pub(crate) mod functions;
pub(crate) mod loops;

pub use constexpr_instances::{is_constexpr, may_be_constexpr};
pub use functions::plain_functions;

use cleave_base_db::Db;
use cleave_hir::Decl;
use cleave_lang::Operator;

use crate::function::{canonical, few_redeclarations, signature};
use crate::thir::{Conversion, ExprId, ExprKind, LocalKind, Stmt, StmtId, Typed};
use crate::{Entity, eval};

/// How deeply statements and expressions are looked into.
const DEPTH: u32 = 200;

/// Builtin functions that do not come back, by the name that the compiler has for them.
const ENDS: [&str; 3] = ["__builtin_unreachable", "__builtin_trap", "__builtin_abort"];
/// A function of the toolkit's that the reference knows not to come back, although no header says so.
const TRAP: &str = "__trap";

/// What control certainly reaches in a body.
#[derive(Default)]
pub(crate) struct Reached {
    /// Its end.
    pub(crate) end: bool,
    /// The `return` statements that it gets to.
    pub(crate) returns: Vec<StmtId>,
}

/// Where control certainly gets in a body.
pub(crate) fn reached<'db>(db: &'db dyn Db, typed: &Typed<'db>, block: StmtId) -> Reached {
    let mut flow = Flow {
        db,
        typed,
        no_exceptions: (typed.code).is_some_and(|c| c.item.file(db).dialect(db).no_exceptions),
        is_wrong: is_wrong(db, typed),
        returns: Vec::new(),
    };
    let end = flow.statement(block, Reach::Yes, Reach::No, &mut Exits::default(), DEPTH);
    Reached {
        end: end == Reach::Yes,
        returns: flow.returns,
    }
}

/// Whether something is known to be wrong with a body: what is unknown in it is that, and control gets past it.
fn is_wrong<'db>(db: &'db dyn Db, typed: &Typed<'db>) -> bool {
    let of_user = |item| cleave_names::user_node(db, item);
    let has_errors = |node| !cleave_names::flat_bodies(db, node).errors.is_empty();
    !typed.problems.is_empty() || (typed.code.and_then(|c| of_user(c.item))).is_some_and(has_errors)
}

/// Whether control gets to a place. The later of two is what holds where two ways meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Reach {
    #[default]
    No,
    Maybe,
    Yes,
}

/// What a condition is worth.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Truth {
    True,
    False,
    /// It certainly is no constant.
    Either,
    Unknown,
}

impl Truth {
    /// How control gets to what is done if a condition holds, and to what is done if not.
    fn ways(self, at: Reach) -> (Reach, Reach) {
        match self {
            Truth::Either => (at, at),
            Truth::True => (at, Reach::No),
            Truth::False => (Reach::No, at),
            Truth::Unknown => (at.min(Reach::Maybe), at.min(Reach::Maybe)),
        }
    }
}

/// What leaves a statement by other ways than its end.
#[derive(Clone, Copy, Default)]
struct Exits {
    broken: Reach,
    continued: Reach,
    /// The innermost switch has a `default`.
    default: bool,
    /// There is a loop or a switch that `break` may leave.
    may_break: bool,
    /// There is a loop that `continue` may stand in.
    may_continue: bool,
}

struct Flow<'t, 'db> {
    db: &'db dyn Db,
    typed: &'t Typed<'db>,
    /// What throws goes on, see [`cleave_syntax::Dialect::no_exceptions`].
    no_exceptions: bool,
    /// See [`is_wrong`].
    is_wrong: bool,
    returns: Vec<StmtId>,
}

impl<'db> Flow<'_, 'db> {
    /// How control leaves statements one after the other.
    fn all(
        &mut self,
        all: &[StmtId],
        at: Reach,
        labels: Reach,
        exits: &mut Exits,
        depth: u32,
    ) -> Reach {
        (all.iter()).fold(at, |at, s| self.statement(*s, at, labels, exits, depth))
    }

    /// How control leaves a statement at its end. `labels`: how it gets to the labels of the innermost switch.
    fn statement(
        &mut self,
        s: StmtId,
        at: Reach,
        labels: Reach,
        exits: &mut Exits,
        depth: u32,
    ) -> Reach {
        let Some(depth) = depth.checked_sub(1) else {
            return Reach::Maybe;
        };
        let typed = self.typed;
        let Some(stmt) = typed.stmts.get(s.0 as usize) else {
            return at.min(Reach::Maybe);
        };
        match stmt {
            Stmt::Empty => at,
            Stmt::Error => self.past_unknown(at),
            Stmt::Goto(_) => Reach::No,
            Stmt::Return(_) => {
                if at == Reach::Yes {
                    self.returns.push(s);
                }
                Reach::No
            }
            Stmt::Expr(e) if self.is_throw(*e) => Reach::No,
            Stmt::Expr(e) => self.evaluated(*e, at, depth),
            Stmt::Local(_, init) => init.map_or(at, |e| self.evaluated(e, at, depth)),
            Stmt::Asm(asm) => {
                (asm.operands.iter()).fold(at, |at, o| self.evaluated(o.value, at, depth))
            }
            Stmt::Decls(inner) | Stmt::Block(inner) | Stmt::Taken(inner) => {
                self.all(inner, at, labels, exits, depth)
            }
            // Without a statement to leave they are errors, and nothing is left.
            Stmt::Break if !exits.may_break => at,
            Stmt::Continue if !exits.may_continue => at,
            Stmt::Break => {
                exits.broken = exits.broken.max(at);
                Reach::No
            }
            Stmt::Continue => {
                exits.continued = exits.continued.max(at);
                Reach::No
            }
            Stmt::Case(_, _, inner) => self.statement(*inner, at.max(labels), labels, exits, depth),
            Stmt::Default(inner) => {
                exits.default = true;
                self.statement(*inner, at.max(labels), labels, exits, depth)
            }
            Stmt::Label(_, inner) => self.statement(*inner, Reach::Yes, labels, exits, depth),
            Stmt::If {
                init,
                condition,
                then,
                otherwise,
            } => {
                let at = self.all(init, at, labels, exits, depth);
                let at = self.evaluated(*condition, at, depth);
                let (on_yes, on_no) = self.truth(*condition).ways(at);
                let yes = self.statement(*then, on_yes, labels, exits, depth);
                let no =
                    otherwise.map_or(on_no, |s| self.statement(s, on_no, labels, exits, depth));
                yes.max(no)
            }
            Stmt::IfConsteval(..) => at.min(Reach::Maybe),
            Stmt::Switch {
                init,
                condition,
                body,
            } => {
                let at = self.all(init, at, labels, exits, depth);
                let at = self.evaluated(*condition, at, depth);
                let mut own = Exits {
                    may_break: true,
                    may_continue: exits.may_continue,
                    ..Exits::default()
                };
                let end = self.statement(*body, Reach::No, at, &mut own, depth);
                exits.continued = exits.continued.max(own.continued);
                let skipped = if own.default { Reach::No } else { at };
                end.max(own.broken).max(skipped)
            }
            Stmt::Loop {
                declaration,
                condition,
                body,
                test_after,
                ..
            } => {
                let truth = condition.map_or(Truth::True, |c| self.truth(c));
                let mut own = Exits {
                    may_break: true,
                    may_continue: true,
                    ..Exits::default()
                };
                if *test_after {
                    let end = self.statement(*body, at, labels, &mut own, depth);
                    let end = end.max(own.continued);
                    let end = condition.map_or(end, |c| self.evaluated(c, end, depth));
                    return truth.ways(end).1.max(own.broken);
                }
                let at = declaration.map_or(at, |d| self.statement(d, at, labels, exits, depth));
                let at = condition.map_or(at, |c| self.evaluated(c, at, depth));
                let (inside, past) = truth.ways(at);
                self.statement(*body, inside, labels, &mut own, depth);
                past.max(own.broken)
            }
            Stmt::Try(block, handlers) => {
                let end = self.statement(*block, at, labels, exits, depth);
                handlers.iter().fold(end, |end, (_, s)| {
                    end.max(self.statement(*s, at, labels, exits, depth))
                })
            }
        }
    }

    /// How control gets past what is unknown.
    fn past_unknown(&self, at: Reach) -> Reach {
        match self.is_wrong {
            true => at,
            false => at.min(Reach::Maybe),
        }
    }

    fn kind(&self, e: ExprId) -> Option<&ExprKind<'db>> {
        self.typed.exprs.get(e.0 as usize).map(|e| &e.kind)
    }

    /// Whether a statement throws and does nothing else. The reference does not look for more.
    fn is_throw(&self, e: ExprId) -> bool {
        match self.kind(e) {
            Some(ExprKind::Full(e) | ExprKind::Convert(_, e)) => self.is_throw(*e),
            Some(ExprKind::Throw(_)) => !self.no_exceptions,
            _ => false,
        }
    }

    /// What an expression is worth as a condition.
    fn truth(&self, e: ExprId) -> Truth {
        let value = eval::constant(self.db, self.typed, e);
        match value.and_then(|v| v.as_int(self.db)) {
            Some(0) => Truth::False,
            Some(_) => Truth::True,
            None if self.varies(e) => Truth::Either,
            None => Truth::Unknown,
        }
    }

    /// Whether the value of an expression certainly is no constant: something in it is read that may change, or called that is no
    /// constant expression.
    fn varies(&self, e: ExprId) -> bool {
        let mut open = vec![e];
        let mut varies = false;
        while let Some(e) = open.pop() {
            let Some(kind) = self.kind(e) else {
                return false;
            };
            varies |= match kind {
                ExprKind::Error | ExprKind::Overloaded { .. } | ExprKind::Param { .. } => {
                    return false;
                }
                ExprKind::Convert(Conversion::Load, read) => self.may_change(*read),
                ExprKind::Unary(Operator::AddressOf, of) => {
                    matches!(self.kind(*of), Some(ExprKind::Local(_)))
                }
                ExprKind::Call { callee, .. } => {
                    signature(self.db, *callee).is_some_and(|s| !s.is_constexpr)
                }
                ExprKind::CallIndirect(..)
                | ExprKind::CallMember(..)
                | ExprKind::Step { .. }
                | ExprKind::Assign(..)
                | ExprKind::Compound(..)
                | ExprKind::New { .. } => true,
                _ => false,
            };
            kind.operands(&mut open);
        }
        varies
    }

    /// Whether what is read may have another value each time.
    fn may_change(&self, read: ExprId) -> bool {
        match self.kind(read) {
            Some(ExprKind::Local(l)) => {
                let local = self.typed.locals.get(l.0 as usize);
                local.is_some_and(|l| match l.kind {
                    LocalKind::Static(_) => !l.ty.top_quals(self.db).is_const,
                    LocalKind::Capture(_) => false,
                    _ => l.init.is_none() && !l.is_constexpr,
                })
            }
            Some(ExprKind::Static(variable)) => {
                let ty = crate::function::variable_type(self.db, *variable);
                !ty.is_unknown(self.db) && !ty.top_quals(self.db).is_const
            }
            Some(ExprKind::Unary(..) | ExprKind::Index(..)) => true,
            Some(ExprKind::Field(object, _)) => match self.kind(*object) {
                Some(ExprKind::Unary(Operator::Dereference, _)) => true,
                _ => self.may_change(*object),
            },
            _ => false,
        }
    }

    /// How control gets past an expression.
    fn evaluated(&mut self, e: ExprId, at: Reach, depth: u32) -> Reach {
        let Some(depth) = depth.checked_sub(1) else {
            return at.min(Reach::Maybe);
        };
        let typed = self.typed;
        let Some(expr) = typed.exprs.get(e.0 as usize) else {
            return at.min(Reach::Maybe);
        };
        if at == Reach::No {
            return at;
        }
        match &expr.kind {
            ExprKind::Error | ExprKind::Overloaded { .. } => self.past_unknown(at),
            ExprKind::Statements(_) => at.min(Reach::Maybe),
            ExprKind::Conditional(c, a, b) => {
                let at = self.evaluated(*c, at, depth);
                let yes = self.evaluated(*a, at, depth);
                yes.max(self.evaluated(*b, at, depth))
            }
            ExprKind::Logical(_, a, _) => self.evaluated(*a, at, depth),
            ExprKind::Builtin(name, _) if ENDS.contains(&&**name) => Reach::No,
            kind => {
                let mut operands = Vec::new();
                kind.operands(&mut operands);
                let at = (operands.iter()).fold(at, |at, e| self.evaluated(*e, at, depth));
                match kind {
                    ExprKind::Call { callee, .. } if never_returns(self.db, *callee) => Reach::No,
                    ExprKind::CallIndirect(callee, _) if self.may_not_return(*callee) => {
                        at.min(Reach::Maybe)
                    }
                    _ => at,
                }
            }
        }
    }

    /// Whether the pointer that is called through is declared not to come back.
    fn may_not_return(&self, callee: ExprId) -> bool {
        let mut open = vec![callee];
        while let Some(e) = open.pop() {
            match self.kind(e) {
                Some(ExprKind::Static(variable)) if never_returns(self.db, *variable) => {
                    return true;
                }
                Some(kind) => kind.operands(&mut open),
                None => {}
            }
        }
        false
    }
}

/// Whether a function is declared not to come back.
pub(crate) fn never_returns<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let ends = |d: &Decl| {
        d.name.ident().is_some_and(|n| n.as_str() == TRAP)
            || d.attrs.iter().any(|a| a.name.as_str() == "noreturn")
    };
    function.decl(db).closure(db).is_none()
        && few_redeclarations(db, canonical(db, function.decl(db)))
            .iter()
            .any(|d| d.hir(db).is_some_and(ends))
}
