//! Types as written: a decl-specifier-seq and a declarator folded into one term.

use cleave_lang::{Builtin, Qualifiers, RefQualifier};
use la_arena::Idx;

use crate::{Attr, DeclId, ExprId, Name, ParamId, Path};

/// A type in its [`Code`](crate::Code).
pub type TypeId = Idx<TypeRef>;

/// A type as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TypeRef {
    /// There is none, or it could not be read.
    Missing,
    /// A fundamental type ([dcl.type.simple], table 11).
    Builtin(Builtin),
    /// `_Complex T`
    Complex(Builtin),
    /// A name, `typename` or not, elaborated or not.
    Path {
        /// The name.
        path: Path,
        /// The key of an elaborated-type-specifier, which may declare the class.
        elaborated: Option<ClassKey>,
        /// `typename` stands before it, or is implied where it stands.
        typename: bool,
    },
    /// A class or enumeration defined right here.
    Defined(DeclId),
    /// `decltype(e)`
    Decltype(ExprId),
    /// `decltype(auto)`, with its type-constraint
    DecltypeAuto(Option<Path>),
    /// `auto`, with its type-constraint
    Auto(Option<Path>),
    /// `typeof(e)`
    TypeofExpr(ExprId),
    /// `typeof(T)`
    TypeofType(TypeId),
    /// `__underlying_type(T)` and its kin.
    Transform(Name, TypeId),
    /// With cv-qualifiers.
    Qualified(Qualifiers, TypeId),
    /// `T *`
    Pointer(TypeId),
    /// `T &`
    LvalueReference(TypeId),
    /// `T &&`
    RvalueReference(TypeId),
    /// `T C::*`; the path's last component is the class.
    MemberPointer {
        /// The class.
        class: Path,
        /// The pointed-to member's type.
        member: TypeId,
    },
    /// `T[n]`
    Array {
        /// The element.
        element: TypeId,
        /// The bound, if written.
        bound: Option<ExprId>,
    },
    /// A function.
    Function(Box<FunctionRef>),
    /// `T...` in a parameter list, a template argument list or a base clause.
    Pack(TypeId),
    /// With attributes that make another type of it (`vector_size`, `ext_vector_type`, `mode`); all others are the declaration's.
    Attributed(TypeId, Box<[Attr]>),
}

/// A function type as written.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FunctionRef {
    /// The return type; a trailing one if written. `Missing` for constructors, destructors and conversion functions.
    pub ret: TypeId,
    /// Whether the return type trails.
    pub trailing: bool,
    /// The parameters, their names and default arguments included.
    pub params: Box<[ParamId]>,
    /// Ends in `...`.
    pub variadic: bool,
    /// cv-qualifiers after the parameters.
    pub quals: Qualifiers,
    /// The ref-qualifier.
    pub ref_qualifier: Option<RefQualifier>,
    /// The exception specification.
    pub exception: Exception,
    /// A trailing requires-clause.
    pub requires: Option<ExprId>,
}

/// An exception specification.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Exception {
    /// None written.
    None,
    /// `noexcept`
    Noexcept,
    /// `noexcept(e)`
    Computed(ExprId),
    /// `throw()`
    ThrowNothing,
    /// `throw(T…)`
    Throws,
}

/// The key of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClassKey {
    /// `struct`
    Struct,
    /// `class`
    Class,
    /// `union`
    Union,
    /// `enum`, `enum class` and `enum struct`
    Enum,
}
