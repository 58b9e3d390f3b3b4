//! `= 0` in front of a function's body ([class.abstract]/2), and behind functions that are no members ([dcl.init.general]): it is an
//! initializer there, and functions have none. Members without `virtual` are looked at with the other words of their declarations.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::engine::source::{Sink, Source};
use crate::{Arg, Finding};

/// One pure-specifier.
pub(crate) fn check<'db>(s: &Source<'db>, node: Node<'_>, out: &mut Sink<'db>) {
    if node
        .parent()
        .is_some_and(|p| p.kind() == FUNCTION_DEFINITION)
    {
        let body = node.tokens().end;
        out.push(Finding::new(codes::PURE_SPECIFIER_WITH_DEFINITION, body));
        return;
    }
    let Some(init) = node.parent().filter(|p| p.kind() == INIT_DECLARATOR) else {
        return;
    };
    let Some(declaration) = init.parent().filter(|p| p.kind() == SIMPLE_DECLARATION) else {
        return;
    };
    let at = node.tokens().start;
    let friend =
        (declaration.child(DECL_SPECIFIER_SEQ)).is_some_and(|specifiers| specifiers.has(FRIEND_KW));
    match declaration.parent().map(|p| p.kind()) {
        Some(MEMBER_SPECIFICATION) if friend => {
            out.push(Finding::new(codes::PURE_SPECIFIER_ON_NONVIRTUAL, at));
        }
        Some(MEMBER_SPECIFICATION) => {}
        // A template is no variable: what follows its declarator ends it.
        Some(TEMPLATE_DECLARATION) => out.push(Finding::new(codes::EXP_SEMICOLON, at)),
        Some(ITEM_ROOT | DECLARATION_LIST | LINKAGE_SPECIFICATION | COMPOUND_STATEMENT) => {
            let id = init.child(DECLARATOR).and_then(|d| d.child(DECLARATOR_ID));
            let name = id.map(|id| s.tokens(id)).filter(|t| t.end == t.start + 1);
            out.extend(name.map(|t| {
                let entity = Arg::Entity {
                    kind: "function",
                    name: s.word(t.start).to_owned(),
                };
                Finding::new(codes::CANNOT_INITIALIZE { entity }, at - 1)
            }));
        }
        _ => {}
    }
}
