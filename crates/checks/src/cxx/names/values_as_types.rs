//! A value's name where a declaration of a block would name its type: to the reference that is an expression, behind which the
//! declared name is one token too many ([stmt.ambig]).

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::Source;

/// What is said instead of a name that is no type's, if it begins a statement.
pub(crate) fn statement<'db>(s: &Source<'db>, found: &Finding<'db>) -> Option<[Finding<'db>; 2]> {
    if found.code != codes::NOT_A_TYPE_NAME || found.item.is_some() || !found.contexts.is_empty() {
        return None;
    }
    let mut around = s.tree().token(found.at)?.parent_ancestors();
    let named = around.find(|n| n.kind() == NAMED_TYPE)?;
    let seq = (named.parent()).filter(|p| p.kind() == DECL_SPECIFIER_SEQ)?;
    let declaration = (seq.parent()).filter(|p| p.kind() == SIMPLE_DECLARATION)?;
    let first = declaration.tokens().start == named.tokens().start;
    let behind = named.tokens().end;
    let whole = seq.tokens() == named.tokens() && s.kind(behind) == IDENT;
    let qualified = named.child(NESTED_NAME_SPECIFIER).is_some();
    if !first || !whole || qualified || !is_in_block(declaration) {
        return None;
    }
    let effect = Finding::new(codes::EXPR_HAS_NO_EFFECT, named.tokens().start);
    Some([effect, Finding::new(codes::EXP_SEMICOLON, behind)])
}

fn is_in_block(declaration: Node<'_>) -> bool {
    let around = declaration.parent().map(|p| p.kind());
    !matches!(
        around,
        None | Some(
            ITEM_ROOT
                | DECLARATION_LIST
                | LINKAGE_SPECIFICATION
                | MEMBER_SPECIFICATION
                | TEMPLATE_DECLARATION
                | EXPLICIT_SPECIALIZATION
                | EXPLICIT_INSTANTIATION
                | INIT_STATEMENT
        )
    )
}
