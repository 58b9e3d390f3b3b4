//! Types, interned: equal types are equal ids. Typedefs are gone, arrays carry their elements' qualifiers, function parameters
//! are decayed. Knows nothing of trees, and of scopes only which one a
//! type was declared in.

use cleave_hir::Name;
use cleave_lang::{Builtin, Qualifiers, RefQualifier};
use cleave_names::ScopePath;

use crate::{Const, Entity, Env, Site};

/// A type with its cv-qualifiers.
#[salsa::interned(debug, constructor = intern)]
pub struct Ty<'db> {
    /// One field: whoever wants to know one part of it mostly wants others, and each look is a search.
    #[returns(ref)]
    pub(crate) parts: TyParts<'db>,
}

/// The parts of a type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct TyParts<'db> {
    /// What it is.
    pub(crate) kind: TyKind<'db>,
    /// Its cv-qualifiers; those of an array are its element's.
    pub(crate) quals: Qualifiers,
    /// What follows from the others and is asked all the time.
    pub(crate) facts: TyFacts,
    /// The same without qualifiers, of a type that has some: it is asked for at each use.
    pub(super) plain: Option<Ty<'db>>,
}

/// What is known of a type at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub(crate) struct TyFacts {
    /// Template parameters occur in it.
    pub(crate) dependent: bool,
    /// A placeholder occurs in it.
    pub(crate) auto: bool,
    /// It is not known, or points to or is made of what is not known.
    pub(crate) error: bool,
}

impl TyFacts {
    /// An error is part of it, or it depends on template parameters.
    pub(crate) fn is_unknown(self) -> bool {
        self.dependent || self.error
    }
}

