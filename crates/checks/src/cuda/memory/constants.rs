//! Assignments to `__constant__` variables in code that only the device runs: by its name, a scalar there is no modifiable lvalue.
//! What stands in an object or an array, or is reached by a reference, is not looked at.

use cleave_codes::codes;
use cleave_cuda::MemorySpace;
use cleave_typing::program;
use cleave_typing::thir::ExprKind;

use crate::Finding;
use crate::engine::entities::memory_space;
use crate::engine::source::{Sink, Source};
use crate::engine::typed::Body;

/// What the code of one function assigns to.
pub(crate) fn check<'db>(s: &Source<'db>, body: &Body<'db>, out: &mut Sink<'db>) {
    // Host code is told of more than that.
    if body.is_host() {
        return;
    }
    for expr in &body.typed.exprs {
        let target = match expr.kind {
            ExprKind::Assign(target, _, _) | ExprKind::Compound(_, target, ..) => target,
            ExprKind::Step { operand, .. } => operand,
            _ => continue,
        };
        let Some(named) = body.typed.exprs.get(target.0 as usize) else {
            continue;
        };
        let ExprKind::Static(variable) = named.kind else {
            continue;
        };
        // What is const by its type was reported as it was typed. Objects of classes are copied over.
        let plain = !named.ty.is_class(s.db) && !named.ty.top_quals(s.db).is_const;
        if plain
            && memory_space(s, variable).has(MemorySpace::CONSTANT)
            && let Some((tokens, _)) = program::place(s.db, named.site)
        {
            let finding = Finding::new(codes::NOT_A_MODIFIABLE_LVALUE, tokens.start);
            out.push(finding);
        }
    }
}
