//! What is certain about a call by its tokens: that its result matters.

use cleave_names::decl::DeclKind;
use cleave_names::declarations;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::tree::SyntaxNode;

use crate::Finding;
use crate::attributes::child;
use crate::bodies::{Context, Walk};
use crate::index::{Entry, only_mine};
use crate::types;

/// The declarations of the one function, no template, that a name can mean.
fn only_function<'db>(
    w: &Walk<'_, 'db>,
    callee: &SyntaxNode,
    c: &Context,
) -> Option<&'db [Entry<'db>]> {
    let s = w.s;
    let t = s.tokens(callee);
    let (rooted, mut path) = s.path(t)?;
    let name = path.pop()?;
    let near = path.is_empty() && !rooted;
    if near && (w.declared.contains(name) || c.derived) {
        return None;
    }
    let entries = only_mine(s.db, s.file, name);
    let first = entries.first()?;
    let one = entries.iter().all(|e| {
        e.kind == DeclKind::Function
            && e.class.is_none()
            && !e.qualified
            && !e.friend
            && !e.template
            && !e.specialization
            && e.scope == first.scope
            && e.key == first.key
    });
    let reached = types::reached(s, first.scope, &path, rooted, s.item.scope(s.db)).is_some();
    (one && reached && crate::calls::precedes(s, first.item)).then_some(entries)
}

/// A call whose result should not be dropped, as a statement of its own.
pub(crate) fn dropped(w: &mut Walk<'_, '_>, node: &SyntaxNode, c: &Context) {
    let s = w.s;
    let Some(call) = node
        .children()
        .next()
        .filter(|n| n.kind() == CALL_EXPRESSION)
    else {
        return;
    };
    let (Some(callee), Some(list)) = (call.children().next(), child(&call, ARGUMENT_LIST)) else {
        return;
    };
    // The last statement of a statement expression is its value.
    let value = node.ancestors().any(|p| p.kind() == STATEMENT_EXPRESSION);
    if value || c.caller.is_none() || callee.kind() != ID_EXPRESSION {
        return;
    }
    let Some(entries) = only_function(w, &callee, c) else {
        return;
    };
    let marked = entries.iter().any(|e| {
        declarations(s.db, e.item)
            .get(e.decl as usize)
            .is_some_and(|d| {
                d.attributes
                    .iter()
                    .any(|a| a.name == "nodiscard" && a.arguments.is_empty())
            })
    });
    if marked {
        w.out.push(Finding::new(2809, s.tokens(&list).start));
    }
}
