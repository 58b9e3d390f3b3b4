//! How a namespace is opened ([namespace.def.general]). The item ends behind the brace, so that its tree is never whole.

use cleave_codes::codes;
use cleave_diagnostics::Severity;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::{Node, Token};

use crate::Finding;
use crate::engine::source::{Sink, Source};

/// The rules over an item that begins with a namespace, or is an alias of one.
pub(crate) fn check<'db>(s: &Source<'db>, root: Node<'_>, out: &mut Sink<'db>) {
    for node in root.children() {
        match node.kind() {
            NAMESPACE_DEFINITION => definition(s, node, out),
            NAMESPACE_ALIAS_DEFINITION => attributes(node, out),
            _ => {}
        }
    }
}

fn definition<'db>(s: &Source<'db>, node: Node<'_>, out: &mut Sink<'db>) {
    let Some(name) = node.child(NAMESPACE_NAME) else {
        return;
    };
    let nested = name.has(COLON2);
    let inline = node
        .own_tokens()
        .find(|t: &Token<'_>| t.kind() == INLINE_KW);
    if nested {
        attributes(node, out);
        let at = name.tokens().start;
        out.extend(inline.map(|_| Finding::new(codes::INLINE_NESTED_NAMESPACE, at)));
    }
    // Attributes of the standard stand in front of the name.
    let behind = s.tokens(name).end;
    if s.kind(behind) == L_BRACK && s.kind(behind + 1) == L_BRACK {
        out.push(Finding::new(codes::EXP_LBRACE, behind));
    }
}

/// Attributes of the standard belong to a namespace that is defined, and has one name.
fn attributes<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let of_standard = |n: &Node<'_>| n.kind() == ATTRIBUTE_SPECIFIER && !n.has(ATTRIBUTE_KW);
    if let Some(specifier) = node.children().find(of_standard) {
        let at = specifier.tokens().start;
        let finding = Finding::new(codes::ATTRIBUTES_MAY_NOT_APPEAR_HERE, at);
        out.push(finding.severity(Severity::Error));
    }
}
