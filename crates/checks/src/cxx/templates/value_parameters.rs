//! A value parameter of a template in front of `::` ([basic.lookup.qual.general]/1): it is no class and no namespace. The tree alone
//! decides, where nothing else in the file has the name.

use cleave_codes::codes;
use cleave_names::{Word, named_items};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::nodes::is_arithmetic;
use crate::engine::source::{Sink, Source};

/// A nested-name-specifier.
pub(crate) fn check<'db>(s: &Source<'db>, specifier: Node<'_>, out: &mut Sink<'db>) {
    let id = specifier.children().next().filter(|n| {
        let leading = n.tokens().start == specifier.tokens().start;
        n.kind() == TEMPLATE_ID && leading
    });
    let named = id.unwrap_or(specifier);
    let Some(first) = named.own_tokens().next().filter(|t| t.kind() == IDENT) else {
        return;
    };
    if first.number() != specifier.tokens().start || !is_value_parameter(specifier, first.text()) {
        return;
    }
    let Some(holder) = specifier.parent() else {
        return;
    };
    if !named_items(s.db, s.file, Word::new(s.db, first.text())).is_empty() {
        return;
    }
    let at = first.number();
    match holder.kind() {
        TYPENAME_SPECIFIER => out.push(Finding::new(codes::QUALIFIED_NAME_REQUIRED, at)),
        ID_EXPRESSION => {
            out.push(Finding::new(codes::NOT_A_CLASS_OR_NAMESPACE_NAME, at));
        }
        _ => {}
    }
}

/// Whether the nearest template around a node that declares a name has a value parameter of an arithmetic type, or a deduced one,
/// of that name.
fn is_value_parameter(node: Node<'_>, name: &str) -> bool {
    for around in node.ancestors() {
        // A member or a base may have the name.
        if around.kind() == CLASS_SPECIFIER && around.child(BASE_CLAUSE).is_some() {
            return false;
        }
        // Nothing else has such a list; bodies and classes have many children.
        let list = match around.kind() {
            TEMPLATE_DECLARATION | TEMPLATE_TEMPLATE_PARAMETER | LAMBDA_EXPRESSION => {
                around.child(TEMPLATE_PARAMETER_LIST)
            }
            _ => None,
        };
        let Some(list) = list else { continue };
        let declared = list.children().find(|p| {
            let id = p.child(DECLARATOR).and_then(|d| d.child(DECLARATOR_ID));
            let holder = id.unwrap_or(*p);
            holder
                .own_tokens()
                .any(|t| t.kind() == IDENT && t.text() == name)
        });
        if let Some(declared) = declared {
            let seq = declared.child(DECL_SPECIFIER_SEQ);
            return declared.kind() == PARAMETER_DECLARATION
                && seq.is_some_and(|seq| {
                    seq.children().next().is_none()
                        && (seq.own_tokens()).all(|t| {
                            is_arithmetic(t.kind()) || matches!(t.kind(), AUTO_KW | CONST_KW)
                        })
                });
        }
    }
    false
}
