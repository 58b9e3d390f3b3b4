//! What an item declares, as plain data in token coordinates: the summary that stands between an item's tree and everybody
//! who asks what is declared, how, and where its parts are. It says what is written, never what it means.

use std::ops::Range;

/// A range of an item's significant tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tokens {
    /// First token.
    pub start: u32,
    /// One past the last one.
    pub end: u32,
}

impl Tokens {
    /// Whether it holds no token.
    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// As a range of `usize`.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Whether token `i` is in it.
    pub fn contains(self, i: u32) -> bool {
        (self.start..self.end).contains(&i)
    }
}

/// All declarations of an item, enclosing ones before what they enclose.
pub type Declarations = Box<[Decl]>;

/// One declared thing: each init-declarator of a declaration is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decl {
    /// What it is.
    pub kind: DeclKind,
    /// The class in whose body it stands: an index into the item's declarations.
    pub parent: Option<u32>,
    /// The whole declaration with its template heads, to its last token.
    pub tokens: Tokens,
    /// The `template<…>` heads before it, outermost first; requires-clauses included.
    pub heads: Box<[TemplateHead]>,
    /// `template` without `<`: an explicit instantiation.
    pub instantiation: bool,
    /// In `extern "C"` without braces, within the item itself.
    pub linkage_c: bool,
    /// The decl-specifier-seq; empty where there is none.
    pub specifiers: Tokens,
    /// The specifiers that are single keywords.
    pub spec: Spec,
    /// Every attribute that appertains to it, GNU and standard ones alike.
    pub attributes: Box<[Attribute]>,
    /// The declarator with what belongs to it, without an initializer or a body.
    pub declarator: Tokens,
    /// Whether it is the first of several in its declaration, and whether the only one.
    pub place: Place,
    /// The unqualified name: an identifier, `operator…`, `~T`, or empty.
    pub name: String,
    /// The tokens of the unqualified name, without template arguments.
    pub name_tokens: Tokens,
    /// The nested-name-specifier before the name.
    pub qualifier: Tokens,
    /// The template arguments after the name, with their angle brackets.
    pub arguments: Tokens,
    /// The declarator's operators, innermost (nearest to the name) first.
    pub shape: Box<[Shape]>,
    /// The parts of a function.
    pub function: Option<Function>,
    /// The initializer with its `=`, parentheses or braces.
    pub initializer: Tokens,
    /// For a class, the last names of its bases.
    pub bases: Box<[String]>,
}

/// What a [`Decl`] declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DeclKind {
    /// A function or function template.
    Function,
    /// A variable, data member or variable template.
    Variable,
    /// A class defined here; its members follow.
    Class,
    /// An enumeration.
    Enum,
    /// A typedef or alias.
    Type,
}

/// Where an init-declarator stands in its declaration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// Its position, from 0.
    pub index: u32,
    /// How many there are.
    pub of: u32,
}

/// A `template<…>` head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateHead {
    /// From `template` to the end of the parameter list or of its requires-clause.
    pub tokens: Tokens,
    /// The parameters; none for an explicit specialisation.
    pub params: Box<[TemplateParam]>,
}

/// A template parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateParam {
    /// All of it.
    pub tokens: Tokens,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Where a name stands or would stand.
    pub name_at: u32,
    /// Whether it is a pack.
    pub pack: bool,
    /// The default argument with its `=`.
    pub default: Tokens,
}

/// An attribute of either syntax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// Its name without underscores around it; `ns::name` for a standard attribute with a namespace, and `::name` for one
    /// without that merely shares the name of an annotation of CUDA: `[[global]]` means nothing.
    pub name: String,
    /// Its tokens, arguments included.
    pub tokens: Tokens,
    /// The tokens of its arguments without the parentheses.
    pub arguments: Tokens,
}

/// One operator of a declarator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// `*`
    Pointer,
    /// `C::*`
    MemberPointer,
    /// `&`
    LvalueReference,
    /// `&&`
    RvalueReference,
    /// `[n]`, without a bound if the flag is set.
    Array {
        /// `[]`
        unbounded: bool,
    },
    /// A parameter list.
    Function,
}