impl<'db> Ty<'db> {
    /// The type of a kind with these qualifiers.
    pub fn new(db: &'db dyn salsa::Database, kind: TyKind<'db>, quals: Qualifiers) -> Ty<'db> {
        let plain = (!quals.is_empty()).then(|| Ty::of(db, kind.clone()));
        let facts = match plain {
            Some(plain) => plain.parts(db).facts,
            None => TyFacts::of(db, &kind),
        };
        let parts = TyParts {
            kind,
            quals,
            facts,
            plain,
        };
        Ty::intern(db, parts)
    }

    /// What it is.
    pub fn kind(self, db: &'db dyn salsa::Database) -> &'db TyKind<'db> {
        &self.parts(db).kind
    }

    /// Its cv-qualifiers; those of an array are its element's.
    pub fn quals(self, db: &'db dyn salsa::Database) -> Qualifiers {
        self.parts(db).quals
    }
}

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum TyKind<'db> {
    /// Not known: an error that was reported, or something out of reach. Whoever meets it stays silent.
    Error,
    /// A fundamental type, `std::nullptr_t` among them.
    Builtin(Builtin),
    /// `_Complex T`
    Complex(Builtin),
    /// `T *`
    Pointer(Ty<'db>),
    /// `T &`
    LvalueReference(Ty<'db>),
    /// `T &&`
    RvalueReference(Ty<'db>),
    /// `T C::*`
    MemberPointer {
        /// The class.
        class: Ty<'db>,
        /// The member's type; a function type for member functions.
        member: Ty<'db>,
    },
    /// `T[n]`
    Array(Ty<'db>, Bound<'db>),
    /// A GNU vector of so many elements.
    Vector(Ty<'db>, u64),
    /// A function.
    Function(FnTy<'db>),
    /// A class: an entity with all its template arguments.
    Class(Entity<'db>),
    /// An enumeration.
    Enum(Entity<'db>),
    /// A lambda's closure type.
    Closure(Closure<'db>),
    /// `__va_list_tag`: a class of the compiler's own, of which `__builtin_va_list` is an array of one (System V ABI for x86-64,
    /// 3.5.7). Its members have no names here.
    VaListTag,
    /// A placeholder not yet deduced: `auto` (false) or `decltype(auto)` (true).
    Auto(bool),
    /// A template type parameter, in a pattern: levels count from the outermost template.
    Param {
        /// Its level.
        level: u32,
        /// Its index in the level.
        index: u32,
        /// A pack.
        pack: bool,
    },
    /// A specialisation of a template template parameter, in a pattern.
    ParamSpecialization {
        /// The parameter's level.
        level: u32,
        /// Its index.
        index: u32,
        /// The arguments.
        args: Box<[Arg<'db>]>,
    },
    /// A type that depends on template parameters in a way that nothing is deduced from: `typename T::x`, `decltype(f(T()))`.
    /// Two are equal where they are written at the same site under the same arguments.
    Dependent(Site<'db>, Env<'db>),
    /// `P...`, in a pattern
    Pack(Ty<'db>),
    /// A type made up for partial ordering ([temp.func.order]); different from every other.
    Unique(u32),
    /// An overload set or a template name: the type of an expression that has none. Never part of another type.
    Overloaded,
    /// `{…}`: the type of a braced list as an argument. Never part of another type.
    List,
}

/// An array's bound.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Bound<'db> {
    /// A number.
    Known(u64),
    /// `[]`
    Unknown,
    /// `[N]` with a template parameter, in a pattern.
    Param {
        /// Its level.
        level: u32,
        /// Its index.
        index: u32,
    },
    /// Another dependent expression.
    Dependent(Site<'db>, Env<'db>),
    /// Of variable length.
    Variable,
}

/// A function type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct FnTy<'db> {
    /// The return type.
    pub ret: Ty<'db>,
    /// The parameters, decayed and without top-level cv.
    pub params: Box<[Ty<'db>]>,
    /// `...`
    pub variadic: bool,
    /// cv-qualifiers.
    pub quals: Qualifiers,
    /// The ref-qualifier.
    pub ref_qualifier: Option<RefQualifier>,
    /// It does not throw.
    pub noexcept: bool,
    /// The template parameter that says whether it throws, in a pattern: `noexcept(B)`. Its level and index.
    pub noexcept_param: Option<(u32, u32)>,
}

/// A lambda-expression of some code, under bindings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct Closure<'db> {
    /// The entity whose code it stands in: a function (a call operator, for a nested one), a variable with an initializer, a
    /// class with a default initializer.
    pub owner: Entity<'db>,
    /// The lambda-expression.
    pub site: Site<'db>,
    /// The bindings there, generic lambdas around it included.
    pub env: Option<Env<'db>>,
    /// What it sees of the blocks around.
    pub around: Surroundings<'db>,
}

/// What a lambda-expression sees of the blocks around it. It is part of the closure type's identity, so that its call operator
/// is typed without the code around it.
#[salsa::interned(debug)]
pub struct Surroundings<'db> {
    /// The captures in order: the closure's fields.
    #[returns(deref)]
    pub captures: Box<[Captured<'db>]>,
    /// Other names of blocks around that its text mentions: types, functions, static locals, constants.
    #[returns(deref)]
    pub names: Box<[(Name, Outer<'db>)]>,
    /// The class that `this` points to there.
    #[returns(copy)]
    pub this: Option<Ty<'db>>,
    /// The elements that template parameter packs are expanded to there.
    #[returns(deref)]
    pub packs: Box<[((u32, u32), Arg<'db>)]>,
}

/// A name of a block around a lambda-expression that is not captured.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Outer<'db> {
    /// Types, functions, templates, enumerators, and variables of static storage duration.
    Entities(Vec<Entity<'db>>),
    /// A local that is not captured: its type, and its value if it is a constant.
    Local(Ty<'db>, Option<Const<'db>>, Reach),
    /// A local alias of a type that only its block knows.
    Type(Ty<'db>),
    /// A pack, however many elements it has.
    Pack,
    /// Something that is not known.
    Unknown,
}

/// What to say of a local that is not captured where its object is needed ([expr.prim.lambda.capture]/10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Reach {
    /// Nothing: it may be a constant.
    Open,
    /// The lambda has no capture-default.
    Uncaptured,
    /// The lambda would capture it, but one around it does not.
    Enclosed,
}

/// A capture.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct Captured<'db> {
    /// The name it has in the lambda's body; `None` for `this` and `*this`.
    pub name: Option<Name>,
    /// Its type: a reference for a capture by reference, a pointer for `this`, the class for `*this`.
    pub ty: Ty<'db>,
    /// It is an element of a pack of this name.
    pub pack: bool,
    /// It is a structured binding.
    pub is_binding: bool,
    /// The value of a captured constant: what has to be a constant names that ([expr.prim.lambda.capture]/11).
    pub value: Option<Const<'db>>,
}

/// A template argument.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Arg<'db> {
    /// A type.
    Type(Ty<'db>),
    /// A value, converted to its parameter's type.
    Value(Const<'db>),
    /// A class or alias template.
    Template(Entity<'db>),
    /// What a pack stands for.
    Pack(Box<[Arg<'db>]>),
    /// A template parameter that is no type, in a pattern.
    Param {
        /// Its level.
        level: u32,
        /// Its index.
        index: u32,
        /// A pack.
        pack: bool,
    },
    /// A dependent expression, in a pattern.
    Dependent(Site<'db>, Env<'db>),
    /// The expansion of a pattern, in a pattern.
    Expansion(Box<Arg<'db>>),
    /// Could not be made out.
    Error,
}

/// The scope of a namespace, as far as types name it.
pub type Namespace<'db> = ScopePath<'db>;
