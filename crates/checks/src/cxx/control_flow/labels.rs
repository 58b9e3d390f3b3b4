//! Where labels and jump statements may stand, each function by itself ([stmt.jump], [stmt.label]). The tree alone decides; what a
//! jump passes and which values a switch has is typing's to say.

use std::collections::hash_map::Entry;

use cleave_codes::codes;
use cleave_diagnostics::Severity;
use cleave_syntax::SyntaxKind::{self, *};
use cleave_syntax::flat::{KindSet, Node, Token};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::Finding;
use crate::engine::finding::Arg;
use crate::engine::source::{Sink, Source};
use crate::engine::walk::Walk;

/// The kinds of nodes that the rule looks at.
static KINDS: KindSet = KindSet::of(&[
    LABELED_STATEMENT,
    GOTO_STATEMENT,
    LABEL_ADDRESS_EXPRESSION,
    LOCAL_LABEL_DECLARATION,
    BREAK_STATEMENT,
    CONTINUE_STATEMENT,
    CASE_STATEMENT,
    DEFAULT_STATEMENT,
    SWITCH_STATEMENT,
    ERROR,
]);

/// Functions of their own.
static OTHERS: KindSet = KindSet::of(&[LAMBDA_EXPRESSION, FUNCTION_DEFINITION]);

/// The body of a function or a lambda.
pub(crate) fn check(w: &mut Walk<'_, '_>, function: Node<'_>) {
    let s = w.s;
    let mut defined = Vec::new();
    let mut used = Vec::new();
    let mut of_blocks = false;
    let mut found = Vec::new();
    let mut certain = true;
    for node in function.descendants_among_but(&KINDS, &OTHERS) {
        match node.kind() {
            LABELED_STATEMENT => defined.extend(name(node).map(|t| (node, t))),
            GOTO_STATEMENT | LABEL_ADDRESS_EXPRESSION => {
                used.extend(name(node).map(|t| (node, t)));
            }
            LOCAL_LABEL_DECLARATION => of_blocks = true,
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
    // Blocks are asked for labels of their own only where there are some.
    let label = |node, t| match of_blocks {
        true => label(s, node, t, function),
        false => (t.text(), None),
    };
    let mut labels: FxHashMap<Label<'_>, u32> = FxHashMap::default();
    for (node, t) in defined {
        let at = t.number();
        match labels.entry(label(node, t)) {
            Entry::Occupied(before) => {
                let previous = Arg::Line {
                    item: s.item,
                    token: *before.get(),
                };
                let entity = text_of(t);
                found.push(Finding::new(
                    codes::ALREADY_DEFINED { entity, previous },
                    at,
                ));
            }
            Entry::Vacant(new) => {
                new.insert(at);
            }
        }
    }
    // A label is missed once, where it is used first.
    let mut missed = FxHashSet::default();
    for (node, t) in used {
        let label = label(node, t);
        if !labels.contains_key(&label) && missed.insert(label) {
            found.push(
                Finding::new(codes::NEVER_DEFINED, t.number())
                    .severity(Severity::Error)
                    .arg(text_of(t)),
            );
        }
    }
    w.out.extend(found);
}

/// A label: its name, and the first token of the block that declares it as its own by `__label__`; otherwise it is the function's.
type Label<'t> = (&'t str, Option<u32>);

/// What the name `t` in `node` stands for ([stmt.label]/1; [GCC's local labels](https://gcc.gnu.org/onlinedocs/gcc/Local-Labels.html)).
fn label<'t>(s: &Source<'_>, node: Node<'t>, t: Token<'t>, function: Node<'t>) -> Label<'t> {
    let declares = |block: &Node<'t>| {
        // They stand at the beginning of their block.
        let declared = block
            .children()
            .take_while(|n| n.kind() == LOCAL_LABEL_DECLARATION);
        let mut names = declared.flat_map(|n| n.own_tokens());
        names.any(|own| own.kind() == IDENT && own.text() == t.text())
    };
    let blocks = node.ancestors().take_while(|n| *n != function);
    let mut blocks = blocks.filter(|n| n.kind() == COMPOUND_STATEMENT);
    let block = blocks.find(declares);
    (t.text(), block.map(|block| s.tokens(block).start))
}

fn text_of<'db>(t: Token<'_>) -> Arg<'db> {
    Arg::Entity {
        kind: "label",
        name: t.text().to_owned(),
    }
}

/// The nodes of a function or lambda that are no part of another one inside it.
pub(crate) fn own(function: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    function.descendants_but(move |node| OTHERS.has(node.kind()) && node != function)
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
