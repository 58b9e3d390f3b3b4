//! The calls of a template whose arguments do not depend on its parameters ([temp.nondep]): what they call is chosen where the
//! template is defined, and declarations behind it do not count. Knows nothing of instances.

use cleave_base_db::Db;
use rustc_hash::FxHashSet;

use crate::thir::ExprKind;
use crate::{CodeRef, Entity};

/// The calls in some code of a template's own body that are resolved there: the raw numbers of their expressions.
#[salsa::tracked(returns(ref), cycle_initial = |_, _, _, _| FxHashSet::default(), cycle_fn = |_, cycle, _, new, _, _| crate::engine::cycles::settle(cycle, new, FxHashSet::default))]
pub(super) fn resolved_calls<'db>(
    db: &'db dyn Db,
    template: Entity<'db>,
    code_ref: CodeRef<'db>,
) -> FxHashSet<u32> {
    let _level = crate::engine::depth::Level::enter();
    let Some(typed) = crate::check::body(db, template) else {
        return FxHashSet::default();
    };
    let nodes = (typed.exprs.iter()).filter(|e| e.site.code == code_ref && !e.site.is_type);
    let calls = nodes.filter(|e| matches!(e.kind, ExprKind::Call { .. }));
    calls.map(|e| e.site.index).collect()
}
