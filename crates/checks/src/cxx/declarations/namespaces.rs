//! Aliases of namespaces ([namespace.alias]). How a namespace is opened, the skeleton sees.

use cleave_codes::codes;
use cleave_diagnostics::Severity;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::Sink;

/// An alias has no attributes.
pub(crate) fn alias<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let first = node.tokens().start;
    let of_standard = |n: &Node<'_>| {
        n.kind() == ATTRIBUTE_SPECIFIER && !n.has(ATTRIBUTE_KW) && n.tokens().start != first
    };
    if let Some(specifier) = node.children().find(of_standard) {
        let at = specifier.tokens().start + 2;
        let finding = Finding::new(codes::ATTRIBUTES_MAY_NOT_APPEAR_HERE, at);
        out.push(finding.severity(Severity::Error));
    }
}
