//! Comparisons that C++20 rewrites ([over.match.oper]/9): which of their calls are in the code, and where the zero is made that they
//! compare with. Knows nothing of what is said of a call.

use cleave_hir::Expr;
use cleave_lang::Operator;
use cleave_names::item_id_of_node;
use cleave_typing::thir::{ExprId, ExprKind};
use cleave_typing::{Entity, NameKey, Site, program};

use crate::device::calls::caller::Caller;

/// How deep what is made for a comparison is nested.
const DEPTH: u32 = 8;

impl<'db> Caller<'_, 'db> {
    /// Whether an expression is made for an `==` that a defaulted `<=>` implies ([class.compare.default]/4). That one is a member
    /// function which nothing declares, and the code calls it alone.
    pub(super) fn is_of_implied_equality(&self, e: ExprId) -> bool {
        let Some(expr) = self.typed.exprs.get(e.0 as usize) else {
            return false;
        };
        let is_equality = matches!(
            expr.site.expr(self.s.db),
            Some(Expr::Binary(Operator::Equal | Operator::NotEqual, ..))
        );
        is_equality && (self.holds_three_way(e, expr.site, DEPTH) || self.is_of_zero(e))
    }

    /// Where a class is made of the zero that a rewritten comparison compares with: behind the comparison.
    pub(super) fn behind_comparison(&self, e: ExprId) -> Option<u32> {
        let site = self.typed.exprs.get(e.0 as usize)?.site;
        let is_own = site.code.item == item_id_of_node(self.s.db, self.s.item);
        if !is_own || !self.is_of_zero(e) {
            return None;
        }
        program::place(self.s.db, site).map(|(tokens, _)| tokens.end)
    }

    /// Whether an expression makes an object of the zero of a rewritten comparison, which stands at the comparison itself.
    fn is_of_zero(&self, e: ExprId) -> bool {
        let Some(expr) = self.typed.exprs.get(e.0 as usize) else {
            return false;
        };
        let ExprKind::Construct(_, args) = &expr.kind else {
            return false;
        };
        let [mut at] = args[..] else { return false };
        let is_binary = matches!(expr.site.expr(self.s.db), Some(Expr::Binary(..)));
        loop {
            let Some(inner) = self.typed.exprs.get(at.0 as usize) else {
                return false;
            };
            match inner.kind {
                ExprKind::Value(_) => return is_binary && inner.site == expr.site,
                ExprKind::Convert(_, next) | ExprKind::Full(next) => at = next,
                ExprKind::Materialize(next) => at = next,
                _ => return false,
            }
        }
    }

    /// Whether what is made for an expression has a call of `operator<=>`.
    fn holds_three_way(&self, e: ExprId, site: Site<'db>, depth: u32) -> bool {
        let Some(expr) = self.typed.exprs.get(e.0 as usize) else {
            return false;
        };
        if expr.site != site || depth == 0 {
            return false;
        }
        if let ExprKind::Call { callee, .. } = &expr.kind
            && self.is_three_way(*callee)
        {
            return true;
        }
        let mut operands = Vec::new();
        expr.kind.operands(&mut operands);
        let mut operands = operands.into_iter();
        operands.any(|e| self.holds_three_way(e, site, depth - 1))
    }

    fn is_three_way(&self, function: Entity<'db>) -> bool {
        function.decl(self.s.db).key(self.s.db) == Some(NameKey::Operator("<=>"))
    }
}
