//! What extended lambdas capture: `this`, and what is first named where it may be discarded (reference: lambdas,
//! Restrictions).

use cleave_codes::codes;
use cleave_hir::{DeclKind as HirKind, Name, NameId};
use cleave_names::decl::Spec;
use cleave_names::item_id_of_node;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::{FlatElement, Node};
use cleave_typing::function::class_of;
use cleave_typing::lookup::Found;
use cleave_typing::{Context, Entity, functions_of};
use rustc_hash::FxHashSet;

use crate::Finding;
use crate::cuda::lambdas::annotated::Lambda;
use crate::engine::context::Parent;
use crate::engine::entities;
use crate::engine::finding::Arg;
use crate::engine::source::Source;
use crate::engine::walk::Walk;

/// The rules for one extended lambda.
pub(crate) fn check(w: &mut Walk<'_, '_>, l: &Lambda<'_>, parent: &Parent<'_>) {
    let Some(introducer) = l.node.child(LAMBDA_INTRODUCER) else {
        return;
    };
    let uses = uses(w, l, parent, introducer);
    for u in &uses {
        if u.discarded {
            w.out.push(
                Finding::new(codes::EXTENDED_LAMBDA_CAPTURE_IN_CONSTEXPR_IF, u.at).text(l.shown()),
            );
        }
    }
    this(w, l, parent, introducer);
}

/// The first use of a captured variable.
struct Use {
    at: u32,
    /// It is within a branch of a constexpr if.
    discarded: bool,
}

/// What a lambda with a capture default captures by using it, in order.
fn uses(w: &Walk<'_, '_>, l: &Lambda<'_>, parent: &Parent<'_>, introducer: Node<'_>) -> Vec<Use> {
    let s = w.s;
    let mut known: FxHashSet<String> = FxHashSet::default();
    let mut default = false;
    for capture in introducer.children().filter(|n| n.kind() == LAMBDA_CAPTURE) {
        let t = s.tokens(capture);
        default |= t.end == t.start + 1 && matches!(s.kind(t.start), EQ | AMP);
        let name = t.range().find(|&i| s.kind(i as u32) == IDENT);
        known.extend(name.map(|i| s.word(i as u32).to_owned()));
    }
    let Some(body) = l.node.child(COMPOUND_STATEMENT).filter(|_| default) else {
        return Vec::new();
    };
    for own in l.node.descendants().filter(|n| n.kind() == DECLARATOR_ID) {
        known.insert(s.word(s.tokens(own).start).to_owned());
    }
    let here = s.tokens(l.node).start;
    let locals = crate::cuda::lambdas::annotated::locals(s, parent, here);
    let mut out = Vec::new();
    for id in body.descendants().filter(|n| n.kind() == ID_EXPRESSION) {
        let t = s.tokens(id);
        let name = s.word(t.start);
        if t.end != t.start + 1 || !locals.contains_key(name) || known.contains(name) {
            continue;
        }
        let around = || id.ancestors().take_while(|n| *n != body);
        if around().any(|n| {
            matches!(
                n.kind(),
                SIZEOF_EXPRESSION | DECLTYPE_SPECIFIER | NOEXCEPT_EXPRESSION | TYPEID_EXPRESSION
            )
        }) {
            continue;
        }
        known.insert(name.to_owned());
        out.push(Use {
            at: t.start,
            discarded: is_discarded(id, body),
        });
    }
    out
}

/// Whether something stands within a branch of a constexpr if of a body.
fn is_discarded(node: Node<'_>, body: Node<'_>) -> bool {
    node.ancestors().take_while(|n| *n != body).any(|n| {
        n.parent().is_some_and(|p| {
            p.kind() == IF_STATEMENT
                && p.has(CONSTEXPR_KW)
                && !matches!(n.kind(), CONDITION | INIT_STATEMENT)
        })
    })
}

/// `this` that is captured by using it, which is reported to the query that asks for it.
fn this(w: &mut Walk<'_, '_>, l: &Lambda<'_>, parent: &Parent<'_>, introducer: Node<'_>) {
    let s = w.s;
    let declaration = w.declaration(parent.node);
    let function = declaration.and_then(|(_, decl)| entities::entity(s, decl));
    if parent.class.is_none() {
        return;
    };
    let captures = || introducer.children().filter(|n| n.kind() == LAMBDA_CAPTURE);
    let default = captures().any(|n| {
        let t = s.tokens(n);
        t.end == t.start + 1 && matches!(s.kind(t.start), EQ | AMP)
    });
    let named = captures().any(|n| n.has(THIS_KW));
    let Some(body) = l
        .node
        .child(COMPOUND_STATEMENT)
        .filter(|_| default && !named)
    else {
        return;
    };
    let declared: FxHashSet<String> = parent
        .node
        .descendants()
        .filter(|n| {
            matches!(
                n.kind(),
                DECLARATOR_ID | STRUCTURED_BINDING | LAMBDA_CAPTURE
            )
        })
        .flat_map(|n| n.children_with_tokens())
        .filter_map(FlatElement::into_token)
        .filter(|t| t.kind() == IDENT)
        .map(|t| t.text().to_owned())
        .collect();
    let first = body.descendants().find_map(|n| {
        let t = s.tokens(n);
        let unevaluated = || {
            n.ancestors().take_while(|a| *a != body).any(|a| {
                matches!(
                    a.kind(),
                    SIZEOF_EXPRESSION | DECLTYPE_SPECIFIER | NOEXCEPT_EXPRESSION
                )
            })
        };
        let yes = match n.kind() {
            THIS_EXPRESSION => true,
            ID_EXPRESSION if t.end == t.start + 1 => {
                let name = s.word(t.start);
                !declared.contains(name) && function.is_some_and(|f| is_member(s, f, name))
            }
            _ => false,
        };
        (yes && !unevaluated()).then(|| (t.start, is_discarded(n, body)))
    });
    w.out
        .extend(first.map(|at| Finding::new(codes::THIS_ADDR_CAPTURE_EXT_LAMBDA, at.0)));
    if let Some((at, true)) = first {
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
                w.out.push(
                    Finding::new(codes::UNDETERMINED_FUNCTION_INSTANCE, t.start).arg(Arg::Entity {
                        kind: "overloaded function",
                        name: s.word(t.start).to_owned(),
                    }),
                );
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
