//! The types that classes keep to themselves, which device code outside of them cannot name.

use cleave_base_db::Db;
use cleave_names::{ItemNode, flat_tree};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::engine::nodes::first_name;

/// The private and protected types of an item's classes: class and type. A firewall over the tree.
#[salsa::tracked(returns(deref))]
pub(crate) fn hidden_types_of_item<'db>(
    db: &'db dyn Db,
    item: ItemNode<'db>,
) -> Box<[(String, String)]> {
    let tree = flat_tree(db, item);
    // What is local to a body is nobody else's.
    let body = |n: Node<'_>| {
        matches!(n.kind(), COMPOUND_STATEMENT | FUNCTION_TRY_BLOCK)
            && n.parent()
                .is_some_and(|p| matches!(p.kind(), FUNCTION_DEFINITION | LAMBDA_EXPRESSION))
    };
    tree.root()
        .descendants_but(body)
        .filter(|n| n.kind() == CLASS_SPECIFIER)
        .filter_map(|n| Some((first_name(n)?, n)))
        .flat_map(|(name, n)| {
            hidden_types(n)
                .into_iter()
                .map(move |ty| (name.clone(), ty))
        })
        .collect()
}

/// The names of the types that a class defines where they are private or protected.
pub(crate) fn hidden_types(class: Node<'_>) -> Vec<String> {
    let mut out = Vec::new();
    let mut hidden = class.has(CLASS_KW);
    let members = class.child(MEMBER_SPECIFICATION);
    for member in members.iter().flat_map(|m| m.children()) {
        if member.kind() == ACCESS_SPECIFIER {
            hidden = !member.has(PUBLIC_KW);
            continue;
        }
        let seq = member.child(DECL_SPECIFIER_SEQ).filter(|_| hidden);
        for ty in seq.iter().flat_map(|s| s.children()) {
            if matches!(ty.kind(), CLASS_SPECIFIER | ENUM_SPECIFIER) {
                out.extend(first_name(ty));
            }
        }
    }
    out
}
