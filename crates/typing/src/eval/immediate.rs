//! Calls of immediate functions ([dcl.consteval], [expr.const]/13): outside of immediate functions each is evaluated where it
//! stands, and nobody may have the address of one.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::DeclKind;
use cleave_names::decl::Spec;

use crate::code::source::first_token;
use crate::eval::machine::Mode;
use crate::eval::{Failure, run};
use crate::thir::{ExprId, ExprKind, Stmt, StmtId, Typed};
use crate::{At, Entity, Fill, Problem};

/// Whether a function is declared `consteval`.
fn is_immediate<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    // A call operator's object would have to be known: it is left alone.
    function.decl(db).closure(db).is_none()
        && matches!(function.kind(db), Some(DeclKind::Function(_)))
        && (function.hir(db)).is_some_and(|d| d.spec.any(Spec::CONSTEVAL))
}

/// What is wrong with the immediate calls of the code of `owner`.
pub(crate) fn immediate_calls<'db>(
    db: &'db dyn Db,
    owner: Entity<'db>,
    typed: &Typed<'db>,
    out: &mut Vec<Problem<'db>>,
) {
    if typed.dependent || is_immediate(db, owner) {
        return;
    }
    let callee = |kind: &ExprKind<'db>| match kind {
        ExprKind::Call { callee, .. } => Some(*callee),
        ExprKind::Construct(constructor, _) => Some(*constructor),
        _ => None,
    };
    let mentions = typed.exprs.iter().any(|x| {
        let function = match &x.kind {
            ExprKind::Function(f) => Some(*f),
            kind => callee(kind),
        };
        function.is_some_and(|f| is_immediate(db, f))
    });
    if !mentions {
        return;
    }
    let mut seen = vec![false; typed.exprs.len()];
    let mut exprs: Vec<ExprId> = typed.value.into_iter().collect();
    exprs.extend(typed.inits.iter().map(|i| i.value));
    let mut stmts: Vec<StmtId> = typed.block.into_iter().collect();
    loop {
        if let Some(s) = stmts.pop() {
            if let Some(stmt) = typed.stmts.get(s.0 as usize) {
                match stmt {
                    // The initialiser of a `constexpr` variable is a constant expression as a whole.
                    Stmt::Local(l, _)
                        if typed
                            .locals
                            .get(l.0 as usize)
                            .is_some_and(|l| l.is_constexpr) => {}
                    Stmt::IfConsteval(_, otherwise) => stmts.extend(otherwise),
                    stmt => stmt.parts(&mut stmts, &mut exprs),
                }
            }
            continue;
        }
        let Some(e) = exprs.pop() else { break };
        let (Some(x), Some(seen)) = (typed.exprs.get(e.0 as usize), seen.get_mut(e.0 as usize))
        else {
            continue;
        };
        if std::mem::replace(seen, true) {
            continue;
        }
        match callee(&x.kind).filter(|f| is_immediate(db, *f)) {
            Some(function) => {
                let result = run(db, typed, e, None, None, Mode::Constant).value;
                // Of a constructor the first argument is pointed at.
                let (site, at) = match &x.kind {
                    ExprKind::Construct(_, args) => (args.first())
                        .and_then(|a| typed.exprs.get(a.0 as usize))
                        .map_or((x.site, At::Point), |a| {
                            (first_token(db, a.site), At::First)
                        }),
                    _ => (x.site, At::Opening),
                };
                if let Err(Failure::NotConstant(problems)) = result {
                    out.extend(problems.into_iter().map(|p| Problem {
                        code: codes::CONSTEVAL_CALL_NOT_CONSTANT,
                        at,
                        site,
                        fills: vec![Fill::Entity(function)],
                        ..p
                    }));
                }
            }
            None => {
                if let ExprKind::Function(f) = x.kind
                    && is_immediate(db, f)
                {
                    out.push(
                        Problem::new(codes::ADDRESS_OF_CONSTEVAL_FUNCTION, x.site).at(At::First),
                    );
                }
                if let ExprKind::Statements(s) = x.kind {
                    stmts.push(s);
                }
                x.kind.operands(&mut exprs);
            }
        }
    }
}
