//! Code: locals, expressions and statements in arenas. An expression is a place, which names memory, or a value. A place is read by
//! [`ExprKind::Load`] and nothing else.

use la_arena::{Arena, Idx};

use crate::Symbol;
use crate::constant::{Constant, ConstantId};
use crate::types::{Quals, TypeId, Types};

/// An index into [`Code::locals`].
pub type LocalId = Idx<Local>;
/// An index into [`Code::exprs`].
pub type ExprId = Idx<Expr>;
/// An index into [`Code::stmts`].
pub type StmtId = Idx<Stmt>;

/// What a definition consists of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Code {
    /// Types.
    pub types: Types,
    /// Constants.
    pub constants: Arena<Constant>,
    /// Parameters and variables of automatic storage duration.
    pub locals: Arena<Local>,
    /// Expressions. Each stands in one place.
    pub exprs: Arena<Expr>,
    /// Statements.
    pub stmts: Arena<Stmt>,
}

/// A parameter, or a variable of automatic storage duration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Local {
    /// Its name in the source; empty for what the compiler makes.
    pub name: Box<str>,
    /// Its type.
    pub ty: TypeId,
    /// Its qualifiers.
    pub quals: Quals,
    /// Its alignment in bytes, if it is more than that of its type.
    pub align: Option<u64>,
    /// A parameter of a kernel that is not copied (`__grid_constant__`).
    pub grid_constant: bool,
}

/// An expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// What it does.
    pub kind: ExprKind,
    /// Its type: of a place that of the object.
    pub ty: TypeId,
}

/// What an expression does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// Place: a local.
    Local(LocalId),
    /// Place: a variable.
    Global(Symbol),
    /// Place: a string literal.
    Text(ConstantId),
    /// Place: what a pointer points to.
    Deref(ExprId),
    /// Place: a field of a record that is a place, by its number in [`crate::Record::fields`].
    Field(ExprId, u32),
    /// Place: an element of an array that is a place.
    Element(ExprId, ExprId),
    /// Place: an element of a vector that is a place.
    Lane(ExprId, ExprId),
    /// Place: the real (false) or imaginary (true) part of a complex number that is a place.
    Part(ExprId, bool),
    /// A constant.
    Constant(ConstantId),
    /// What a place holds.
    Load(ExprId),
    /// A pointer to a place.
    Address(ExprId),
    /// A pointer to a function.
    Function(Symbol),
    /// A pointer to a label of the function (GNU).
    LabelAddress(Box<str>),
    /// A conversion to the type of the expression.
    Convert(Conversion, ExprId),
    /// An operator with one operand.
    Unary(Unary, ExprId),
    /// An operator with two operands of one type, shifts and pointers aside.
    Binary(Binary, ExprId, ExprId),
    /// Both (true) or one of two truth values; the second is not evaluated if the first decides.
    Logical(bool, ExprId, ExprId),
    /// One of two, as a truth value decides.
    Conditional(ExprId, ExprId, ExprId),
    /// One after the other; the value is the second's.
    Comma(ExprId, ExprId),
    /// Stores a value into a place; the value is what was stored.
    Store(ExprId, ExprId),
    /// Computes with a place and a value in a type and stores the result: operator, place, value.
    Compound(Binary, ExprId, ExprId, TypeId),
    /// Adds or subtracts one from a place.
    Step {
        /// Adds.
        increment: bool,
        /// The value is the new one.
        prefix: bool,
        /// The place.
        place: ExprId,
    },
    /// Sets all bytes of a place to zero.
    Clear(ExprId),
    /// Copies the bytes of a constant or place to the start of a place of the same element type.
    Copy(ExprId, ExprId),
    /// A call of a function by name: the return slot first, then `this`, if there are any.
    Call(Symbol, Box<[ExprId]>),
    /// A call through a pointer.
    CallPointer(ExprId, Box<[ExprId]>),
    /// A call of something that the compiler of the device defines, by name.
    Builtin(Box<str>, Box<[ExprId]>),
    /// The final overrider of a virtual function: a pointer to the object, and the number in the virtual table.
    VirtualFunction(ExprId, u32),
    /// The offset that a virtual table holds at so many bytes before its start (negative) for an object: of a virtual base, or to
    /// the complete object.
    VirtualOffset(ExprId, i64),
    /// A part of a pointer to a member function.
    MemberPart(ExprId, MemberPart),
    /// `({ … })`: a block, and what its value is.
    Statements(StmtId, Option<ExprId>),
    /// The next variable argument: a pointer to the list.
    NextArgument(ExprId),
}

/// A part of a pointer to a member function (Itanium C++ ABI 2.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MemberPart {
    /// The function, or the place in the virtual table plus one: a pointer to a function.
    Function,
    /// What is added to `this`: a `long`.
    Adjustment,
}

