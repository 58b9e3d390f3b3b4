//! The walk over an item's tree, bodies and all: keeps what surrounds each node and hands nodes to the rules.
//!
//! The rules are a table, [`crate::engine::rules`]. It must not know any rule.

use std::cell::OnceCell;

use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;
use cleave_typing::Ty;
use rustc_hash::FxHashSet;

use crate::engine::context::Context;
use crate::engine::rules;
use crate::engine::source::{Sink, Source};
use crate::engine::variables::{self, Types};

/// The walk, with what rules keep for the whole item.
pub(crate) struct Walk<'s, 'db> {
    pub(crate) s: &'s Source<'db>,
    /// Every name that the item itself declares anywhere.
    pub(crate) declared: FxHashSet<String>,
    /// It declares structured bindings.
    pub(crate) binds: bool,
    /// The variables of its bodies, once somebody has asked.
    variables: OnceCell<Types<'db>>,
    pub(crate) out: Sink<'db>,
}

/// Runs the rules over the tree of an item.
pub(crate) fn check<'t, 'db>(s: &'t Source<'db>, root: Node<'t>, out: &mut Sink<'db>) {
    let declaring: Vec<Node<'_>> = root.descendants().filter(|n| declares(*n)).collect();
    let mut w = Walk {
        s,
        declared: declared_names(&declaring),
        binds: declaring.iter().any(|n| n.kind() == STRUCTURED_BINDING),
        variables: OnceCell::new(),
        out: std::mem::take(out),
    };
    w.children(root, &Context::default());
    *out = w.out;
}

/// Whether a node declares a name, or mentions a class that it may declare.
fn declares(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        DECLARATOR_ID
            | STRUCTURED_BINDING
            | LAMBDA_CAPTURE
            | TYPE_PARAMETER
            | TEMPLATE_TEMPLATE_PARAMETER
            | CONSTRAINED_PARAMETER
            | ENUMERATOR
            | CLASS_SPECIFIER
            | ENUM_SPECIFIER
            | ELABORATED_TYPE_SPECIFIER
            | ALIAS_DECLARATION
            | NAMESPACE_ALIAS_DEFINITION
    )
}

/// Whether a declared name belongs to the namespace around the item, which the index of names knows about.
fn at_namespace_scope(node: Node<'_>) -> bool {
    node.kind() == DECLARATOR_ID
        && node
            .nearest(&[
                COMPOUND_STATEMENT,
                PARAMETER_CLAUSE,
                CLASS_SPECIFIER,
                TEMPLATE_PARAMETER_LIST,
                LAMBDA_EXPRESSION,
                STATEMENT_EXPRESSION,
            ])
            .is_none()
}

/// All names that the nodes of a tree declare, but for those of the namespace around it.
fn declared_names(declaring: &[Node<'_>]) -> FxHashSet<String> {
    let mut out = FxHashSet::default();
    for node in declaring {
        if !at_namespace_scope(*node) {
            out.extend(
                node.own_tokens()
                    .filter(|t| t.kind() == IDENT)
                    .map(|t| t.text().to_owned()),
            );
        }
    }
    out
}

impl<'db> Walk<'_, 'db> {
    /// The type of the variable that a body declares by a name, by the name's token.
    pub(crate) fn variable(&self, name: u32) -> Option<Ty<'db>> {
        let all = self.variables.get_or_init(|| variables::in_bodies(self.s));
        all.get(&name).copied()
    }

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
