//! Calls between execution spaces and launches, where the callee is certain (spec 2-spaces 4 and 6).
//!
//! A callee is certain when its name is declared by functions of the user's own code alone, all of them one function, and by
//! nothing in the item at hand.

use cleave_cuda::ExecutionSpace;
use cleave_names::decl::{Decl, DeclKind, Param, Shape, Spec, Tokens};
use cleave_names::{ItemNode, declarations, user_items};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::skeleton::Flags;
use cleave_syntax::tree::SyntaxNode;

use crate::Finding;
use crate::attributes::child;
use crate::bodies::{Context, Walk};
use crate::finding::Arg;
use crate::index::{Entry, last_name, named, only_mine};
use crate::kernels::{group_end, is_fundamental};
use crate::source::Source;

/// A function that a call certainly means.
struct Callee<'db> {
    entries: &'db [Entry<'db>],
    space: ExecutionSpace,
    constexpr: bool,
    /// Where its name is used.
    at: u32,
}

/// `f(…)`
pub(crate) fn call<'db>(w: &mut Walk<'_, 'db>, node: &SyntaxNode, c: &Context) {
    if c.unevaluated || c.discarded {
        return;
    }
    let Some(caller) = c.caller.clone() else {
        return;
    };
    let Some(callee) = certain(w, node, c) else {
        return;
    };
    if callee.space.is_kernel() {
        let finding = Finding::new(3508, callee.at)
            .text("__global__")
            .text("must");
        return w.out.push(finding);
    }
    cross(w, &callee, &caller.name, caller.space, c);
}

/// A function of the device whose return type is deduced: only the device knows its body, so that the host may not so much as
/// name it.
pub(crate) fn referenced<'db>(w: &mut Walk<'_, 'db>, node: &SyntaxNode, c: &Context) {
    let s = w.s;
    let t = s.tokens(node);
    let name = s.word(t.start);
    let device = c.caller.as_ref().is_some_and(|k| !k.on_host())
        || node.ancestors().any(|n| n.kind() == PARAMETER_DECLARATION);
    if device || t.end != t.start + 1 || w.declared.contains(name) || c.derived || c.discarded {
        return;
    }
    let [e] = only_mine(s.db, s.file, name) else {
        return;
    };
    let plain = e.kind == DeclKind::Function && e.class.is_none() && !e.qualified && !e.friend;
    let mine = plain && e.space.is_device_only() && !e.constexpr && !e.template && e.defined;
    if !mine || !precedes(s, e.item) || e.item == s.item {
        return;
    }
    let reached = crate::types::reached(s, e.scope, &[], false, s.item.scope(s.db)).is_some();
    let deduced = declarations(s.db, e.item)
        .get(e.decl as usize)
        .is_some_and(Decl::has_deduced_return);
    if reached && deduced {
        w.out.push(
            Finding::new(3623, t.start)
                .name(name)
                .text("outside the bodies of device functions"),
        );
    }
}

/// `f<<<…>>>(…)`
pub(crate) fn launch<'db>(w: &mut Walk<'_, 'db>, node: &SyntaxNode, c: &Context) {
    if let Some(configuration) = child(node, EXECUTION_CONFIGURATION) {
        stream(w, &configuration);
    }
    if c.unevaluated || c.discarded {
        return;
    }
    let Some(caller) = c.caller.clone() else {
        return;
    };
    let Some(callee) = certain(w, node, c) else {
        return;
    };
    if callee.space.is_kernel() {
        return;
    }
    cross(w, &callee, &caller.name, caller.space, c);
    let device = callee.space.is_device_only() || callee.space.is_host_device();
    let space = if device { "a __device__" } else { "a host" };
    let finding = Finding::new(3508, callee.at)
        .text(space.trim_start_matches("a "))
        .text("cannot");
    w.out.push(finding);
}

/// A launch without a stream, which is worth a remark to those who ask for it.
fn stream(w: &mut Walk<'_, '_>, configuration: &SyntaxNode) {
    let t = w.s.tokens(configuration);
    let inner = Tokens {
        start: t.start + 1,
        end: t.end.saturating_sub(3).max(t.start + 1),
    };
    if w.s.arguments(inner).len() < 4 {
        w.out.push(Finding::new(3655, inner.end));
    }
}

