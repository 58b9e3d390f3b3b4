//! The constraint-expressions of concepts ([temp.concept]): names in them that nothing declares, and their type ([temp.constr.atomic]/3).

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::DeclKind;
use cleave_lang::Builtin;
use cleave_names::ItemId;

use crate::program::user_declarations;
use crate::{At, Context, Problem, Ty};

/// What is wrong with the concepts of an item.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for (own, decl, _) in user_declarations(db, item) {
        let DeclKind::Concept(constraint) = decl.kind else {
            continue;
        };
        let Some(mut cx) = Context::of(db, own.entity(db)) else {
            continue;
        };
        let e = cx.expr(constraint);
        out.extend(cx.problems.drain(..).filter(Problem::is_of_open_name));
        let ty = cx.ty(e);
        let known = !cx.is_bad(e) && !cx.is_dependent(e) && !ty.is_unknown(db);
        if known && ty.unqualified(db) != Ty::builtin(db, Builtin::Bool) {
            let site = cx.start_of(e);
            let problem = Problem::new(codes::ATOMIC_CONSTRAINT_NOT_BOOL, site);
            out.push(problem.at(At::First));
        }
    }
    out
}
