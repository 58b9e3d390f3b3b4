//! Labels, jumps and the parts of a switch: each function by itself ([stmt.jump], [stmt.label]).

use cleave_diagnostics::Severity;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::tree::{SyntaxElement, SyntaxNode, SyntaxToken};
use rustc_hash::FxHashMap;

use crate::Finding;
use crate::bodies::{Walk, has};
use crate::constants;
use crate::finding::Arg;
use crate::source::Source;

/// The body of a function or a lambda.
pub(crate) fn check(w: &mut Walk<'_, '_>, function: &SyntaxNode) {
    let s = w.s;
    let mut labels: FxHashMap<String, u32> = FxHashMap::default();
    let mut jumps = Vec::new();
    let mut found = Vec::new();
    // A label that a block declares, or one that is made up, is looked for elsewhere.
    let mut certain = true;
    for node in own(function) {
        match node.kind() {
            LABELED_STATEMENT => {
                let Some(t) = name(&node) else { continue };
                let at = token(s, &t);
                if let Some(&before) = labels.get(t.text()) {
                    found.push(
                        Finding::new(3369, at)
                            .arg(Arg::Entity {
                                kind: "label",
                                name: t.text().to_owned(),
                            })
                            .arg(Arg::Line {
                                item: s.item,
                                token: before,
                            }),
                    );
                } else {
                    labels.insert(t.text().to_owned(), at);
                }
            }
            GOTO_STATEMENT => jumps.extend(name(&node)),
            LOCAL_LABEL_DECLARATION | STATEMENT_EXPRESSION => certain = false,
            BREAK_STATEMENT => {
                let inside =
                    up(&node, function).any(|n| is_loop(&n) || n.kind() == SWITCH_STATEMENT);
                if !inside {
                    found.push(Finding::new(116, s.tokens(&node).start));
                }
            }
            SWITCH_STATEMENT => switch(s, &node, function, &mut found),
            ERROR => certain = false,
            _ => {}
        }
    }
    if !certain {
        return;
    }
    for t in jumps {
        if !labels.contains_key(t.text()) {
            found.push(
                Finding::new(114, token(s, &t))
                    .severity(Severity::Error)
                    .arg(Arg::Entity {
                        kind: "label",
                        name: t.text().to_owned(),
                    }),
            );
        }
    }
    w.out.extend(found);
}

/// The nodes of a function that are no part of another one inside it.
fn own(function: &SyntaxNode) -> impl Iterator<Item = SyntaxNode> {
    function.descendants().filter(|n| {
        n.ancestors()
            .find(|a| matches!(a.kind(), LAMBDA_EXPRESSION | FUNCTION_DEFINITION))
            .as_ref()
            == Some(function)
    })
}

fn up(node: &SyntaxNode, function: &SyntaxNode) -> impl Iterator<Item = SyntaxNode> {
    let function = function.clone();
    node.ancestors().take_while(move |n| *n != function)
}

fn is_loop(node: &SyntaxNode) -> bool {
    matches!(
        node.kind(),
        FOR_STATEMENT | RANGE_FOR_STATEMENT | WHILE_STATEMENT | DO_STATEMENT
    )
}

fn name(node: &SyntaxNode) -> Option<SyntaxToken> {
    node.children_with_tokens()
        .filter_map(SyntaxElement::into_token)
        .find(|t| t.kind() == IDENT)
}

fn token(s: &Source<'_>, t: &SyntaxToken) -> u32 {
    s.lexed.at_or_after(t.text_range().start().into()) as u32
}

/// Cases of one value, and more than one default.
fn switch<'db>(
    s: &Source<'db>,
    node: &SyntaxNode,
    function: &SyntaxNode,
    found: &mut Vec<Finding<'db>>,
) {
    let mut values: FxHashMap<i128, u32> = FxHashMap::default();
    let mut default = false;
    for part in node.descendants() {
        let mine = up(&part, function)
            .skip(1)
            .find(|n| n.kind() == SWITCH_STATEMENT)
            .as_ref()
            == Some(node);
        match part.kind() {
            CASE_STATEMENT if mine => {
                let Some(value) = part.children().next() else {
                    continue;
                };
                let t = s.tokens(&value);
                // `case 1 ... 3:`
                if has(&part, ELLIPSIS) {
                    continue;
                }
                let Some(v) = constants::integer(s, t) else {
                    continue;
                };
                match values.get(&v) {
                    Some(&before) => found.push(Finding::new(1578, t.start).arg(Arg::Line {
                        item: s.item,
                        token: before,
                    })),
                    None => {
                        values.insert(v, t.start);
                    }
                }
            }
            DEFAULT_STATEMENT if mine => {
                if default {
                    found.push(Finding::new(124, s.tokens(&part).start));
                }
                default = true;
            }
            _ => {}
        }
    }
}
