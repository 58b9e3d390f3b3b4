//! What a substitution instantiates beyond the signature itself: functions whose type must be deduced from their bodies. What is
//! wrong there is no failure of the substitution ([temp.deduct]/8).

use cleave_base_db::Db;
use cleave_hir::{Expr, TypeId};
use cleave_names::is_of_user;

use crate::code::params::function_ref;
use crate::code::unexpanded;
use crate::function::{parameters_context, signature};
use crate::thir::ExprKind;
use crate::{DeclRef, Entity, check};

/// The functions with errors in their bodies that the signature of a specialisation is read for. Asked of the user's templates
/// alone; what nobody could type says nothing.
pub(crate) fn errors_behind<'db>(db: &'db dyn Db, function: Entity<'db>) -> Vec<Entity<'db>> {
    let decl = function.decl(db);
    let code = decl.code(db);
    let written = function_ref(db, decl);
    if !is_of_user(db, code.item) || !calls(db, decl) {
        return Vec::new();
    }
    let (Some(written), Some(mut cx)) = (written, parameters_context(db, function)) else {
        return Vec::new();
    };
    cx.modes.is_undeclared = true;
    cx.resolve_type(written.ret);
    let mut out = Vec::new();
    for x in &cx.out.exprs {
        let ExprKind::Call { callee, .. } = x.kind else {
            continue;
        };
        let deduced = signature(db, callee).is_some_and(|s| s.ty.ret.has_auto(db));
        if deduced
            && callee.env(db).is_some_and(|e| !e.is_dependent(db))
            && is_of_user(db, callee.decl(db).code(db).item)
            && !out.contains(&callee)
            && check::body(db, callee).is_some_and(|t| !t.problems.is_empty())
        {
            out.push(callee);
        }
    }
    out
}

/// Whether the type of a function as written holds an expression that is more than a name: otherwise there is nothing to call.
#[salsa::tracked(returns(copy))]
fn calls<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    let _level = crate::engine::depth::Level::enter();
    let (Some(written), Some(code)) = (function_ref(db, decl), decl.code(db).code(db)) else {
        return false;
    };
    let calls = |ty: TypeId| {
        let mut found = false;
        unexpanded::type_parts_of(code, ty, &mut |seen| {
            found |= matches!(seen, unexpanded::Seen::Expr(e) if !is_name(e));
        });
        found
    };
    calls(written.ret) || written.params.iter().any(|p| calls(code[*p].ty))
}

fn is_name(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Path(_) | Expr::Literal(_) | Expr::Paren(_) | Expr::SizeofPack(_)
    )
}
