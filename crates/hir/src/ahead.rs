//! Lowering ahead: what a run is going to ask of headers, guessed from the names that the user's code mentions, for a core that
//! has nothing better to do. A guess that is wrong costs time and changes no answer.

use std::collections::VecDeque;

use cleave_base_db::{Db, SourceFile};
use cleave_names::{
    Candidate, ItemId, ItemNode, ScopePath, Word, candidates, declares, is_sole, item_id_of_node,
    lexed,
};
use cleave_syntax::SyntaxKind::IDENT;
use cleave_syntax::skeleton::{Flags, ItemKind};
use rustc_hash::FxHashSet;

use crate::{Code, TypeRef, item_hir};

/// Lowers `items`, what is declared by the names that they mention, what is declared by the names that those declarations
/// mention, and so on, while `go_on` says so. Declarations in namespaces that nothing has mentioned are left alone.
pub fn lower_ahead<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    items: &[ItemNode<'db>],
    go_on: impl Fn() -> bool,
) {
    let mut ahead = Ahead {
        db,
        file,
        names: FxHashSet::default(),
        seen: FxHashSet::default(),
        next: VecDeque::new(),
    };
    let mut names = Vec::new();
    for &item in items {
        let (lexed, text) = (lexed(db, item), item.text(db).as_str());
        let words = (0..lexed.len()).filter(|&token| lexed.kind(token) == IDENT);
        let words = words.map(|token| &text[lexed.range(token)]);
        let id = item_id_of_node(db, item);
        // What it declares itself is taken in any case; who mentions that asks what else is called so.
        let own = item.name(db);
        let others = words.filter(|word| *word != own);
        let new = others.filter(|word| ahead.names.insert(word));
        names.extend(new.filter(|word| !is_sole(db, id, word)));
        if !go_on() {
            return;
        }
        let item = id;
        ahead.seen.insert(item);
        ahead.next.push_back(item);
    }
    names.into_iter().for_each(|name| ahead.declared(name));
    while let Some(item) = ahead.next.pop_front() {
        if !go_on() {
            return;
        }
        let hir = item_hir(db, item);
        // Of classes few members are used.
        if item.kind(db) != ItemKind::Class {
            ahead.mentioned(&hir.code);
        }
    }
}

struct Ahead<'db> {
    db: &'db dyn Db,
    file: SourceFile,
    /// The names that have been met.
    names: FxHashSet<&'db str>,
    /// The items that have been met.
    seen: FxHashSet<ItemId<'db>>,
    /// Those of them that have not been lowered.
    next: VecDeque<ItemId<'db>>,
}

impl<'db> Ahead<'db> {
    fn declared(&mut self, name: &str) {
        // Most names of a function are its own.
        if !declares(self.db, self.file, name) {
            return;
        }
        let word = Word::new(self.db, name.to_owned());
        for candidate in candidates(self.db, self.file, word) {
            // What a name denotes, and not what specialises it.
            let general = !candidate.arguments && !candidate.flags.has(Flags::SPECIALIZATION);
            if general && self.is_near(candidate) && self.seen.insert(candidate.item) {
                self.next.push_back(candidate.item);
            }
        }
    }

    /// Whether each namespace around it has been mentioned, or needs not be to be looked into.
    fn is_near(&self, candidate: &Candidate<'db>) -> bool {
        let mut at: Option<ScopePath<'db>> = Some(candidate.scope);
        while let Some(scope) = at {
            let name = scope.name(self.db);
            if !name.is_empty() && !scope.inline(self.db) && !self.names.contains(name) {
                return false;
            }
            at = scope.parent(self.db);
        }
        true
    }

    fn mentioned(&mut self, code: &'db Code) {
        for (_, ty) in code.types.iter() {
            let TypeRef::Path { path, .. } = ty else {
                continue;
            };
            let qualifiers = path.qualifiers.iter().map(|segment| &segment.name);
            for name in qualifiers.chain(path.name.ident()) {
                if self.names.insert(name.as_str()) {
                    self.declared(name.as_str());
                }
            }
        }
    }
}
