//! What an item declares for the lookups of others, as plain data: names by scope, and where each leads. The parser's own
//! scopes without what is local to functions. It says what is written; whoever reads it finds what lies outside of the item.

use crate::parse::NameClass;

/// The scopes of an item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// The first one is what surrounds the item.
    pub scopes: Box<[OutlineScope]>,
}

/// A class, an enumeration, or what surrounds the item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutlineScope {
    /// The name of a class.
    pub name: Box<str>,
    /// The names declared in it, sorted.
    pub names: Box<[OutlineName]>,
    /// Bases, and unnamed members, that are in the item.
    pub linked: Box<[u32]>,
    /// Bases that are not.
    pub bases: Box<[OuterBase]>,
}

/// A declared name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineName {
    /// The name.
    pub name: Box<str>,
    /// What it is; [`NameClass::Function`] and `FunctionTemplate` are told apart.
    pub class: NameClass,
    /// The scope of its members.
    pub scope: Option<u32>,
    /// Where its members are, if that is outside: what an alias or a using-declaration names.
    pub outer: Option<OuterPath>,
}

/// A base.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OuterBase {
    /// It depends on template parameters of the item.
    pub dependent: bool,
    /// What it is called.
    pub path: OuterPath,
}

/// A name that the item takes from outside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OuterPath {
    /// It begins with `::`.
    pub global: bool,
    /// Its components without template arguments.
    pub path: Box<[Box<str>]>,
}

impl OutlineScope {
    /// The declaration of a name.
    pub fn get(&self, name: &str) -> Option<&OutlineName> {
        let at = self.names.binary_search_by(|n| (*n.name).cmp(name)).ok()?;
        self.names.get(at)
    }
}
