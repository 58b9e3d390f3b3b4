//! Qualifiers of a reference, which has none ([dcl.ref]/1). The tree alone decides.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::Sink;

/// `& const`: said once of a reference, at the first qualifier.
pub(crate) fn check<'db>(node: Node<'_>, out: &mut Sink<'db>) {
    let mut tokens = node.own_tokens().map(|t| (t.kind(), t.number()));
    if !matches!(tokens.next(), Some((AMP | AMP2, _))) {
        return;
    }
    let is_qualifier = |kind| matches!(kind, CONST_KW | VOLATILE_KW | RESTRICT_KW);
    let qualifiers: Vec<_> = tokens.filter(|(kind, _)| is_qualifier(*kind)).collect();
    // A reference may be `__restrict`.
    if qualifiers.iter().any(|(kind, _)| *kind != RESTRICT_KW)
        && let Some((_, at)) = qualifiers.first()
    {
        out.push(Finding::new(codes::QUALIFIED_REFERENCE, *at));
    }
}
