//! Functions of the device by their names, launches, and calls of host functions by the device, where the callee is certain
//! (reference: spaces, Calls between spaces; spaces, Launches).
//!
//! A callee is certain when its name is declared by functions of the user's own code alone, all of them one function, and by
//! nothing in the item at hand.

use cleave_codes::codes;
use cleave_cuda::ExecutionSpace;
use cleave_diagnostics::Pass;
use cleave_names::decl::{Decl, DeclKind, Spec, Tokens};
use cleave_names::{ItemNode, declarations};
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;
use rustc_hash::FxHashMap;

use crate::Finding;
use crate::cuda::spaces::callee::{Argument, signature};
use crate::device::calls::by_name;
use crate::engine::context::Context;
use crate::engine::source::Source;
use crate::engine::walk::Walk;
use crate::tokens::index::{Entry, last_name, named, only_mine};
use crate::tokens::{operands, types};

/// A function that a call certainly means.
struct Callee<'t, 'db> {
    entries: Vec<&'db Entry<'db>>,
    space: ExecutionSpace,
    constexpr: bool,
    /// Where its name is used.
    at: u32,
    /// What it is given.
    list: Node<'t>,
    /// A template's arguments, as far as they are certain.
    arguments: Option<Vec<Argument>>,
}

/// `f(…)`
pub(crate) fn call<'db>(w: &mut Walk<'_, 'db>, node: Node<'_>, c: &Context<'_>) {
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
    let first = callee.entries.iter().find(|e| !e.specialization);
    if let Some(first) = first.filter(|_| !caller.space.is_unannotated()) {
        let constant = callee.list.children().all(|a| a.kind() == LITERAL);
        let call = by_name::Call {
            space: callee.space,
            constexpr: callee.constexpr,
            qualified: crate::cuda::lambdas::captures::full_name(w.s, first),
            signature: signature(w.s, first.item, first.decl, callee.arguments.as_deref()),
            at: callee.at,
            arguments: (!constant).then(|| w.s.tokens(callee.list).start),
            caller: &caller.name,
            from: caller.space,
        };
        by_name::check(w, node, call, c);
    }
}

/// A function of the device whose return type is deduced: only the device knows its body, so that the host may not so much as
/// name it.
pub(crate) fn referenced<'db>(w: &mut Walk<'_, 'db>, node: Node<'_>, c: &Context<'_>) {
    let s = w.s;
    let t = s.tokens(node);
    let name = s.word(t.start);
    let device = c.caller.as_ref().is_some_and(|k| !k.on_host())
        || node.nearest(&[PARAMETER_DECLARATION]).is_some();
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
    let reached =
        crate::tokens::types::reached(s, e.scope, &[], false, s.item.scope(s.db)).is_some();
    let deduced = declarations(s.db, e.item)
        .get(e.decl as usize)
        .is_some_and(Decl::has_deduced_return);
    if reached && deduced {
        w.out.push(
            Finding::new(codes::AUTO_DEVICE_FN_REF, t.start)
                .name(name)
                .text("outside the bodies of device functions"),
        );
    }
}

/// `f<<<…>>>(…)`
pub(crate) fn launch(w: &mut Walk<'_, '_>, node: Node<'_>, c: &Context<'_>) {
    if let Some(configuration) = node.child(EXECUTION_CONFIGURATION) {
        stream(w, configuration, c);
    }
}

/// A launch without a stream, which is worth a remark to those who ask for it.
fn stream(w: &mut Walk<'_, '_>, configuration: Node<'_>, c: &Context<'_>) {
    let t = w.s.tokens(configuration);
    let inner = Tokens {
        start: t.start + 1,
        end: t.end.saturating_sub(3).max(t.start + 1),
    };
    if w.s.arguments(inner).len() < 4 {
        // A template's launches are looked at where it is instantiated.
        w.out.push(Finding {
            only: c.dependent.then_some(Pass::Device),
            ..Finding::new(codes::DEFAULT_STREAM_LAUNCH, inner.end)
        });
    }
}

/// Which of the functions of a name a call certainly means: the only one that takes so many arguments, or the one whose
/// parameters are of the very types of the arguments.
fn chosen<'db>(w: &Walk<'_, 'db>, all: &'db [Entry<'db>], list: Node<'_>) -> Vec<&'db Entry<'db>> {
    let every = || all.iter().collect::<Vec<_>>();
    let plain = all.iter().all(|e| {
        e.kind == DeclKind::Function && e.class.is_none() && !e.template && !e.specialization
    });
    let mut arities: FxHashMap<u64, (u32, u32)> = FxHashMap::default();
    for e in all.iter().filter(|_| plain) {
        let (least, most) = arities.entry(e.key).or_insert(e.arity);
        *least = e.arity.0.min(*least);
        *most = e.arity.1.max(*most);
    }
    if arities.len() < 2 {
        return every();
    }
    let count = list.children().count() as u32;
    let of = |key: u64| all.iter().filter(move |e| e.key == key);
    let takes = |(_, (least, most)): &(&u64, &(u32, u32))| (*least..=*most).contains(&&count);
    let viable: Vec<u64> = (arities.iter())
        .filter(takes)
        .map(|(key, _)| *key)
        .collect();
    if let [only] = viable[..] {
        return of(only).collect();
    }
    let args: Option<Vec<&'static str>> = list.children().map(|a| argument(w, a)).collect();
    let Some(args) = args else { return every() };
    let exact = viable.iter().copied().find(|&key| {
        of(key).next().is_some_and(|e| {
            let theirs = Source::new(w.s.db, w.s.file, e.item, w.s.settings);
            theirs
                .decls
                .get(e.decl as usize)
                .and_then(|d| d.function.as_ref().map(|f| (d, f)))
                .is_some_and(|(d, f)| {
                    f.params.len() == args.len()
                        && f.params.iter().zip(&args).all(|(p, a)| {
                            let place = types::Place::of(&theirs, d);
                            let ty = types::read(&theirs, p.specifiers, &place, 0);
                            p.shape.is_empty() && ty.fundamental().is_some_and(|f| f.name == *a)
                        })
                })
        })
    });
    match exact {
        Some(key) => of(key).collect(),
        None => every(),
    }
}

