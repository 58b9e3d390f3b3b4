//! What the expressions of typed code are part of.

use cleave_typing::thir::{ExprId, ExprKind, Stmt, StmtId, Typed};

/// What an expression is part of.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Around {
    Expr(ExprId),
    /// A statement that drops its value.
    Dropped,
    /// An operand of an assembler statement.
    Asm {
        /// The statement reads it.
        reads: bool,
        /// The statement sets it.
        sets: bool,
    },
    Other,
}

/// What every expression that runs is part of; `None` for those that do not run.
pub fn parents(typed: &Typed<'_>) -> Vec<Option<Around>> {
    let mut out: Vec<Option<Around>> = vec![None; typed.exprs.len()];
    let evaluated = typed.evaluated();
    let mut set = |e: ExprId, around: Around| {
        if let Some(entry) = out.get_mut(e.0 as usize) {
            *entry = Some(around);
        }
    };
    for root in typed
        .value
        .into_iter()
        .chain(typed.inits.iter().map(|i| i.value))
    {
        set(root, Around::Other);
    }
    let (mut stmts, mut exprs) = (Vec::new(), Vec::new());
    for stmt in &typed.stmts {
        stmts.clear();
        exprs.clear();
        stmt.parts(&mut stmts, &mut exprs);
        for &e in &exprs {
            let step = matches!(stmt, Stmt::Loop { step: Some(s), .. } if *s == e);
            let around = match stmt {
                Stmt::Expr(_) => Around::Dropped,
                _ if step => Around::Dropped,
                Stmt::Asm(asm) => {
                    (asm.operands.iter())
                        .find(|o| o.value == e)
                        .map_or(Around::Other, |o| Around::Asm {
                            reads: o.reads,
                            sets: o.output,
                        })
                }
                _ => Around::Other,
            };
            set(e, around);
        }
    }
    for (i, expr) in typed.exprs.iter().enumerate() {
        if !evaluated.get(i).copied().unwrap_or(false) {
            continue;
        }
        exprs.clear();
        expr.kind.operands(&mut exprs);
        // The value of a statement expression is that of its last statement.
        if let ExprKind::Statements(block) = expr.kind {
            exprs.extend(last_value(typed, block));
        }
        for &e in &exprs {
            set(e, Around::Expr(ExprId(i as u32)));
        }
    }
    for (entry, evaluated) in out.iter_mut().zip(evaluated) {
        if !evaluated {
            *entry = None;
        }
    }
    out
}

/// The expression that a block ends with.
fn last_value(typed: &Typed<'_>, block: StmtId) -> Option<ExprId> {
    let stmt = |s: StmtId| typed.stmts.get(s.0 as usize);
    let Some(Stmt::Block(all)) = stmt(block) else {
        return None;
    };
    match stmt(*all.last()?) {
        Some(Stmt::Expr(e)) => Some(*e),
        _ => None,
    }
}
