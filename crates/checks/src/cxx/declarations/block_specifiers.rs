//! The specifiers of declarations in blocks that only others may have, and those that stand twice ([dcl.stc], [dcl.fct.spec]).
//! The tree alone decides.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::Sink;

/// The rule over one declaration with a declarator.
pub(crate) fn check<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let in_block = node
        .parent()
        .is_some_and(|p| p.kind() == COMPOUND_STATEMENT);
    let (true, Some(seq), Some(declarator)) = (
        in_block,
        node.child(DECL_SPECIFIER_SEQ),
        node.child(INIT_DECLARATOR),
    ) else {
        return;
    };
    let has = |kind| seq.own_tokens().any(|t| t.kind() == kind);
    let mut class = None;
    let mut seen = Vec::new();
    for token in seq.own_tokens() {
        let (kind, at) = (token.kind(), token.number());
        if matches!(kind, THREAD_LOCAL_KW | INLINE_KW | VIRTUAL_KW) && seen.contains(&kind) {
            out.push(Finding::new(codes::DUPLICATE_SPECIFIER, at));
            continue;
        }
        seen.push(kind);
        match kind {
            STATIC_KW | EXTERN_KW | REGISTER_KW | TYPEDEF_KW | MUTABLE_KW
                if class.replace(kind).is_some() =>
            {
                return out.push(Finding::new(codes::MORE_THAN_ONE_STORAGE_CLASS, at));
            }
            INLINE_KW => out.push(Finding::new(codes::INLINE_NOT_ALLOWED, at)),
            CONSTEXPR_KW if has(EXTERN_KW) && !is_initialized(declarator) => {
                out.push(Finding::new(codes::CONSTEXPR_WITHOUT_INITIALIZER, at));
            }
            _ => {}
        }
    }
}

fn is_initialized(declarator: Node<'_>) -> bool {
    let initializers = [EQUAL_INITIALIZER, BRACED_INIT_LIST, ARGUMENT_LIST];
    initializers
        .iter()
        .any(|kind| declarator.child(*kind).is_some())
}
