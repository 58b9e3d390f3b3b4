//! What extended lambdas capture: `this`, and what is first named where it may be discarded (reference: lambdas,
//! Restrictions).

use cleave_codes::codes;
use cleave_hir::{CaptureKind, DeclKind as HirKind, Name, NameId};
use cleave_names::decl::Spec;
use cleave_names::item_id_of_node;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::Node;
use cleave_typing::function::class_of;
use cleave_typing::lookup::Found;
use cleave_typing::{Context, Entity, functions_of, program};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::Finding;
use crate::cuda::lambdas::annotated::Lambda;
use crate::engine::context::Parent;
use crate::engine::entities;
use crate::engine::finding::Arg;
use crate::engine::source::Source;
use crate::engine::walk::Walk;

/// What a lambda captures, but `this`.
pub(crate) struct Capture {
    pub(crate) name: Name,
    pub(crate) is_pack: bool,
    pub(crate) is_binding: bool,
    /// It stands in the capture-list.
    pub(crate) is_explicit: bool,
    /// The first use in the lambda's code.
    pub(crate) used: Option<u32>,
}

/// What a lambda captures, by name.
pub(crate) fn captures<'db>(s: &Source<'db>, lambda: Node<'_>) -> Vec<Capture> {
    let Some(closure) = s.closure(s.tokens(lambda).start) else {
        return Vec::new();
    };
    let mut first: FxHashMap<Name, u32> = FxHashMap::default();
    for (name, token) in program::lambda_uses(s.db, closure) {
        if let Some(name) = name {
            first.entry(name).or_insert(token);
        }
    }
    let explicit = closure.hir(s.db).into_iter().flat_map(|l| &l.captures);
    let explicit: FxHashSet<&Name> = explicit.filter_map(|c| written(&c.kind)).collect();
    let mut known: FxHashSet<&Name> = FxHashSet::default();
    let all = closure.around.captures(s.db).iter();
    all.filter_map(|captured| Some((captured, captured.name.as_ref()?)))
        .filter(|(_, name)| known.insert(name))
        .map(|(captured, name)| Capture {
            name: name.clone(),
            is_pack: captured.pack,
            is_binding: captured.is_binding,
            is_explicit: explicit.contains(name),
            used: first.get(name).copied(),
        })
        .collect()
}

/// The name that an entry of a capture-list has.
fn written(kind: &CaptureKind) -> Option<&Name> {
    match kind {
        CaptureKind::Name { name, .. } | CaptureKind::Init { name, .. } => Some(name),
        CaptureKind::This | CaptureKind::StarThis => None,
    }
}

/// The rules for one extended lambda.
pub(crate) fn check(w: &mut Walk<'_, '_>, l: &Lambda<'_>, parent: &Parent<'_>, all: &[Capture]) {
    let s = w.s;
    let Some(body) = l.node.child(COMPOUND_STATEMENT) else {
        return;
    };
    for at in all.iter().filter(|c| !c.is_explicit).filter_map(|c| c.used) {
        if is_discarded(s, at, body) {
            w.out.push(
                Finding::new(codes::EXTENDED_LAMBDA_CAPTURE_IN_CONSTEXPR_IF, at).text(l.shown()),
            );
        }
    }
    this(w, l, parent, body);
}

/// Whether a token stands within a branch of a constexpr if of a body.
fn is_discarded(s: &Source<'_>, at: u32, body: Node<'_>) -> bool {
    let tree = s.tree();
    let around = tree
        .token(at)
        .into_iter()
        .flat_map(|t| t.parent_ancestors());
    let mut inner = around.take_while(|n| n.tokens() != body.tokens());
    inner.any(|n| {
        n.parent().is_some_and(|p| {
            p.kind() == IF_STATEMENT
                && p.has(CONSTEXPR_KW)
                && !matches!(n.kind(), CONDITION | INIT_STATEMENT)
        })
    })
}

