//! The identity of any item of a file, nodes or not: what the semantic layers are keyed by.
//!
//! Granularity: an [`ItemId`] holds no position. From an item to its identity and back goes through [`identities`], which
//! knows the items of one name only (those without a name are one group), so that a question costs what the items of its name
//! cost. What [`item_id_text`] gives compares equal when only layout or other items changed.

use cleave_base_db::{Db, SourceFile};
use cleave_syntax::lexer::token_hash;
use cleave_syntax::skeleton::{Flags, Item, ItemKind};

use crate::index::{Word, first_items};
use crate::{ItemNode, ItemText, ScopePath, item_map, item_text, skeleton};

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
    head: u64,
    kind: ItemKind,
    scope: ScopePath<'db>,
    index: u32,
}

impl<'db> Identity<'db> {
    fn new(text: &str, item: &Item, scopes: &[ScopePath<'db>], index: u32) -> Option<Self> {
        Some(Identity {
            head: token_hash(text.get(item.span.start as usize..item.head_end as usize)?),
            kind: item.kind,
            scope: *scopes.get(item.scope as usize)?,
            index,
        })
    }

    fn is_equal(&self, other: &Identity<'db>) -> bool {
        self.head == other.head && self.kind == other.kind && self.scope == other.scope
    }
}

/// The items whose first name is `word`, by the hash of their heads and then in source order; the empty word stands for those
/// without a name.
#[salsa::tracked(returns(deref))]
fn identities<'db>(db: &'db dyn Db, file: SourceFile, word: Word<'db>) -> Box<[Identity<'db>]> {
    let text: &str = file.text(db);
    let items = &skeleton(db, file).items;
    let scopes = &item_map(db, file).scopes;
    let identity = |i: u32| Identity::new(text, items.get(i as usize)?, scopes, i);
    let mut found: Vec<_> = match word.text(db) {
        "" => (items.iter().enumerate())
            .filter(|(_, item)| item.name.is_empty())
            .filter_map(|(i, _)| identity(i as u32))
            .collect(),
        _ => first_items(db, file, word)
            .into_iter()
            .filter_map(identity)
            .collect(),
    };
    found.sort_by_key(|i| (i.head, i.index));
    found.into()
}

/// The items of a name with this head.
fn with_head<'a, 'db>(all: &'a [Identity<'db>], head: u64) -> &'a [Identity<'db>] {
    let start = all.partition_point(|i| i.head < head);
    let end = all.partition_point(|i| i.head <= head);
    &all[start..end]
}

/// The identity of an item by its place among all items of the file. A place that the file lacks gives an identity that no
/// item has.
#[salsa::tracked(returns(copy))]
pub fn item_id<'db>(db: &'db dyn Db, file: SourceFile, index: u32) -> ItemId<'db> {
    let text: &str = file.text(db);
    let item = skeleton(db, file).items.get(index as usize);
    let scopes = &item_map(db, file).scopes;
    let own = item.and_then(|item| Identity::new(text, item, scopes, index));
    let (Some(item), Some(own)) = (item, own) else {
        let root = ScopePath::new(db, None, "", false);
        let word = Word::new(db, "");
        return ItemId::new(db, file, ItemKind::Other, root, word, 0, u32::MAX);
    };
    let word = Word::new(db, item.name.of(text));
    let nth = with_head(identities(db, file, word), own.head)
        .iter()
        .filter(|i| i.index < index && i.is_equal(&own))
        .count();
    ItemId::new(db, file, own.kind, own.scope, word, own.head, nth as u32)
}

/// Where an item is among all items of its file.
#[salsa::tracked(returns(copy))]
pub fn item_index<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Option<u32> {
    let all = identities(db, item.file(db), item.word(db));
    let (kind, scope) = (item.kind(db), item.scope(db));
    with_head(all, item.head(db))
        .iter()
        .filter(|i| i.kind == kind && i.scope == scope)
        .nth(item.nth(db) as usize)
        .map(|i| i.index)
}

/// The identity of an item that has a node.
#[salsa::tracked(returns(copy))]
pub fn item_id_of_node<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> ItemId<'db> {
    item_id(db, item.file(db), item.index(db))
}

/// The text of an item; empty if there is no such item any more.
#[salsa::tracked(returns(ref))]
pub fn item_id_text<'db>(db: &'db dyn Db, item: ItemId<'db>) -> ItemText {
    match item_index(db, item) {
        Some(index) => item_text(db, item.file(db), index).clone(),
        None => ItemText::new(""),
    }
}

/// What the skeleton noticed in an item: that it stands in `extern "C"`, for one.
#[salsa::tracked(returns(copy))]
pub fn item_flags<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Flags {
    let index = item_index(db, item);
    let items = &skeleton(db, item.file(db)).items;
    let item = index.and_then(|i| items.get(i as usize));
    item.map_or(Flags::default(), |i| i.flags)
}
