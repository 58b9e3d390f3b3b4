//! What typed code evaluates, in the order it is written in. Unlike a rule about what runs, it goes into statements that a constant decides
//! against, and into those that `if constexpr` discards outside of templates: their functions are compiled (reference: device-half,
//! Uses).

use cleave_typing::thir::{ExprId, ExprKind, LocalId, Stmt, StmtId, Typed};

/// A part of the code, as it is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Met {
    /// An expression, before its operands.
    Expr(ExprId),
    /// A variable of a block, before its initialiser.
    Local(LocalId),
    /// The handlers of a `try` block catch that.
    Handler(LocalId),
    /// A statement that could not be typed.
    Unknown,
}

enum At {
    Expr(ExprId),
    Stmt(StmtId),
}

/// Walks over everything that a body, an initialiser and the initialisers of members evaluate. `visit` says whether the operands
/// of an expression, or the initialiser of a variable, are evaluated as well.
pub(crate) fn walk(typed: &Typed<'_>, visit: &mut dyn FnMut(Met) -> bool) {
    let mut stack: Vec<At> = Vec::new();
    stack.extend(typed.discarded.iter().rev().copied().map(At::Stmt));
    stack.extend(typed.block.map(At::Stmt));
    stack.extend(typed.value.map(At::Expr));
    stack.extend(typed.inits.iter().rev().map(|i| At::Expr(i.value)));
    run(typed, stack, visit);
}

/// The same of one expression.
pub(crate) fn walk_expression(typed: &Typed<'_>, e: ExprId, visit: &mut dyn FnMut(Met) -> bool) {
    run(typed, vec![At::Expr(e)], visit);
}

/// The walk keeps its own stack: what is written may be nested deeply. An expression that stands in several places counts once.
fn run(typed: &Typed<'_>, mut stack: Vec<At>, visit: &mut dyn FnMut(Met) -> bool) {
    let mut seen = vec![false; typed.exprs.len()];
    let mut next: Vec<At> = Vec::new();
    let (mut stmts, mut exprs) = (Vec::new(), Vec::new());
    while let Some(at) = stack.pop() {
        match at {
            At::Expr(e) => {
                let (Some(expr), Some(seen)) =
                    (typed.exprs.get(e.0 as usize), seen.get_mut(e.0 as usize))
                else {
                    continue;
                };
                if std::mem::replace(seen, true) || !visit(Met::Expr(e)) {
                    continue;
                }
                match &expr.kind {
                    ExprKind::Statements(s) => next.push(At::Stmt(*s)),
                    // The operand of `typeid` counts where it is evaluated; which the code does not say.
                    ExprKind::Typeid(_) => {}
                    kind => {
                        kind.operands(&mut exprs);
                        next.extend(exprs.drain(..).map(At::Expr));
                    }
                }
            }
            At::Stmt(s) => {
                let Some(stmt) = typed.stmts.get(s.0 as usize) else {
                    continue;
                };
                match stmt {
                    Stmt::Local(l, init) => {
                        if visit(Met::Local(*l)) {
                            next.extend(init.map(At::Expr));
                        }
                    }
                    Stmt::Error => {
                        visit(Met::Unknown);
                    }
                    Stmt::IfConsteval(_, otherwise) => next.extend(otherwise.map(At::Stmt)),
                    Stmt::Asm(asm) => next.extend(asm.operands.iter().map(|o| At::Expr(o.value))),
                    Stmt::If {
                        init,
                        condition,
                        then,
                        otherwise,
                    } => {
                        next.extend(init.iter().copied().map(At::Stmt));
                        next.push(At::Expr(*condition));
                        next.push(At::Stmt(*then));
                        next.extend(otherwise.map(At::Stmt));
                    }
                    Stmt::Switch {
                        init,
                        condition,
                        body,
                    } => {
                        next.extend(init.iter().copied().map(At::Stmt));
                        next.push(At::Expr(*condition));
                        next.push(At::Stmt(*body));
                    }
                    Stmt::Loop {
                        declaration,
                        condition,
                        step,
                        body,
                        ..
                    } => {
                        next.extend(declaration.map(At::Stmt));
                        next.extend(condition.map(At::Expr));
                        next.push(At::Stmt(*body));
                        next.extend(step.map(At::Expr));
                    }
                    Stmt::Try(block, handlers) => {
                        next.push(At::Stmt(*block));
                        for (local, handler) in handlers {
                            local.map(|l| visit(Met::Handler(l)));
                            next.push(At::Stmt(*handler));
                        }
                    }
                    _ => {
                        stmt.parts(&mut stmts, &mut exprs);
                        next.extend(stmts.drain(..).map(At::Stmt));
                        next.extend(exprs.drain(..).map(At::Expr));
                    }
                }
            }
        }
        stack.extend(next.drain(..).rev());
    }
}
