//! Template arguments at launches by their values, where the host compiler may not be able to work them out itself (reference:
//! language, Evaluated template arguments): calls, lambdas, traits. What is a name, a literal or an operator stays as written.

use cleave_base_db::Db;
use cleave_names::decl::Tokens;
use cleave_names::{ItemNode, item_id_of_node};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::tree::SyntaxNode;
use cleave_typing::{eval, program};

use crate::edit::Edit;
use crate::source::Source;

/// The edits that put values in place of template arguments; `root` is the item's tree, bodies and all.
pub(crate) fn edits<'db>(
    db: &'db dyn Db,
    item: ItemNode<'db>,
    source: &Source<'_>,
    root: &SyntaxNode,
) -> Vec<Edit> {
    let lists = root
        .descendants()
        .filter(|n| n.kind() == LAUNCH_EXPRESSION)
        .filter_map(|launch| launch.children().next())
        .flat_map(|callee| callee.descendants().collect::<Vec<_>>())
        .filter(|n| n.kind() == TEMPLATE_ARGUMENT_LIST);
    let worth: Vec<Tokens> = lists
        .flat_map(|list| list.children().filter(is_worth_it).collect::<Vec<_>>())
        .map(|argument| source.tokens(&argument))
        .collect();
    if worth.is_empty() {
        return Vec::new();
    }
    let id = item_id_of_node(db, item);
    program::launch_arguments(db, id)
        .iter()
        .filter_map(|(site, value)| {
            let (tokens, _) = program::place(db, *site)?;
            if !worth.iter().any(|w| w.contains(tokens.start)) {
                return None;
            }
            Some(Edit::replace(tokens.range(), eval::const_text(db, *value)?))
        })
        .collect()
}

/// Whether an argument calls for evaluation.
fn is_worth_it(argument: &SyntaxNode) -> bool {
    argument.descendants().any(|n| {
        matches!(
            n.kind(),
            CALL_EXPRESSION
                | LAMBDA_EXPRESSION
                | TYPE_TRAIT_EXPRESSION
                | BUILTIN_EXPRESSION
                | REQUIRES_EXPRESSION
                | FUNCTIONAL_CAST_EXPRESSION
                | NEW_EXPRESSION
        )
    })
}
