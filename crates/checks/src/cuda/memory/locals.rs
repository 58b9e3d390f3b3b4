//! Variables with a memory space in function bodies, and members of the classes defined there (reference: spaces, Variables in
//! function bodies).

use cleave_attributes::{bare, find, is_memory_space};
use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_cuda::MemorySpace;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;
use cleave_typing::Ty;

use crate::Finding;
use crate::cuda::attributes::known::gnu_words;
use crate::cuda::memory::spaces::Variable;
use crate::engine::context::Context;
use crate::engine::source::Source;
use crate::engine::variables::may_be_function;
use crate::engine::walk::Walk;

const EXECUTION: [&str; 4] = ["host", "device", "global", "tile_global"];

/// A declaration of one or more variables in a body: a statement, a condition, or what a range-based loop declares.
pub(crate) fn check(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    let Some(caller) = &c.caller else { return };
    let s = w.s;
    let Some(seq) = node.child(DECL_SPECIFIER_SEQ) else {
        return;
    };
    if seq.has(TYPEDEF_KW) || seq.has(EXTERN_KW) {
        return;
    }
    let common = annotations(s, seq);
    let on_host = caller.on_host();
    let plain = |l: &crate::engine::context::Enclosing| !l.device && !l.host_device;
    let in_device =
        (!on_host || caller.space.is_host_device()) && c.lambdas.iter().all(plain) && !c.dependent;
    let range = node.kind() == FOR_RANGE_DECLARATION;
    for init in node
        .children()
        .filter(|n| matches!(n.kind(), INIT_DECLARATOR | DECLARATOR))
    {
        let Some(declarator) = innermost(init) else {
            continue;
        };
        let mut placed = common.clone();
        if init.kind() == INIT_DECLARATOR {
            placed.extend(annotations(s, init));
        }
        for part in init
            .descendants()
            .filter(|n| matches!(n.kind(), DECLARATOR | POINTER_OPERATOR | DECLARATOR_ID))
        {
            placed.extend(annotations(s, part));
        }
        if is_function(declarator) {
            combined(w, &placed);
            continue;
        }
        placed.retain(|p| is_memory_space(p.1));
        if placed.is_empty() {
            continue;
        }
        let initialized = !range
            && init.children().any(|n| {
                matches!(
                    n.kind(),
                    EQUAL_INITIALIZER | BRACED_INIT_LIST | ARGUMENT_LIST
                )
            });
        let fixed = seq.has(STATIC_KW) || seq.has(THREAD_LOCAL_KW) || seq.has(THREAD_KW);
        let constexpr = seq.has(CONSTEXPR_KW);
        let Some(id) = declarator.child(DECLARATOR_ID) else {
            structured(w, declarator, placed, on_host, range, initialized);
            continue;
        };
        let name = s.tokens(id).start;
        let ty = s.variable(name);
        let is = |what: fn(Ty<'_>, &dyn Db) -> bool| ty.is_some_and(|ty| what(ty, s.db));
        // `F f;` declares a function if F is a function type. In a template it may be one.
        let function = match c.dependent {
            true => may_be_function(s, ty),
            false => is(|ty, db| ty.is_function(db)),
        };
        if !initialized && !range && function && !seq.has(AUTO_KW) {
            continue;
        }
        let variable = Variable {
            spaces: placed,
            name,
            end: s.tokens(init).end,
            before: MemorySpace::default(),
            constexpr,
            reference: is(|ty, db| ty.is_reference(db)),
            constant: is(|ty, db| ty.innermost_element(db).top_quals(db).is_const),
            initialized,
            template: false,
        };
        variable.applied(&mut w.out);
        if on_host {
            not_on_host(w, &variable, fixed, name);
        }
        let shared = variable.spaces.iter().any(|p| p.1 == "shared");
        if in_device && !fixed && !shared {
            let found = Finding::new(codes::ILLEGAL_LOCAL_TO_DEVICE_FUNCTION, name);
            w.out
                .push(found.text("an automatic").name(variable.space()));
        }
        if range && variable.spaces.iter().any(|p| p.1 == "shared") {
            w.out
                .push(Finding::new(codes::SHARED_SPECIFIER_IN_RANGE_FOR, name));
        }
        variable.declared(&mut w.out);
    }
}

/// `a static "__shared__" variable declaration is not allowed inside a host function body`
fn not_on_host(w: &mut Walk<'_, '_>, v: &Variable<'_>, fixed: bool, at: u32) {
    let fixed = fixed || v.spaces.iter().any(|p| p.1 == "shared");
    let storage = if fixed { "a static" } else { "an automatic" };
    w.out.push(
        Finding::new(codes::ILLEGAL_LOCAL_TO_HOST_FUNCTION, at)
            .text(storage)
            .name(v.space()),
    );
}

/// `__device__ auto [a, b] = …`
fn structured(
    w: &mut Walk<'_, '_>,
    declarator: Node<'_>,
    placed: Vec<(u32, &'static str)>,
    on_host: bool,
    range: bool,
    initialized: bool,
) {
    let s = w.s;
    let Some(binding) = declarator.child(STRUCTURED_BINDING) else {
        return;
    };
    let t = s.tokens(binding);
    let shared = placed.iter().any(|p| p.1 == "shared");
    let variable = Variable {
        spaces: placed,
        name: t.start,
        end: s.tokens(declarator.parent().unwrap_or(declarator)).end,
        before: MemorySpace::default(),
        constexpr: false,
        reference: false,
        constant: false,
        initialized: initialized && !range,
        template: false,
    };
    variable.applied(&mut w.out);
    w.out
        .push(Finding::new(codes::DEVICE_VAR_STRUCTURED_BINDING, t.start).text(variable.space()));
    if on_host {
        not_on_host(w, &variable, false, t.start);
        for i in t.range().map(|i| i as u32).filter(|&i| s.kind(i) == IDENT) {
            not_on_host(w, &variable, false, i);
        }
    }
    if range && shared {
        w.out
            .push(Finding::new(codes::SHARED_SPECIFIER_IN_RANGE_FOR, t.start));
    }
    variable.declared(&mut w.out);
}

/// A structured binding at namespace scope.
pub(crate) fn namespace_binding(w: &mut Walk<'_, '_>, node: Node<'_>) {
    let s = w.s;
    let Some(seq) = node.child(DECL_SPECIFIER_SEQ) else {
        return;
    };
    for init in node.children().filter(|n| n.kind() == INIT_DECLARATOR) {
        let Some(declarator) = innermost(init) else {
            continue;
        };
        let mut placed = annotations(s, seq);
        placed.retain(|p| is_memory_space(p.1));
        if !placed.is_empty() {
            structured(w, declarator, placed, false, false, true);
        }
    }
}

/// A member of a class that is defined in a body.
pub(crate) fn member(w: &mut Walk<'_, '_>, node: Node<'_>) {
    let s = w.s;
    let Some(seq) = node.child(DECL_SPECIFIER_SEQ) else {
        return;
    };
    let placed = annotations(s, seq);
    let declarators = node
        .children()
        .filter(|n| matches!(n.kind(), INIT_DECLARATOR | DECLARATOR));
    for init in declarators {
        let Some(declarator) = innermost(init) else {
            continue;
        };
        if is_function(declarator) {
            combined(w, &placed);
            for p in placed.iter().filter(|p| p.1 == "global") {
                w.out.push(Finding::new(codes::GLOBAL_CLASS_DECL, p.0));
            }
        } else if seq.has(STATIC_KW) {
            for p in placed.iter().filter(|p| is_memory_space(p.1)) {
                w.out
                    .push(Finding::new(codes::MEMORY_SPACE_ON_DATA_MEMBER, p.0));
            }
            let t = s.tokens(seq);
            let at = t.range().find(|&i| s.kind(i as u32) == STATIC_KW);
            w.out
                .extend(at.map(|at| Finding::new(codes::STATIC_MEMBER_NOT_ALLOWED, at as u32)));
        }
    }
}

/// The annotations of spaces directly in a node: token and name.
fn annotations(s: &Source<'_>, node: Node<'_>) -> Vec<(u32, &'static str)> {
    let mut out = Vec::new();
    for a in node.children().filter(|n| n.kind() == ATTRIBUTE_SPECIFIER) {
        let gnu = gnu_words(s, s.tokens(a));
        let standard = a
            .children()
            .filter(|n| n.kind() == ATTRIBUTE && gnu.is_empty())
            .map(|n| s.tokens(n).start)
            .filter(|&i| s.word(i) == "gnu" && s.kind(i + 1) == COLON2)
            .map(|i| i + 2);
        for i in gnu.iter().copied().chain(standard) {
            let name = bare(s.word(i));
            let space = |n: &str| is_memory_space(n) || EXECUTION.contains(&n);
            out.extend(find(name).filter(|a| space(a.name)).map(|a| (i, a.name)));
        }
    }
    out
}

/// Execution spaces that exclude each other on one declaration.
fn combined(w: &mut Walk<'_, '_>, placed: &[(u32, &'static str)]) {
    let (mut kernel, mut other) = (false, false);
    for &(at, name) in placed {
        let clash = match name {
            "global" | "tile_global" => {
                kernel = true;
                other
            }
            "host" | "device" => {
                other = true;
                kernel
            }
            _ => false,
        };
        if clash {
            w.out
                .push(Finding::new(codes::ILLEGAL_MEMORY_SPACE_COMBINATION, at));
        }
    }
}

/// The declarator that holds the name.
pub(crate) fn innermost(init: Node<'_>) -> Option<Node<'_>> {
    let mut d = match init.kind() {
        DECLARATOR => init,
        _ => init.child(DECLARATOR)?,
    };
    while let Some(inner) = d.child(PAREN_DECLARATOR).and_then(|p| p.child(DECLARATOR)) {
        d = inner;
    }
    Some(d)
}

/// Whether the first thing behind the name is a parameter list.
fn is_function(declarator: Node<'_>) -> bool {
    declarator
        .children()
        .find(|c| matches!(c.kind(), PARAMETERS_AND_QUALIFIERS | ARRAY_SUFFIX))
        .is_some_and(|c| c.kind() == PARAMETERS_AND_QUALIFIERS)
}
