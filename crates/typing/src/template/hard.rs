//! What a substitution instantiates beyond the signature itself: functions whose type must be deduced from their bodies. What is
//! wrong there is no failure of the substitution ([temp.deduct]/8).

use cleave_base_db::Db;
use cleave_names::is_of_user;

use crate::function::{parameters_context, signature};
use crate::params::function_ref;
use crate::thir::ExprKind;
use crate::{Entity, check};

/// The functions with errors in their bodies that the signature of a specialisation is read for. Asked of the user's templates
/// alone; what nobody could type says nothing.
pub(crate) fn errors_behind<'db>(db: &'db dyn Db, function: Entity<'db>) -> Vec<Entity<'db>> {
    let decl = function.decl(db);
    let code = decl.code(db);
    let written = function_ref(db, decl);
    // Without an expression in it there is nothing to call.
    let silent = code.code(db).is_none_or(|c| c.exprs.is_empty());
    if silent || !is_of_user(db, code.item) {
        return Vec::new();
    }
    let (Some(written), Some(mut cx)) = (written, parameters_context(db, function)) else {
        return Vec::new();
    };
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
