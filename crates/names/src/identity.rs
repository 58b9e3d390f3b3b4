//! The identity of any item of a file, nodes or not: what the semantic layers are keyed by.
//!
//! Granularity: an [`ItemId`] holds no position. From an item to its identity and back goes through [`identities`], which
//! knows the items of one name only (those without a name are one group), so that a question costs what the items of its name
//! cost. What [`item_id_text`] gives compares equal when only layout or other items changed.

use std::hash::BuildHasher;

use cleave_base_db::{Db, Kept, SourceFile};
use cleave_syntax::lexer::token_hash;
use cleave_syntax::skeleton::{Flags, ItemKind};
use rustc_hash::{FxBuildHasher, FxHashMap};

use crate::index::{Word, first_items, may_declare};
use crate::map::part_nodes;
use crate::owners::is_of_user_at;
use crate::parts::{Part, file_parts, part_scopes, part_text, place, scanned};
use crate::{ItemNode, ItemText, ScopePath};

/// An item of a file: any namespace-level declaration.
///
/// # ID stability
/// As [`ItemNode`]'s: kind, scope, name and the tokens of the head; equals are told apart by their order.
#[salsa::interned(debug)]
pub struct ItemId<'db> {
    /// The file it is of.
    #[returns(copy)]
    pub file: SourceFile,
    /// What it is.
    #[returns(copy)]
    pub kind: ItemKind,
    /// Where it stands.
    #[returns(copy)]
    pub scope: ScopePath<'db>,
    /// The first name it declares.
    #[returns(copy)]
    pub word: Word<'db>,
    /// The hash of its head's tokens.
    #[returns(copy)]
    pub head: u64,
    /// Its number among the items that are equal in all else, from 0.
    #[returns(copy)]
    pub nth: u32,
}

impl<'db> ItemId<'db> {
    /// The first name it declares; empty if none.
    pub fn name(self, db: &'db dyn salsa::Database) -> &'db str {
        self.word(db).text(db)
    }
}

/// One of the items of a name.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
struct Identity<'db> {
    index: u32,
    head: u64,
    kind: ItemKind,
    scope: ScopePath<'db>,
    nth: u32,
}

impl Identity<'_> {
    /// A hash of all that tells the items of a name apart: equal heads are many where one line is written again and again.
    fn key(&self) -> u64 {
        key(self.head, self.kind, self.scope, self.nth)
    }
}

fn key(head: u64, kind: ItemKind, scope: ScopePath<'_>, nth: u32) -> u64 {
    FxBuildHasher.hash_one((head, kind, scope, nth))
}

/// The items of a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
struct Identities<'db> {
    /// In source order.
    all: Box<[Identity<'db>]>,
    /// Their numbers in `all`, by what tells them apart.
    by_key: Box<[u32]>,
}

impl<'db> Identities<'db> {
    fn new(mut all: Vec<Identity<'db>>) -> Self {
        let mut seen = FxHashMap::default();
        for item in &mut all {
            let equal = seen.entry((item.head, item.kind, item.scope)).or_insert(0);
            item.nth = *equal;
            *equal += 1;
        }
        let mut by_key: Vec<u32> = (0..all.len() as u32).collect();
        by_key.sort_by_cached_key(|&i| all[i as usize].key());
        Identities {
            all: all.into(),
            by_key: by_key.into(),
        }
    }

    fn at(&self, index: u32) -> Option<&Identity<'db>> {
        let at = self.all.binary_search_by_key(&index, |i| i.index).ok()?;
        self.all.get(at)
    }

    fn with_key(&self, key: u64) -> impl Iterator<Item = &Identity<'db>> {
        let of = |&i: &u32| &self.all[i as usize];
        let start = self.by_key.partition_point(|i| of(i).key() < key);
        let rest = self.by_key[start..].iter().map(of);
        rest.take_while(move |i| i.key() == key)
    }
}

/// The items whose first name is `word`; the empty word stands for those without a name.
#[salsa::tracked(returns(ref))]
fn identities<'db>(db: &'db dyn Db, file: SourceFile, word: Word<'db>) -> Identities<'db> {
    let parts = file_parts(db, file);
    if let [only] = parts {
        return Identities::new(find(db, only.part, word));
    }
    let with = parts
        .iter()
        .filter(|placed| may_declare(db, file, placed.part, word));
    let found = with.flat_map(|placed| {
        let own = identities_in(db, placed.part, word).iter();
        own.map(|identity| Identity {
            index: identity.index + placed.first,
            ..identity.clone()
        })
    });
    Identities::new(found.collect())
}

/// The items of a part whose first name is `word`, by their places in the part; which of equal ones an item is stays open.
#[salsa::tracked(returns(deref))]
fn identities_in<'db>(db: &'db dyn Db, part: Part<'db>, word: Word<'db>) -> Box<[Identity<'db>]> {
    find(db, part, word).into()
}

