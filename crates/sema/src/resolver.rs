//! The state of one question: the trees parsed for it, the classes met, and how much may still be spent.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use cleave_base_db::{Db, SourceFile};
use cleave_mangle::{Name, Scope, Unqualified};
use cleave_names::{ScopePath, parse_as};
use cleave_syntax::tree::SyntaxNode;
use rustc_hash::FxHashMap;

use crate::entity::Declared;
use crate::env::{ClassInfo, Definition, Symbol};
use crate::index::{
    NamedItem, Namespaces, Word, item_head, item_scope, item_text, named_items, namespace_tags,
    namespaces,
};

/// How deep one lookup may lead to another. Types of real code need about twenty.
const MAX_DEPTH: u32 = 96;
/// How many steps a question may take in all.
const FUEL: u32 = 50_000;

/// What members of classes mean that were asked for.
type Members<'db> = FxHashMap<(Arc<Name>, String), Option<Symbol<'db>>>;

/// Resolves names and types of one file.
pub(crate) struct Resolver<'db> {
    pub(crate) db: &'db dyn Db,
    pub(crate) file: SourceFile,
    pub(crate) root: ScopePath<'db>,
    pub(crate) namespaces: &'db Namespaces<'db>,
    pub(crate) classes: RefCell<FxHashMap<Arc<Name>, ClassInfo<'db>>>,
    pub(crate) definitions: RefCell<FxHashMap<Arc<Name>, Option<Definition<'db>>>>,
    pub(crate) members: RefCell<Members<'db>>,
    /// The functions that an item declares.
    pub(crate) functions: RefCell<FxHashMap<u32, Rc<[Declared<'db>]>>>,
    spaces: RefCell<FxHashMap<ScopePath<'db>, Arc<Name>>>,
    words: RefCell<FxHashMap<String, &'db [NamedItem<'db>]>>,
    heads: RefCell<FxHashMap<u32, SyntaxNode>>,
    items: RefCell<FxHashMap<u32, SyntaxNode>>,
    depth: Cell<u32>,
    fuel: Cell<u32>,
}

/// An item that was found by its place.
pub(crate) struct PlacedItem<'db> {
    pub(crate) scope: Option<ScopePath<'db>>,
    pub(crate) root: SyntaxNode,
}

/// One level of recursion; ends when dropped.
pub(crate) struct Level<'r>(&'r Cell<u32>);

impl Drop for Level<'_> {
    fn drop(&mut self) {
        self.0.set(self.0.get() - 1);
    }
}

impl<'db> Resolver<'db> {
    pub(crate) fn new(db: &'db dyn Db, file: SourceFile) -> Self {
        Resolver {
            db,
            file,
            root: ScopePath::new(db, None, "", false),
            namespaces: namespaces(db, file),
            classes: RefCell::default(),
            definitions: RefCell::default(),
            members: RefCell::default(),
            functions: RefCell::default(),
            spaces: RefCell::default(),
            words: RefCell::default(),
            heads: RefCell::default(),
            items: RefCell::default(),
            depth: Cell::new(0),
            fuel: Cell::new(FUEL),
        }
    }

    /// One level deeper, unless that is too deep or all is spent.
    pub(crate) fn deeper(&self) -> Option<Level<'_>> {
        let fuel = self.fuel.get().checked_sub(1)?;
        self.fuel.set(fuel);
        if self.depth.get() >= MAX_DEPTH {
            return None;
        }
        self.depth.set(self.depth.get() + 1);
        Some(Level(&self.depth))
    }

    /// The items that declare `name`.
    pub(crate) fn items_named(&self, name: &str) -> &'db [NamedItem<'db>] {
        if let Some(&found) = self.words.borrow().get(name) {
            return found;
        }
        let found = named_items(self.db, self.file, Word::new(self.db, name));
        self.words.borrow_mut().insert(name.to_owned(), found);
        found
    }

    /// The text of an item without its body.
    pub(crate) fn head_text(&self, item: &NamedItem<'db>) -> &'db str {
        item_head(self.db, self.file, item.index).as_str()
    }

    /// The tree of an item without its body.
    pub(crate) fn head(&self, item: &NamedItem<'db>) -> SyntaxNode {
        self.heads
            .borrow_mut()
            .entry(item.index)
            .or_insert_with(|| parse_as(self.db, self.file, item.index, self.head_text(item)))
            .clone()
    }

    /// The tree of a whole item.
    pub(crate) fn whole(&self, item: &NamedItem<'db>) -> SyntaxNode {
        if !item.body {
            return self.head(item);
        }
        self.items
            .borrow_mut()
            .entry(item.index)
            .or_insert_with(|| self.parse_whole(item.index))
            .clone()
    }

    fn parse_whole(&self, index: u32) -> SyntaxNode {
        let text = item_text(self.db, self.file, index).as_str();
        parse_as(self.db, self.file, index, text)
    }

    /// An item by its place.
    pub(crate) fn item_at(&self, index: u32) -> PlacedItem<'db> {
        let root = self
            .items
            .borrow_mut()
            .entry(index)
            .or_insert_with(|| self.parse_whole(index))
            .clone();
        PlacedItem {
            scope: *item_scope(self.db, self.file, index),
            root,
        }
    }

    /// A namespace as the linker names it; `None` for the global one.
    pub(crate) fn namespace_name(&self, scope: ScopePath<'db>) -> Option<Arc<Name>> {
        let parent = scope.parent(self.db)?;
        if let Some(name) = self.spaces.borrow().get(&scope) {
            return Some(name.clone());
        }
        let word = scope.name(self.db);
        let id = if word.is_empty() {
            Unqualified::UnnamedNamespace
        } else {
            let tags = namespace_tags(self.db, self.file, scope);
            if tags.is_empty() {
                Unqualified::Identifier(word.to_owned())
            } else {
                Unqualified::InlineNamespace {
                    name: word.to_owned(),
                    abi_tags: tags.to_vec(),
                }
            }
        };
        let name = Arc::new(Name::new(self.namespace_scope(parent), id));
        self.spaces.borrow_mut().insert(scope, name.clone());
        Some(name)
    }

    /// A namespace as what encloses a name.
    pub(crate) fn namespace_scope(&self, scope: ScopePath<'db>) -> Scope {
        match self.namespace_name(scope) {
            Some(name) => Scope::In(name),
            None => Scope::Global,
        }
    }

    /// Whether names of `inner` are visible in `outer` as its own: through inline and unnamed namespaces.
    pub(crate) fn is_transparent_in(&self, inner: ScopePath<'db>, outer: ScopePath<'db>) -> bool {
        let mut at = inner;
        while at != outer {
            let Some(parent) = at.parent(self.db) else {
                return false;
            };
            if !(at.inline(self.db) || at.name(self.db).is_empty()) {
                return false;
            }
            at = parent;
        }
        true
    }
}
