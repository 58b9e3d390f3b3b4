//! What only declarations say may not stand where a type is named ([dcl.name], [dcl.enum]): storage classes, function specifiers,
//! `typedef`, `friend` and the keywords of constants. The tree alone decides.

use cleave_codes::{Code, codes};
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::{Sink, Source};

/// The specifiers of a type-id, of an underlying type or of what a handler catches.
pub(crate) fn check<'db>(s: &Source<'db>, seq: Node<'_>, out: &mut Sink<'db>) {
    let Some(holder) = seq.parent() else { return };
    let around = holder.parent().map(|p| p.kind());
    match holder.kind() {
        TYPE_ID | ENUM_BASE => {}
        PARAMETER_DECLARATION if around == Some(HANDLER) => {}
        _ => return,
    }
    for t in seq.own_tokens() {
        // GNU's `__thread` is let pass.
        if t.kind() == THREAD_LOCAL_KW && s.word(t.number()) != "thread_local" {
            continue;
        }
        let code = code(t.kind(), holder.kind() == PARAMETER_DECLARATION);
        // With a storage class behind it `operator` has no name to the reference.
        let named = around != Some(CONVERSION_FUNCTION_ID) || !is_storage(t.kind());
        out.extend(
            code.filter(|_| named)
                .map(|code| Finding::new(code, t.number())),
        );
    }
    // The reference takes `explicit(true)` apart in another way.
    let plain = seq.child(EXPLICIT_SPECIFIER).filter(|n| !n.has(L_PAREN));
    out.extend(plain.map(|n| Finding::new(codes::EXPLICIT_NOT_ALLOWED, n.tokens().start)));
}

/// What is said of a specifier; what is caught is a variable as well.
fn code(kind: SyntaxKind, caught: bool) -> Option<Code> {
    Some(match kind {
        TYPEDEF_KW => codes::TYPEDEF_NOT_ALLOWED,
        _ if is_storage(kind) => codes::STORAGE_CLASS_NOT_ALLOWED,
        FRIEND_KW | VIRTUAL_KW => codes::SPECIFIER_OUTSIDE_CLASS,
        INLINE_KW => codes::INLINE_NOT_ALLOWED,
        CONSTEXPR_KW => codes::CONSTEXPR_NOT_VALID,
        CONSTEVAL_KW if caught => codes::CONSTEVAL_VARIABLE,
        CONSTEVAL_KW => codes::CONSTEVAL_NOT_VALID,
        CONSTINIT_KW if caught => codes::CONSTINIT_WITHOUT_STATIC_STORAGE,
        CONSTINIT_KW => codes::CONSTINIT_NOT_VALID,
        _ => return None,
    })
}

/// Whether a keyword is a storage class to the reference ([dcl.stc]), where `typedef` is one too.
fn is_storage(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        STATIC_KW | EXTERN_KW | REGISTER_KW | MUTABLE_KW | THREAD_LOCAL_KW | TYPEDEF_KW
    )
}
