//! Classes that are defined where they are declared friends ([class.friend]/5).

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};

/// The rule over one sequence of specifiers.
pub(crate) fn check<'db>(s: &Source<'db>, sequence: Node<'_>, out: &mut Sink<'db>) {
    let Some(class) = sequence
        .child(CLASS_SPECIFIER)
        .filter(|class| sequence.has(FRIEND_KW) && class.child(NESTED_NAME_SPECIFIER).is_none())
    else {
        return;
    };
    let Some(name) = class.own_tokens().find(|t| t.kind() == IDENT) else {
        return;
    };
    let around = sequence.parent().and_then(|p| p.parent());
    if around.is_some_and(|n| n.kind() == TEMPLATE_DECLARATION) {
        out.push(Finding::new(
            codes::CLASS_TEMPLATE_DEFINED_AS_FRIEND,
            name.number(),
        ));
        return;
    }
    let kind = match class.has(UNION_KW) {
        true => "union",
        false => "class",
    };
    let name_text = s.word(name.number()).to_owned();
    out.push(Finding::new(
        codes::DEFINITION_IN_WRONG_SCOPE {
            entity: Arg::Entity {
                kind,
                name: name_text,
            },
        },
        name.number(),
    ));
}
