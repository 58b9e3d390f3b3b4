//! Statements and declarations that an option or an older standard does not have. The tree alone decides.

use cleave_codes::codes;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::cxx::declarations::bindings;
use crate::cxx::standards::{CPP17, CPP20, CPP23};
use crate::engine::order::behind_declarator;
use crate::engine::source::{Sink, Source};
use crate::engine::walk::Walk;

/// Exceptions that are switched off, and what C++17 brought.
pub(crate) fn check(w: &mut Walk<'_, '_>, node: Node<'_>) {
    let s = w.s;
    let at = s.tokens(node).start;
    match node.kind() {
        TRY_STATEMENT | FUNCTION_TRY_BLOCK | THROW_EXPRESSION if !s.settings.exceptions => {
            w.out.push(Finding::new(codes::EXCEPTIONS_DISABLED, at));
        }
        FOLD_EXPRESSION if s.settings.standard < CPP17 => {
            let operator = node.own_tokens().find(|t| {
                !t.kind().is_trivia() && !matches!(t.kind(), L_PAREN | R_PAREN | ELLIPSIS)
            });
            if let Some(t) = operator {
                let at = t.number();
                w.out
                    .push(Finding::new(codes::FOLD_EXPRESSIONS_NONSTANDARD, at));
            }
        }
        STRUCTURED_BINDING => {
            if s.settings.standard < CPP17 {
                let found = Finding::new(codes::STRUCTURED_BINDINGS_ARE_CPP17, at);
                w.out.push(found);
            }
            bindings::check(w, node);
        }
        _ => {}
    }
}

/// `if constexpr`, `if consteval` and `if (init; …)`
pub(crate) fn if_statement(w: &mut Walk<'_, '_>, node: Node<'_>) {
    let s = w.s;
    if node.has(CONSTEVAL_KW) && (CPP20..CPP23).contains(&s.settings.standard) {
        let at = s.tokens(node).start;
        w.out
            .push(Finding::new(codes::IF_CONSTEVAL_NONSTANDARD, at));
        let function = (node.ancestors())
            .find(|n| matches!(n.kind(), FUNCTION_DEFINITION | LAMBDA_EXPRESSION));
        let is_constant = |f: Node<'_>| {
            let specifiers = f.child(DECL_SPECIFIER_SEQ);
            f.kind() == LAMBDA_EXPRESSION
                || specifiers.is_some_and(|seq| seq.has(CONSTEXPR_KW) || seq.has(CONSTEVAL_KW))
        };
        if function.is_some_and(|f| !is_constant(f)) {
            w.out
                .push(Finding::new(codes::IF_CONSTEVAL_MEANINGLESS, at + 1));
        }
    }
    if s.settings.standard >= CPP17 {
        return;
    }
    let constexpr = node.own_tokens().find(|t| t.kind() == CONSTEXPR_KW);
    if let Some(t) = constexpr {
        let at = t.number();
        w.out.push(Finding::new(codes::CONSTEXPR_IF_IS_CPP17, at));
    }
    if let Some(init) = node.child(INIT_STATEMENT) {
        let end = s.tokens(init).end;
        w.out
            .push(Finding::new(codes::CPP17_INITIALIZER_NONSTANDARD, end - 1));
    }
}

/// Inline variables.
pub(crate) fn declaration(w: &mut Walk<'_, '_>, node: Node<'_>) {
    let s = w.s;
    if s.settings.standard >= CPP17 {
        return;
    }
    let Some(seq) = node
        .child(DECL_SPECIFIER_SEQ)
        .filter(|seq| seq.has(INLINE_KW))
    else {
        return;
    };
    let variable = node
        .children()
        .filter(|n| n.kind() == INIT_DECLARATOR)
        .filter_map(|n| n.child(DECLARATOR))
        .any(|d| {
            d.descendants()
                .all(|n| n.kind() != PARAMETERS_AND_QUALIFIERS)
        });
    let inline = seq.own_tokens().find(|t| t.kind() == INLINE_KW);
    if let (true, Some(t)) = (variable, inline) {
        let at = t.number();
        w.out
            .push(Finding::new(codes::INLINE_VARIABLES_ARE_CPP17, at));
    }
}

/// `const` and `volatile` on a return type that is no class.
pub(crate) fn qualified_returns<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    for decl in s.decls {
        let Some(function) = &decl.function else {
            continue;
        };
        let plain = decl.place.index == 0
            && decl.shape.len() == 1
            && crate::cuda::kernels::form::builtin(s, decl.specifiers).is_some();
        if !plain {
            continue;
        }
        let mut i = decl.specifiers.start;
        let mut qualifier = None;
        while i < decl.specifiers.end && qualifier.is_none() {
            // `__attribute__((const))` is no qualifier.
            if s.kind(i) == ATTRIBUTE_KW {
                i = crate::cuda::kernels::form::group_end(s, i + 1, decl.specifiers.end);
                continue;
            }
            if s.kind(i) == L_BRACK {
                i = crate::cuda::kernels::form::group_end(s, i, decl.specifiers.end);
                continue;
            }
            qualifier = matches!(s.kind(i), CONST_KW | VOLATILE_KW).then_some(i);
            i += 1;
        }
        out.extend(qualifier.map(|i| {
            behind_declarator(
                Finding::new(codes::MEANINGLESS_RETURN_QUALIFIER, i),
                function,
            )
        }));
    }
}
