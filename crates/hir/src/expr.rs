//! Expressions. Parentheses are kept: `decltype` tells them apart.

use cleave_lang::Operator;
use cleave_names::decl::Spec;
use la_arena::Idx;

use crate::{
    Attr, Capture, DeclId, Exception, Init, Name, ParamId, Path, StmtId, TemplateHead, TypeId,
};

/// An expression in its [`Code`](crate::Code).
pub type ExprId = Idx<Expr>;

/// An expression ([expr]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expr {
    /// Could not be read.
    Missing,
    /// A literal.
    Literal(Literal),
    /// An id-expression. A lone type name may stand here where the parser could not tell (callee of `T(x)`, operand of sizeof).
    Path(Path),
    /// `this`
    This,
    /// `(e)`
    Paren(ExprId),
    /// `@e` for `+ - ! ~ * & ++ --`
    Prefix(Operator, ExprId),
    /// `e++`, `e--`
    Postfix(Operator, ExprId),
    /// `__real__ e`, `__imag__ e`, `__extension__ e`, `co_await e`, `co_yield e`
    Keyword(KeywordOperator, ExprId),
    /// An infix operator, assignments, the comma, `.*` and `->*` included.
    Binary(Operator, ExprId, ExprId),
    /// `c ? a : b`; `None`: GNU's omitted middle.
    Conditional(ExprId, Option<ExprId>, ExprId),
    /// `f(args)`; `f` may name a type.
    Call(ExprId, Box<[ExprId]>),
    /// `f<<<config>>>(args)`
    Launch(ExprId, Box<[ExprId]>, Box<[ExprId]>),
    /// `a[i]`, with any number of indices
    Index(ExprId, Box<[ExprId]>),
    /// `e.m`, `e->m`
    Member {
        /// The object expression.
        base: ExprId,
        /// `->`
        arrow: bool,
        /// `template` stands before the member.
        template: bool,
        /// The member.
        member: Path,
    },
    /// `(T)e`
    CStyleCast(TypeId, ExprId),
    /// `T(args)`, where the grammar knows T for a type
    Functional(TypeId, Box<[ExprId]>),
    /// `T{…}` and the compound literal `(T){…}`; the list is an [`Expr::List`].
    Braced(TypeId, ExprId),
    /// `static_cast<T>(e)` and its kin
    NamedCast(NamedCast, TypeId, ExprId),
    /// `{…}`
    List(Box<[ListItem]>),
    /// `sizeof(T)`
    SizeofType(TypeId),
    /// `sizeof e`; a lone name may be a type's.
    SizeofExpr(ExprId),
    /// `sizeof...(p)`
    SizeofPack(Name),
    /// `alignof(T)`
    AlignofType(TypeId),
    /// `alignof e` (GNU)
    AlignofExpr(ExprId),
    /// `typeid(T)`
    TypeidType(TypeId),
    /// `typeid(e)`
    TypeidExpr(ExprId),
    /// `noexcept(e)`
    Noexcept(ExprId),
    /// `new`
    New {
        /// `::new`
        global: bool,
        /// Placement arguments.
        placement: Box<[ExprId]>,
        /// The allocated type, an array's bound included.
        ty: TypeId,
        /// Its initializer.
        init: Init,
    },
    /// `delete`
    Delete {
        /// `::delete`
        global: bool,
        /// `[]`
        array: bool,
        /// The pointer.
        operand: ExprId,
    },
    /// A lambda-expression.
    Lambda(Box<Lambda>),
    /// A fold over a pack. For a unary fold one side is `None`: `(... @ e)` has no left, `(e @ ...)` no right.
    Fold {
        /// The operator.
        op: Operator,
        /// What stands left of the operator next to `...`, or the left operand of a binary fold.
        left: Option<ExprId>,
        /// The other side.
        right: Option<ExprId>,
        /// Whether it is a left fold: `(... @ pack)` or `(init @ ... @ pack)`. Which operand of a binary fold has the pack is told
        /// by the names of the packs that the item declares.
        is_left: bool,
    },
    /// A requires-expression.
    Requires(Box<[ParamId]>, Box<[Requirement]>),
    /// GNU's `({ … })`
    Statements(StmtId),
    /// `throw e`
    Throw(Option<ExprId>),
    /// `e...` in an argument list or braced list
    Pack(ExprId),
    /// `__is_same(T, U)`, `__builtin_types_compatible_p` and other traits over types.
    Trait(Name, Box<[TypeOrExpr]>),
    /// `__builtin_offsetof(T, m)`
    Offsetof(TypeId, ExprId),
    /// `__builtin_va_arg(e, T)`
    VaArg(ExprId, TypeId),
    /// `__builtin_bit_cast(T, e)`
    BitCast(TypeId, ExprId),
    /// Another builtin that mixes types and expressions.
    Builtin(Name, Box<[TypeOrExpr]>),
    /// `&&label`
    LabelAddress(Name),
}

