//! Types, interned: equal types are equal ids. Typedefs are gone, arrays carry their elements' qualifiers, function parameters
//! are decayed. Knows nothing of trees, and of scopes only which one a
//! type was declared in.

use std::fmt;
use std::hash::{Hash, Hasher};

use cleave_hir::Name;
use cleave_lang::{Builtin, Qualifiers, RefQualifier};
use cleave_names::ScopePath;
use salsa::plumbing::{AsId, FromId};

use crate::{Const, Entity, Env, Site};

/// A type with its cv-qualifiers. What is asked of it all the time stands beside its id, so that no table is asked.
#[derive(Clone, Copy, salsa::SalsaValue)]
pub struct Ty<'db> {
    id: TyId<'db>,
    /// It follows from the id.
    summary: Summary,
}

/// A type as queries are keyed by it.
#[salsa::interned(debug, constructor = intern)]
pub struct TyId<'db> {
    /// One field: whoever wants to know one part of it mostly wants others, and each look is a search.
    #[returns(ref)]
    parts: TyParts<'db>,
}

impl<'db> TyId<'db> {
    /// The type.
    pub fn ty(self, db: &'db dyn salsa::Database) -> Ty<'db> {
        let summary = Summary::of(self.parts(db));
        Ty { id: self, summary }
    }
}

impl PartialEq for Ty<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Ty<'_> {}

impl Hash for Ty<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Debug for Ty<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.id, f)
    }
}

/// The parts of a type.
#[derive(Clone, Debug, Eq, salsa::SalsaValue)]
pub struct TyParts<'db> {
    /// What it is.
    pub(crate) kind: TyKind<'db>,
    /// Its cv-qualifiers; those of an array are its element's.
    pub(crate) quals: Qualifiers,
    /// What follows from the others and is asked all the time.
    pub(super) facts: TyFacts,
    /// The same without qualifiers, of a type that has some: it is asked for at each use.
    pub(super) plain: Option<Ty<'db>>,
}

// The facts follow from the kind. The unqualified type does not: where a text is edited, salsa gives the id of a type that nobody made of
// late to another one, while the qualified type stays findable with the old id in it. Whoever makes it again has the new id, and may not
// get the type with the old one.
impl PartialEq for TyParts<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.quals == other.quals && self.plain == other.plain && self.kind == other.kind
    }
}

impl Hash for TyParts<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.kind.hash(state);
        self.quals.hash(state);
    }
}

/// What is known of a type at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
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
            Some(plain) => plain.facts(),
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

    pub(super) fn intern(db: &'db dyn salsa::Database, parts: TyParts<'db>) -> Ty<'db> {
        let summary = Summary::of(&parts);
        let id = TyId::intern(db, parts);
        Ty { id, summary }
    }

    /// The same in a form that can be kept.
    pub(super) fn to_keep(self) -> Ty<'static> {
        Ty {
            id: TyId::from_id(self.id.as_id()),
            summary: self.summary,
        }
    }

    /// What queries are keyed by.
    pub fn id(self) -> TyId<'db> {
        self.id
    }

    pub(crate) fn parts(self, db: &'db dyn salsa::Database) -> &'db TyParts<'db> {
        self.id.parts(db)
    }

    /// What it is.
    pub fn kind(self, db: &'db dyn salsa::Database) -> &'db TyKind<'db> {
        &self.parts(db).kind
    }

    /// What it is, without what it is made of.
    pub(crate) fn sort(self) -> Sort {
        self.summary.sort
    }

    /// The fundamental type it is, qualifiers aside.
    pub(super) fn fundamental(self) -> Option<Builtin> {
        self.summary.builtin
    }

    /// Its cv-qualifiers; those of an array are its element's.
    pub fn quals(self, _: &'db dyn salsa::Database) -> Qualifiers {
        let has = |bit| self.summary.bits & bit != 0;
        Qualifiers {
            is_const: has(Summary::CONST),
            is_volatile: has(Summary::VOLATILE),
            is_restrict: has(Summary::RESTRICT),
        }
    }

    pub(crate) fn facts(self) -> TyFacts {
        let has = |bit| self.summary.bits & bit != 0;
        TyFacts {
            dependent: has(Summary::DEPENDENT),
            auto: has(Summary::AUTO),
            error: has(Summary::ERROR),
        }
    }

    /// Whether it is the same without qualifiers at the top, as far as that is known at once: arrays have those of their elements.
    pub(super) fn is_plain(self) -> bool {
        self.summary.bits & Summary::QUALS == 0 && self.summary.sort != Sort::Array
    }
}

