//! Members of anonymous unions of a namespace: the device does not have the union, whatever is done with its members (reference:
//! attributes, Device bodies). Reported for every mention, those that are not evaluated among them.

use cleave_codes::codes;
use cleave_typing::thir::ExprKind;
use cleave_typing::{is_anonymous_union_member, program};
use rustc_hash::FxHashSet;

use crate::Finding;
use crate::engine::source::{Sink, Source};
use crate::engine::typed::Body;

/// The names in a body that the device compiles.
pub(crate) fn check<'db>(s: &Source<'db>, body: &Body<'db>, out: &mut Sink<'db>) {
    if !body.is_device() {
        return;
    }
    let mut reported = FxHashSet::default();
    let named = body.typed.exprs.iter().filter_map(|e| match e.kind {
        ExprKind::Static(variable) => Some((e.site, variable)),
        _ => None,
    });
    for (site, variable) in named.chain(body.typed.decltypes.iter().copied()) {
        if is_anonymous_union_member(s.db, variable)
            && let Some((_, at)) = program::place(s.db, site)
            && reported.insert(at)
        {
            let code = codes::ANONYMOUS_UNION_MEMBER_IN_DEVICE_CODE;
            out.push(Finding::new(code, at));
        }
    }
}
