//! What is certain about a call without looking at conversions: that something is called at all, how many arguments it takes, and
//! that its result matters; and that what is const is not assigned to.

use cleave_names::decl::{DeclKind, Shape};
use cleave_names::declarations;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::tree::{SyntaxElement, SyntaxNode};

use crate::Finding;
use crate::attributes::child;
use crate::bodies::{Context, Walk};
use crate::conversions;
use crate::index::{Entry, only_mine};
use crate::operands;
use crate::types;

/// `f(…)` and `f<<<…>>>(…)`
pub(crate) fn call(w: &mut Walk<'_, '_>, node: &SyntaxNode, c: &Context) {
    let s = w.s;
    let (Some(callee), Some(list)) = (node.children().next(), child(node, ARGUMENT_LIST)) else {
        return;
    };
    if c.unevaluated || c.discarded || callee.kind() != ID_EXPRESSION {
        return;
    }
    let t = s.tokens(&callee);
    let single = t.end == t.start + 1;
    if single
        && !c.dependent
        && let Some(ty) = operands::named_variable(w, s.word(t.start), &callee)
    {
        if ty.fundamental().is_some() {
            w.out.push(Finding::new(109, t.start));
        }
        return;
    }
    if list.children().any(|a| a.kind() == PACK_EXPANSION) {
        return;
    }
    let Some(entries) = only_function(w, &callee, c) else {
        return;
    };
    let known = |a: &SyntaxNode| {
        a.kind() == LITERAL || operands::of(w, a).is_some_and(|ty| ty.is_known_object())
    };
    if c.dependent && !list.children().all(|a| known(&a)) {
        return;
    }
    let function = entries[0].clone();
    let least = needed(w, entries);
    let most = entries.iter().map(|e| e.arity.1).max().unwrap_or(0);
    let count = list.children().count() as u32;
    if count < least {
        let close = s.tokens(&list).end.saturating_sub(1);
        w.out.push(Finding::new(165, close));
    } else if count > most
        && let Some(extra) = list.children().nth(most as usize)
    {
        w.out.push(Finding::new(140, s.tokens(&extra).start));
    } else {
        conversions::arguments(w, &function, &list, c);
    }
}

/// How many arguments a function needs: each of its declarations may add default arguments ([dcl.fct.default]).
fn needed(w: &Walk<'_, '_>, entries: &[Entry<'_>]) -> u32 {
    let mut first = u32::MAX;
    for e in entries {
        let decl = declarations(w.s.db, e.item).get(e.decl as usize);
        let Some(f) = decl.and_then(|d| d.function.as_ref()) else {
            return 0;
        };
        let default = f
            .params
            .iter()
            .position(|p| !p.default.is_empty() || p.pack);
        first = first.min(default.unwrap_or(f.params.len()) as u32);
    }
    first
}

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

/// Whether a literal may be the user's own to define ([lex.ext]).
fn has_literal_operator(w: &Walk<'_, '_>, literal: &SyntaxNode) -> bool {
    let t = w.s.tokens(literal);
    w.s.word(t.start).contains('_')
}

/// Assignments to variables of scalar type that are const, and to numbers.
pub(crate) fn assigned(w: &mut Walk<'_, '_>, node: &SyntaxNode, c: &Context) {
    let operator: String = node
        .children_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .filter(|t| !t.kind().is_trivia())
        .map(|t| t.text().to_owned())
        .collect();
    let assigns = match node.kind() {
        BINARY_EXPRESSION => matches!(
            operator.as_str(),
            "=" | "+=" | "-=" | "*=" | "/=" | "%=" | "&=" | "|=" | "^=" | "<<=" | ">>="
        ),
        _ => matches!(operator.as_str(), "++" | "--"),
    };
    let Some(target) = node.children().next().filter(|_| assigns) else {
        return;
    };
    if c.unevaluated {
        return;
    }
    let number = target.kind() == LITERAL && w.s.kind(w.s.tokens(&target).start) != STRING_LITERAL;
    if number && !has_literal_operator(w, &target) {
        w.out.push(Finding::new(137, w.s.tokens(&target).start));
        return;
    }
    let object = matches!(
        target.kind(),
        ID_EXPRESSION | SUBSCRIPT_EXPRESSION | PREFIX_EXPRESSION
    );
    if c.dependent || !object {
        return;
    }
    let constant = operands::of(w, &target).is_some_and(|ty| {
        let scalar = ty.fundamental().is_some() || ty.shape.first() == Some(&Shape::Pointer);
        ty.constant && scalar
    });
    if constant {
        w.out.push(Finding::new(137, w.s.tokens(&target).start));
    }
}
