//! Expressions in signatures: what depends on a template parameter, and values of template arguments.

use std::sync::Arc;

use crate::{Entity, Name, TemplateArg, TemplateParam, Type, Unqualified};
use cleave_lang::{Operator, Qualifiers};

/// A scalar or string literal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Literal {
    /// Its type.
    pub ty: Type,
    /// Its value.
    pub value: LiteralValue,
}

impl Literal {
    /// An integer, character, boolean or enumerator of type `ty`.
    pub fn integer(ty: Type, value: i128) -> Literal {
        Literal {
            ty,
            value: LiteralValue::Integer {
                negative: value < 0,
                magnitude: value.unsigned_abs(),
            },
        }
    }
}

/// The value of a literal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum LiteralValue {
    /// An integer, character, boolean or enumerator; also a null pointer of other than `nullptr_t`.
    Integer {
        /// Whether it is below zero.
        negative: bool,
        /// Its absolute value.
        magnitude: u128,
    },
    /// The bits of a floating value, most significant byte first, as many as the type has.
    Float(Vec<u8>),
    /// The bits of a complex value's parts.
    Complex(Vec<u8>, Vec<u8>),
    /// `nullptr`
    Nullptr,
    /// The code units of a string literal, without the final zero. The type is the array's.
    String(Vec<u32>),
}

/// An expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Expr {
    /// A literal.
    Literal(Literal),
    /// A constant that is read: its name, which g++ writes, and its value, which the reference writes.
    Constant(Box<Expr>, Literal),
    /// A non-type template parameter.
    TemplateParam(TemplateParam),
    /// A function parameter.
    FunctionParam {
        /// Function prototypes between the use and the parameter's own. 0 in the trailing return type of
        /// the parameter's function, 1 inside its parameter list.
        level: u32,
        /// Position, from 0.
        index: u32,
        /// Qualifiers at the top of its type. g++ leaves them out.
        quals: Qualifiers,
    },
    /// `this`
    This,
    /// A prefix operator, or `sizeof`-like operator from the table, with one operand.
    Unary(Operator, Box<Expr>),
    /// `x++` or `x--`
    Postfix(Operator, Box<Expr>),
    /// A binary operator, assignment, subscript, comma, or `.*`/`->*`.
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `a ? b : c`
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    /// A call.
    Call(Box<Expr>, Vec<Expr>),
    /// `T(args)` or `(T)arg`.
    Conversion(Box<Type>, Vec<Expr>),
    /// A cast with a keyword.
    Cast(CastKind, Box<Type>, Box<Expr>),
    /// `T{...}`, or `{...}` without a type.
    InitList(Option<Box<Type>>, Vec<Expr>),
    /// A class or array value as a template argument, with all its elements in order (bases first).
    /// g++ leaves zeros at the end out, the reference does not.
    ClassValue(Box<Type>, Vec<Expr>),
    /// The member that a union value holds. g++ writes its name, the reference only the value.
    ActiveMember(String, Box<Expr>),
    /// `sizeof(T)`
    SizeofType(Box<Type>),
    /// `sizeof e`
    SizeofExpr(Box<Expr>),
    /// `alignof(T)`
    AlignofType(Box<Type>),
    /// `__alignof__(e)`
    AlignofExpr(Box<Expr>),
    /// `noexcept(e)`
    Noexcept(Box<Expr>),
    /// `typeid(T)`
    TypeidType(Box<Type>),
    /// `typeid(e)`
    TypeidExpr(Box<Expr>),
    /// `object.name` or `object->name`
    Member {
        /// The object.
        object: Box<Expr>,
        /// Whether `->` is used.
        arrow: bool,
        /// The member.
        name: Box<UnresolvedName>,
    },
    /// `sizeof...(pack)` of a template parameter pack or function parameter pack.
    SizeofPack(Box<Expr>),
    /// `sizeof...(pack)` of an alias whose pack was in part replaced.
    SizeofCaptured(Vec<TemplateArg>),
    /// `pattern...`
    PackExpansion(Box<Expr>),
    /// A fold expression.
    Fold(FoldKind, Operator, Vec<Expr>),
    /// `new`
    New(Box<NewExpr>),
    /// `delete e`
    Delete {
        /// Written `::delete`.
        global: bool,
        /// `delete[]`
        array: bool,
        /// The operand.
        operand: Box<Expr>,
    },
    /// `throw e`
    Throw(Box<Expr>),
    /// `throw`
    Rethrow,
    /// A known function or variable.
    Entity(Box<Entity>),
    /// A name that is looked up at instantiation.
    Unresolved(Box<UnresolvedName>),
}

