//! Which expressions of typed code have effects.

use cleave_typing::thir::{ExprKind, Typed};

/// By number, the expressions that do more than give a value, or have such a part. Each expression is looked at once.
pub(crate) fn effects(typed: &Typed<'_>) -> Vec<bool> {
    let mut around: Vec<Option<usize>> = vec![None; typed.exprs.len()];
    let mut operands = Vec::new();
    for (at, expr) in typed.exprs.iter().enumerate() {
        expr.kind.operands(&mut operands);
        for operand in operands.drain(..) {
            if let Some(entry) = around.get_mut(operand.0 as usize) {
                *entry = Some(at);
            }
        }
    }
    let mut out = vec![false; typed.exprs.len()];
    for (at, expr) in typed.exprs.iter().enumerate() {
        let acts = matches!(
            expr.kind,
            ExprKind::Call { .. }
                | ExprKind::CallIndirect(..)
                | ExprKind::CallMember(..)
                | ExprKind::Launch(..)
                | ExprKind::Construct(..)
                | ExprKind::Materialize(_)
                | ExprKind::New { .. }
                | ExprKind::Delete { .. }
                | ExprKind::Destroy(..)
                | ExprKind::Step { .. }
                | ExprKind::Assign(..)
                | ExprKind::Compound(..)
                | ExprKind::Throw(_)
                | ExprKind::Statements(_)
        );
        let mut next = Some(at).filter(|_| acts);
        while let Some(at) = next {
            next = match std::mem::replace(&mut out[at], true) {
                true => None,
                false => around[at],
            };
        }
    }
    out
}
