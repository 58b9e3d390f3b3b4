//! Functions that return functions or arrays ([dcl.fct]/11) by the name of a type. What the declarator alone shows is
//! reported where its words are read.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{DeclKind, FunctionRef, TypeRef};
use cleave_names::ItemId;

use crate::code::params::function_ref;
use crate::program::user_declarations;
use crate::{Context, Problem};

/// The functions of an item that return what none can.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for (own, decl, site) in user_declarations(db, item) {
        let DeclKind::Function(_) = decl.kind else {
            continue;
        };
        let entity = own.entity(db);
        let named = |f: &&FunctionRef| {
            let code = entity.code(db);
            code.is_some_and(|code| matches!(code[f.ret], TypeRef::Path { .. }))
        };
        let Some(f) = function_ref(db, entity.decl(db)).filter(named) else {
            continue;
        };
        let Some(mut cx) = Context::of(db, entity) else {
            continue;
        };
        let ret = crate::convert::quietly(&mut cx, |cx| cx.resolve_type(f.ret));
        if ret.is_function(db) {
            out.push(Problem::new(codes::FUNCTION_RETURNING_FUNCTION, site));
        } else if ret.is_array(db) {
            out.push(Problem::new(codes::FUNCTION_RETURNING_ARRAY, site));
        }
    }
    out
}
