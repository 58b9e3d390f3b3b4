//! Function templates whose declarations name what nothing declares. That is reported where it stands; whether a call has such a
//! candidate is not known.

use cleave_base_db::Db;
use cleave_hir::TemplateParamKind;

use crate::code::params::function_ref;
use crate::function::signature_context;
use crate::resolve::undefined_in_default;
use crate::template::Failure;
use crate::template::call::unknown;
use crate::{Entity, Problem};

/// A failure to deduce, or that it is not known whether there is one.
pub(super) fn certain<'db>(
    db: &'db dyn Db,
    template: Entity<'db>,
    failure: Failure<'db>,
) -> Failure<'db> {
    let is_checked = matches!(failure, Failure::Deduction | Failure::Explicit)
        && cleave_names::is_of_user(db, template.decl(db).code(db).item);
    match is_checked && is_ill_declared(db, Entity::new(db, template.decl(db), None)) {
        true => unknown(),
        false => failure,
    }
}

/// Whether the types or default template arguments of a function template's declaration name what nothing declares.
#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| false, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || false))]
fn is_ill_declared<'db>(db: &'db dyn Db, template: Entity<'db>) -> bool {
    let _level = crate::engine::depth::Level::enter();
    let decl = template.decl(db);
    let (Some(hir), Some(written), Some(mut cx)) = (
        decl.hir(db),
        function_ref(db, decl),
        signature_context(db, template),
    ) else {
        return false;
    };
    for param in hir.heads.iter().flat_map(|head| &head.params) {
        match param.kind {
            TemplateParamKind::Value { ty, default } => {
                cx.resolve_type(ty);
                cx.problems.extend(
                    default
                        .into_iter()
                        .flat_map(|e| undefined_in_default(db, decl, e)),
                );
            }
            TemplateParamKind::Type { default, .. }
            | TemplateParamKind::Template { default, .. } => {
                default.into_iter().for_each(|ty| _ = cx.resolve_type(ty));
            }
        }
    }
    if let Some((types, from)) = cx.parameters(written) {
        cx.declare_parameters(written, &types, &from);
    }
    cx.resolve_type(written.ret);
    cx.problems.iter().any(Problem::is_undefined_name)
}
