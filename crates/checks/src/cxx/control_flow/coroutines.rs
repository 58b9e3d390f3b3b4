//! Functions that cannot be coroutines, and `co_await` in no function ([dcl.fct.def.coroutine], [basic.start.main], [class.ctor]).
//! The tree alone decides.

use cleave_codes::codes;
use cleave_names::decl::{Decl, Function, Spec, Special, Tokens};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::engine::source::{Sink, Source};

/// What is wrong with the functions of an item whose bodies await, yield or return as coroutines do. Of several reasons the first one
/// counts.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let is_word = |i: &u32| matches!(s.kind(*i), CO_AWAIT_KW | CO_YIELD_KW | CO_RETURN_KW);
    let mut known = None;
    for word in (0..s.lexed.len() as u32).filter(is_word) {
        let token = s.tree().token(word);
        let mut around = token.into_iter().flat_map(|t| t.parent_ancestors());
        let inner = |n: &Node<'_>| matches!(n.kind(), FUNCTION_DEFINITION | LAMBDA_EXPRESSION);
        let is_operand = |n: Node<'_>| n.kind() == PREFIX_EXPRESSION;
        let Some(function) = around.find(inner) else {
            if token.is_some_and(|t| t.parent().is_some_and(is_operand)) {
                out.push(Finding::new(codes::CO_AWAIT_OUTSIDE_FUNCTION, word));
            }
            continue;
        };
        let range = s.tokens(function);
        if function.kind() == LAMBDA_EXPRESSION || known == Some(range.start) {
            continue;
        }
        let decl = s.decls.iter().find(|d| {
            let body = d.function.as_ref().and_then(|f| f.body.tokens());
            // The name of a function may have the word in it.
            let has_word = |b: Tokens| b.end == range.end && b.contains(word);
            range.contains(d.name_tokens.start) && body.is_some_and(has_word)
        });
        known = decl.map(|_| range.start);
        let code = decl.and_then(|d| Some((d, wrong(d, d.function.as_ref()?)?)));
        if let Some((decl, code)) = code {
            out.push(Finding::new(code, decl.name_tokens.start));
        }
    }
}

/// What is found here.
pub(crate) const ALL: [cleave_codes::Code; 5] = [
    codes::COROUTINE_MAIN,
    codes::COROUTINE_SPECIAL_MEMBER,
    codes::COROUTINE_ELLIPSIS,
    codes::COROUTINE_CONSTEXPR,
    codes::COROUTINE_DEDUCED_RETURN,
];

fn wrong(decl: &Decl, function: &Function) -> Option<cleave_codes::Code> {
    let constant = Spec::CONSTEXPR.with(Spec::CONSTEVAL);
    if decl.parent.is_none() && decl.qualifier.is_empty() && decl.name == "main" {
        Some(codes::COROUTINE_MAIN)
    } else if matches!(function.special, Special::Constructor | Special::Destructor) {
        Some(codes::COROUTINE_SPECIAL_MEMBER)
    } else if function.variadic {
        Some(codes::COROUTINE_ELLIPSIS)
    } else if decl.spec.any(constant) {
        Some(codes::COROUTINE_CONSTEXPR)
    } else if decl.has_deduced_return() {
        Some(codes::COROUTINE_DEDUCED_RETURN)
    } else {
        None
    }
}
