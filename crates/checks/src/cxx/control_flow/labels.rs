//! Where labels and jump statements may stand, each function by itself ([stmt.jump], [stmt.label]). The tree alone decides; what a
//! jump passes and which values a switch has is typing's to say.

use cleave_codes::codes;
use cleave_diagnostics::Severity;
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::flat::{Node, Token};
use rustc_hash::FxHashMap;

use crate::Finding;
use crate::engine::finding::Arg;
use crate::engine::source::Sink;
use crate::engine::walk::Walk;

/// The body of a function or a lambda.
pub(crate) fn check(w: &mut Walk<'_, '_>, function: Node<'_>) {
    let s = w.s;
    let mut labels: FxHashMap<String, u32> = FxHashMap::default();
    let mut jumps = Vec::new();
    let mut found = Vec::new();
    // A label that a block declares, or one that is made up, is looked for elsewhere.
    let mut certain = true;
    for node in own(function) {
        match node.kind() {
            LABELED_STATEMENT => {
                let Some(t) = name(node) else { continue };
                let at = t.number();
                if let Some(&before) = labels.get(t.text()) {
                    found.push(Finding::new(
                        codes::ALREADY_DEFINED {
                            entity: Arg::Entity {
                                kind: "label",
                                name: t.text().to_owned(),
                            },
                            previous: Arg::Line {
                                item: s.item,
                                token: before,
                            },
                        },
                        at,
                    ));
                } else {
                    labels.insert(t.text().to_owned(), at);
                }
            }
            GOTO_STATEMENT => jumps.extend(name(node)),
            LOCAL_LABEL_DECLARATION | STATEMENT_EXPRESSION => certain = false,
            BREAK_STATEMENT => {
                let inside = node.nearest_in(function, ENDED).is_some();
                if !inside {
                    found.push(Finding::new(
                        codes::BREAK_OUTSIDE_LOOP_OR_SWITCH,
                        s.tokens(node).start,
                    ));
                }
            }
            CONTINUE_STATEMENT if node.nearest_in(function, LOOPS).is_none() => {
                found.push(Finding::new(
                    codes::CONTINUE_MUST_BE_IN_LOOP,
                    s.tokens(node).start,
                ));
            }
            CASE_STATEMENT | DEFAULT_STATEMENT => {
                let inside = node.nearest_in(function, &[SWITCH_STATEMENT]).is_some();
                if !inside {
                    let case = node.kind() == CASE_STATEMENT;
                    let number = if case {
                        codes::CASE_LABEL_MUST_BE_IN_SWITCH
                    } else {
                        codes::DEFAULT_LABEL_MUST_BE_IN_SWITCH
                    };
                    found.push(Finding::new(number, s.tokens(node).start));
                }
            }
            SWITCH_STATEMENT => {
                defaults(w, node, function, &mut found);
            }
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
                Finding::new(codes::NEVER_DEFINED, t.number())
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

/// The nodes of a function or lambda that are no part of another one inside it.
pub(crate) fn own(function: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    function.descendants_but(move |node| {
        matches!(node.kind(), LAMBDA_EXPRESSION | FUNCTION_DEFINITION) && node != function
    })
}

/// What `continue` goes on with.
const LOOPS: &[SyntaxKind] = &[
    FOR_STATEMENT,
    RANGE_FOR_STATEMENT,
    WHILE_STATEMENT,
    DO_STATEMENT,
];

/// What `break` ends.
const ENDED: &[SyntaxKind] = &[
    FOR_STATEMENT,
    RANGE_FOR_STATEMENT,
    WHILE_STATEMENT,
    DO_STATEMENT,
    SWITCH_STATEMENT,
];

pub(crate) fn name(node: Node<'_>) -> Option<Token<'_>> {
    node.own_tokens().find(|t| t.kind() == IDENT)
}

/// The labels of a switch.
fn parts<'t>(switch: Node<'t>, function: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    switch.descendants().filter(move |part| {
        matches!(part.kind(), CASE_STATEMENT | DEFAULT_STATEMENT)
            && part.nearest_in(function, &[SWITCH_STATEMENT]) == Some(switch)
    })
}

/// More than one default.
fn defaults<'db>(w: &Walk<'_, 'db>, switch: Node<'_>, function: Node<'_>, found: &mut Sink<'db>) {
    let defaults = parts(switch, function).filter(|part| part.kind() == DEFAULT_STATEMENT);
    found.extend(defaults.skip(1).map(|part| {
        let at = w.s.tokens(part).start;
        Finding::new(codes::DEFAULT_LABEL_APPEARS_MORE_THAN_ONCE, at)
    }));
}
