//! The walk over an item's tree, bodies and all: keeps what surrounds each node and hands nodes to the rules.
//!
//! The rules are a table, [`crate::engine::rules`]. It must not know any rule.

use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::{KindSet, Node, Places};

use rustc_hash::FxHashSet;

use crate::engine::broken::Broken;
use crate::engine::context::Context;
use crate::engine::rules;
use crate::engine::source::{Sink, Source};

/// The walk, with what rules keep for the whole item.
pub(crate) struct Walk<'s, 'db> {
    pub(crate) s: &'s Source<'db>,
    /// What is wrong with the syntax.
    broken: &'s Broken<'s>,
    /// Where nodes are that rules look at. What is in others need not be gone through.
    places: Places,
    /// It declares structured bindings.
    pub(crate) binds: bool,
    /// The tokens where structured bindings were found to be captured.
    pub(crate) bindings: FxHashSet<u32>,
    pub(crate) out: Sink<'db>,
}

/// Runs the rules over the tree of an item. Nodes with syntax errors in them are left out, but for what stands in bodies.
pub(crate) fn check<'t, 'db>(
    s: &'t Source<'db>,
    root: Node<'t>,
    broken: &'t Broken<'t>,
    out: &mut Sink<'db>,
) {
    let mut w = Walk {
        s,
        broken,
        places: root.places_of(&rules::KINDS),
        binds: root.descendants_of(STRUCTURED_BINDING).next().is_some(),
        bindings: FxHashSet::default(),
        out: std::mem::take(out),
    };
    w.children(root, &Context::default());
    *out = w.out;
}

/// Follows a rule over the nodes of a tree that are of the kinds which it looks at. With debug assertions it sees all nodes, and
/// may say nothing of the others.
pub(crate) fn each<'t, 'db>(
    root: Node<'t>,
    kinds: &'static KindSet,
    out: &mut Sink<'db>,
    mut rule: impl FnMut(Node<'t>, &mut Sink<'db>),
) {
    if cfg!(debug_assertions) {
        for node in root.descendants() {
            let before = out.len();
            rule(node, out);
            let (known, kind) = (kinds.has(node.kind()), node.kind());
            assert!(known || out.len() == before, "a rule looks at {kind:?}");
        }
        return;
    }
    for node in root.descendants_among(kinds) {
        rule(node, out);
    }
}

impl<'db> Walk<'_, 'db> {
    fn children<'t>(&mut self, node: Node<'t>, c: &Context<'t>) {
        for child in node.children() {
            if self.places.are_in(child) {
                self.node(child, c);
            }
        }
    }

    fn node<'t>(&mut self, node: Node<'t>, c: &Context<'t>) {
        let is_whole = self.broken.spares(node.tokens());
        for rule in rules::of_node(node.kind()).iter().filter(|_| is_whole) {
            rule(self, node, c);
        }
        let inner = self.context_inside(node, c);
        let c = inner.as_ref().unwrap_or(c);
        let known = self.out.len();
        for rule in rules::of_body(node.kind()) {
            rule(self, node, c);
        }
        if !is_whole {
            let found = self.out.split_off(known);
            let read = found.into_iter().filter(|f| !self.broken.skips(f.at));
            self.out.extend(read);
        }
        if node.kind() == MEMBER_SPECIFICATION {
            for (member, c) in self.members(node, c) {
                if self.places.are_in(member) {
                    self.node(member, &c);
                }
            }
        } else {
            self.children(node, c);
        }
    }
}
