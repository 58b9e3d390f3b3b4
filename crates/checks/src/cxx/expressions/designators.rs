//! Designated initializers since C++20 ([dcl.init.aggr]/3.1, [dcl.init.general]/1): all initializers of a list are designated or none
//! is, and a designator is one name. Before that they are an extension with the rules of C. The tree alone decides.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::{Sink, Source};

/// A braced list.
pub(crate) fn check<'db>(s: &Source<'db>, list: Node<'_>, out: &mut Sink<'db>) {
    let is_designated = |clause: Node<'_>| clause.kind() == DESIGNATED_INITIALIZER;
    if s.settings.standard < 202_002 || !list.children().any(is_designated) {
        return;
    }
    let mut first = None;
    let mut mixed = false;
    for clause in list.children() {
        let designated = is_designated(clause);
        let designators = || clause.children().filter(|n| n.kind() == DESIGNATOR);
        let names = designators().skip(1).filter(|d| d.has(DOT));
        out.extend(names.map(|d| Finding::new(codes::CHAINED_DESIGNATORS, d.tokens().start)));
        if clause.kind() == PACK_EXPANSION {
            let at = clause.tokens().start;
            out.push(Finding::new(codes::PACK_EXPANSION_IN_DESIGNATED_LIST, at));
        }
        if designated == *first.get_or_insert(designated) || mixed {
            continue;
        }
        mixed = true;
        // Pointed at is the value.
        let behind = designators().last().map(|d| d.tokens().end);
        let value = behind.map_or(clause.tokens().start, |at| match s.kind(at) {
            EQ | COLON => at + 1,
            _ => at,
        });
        out.push(Finding::new(codes::MIXED_DESIGNATED_INITIALIZERS, value));
    }
}