/// The parts of a function declarator and definition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The parameter clause with its parentheses.
    pub clause: Tokens,
    /// The parameters. `(void)` has none.
    pub params: Box<[Param]>,
    /// Ends in `...` without a name.
    pub variadic: bool,
    /// From the end of the parameter clause to the end of the declarator: cv, ref, noexcept, trailing return type, attributes.
    pub suffix: Tokens,
    /// The exception specification.
    pub exception: Tokens,
    /// The trailing return type with its arrow.
    pub trailing: Tokens,
    /// `const` after the parameters.
    pub is_const: bool,
    /// What kind of name it has.
    pub special: Special,
    /// No type is written, and it is no constructor: `int` is assumed.
    pub implicit_int: bool,
    /// The constructor's member initializers with their colon.
    pub ctor_initializer: Tokens,
    /// Its body.
    pub body: Body,
    /// Declared `virtual` or with a virt-specifier.
    pub is_virtual: bool,
    /// Declared with `= 0`.
    pub is_pure: bool,
}

/// A parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// All of it.
    pub tokens: Tokens,
    /// Its decl-specifier-seq.
    pub specifiers: Tokens,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Where the name, or the `...` before it, stands or would stand.
    pub name_at: u32,
    /// One past the name; equal to `name_at` without one.
    pub name_end: u32,
    /// Whether it is a pack.
    pub pack: bool,
    /// Its declarator's operators, innermost first.
    pub shape: Box<[Shape]>,
    /// The default argument with its `=`.
    pub default: Tokens,
}

/// What sort of function a name says it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Special {
    /// An ordinary function.
    None,
    /// A constructor.
    Constructor,
    /// A destructor.
    Destructor,
    /// A conversion function.
    Conversion,
    /// An operator function.
    Operator,
    /// A literal operator.
    Literal,
}

/// A function's body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Body {
    /// There is none: a declaration.
    None,
    /// Braces.
    Block(Tokens),
    /// A function-try-block; constructor initializers may stand inside.
    Try(Tokens),
    /// `= default`
    Default,
    /// `= delete`
    Delete,
}

impl Body {
    /// The tokens of a body in braces.
    pub fn tokens(self) -> Option<Tokens> {
        match self {
            Body::Block(t) | Body::Try(t) => Some(t),
            _ => None,
        }
    }
}

/// Specifiers that are single keywords, as a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Spec(pub u16);

impl Spec {
    /// `static`
    pub const STATIC: Spec = Spec(1);
    /// `extern`
    pub const EXTERN: Spec = Spec(1 << 1);
    /// `inline`
    pub const INLINE: Spec = Spec(1 << 2);
    /// `constexpr`
    pub const CONSTEXPR: Spec = Spec(1 << 3);
    /// `consteval`
    pub const CONSTEVAL: Spec = Spec(1 << 4);
    /// `friend`
    pub const FRIEND: Spec = Spec(1 << 5);
    /// `typedef`
    pub const TYPEDEF: Spec = Spec(1 << 6);
    /// `virtual`
    pub const VIRTUAL: Spec = Spec(1 << 7);
    /// `const` among the decl-specifiers.
    pub const CONST: Spec = Spec(1 << 8);
    /// `volatile` among the decl-specifiers.
    pub const VOLATILE: Spec = Spec(1 << 9);
    /// A placeholder: `auto` or `decltype(auto)`.
    pub const AUTO: Spec = Spec(1 << 10);
    /// `thread_local` or `__thread`
    pub const THREAD: Spec = Spec(1 << 11);
    /// `explicit`
    pub const EXPLICIT: Spec = Spec(1 << 12);
    /// `constinit`
    pub const CONSTINIT: Spec = Spec(1 << 13);
    /// `__thread`, which is [`THREAD`](Spec::THREAD) as well.
    pub const GNU_THREAD: Spec = Spec(1 << 14);

    /// Whether any of `other` is in the set.
    pub const fn any(self, other: Spec) -> bool {
        self.0 & other.0 != 0
    }

    /// The union.
    pub const fn with(self, other: Spec) -> Spec {
        Spec(self.0 | other.0)
    }

    /// The set without those of `other`.
    pub const fn without(self, other: Spec) -> Spec {
        Spec(self.0 & !other.0)
    }
}

impl Decl {
    /// Whether it is an explicit specialisation: its last head is empty.
    pub fn is_specialization(&self) -> bool {
        self.heads.last().is_some_and(|h| h.params.is_empty())
    }

    /// Whether it is a template: it has a head with parameters.
    pub fn is_template(&self) -> bool {
        self.heads.iter().any(|h| !h.params.is_empty())
    }

    /// Whether an attribute of this name is written on it.
    pub fn has_attribute(&self, name: &str) -> bool {
        self.attributes.iter().any(|a| a.name == name)
    }

    /// Whether the return type is a placeholder without a trailing return type.
    pub fn has_deduced_return(&self) -> bool {
        self.spec.any(Spec::AUTO)
            && self
                .function
                .as_ref()
                .is_some_and(|f| f.trailing.is_empty() && f.special != Special::Conversion)
    }
}
