//! `decltype` of CUDA's variables.

use cleave_codes::codes;
use cleave_cuda::MemorySpace;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::context::Context;
use crate::engine::entities::memory_space;
use crate::engine::names::meant;
use crate::engine::walk::Walk;

/// `decltype(m)` of a managed variable.
pub(crate) fn operand(w: &mut Walk<'_, '_>, node: Node<'_>, _: &Context<'_>) {
    let s = w.s;
    let Some(id) = node
        .child(ID_EXPRESSION)
        .filter(|_| node.kind() == DECLTYPE_SPECIFIER)
    else {
        return;
    };
    let t = s.tokens(id);
    let plain = t.end == t.start + 1;
    // A name that the item declares itself may be a local's.
    if plain && w.declared.contains(s.word(t.start)) {
        return;
    }
    let variable = meant(s, t).filter(|e| !e.is_function(s.db));
    if variable.is_some_and(|e| memory_space(s, e).has(MemorySpace::MANAGED)) {
        w.out
            .push(Finding::new(codes::DECLTYPE_OF_MANAGED_VARIABLE, t.start));
    }
}
