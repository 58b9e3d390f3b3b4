//! An item's tree, and what it declares.
//!
//! Whoever only reads asks for [`flat_bodies`], a table; whoever edits, for the lossless tree, [`parse`] or [`parse_bodies`].
//!
//! Granularity: [`parse`] keeps function bodies closed; [`flat_bodies`] and [`parse_bodies`] open them. [`flat_bodies`] is the
//! tree that everybody reads of the user's own items, and is asked of others only where a body must be looked into.
//! [`declarations`] is the firewall: a changed body that moves no token around it leaves every consumer alone.

use std::ops::Deref;

use cleave_base_db::{Db, SourceFile};
use cleave_syntax::flat::{Flat, FlatTree};
use cleave_syntax::lexer::Lexed;
use cleave_syntax::skeleton::Flags;
use cleave_syntax::{
    Bodies, Entry, FlatParse, Names, NoNames, Parse, ParseMode, SyntaxError, SyntaxErrorKind,
    parse_flat, parse_item,
};

use crate::ItemNode;
use crate::asked::{Asked, Noted};
use crate::decl::{Decl, Declarations};
use crate::identity::{ItemId, item_id_text, item_index, user_node};
use crate::lookup::{IndexNames, ItemNames};
use crate::lower::lower;
use crate::parts::{Part, Placed, part_skeleton, part_text, place, placed_item};

/// From now on only the tokens, trees and declarations of that many items are kept when something changes, those that were used last; the others are made
/// again when somebody asks. Without that all are kept.
pub fn keep_at_most(db: &mut dyn Db, items: usize) {
    lexed::set_lru_capacity(db, items);
    flat_bodies::set_lru_capacity(db, items);
    declarations::set_lru_capacity(db, items);
}

/// The tokens of an item, in the layout of [`ItemNode::text`].
#[salsa::tracked(no_eq, lru = 0, heap_size = Lexed::heap_size)]
pub fn lexed<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> Lexed {
    let mut lexed = Lexed::in_dialect(item.text(db).as_str(), &item.dialect(db));
    lexed.shrink();
    lexed
}

fn parse_with(db: &dyn Db, item: ItemNode<'_>, bodies: Bodies) -> Parse {
    parse_item(
        item.text(db).as_str(),
        lexed(db, item),
        Entry::Declaration,
        &item.dialect(db),
        &ItemNames::new(db, item),
        ParseMode { bodies },
    )
}

fn flat_with(db: &dyn Db, item: ItemNode<'_>, bodies: Bodies) -> FlatParse {
    parse_flat(
        item.text(db).as_str(),
        lexed(db, item),
        &item.dialect(db),
        &ItemNames::new(db, item),
        ParseMode { bodies },
    )
}

/// The tree of an item with everything in it, as a table.
#[salsa::tracked(no_eq, lru = 0, heap_size = FlatParse::heap_size)]
pub fn flat_bodies<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> FlatParse {
    let mut parse = flat_with(db, item, Bodies::Full);
    parse.flat.shrink();
    parse
}

/// The same with its text.
pub fn flat_tree<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> FlatTree<'db> {
    let (text, lexed) = (item.text(db).as_str(), lexed(db, item));
    FlatTree::new(&flat_bodies(db, item).flat, text, lexed)
}

/// The tree of an item, function bodies closed.
#[salsa::tracked(no_eq)]
pub fn parse<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> Parse {
    parse_with(db, item, Bodies::Lazy)
}

/// The tree of an item with everything in it.
#[salsa::tracked(no_eq)]
pub fn parse_bodies<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> Parse {
    parse_with(db, item, Bodies::Full)
}

/// The lossless tree of any item and its tokens. Not remembered: for whoever turns it into something else at once. What it asked
/// about names is, so that the asker is run again only when the text or an answer changed.
pub fn parse_id<'db>(db: &'db dyn Db, item: ItemId<'db>, bodies: Bodies) -> (Parse, Lexed) {
    let text = item_id_text(db, item).as_str();
    let dialect = item.file(db).dialect(db);
    let lexed = Lexed::in_dialect(text, &dialect);
    let mode = ParseMode { bodies };
    let names = ItemNames::of_id(db, item);
    let parse = parse_item(text, &lexed, Entry::Declaration, &dialect, &names, mode);
    (parse, lexed)
}

/// The same as a table.
pub fn flat_id<'db>(db: &'db dyn Db, item: ItemId<'db>, bodies: Bodies) -> (Flat, Lexed) {
    let text = item_id_text(db, item).as_str();
    let dialect = item.file(db).dialect(db);
    let lexed = Lexed::in_dialect(text, &dialect);
    let mode = ParseMode { bodies };
    let names = ItemNames::of_id(db, item);
    let parse = parse_flat(text, &lexed, &dialect, &names, mode);
    (parse.flat, lexed)
}

/// The table of an item with everything in it and its errors, its tokens and its text, where they are remembered: of the user's own.
pub fn flat_of_user<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
) -> Option<(&'db FlatParse, &'db Lexed, &'db str)> {
    let node = user_node(db, item)?;
    let parse = flat_bodies(db, node);
    Some((parse, lexed(db, node), node.text(db).as_str()))
}

