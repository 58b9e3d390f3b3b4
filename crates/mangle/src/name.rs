//! Names of entities: scopes, unqualified parts and template arguments.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::sync::Arc;

use crate::{Expr, Function, Literal, TemplateParam, Type};
use cleave_lang::Operator;

/// The name of a namespace, class, enumeration, template, function or variable, with the way to it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Name {
    /// What encloses the entity.
    pub scope: Scope,
    /// Its last component.
    pub id: Unqualified,
    /// ABI tags of the entity, explicit ones and those it inherits through its type
    /// (see [`crate::implied_abi_tags`]). The order does not matter.
    pub abi_tags: Vec<String>,
    /// The template arguments of a specialisation; `None` for a non-template and for the template itself.
    pub args: Option<Vec<TemplateArg>>,
}

impl Name {
    /// A name with neither tags nor template arguments.
    pub fn new(scope: Scope, id: Unqualified) -> Name {
        Name {
            scope,
            id,
            abi_tags: Vec::new(),
            args: None,
        }
    }

    /// An identifier at global scope.
    pub fn global(identifier: &str) -> Name {
        Name::new(Scope::Global, Unqualified::Identifier(identifier.into()))
    }

    /// An identifier inside this namespace or class.
    pub fn member(self, identifier: &str) -> Name {
        self.member_id(Unqualified::Identifier(identifier.into()))
    }

    /// Any unqualified name inside this namespace or class.
    pub fn member_id(self, id: Unqualified) -> Name {
        Name::new(Scope::In(Arc::new(self)), id)
    }

    /// This template's specialisation for `args`.
    pub fn with_args(mut self, args: impl IntoIterator<Item = TemplateArg>) -> Name {
        self.args = Some(args.into_iter().collect());
        self
    }

    /// Whether this is the namespace `::std`, which has a code of its own.
    pub fn is_std(&self) -> bool {
        self.scope == Scope::Global
            && self.args.is_none()
            && matches!(&self.id, Unqualified::Identifier(id) if id == "std")
    }

    /// The names that enclose this one, nearest first, ending at the first scope that is not a plain one.
    pub fn enclosing(&self) -> impl Iterator<Item = &Name> {
        std::iter::successors(self.scope.as_name(), |name| name.scope.as_name())
    }
}

/// What encloses an entity.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Scope {
    /// The global namespace.
    Global,
    /// A namespace or class.
    In(Arc<Name>),
    /// A type that stands for an unknown class: a template parameter, a specialisation of a template
    /// template parameter, or `decltype(...)`, as in `typename T::x`.
    Dependent(Arc<Type>),
    /// The body or a default argument of a function.
    Local(Arc<LocalScope>),
    /// The initialiser of the named data member or variable, as the scope of a lambda.
    Initializer(Arc<Name>),
}

impl Scope {
    /// The enclosing name, if this is a plain scope.
    pub fn as_name(&self) -> Option<&Name> {
        match self {
            Scope::In(name) | Scope::Initializer(name) => Some(name),
            Scope::Global | Scope::Dependent(_) | Scope::Local(_) => None,
        }
    }
}

/// A function as a scope.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LocalScope {
    /// The function.
    pub function: Function,
    /// The default argument that holds the entity, counted from the last parameter (0).
    pub default_argument: Option<u32>,
    /// How many entities of the same name the function declared before this one in other blocks.
    /// Always 0 for unnamed types and lambdas, which carry their own number.
    pub discriminator: u32,
}

/// The last component of a name.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Unqualified {
    /// A name as written, UTF-8.
    Identifier(String),
    /// An inline namespace that carries ABI tags; the tags are not written but count for
    /// [`crate::implied_abi_tags`]. Untagged ones are plain identifiers.
    InlineNamespace {
        /// Its name.
        name: String,
        /// Its tags.
        abi_tags: Vec<String>,
    },
    /// An unnamed namespace.
    UnnamedNamespace,
    /// A constructor.
    Constructor(ConstructorVariant),
    /// A constructor that a class inherits from the base that declares it (Itanium C++ ABI 5.1.4.3).
    InheritedConstructor(ConstructorVariant, Box<Type>),
    /// A destructor.
    Destructor(DestructorVariant),
    /// An operator function.
    Operator(Operator),
    /// `operator type`
    Conversion(Box<Type>),
    /// `operator ""suffix`
    LiteralOperator(String),
    /// A class or enumeration without a name: how many came before it in the same scope.
    UnnamedType(u32),
    /// A closure type.
    Lambda(Box<Lambda>),
    /// The variable behind a structured binding.
    StructuredBinding(Vec<String>),
}

/// A closure type.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Lambda {
    /// Parameter types; `auto` ones are template parameters of the call operator. Explicit template parameters are no part of the
    /// name: neither g++ 12 nor the reference writes them.
    pub params: Vec<Type>,
    /// Whether an ellipsis follows.
    pub variadic: bool,
    /// How many lambdas with the same signature came before it in the same scope.
    pub number: u32,
}

/// The ABI's constructor variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ConstructorVariant {
    /// `C1`, complete object.
    Complete,
    /// `C2`, base object.
    Base,
    /// `C3`, allocating complete object.
    Allocating,
}

/// The ABI's destructor variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DestructorVariant {
    /// `D0`, deleting.
    Deleting,
    /// `D1`, complete object.
    Complete,
    /// `D2`, base object.
    Base,
}

/// A template argument.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TemplateArg {
    /// A type.
    Type(Type),
    /// A class template or a template template parameter.
    Template(TemplateName),
    /// A scalar value.
    Literal(Literal),
    /// An address, a class value, or an expression that depends on a template parameter.
    Expr(Box<Expr>),
    /// The arguments that a pack took, possibly none.
    Pack(Vec<TemplateArg>),
}

/// What a template template argument names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TemplateName {
    /// A class or alias template, named without arguments.
    Template(Arc<Name>),
    /// A template template parameter.
    Param(TemplateParam),
}

/// An identifier as the reference's names have it: what is not ASCII as universal character names ([lex.charset]), the short one where
/// it will do, whichever way it was written. The preprocessor writes the long one of all of them.
pub fn spelled_identifier(identifier: &str) -> Cow<'_, str> {
    if identifier.is_ascii() && !identifier.contains("\\U0000") {
        return identifier.into();
    }
    let mut out = String::with_capacity(identifier.len());
    let mut rest = identifier;
    while let Some(c) = rest.chars().next() {
        let short = rest.strip_prefix("\\U0000").and_then(|r| r.get(..4));
        if let Some(digits) = short {
            let _ = write!(out, "\\u{}", digits.to_ascii_lowercase());
            rest = &rest[10..];
            continue;
        }
        let _ = match u32::from(c) {
            0..=0x7f => write!(out, "{c}"),
            code @ 0x80..=0xffff => write!(out, "\\u{code:04x}"),
            code => write!(out, "\\U{code:08x}"),
        };
        rest = &rest[c.len_utf8()..];
    }
    out.into()
}

#[cfg(test)]
mod tests {
    use super::spelled_identifier;

    #[test]
    fn identifiers_beyond_ascii() {
        for (written, spelled) in [
            ("plain", "plain"),
            ("gr\u{f6}sse", "gr\\u00f6sse"),
            ("gr\\u00f6sse", "gr\\u00f6sse"),
            ("gr\\U000000F6sse", "gr\\u00f6sse"),
            ("x\u{103a0}", "x\\U000103a0"),
            ("x\\U000103a0", "x\\U000103a0"),
            ("x\\U0000", "x\\U0000"),
        ] {
            assert_eq!(spelled_identifier(written), spelled, "{written}");
        }
    }
}