/// The casts with a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CastKind {
    /// `static_cast`
    Static,
    /// `dynamic_cast`
    Dynamic,
    /// `const_cast`
    Const,
    /// `reinterpret_cast`
    Reinterpret,
}

impl CastKind {
    /// The ABI's code.
    pub(crate) fn code(self) -> &'static str {
        match self {
            CastKind::Static => "sc",
            CastKind::Dynamic => "dc",
            CastKind::Const => "cc",
            CastKind::Reinterpret => "rc",
        }
    }
}

/// The four fold expressions ([expr.prim.fold]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FoldKind {
    /// `(... op pack)`, one operand.
    UnaryLeft,
    /// `(pack op ...)`, one operand.
    UnaryRight,
    /// `(init op ... op pack)`, operands as written.
    BinaryLeft,
    /// `(pack op ... op init)`, operands as written.
    BinaryRight,
}

impl FoldKind {
    /// The ABI's code.
    pub(crate) fn code(self) -> &'static str {
        match self {
            FoldKind::UnaryLeft => "fl",
            FoldKind::UnaryRight => "fr",
            FoldKind::BinaryLeft => "fL",
            FoldKind::BinaryRight => "fR",
        }
    }
}

/// A `new` expression.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct NewExpr {
    /// Written `::new`.
    pub global: bool,
    /// `new T[n]`
    pub array: bool,
    /// Placement arguments.
    pub placement: Vec<Expr>,
    /// The type; for the array form the array type.
    pub ty: Type,
    /// Arguments in parentheses; `None` when there are no parentheses.
    pub init: Option<Vec<Expr>>,
}

/// A name in an expression whose meaning waits for instantiation.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct UnresolvedName {
    /// Written with a leading `::`, before the qualifier if there is one. g++ leaves it out.
    pub global: bool,
    /// The qualifier.
    pub scope: UnresolvedScope,
    /// How the qualifier of a function that is called is written, which the reference keeps. g++ does not.
    pub written: Option<WrittenScope>,
    /// The last component: an identifier, operator, conversion or (for `~T`) destructor type.
    pub id: Unqualified,
    /// Type named by a destructor `~T`; `id` is then not looked at.
    pub destroyed: Option<Type>,
    /// Explicit template arguments.
    pub args: Option<Vec<TemplateArg>>,
}

/// A qualifier as it is written.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WrittenScope {
    /// The namespaces by the names that are written.
    pub namespaces: Vec<String>,
    /// How many classes stand behind them.
    pub classes: usize,
}

/// The qualifier of an [`UnresolvedName`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum UnresolvedScope {
    /// None.
    None,
    /// A namespace. g++ leaves it out.
    Namespace(Arc<Name>),
    /// A class by name. The reference leaves a dependent one out before explicit template arguments.
    Class {
        /// The class.
        name: Arc<Name>,
        /// Whether its template arguments depend on a template parameter.
        dependent: bool,
    },
    /// A template parameter or decltype. The reference leaves it out before explicit template arguments.
    Type(Type),
    /// A type as in [`UnresolvedScope::Type`], then classes inside it (identifier, template arguments).
    Nested(Type, Vec<(String, Option<Vec<TemplateArg>>)>),
}
