//! Types that a kernel template may not be instantiated with: what is local to a host function, private in a class, or has no
//! name (reference: spaces, Template arguments). What the arguments of a launch are follows from names and declared types.
//!
//! Also what a launch from device code needs.

use cleave_codes::{Code, codes};
use cleave_names::decl::{DeclKind, Spec};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;

use crate::Finding;
use crate::cuda::lambdas::annotated::{Unnameable, unnameable_name};
use crate::engine::context::Context;
use crate::engine::finding::Arg;
use crate::engine::source::Source;
use crate::engine::walk::Walk;
use crate::tokens::index::{Entry, only_mine};
use crate::tokens::operands;

/// What is wrong with a type as the argument of a kernel's template: the number and the type.
type Wrong = (Code, String);

/// A launch: from where, and with what.
pub(crate) fn launch(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    let s = w.s;
    let Some(caller) = &c.caller else { return };
    let at = s.tokens(node).start;
    if !caller.on_host() || caller.space.is_host_device() {
        if !s.settings.relocatable && c.lambdas.is_empty() && !c.dependent {
            w.out
                .push(Finding::new(codes::DEVICE_LAUNCH_NO_SEPCOMP, at));
        }
        return;
    }
    if c.dependent || !c.lambdas.is_empty() {
        return;
    }
    for (code, ty) in arguments(w, node, c) {
        w.out.push(Finding::new(code, at).arg(Arg::Type(ty)));
    }
}

/// What is wrong with the template arguments of a launch, each told once.
fn arguments(w: &Walk<'_, '_>, launch: Node<'_>, c: &Context<'_>) -> Vec<Wrong> {
    let s = w.s;
    let Some(callee) = launch
        .children()
        .next()
        .filter(|n| n.kind() == ID_EXPRESSION)
    else {
        return Vec::new();
    };
    let [template] = only_mine(s.db, s.file, s.word(s.tokens(callee).start)) else {
        return Vec::new();
    };
    let kernel = template.template && template.class.is_none() && template.space.is_kernel();
    if !kernel || callee.child(NESTED_NAME_SPECIFIER).is_some() {
        return Vec::new();
    }
    let mut out: Vec<Wrong> = Vec::new();
    let explicit = callee
        .child(TEMPLATE_ID)
        .and_then(|id| id.child(TEMPLATE_ARGUMENT_LIST));
    if let Some(list) = &explicit {
        // What is made of types of functions is left to typed code.
        let of_function = |n: &Node<'_>| {
            n.kind() == TYPE_ID
                && n.descendants()
                    .any(|d| d.kind() == PARAMETERS_AND_QUALIFIERS)
        };
        for name in list.descendants().filter(|n| n.kind() == NAMED_TYPE) {
            let t = s.tokens(name);
            let mut around = name.ancestors().take_while(|n| n != list);
            if around.any(|n| of_function(&n)) {
                continue;
            }
            if t.end == t.start + 1 {
                out.extend(named(c, s.word(t.start)));
            }
        }
    }
    let passed = launch.child(ARGUMENT_LIST);
    let passed = passed.iter().flat_map(|list| list.children());
    for (value, deduced) in passed.zip(deduced(s, template)) {
        if deduced && explicit.is_none() {
            out.extend(value_of(w, value, c));
        }
    }
    out.truncate(1);
    out
}

/// For each parameter of a template whether its type is a template parameter and nothing else.
fn deduced(s: &Source<'_>, template: &Entry<'_>) -> Vec<bool> {
    let theirs = Source::new(s.db, s.file, template.item, s.settings);
    let Some(decl) = theirs.decls.get(template.decl as usize) else {
        return Vec::new();
    };
    let types: Vec<&str> = (decl.heads.iter().flat_map(|h| h.params.iter()))
        .filter(|p| !p.pack && p.name_at > 0)
        .map(|p| theirs.word(p.name_at))
        .collect();
    let params = decl.function.iter().flat_map(|f| f.params.iter());
    params
        .map(|p| {
            let one = p.specifiers.end == p.specifiers.start + 1;
            one && p.shape.is_empty() && !p.pack && types.contains(&theirs.word(p.specifiers.start))
        })
        .collect()
}

/// What is wrong with the type of a value.
fn value_of(w: &Walk<'_, '_>, value: Node<'_>, c: &Context<'_>) -> Option<Wrong> {
    let s = w.s;
    let t = s.tokens(value);
    match value.kind() {
        // `Local{1}`
        FUNCTIONAL_CAST_EXPRESSION | CALL_EXPRESSION => {
            let ty = value.children().next()?;
            let t = s.tokens(ty);
            (t.end == t.start + 1).then(|| named(c, s.word(t.start)))?
        }
        ID_EXPRESSION if t.end == t.start + 1 => {
            let name = s.word(t.start);
            if let Some((seq, declarator)) = operands::declaration_of(w, name, value) {
                let plain = declarator.children().all(|n| n.kind() == DECLARATOR_ID);
                let t = s.tokens(seq);
                return (plain && t.end == t.start + 1).then(|| named(c, s.word(t.start)))?;
            }
            if w.declared.contains(name) {
                return None;
            }
            unnamed(s, name)
        }
        _ => None,
    }
}

/// What is wrong with the type of a name.
fn named(c: &Context<'_>, name: &str) -> Option<Wrong> {
    Some(match unnameable_name(name, c.parent.as_ref()?)? {
        Unnameable::Local(name) => (codes::GLOBAL_FUNC_LOCAL_TEMPLATE_ARG, name),
        Unnameable::Hidden(name) => (codes::GLOBAL_PRIVATE_TYPE_ARG, name),
    })
}

/// A variable of the namespace whose type is a class without a name.
fn unnamed(s: &Source<'_>, name: &str) -> Option<Wrong> {
    let [entry] = only_mine(s.db, s.file, name) else {
        return None;
    };
    if entry.kind != DeclKind::Variable || entry.class.is_some() || entry.template {
        return None;
    }
    let theirs = Source::new(s.db, s.file, entry.item, s.settings);
    let tree = theirs.tree();
    let root = tree.root();
    let decl = theirs.decls.get(entry.decl as usize)?;
    let class = root
        .descendants()
        .find(|n| n.kind() == CLASS_SPECIFIER || n.kind() == ENUM_SPECIFIER)?;
    let at_top = root
        .child(SIMPLE_DECLARATION)
        .and_then(|d| d.child(DECL_SPECIFIER_SEQ));
    let own = class.parent() == at_top && crate::engine::nodes::first_name(class).is_none();
    let pointers = decl
        .shape
        .iter()
        .all(|p| *p == cleave_names::decl::Shape::Pointer);
    if !own || !pointers || decl.spec.any(Spec::TYPEDEF) {
        return None;
    }
    let kind = match () {
        () if class.has(STRUCT_KW) => "struct",
        () if class.has(CLASS_KW) => "class",
        () if class.has(UNION_KW) => "union",
        () => "enum",
    };
    Some((codes::GLOBAL_UNNAMED_TYPE_ARG, format!("{kind} <unnamed>")))
}