/// A function of the device only, called from a body that the host compiles.
fn cross<'db>(
    w: &mut Walk<'_, 'db>,
    callee: &Callee<'db>,
    caller: &str,
    space: ExecutionSpace,
    c: &Context,
) {
    let host = !space.is_device_only() && !space.is_kernel();
    if !host || !callee.space.is_device_only() || w.s.item.flags(w.s.db).has(Flags::UNCHECKED) {
        return;
    }
    if callee.constexpr && (w.s.settings.relaxed_constexpr || c.constant) {
        return;
    }
    let number = match (callee.constexpr, space.is_host_device()) {
        (false, false) => 3464,
        (false, true) => 3462,
        (true, false) => 3465,
        (true, true) => 3463,
    };
    let Some(name) = signature(w.s, callee.entries) else {
        return;
    };
    w.out
        .push(Finding::new(number, callee.at).arg(name).name(caller));
}

fn certain<'db>(w: &Walk<'_, 'db>, node: &SyntaxNode, c: &Context) -> Option<Callee<'db>> {
    let s = w.s;
    let id = node
        .children()
        .next()
        .filter(|n| n.kind() == ID_EXPRESSION)?;
    let tokens = s.tokens(&id);
    let mut path = Vec::new();
    let mut i = tokens.start;
    let rooted = s.kind(i) == COLON2;
    let mut explicit = false;
    while i < tokens.end {
        match s.kind(i) {
            IDENT => path.push(s.word(i)),
            COLON2 => {}
            // Template arguments behind the last name; within the path they would make it a class.
            LT if s.kind(tokens.end - 1) == GT => {
                explicit = true;
                break;
            }
            _ => return None,
        }
        i += 1;
    }
    let name = path.pop()?;
    if w.declared.contains(name) || path.is_empty() && !rooted && c.derived {
        return None;
    }
    let entries = only_mine(s.db, s.file, name);
    let first = entries.iter().find(|e| !e.specialization)?;
    let one = entries.iter().all(|e| {
        e.kind == DeclKind::Function
            && e.class.is_none()
            && !e.qualified
            && !e.friend
            && e.scope == first.scope
            && (e.specialization && first.template
                || e.key == first.key && e.template == first.template)
    });
    if !one || explicit && !first.template || !precedes(s, first.item) {
        return None;
    }
    let scopes: Vec<&str> = first
        .scope
        .path(s.db)
        .iter()
        .map(|p| p.name(s.db))
        .filter(|n| !n.is_empty())
        .collect();
    let reached = match (rooted, path.is_empty()) {
        (true, _) => scopes == path,
        (false, true) => true,
        (false, false) => scopes.ends_with(&path),
    };
    let list = child(node, ARGUMENT_LIST)?;
    let t = s.tokens(&list);
    let args = s.arguments(Tokens {
        start: t.start + 1,
        end: t.end.saturating_sub(1),
    });
    let required = entries.iter().map(|e| e.arity.0).min().unwrap_or(0);
    let most = entries.iter().map(|e| e.arity.1).max().unwrap_or(0);
    let count = list.children().count() as u32;
    let expanded = list.children().any(|a| a.kind() == PACK_EXPANSION);
    let fits = count as usize == args.len() && (required..=most).contains(&count) && !expanded;
    let dependent = c.dependent && (explicit || list.children().any(|a| a.kind() != LITERAL));
    if !reached || !fits || dependent {
        return None;
    }
    let space = entries
        .iter()
        .fold(ExecutionSpace::default(), |sum, e| sum.with(e.space));
    let consteval = entries.iter().any(|e| {
        declarations(s.db, e.item)
            .get(e.decl as usize)
            .is_some_and(|d| d.spec.any(Spec::CONSTEVAL))
    });
    if consteval {
        return None;
    }
    Some(Callee {
        entries,
        space,
        constexpr: entries.iter().any(|e| e.constexpr),
        at: tokens.start,
    })
}

/// Whether an item comes before the one at hand, or is the same.
fn precedes(s: &Source<'_>, other: ItemNode<'_>) -> bool {
    let items = user_items(s.db, s.file);
    items
        .iter()
        .take_while(|&&i| i != s.item)
        .chain(std::iter::once(&s.item))
        .any(|&i| i == other)
}

/// Whether a member function defined outside of its class belongs to a class of the user's without bases.
pub(crate) fn plain_owner(s: &Source<'_>, decl: &Decl) -> bool {
    let Some(class) = last_name(s, decl.qualifier) else {
        return false;
    };
    let found = named(s.db, s.file, class);
    !found.is_empty()
        && found
            .iter()
            .all(|e| e.kind == DeclKind::Class && !e.derived && e.class.is_none())
        && decl.arguments.is_empty()
}

