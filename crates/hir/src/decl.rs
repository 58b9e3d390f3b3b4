//! Declarations: one per init-declarator, class, enumeration, alias and so on.

use cleave_names::decl::{Body, Spec, Special};
use la_arena::Idx;

use crate::{ClassKey, ExprId, Name, NameId, Path, StmtId, TypeId};

/// A declaration in its [`Code`](crate::Code).
pub type DeclId = Idx<Decl>;
/// A function parameter in its [`Code`](crate::Code).
pub type ParamId = Idx<Param>;

/// A declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decl {
    /// What it declares.
    pub kind: DeclKind,
    /// The name that it declares; for a using-declaration the last component.
    pub name: NameId,
    /// The nested-name-specifier before the name (out-of-line members), and the template arguments after it (specialisations).
    pub path: Option<Box<Path>>,
    /// The class that it is a member of, or the enumeration for an enumerator.
    pub parent: Option<DeclId>,
    /// The `template<…>` heads before it, outermost first; those of explicit specialisations are empty.
    pub heads: Box<[TemplateHead]>,
    /// The specifiers that are single keywords.
    pub spec: Spec,
    /// The condition of `explicit(…)`.
    pub explicit_if: Option<ExprId>,
    /// `extern "C"`, by a specification within the item.
    pub linkage_c: bool,
    /// Attributes of both syntaxes; `alignas` and GNU's `asm("name")` are attributes of these names too.
    pub attrs: Box<[Attr]>,
    /// The access of a class member.
    pub access: Access,
}

impl Decl {
    /// Whether it is the `operator==` that a defaulted `operator<=>` declares implicitly ([class.compare.default]/6).
    pub fn is_implied(&self) -> bool {
        matches!(&self.kind, DeclKind::Function(f) if f.is_implied)
    }
}

/// What a declaration declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeclKind {
    /// A function; its type is a [`TypeRef::Function`](crate::TypeRef).
    Function(Function),
    /// A variable, a static data member (declared `static`), or a non-static data member.
    Variable(Variable),
    /// `auto [a, b] = e`; each binding is a declaration of its own with this one as its parent.
    StructuredBinding {
        /// The type without the bindings: `auto`, `const auto &`.
        ty: TypeId,
        /// The bindings.
        bindings: Box<[DeclId]>,
        /// The initializer.
        init: Init,
    },
    /// A name of a structured binding, by its number.
    Binding(u32),
    /// A class: defined here, or declared only.
    Class(Class),
    /// An enumeration.
    Enum(Enum),
    /// An enumerator.
    Enumerator(Option<ExprId>),
    /// A typedef, alias or alias template.
    Alias(TypeId),
    /// `namespace A = B`
    NamespaceAlias(Path),
    /// `using namespace N`
    UsingDirective(Path),
    /// One declarator of a using-declaration; `pack` if it is expanded.
    Using {
        /// What it names.
        target: Path,
        /// `...`
        pack: bool,
    },
    /// `using enum E`
    UsingEnum(Path),
    /// A concept.
    Concept(ExprId),
    /// A deduction guide: its function type returns the simple-template-id.
    DeductionGuide(Function),
    /// `static_assert(e, "…")`
    StaticAssert(ExprId),
    /// `template class A<int>;` and its like; the declaration that it instantiates.
    Instantiation {
        /// `extern`
        is_extern: bool,
        /// What is named.
        decl: DeclId,
    },
    /// `friend class X;`: the type named. Friend functions are functions with `Spec::FRIEND`.
    FriendType(TypeId),
    /// A namespace (in a block or item that holds one); members have it as their parent.
    Namespace {
        /// `inline`
        inline: bool,
    },
}

/// The parts of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its type, a `Function`.
    pub ty: TypeId,
    /// What its name makes it.
    pub special: Special,
    /// How it ends; token ranges in it are not kept (all zero).
    pub body: Body,
    /// The body, if it stands in the same code: local classes' members and lambdas. Others: [`body_hir`](crate::body_hir).
    pub inline_body: Option<StmtId>,
    /// The constructor's member initializers, with an inline body.
    pub inline_inits: Box<[MemInit]>,
    /// `virtual`, `override` or `final`
    pub is_virtual: bool,
    /// `override`
    pub is_override: bool,
    /// `final`
    pub is_final: bool,
    /// `= 0`
    pub is_pure: bool,
    /// The `operator==` that a defaulted `operator<=>` declares implicitly ([class.compare.default]/6).
    pub is_implied: bool,
}

