//! Functions whose end is certainly reached although they return a value (940, [stmt.return]/2), as typed code has it: what is
//! called is known, and whether it comes back. What tokens decide ([`crate::cxx::control_flow::flow`]) is said already.
//!
//! A condition counts as one that may go either way only if it certainly is no constant.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_diagnostics::Pass;
use cleave_hir::Decl as HirDecl;
use cleave_lang::Builtin;
use cleave_names::decl::{Body, Decl, Special};
use cleave_names::item_id_of_node;
use cleave_syntax::SyntaxKind::{CO_AWAIT_KW, CO_RETURN_KW, CO_YIELD_KW, R_BRACE};
use cleave_typing::function::{canonical, redeclarations};
use cleave_typing::thir::{ExprId, ExprKind, Stmt, StmtId, Typed};
use cleave_typing::{Entity, TyKind, check, display, eval, program};

use crate::Finding;
use crate::cuda::attributes::known;
use crate::device::{is_open, name_token};
use crate::engine::finding::Arg;
use crate::engine::problems::is_in_own_file;
use crate::engine::source::{Sink, Source};

/// How deeply statements and expressions are looked into.
const DEPTH: u32 = 200;

/// Builtin functions that do not come back, by the name that the compiler has for them.
const ENDS: [&str; 3] = ["__builtin_unreachable", "__builtin_trap", "__builtin_abort"];
/// A function of the toolkit's that the reference knows not to come back, although no header says so.
const TRAP: &str = "__trap";

/// The functions of an item that are no templates.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let db = s.db;
    if !is_in_own_file(db, s.item) {
        return;
    }
    for entity in program::bodies(db, item_id_of_node(db, s.item)) {
        if !entity.is_function(db) || display::template_depth(db, entity) > 0 {
            continue;
        }
        let token = name_token(db, entity.decl(db));
        let named = |d: &&Decl| d.function.is_some() && Some(d.name_tokens.start) == token;
        let Some(end) = s.decls.iter().find(named).and_then(|d| end(s, d)) else {
            continue;
        };
        if out
            .iter()
            .any(|f| f.code == codes::MISSING_RETURN && f.at == end)
        {
            continue;
        }
        if !falls_through(db, entity, s.settings.exceptions) {
            continue;
        }
        let found = Finding::new(codes::MISSING_RETURN, end).arg(Arg::Entity {
            kind: "function",
            name: display::function_text(db, entity, display::is_overloaded(db, entity)),
        });
        let device =
            has(db, entity, "global") || has(db, entity, "device") && !has(db, entity, "host");
        // The host pass has no use for the bodies of device code.
        out.push(Finding {
            only: device.then_some(Pass::Device),
            ..found
        });
    }
}

/// The last token of a body that may not be reached.
fn end(s: &Source<'_>, decl: &Decl) -> Option<u32> {
    let function = decl.function.as_ref()?;
    let Body::Block(body) = function.body else {
        return None;
    };
    let plain = matches!(function.special, Special::None | Special::Operator);
    let main = decl.name == "main" && decl.parent.is_none();
    let coroutine = |i: usize| matches!(s.kind(i as u32), CO_RETURN_KW | CO_AWAIT_KW | CO_YIELD_KW);
    let foreign = |d: &Decl| {
        let mut all = d.attributes.iter();
        all.any(|a| known::find(&a.name).is_none())
    };
    (plain && !main && !foreign(decl) && !s.in_template(decl) && !body.range().any(coroutine))
        .then(|| body.end.checked_sub(1))?
        // Without its brace it ends with the file, and something else is wrong.
        .filter(|&i| s.kind(i) == R_BRACE)
}

/// Whether control certainly gets from the beginning of a function that returns a value to its end. Without `exceptions` a
/// throw is an error, and goes on.
fn falls_through<'db>(db: &'db dyn Db, entity: Entity<'db>, exceptions: bool) -> bool {
    let Some(typed) = check::body(db, entity).filter(|t| !t.dependent && t.problems.is_empty())
    else {
        return false;
    };
    let value = typed.ret.is_some_and(|t| {
        !matches!(
            t.kind(db),
            TyKind::Builtin(Builtin::Void) | TyKind::Auto(_) | TyKind::Error
        )
    });
    let Some(block) = typed.block.filter(|_| value) else {
        return false;
    };
    let flow = Flow {
        db,
        typed,
        exceptions,
    };
    flow.statement(block, Reach::Yes, Reach::No, &mut Exits::default(), DEPTH) == Reach::Yes
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

/// What leaves a statement by other ways than its end.
#[derive(Clone, Copy, Default)]
struct Exits {
    broken: Reach,
    continued: Reach,
    /// The innermost switch has a `default`.
    default: bool,
}

struct Flow<'t, 'db> {
    db: &'db dyn Db,
    typed: &'t Typed<'db>,
    exceptions: bool,
}

