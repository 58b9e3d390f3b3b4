//! Items that the reference does not read: behind a declaration of a namespace that lacks its `;`, and ends in a body, it goes on at
//! the next `;` that stands outside of brackets, so that the definitions in between are lost.
//!
//! It must not know what is said of an item.

use cleave_base_db::SourceFile;
use cleave_names::{flat_bodies, item_scope, part_user_nodes};
use cleave_syntax::lexer::Lexed;
use cleave_syntax::{SyntaxErrorKind, SyntaxKind};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::places::Places;

/// What is lost in a file.
#[derive(Default)]
pub(crate) struct Unread {
    /// The items, by their places among all items.
    pub(crate) items: FxHashSet<u32>,
    /// Of an item whose `;` is missing, the byte where the reference goes on.
    pub(crate) restarts: FxHashMap<u32, usize>,
}

impl Places<'_> {
    /// What the reference does not read of a file.
    pub(crate) fn unread(&self, file: SourceFile) -> Unread {
        let db = self.db();
        let mut out = Unread::default();
        for stretch in &self.stretches {
            for &(node, number) in part_user_nodes(db, file, stretch.part) {
                let index = stretch.first + number;
                let Some(error) = flat_bodies(db, node).errors.last() else {
                    continue;
                };
                let missing = SyntaxErrorKind::Expected(SyntaxKind::SEMICOLON);
                if error.kind != missing || out.items.contains(&index) {
                    continue;
                }
                let text = stretch.skeleton.items[number as usize]
                    .span
                    .of(stretch.text);
                let lexed = Lexed::new(text);
                let at = error.token as usize;
                let to_the_end = error.restart.is_some_and(|to| to as usize >= lexed.len());
                let last = lexed.len().checked_sub(1).map(|last| lexed.kind(last));
                if at < lexed.len() && last == Some(SyntaxKind::R_BRACE) && to_the_end {
                    self.lost_behind(file, index, &mut out);
                }
            }
        }
        out
    }

    /// The items behind one that lacks its `;`, in the same namespace, up to a `;`.
    fn lost_behind(&self, file: SourceFile, index: u32, out: &mut Unread) {
        let scope = |index| item_scope(self.db(), file, index);
        let own = scope(index);
        let mut next = index + 1;
        while let Some((stretch, item)) = self.item_at(next)
            && scope(next) == own
        {
            out.items.insert(next);
            let text = item.span.of(stretch.text);
            if let Some(end) = first_semicolon(text) {
                let start = stretch.start + item.span.start as usize;
                out.restarts.insert(index, start + end);
                return;
            }
            next += 1;
        }
    }
}

/// The byte of the first `;` outside of brackets.
fn first_semicolon(text: &str) -> Option<usize> {
    let lexed = Lexed::new(text);
    let mut depth = 0u32;
    for i in 0..lexed.len() {
        match lexed.kind(i) {
            SyntaxKind::L_PAREN | SyntaxKind::L_BRACE | SyntaxKind::L_BRACK => depth += 1,
            SyntaxKind::R_PAREN | SyntaxKind::R_BRACE | SyntaxKind::R_BRACK => {
                depth = depth.saturating_sub(1);
            }
            SyntaxKind::SEMICOLON if depth == 0 => return Some(lexed.range(i).start),
            _ => {}
        }
    }
    None
}
