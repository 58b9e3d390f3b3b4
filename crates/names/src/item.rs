//! Items and scopes as salsa structs.

use cleave_base_db::{PieceText, SourceFile};
use cleave_syntax::Dialect;
use cleave_syntax::lexer::same_tokens;
use cleave_syntax::skeleton::{Flags, ItemKind};

/// A namespace by its path. The global namespace has no parent and an empty name.
#[salsa::interned(debug)]
pub struct ScopePath<'db> {
    /// The enclosing namespace.
    #[returns(copy)]
    pub parent: Option<ScopePath<'db>>,
    /// Its name; empty for the global and for unnamed namespaces.
    #[returns(deref)]
    pub name: String,
    /// Whether it was first opened as an inline namespace.
    #[returns(copy)]
    pub inline: bool,
}

impl<'db> ScopePath<'db> {
    /// Whether this is the global namespace.
    pub fn is_global(self, db: &'db dyn salsa::Database) -> bool {
        self.parent(db).is_none()
    }

    /// Whether this is namespace `std`.
    pub fn is_std(self, db: &'db dyn salsa::Database) -> bool {
        self.name(db) == "std" && self.parent(db).is_some_and(|around| around.is_global(db))
    }

    /// The namespaces from the outermost named or unnamed one to this one.
    pub fn path(self, db: &'db dyn salsa::Database) -> Vec<ScopePath<'db>> {
        let mut out = Vec::new();
        let mut at = self;
        while let Some(parent) = at.parent(db) {
            out.push(at);
            at = parent;
        }
        out.reverse();
        out
    }

    /// Whether it is, or lies in, an unnamed namespace.
    pub fn is_internal(self, db: &'db dyn salsa::Database) -> bool {
        self.path(db).iter().any(|s| s.name(db).is_empty())
    }
}

/// An item: a namespace-level declaration that somebody asks about.
///
/// # ID stability
/// An item keeps its identity as long as its kind, scope, name and the tokens of its head (everything before a body or an
/// initializer) stay, wherever it moves; equals are told apart by their order. Editing a body changes its text, editing a
/// declarator makes another item.
#[salsa::tracked(debug)]
pub struct ItemNode<'db> {
    /// The file it is of.
    #[returns(copy)]
    pub file: SourceFile,
    /// What it is.
    #[returns(copy)]
    pub kind: ItemKind,
    /// Where it stands.
    #[returns(copy)]
    pub scope: ScopePath<'db>,
    /// The first name it declares; empty if none.
    #[returns(deref)]
    pub name: String,
    /// The hash of its head's tokens; in a database that sees one version of everything its place.
    #[returns(copy)]
    head: u64,
    /// Its number among the nodes that are equal in all else. What salsa counts by itself is in no hash, and a thousand equals would
    /// lie in one bucket.
    #[returns(copy)]
    nth: u32,
    /// What the skeleton noticed in it.
    #[tracked]
    #[returns(copy)]
    pub flags: Flags,
    /// Its place among all items of the file. Everything added before moves it: whoever reads it must come to the same result.
    #[tracked]
    #[returns(copy)]
    pub index: u32,
    /// The language of its file.
    #[tracked]
    #[returns(copy)]
    pub dialect: Dialect,
    /// Its text.
    #[tracked]
    #[returns(ref)]
    pub text: ItemText,
}

/// An item's text. Two texts that differ in layout only are equal: whoever reads it must count tokens, not bytes.
#[derive(Clone, Debug)]
pub struct ItemText(PieceText);

impl ItemText {
    /// Takes a copy of `text`.
    pub fn new(text: &str) -> ItemText {
        ItemText(text.into())
    }

    /// A stretch of a text: [`PieceText::stretch`] sees to it that no item keeps an old version of its whole file alive.
    pub fn of(stretch: PieceText) -> ItemText {
        ItemText(stretch)
    }

    /// The text, in the layout in which it was first seen.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl PartialEq for ItemText {
    fn eq(&self, other: &ItemText) -> bool {
        self.0.is_same(&other.0) || same_tokens(&self.0, &other.0)
    }
}

impl Eq for ItemText {}