/// The fundamental type of an argument.
pub(crate) fn argument(w: &Walk<'_, '_>, node: Node<'_>) -> Option<&'static str> {
    if node.kind() != LITERAL {
        return operands::of(w, node)?.fundamental().map(|f| f.name);
    }
    let t = w.s.tokens(node);
    let word = w.s.word(t.start);
    Some(match w.s.kind(t.start) {
        TRUE_KW | FALSE_KW => "bool",
        INT_LITERAL if word.ends_with(|c: char| c.is_ascii_digit()) && word.len() < 9 => "int",
        CHAR_LITERAL if word.starts_with('\'') => "char",
        FLOAT_LITERAL if word.ends_with(['f', 'F']) && !word.starts_with("0x") => "float",
        FLOAT_LITERAL if word.ends_with(|c: char| c.is_ascii_digit() || c == '.') => "double",
        _ => return None,
    })
}

fn certain<'t, 'db>(w: &Walk<'_, 'db>, node: Node<'t>, c: &Context<'_>) -> Option<Callee<'t, 'db>> {
    let s = w.s;
    let id = node
        .children()
        .next()
        .filter(|n| n.kind() == ID_EXPRESSION)?;
    let tokens = s.tokens(id);
    let mut path = Vec::new();
    let mut i = tokens.start;
    let rooted = s.kind(i) == COLON2;
    let mut explicit = false;
    let mut written = None;
    while i < tokens.end {
        match s.kind(i) {
            IDENT => path.push(s.word(i)),
            COLON2 => {}
            // Template arguments behind the last name; within the path they would make it a class.
            LT if s.kind(tokens.end - 1) == GT => {
                explicit = true;
                written = Some(Tokens {
                    start: i + 1,
                    end: tokens.end - 1,
                });
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
    let all = only_mine(s.db, s.file, name);
    let list = node.child(ARGUMENT_LIST)?;
    let entries = chosen(w, all, list);
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
    let t = s.tokens(list);
    let args = s.arguments(Tokens {
        start: t.start + 1,
        end: t.end.saturating_sub(1),
    });
    let required = entries.iter().map(|e| e.arity.0).min().unwrap_or(0);
    let most = entries.iter().map(|e| e.arity.1).max().unwrap_or(0);
    let count = list.children().count() as u32;
    let expanded = list.children().any(|a| a.kind() == PACK_EXPANSION);
    let fits = count as usize == args.len() && (required..=most).contains(&count) && !expanded;
    let known = |a: &Node<'_>| {
        a.kind() == LITERAL || operands::of(w, *a).is_some_and(|ty| ty.is_known_object())
    };
    let dependent = c.dependent && (explicit || list.children().any(|a| !known(&a)));
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
    let arguments = first
        .template
        .then(|| template_arguments(w, first, written, list))
        .flatten();
    Some(Callee {
        constexpr: entries.iter().any(|e| e.constexpr),
        entries,
        space,
        at: tokens.start,
        list,
        arguments,
    })
}

/// The arguments of a template that a call gives: all of them written, or each deduced from an argument of its very type.
fn template_arguments(
    w: &Walk<'_, '_>,
    e: &Entry<'_>,
    written: Option<Tokens>,
    list: Node<'_>,
) -> Option<Vec<Argument>> {
    let s = w.s;
    let decl = declarations(s.db, e.item).get(e.decl as usize)?;
    let [head] = &*decl.heads else { return None };
    let f = decl.function.as_ref()?;
    let theirs = Source::new(s.db, s.file, e.item, s.settings);
    let mut out = Vec::new();
    for t in written.map(|t| s.arguments(t)).unwrap_or_default() {
        let words: Vec<&str> = t.range().map(|i| s.word(i as u32)).collect();
        let plain = t.range().all(|i| types::is_arithmetic(s.kind(i as u32)));
        out.push(if plain {
            Argument::Type(types::arithmetic(&words)?.name.to_owned())
        } else {
            Argument::Value(crate::tokens::constants::integer(s, t)?)
        });
    }
    for p in head.params.get(out.len()..)? {
        let name = p.name.as_deref()?;
        // What is deduced from something else than its own type is only known to be a type.
        let unknown = Argument::Type("...".to_owned());
        let typed = matches!(theirs.kind(p.tokens.start), CLASS_KW | TYPENAME_KW);
        if !typed || p.pack {
            return None;
        }
        let index = f.params.iter().position(|q| {
            q.shape.is_empty()
                && q.specifiers.end == q.specifiers.start + 1
                && theirs.word(q.specifiers.start) == name
        });
        let given = index.and_then(|i| list.children().nth(i));
        let ty = given.and_then(|node| argument(w, node));
        out.push(ty.map_or(unknown, |ty| Argument::Type(ty.to_owned())));
    }
    Some(out)
}

/// Whether an item comes before the one at hand, or is the same.
pub(crate) fn precedes(s: &Source<'_>, other: ItemNode<'_>) -> bool {
    *crate::tokens::index::precedes(s.db, s.file, other, s.item)
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