/// How messages name a function.
fn signature<'db>(s: &Source<'db>, entries: &'db [Entry<'db>]) -> Option<Arg<'db>> {
    let e = entries.iter().find(|e| !e.specialization)?;
    let decl = declarations(s.db, e.item).get(e.decl as usize)?;
    let f = decl.function.as_ref()?;
    let theirs = Source::new(s.db, s.file, e.item, s.settings);
    if decl.linkage_c || e.item.flags(s.db).has(Flags::EXTERN_C) {
        return Some(Arg::Name(decl.name.clone()));
    }
    let scopes: Vec<&str> = e.scope.path(s.db).iter().map(|p| p.name(s.db)).collect();
    let mut readable = String::new();
    for scope in &scopes {
        readable.push_str(if scope.is_empty() {
            "_NV_ANON_NAMESPACE"
        } else {
            scope
        });
        readable.push_str("::");
    }
    readable.push_str(&decl.name);
    readable.push('(');
    let mut params: Vec<String> = f.params.iter().map(|p| param(&theirs, p)).collect();
    if f.variadic {
        params.push("...".into());
    }
    readable.push_str(&params.join(", "));
    readable.push(')');
    if params.is_empty() {
        return Some(Arg::Name(readable));
    }
    let mut mangled = String::from("_Z");
    let segment = |out: &mut String, name: &str| {
        out.push_str(&name.len().to_string());
        out.push_str(name);
    };
    if !scopes.is_empty() {
        mangled.push('N');
        for scope in &scopes {
            segment(&mut mangled, scope);
        }
    }
    segment(&mut mangled, &decl.name);
    if !scopes.is_empty() {
        mangled.push('E');
    }
    for _ in &f.params {
        mangled.push_str("1?");
    }
    if f.variadic {
        mangled.push('z');
    }
    Some(Arg::Callee { readable, mangled })
}

/// A parameter's type: fundamental types in their usual order of words, the user's classes with their scope.
fn param(s: &Source<'_>, p: &Param) -> String {
    let mut base: Vec<&str> = Vec::new();
    let mut name = String::new();
    let (mut is_const, mut is_volatile) = (false, false);
    let mut i = p.specifiers.start;
    while i < p.specifiers.end {
        match s.kind(i) {
            ATTRIBUTE_KW => {
                i = group_end(s, i + 1, p.specifiers.end);
                continue;
            }
            CONST_KW => is_const = true,
            VOLATILE_KW => is_volatile = true,
            VOID_KW => base.push("void"),
            kind if is_fundamental(kind) => base.push(s.word(i)),
            COLON2 => name.push_str("::"),
            _ => name.push_str(s.word(i)),
        }
        i += 1;
    }
    let mut out = String::new();
    // A parameter's own qualifiers are no part of the function's type.
    if is_const && !p.shape.is_empty() {
        out.push_str("const ");
    }
    if is_volatile && !p.shape.is_empty() {
        out.push_str("volatile ");
    }
    if name.is_empty() {
        out.push_str(&fundamental(&base));
    } else {
        out.push_str(&class(s, &name));
    }
    for (n, shape) in p.shape.iter().enumerate().rev() {
        out.push_str(match shape {
            Shape::Pointer => " *",
            Shape::LvalueReference => " &",
            Shape::RvalueReference => " &&",
            Shape::Array { .. } if n == 0 => " *",
            _ => "",
        });
    }
    out
}

fn fundamental(words: &[&str]) -> String {
    let count = |w: &str| words.iter().filter(|&&x| x == w).count();
    let has = |w: &str| count(w) > 0;
    let unsigned = if has("unsigned") { "unsigned " } else { "" };
    if has("char") {
        return match (has("unsigned"), has("signed")) {
            (true, _) => "unsigned char".into(),
            (_, true) => "signed char".into(),
            _ => "char".into(),
        };
    }
    if has("short") {
        return format!("{unsigned}short");
    }
    match count("long") {
        1 if has("double") => return "long double".into(),
        1 => return format!("{unsigned}long"),
        2 => return format!("{unsigned}long long"),
        _ => {}
    }
    for word in ["void", "bool", "float", "double"] {
        if has(word) {
            return word.into();
        }
    }
    format!("{unsigned}int")
}

/// A class by its full name, in front of which the reference leaves blanks.
fn class(s: &Source<'_>, written: &str) -> String {
    let last = written.rsplit("::").next().unwrap_or(written);
    let found = named(s.db, s.file, last);
    let Some(e) = found
        .iter()
        .find(|e| matches!(e.kind, DeclKind::Class | DeclKind::Enum) && e.class.is_none())
    else {
        return written.to_owned();
    };
    let path: Vec<&str> = e.scope.path(s.db).iter().map(|p| p.name(s.db)).collect();
    if path.is_empty() {
        format!("    ::{last}")
    } else {
        format!(" ::{}::{last}", path.join("::"))
    }
}