/// Conversions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Conversion {
    /// Among integers and `bool`: to `bool` it asks whether the value is zero, else it wraps.
    Integer,
    /// Anything to `bool`: whether it is not zero or null.
    Truth,
    /// Among floating types.
    Floating,
    /// An integer to a floating type.
    IntegerToFloating,
    /// A floating type to an integer, truncating.
    FloatingToInteger,
    /// A pointer to another pointer.
    Pointer,
    /// A pointer to an integer.
    PointerToInteger,
    /// An integer to a pointer.
    IntegerToPointer,
    /// The same bytes as another type.
    Bits,
    /// A number to a complex number, or one complex number to another.
    Complex,
    /// The value is not used.
    Discard,
}

/// Operators with one operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unary {
    /// `-x`
    Negate,
    /// `~x`
    Complement,
    /// `!x` of a truth value.
    Not,
}

/// Operators with two operands. Comparisons yield `bool`, or a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "the names are C's")]
pub enum Binary {
    /// Also a pointer and a number of elements.
    Add,
    /// Also a pointer and a number of elements, which may be a truth value, or two pointers.
    Subtract,
    Multiply,
    Divide,
    Remainder,
    ShiftLeft,
    ShiftRight,
    And,
    Or,
    Xor,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
}

/// A statement, and where it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stmt {
    /// What it does.
    pub kind: StmtKind,
    /// The line, counted from the line of the definition; none for what the compiler makes.
    pub line: Option<i32>,
}

/// What a statement does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StmtKind {
    /// An expression for its effect.
    Expr(ExprId),
    /// A local comes to life, without a value. It ends with the block around.
    Declare(LocalId),
    /// A block.
    Block(Box<[StmtId]>),
    /// A condition, which is a truth value, and two branches.
    If(ExprId, StmtId, Option<StmtId>),
    /// The branch that `if constexpr` keeps ([stmt.if]/2): a condition would have no other branch.
    Taken(StmtId),
    /// A loop.
    Loop {
        /// Whether to go on; for ever without one.
        condition: Option<ExprId>,
        /// After each round.
        step: Option<ExprId>,
        /// The body.
        body: StmtId,
        /// The condition is asked after the body.
        test_after: bool,
        /// How far to unroll it.
        unroll: Option<Unroll>,
    },
    /// `switch`: an integer, and the body with the cases in it.
    Switch(ExprId, StmtId),
    /// The cases from one value to another.
    Case(i128, i128),
    /// All other cases.
    Default,
    /// A label.
    Label(Box<str>),
    /// A jump to a label.
    Goto(Box<str>),
    /// A jump to where a pointer to a label points.
    GotoPointer(ExprId),
    /// Ends the innermost loop or `switch`.
    Break,
    /// Goes to the next round of the innermost loop.
    Continue,
    /// Returns.
    Return(Option<ExprId>),
    /// Assembly.
    Asm(Asm),
}

/// How far to unroll a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unroll {
    /// As far as it goes.
    Full,
    /// So many times; once is not at all.
    By(i64),
}

/// An assembly statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asm {
    /// The text.
    pub template: Box<str>,
    /// It has effects that the operands do not show.
    pub is_volatile: bool,
    /// `%` means something in the text, even if there are no operands.
    pub is_extended: bool,
    /// Places that it sets.
    pub outputs: Box<[AsmOperand]>,
    /// Values that it reads.
    pub inputs: Box<[AsmOperand]>,
    /// What else it changes.
    pub clobbers: Box<[Box<str>]>,
}

/// An operand of an assembly statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsmOperand {
    /// Its name in the text, if it has one.
    pub name: Option<Box<str>>,
    /// Where the value may be.
    pub constraint: Box<str>,
    /// The place or value.
    pub value: ExprId,
}

impl Code {
    /// Adds an expression.
    pub fn expr(&mut self, kind: ExprKind, ty: TypeId) -> ExprId {
        self.exprs.alloc(Expr { kind, ty })
    }

    /// Adds a constant.
    pub fn constant(&mut self, kind: crate::ConstantKind, ty: TypeId) -> ConstantId {
        self.constants.alloc(Constant { ty, kind })
    }
}

impl ExprKind {
    /// Whether it is a place.
    pub fn is_place(&self) -> bool {
        matches!(
            self,
            ExprKind::Local(_)
                | ExprKind::Global(_)
                | ExprKind::Text(_)
                | ExprKind::Deref(_)
                | ExprKind::Field(..)
                | ExprKind::Element(..)
                | ExprKind::Lane(..)
                | ExprKind::Part(..)
        )
    }
}
