//! Statements and declarations that an option or an older standard does not have, and bodies that end without a value.

use cleave_codes::codes;
use cleave_names::decl::{Body, Decl, Special};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::cxx::control_flow::flow;
use crate::engine::context::Context;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};
use crate::engine::walk::Walk;

const CPP17: u32 = 201703;

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
        STRUCTURED_BINDING if s.settings.standard < CPP17 => w
            .out
            .push(Finding::new(codes::STRUCTURED_BINDINGS_ARE_CPP17, at)),
        _ => {}
    }
}

/// `if constexpr` and `if (init; …)`
pub(crate) fn if_statement(w: &mut Walk<'_, '_>, node: Node<'_>) {
    let s = w.s;
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

/// A function that returns a value, and whose end is certainly reached.
pub(crate) fn function<'t>(w: &mut Walk<'_, '_>, node: Node<'t>, c: &Context<'t>) {
    let s = w.s;
    let (Some((_, decl)), Some(caller)) = (w.declaration(node), &c.caller) else {
        return;
    };
    let Some(f) = &decl.function else { return };
    let Body::Block(body) = f.body else { return };
    let global_main = decl.name == "main" && decl.parent.is_none();
    let foreign = decl
        .attributes
        .iter()
        .any(|a| crate::cuda::attributes::known::find(&a.name).is_none());
    let named = matches!(f.special, Special::None | Special::Operator);
    let owned =
        decl.qualifier.is_empty() || crate::cuda::spaces::calls_by_name::plain_owner(s, decl);
    if !named || !owned || global_main || foreign || c.dependent {
        return;
    }
    let deduced = decl.has_deduced_return();
    if !deduced && !crate::cuda::kernels::form::returns_something(s, decl, f) {
        return;
    }
    let Some(block) = node
        .descendants()
        .find(|n| n.kind() == COMPOUND_STATEMENT && s.tokens(*n).start == body.start)
    else {
        return;
    };
    // The first `return` says what is returned.
    let value = |n: &Node<'_>| n.kind() == RETURN_STATEMENT && n.children().next().is_some();
    if deduced && !crate::cxx::control_flow::labels::own(node).any(|n| value(&n)) {
        return;
    }
    let coroutine = |k| matches!(k, CO_RETURN_KW | CO_AWAIT_KW | CO_YIELD_KW);
    if body.range().any(|i| coroutine(s.kind(i as u32))) {
        return;
    }
    let empty: Vec<u32> = crate::cxx::control_flow::labels::own(node)
        .filter(|n| n.kind() == RETURN_STATEMENT && n.children().next().is_none())
        .filter(|_| !deduced && f.special == Special::None)
        .map(|n| s.tokens(n).start + 1)
        .collect();
    let ends = flow::falls_through(w, block);
    if !ends && empty.is_empty() {
        return;
    }
    let mut name = decl.name.clone();
    if let Some(class) = crate::tokens::index::last_name(s, decl.qualifier) {
        name = format!("{class}::{name}");
    }
    let mut at = decl.parent;
    while let Some(p) = at {
        let class = &s.decls[p as usize];
        name = format!("{}::{name}", class.name);
        at = class.parent;
    }
    let what = || Arg::Entity {
        kind: "function",
        name: crate::cuda::spaces::redeclared::qualified(s, &name),
    };
    // The host pass has no use for the bodies of device code.
    let everywhere = caller.on_host();
    let told = empty
        .into_iter()
        .map(|at| Finding::new(codes::NO_VALUE_RETURNED_IN_NON_VOID_FUNCTION, at).arg(what()));
    let told: Vec<_> = told
        .chain(ends.then(|| Finding::new(codes::MISSING_RETURN, body.end - 1).arg(what())))
        .map(|found| match everywhere {
            true => found,
            false => found.on_device_only(),
        })
        .collect();
    w.out.extend(told);
}

/// A function that is declared not to return, and does.
pub(crate) fn does_return<'t>(w: &mut Walk<'_, '_>, node: Node<'t>, c: &Context<'t>) {
    let s = w.s;
    let Some((decl, f)) = (w.declaration(node)).and_then(|(_, d)| Some((d, d.function.as_ref()?)))
    else {
        return;
    };
    let Body::Block(body) = f.body else { return };
    if c.dependent || !is_noreturn(s, decl, f.params.len()) {
        return;
    }
    let Some(block) = node
        .descendants()
        .find(|n| n.kind() == COMPOUND_STATEMENT && s.tokens(*n).start == body.start)
    else {
        return;
    };
    for at in flow::returns(w, block) {
        w.out
            .push(Finding::new(codes::NORETURN_FUNCTION_DOES_RETURN, at));
    }
    if flow::falls_through(w, block) {
        w.out.push(Finding::new(
            codes::NORETURN_FUNCTION_DOES_RETURN,
            body.end - 1,
        ));
    }
}

/// Whether this declaration of a function, or an earlier one that is certainly of the same, has the attribute.
fn is_noreturn(s: &Source<'_>, decl: &Decl, params: usize) -> bool {
    if decl.has_attribute("noreturn") {
        return true;
    }
    let all = crate::tokens::index::only_mine(s.db, s.file, &decl.name);
    let mut some = false;
    for e in all {
        let other = cleave_names::declarations(s.db, e.item).get(e.decl as usize);
        let Some((other, f)) = other.and_then(|d| Some((d, d.function.as_ref()?))) else {
            return false;
        };
        let plain = other.parent.is_none() && other.qualifier.is_empty();
        if !plain || decl.parent.is_some() || !decl.qualifier.is_empty() || f.params.len() != params
        {
            return false;
        }
        some |= other.has_attribute("noreturn");
    }
    some
}

/// A lambda that returns a value as its trailing return type says, and whose end is certainly reached.
pub(crate) fn lambda(
    w: &mut Walk<'_, '_>,
    l: &crate::cuda::lambdas::annotated::Lambda<'_>,
    c: &Context<'_>,
) {
    let returns = l
        .node
        .child(TRAILING_RETURN_TYPE)
        .is_some_and(|t| !t.descendants_with_tokens().any(|e| e.kind() == VOID_KW));
    // What is annotated has a body of its own for each side.
    let plain = l.space.is_unannotated() && !l.generic && !c.dependent;
    let on_host = c.caller.as_ref().is_some_and(|k| k.on_host());
    let Some(body) = l
        .node
        .child(COMPOUND_STATEMENT)
        .filter(|_| returns && plain && on_host)
    else {
        return;
    };
    if flow::falls_through(w, body)
        && let Some(name) = crate::cuda::lambdas::annotated::spelled(w, l.node)
    {
        let at = w.s.tokens(body).end - 1;
        w.out
            .push(Finding::new(codes::MISSING_RETURN, at).arg(Arg::Entity {
                kind: "function",
                name,
            }));
    }
}

/// `const` and `volatile` on a return type that is no class.
pub(crate) fn qualified_returns<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    for decl in s.decls {
        let plain = decl.function.is_some()
            && decl.place.index == 0
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
        out.extend(qualifier.map(|i| Finding::new(codes::MEANINGLESS_RETURN_QUALIFIER, i)));
    }
}