/// What is asked of a type all the time.
#[derive(Clone, Copy, salsa::SalsaValue)]
struct Summary {
    sort: Sort,
    builtin: Option<Builtin>,
    /// Qualifiers and facts.
    bits: u8,
}

impl Summary {
    const CONST: u8 = 1;
    const VOLATILE: u8 = 1 << 1;
    const RESTRICT: u8 = 1 << 2;
    const QUALS: u8 = Self::CONST | Self::VOLATILE | Self::RESTRICT;
    const DEPENDENT: u8 = 1 << 3;
    const AUTO: u8 = 1 << 4;
    const ERROR: u8 = 1 << 5;

    fn of(parts: &TyParts<'_>) -> Summary {
        let (quals, facts) = (parts.quals, parts.facts);
        let bits = [
            (quals.is_const, Self::CONST),
            (quals.is_volatile, Self::VOLATILE),
            (quals.is_restrict, Self::RESTRICT),
            (facts.dependent, Self::DEPENDENT),
            (facts.auto, Self::AUTO),
            (facts.error, Self::ERROR),
        ];
        Summary {
            sort: parts.kind.sort(),
            builtin: match parts.kind {
                TyKind::Builtin(b) => Some(b),
                _ => None,
            },
            bits: (bits.iter()).fold(0, |all, &(is, bit)| all | if is { bit } else { 0 }),
        }
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

/// The kinds of types, as [`TyKind`] has them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) enum Sort {
    Error,
    Builtin,
    Complex,
    Pointer,
    LvalueReference,
    RvalueReference,
    MemberPointer,
    Array,
    Vector,
    Function,
    Class,
    Enum,
    Closure,
    VaListTag,
    Auto,
    Param,
    ParamSpecialization,
    Dependent,
    Pack,
    Unique,
    Overloaded,
    List,
}

impl TyKind<'_> {
    fn sort(&self) -> Sort {
        match self {
            TyKind::Error => Sort::Error,
            TyKind::Builtin(..) => Sort::Builtin,
            TyKind::Complex(..) => Sort::Complex,
            TyKind::Pointer(..) => Sort::Pointer,
            TyKind::LvalueReference(..) => Sort::LvalueReference,
            TyKind::RvalueReference(..) => Sort::RvalueReference,
            TyKind::MemberPointer { .. } => Sort::MemberPointer,
            TyKind::Array(..) => Sort::Array,
            TyKind::Vector(..) => Sort::Vector,
            TyKind::Function(..) => Sort::Function,
            TyKind::Class(..) => Sort::Class,
            TyKind::Enum(..) => Sort::Enum,
            TyKind::Closure(..) => Sort::Closure,
            TyKind::VaListTag => Sort::VaListTag,
            TyKind::Auto(..) => Sort::Auto,
            TyKind::Param { .. } => Sort::Param,
            TyKind::ParamSpecialization { .. } => Sort::ParamSpecialization,
            TyKind::Dependent(..) => Sort::Dependent,
            TyKind::Pack(..) => Sort::Pack,
            TyKind::Unique(..) => Sort::Unique,
            TyKind::Overloaded => Sort::Overloaded,
            TyKind::List => Sort::List,
        }
    }
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

#[cfg(test)]
mod tests {
    use cleave_base_db::RootDatabase;
    use cleave_lang::{Builtin, Qualifiers};

    use crate::ty::types::TyParts;
    use crate::{Ty, TyKind};

    #[test]
    fn a_type_is_another_one_where_its_unqualified_type_is() {
        let db = RootDatabase::default();
        let made = || Ty::new(&db, TyKind::Builtin(Builtin::Int), Qualifiers::CONST);
        assert_eq!(made(), made());
        // As of a type that was kept when salsa gave the id of its unqualified one to another.
        let kept = TyParts {
            plain: Some(Ty::builtin(&db, Builtin::Long)),
            ..made().parts(&db).clone()
        };
        assert_ne!(Ty::intern(&db, kept), made());
        assert_eq!(made().unqualified(&db), Ty::builtin(&db, Builtin::Int));
    }
}
