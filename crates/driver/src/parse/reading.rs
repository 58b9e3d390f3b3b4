//! A text cut by the skeleton and parsed item by item, bodies included: every item, whether anybody will ask for it or not.
//! Knows no files and prints nothing.

use std::time::Duration;

use cleave_names::{IndexNames, skeleton};
use cleave_syntax::lexer::{Lexed, next_token};
use cleave_syntax::skeleton::{Item, ItemKind, Skeleton};
use cleave_syntax::tree::{GreenNode, NodeOrToken, SyntaxNode, WalkEvent};
use cleave_syntax::{Entry, Names, NoNames, Parse, ParseMode, SyntaxKind, parse_item};

use cleave_base_db::{Db, SourceFile};

use super::clock::worked;
use super::met::{Met, Recorder};

/// What the parse of one text came to.
#[derive(Clone, Debug, Default)]
pub(super) struct Totals {
    /// Items that the skeleton found.
    pub(super) items: usize,
    /// Items parsed: all that declare something and were not met before.
    pub(super) parsed: usize,
    /// Bytes of the parsed items.
    pub(super) parsed_bytes: usize,
    /// Significant tokens of the parsed items.
    pub(super) tokens: usize,
    /// Nodes of their trees.
    pub(super) nodes: usize,
    /// `ERROR` nodes among them.
    pub(super) error_nodes: usize,
    /// Errors that the parser reported.
    pub(super) errors: usize,
    /// Significant tokens outside of all items: what the skeleton could not give to any.
    pub(super) loose_tokens: usize,
    /// Whether the tokens of trees, of unparsed items and of what lies between them are the text, byte for byte.
    pub(super) lossless: bool,
    /// How long the cut took, where somebody measured it.
    pub(super) cutting: Duration,
    /// How long lexing and parsing the items took; checking and counting do not count.
    pub(super) parsing: Duration,
}

/// One item's parse, as somebody may want to see it.
pub(super) struct ItemTree<'a> {
    /// The item.
    pub(super) item: &'a Item,
    /// Its place among all items.
    pub(super) index: u32,
    /// Its tree.
    pub(super) parse: &'a Parse,
}

/// How to read.
#[derive(Clone, Copy)]
pub(super) struct Reading {
    /// Ask for the names outside of an item; else structure decides.
    pub(super) by_names: bool,
    /// Count nodes and compare bytes.
    pub(super) count: bool,
}

/// Whether an item is a bracket around others: the grammar has nothing to say to it.
pub(super) fn is_bracket(kind: ItemKind) -> bool {
    matches!(
        kind,
        ItemKind::NamespaceOpen
            | ItemKind::NamespaceClose
            | ItemKind::LinkageOpen
            | ItemKind::LinkageClose
    )
}

/// Parses the items of `file` that `met` does not hold, and shows each to `see`.
/// An item with errors counts as not met: whoever meets it again wants to hear of them again.
pub(super) fn read(
    db: &dyn Db,
    file: SourceFile,
    mut met: Option<&mut Met>,
    Reading { by_names, count }: Reading,
    see: &mut dyn FnMut(&ItemTree<'_>),
) -> Totals {
    let text: &str = file.text(db);
    let dialect = file.dialect(db);
    let skeleton: &Skeleton = skeleton(db, file);
    let mut totals = Totals {
        items: skeleton.items.len(),
        lossless: true,
        ..Totals::default()
    };
    let mut end = 0;
    for (index, item) in skeleton.items.iter().enumerate() {
        let span = item.span.range();
        totals.gap(text, end, span.start);
        end = span.end;
        let own = &text[span];
        if is_bracket(item.kind) {
            totals.tile(own);
            continue;
        }
        let known = by_names
            .then(|| IndexNames::new(db, file, index as u32))
            .flatten();
        let names: &dyn Names = known.as_ref().map_or(&NoNames, |names| names);
        if met
            .as_ref()
            .is_some_and(|met| met.holds(dialect, own, names))
        {
            totals.tile(own);
            continue;
        }
        let start = worked();
        let lexed = Lexed::new(own);
        let recorder = met.is_some().then(|| Recorder::new(names));
        let names: &dyn Names = recorder.as_ref().map_or(names, |recorder| recorder);
        let mode = ParseMode::default();
        let parse = parse_item(own, &lexed, Entry::Declaration, &dialect, names, mode);
        totals.parsing += worked().saturating_sub(start);
        totals.parsed += 1;
        totals.parsed_bytes += own.len();
        totals.tokens += lexed.len();
        totals.errors += (parse.errors.iter())
            .filter(|e| !e.kind.is_warning())
            .count();
        if count {
            totals.count(&parse.green, own);
        }
        if let (Some(met), Some(recorder)) = (&mut met, recorder)
            && parse.errors.is_empty()
            && totals.lossless
        {
            met.add(dialect, own, recorder);
        }
        see(&ItemTree {
            item,
            index: index as u32,
            parse: &parse,
        });
    }
    totals.gap(text, end, text.len());
    totals
}

impl Totals {
    /// Walks what lies between two items.
    fn gap(&mut self, text: &str, from: usize, to: usize) {
        match text.get(from..to) {
            Some(gap) => {
                self.loose_tokens += Lexed::new(gap).len();
                self.tile(gap);
            }
            // Items that overlap would repeat what lies in both.
            None => self.lossless = false,
        }
    }

    /// Checks that the raw tokens of a piece cover it.
    fn tile(&mut self, piece: &str) {
        let bytes = piece.as_bytes();
        let mut pos = 0;
        while pos < bytes.len() {
            let token = next_token(bytes, pos, false);
            pos += token.len as usize;
            self.lossless &= token.len > 0 && piece.is_char_boundary(pos);
            if token.len == 0 {
                return;
            }
        }
    }

    /// Counts the nodes of a tree and compares its tokens with the text.
    fn count(&mut self, green: &GreenNode, text: &str) {
        let mut rest = text;
        for event in SyntaxNode::new_root(green.clone()).preorder_with_tokens() {
            match event {
                WalkEvent::Enter(NodeOrToken::Node(node)) => {
                    self.nodes += 1;
                    self.error_nodes += usize::from(node.kind() == SyntaxKind::ERROR);
                }
                WalkEvent::Enter(NodeOrToken::Token(token)) => {
                    match rest.strip_prefix(token.text()) {
                        Some(after) => rest = after,
                        None => self.lossless = false,
                    }
                }
                WalkEvent::Leave(_) => {}
            }
        }
        self.lossless &= rest.is_empty();
    }
}