/// A literal's value and type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// An integer literal.
    Int {
        /// Its value. One that needs more bits is no literal.
        value: u64,
        /// The suffix without a user-defined one.
        suffix: IntSuffix,
        /// Written in base 10.
        decimal: bool,
    },
    /// A floating literal: the digits without suffix and separators, hexadecimal or decimal.
    Float {
        /// The text of the number.
        text: Box<str>,
        /// Its suffix.
        suffix: FloatSuffix,
    },
    /// A character literal: its value before conversion to its type.
    Char {
        /// The code point or multicharacter value.
        value: u32,
        /// The prefix.
        encoding: Encoding,
        /// More than one character: an `int`.
        multi: bool,
    },
    /// A string literal, pieces joined: code units without the terminator.
    String {
        /// The code units.
        units: Box<[u32]>,
        /// The prefix.
        encoding: Encoding,
    },
    /// `true`, `false`
    Bool(bool),
    /// `nullptr`
    Nullptr,
    /// `__null`
    GnuNull,
    /// A user-defined literal.
    User(Box<UserLiteral>),
}

/// A user-defined literal ([lex.ext]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UserLiteral {
    /// The literal without its suffix.
    pub literal: Literal,
    /// Its text without the suffix, for raw and template operators.
    pub text: Box<str>,
    /// The suffix.
    pub suffix: Name,
}

/// An integer literal's suffix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IntSuffix {
    /// `u`
    pub unsigned: bool,
    /// The number of `l`s, 0 to 2.
    pub long: u8,
    /// `z`
    pub size: bool,
}

/// A floating literal's suffix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatSuffix {
    /// None: `double`
    Double,
    /// `f`
    Float,
    /// `l`
    LongDouble,
    /// `f16`
    Float16,
    /// `q`, `f128`
    Float128,
    /// `bf16`
    Bfloat16,
}

/// The encoding prefix of a character or string literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// None.
    Ordinary,
    /// `L`
    Wide,
    /// `u8`
    Utf8,
    /// `u`
    Utf16,
    /// `U`
    Utf32,
}

/// The named casts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NamedCast {
    /// `static_cast`
    Static,
    /// `const_cast`
    Const,
    /// `dynamic_cast`
    Dynamic,
    /// `reinterpret_cast`
    Reinterpret,
}

/// Operators that are keywords.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeywordOperator {
    /// `__real__`
    Real,
    /// `__imag__`
    Imag,
    /// `__extension__`
    Extension,
    /// `co_await`
    Await,
    /// `co_yield`
    Yield,
}

/// An element of a braced list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListItem {
    /// Its designators, empty if none.
    pub designators: Box<[Designator]>,
    /// Where the designators are written.
    pub at: Option<ExprId>,
    /// Its value; may be a list or a pack expansion.
    pub value: ExprId,
}

/// A designator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Designator {
    /// `.m`, or GNU's `m:`
    Field(Name),
    /// `[i]`, `[a ... b]`
    Index(ExprId, Option<ExprId>),
}

/// A type or an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeOrExpr {
    /// A type.
    Type(TypeId),
    /// An expression.
    Expr(ExprId),
    /// A pack expansion of either.
    Pack(Box<TypeOrExpr>),
}

/// A lambda-expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lambda {
    /// `=` or `&` first among the captures: whether by reference.
    pub default: Option<bool>,
    /// The captures.
    pub captures: Box<[Capture]>,
    /// `<…>` of a generic lambda.
    pub head: Option<TemplateHead>,
    /// The function type of its call operator; the return type is `Missing` if not written.
    pub ty: TypeId,
    /// Whether a parameter clause is written.
    pub has_clause: bool,
    /// `mutable`
    pub is_mutable: bool,
    /// `constexpr`, `consteval`, `static`
    pub spec: Spec,
    /// Its attributes: `__device__` and the like, before or after the parameters.
    pub attrs: Box<[Attr]>,
    /// Its exception specification.
    pub exception: Exception,
    /// Its body, a block.
    pub body: StmtId,
    /// The class that the lambda stands for has no declaration; this is the enclosing declaration, if it is known to the code.
    pub within: Option<DeclId>,
}

/// A requirement of a requires-expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Requirement {
    /// `e;`
    Simple(ExprId),
    /// `typename T;`
    Type(TypeId),
    /// `{ e } noexcept -> C;`
    Compound {
        /// The expression.
        expr: ExprId,
        /// `noexcept`
        noexcept: bool,
        /// The type-constraint; its arguments lack the type itself.
        constraint: Option<Path>,
    },
    /// `requires e;`
    Nested(ExprId),
}
