//! `decltype` of managed variables, which the reference refuses where the name stands alone.

use cleave_codes::codes;
use cleave_cuda::MemorySpace;
use cleave_names::item_id_of_node;
use cleave_syntax::SyntaxKind::DECLTYPE_KW;
use cleave_typing::program;

use crate::Finding;
use crate::engine::entities::memory_space;
use crate::engine::source::{Sink, Source};

/// The operands of an item.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    // Hardly any item has one, and its code need not be typed for that.
    if !(0..s.lexed.len()).any(|i| s.lexed.kind(i) == DECLTYPE_KW) {
        return;
    }
    let operands = program::decltype_operands(s.db, item_id_of_node(s.db, s.item));
    let mut tokens: Vec<u32> = (operands.into_iter())
        .filter(|(_, variable)| memory_space(s, *variable).has(MemorySpace::MANAGED))
        .filter_map(|(site, _)| Some(program::place(s.db, site)?.0.start))
        .collect();
    tokens.sort_unstable();
    for at in tokens {
        out.push(Finding::new(codes::DECLTYPE_OF_MANAGED_VARIABLE, at));
    }
}
