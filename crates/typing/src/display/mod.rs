//! Types, values and entities as diagnostics spell them (reference: diagnostics, Types in messages): what `%t` and `%n` of a
//! message become. Typedef names are gone from types; what is printed of them is their meaning. [`written`] spells types that have them.

pub(crate) mod bindings;
pub(crate) mod declarator;
pub(crate) mod entity;
mod implicit;
pub(crate) mod outside;
pub(crate) mod pretty;
pub(crate) mod source;
mod specialized;
pub(crate) mod value;
pub(crate) mod written;

use std::rc::Rc;

use cleave_base_db::Db;
use cleave_hir::TemplateHead;

pub use crate::code::around::template_depth;
pub(crate) use crate::display::bindings::function_bound;
pub use crate::display::declarator::type_text;
pub(crate) use crate::display::entity::enumerator_with;
pub use crate::display::entity::{
    arguments_text, function_text, is_overloaded, name_within, pattern_text, qualified_name,
    template_text, type_within,
};
pub(crate) use crate::display::entity::{
    declaration_text, declared_text, name_and_bindings, named_with_type, spelled,
};
pub(crate) use crate::display::implicit::implicit_member_text;
pub use crate::display::implicit::implied_text;
pub use crate::display::outside::{
    ClosureNames, Outside, arguments_outside, declared_outside, name_outside,
};
pub use crate::display::pretty::{function_name, pretty_function};
pub(crate) use crate::display::source::{
    member_within, parameters_of_partial, source_argument, source_text,
};
pub use crate::display::value::const_text;

/// How template parameters are called: the heads of the templates around, by level.
struct Speller<'db> {
    db: &'db dyn Db,
    heads: Vec<&'db TemplateHead>,
    /// The generic lambda whose type is spelled: the level of its parameters, and those that it names.
    lambda: Option<(u32, Option<&'db TemplateHead>)>,
    /// It is spelled as C++ that means it anywhere, and not for a diagnostic.
    rooted: bool,
    /// Placeholders of lambdas are spelled, and not what they stand for.
    undeduced: bool,
    /// Types are spelled for a message: with the names of typedefs where the text knows them.
    for_message: bool,
    /// The same in a text of its own, which a host compiler reads.
    outside: Option<Rc<Outside<'db>>>,
}

impl<'db> Speller<'db> {
    fn new(db: &'db dyn Db) -> Speller<'db> {
        Speller {
            db,
            heads: Vec::new(),
            lambda: None,
            rooted: false,
            undeduced: false,
            for_message: false,
            outside: None,
        }
    }

    fn for_message(db: &'db dyn Db) -> Speller<'db> {
        Speller {
            for_message: true,
            ..Speller::new(db)
        }
    }

    /// What has no name is met: a text that a compiler reads cannot have it.
    fn is_nameless(&self) {
        if let Some(outside) = &self.outside {
            outside.failed.set(true);
        }
    }
}
