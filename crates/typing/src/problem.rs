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
    /// Lines that belong to the message.
    pub details: Vec<Detail<'db>>,
    /// Notes under it.
    pub notes: Vec<Problem<'db>>,
    /// Why the code was looked at, innermost first.
    pub contexts: Vec<Instantiation<'db>>,
}

impl<'db> Problem<'db> {
    /// A problem without details.
    pub fn new(number: u32, site: Site<'db>, fills: Vec<Fill<'db>>) -> Problem<'db> {
        Problem {
            number,
            site,
            fills,
            details: Vec::new(),
            notes: Vec::new(),
            contexts: Vec::new(),
        }
    }

    /// Adds a line.
    #[must_use]
    pub fn detail(mut self, detail: Detail<'db>) -> Problem<'db> {
        self.details.push(detail);
        self
    }

    /// Adds a note.
    #[must_use]
    pub fn note(mut self, note: Problem<'db>) -> Problem<'db> {
        self.notes.push(note);
        self
    }
}

/// A line under a message.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub enum Detail<'db> {
    /// `argument types are: (int, S)`
    ArgumentTypes(Vec<Ty<'db>>),
    /// `object type is: S`
    ObjectType(Ty<'db>),
    /// `operand types are: S + int`: the operator's spelling and one or two types.
    OperandTypes(Box<str>, Vec<Ty<'db>>),
    /// A candidate: `function "f(int)" (declared at line 3)`.
    Candidate(Entity<'db>),
    /// A builtin operator as a candidate: `built-in operator "arithmetic + arithmetic"`.
    Builtin(Box<str>),
    /// `function "A::f" is a pure virtual function`
    Pure(Entity<'db>),
    /// Any other line.
    Text(Box<str>),
}

/// A step of an instantiation chain.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub struct Instantiation<'db> {
    /// What was instantiated.
    pub entity: Entity<'db>,
    /// Where that was asked for.
    pub at: Site<'db>,
}

/// What fills a placeholder.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub enum Fill<'db> {
    /// Text.
    Text(Box<str>),
    /// A name in quotes.
    Name(Box<str>),
    /// A type.
    Type(Ty<'db>),
    /// An entity by its kind and name; a function's parameters are shown where its name is overloaded.
    Entity(Entity<'db>),
    /// A function with its parameters.
    Signature(Entity<'db>),
    /// An overload set by one of its members: `overloaded function "f"`.
    Overloaded(Entity<'db>),
    /// An entity with the place of its declaration.
    Declared(Entity<'db>),
    /// A number.
    Number(i128),
}
