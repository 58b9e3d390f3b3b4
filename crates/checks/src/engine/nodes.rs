//! Small questions about a node of an item's tree.

use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::flat::Node;

/// Whether a name right in a node of this kind is declared there.
pub(crate) fn holds_declared_name(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        DECLARATOR_ID
            | STRUCTURED_BINDING
            | TYPE_PARAMETER
            | TEMPLATE_TEMPLATE_PARAMETER
            | CLASS_SPECIFIER
            | ENUM_SPECIFIER
            | ALIAS_DECLARATION
            | ENUMERATOR
    )
}

/// The first identifier directly in a node.
pub(crate) fn first_name(node: Node<'_>) -> Option<String> {
    node.own_tokens()
        .find(|t| t.kind() == IDENT)
        .map(|t| t.text().to_owned())
}

/// Whether a token of this text stands directly in the node.
pub(crate) fn has_text(node: Node<'_>, text: &str) -> bool {
    node.own_tokens().any(|t| t.text() == text)
}

/// Whether a keyword names an arithmetic type, or is a part of the name of one ([dcl.type.simple]).
pub(crate) fn is_arithmetic(kind: SyntaxKind) -> bool {
    crate::cuda::kernels::form::is_fundamental(kind)
        || matches!(kind, CHAR8_T_KW | CHAR16_T_KW | CHAR32_T_KW | WCHAR_T_KW)
}

/// The declarator within all parentheses of a declarator.
pub(crate) fn innermost(declarator: Node<'_>) -> Node<'_> {
    let mut inner = declarator;
    while let Some(next) = (inner.child(PAREN_DECLARATOR)).and_then(|p| p.child(DECLARATOR)) {
        inner = next;
    }
    inner
}

/// What a declaration stands in: a block or a class. `None`: a namespace.
pub(crate) fn block_or_class(declaration: Node<'_>) -> Option<SyntaxKind> {
    let around = |n: &Node<'_>| matches!(n.kind(), COMPOUND_STATEMENT | CLASS_SPECIFIER);
    declaration.ancestors().find(around).map(|n| n.kind())
}