impl<'db> Flow<'_, 'db> {
    /// How control leaves a statement at its end. `labels`: how it gets to the labels of the innermost switch.
    fn statement(
        &self,
        s: StmtId,
        at: Reach,
        labels: Reach,
        exits: &mut Exits,
        depth: u32,
    ) -> Reach {
        let Some(depth) = depth.checked_sub(1) else {
            return Reach::Maybe;
        };
        let Some(stmt) = self.typed.stmts.get(s.0 as usize) else {
            return at.min(Reach::Maybe);
        };
        let all = |all: &[StmtId], at: Reach, exits: &mut Exits| {
            all.iter()
                .fold(at, |at, s| self.statement(*s, at, labels, exits, depth))
        };
        match stmt {
            Stmt::Empty => at,
            Stmt::Error => at.min(Reach::Maybe),
            Stmt::Goto(_) | Stmt::Return(_) => Reach::No,
            Stmt::Expr(e) => self.evaluated(*e, at, depth),
            Stmt::Local(_, init) => init.map_or(at, |e| self.evaluated(e, at, depth)),
            Stmt::Asm(asm) => {
                (asm.operands.iter()).fold(at, |at, o| self.evaluated(o.value, at, depth))
            }
            Stmt::Decls(inner) | Stmt::Block(inner) => all(inner, at, exits),
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
            // Whoever jumps here is not looked for.
            Stmt::Label(_, inner) => {
                self.statement(*inner, at.max(Reach::Maybe), labels, exits, depth)
            }
            Stmt::If {
                init,
                condition,
                then,
                otherwise,
            } => {
                let at = self.evaluated(*condition, all(init, at, exits), depth);
                let (on_yes, on_no) = match self.truth(*condition) {
                    Truth::Either => (at, at),
                    Truth::True => (at, Reach::No),
                    Truth::False => (Reach::No, at),
                    Truth::Unknown => (at.min(Reach::Maybe), at.min(Reach::Maybe)),
                };
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
                let at = self.evaluated(*condition, all(init, at, exits), depth);
                let mut own = Exits::default();
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
                step: _,
            } => {
                let truth = condition.map_or(Truth::True, |c| self.truth(c));
                let mut own = Exits::default();
                let left = |at: Reach| match truth {
                    Truth::True => Reach::No,
                    Truth::False | Truth::Either => at,
                    Truth::Unknown => at.min(Reach::Maybe),
                };
                if *test_after {
                    let end = self.statement(*body, at, labels, &mut own, depth);
                    let end = end.max(own.continued);
                    let end = condition.map_or(end, |c| self.evaluated(c, end, depth));
                    return left(end).max(own.broken);
                }
                let at = declaration.map_or(at, |d| self.statement(d, at, labels, exits, depth));
                let at = condition.map_or(at, |c| self.evaluated(c, at, depth));
                let inside = match truth {
                    Truth::True | Truth::Either => at,
                    Truth::False => Reach::No,
                    Truth::Unknown => at.min(Reach::Maybe),
                };
                self.statement(*body, inside, labels, &mut own, depth);
                left(at).max(own.broken)
            }
            Stmt::Try(block, handlers) => {
                let end = self.statement(*block, at, labels, exits, depth);
                handlers.iter().fold(end, |end, (_, s)| {
                    end.max(self.statement(*s, at, labels, exits, depth))
                })
            }
        }
    }

    /// What an expression is worth as a condition.
    fn truth(&self, e: ExprId) -> Truth {
        if is_open(self.typed, e) {
            return Truth::Either;
        }
        let value = eval::fold(self.db, self.typed, e).and_then(|v| v.as_int(self.db));
        match value {
            Some(0) => Truth::False,
            Some(_) => Truth::True,
            None => Truth::Unknown,
        }
    }

    /// How control gets past an expression.
    fn evaluated(&self, e: ExprId, at: Reach, depth: u32) -> Reach {
        let Some(depth) = depth.checked_sub(1) else {
            return at.min(Reach::Maybe);
        };
        let Some(expr) = self.typed.exprs.get(e.0 as usize) else {
            return at.min(Reach::Maybe);
        };
        if at == Reach::No {
            return at;
        }
        let past = |at: Reach, e: &ExprId| self.evaluated(*e, at, depth);
        match &expr.kind {
            ExprKind::Error | ExprKind::Overloaded { .. } => at.min(Reach::Maybe),
            ExprKind::Statements(_) => at.min(Reach::Maybe),
            ExprKind::Throw(_) if self.exceptions => Reach::No,
            ExprKind::Conditional(c, a, b) => {
                let at = past(at, c);
                past(at, a).max(past(at, b))
            }
            ExprKind::Logical(_, a, _) => past(at, a),
            ExprKind::Builtin(name, _) if ENDS.contains(&&**name) => Reach::No,
            kind => {
                let mut operands = Vec::new();
                kind.operands(&mut operands);
                let at = operands.iter().fold(at, past);
                match kind {
                    ExprKind::Call { callee, .. } if never_returns(self.db, *callee) => Reach::No,
                    _ => at,
                }
            }
        }
    }
}

/// Whether a function is declared not to come back.
fn never_returns<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let ends = |d: &HirDecl| {
        d.name.ident().is_some_and(|n| n.as_str() == TRAP)
            || d.attrs.iter().any(|a| a.name.as_str() == "noreturn")
    };
    function.decl(db).closure(db).is_none()
        && redeclarations(db, canonical(db, function.decl(db)))
            .iter()
            .any(|d| d.hir(db).is_some_and(ends))
}

/// Whether a declaration of a function has an attribute.
fn has<'db>(db: &'db dyn Db, function: Entity<'db>, name: &str) -> bool {
    redeclarations(db, canonical(db, function.decl(db)))
        .iter()
        .filter_map(|d| d.hir(db))
        .any(|d| d.attrs.iter().any(|a| a.name.as_str() == name))
}
