//! `alignof` of an expression, which GNU's compilers take ([expr.alignof]/1). The tree alone decides.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::Sink;

/// Each in the tree of an item. GNU's own spellings of the operator take expressions.
pub(crate) fn check(root: Node<'_>, out: &mut Sink<'_>) {
    for node in root.descendants_of(SIZEOF_EXPRESSION) {
        let keyword = node.own_tokens().find(|t| t.kind() == ALIGNOF_KW);
        let standard = keyword.filter(|t| t.text() == "alignof");
        if let Some(keyword) = standard
            && node.child(TYPE_ID).is_none()
            && node.children().next().is_some()
        {
            out.push(Finding::new(
                codes::ALIGNOF_WITH_EXPRESSION,
                keyword.number() + 1,
            ));
        }
    }
}
