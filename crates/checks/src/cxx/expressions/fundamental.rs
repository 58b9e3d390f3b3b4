//! `decltype` of CUDA's variables.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::context::Context;
use crate::engine::walk::Walk;

/// `decltype(m)` of a managed variable.
pub(crate) fn operand(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    let s = w.s;
    let Some(id) = node
        .child(ID_EXPRESSION)
        .filter(|_| node.kind() == DECLTYPE_SPECIFIER)
    else {
        return;
    };
    let t = s.tokens(id);
    let name = s.word(t.start);
    let managed = |space: cleave_cuda::MemorySpace| space.has(cleave_cuda::MemorySpace::MANAGED);
    if t.end != t.start + 1 {
        if crate::cuda::memory::device_variables::named(w, id, managed).is_some() {
            w.out
                .push(Finding::new(codes::DECLTYPE_OF_MANAGED_VARIABLE, t.start));
        }
        return;
    }
    if w.declared.contains(name) || c.derived {
        return;
    }
    let found = crate::tokens::index::only_mine(s.db, s.file, name);
    let managed = !found.is_empty()
        && found
            .iter()
            .all(|e| e.class.is_none() && e.memory.has(cleave_cuda::MemorySpace::MANAGED));
    if managed {
        w.out
            .push(Finding::new(codes::DECLTYPE_OF_MANAGED_VARIABLE, t.start));
    }
}
