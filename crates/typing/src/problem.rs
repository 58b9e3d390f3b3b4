//! What is wrong with some code, as data: a number of the catalogue, a place, and what its placeholders stand for. Rendering,
//! severity and control by options are others' business.

use crate::{Entity, Site, Ty};

/// A diagnostic before it is rendered.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub struct Problem<'db> {
    /// The internal number of the catalogue entry.
    pub number: u32,
    /// Where.
    pub site: Site<'db>,
    /// What fills its placeholders, in order.
    pub fills: Vec<Fill<'db>>,
    /// Lines and notes under it.
    pub notes: Vec<Problem<'db>>,
}

/// What fills a placeholder.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub enum Fill<'db> {
    /// Text.
    Text(Box<str>),
    /// A type.
    Type(Ty<'db>),
    /// An entity, by its name and signature.
    Entity(Entity<'db>),
    /// A number.
    Number(i128),
    /// The types of arguments, for "argument types are".
    Types(Vec<Ty<'db>>),
}
