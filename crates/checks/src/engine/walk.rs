//! The walk over an item's tree, bodies and all: keeps what surrounds each node and hands nodes to the rules.
//!
//! The rules are a table, [`crate::engine::rules`]. It must not know any rule.

use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use rustc_hash::FxHashSet;

use crate::engine::context::Context;
use crate::engine::rules;
use crate::engine::source::{Sink, Source};

/// The walk, with what rules keep for the whole item.
pub(crate) struct Walk<'s, 'db> {
    pub(crate) s: &'s Source<'db>,
    /// It declares structured bindings.
    pub(crate) binds: bool,
    /// The tokens where structured bindings were found to be captured.
    pub(crate) bindings: FxHashSet<u32>,
    pub(crate) out: Sink<'db>,
}

/// Runs the rules over the tree of an item.
pub(crate) fn check<'t, 'db>(s: &'t Source<'db>, root: Node<'t>, out: &mut Sink<'db>) {
    let mut w = Walk {
        s,
        binds: root.descendants_of(STRUCTURED_BINDING).next().is_some(),
        bindings: FxHashSet::default(),
        out: std::mem::take(out),
    };
    w.children(root, &Context::default());
    *out = w.out;
}

impl<'db> Walk<'_, 'db> {
    fn children<'t>(&mut self, node: Node<'t>, c: &Context<'t>) {
        for child in node.children() {
            self.node(child, c);
        }
    }

    fn node<'t>(&mut self, node: Node<'t>, c: &Context<'t>) {
        for rule in rules::of_node(node.kind()) {
            rule(self, node, c);
        }
        let inner = self.context_inside(node, c);
        let c = inner.as_ref().unwrap_or(c);
        for rule in rules::of_body(node.kind()) {
            rule(self, node, c);
        }
        if node.kind() == MEMBER_SPECIFICATION {
            for (member, c) in self.members(node, c) {
                self.node(member, &c);
            }
        } else {
            self.children(node, c);
        }
    }
}