/// `this` that is captured by using it, which is reported to the query that asks for it.
fn this(w: &mut Walk<'_, '_>, l: &Lambda<'_>, parent: &Parent<'_>, body: Node<'_>) {
    let s = w.s;
    let declaration = w.declaration(parent.node);
    let function = declaration.and_then(|(_, decl)| entities::entity(s, decl));
    let closure = s.closure(s.tokens(l.node).start);
    let (Some(function), Some(closure), Some(_)) = (function, closure, &parent.class) else {
        return;
    };
    let captured = closure.around.captures(s.db);
    let is_implicit = captured.iter().any(|c| c.name.is_none())
        && closure.hir(s.db).is_some_and(|l| {
            let is_this = |k: &CaptureKind| matches!(k, CaptureKind::This | CaptureKind::StarThis);
            !l.captures.iter().any(|c| is_this(&c.kind))
        });
    if !is_implicit {
        return;
    }
    let is_local = |name: &Name| {
        captured.iter().any(|c| c.name.as_ref() == Some(name))
            || closure.around.names(s.db).iter().any(|n| n.0 == *name)
    };
    let uses = program::lambda_uses(s.db, closure);
    let first = uses.iter().find(|(name, _)| match name {
        None => true,
        Some(name) => !is_local(name) && is_member(s, function, name.as_str()),
    });
    let Some(&(_, at)) = first else { return };
    w.out
        .push(Finding::new(codes::THIS_ADDR_CAPTURE_EXT_LAMBDA, at));
    if is_discarded(s, at, body) {
        w.out
            .push(Finding::new(codes::EXTENDED_LAMBDA_CAPTURE_IN_CONSTEXPR_IF, at).text(l.shown()));
    }
}

/// Whether a name is that of non-static members of the class of a function.
fn is_member<'db>(s: &Source<'db>, function: Entity<'db>, name: &str) -> bool {
    let db = s.db;
    let found = cleave_typing::outermost(
        db,
        || Found::Unknown,
        || match (class_of(db, function), Context::of(db, function)) {
            (Some(class), Some(mut cx)) => cx.lookup_member(class, &NameId::Ident(Name::new(name))),
            _ => Found::Nothing,
        },
    );
    let Found::Entities { set, .. } = found else {
        return false;
    };
    set.iter().all(|e| {
        e.hir(db).is_some_and(|d| {
            matches!(d.kind, HirKind::Function(_) | HirKind::Variable(_))
                && !d.spec.any(Spec::STATIC.with(Spec::FRIEND))
        })
    })
}

/// `__nv_parent(f)`: once at most, and of a function.
pub(crate) fn parents(w: &mut Walk<'_, '_>, l: &Lambda<'_>) {
    let s = w.s;
    let annotations = l.node.children().filter(|n| n.kind() == LAMBDA_ANNOTATION);
    for (n, annotation) in annotations.enumerate() {
        let end = s.tokens(annotation).end;
        if n > 0 {
            w.out
                .push(Finding::new(codes::EXTENDED_LAMBDA_MULTIPLE_PARENT, end));
            continue;
        }
        let Some(argument) = annotation
            .child(ARGUMENT_LIST)
            .and_then(|a| a.children().next())
        else {
            continue;
        };
        let literal = |n: &Node<'_>| matches!(n.kind(), LITERAL | STRING_EXPRESSION);
        let constant = literal(&argument)
            || argument.kind() == BINARY_EXPRESSION && argument.children().all(|n| literal(&n));
        if constant {
            w.out
                .push(Finding::new(codes::MALFORMED_PARENT_ANNOTATION, end));
        }
        let t = s.tokens(argument);
        if argument.kind() == ID_EXPRESSION && t.end == t.start + 1 {
            let item = item_id_of_node(s.db, s.item);
            let overloaded = functions_of(s.db, item, s.word(t.start)).len() > 1;
            if overloaded {
                w.out.push(Finding::new(
                    codes::UNDETERMINED_FUNCTION_INSTANCE {
                        function: Arg::Entity {
                            kind: "overloaded function",
                            name: s.word(t.start).to_owned(),
                        },
                    },
                    t.start,
                ));
                // The reference does not recover from it.
                for code in [
                    codes::PARENT_FUNCTION_NOT_FOUND,
                    codes::LAMBDA_WITHOUT_PARENTHESES,
                    codes::EXPECTED_LAMBDA_BODY,
                    codes::EXP_SEMICOLON,
                ] {
                    w.out.push(Finding::new(code, end - 1));
                }
            }
        }
    }
}
