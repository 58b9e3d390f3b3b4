//! Names as written: identifiers, operator names, qualified names with template arguments.

use std::sync::{Arc, LazyLock};

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
    /// The name as it is written, if nothing else has to be known for that: of identifiers, operators and literal operators.
    pub fn text(&self) -> Option<String> {
        match self {
            NameId::Ident(name) => Some(name.as_str().to_owned()),
            NameId::Operator(op) => Some(op.function_id()),
            NameId::Literal(suffix) => Some(format!("operator\"\"{suffix}")),
            NameId::Conversion(_) | NameId::Destructor(_) | NameId::None => None,
        }
    }

    /// The identifier, if it is one.
    pub fn ident(&self) -> Option<&Name> {
        match self {
            NameId::Ident(name) => Some(name),
            _ => None,
        }
    }
}

/// A possibly qualified name with template arguments. Most names are identifiers and nothing more, so the rest has a place of its own:
/// code consists of names for a good part.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Path {
    /// The last component.
    pub name: NameId,
    /// What else is written, if anything is.
    parts: Option<Box<PathParts>>,
}

/// What stands around the last component of a name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct PathParts {
    /// It begins with `::`.
    pub global: bool,
    /// `decltype(x)::…`: the type that the path starts in.
    pub decltype: Option<TypeId>,
    /// The nested-name-specifier, outermost first.
    pub qualifiers: Box<[PathSegment]>,
    /// The template arguments of the last component. `None` without angle brackets, which differs from `<>`.
    pub args: Option<Box<[TemplateArgRef]>>,
}

/// What stands around a name that is nothing but a name.
static NOTHING: LazyLock<PathParts> = LazyLock::new(PathParts::default);

impl Path {
    /// A name and what stands around it.
    pub fn new(name: NameId, parts: PathParts) -> Path {
        let is_written = parts.global || parts.decltype.is_some() || parts.args.is_some();
        let parts = (is_written || !parts.qualifiers.is_empty()).then(|| Box::new(parts));
        Path { name, parts }
    }

    /// A name that nothing stands around.
    pub fn unqualified(name: NameId) -> Path {
        Path { name, parts: None }
    }

    /// The name without the template arguments of its last component.
    pub fn without_arguments(&self) -> Path {
        let args = None;
        let parts = PathParts {
            args,
            ..self.parts().clone()
        };
        Path::new(self.name.clone(), parts)
    }

    /// The name with another nested-name-specifier.
    pub fn qualified_by(&self, qualifiers: Box<[PathSegment]>) -> Path {
        let parts = PathParts {
            qualifiers,
            ..self.parts().clone()
        };
        Path::new(self.name.clone(), parts)
    }

    /// What stands around the last component.
    pub fn parts(&self) -> &PathParts {
        self.parts.as_deref().unwrap_or_else(|| &NOTHING)
    }

    /// Whether nothing stands before the name.
    pub fn is_unqualified(&self) -> bool {
        match &self.parts {
            Some(p) => !p.global && p.decltype.is_none() && p.qualifiers.is_empty(),
            None => true,
        }
    }
}

impl std::ops::Deref for Path {
    type Target = PathParts;
    fn deref(&self) -> &PathParts {
        self.parts()
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