/// The parts of a variable or data member.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Its type.
    pub ty: TypeId,
    /// Its initializer. At item level the expression is in the variable's body: `Init::Elsewhere`.
    pub init: Init,
    /// The width of a bit-field.
    pub width: Option<ExprId>,
    /// A non-static data member declared `mutable`.
    pub is_mutable: bool,
}

/// A constructor's member initializer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemInit {
    /// The member or base as written; a `decltype` base is a path of its type.
    pub target: Path,
    /// Where that is written.
    pub at: crate::ExprId,
    /// What initialises it.
    pub init: Init,
    /// `...`
    pub pack: bool,
}

/// An initializer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Init {
    /// None.
    None,
    /// `= e`, where `e` may be a braced list.
    Equal(ExprId),
    /// `(a, b)`
    Paren(Box<[ExprId]>),
    /// `{a, b}`: an [`Expr::List`](crate::Expr).
    Brace(ExprId),
    /// There is one, in the declaration's [`body_hir`](crate::body_hir).
    Elsewhere,
}

/// A class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Its key.
    pub key: ClassKey,
    /// Whether it has a body here.
    pub defined: bool,
    /// Its bases.
    pub bases: Box<[BaseRef]>,
    /// Its members in order, friends, using-declarations and static assertions included.
    pub members: Box<[DeclId]>,
    /// `final`
    pub is_final: bool,
    /// The typedef name for linkage of an unnamed class ([dcl.typedef]).
    pub typedef_name: Option<Name>,
}

/// A base-specifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BaseRef {
    /// The base.
    pub ty: TypeId,
    /// `virtual`
    pub is_virtual: bool,
    /// Its access; the key's default if not written.
    pub access: Access,
}

/// An enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enum {
    /// `enum class` or `enum struct`
    pub scoped: bool,
    /// The underlying type as written.
    pub base: Option<TypeId>,
    /// The enumerators; `None` for an opaque declaration.
    pub enumerators: Option<Box<[DeclId]>>,
    /// The typedef name for linkage of an unnamed enumeration.
    pub typedef_name: Option<Name>,
}

/// The access of a member or base.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Access {
    /// `public`, or not a member.
    #[default]
    Public,
    /// `protected`
    Protected,
    /// `private`
    Private,
}

/// A `template<…>` head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateHead {
    /// The parameters; none for an explicit specialisation.
    pub params: Box<[TemplateParam]>,
    /// Its requires-clause.
    pub requires: Option<ExprId>,
}

/// A template parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TemplateParam {
    /// Its name.
    pub name: Option<Name>,
    /// `...`
    pub pack: bool,
    /// Its kind, with its default argument.
    pub kind: TemplateParamKind,
    /// Its number among all of its code: its index in [`Spans::template_params`](crate::Spans).
    pub number: u32,
}

/// What a template parameter stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplateParamKind {
    /// `class T = X`, with its type-constraint
    Type {
        /// The type-constraint `C<…>`; its arguments lack the parameter itself.
        constraint: Option<Path>,
        /// The default argument.
        default: Option<TypeId>,
    },
    /// `int N = 3`
    Value {
        /// Its type; a placeholder type if deduced.
        ty: TypeId,
        /// The default argument.
        default: Option<ExprId>,
    },
    /// `template<…> class C = X`
    Template {
        /// Its own parameters.
        params: Box<[TemplateParam]>,
        /// The default argument.
        default: Option<TypeId>,
    },
}

/// A function parameter.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Param {
    /// Its name.
    pub name: Option<Name>,
    /// Its type as written, not decayed. A pack's is a [`TypeRef::Pack`](crate::TypeRef).
    pub ty: TypeId,
    /// Its default argument.
    pub default: Option<ExprId>,
    /// `this`: an explicit object parameter.
    pub explicit_object: bool,
    /// The names of its attributes.
    pub attrs: Box<[Attr]>,
}

/// An attribute.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Attr {
    /// Its name as in [`cleave_names::decl::Attribute::name`].
    pub name: Name,
    /// Arguments that are expressions.
    pub args: Box<[ExprId]>,
}
