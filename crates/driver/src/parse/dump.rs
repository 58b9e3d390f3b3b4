//! Trees as people and tools read them: one line or one record for each node and token, nested by depth. White space is left
//! out; its place shows in the ranges.

use std::fmt::Write;

use cleave_base_db::is_stray_byte;
use cleave_syntax::SyntaxKind;
use cleave_syntax::tree::{NodeOrToken, SyntaxNode, WalkEvent};
use serde::Serialize;

/// A node or token of a tree, in the order of the text.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Entry {
    /// How many nodes it stands in.
    pub(crate) depth: usize,
    /// Its kind as the grammar names it.
    pub(crate) kind: String,
    /// Its first byte in the preprocessed text.
    pub(crate) start: usize,
    /// One past its last byte.
    pub(crate) end: usize,
    /// A token's text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) text: Option<String>,
}

/// Appends the nodes and tokens below `root`, whose text begins at byte `base`.
pub(crate) fn entries(root: &SyntaxNode, base: usize, out: &mut Vec<Entry>) {
    let mut depth = 0;
    for event in root.preorder_with_tokens() {
        let element = match event {
            WalkEvent::Enter(element) => element,
            WalkEvent::Leave(element) => {
                depth -= usize::from(element.as_node().is_some());
                continue;
            }
        };
        let range = element.text_range();
        if element.kind() != SyntaxKind::WHITESPACE {
            out.push(Entry {
                depth,
                kind: format!("{:?}", element.kind()),
                start: base + usize::from(range.start()),
                end: base + usize::from(range.end()),
                text: element.as_token().map(|t| readable(t.text())),
            });
        }
        if let NodeOrToken::Node(_) = element {
            depth += 1;
        }
    }
}

/// Bytes that were no UTF-8 as the one character that says so.
fn readable(text: &str) -> String {
    text.chars()
        .map(|c| if is_stray_byte(c) { '\u{fffd}' } else { c })
        .collect()
}

/// The entries as indented lines.
pub(crate) fn lines(entries: &[Entry]) -> String {
    let mut out = String::new();
    for e in entries {
        let indent = 2 * e.depth;
        let _ = write!(out, "{:indent$}{}@{}..{}", "", e.kind, e.start, e.end);
        match &e.text {
            Some(text) => {
                let _ = writeln!(out, " {text:?}");
            }
            None => out.push('\n'),
        }
    }
    out
}
