//! Loops that control does not get to. As the reference does, a body is read once from its beginning to its end, templates before
//! their arguments are known. What else stands where control does not get is remarked upon, and counts as reached from there on; so
//! does every label. No function is looked up that might not come back.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::Code;

use crate::flow::functions::OwnFunction;
use crate::thir::{ExprId, ExprKind, Stmt, StmtId, Typed};
use crate::{At, Problem, Site, check, eval};

/// How deeply statements are looked into.
const DEPTH: u32 = 200;

/// The loops in functions and in templates.
pub(crate) fn problems<'db>(db: &'db dyn Db, functions: &[OwnFunction<'db>]) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for f in functions {
        let Some(typed) = check::body(db, f.function) else {
            continue;
        };
        // Most bodies have no loop.
        let first = typed.stmts.iter().any(|s| matches!(s, Stmt::Loop { .. }));
        let code = typed.code.and_then(|c| c.code(db));
        if let (Some(block), Some(code)) = (
            typed.block.filter(|_| first && !has_errors(db, typed)),
            code,
        ) {
            let mut walk = Walk {
                db,
                typed,
                code,
                is_live: true,
                around: Vec::new(),
                out: &mut out,
            };
            walk.statement(block, DEPTH);
        }
    }
    out
}

/// Whether the text of a body could not be read.
fn has_errors<'db>(db: &'db dyn Db, typed: &Typed<'db>) -> bool {
    let node = typed.code.and_then(|c| cleave_names::user_node(db, c.item));
    node.is_some_and(|node| !cleave_names::flat_bodies(db, node).errors.is_empty())
}

/// A loop or a `switch`.
#[derive(Default)]
struct Around {
    is_left: bool,
    has_default: bool,
    is_switch: bool,
}

struct Walk<'t, 'db> {
    db: &'db dyn Db,
    typed: &'t Typed<'db>,
    code: &'t Code,
    /// Whether control gets here.
    is_live: bool,
    around: Vec<Around>,
    out: &'t mut Vec<Problem<'db>>,
}

impl<'db> Walk<'_, 'db> {
    fn statement(&mut self, s: StmtId, depth: u32) {
        let typed = self.typed;
        let (Some(depth), Some(stmt)) = (depth.checked_sub(1), typed.stmts.get(s.0 as usize))
        else {
            self.is_live = true;
            return;
        };
        let written = typed.written(s);
        if let Some(written) = written.filter(|w| self.is_loop(*w))
            && !std::mem::replace(&mut self.is_live, true)
            && !self.has_label(s, DEPTH)
        {
            self.unreachable(written);
        }
        match stmt {
            Stmt::Empty | Stmt::Local(_, None) => {}
            Stmt::Decls(all) | Stmt::Block(all) | Stmt::Taken(all) => {
                all.iter().for_each(|s| self.statement(*s, depth));
            }
            Stmt::Expr(e) => self.is_live = !self.is_throw(*e),
            Stmt::Local(_, Some(e)) if self.is_nothing(*e) => {}
            Stmt::Local(..) | Stmt::Asm(_) | Stmt::Error => self.is_live = true,
            Stmt::Goto(_) | Stmt::Return(_) => self.is_live = false,
            // Without a statement to leave they are errors, and nothing is left.
            Stmt::Continue => self.is_live &= self.around.iter().all(|a| a.is_switch),
            Stmt::Break => {
                if let Some(around) = self.around.last_mut() {
                    around.is_left = true;
                    self.is_live = false;
                }
            }
            Stmt::Case(_, _, inner) | Stmt::Label(_, inner) => {
                self.is_live = true;
                self.statement(*inner, depth);
            }
            Stmt::Default(inner) => {
                if let Some(around) = self.around.iter_mut().rfind(|a| a.is_switch) {
                    around.has_default = true;
                }
                self.is_live = true;
                self.statement(*inner, depth);
            }
            Stmt::If {
                condition,
                then,
                otherwise,
                ..
            } => {
                self.is_live = true;
                self.statement(*then, depth);
                let past = std::mem::replace(&mut self.is_live, true);
                match otherwise {
                    Some(otherwise) => self.statement(*otherwise, depth),
                    None => self.is_live = past || !self.is_always(*condition),
                }
                self.is_live |= past;
            }
            Stmt::IfConsteval(a, b) => {
                self.is_live = true;
                self.statement(*a, depth);
                let past = std::mem::replace(&mut self.is_live, true);
                b.iter().for_each(|b| self.statement(*b, depth));
                self.is_live |= past;
            }
            Stmt::Switch { body, .. } => {
                self.is_live = false;
                self.around.push(Around {
                    is_switch: true,
                    ..Around::default()
                });
                self.statement(*body, depth);
                let own = self.around.pop().unwrap_or_default();
                self.is_live |= own.is_left || !own.has_default;
            }
            Stmt::Loop {
                condition, body, ..
            } => {
                self.around.push(Around::default());
                self.statement(*body, depth);
                let own = self.around.pop().unwrap_or_default();
                self.is_live = own.is_left || condition.is_some_and(|c| !self.is_always(c));
            }
            Stmt::Try(block, handlers) => {
                self.is_live = true;
                self.statement(*block, depth);
                let mut past = self.is_live;
                for (_, handler) in handlers {
                    self.is_live = true;
                    self.statement(*handler, depth);
                    past |= self.is_live;
                }
                self.is_live = past;
            }
        }
    }

    /// Whether a statement, as it is written, is a loop. What a loop begins with may stand in front of it in a block.
    fn is_loop(&self, written: u32) -> bool {
        use cleave_hir::Stmt::{Do, For, RangeFor, While};
        let stmt = &self.code.stmts[la_arena::Idx::from_raw(written.into())];
        matches!(
            stmt,
            While { .. } | Do { .. } | For { .. } | RangeFor { .. }
        )
    }

    /// Whether something may jump into a statement.
    fn has_label(&self, s: StmtId, depth: u32) -> bool {
        let typed = self.typed;
        let (Some(depth), Some(stmt)) = (depth.checked_sub(1), typed.stmts.get(s.0 as usize))
        else {
            return true;
        };
        let mut inner = Vec::new();
        stmt.parts(&mut inner, &mut Vec::new());
        matches!(stmt, Stmt::Label(..)) || inner.iter().any(|s| self.has_label(*s, depth))
    }

    fn unreachable(&mut self, written: u32) {
        if let Some(code) = self.typed.code {
            let site = Site {
                code,
                index: 0,
                is_type: false,
            };
            let problem = Problem::new((codes::LOOP_NOT_REACHABLE, Vec::new()), site);
            self.out.push(problem.at(At::Statement(written, 0)));
        }
    }

    /// Whether a variable is initialised with nothing.
    fn is_nothing(&self, e: ExprId) -> bool {
        let kind = self.typed.exprs.get(e.0 as usize).map(|x| &x.kind);
        matches!(kind, Some(ExprKind::Uninitialized))
    }

    fn is_always(&self, condition: ExprId) -> bool {
        let value = eval::constant(self.db, self.typed, condition);
        value
            .and_then(|v| v.as_int(self.db))
            .is_some_and(|v| v != 0)
    }

    fn is_throw(&self, e: ExprId) -> bool {
        match self.typed.exprs.get(e.0 as usize).map(|x| &x.kind) {
            Some(ExprKind::Full(e) | ExprKind::Convert(_, e)) => self.is_throw(*e),
            Some(ExprKind::Throw(_)) => true,
            _ => false,
        }
    }
}
