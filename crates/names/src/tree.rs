//! An item's tree, and what it declares.
//!
//! Granularity: [`parse`] keeps function bodies closed, which is all that declarations need; [`parse_bodies`] opens them and
//! is asked only where a body must be looked into. [`declarations`] is the firewall: a changed body that moves no token
//! around it leaves every consumer alone.

use cleave_base_db::Db;
use cleave_syntax::lexer::Lexed;
use cleave_syntax::{
    Bodies, Dialect, Entry, NoNames, Parse, ParseMode, SyntaxError, SyntaxErrorKind, parse_item,
};

use crate::ItemNode;
use crate::decl::Declarations;
use crate::lookup::ItemNames;
use crate::lower::lower;

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

/// The tokens of an item, in the layout of [`ItemNode::text`].
#[salsa::tracked(no_eq)]
pub fn lexed<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> Lexed {
    Lexed::new(item.text(db).as_str())
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

/// The syntax errors of an item, bodies included. None where the parser met a limit of its own: what it says then is not
/// about the program.
#[salsa::tracked(returns(deref))]
pub fn syntax_errors<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> Box<[SyntaxError]> {
    within_limits(&parse_bodies(db, item).errors).into()
}

/// The syntax errors of a piece of text that has no node of its own. Not remembered.
pub fn syntax_errors_of(text: &str, dialect: Dialect) -> Vec<SyntaxError> {
    let mode = ParseMode {
        bodies: Bodies::Full,
    };
    let parse = parse_item(
        text,
        &Lexed::new(text),
        Entry::Declaration,
        &dialect,
        &NoNames,
        mode,
    );
    within_limits(&parse.errors).to_vec()
}

fn within_limits(errors: &[SyntaxError]) -> &[SyntaxError] {
    if errors.iter().any(|e| e.kind == SyntaxErrorKind::TooDeep) {
        return &[];
    }
    errors
}

/// What a piece of text declares that has no node of its own. Not remembered: for the rare question about a header's item.
pub fn declarations_of(text: &str, dialect: Dialect) -> Declarations {
    let lexed = Lexed::new(text);
    let mode = ParseMode {
        bodies: Bodies::Lazy,
    };
    lower(
        text,
        &lexed,
        &parse_item(text, &lexed, Entry::Declaration, &dialect, &NoNames, mode).syntax(),
    )
}

/// What an item declares.
#[salsa::tracked(returns(deref))]
pub fn declarations<'db>(db: &'db dyn Db, item: ItemNode<'db>) -> Declarations {
    let text = item.text(db).as_str();
    lower(text, lexed(db, item), &parse(db, item).syntax())
}
