//! Where `typename` may not stand ([temp.res.general]/4): in front of an unqualified name, and where only a type can be meant by
//! the grammar itself. The tree alone decides.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::{Sink, Source};

/// A `typename-specifier`.
pub(crate) fn check<'db>(s: &Source<'db>, node: Node<'_>, out: &mut Sink<'db>) {
    let Some(holder) = node.parent() else { return };
    let at = node.tokens().start;
    match holder.kind() {
        // The grammar of bases and of mem-initializers has a name there ([class.derived.general], [class.base.init]).
        BASE_SPECIFIER | MEM_INITIALIZER => out.push(Finding::new(codes::EXP_IDENTIFIER, at)),
        DECL_SPECIFIER_SEQ if is_befriended_by_template(holder) => {
            out.push(Finding::new(codes::EXP_IDENTIFIER, at));
            out.push(Finding::new(codes::INVALID_FRIEND_DECLARATION, at));
        }
        _ => unqualified(s, node, out),
    }
}

/// `typename` is for qualified names ([temp.res.general]/4), but for requirements ([expr.prim.req.type]).
fn unqualified<'db>(s: &Source<'db>, node: Node<'_>, out: &mut Sink<'db>) {
    let named = node.tokens().start + 1;
    let required = node.nearest(&[TYPE_REQUIREMENT, TEMPLATE_ARGUMENT_LIST]);
    if required.is_none_or(|n| n.kind() != TYPE_REQUIREMENT)
        && node.child(NESTED_NAME_SPECIFIER).is_none()
        && s.kind(named) == IDENT
    {
        out.push(Finding::new(codes::QUALIFIED_NAME_REQUIRED, named));
    }
}

/// Whether a sequence of specifiers is that of a friend template, which is a class or a function ([temp.friend]).
fn is_befriended_by_template(seq: Node<'_>) -> bool {
    let declaration = (seq.parent()).filter(|d| d.kind() == SIMPLE_DECLARATION);
    seq.has(FRIEND_KW)
        && declaration.is_some_and(|d| {
            let template = d.parent().is_some_and(|p| p.kind() == TEMPLATE_DECLARATION);
            template && d.children().count() == 1
        })
}
