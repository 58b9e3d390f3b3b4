//! Device variables in host code (spec 2-spaces 2), where the variable and what is done to it are certain.

use cleave_cuda::MemorySpace;
use cleave_names::decl::{DeclKind, Spec};
use cleave_names::declarations;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::tree::SyntaxNode;

use crate::Finding;
use crate::bodies::{Context, Walk};
use crate::finding::Arg;
use crate::index::only_mine;
use crate::redeclared::qualified;

/// A name in a body that the host compiles.
pub(crate) fn used(w: &mut Walk<'_, '_>, node: &SyntaxNode, c: &Context) {
    let s = w.s;
    let t = s.tokens(node);
    let host = c.caller.as_ref().is_some_and(|k| k.on_host());
    if !host || c.unevaluated || c.dependent || c.derived || t.end != t.start + 1 {
        return;
    }
    let name = s.word(t.start);
    if w.declared.contains(name) {
        return;
    }
    let [e] = only_mine(s.db, s.file, name) else {
        return;
    };
    let space = e.memory;
    if e.kind != DeclKind::Variable
        || e.class.is_some()
        || e.template
        || e.scope != s.item.scope(s.db)
        || space.is_host()
        || space.has(MemorySpace::MANAGED)
    {
        return;
    }
    let Some(decl) = declarations(s.db, e.item).get(e.decl as usize) else {
        return;
    };
    // Constants may have a value that the host knows as well; arrays and references are seldom read as they are.
    let theirs = crate::source::Source::new(s.db, s.file, e.item, s.settings);
    let fundamental = crate::kernels::builtin(&theirs, decl.specifiers) == Some(false);
    if decl.spec.any(Spec::CONST.with(Spec::CONSTEXPR)) || !decl.shape.is_empty() || !fundamental {
        return;
    }
    let Some(number) = usage(node) else { return };
    if number == 3549 && space.has(MemorySpace::CONSTANT) {
        // That is an error of another kind: the variable counts as const.
        return;
    }
    w.out.push(
        Finding::new(number, t.start)
            .text(space.name())
            .arg(Arg::Entity {
                kind: "variable",
                name: qualified(s, name),
            }),
    );
}

/// Whether a name of fundamental type is certainly read (3548) or written (3549).
fn usage(node: &SyntaxNode) -> Option<u16> {
    let parent = node.parent()?;
    match parent.kind() {
        BINARY_EXPRESSION => {
            let operator: String = parent
                .children_with_tokens()
                .filter_map(|e| e.into_token())
                .filter(|t| !t.kind().is_trivia())
                .map(|t| t.text().to_owned())
                .collect();
            let left = parent.children().next().as_ref() == Some(node);
            match operator.as_str() {
                "=" if left => Some(3549),
                "+" | "-" | "*" | "/" | "%" => Some(3548),
                _ => None,
            }
        }
        _ => None,
    }
}
