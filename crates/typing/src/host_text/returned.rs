//! What functions return by an overloaded operator, where a reference comes back: NVIDIA's front end puts such an expression into
//! parentheses, and g++ without optimization then places the clean-up of its temporaries elsewhere (docs/host-half.md, "Written
//! otherwise").
//!
//! It must not know how the host text is edited.

use cleave_base_db::Db;
use cleave_hir::{DeclKind, Expr as H, Stmt as HirStmt};
use cleave_names::{ItemId, decl::Tokens};

use crate::code::idx;
use crate::thir::{ExprId, ExprKind, Stmt, Typed};
use crate::{Entity, Site, check, function, program};

/// How deep lambdas are looked into.
const DEPTH: u32 = 64;

/// The operands of `return` in an item that are calls of an operator function, written `a @ b` or `@a`, in functions of type
/// reference that are no templates; in the order of the tokens.
///
/// Granularity: one value per item. It reads the typed code of the item's bodies.
#[salsa::tracked(returns(deref))]
pub fn returned_operators<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Box<[Tokens]> {
    let mut out = Vec::new();
    for entity in program::bodies(db, item) {
        if may_return_operators(db, entity) {
            program::plain(db, entity).for_each(|e| {
                crate::engine::depth::outermost(db, || (), || in_function(db, e, DEPTH, &mut out));
            });
        }
    }
    let mut out: Vec<Tokens> = (out.into_iter())
        .filter(|site| site.code.item == item)
        .filter_map(|site| Some(program::place(db, site)?.0))
        .collect();
    out.sort_by_key(|tokens| tokens.start);
    out.dedup();
    out.into()
}

/// Whether a body has such operands by the look of it, and is one of a function that returns a reference or has others inside:
/// else there is no need of its types.
fn may_return_operators<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    let Some(code) = program::body_of(db, entity).code(db) else {
        return false;
    };
    let returns = code.stmts.iter().any(|(_, stmt)| match stmt {
        HirStmt::Return {
            value: Some(value), ..
        } => match &code[*value] {
            H::Prefix(_, operand) => !matches!(code[*operand], H::This),
            H::Binary(..) => true,
            _ => false,
        },
        _ => false,
    });
    let has_functions = || {
        let lambda = |(_, e): (_, &H)| matches!(e, H::Lambda(_));
        code.exprs.iter().any(lambda)
            || code
                .decls
                .iter()
                .any(|(_, d)| matches!(d.kind, DeclKind::Class(_)))
    };
    let reference = || {
        let result = function::result_type(db, entity);
        result.is_some_and(|ty| ty.is_reference(db) || ty.has_auto(db))
    };
    returns && (has_functions() || reference())
}

/// Where a function returns so, and the lambdas in it.
fn in_function<'db>(db: &'db dyn Db, entity: Entity<'db>, depth: u32, out: &mut Vec<Site<'db>>) {
    let (Some(typed), Some(depth)) = (check::body(db, entity), depth.checked_sub(1)) else {
        return;
    };
    if typed.ret.is_some_and(|ret| ret.is_reference(db)) {
        let operands = typed.stmts.iter().filter_map(|stmt| match stmt {
            Stmt::Return(value) => *value,
            _ => None,
        });
        out.extend(operands.filter_map(|e| called_operator(db, typed, e)));
    }
    for expr in &typed.exprs {
        if let ExprKind::Lambda(closure, _) = &expr.kind {
            let operator = closure.operator(db);
            if !operator.is_template(db) {
                in_function(db, operator, depth, out);
            }
        }
    }
}

/// The site of an expression, conversions apart, that calls an operator function without naming it.
fn called_operator<'db>(db: &'db dyn Db, typed: &Typed<'db>, mut e: ExprId) -> Option<Site<'db>> {
    // An operand comes before what it is an operand of.
    while let expr = typed.exprs.get(e.0 as usize)?
        && let ExprKind::Full(inner) | ExprKind::Convert(_, inner) = expr.kind
        && inner < e
    {
        e = inner;
    }
    let expr = typed.exprs.get(e.0 as usize)?;
    let code = expr.site.code.code(db)?;
    if expr.site.is_type || expr.site.index as usize >= code.exprs.len() {
        return None;
    }
    let written = &code[idx::<H>(expr.site.index)];
    let called = matches!(expr.kind, ExprKind::Call { .. });
    (called && matches!(written, H::Binary(..) | H::Prefix(..))).then_some(expr.site)
}
