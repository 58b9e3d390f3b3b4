//! Labels, jumps and the parts of a switch: each function by itself ([stmt.jump], [stmt.label]).

use cleave_codes::{Code, codes};
use cleave_diagnostics::Severity;
use cleave_names::decl::Tokens;
use cleave_syntax::SyntaxKind::*;
use cleave_syntax::flat::{Node, Token};
use rustc_hash::FxHashMap;

use crate::Finding;
use crate::engine::finding::Arg;
use crate::engine::source::Source;
use crate::engine::walk::Walk;
use crate::tokens::constants;
use crate::tokens::operands;

/// The body of a function or a lambda.
pub(crate) fn check(w: &mut Walk<'_, '_>, function: Node<'_>, dependent: bool) {
    let s = w.s;
    let mut labels: FxHashMap<String, (u32, Node<'_>)> = FxHashMap::default();
    let mut jumps = Vec::new();
    let mut switches = Vec::new();
    let mut found = Vec::new();
    // A label that a block declares, or one that is made up, is looked for elsewhere.
    let mut certain = true;
    for node in own(function) {
        match node.kind() {
            LABELED_STATEMENT => {
                let Some(t) = name(node) else { continue };
                let at = t.number();
                if let Some(&(before, _)) = labels.get(t.text()) {
                    found.push(
                        Finding::new(codes::ALREADY_DEFINED, at)
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
                    labels.insert(t.text().to_owned(), (at, node));
                }
            }
            GOTO_STATEMENT => jumps.extend(name(node).map(|t| (t, node))),
            LOCAL_LABEL_DECLARATION | STATEMENT_EXPRESSION => certain = false,
            BREAK_STATEMENT => {
                let inside = up(node, function).any(|n| is_loop(n) || n.kind() == SWITCH_STATEMENT);
                if !inside {
                    found.push(Finding::new(
                        codes::BREAK_OUTSIDE_LOOP_OR_SWITCH,
                        s.tokens(node).start,
                    ));
                }
            }
            CONTINUE_STATEMENT if !up(node, function).any(|n| is_loop(n)) => {
                found.push(Finding::new(
                    codes::CONTINUE_MUST_BE_IN_LOOP,
                    s.tokens(node).start,
                ));
            }
            CASE_STATEMENT | DEFAULT_STATEMENT => {
                let inside = up(node, function).any(|n| n.kind() == SWITCH_STATEMENT);
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
                switch(w, node, function, dependent, &mut found);
                switches.push(node);
            }
            ERROR => certain = false,
            _ => {}
        }
    }
    if !certain {
        return;
    }
    bypassed(w, function, &labels, &jumps, &switches, &mut found);
    for (t, _) in jumps {
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

fn up<'t>(node: Node<'t>, function: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    node.ancestors().take_while(move |n| *n != function)
}

fn is_loop(node: Node<'_>) -> bool {
    matches!(
        node.kind(),
        FOR_STATEMENT | RANGE_FOR_STATEMENT | WHILE_STATEMENT | DO_STATEMENT
    )
}

pub(crate) fn name(node: Node<'_>) -> Option<Token<'_>> {
    node.own_tokens().find(|t| t.kind() == IDENT)
}

/// Jumps past what must be initialized ([stmt.dcl]/3): one complaint for each `goto`, and a warning for each switch.
fn bypassed<'db>(
    w: &Walk<'_, 'db>,
    function: Node<'_>,
    labels: &FxHashMap<String, (u32, Node<'_>)>,
    jumps: &[(Token<'_>, Node<'_>)],
    switches: &[Node<'_>],
    found: &mut Vec<Finding<'db>>,
) {
    if jumps.is_empty() && switches.is_empty() {
        return;
    }
    let scopes: Vec<(Tokens, Tokens)> = own(function)
        .filter(|n| matches!(n.kind(), SIMPLE_DECLARATION | CONDITION_DECLARATION))
        .filter(|n| initialized(w, *n))
        .filter_map(|n| Some((w.s.tokens(n), scope(w.s, n)?)))
        .collect();
    let past = |from: u32, to: u32| {
        scopes.iter().any(|(declared, scope)| {
            let behind = |at: u32| scope.contains(at) && at >= declared.end;
            behind(to) && !behind(from)
        })
    };
    for (name, jump) in jumps {
        if let Some((_, label)) = labels.get(name.text())
            && let Some(number) = entered_by_jump(*label, *jump, function)
        {
            found.push(Finding::new(number, w.s.tokens(*jump).start));
            continue;
        }
        if let Some((_, label)) = labels.get(name.text())
            && past(jump.tokens().start, label.tokens().start)
        {
            let at = w.s.tokens(*jump).start;
            found.push(
                Finding::new(codes::BRANCH_PAST_INITIALIZATION, at).severity(Severity::Error),
            );
        }
    }
    for switch in switches {
        // What stands before the body is always done.
        let Some(body) = switch.children().last() else {
            continue;
        };
        let from = body.tokens().start;
        let skips = parts(*switch, function).any(|part| past(from, part.tokens().start));
        if skips {
            let at = w.s.tokens(*switch).start;
            found.push(
                Finding::new(codes::BRANCH_PAST_INITIALIZATION, at).severity(Severity::Warning),
            );
        }
    }
}

/// What a label stands in that nobody may jump into: a try-block, a handler, a branch of an `if constexpr` ([except.pre]/3,
/// [stmt.if]/2).
fn entered_by_jump(label: Node<'_>, jump: Node<'_>, function: Node<'_>) -> Option<Code> {
    let at = jump.tokens().start;
    let outside = |n: &Node<'_>| !n.tokens().contains(&at);
    let mut inner = label;
    for n in up(label, function).skip(1) {
        let number = match n.kind() {
            TRY_STATEMENT if inner.kind() == COMPOUND_STATEMENT => Some(codes::JUMP_INTO_TRY_BLOCK),
            HANDLER => Some(codes::JUMP_INTO_HANDLER),
            IF_STATEMENT if n.has(CONSTEXPR_KW) => Some(codes::JUMP_INTO_CONSTEXPR_IF),
            _ => None,
        };
        if number.is_some() && outside(&inner) {
            return number;
        }
        inner = n;
    }
    None
}

/// Whether a declaration in a body is one of an automatic variable that is certainly initialized.
fn initialized(w: &Walk<'_, '_>, declaration: Node<'_>) -> bool {
    let Some(seq) = declaration.child(DECL_SPECIFIER_SEQ) else {
        return false;
    };
    let lasting = [STATIC_KW, EXTERN_KW, TYPEDEF_KW, THREAD_LOCAL_KW, THREAD_KW];
    if lasting.iter().any(|&k| seq.has(k)) {
        return false;
    }
    declaration
        .children()
        .filter(|n| n.kind() == INIT_DECLARATOR)
        .any(|init| {
            let written = [EQUAL_INITIALIZER, BRACED_INIT_LIST, ARGUMENT_LIST];
            init.children().any(|n| written.contains(&n.kind()))
                || crate::tokens::members::constructed(w, seq, init)
        })
}

/// The scope of what a declaration in a body declares.
fn scope(s: &Source<'_>, declaration: Node<'_>) -> Option<Tokens> {
    declaration
        .ancestors()
        .skip(1)
        .find(|n| {
            n.kind() == COMPOUND_STATEMENT
                || is_loop(*n)
                || matches!(n.kind(), IF_STATEMENT | SWITCH_STATEMENT)
        })
        .map(|n| s.tokens(n))
}

/// The labels of a switch.
fn parts<'t>(switch: Node<'t>, function: Node<'t>) -> impl Iterator<Item = Node<'t>> {
    switch.descendants().filter(move |part| {
        matches!(part.kind(), CASE_STATEMENT | DEFAULT_STATEMENT)
            && up(*part, function)
                .skip(1)
                .find(|n| n.kind() == SWITCH_STATEMENT)
                == Some(switch)
    })
}

/// Cases of one value, and more than one default.
fn switch<'db>(
    w: &Walk<'_, 'db>,
    node: Node<'_>,
    function: Node<'_>,
    dependent: bool,
    found: &mut Vec<Finding<'db>>,
) {
    let s = w.s;
    let mut values: FxHashMap<i128, u32> = FxHashMap::default();
    let mut names: FxHashMap<String, u32> = FxHashMap::default();
    let mut ranges: Vec<(i128, i128, u32)> = Vec::new();
    // In a template the values are compared only if what they are compared with has a type.
    let typed = !dependent
        || node
            .child(CONDITION)
            .and_then(|c| c.children().next())
            .and_then(|e| operands::of(w, e))
            .is_some_and(|ty| ty.fundamental().is_some());
    let mut default = false;
    for part in parts(node, function) {
        if part.kind() == DEFAULT_STATEMENT {
            if default {
                found.push(Finding::new(
                    codes::DEFAULT_LABEL_APPEARS_MORE_THAN_ONCE,
                    s.tokens(part).start,
                ));
            }
            default = true;
            continue;
        }
        // `case 1 ... 3:`
        let value = part.children().next().filter(|_| typed);
        let Some(value) = value else {
            continue;
        };
        let t = s.tokens(value);
        if part.has(ELLIPSIS) {
            let high = part.children().nth(1).map(|n| s.tokens(n));
            let bounds = high.and_then(|high| {
                Some((
                    constants::integer(s, t)?,
                    constants::integer(s, high)?,
                    high,
                ))
            });
            match bounds {
                Some((low, high, at)) if high < low => {
                    found.push(Finding::new(codes::CASE_RANGE_NOT_ASCENDING, at.start));
                }
                Some((low, high, _)) => {
                    let before = values.iter().find(|(v, _)| (low..=high).contains(*v));
                    let before = before.map(|(_, at)| *at);
                    let overlaps = ranges.iter().find(|r| r.0 <= high && low <= r.1);
                    if let Some(first) = before.or(overlaps.map(|r| r.2)) {
                        found.push(Finding::new(codes::DUPLICATE_CASE_LABEL, t.start).arg(
                            Arg::Line {
                                item: s.item,
                                token: first,
                            },
                        ));
                    }
                    ranges.push((low, high, t.start));
                }
                None => {}
            }
            continue;
        }
        let in_range = |v: i128| ranges.iter().find(|r| (r.0..=r.1).contains(&v));
        let first = match constants::integer(s, t) {
            Some(v) if in_range(v).is_some() => in_range(v).map_or(t.start, |r| r.2),
            Some(v) => *values.entry(v).or_insert(t.start),
            // An enumerator has one value, whatever that is.
            None if !dependent && enumerator(w, t) => {
                let words: Vec<&str> = t.range().map(|i| s.word(i as u32)).collect();
                *names.entry(words.concat()).or_insert(t.start)
            }
            None => continue,
        };
        if first != t.start {
            found.push(
                Finding::new(codes::DUPLICATE_CASE_LABEL, t.start).arg(Arg::Line {
                    item: s.item,
                    token: first,
                }),
            );
        }
    }
}

/// Whether tokens are a name that means the same in the whole item.
fn enumerator(w: &Walk<'_, '_>, t: Tokens) -> bool {
    let s = w.s;
    let path = t
        .range()
        .all(|i| matches!(s.kind(i as u32), IDENT | COLON2));
    let free = t.range().all(|i| !w.declared.contains(s.word(i as u32)));
    path && free
}
