//! What a placeholder for a lambda's return type stands for. The host compiler has only the tag of the wrapper to know it by: no
//! body is left there that it could be deduced from (reference: lambdas, Wrappers).
//!
//! Where an expression that the lambda returns means something outside of it, the host compiler is asked for that one's type;
//! that does for templates, where the reference's text is refused. For all others typed code knows the type.

use cleave_base_db::Db;
use cleave_names::decl::Tokens;
use cleave_names::{ItemNode, item_id_of_node};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::tree::SyntaxNode;
use cleave_typing::program;

use super::ExtendedLambda;
use super::find::{children_of, words};
use crate::source::Source;

/// Whether a return type has a placeholder in it.
pub(super) fn has_placeholder(source: &Source<'_>, ty: Tokens) -> bool {
    ty.range().any(|i| source.kind(i as u32) == AUTO_KW)
}

/// The type that `auto` or `decltype(auto)` stands for, of the lambda `node`, by one of the expressions that it returns. Nothing
/// if each of them needs what the lambda's body declares, or if there is more to the type than the placeholder.
pub(super) fn by_expression(source: &Source<'_>, node: &SyntaxNode, ty: Tokens) -> Option<String> {
    let exact = match source.kind(ty.start) {
        AUTO_KW if ty.end == ty.start + 1 => false,
        DECLTYPE_KW if ty.end == ty.start + 4 && source.kind(ty.start + 2) == AUTO_KW => true,
        _ => return None,
    };
    let body = children_of(node, COMPOUND_STATEMENT).next()?;
    let own: Vec<SyntaxNode> = body.descendants().filter(|n| is_of(n, node)).collect();
    let mut returns = own
        .iter()
        .filter(|n| n.kind() == RETURN_STATEMENT)
        .peekable();
    if returns.peek().is_none() {
        return Some("void".into());
    }
    let clause = source.tokens(&children_of(node, PARAMETER_CLAUSE).next()?);
    let is_generic = clause.range().any(|i| source.kind(i as u32) == AUTO_KW);
    let declares_types = (own.iter()).any(|n| matches!(n.kind(), CLASS_SPECIFIER | ENUM_SPECIFIER));
    if is_generic || declares_types {
        return None;
    }
    let declared: Vec<String> = (own.iter())
        .filter(|n| {
            matches!(
                n.kind(),
                DECLARATOR_ID | STRUCTURED_BINDING | ALIAS_DECLARATION
            )
        })
        .flat_map(|n| words(n).collect::<Vec<_>>())
        .collect();
    for statement in returns {
        let all = source.tokens(statement);
        let value = Tokens {
            start: all.start + 1,
            end: all.end - 1,
        };
        if value.is_empty() {
            return Some("void".into());
        }
        let is_local =
            |i: u32| source.kind(i) == IDENT && declared.iter().any(|d| d == source.word(i));
        let has_body = statement
            .descendants()
            .any(|n| n.kind() == LAMBDA_EXPRESSION);
        if has_body || source.kind(value.start) == L_BRACE || (value.start..value.end).any(is_local)
        {
            continue;
        }
        let function = format!(
            "auto (*){} -> decltype({})",
            source.render(clause),
            source.render(value)
        );
        let result = format!("typename __nvdl_result<{function}>::type");
        return Some(match exact {
            true => result,
            false => format!(
                "typename __nvdl_remove_const<typename __nvdl_remove_ref<{result}>::type>::type"
            ),
        });
    }
    None
}

/// Whether `lambda` is the innermost one around a node.
fn is_of(node: &SyntaxNode, lambda: &SyntaxNode) -> bool {
    let mut around = node.ancestors().skip(1);
    around.find(|n| n.kind() == LAMBDA_EXPRESSION).as_ref() == Some(lambda)
}

/// Fills in the types of placeholders that no expression told.
pub(super) fn by_typed_code<'db>(
    db: &'db dyn Db,
    item: ItemNode<'db>,
    source: &Source<'_>,
    lambdas: &mut [ExtendedLambda],
) {
    for lambda in lambdas {
        let Some(wrapper) = &mut lambda.wrapper else {
            continue;
        };
        if wrapper.result.is_some() || !has_placeholder(source, wrapper.trailing) {
            continue;
        }
        let results = program::closure_results(db, item_id_of_node(db, item));
        let own = results.iter().find(|(site, _)| {
            program::place(db, *site).is_some_and(|(tokens, _)| tokens.start == lambda.tokens.start)
        });
        wrapper.result = own.map(|(_, text)| text.clone());
    }
}