fn find<'db>(db: &'db dyn Db, part: Part<'db>, word: Word<'db>) -> Vec<Identity<'db>> {
    let text = part_text(db, part);
    let items = &scanned(db, part).skeleton.items;
    let identity = |index: u32| {
        let item = items.get(index as usize)?;
        Some(Identity {
            index,
            head: token_hash(text.get(item.span.start as usize..item.head_end as usize)?),
            kind: item.kind,
            scope: *part_scopes(db, part).get(item.scope as usize)?,
            nth: 0,
        })
    };
    match word.text(db) {
        "" => (items.iter().enumerate())
            .filter(|(_, item)| item.name.is_empty())
            .filter_map(|(i, _)| identity(i as u32))
            .collect(),
        _ => first_items(db, part, word)
            .into_iter()
            .filter_map(identity)
            .collect(),
    }
}

/// The identity of an item by its place among all items of the file. A place that the file lacks gives an identity that no
/// item has.
#[salsa::tracked(returns(copy))]
pub fn item_id<'db>(db: &'db dyn Db, file: SourceFile, index: u32) -> ItemId<'db> {
    item_id_at(db, file, index)
}

/// The same, not remembered: for a query that reads the skeleton in any case.
pub fn item_id_at<'db>(db: &'db dyn Db, file: SourceFile, index: u32) -> ItemId<'db> {
    let name = place(db, file, index).and_then(|place| {
        let item = place.item(db)?;
        Some(item.name.of(part_text(db, place.part)))
    });
    let word = Word::new(db, name.unwrap_or_default());
    match identities(db, file, word).at(index) {
        Some(own) => ItemId::new(db, file, own.kind, own.scope, word, own.head, own.nth),
        None => {
            let root = ScopePath::new(db, None, "", false);
            ItemId::new(db, file, ItemKind::Other, root, word, 0, u32::MAX)
        }
    }
}

/// Where an item is among all items of its file.
pub fn item_index<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Option<u32> {
    let asked = || tracked::item_index(db, item);
    static KEPT: Kept<Option<u32>> = Kept::new();
    KEPT.of(db, item, asked).copied().unwrap_or_else(asked)
}

/// The identity of an item that has a node.
#[salsa::tracked(returns(copy))]
pub fn item_id_of_node<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> ItemId<'db> {
    let (file, word) = (item.file(db), Word::new(db, item.name(db)));
    // Where the item stands counts only if there are others of its name.
    match &*identities(db, file, word).all {
        [only] => ItemId::new(db, file, only.kind, only.scope, word, only.head, only.nth),
        _ => item_id_at(db, file, item.index(db)),
    }
}

/// The text of an item; empty if there is no such item any more.
#[salsa::tracked(returns(ref))]
pub fn item_id_text<'db>(db: &'db dyn Db, item: ItemId<'db>) -> ItemText {
    let place = item_index(db, item).and_then(|index| place(db, item.file(db), index));
    place.map_or_else(|| ItemText::new(""), |place| place.kept_text(db))
}

/// What the skeleton noticed in an item: that it stands in `extern "C"`, for one.
#[salsa::tracked(returns(copy))]
pub fn item_flags<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Flags {
    let place = item_index(db, item).and_then(|index| place(db, item.file(db), index));
    let item = place.and_then(|place| place.item(db));
    item.map_or(Flags::default(), |i| i.flags)
}

/// Whether an item stands in a file of the user's own.
pub fn is_of_user<'db>(db: &'db dyn Db, item: ItemId<'db>) -> bool {
    let asked = || tracked::is_of_user(db, item);
    static KEPT: Kept<bool> = Kept::new();
    KEPT.of(db, item, asked).copied().unwrap_or_else(asked)
}

mod tracked {
    use super::*;

    /// Where an item is among all items of its file.
    #[salsa::tracked(returns(copy))]
    pub(super) fn item_index<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Option<u32> {
        let (head, kind, scope, nth) = (item.head(db), item.kind(db), item.scope(db), item.nth(db));
        identities(db, item.file(db), item.word(db))
            .with_key(key(head, kind, scope, nth))
            .find(|i| i.head == head && i.kind == kind && i.scope == scope && i.nth == nth)
            .map(|i| i.index)
    }

    /// Whether an item stands in a file of the user's own. A query of its own: it reads positions, which move at every edit.
    #[salsa::tracked(returns(copy))]
    pub(super) fn is_of_user<'db>(db: &'db dyn Db, item: ItemId<'db>) -> bool {
        let file = item.file(db);
        let place = item_index(db, item).and_then(|index| place(db, file, index));
        place.is_some_and(|place| is_of_user_at(db, file, place))
    }
}

/// The node of an item of the user's own. It is another one when the item is in another part.
#[salsa::tracked(returns(copy))]
pub fn user_node<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Option<ItemNode<'db>> {
    item_node(db, item).filter(|node| node.flags(db).has(Flags::USER))
}

/// The node of an item, if it has one.
pub fn item_node<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Option<ItemNode<'db>> {
    let (file, index) = (item.file(db), item_index(db, item)?);
    let place = place(db, file, index)?;
    let nodes = part_nodes(db, file, place.part);
    let at = nodes.binary_search_by_key(&place.number, |node| node.1);
    at.ok().map(|at| nodes[at].0)
}
