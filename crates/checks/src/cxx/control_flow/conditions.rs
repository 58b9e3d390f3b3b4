//! What a condition and the variable of a range-based `for` may be declared as ([stmt.pre], [stmt.ranged]): no storage class, no
//! class or enumeration that is defined there, no function.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::{Sink, Source};

/// The rule over one declaration of these.
pub(crate) fn check<'db>(s: &Source<'db>, declaration: Node<'_>, out: &mut Sink<'db>) {
    let Some(sequence) = declaration.child(DECL_SPECIFIER_SEQ) else {
        return;
    };
    let storage = |kind| matches!(kind, STATIC_KW | EXTERN_KW | REGISTER_KW | THREAD_LOCAL_KW);
    let word = sequence.own_tokens().find(|t| storage(t.kind()));
    if let Some(word) = word {
        out.push(Finding::new(
            codes::STORAGE_CLASS_NOT_ALLOWED,
            word.number(),
        ));
    }
    let defines = |n: &Node<'_>| match n.kind() {
        CLASS_SPECIFIER => true,
        ENUM_SPECIFIER => n.child(ENUMERATOR_LIST).is_some(),
        _ => false,
    };
    if let Some(specifier) = sequence.children().find(defines) {
        out.push(Finding::new(
            codes::TYPE_DEFINITION_NOT_ALLOWED,
            s.tokens(specifier).start,
        ));
    }
    let declarator = declaration
        .child(INIT_DECLARATOR)
        .and_then(|d| d.child(DECLARATOR));
    if let Some(declarator) = declarator
        && declarator.child(PARAMETERS_AND_QUALIFIERS).is_some()
        && let Some(id) = declarator.child(DECLARATOR_ID)
    {
        out.push(Finding::new(
            codes::CONDITION_DECLARES_NO_VARIABLE,
            s.tokens(id).start,
        ));
    }
}
