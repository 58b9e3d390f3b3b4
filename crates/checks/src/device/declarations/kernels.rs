//! What only the device pass says of the attributes of functions and of what kernels look like (reference: attributes, Kernel
//! declarations).

use cleave_codes::codes;
use cleave_names::ScopePath;
use cleave_names::decl::{Attribute, Decl, DeclKind, Function, Shape, Spec};

use crate::Finding;
use crate::cuda::launches::arguments::written;
use crate::device::CLUSTERS;
use crate::engine::entities;
use crate::engine::order::{behind_declarator, where_applied};
use crate::engine::source::{Sink, Source};

/// Attributes that older GPUs do not have.
pub(in crate::device) fn attributes<'db>(
    s: &Source<'db>,
    decl: &Decl,
    architecture: u32,
    out: &mut Sink<'db>,
) {
    if architecture >= CLUSTERS || decl.kind != DeclKind::Function {
        return;
    }
    let gate = |a: &Attribute| match a.name.as_str() {
        "cluster_dims" => Some(codes::CLUSTER_DIMS_UNSUPPORTED),
        "block_size" => Some(codes::BLOCK_SIZE_UNSUPPORTED),
        // Which commas stand between arguments is looked up where there are enough of them.
        "launch_bounds"
            if s.arguments(a.arguments).len() > 2 && written(s, a.arguments).len() > 2 =>
        {
            Some(codes::MAX_BLOCKS_PER_CLUSTER_UNSUPPORTED)
        }
        _ => None,
    };
    for a in &decl.attributes {
        // The attribute stands once, however many declarators it belongs to.
        let number = gate(a).filter(|_| decl.place.index == 0);
        if let Some(number) =
            number.filter(|_| crate::cuda::launches::bounds::is_well_formed(s, decl, a))
        {
            let finding = Finding::new(number, a.tokens.start);
            out.push(where_applied(finding, decl));
        }
    }
}

/// `__inline_hint__` beside what decides about inlining.
pub(in crate::device) fn inline_hint<'db>(s: &Source<'db>, decl: &Decl, out: &mut Sink<'db>) {
    if !decl.has_attribute("nv_inline_hint")
        || !["device", "global"]
            .iter()
            .any(|space| decl.has_attribute(space))
    {
        return;
    }
    // A word of its own: no header makes an attribute of it.
    let word = decl
        .specifiers
        .range()
        .any(|i| s.word(i as u32) == "__noinline__");
    if word || decl.has_attribute("noinline") {
        out.push(Finding::new(
            codes::INLINE_HINT_NOINLINE_CONFLICT,
            decl.name_tokens.start,
        ));
    }
    if decl.has_attribute("always_inline") {
        out.push(Finding::new(
            codes::INLINE_HINT_FORCEINLINE_CONFLICT,
            decl.name_tokens.start,
        ));
    }
}

/// What a kernel's declaration may not look like on the device.
pub(in crate::device) fn kernel<'db>(
    s: &Source<'db>,
    decl: &Decl,
    f: &Function,
    out: &mut Sink<'db>,
) {
    let name = decl.name_tokens.start;
    // What is said of its attribute comes first.
    let mut say = |code| out.push(behind_declarator(Finding::new(code, name), f));
    if decl.spec.any(Spec::CONSTEXPR) {
        say(codes::GLOBAL_FUNCTION_CONSTEXPR);
    }
    if decl.spec.any(Spec::CONSTEVAL) {
        say(codes::GLOBAL_FUNCTION_CONSTEVAL);
    }
    let path = s.item.scope(s.db).path(s.db);
    let hidden = |scope: &ScopePath<'_>| scope.name(s.db).is_empty() && scope.inline(s.db);
    if decl.parent.is_none() && path.iter().any(hidden) {
        say(codes::GLOBAL_FUNCTION_IN_UNNAMED_INLINE_NS);
    }
    let template = !decl.heads.is_empty();
    for (nth, param) in f.params.iter().enumerate() {
        let words = |word: &str| param.specifiers.range().any(|i| s.word(i as u32) == word);
        let plain = param.shape.is_empty();
        if plain && words("initializer_list") && words("std") {
            say(codes::GLOBAL_FUNCTION_WITH_INITIALIZER_LIST);
        }
        if crate::cuda::attributes::known::is_grid_constant(s, param.tokens) {
            let reference = matches!(
                param.shape.last(),
                Some(Shape::LvalueReference | Shape::RvalueReference)
            );
            // What a template's parameters are is known when it is instantiated.
            if template {
                if reference {
                    say(codes::GRID_CONSTANT_REFERENCE_TYPE);
                }
                continue;
            }
            if reference || is_certainly_not_const(s, decl, nth) {
                say(codes::GRID_CONSTANT_NOT_CONST);
            }
            if reference {
                say(codes::GRID_CONSTANT_REFERENCE_TYPE);
            }
        }
    }
}

/// Whether the type of a kernel's parameter is known, and not `const` itself.
fn is_certainly_not_const(s: &Source<'_>, decl: &Decl, nth: usize) -> bool {
    let db = s.db;
    let signature =
        entities::entity(s, decl).and_then(|e| cleave_typing::function::signature(db, e));
    let ty = signature.and_then(|sig| sig.declared.get(nth).copied());
    ty.is_some_and(|ty| !ty.is_unknown(db) && !ty.has_auto(db) && !ty.top_quals(db).is_const)
}
