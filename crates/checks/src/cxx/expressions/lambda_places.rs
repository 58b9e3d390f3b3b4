//! Where lambdas may not stand before C++20 ([expr.prim.lambda]/2 of C++17): unevaluated operands, template arguments, and before
//! C++17 constant expressions. The tree alone decides.

use cleave_codes::{Code, codes};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::walk::Walk;

/// A lambda-expression.
pub(crate) fn check(w: &mut Walk<'_, '_>, lambda: Node<'_>) {
    let standard = w.s.settings.standard;
    if standard >= 202002 {
        return;
    }
    if let Some(code) = forbidden(lambda, standard >= 201703) {
        let at = w.s.tokens(lambda).start;
        w.out.push(Finding::new(code, at));
    }
}

/// What is said of a lambda, by the nearest construct around it that cares.
fn forbidden(lambda: Node<'_>, constants: bool) -> Option<Code> {
    let mut inner = lambda;
    while let Some(node) = inner.parent() {
        match node.kind() {
            SIZEOF_EXPRESSION | DECLTYPE_SPECIFIER | TYPEOF_SPECIFIER | NOEXCEPT_EXPRESSION => {
                return Some(codes::LAMBDA_IN_UNEVALUATED_EXPRESSION);
            }
            TEMPLATE_ARGUMENT_LIST => return Some(codes::LAMBDA_NOT_PERMITTED),
            NOEXCEPT_SPECIFIER => {
                return Some(if constants {
                    codes::LAMBDA_NOT_PERMITTED
                } else {
                    codes::LAMBDA_IN_CONSTANT_EXPRESSION
                });
            }
            STATIC_ASSERT_DECLARATION
            | ENUMERATOR
            | BIT_FIELD_WIDTH
            | ALIGNAS_SPECIFIER
            | ARRAY_SUFFIX
            | TEMPLATE_PARAMETER_LIST => {
                return (!constants).then_some(codes::LAMBDA_IN_CONSTANT_EXPRESSION);
            }
            // What follows the colon is a statement.
            CASE_STATEMENT if !is_statement(inner) => {
                return (!constants).then_some(codes::LAMBDA_IN_CONSTANT_EXPRESSION);
            }
            SIMPLE_DECLARATION => {
                let constant = node
                    .child(DECL_SPECIFIER_SEQ)
                    .is_some_and(|seq| seq.has(CONSTEXPR_KW));
                return (constant && !constants).then_some(codes::LAMBDA_IN_CONSTANT_EXPRESSION);
            }
            COMPOUND_STATEMENT | LAMBDA_EXPRESSION | CLASS_SPECIFIER => return None,
            _ => inner = node,
        }
    }
    None
}

fn is_statement(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        EXPRESSION_STATEMENT | RETURN_STATEMENT | IF_STATEMENT | SIMPLE_DECLARATION
    )
}
