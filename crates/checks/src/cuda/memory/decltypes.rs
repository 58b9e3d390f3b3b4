//! `decltype` of managed variables, which the reference refuses where the name stands alone.

use std::collections::BTreeSet;

use cleave_codes::codes;
use cleave_cuda::MemorySpace;
use cleave_names::has_managed;
use cleave_names::item_id_of_node;
use cleave_syntax::SyntaxKind::DECLTYPE_KW;
use cleave_typing::program;

use crate::Finding;
use crate::engine::entities::memory_space;
use crate::engine::source::{Sink, Source};
use crate::engine::typed;

/// The operands of an item.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    // Hardly any program has such a variable, hardly any item an operand, and code need not be typed for that.
    if !has_managed(s.db, s.file) || !(0..s.lexed.len()).any(|i| s.lexed.kind(i) == DECLTYPE_KW) {
        return;
    }
    let declared = program::decltype_operands(s.db, item_id_of_node(s.db, s.item));
    let bodies = typed::bodies(s, |_| true);
    let in_bodies = bodies.iter().flat_map(|body| &body.typed.decltypes);
    // Types that are read more than once have their operands as often.
    let tokens: BTreeSet<u32> = (declared.iter().chain(in_bodies))
        .filter(|(_, variable)| memory_space(s, *variable).has(MemorySpace::MANAGED))
        .filter_map(|(site, _)| Some(program::place(s.db, *site)?.0.start))
        .collect();
    for at in tokens {
        out.push(Finding::new(codes::DECLTYPE_OF_MANAGED_VARIABLE, at));
    }
}
