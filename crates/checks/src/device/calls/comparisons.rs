//! Comparisons that C++20 rewrites ([over.match.oper]/9): where the zero is made that they compare with. Knows nothing of what is said of
//! a call.

use cleave_hir::Expr;
use cleave_names::item_id_of_node;
use cleave_typing::program;
use cleave_typing::thir::{ExprId, ExprKind};

use crate::device::calls::caller::Caller;

impl<'db> Caller<'_, 'db> {
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
}
