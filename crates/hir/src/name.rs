//! Names as written: identifiers, operator names, qualified names with template arguments.

use std::sync::Arc;

use cleave_lang::Operator;

use crate::{ExprId, TypeId};

/// An identifier, cheap to copy about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, salsa::SalsaValue)]
pub struct Name(Arc<str>);

impl Name {
    /// The name spelled `text`.
    pub fn new(text: &str) -> Name {
        Name(text.into())
    }

    /// Its spelling.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::borrow::Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for Name {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// An unqualified-id without template arguments ([expr.prim.id.unqual]).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NameId {
    /// An identifier.
    Ident(Name),
    /// `operator@`. Those that may be unary or binary are the binary ones here.
    Operator(Operator),
    /// `operator T`
    Conversion(TypeId),
    /// `operator""_x`
    Literal(Name),
    /// `~T`; the type as written.
    Destructor(TypeId),
    /// No name: an abstract declarator, an unnamed class.
    None,
}

impl NameId {
    /// The identifier, if it is one.
    pub fn ident(&self) -> Option<&Name> {
        match self {
            NameId::Ident(name) => Some(name),
            _ => None,
        }
    }
}

/// A possibly qualified name with template arguments.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    /// It begins with `::`.
    pub global: bool,
    /// `decltype(x)::…`: the type that the path starts in.
    pub decltype: Option<TypeId>,
    /// The nested-name-specifier, outermost first.
    pub qualifiers: Box<[PathSegment]>,
    /// The last component.
    pub name: NameId,
    /// Its template arguments. `None` without angle brackets, which differs from `<>`.
    pub args: Option<Box<[TemplateArgRef]>>,
}

impl Path {
    /// Whether nothing stands before the name.
    pub fn is_unqualified(&self) -> bool {
        !self.global && self.decltype.is_none() && self.qualifiers.is_empty()
    }
}

/// A component of a nested-name-specifier.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PathSegment {
    /// Its name.
    pub name: Name,
    /// Its template arguments.
    pub args: Option<Box<[TemplateArgRef]>>,
}

/// A template argument as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TemplateArgRef {
    /// A type-id. Where the parser could not tell, a lone name is one too: `X` may turn out to be a value or a template.
    Type(TypeId),
    /// An expression.
    Expr(ExprId),
    /// Either, followed by `...`.
    Pack(Box<TemplateArgRef>),
}
