//! Variables with a memory space in function bodies (spec 2-spaces 2).

use cleave_names::decl::Spec;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::tree::SyntaxNode;

use crate::Finding;
use crate::attributes::{bare, child, find, gnu_words};
use crate::bodies::{Context, Walk, has};
use crate::memory::Variable;

const SPACES: [&str; 4] = ["managed", "constant", "shared", "device"];

/// A declaration in a body.
pub(crate) fn check(w: &mut Walk<'_, '_>, node: &SyntaxNode, c: &Context) {
    let Some(caller) = &c.caller else { return };
    let s = w.s;
    let Some(seq) = child(node, DECL_SPECIFIER_SEQ) else {
        return;
    };
    let mut words = Vec::new();
    for a in seq.children().filter(|n| n.kind() == ATTRIBUTE_SPECIFIER) {
        words.extend(gnu_words(s, s.tokens(&a)));
    }
    if words.is_empty() || has(&seq, TYPEDEF_KW) {
        return;
    }
    let mut placed = Vec::new();
    for &at in &words {
        let name = bare(s.word(at));
        match find(name) {
            Some(_) if SPACES.contains(&name) => placed.push((at, name)),
            Some(k)
                if node.children().any(|n| n.kind() == INIT_DECLARATOR) && !is_function(node) =>
            {
                let _ = k;
                w.out
                    .push(Finding::new(1835, at).name(crate::attributes::shown(name)));
            }
            _ => {}
        }
    }
    if placed.is_empty() || has(&seq, EXTERN_KW) || is_function(node) {
        return;
    }
    for init in node.children().filter(|n| n.kind() == INIT_DECLARATOR) {
        let Some(declarator) = child(&init, DECLARATOR) else {
            continue;
        };
        let Some(id) = declarator.descendants().find(|n| n.kind() == DECLARATOR_ID) else {
            continue;
        };
        let name = s.tokens(&id).start;
        if caller.on_host() {
            let Some(space) = SPACES.iter().find(|&&n| placed.iter().any(|p| p.1 == n)) else {
                continue;
            };
            let fixed = *space == "shared" || has(&seq, STATIC_KW);
            let storage = if fixed { "a static" } else { "an automatic" };
            w.out.push(
                Finding::new(3483, name)
                    .text(storage)
                    .name(crate::attributes::shown(space)),
            );
            continue;
        }
        let mut spec = Spec::default();
        if has(&seq, CONSTEXPR_KW) {
            spec = spec.with(Spec::CONSTEXPR);
        }
        let initialized = init.children().any(|n| {
            matches!(
                n.kind(),
                EQUAL_INITIALIZER | BRACED_INIT_LIST | ARGUMENT_LIST
            )
        });
        let only_shared: Vec<_> = placed
            .iter()
            .copied()
            .filter(|p| p.1 != "managed")
            .collect();
        Variable {
            spaces: only_shared,
            name,
            spec,
            shape: &[],
            initialized,
        }
        .check(&mut w.out);
    }
}

fn is_function(node: &SyntaxNode) -> bool {
    node.children()
        .filter(|n| n.kind() == INIT_DECLARATOR)
        .filter_map(|n| child(&n, DECLARATOR))
        .any(|d| child(&d, PARAMETERS_AND_QUALIFIERS).is_some())
}

/// `for (__shared__ int x : …)`
pub(crate) fn for_range(w: &mut Walk<'_, '_>, node: &SyntaxNode) {
    let s = w.s;
    let Some(seq) = child(node, DECL_SPECIFIER_SEQ) else {
        return;
    };
    for a in seq.children().filter(|n| n.kind() == ATTRIBUTE_SPECIFIER) {
        if gnu_words(s, s.tokens(&a))
            .iter()
            .any(|&i| bare(s.word(i)) == "shared")
            && let Some(id) = node.descendants().find(|n| n.kind() == DECLARATOR_ID)
        {
            w.out.push(Finding::new(3649, s.tokens(&id).start));
        }
    }
}

/// Variables of fundamental type that a function declares and never names again.
pub(crate) fn unreferenced(w: &mut Walk<'_, '_>, function: &SyntaxNode) {
    let s = w.s;
    for node in function.descendants() {
        let plain = node.kind() == SIMPLE_DECLARATION
            && node
                .parent()
                .is_some_and(|p| p.kind() == COMPOUND_STATEMENT);
        let Some(seq) = child(&node, DECL_SPECIFIER_SEQ).filter(|_| plain) else {
            continue;
        };
        let t = s.tokens(&seq);
        let fundamental = t.range().all(|i| {
            let kind = s.kind(i as u32);
            crate::kernels::is_fundamental(kind) || kind == CONST_KW
        });
        if !fundamental {
            continue;
        }
        for init in node.children().filter(|n| n.kind() == INIT_DECLARATOR) {
            let Some(declarator) = child(&init, DECLARATOR) else {
                continue;
            };
            let id = child(&declarator, DECLARATOR_ID);
            let single = declarator.children().count() == 1
                && declarator
                    .descendants()
                    .all(|n| n.kind() != ATTRIBUTE_SPECIFIER);
            let Some(at) = id.filter(|_| single).map(|id| s.tokens(&id).start) else {
                continue;
            };
            let name = s.word(at);
            let mentions = (0..s.lexed.len() as u32)
                .filter(|&i| s.kind(i) == IDENT && s.word(i) == name)
                .count();
            if mentions == 1 {
                w.out
                    .push(Finding::new(177, at).arg(crate::finding::Arg::Entity {
                        kind: "variable",
                        name: name.to_owned(),
                    }));
            }
        }
    }
}
