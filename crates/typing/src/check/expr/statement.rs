//! GNU's statement expressions: what a block in parentheses makes is the value of its last statement.

use cleave_hir::StmtId;
use cleave_lang::Builtin;

use crate::check::init::{Mode, Purpose};
use crate::thir::{self, ExprKind, Stmt};
use crate::{Context, Site};

impl<'db> Context<'db> {
    /// `({ … })`
    pub(super) fn statement_expr(&mut self, block: StmtId, site: Site<'db>) -> thir::ExprId {
        let s = self.in_statements(|cx| cx.block_stmt(block));
        let mut last = match &self.out.stmts[s.0 as usize] {
            Stmt::Block(stmts) => stmts.last().copied(),
            _ => None,
        };
        // What stands behind labels is the last statement all the same.
        while let Some(at) = last
            && let Stmt::Label(_, labelled) | Stmt::Case(.., labelled) | Stmt::Default(labelled) =
                &self.out.stmts[at.0 as usize]
        {
            last = Some(*labelled);
        }
        let mut value = match last.map(|s| &self.out.stmts[s.0 as usize]) {
            Some(Stmt::Expr(e)) => Some(*e),
            _ => None,
        };
        if let Some(e) = value
            && let ExprKind::Full(inner) = self.node(e).kind
        {
            value = Some(inner);
        }
        let void = self.builtin(Builtin::Void);
        let (Some(e), Some(last)) = (value, last) else {
            return self.prvalue(ExprKind::Statements(s), void, site);
        };
        if self.is_bad(e) {
            return self.infect(&[e], site);
        }
        let ty = self.ty(e).decayed(self.db);
        let e = match ty.is_void(self.db) {
            true => e,
            false => self.initialize(ty, e, Mode::Copy, Purpose::Variable),
        };
        self.out.stmts[last.0 as usize] = Stmt::Expr(e);
        self.prvalue(ExprKind::Statements(s), ty, site)
    }
}