/// The tree of a text that stands where an item does, and its tokens. Not remembered.
pub fn flat_beside<'db>(db: &'db dyn Db, item: ItemId<'db>, text: &str) -> (FlatParse, Lexed) {
    let dialect = item.file(db).dialect(db);
    let lexed = Lexed::in_dialect(text, &dialect);
    let mode = ParseMode {
        bodies: Bodies::Lazy,
    };
    let names = ItemNames::of_id(db, item);
    let parse = parse_flat(text, &lexed, &dialect, &names, mode);
    (parse, lexed)
}

/// The syntax errors of an item, bodies included. None where the parser met a limit of its own: what it says then is not
/// about the program.
#[salsa::tracked(returns(deref))]
pub fn syntax_errors<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> Box<[SyntaxError]> {
    within_limits(&flat_bodies(db, item).errors).into()
}

/// The syntax errors of a text that stands for an item, by its place among all items of a file: for those without a node. Not
/// remembered.
pub fn syntax_errors_as(db: &dyn Db, file: SourceFile, index: u32, text: &str) -> Vec<SyntaxError> {
    let parse = flat_at(db, file, index, text, &Lexed::new(text), Bodies::Full);
    within_limits(&parse.errors).to_vec()
}

fn within_limits(errors: &[SyntaxError]) -> &[SyntaxError] {
    if errors.iter().any(|e| e.kind == SyntaxErrorKind::TooDeep) {
        return &[];
    }
    errors
}

/// What an item declares, by its place among all items of a file: for those without a node. Not remembered.
pub fn declarations_at(db: &dyn Db, file: SourceFile, index: u32) -> Declarations {
    let text = place(db, file, index).map_or("", |place| place.text(db));
    let lexed = Lexed::in_dialect(text, &file.dialect(db));
    let parse = flat_at(db, file, index, text, &lexed, Bodies::Lazy);
    lower(text, &lexed, &parse.flat)
}

fn flat_at(
    db: &dyn Db,
    file: SourceFile,
    index: u32,
    text: &str,
    lexed: &Lexed,
    bodies: Bodies,
) -> FlatParse {
    let known = IndexNames::new(db, file, index);
    let names: &dyn Names = match &known {
        Some(names) => names,
        None => &NoNames,
    };
    parse_flat(text, lexed, &file.dialect(db), names, ParseMode { bodies })
}

/// What an item declares.
#[salsa::tracked(returns(ref), lru = 0)]
pub fn declarations<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> Declared {
    let (text, lexed) = (item.text(db).as_str(), lexed(db, item));
    // The user's own code is going to be asked for its bodies anyway, and is parsed once.
    if item.flags(db).has(Flags::USER) {
        return Declared {
            declarations: lower(text, lexed, &flat_bodies(db, item).flat),
            asked: Box::default(),
        };
    }
    let names = Noted::new(ItemNames::new(db, item));
    let mode = ParseMode {
        bodies: Bodies::Lazy,
    };
    let parse = parse_flat(text, lexed, &item.dialect(db), &names, mode);
    Declared {
        declarations: lower(text, lexed, &parse.flat),
        asked: names.asked(),
    }
}

/// What an item declares. Two are equal if the declarations are: whoever keeps them for later looks at what was asked, once.
#[derive(Debug)]
pub struct Declared {
    declarations: Declarations,
    /// What the parser asked, if the item is none of the user's own.
    pub asked: Box<[Asked]>,
}

impl PartialEq for Declared {
    fn eq(&self, other: &Declared) -> bool {
        self.declarations == other.declarations
    }
}

impl Eq for Declared {}

impl Deref for Declared {
    type Target = [Decl];

    fn deref(&self) -> &[Decl] {
        &self.declarations
    }
}

/// The file, as the line marker spells it, and the line of a significant token of an item.
pub fn token_place<'db>(db: &'db dyn Db, item: ItemId<'db>, token: u32) -> Option<(String, u32)> {
    let places = TokenPlaces::of(db, item)?;
    let (name, line) = places.place(token)?;
    Some((name.to_owned(), line))
}

/// Where the significant tokens of an item stand in files, for whoever asks of many. It moves with every edit: nothing that is
/// remembered may hold it.
pub struct TokenPlaces<'db> {
    db: &'db dyn Db,
    file: SourceFile,
    part: Part<'db>,
    /// The item's first byte in the text of its part.
    start: usize,
    lexed: Lexed,
}

impl<'db> TokenPlaces<'db> {
    /// Those of an item.
    pub fn of(db: &'db dyn Db, item: ItemId<'db>) -> Option<TokenPlaces<'db>> {
        let file = item.file(db);
        let (Placed { part, .. }, own) = placed_item(db, file, item_index(db, item)?)?;
        Some(TokenPlaces {
            db,
            file,
            part,
            start: own.span.start as usize,
            lexed: Lexed::new(own.span.of(part_text(db, part))),
        })
    }

    /// The file, as the line marker spells it, and the line of a token.
    pub fn place(&self, token: u32) -> Option<(&'db str, u32)> {
        let token = token as usize;
        if token >= self.lexed.len() {
            return None;
        }
        let at = self.start + self.lexed.range(token).start;
        // A part begins with a line marker, or it is the beginning of the text.
        let lines = &part_skeleton(self.db, self.part).lines;
        let place = lines.position(part_text(self.db, self.part), at);
        Some((place.file.unwrap_or(self.file.name(self.db)), place.line))
    }
}
