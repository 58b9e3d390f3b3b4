//! Statements.

use la_arena::Idx;

use crate::{DeclId, ExprId, Init, Name, ParamId};

/// A statement in its [`Code`](crate::Code).
pub type StmtId = Idx<Stmt>;

/// A statement ([stmt]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stmt {
    /// Could not be read.
    Missing,
    /// `;`
    Empty,
    /// `e;`
    Expr(ExprId),
    /// The declarations of one declaration statement.
    Decl(Box<[DeclId]>),
    /// `{ … }`
    Block(Box<[StmtId]>),
    /// `if`
    If {
        /// Which sort.
        kind: IfKind,
        /// The init-statement.
        init: Option<StmtId>,
        /// The condition; none for `if consteval`.
        condition: Option<Condition>,
        /// The first branch.
        then: StmtId,
        /// The second.
        otherwise: Option<StmtId>,
    },
    /// `switch`
    Switch {
        /// The init-statement.
        init: Option<StmtId>,
        /// The condition.
        condition: Condition,
        /// The body.
        body: StmtId,
    },
    /// `case a:` or `case a ... b:` with what follows
    Case {
        /// The value.
        value: ExprId,
        /// The upper end of a range.
        to: Option<ExprId>,
        /// The labelled statement.
        body: StmtId,
    },
    /// `default:`
    Default(StmtId),
    /// `l:`
    Label(Name, StmtId),
    /// `while`
    While {
        /// The condition.
        condition: Condition,
        /// The body.
        body: StmtId,
    },
    /// `do`
    Do {
        /// The body.
        body: StmtId,
        /// The condition.
        condition: ExprId,
    },
    /// `for`
    For {
        /// The init-statement.
        init: Option<StmtId>,
        /// The condition.
        condition: Option<Condition>,
        /// The step.
        step: Option<ExprId>,
        /// The body.
        body: StmtId,
    },
    /// `for (d : e)`
    RangeFor {
        /// The init-statement.
        init: Option<StmtId>,
        /// The declared variable or structured binding, without an initializer.
        decl: DeclId,
        /// The range; may be a braced list.
        range: ExprId,
        /// The body.
        body: StmtId,
    },
    /// `return`, `co_return`
    Return {
        /// The value; may be a braced list.
        value: Option<ExprId>,
        /// `co_return`
        coroutine: bool,
    },
    /// `break;`
    Break,
    /// `continue;`
    Continue,
    /// `goto l;`
    Goto(Name),
    /// `goto *e;`
    ComputedGoto(ExprId),
    /// `try`
    Try {
        /// The block.
        body: StmtId,
        /// Its handlers.
        handlers: Box<[Handler]>,
    },
    /// `asm`
    Asm(Asm),
}

/// An `asm` statement ([dcl.asm]) with GNU's operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asm {
    /// The string that is its code.
    pub template: ExprId,
    /// `volatile`
    pub volatile: bool,
    /// `goto`
    pub goto: bool,
    /// A colon follows the code, in which `%` then means something.
    pub extended: bool,
    /// The outputs and the inputs, in order.
    pub operands: Box<[AsmOperand]>,
    /// What the statement overwrites beside its outputs, as strings.
    pub clobbers: Box<[ExprId]>,
    /// The labels that `asm goto` may jump to.
    pub labels: Box<[Name]>,
}

/// An operand of an `asm` statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AsmOperand {
    /// `[name]`
    pub name: Option<Name>,
    /// Whether it stands among the outputs.
    pub output: bool,
    /// The string that says where the value may be.
    pub constraint: ExprId,
    /// The value.
    pub value: ExprId,
}

/// What `#pragma unroll` before a loop says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unroll {
    /// How often the loop's body shall be repeated; none: as often as it runs. The expression is no part of the statement.
    pub factor: Option<ExprId>,
}

/// The sorts of `if`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IfKind {
    /// `if (c)`
    Plain,
    /// `if constexpr (c)`
    Constexpr,
    /// `if consteval`, or `if ! consteval`
    Consteval {
        /// `!`
        negated: bool,
    },
}

/// A condition ([stmt.pre]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// An expression.
    Expr(ExprId),
    /// A declared variable, with its initializer.
    Decl(DeclId),
}

/// A handler of a try-block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Handler {
    /// The exception-declaration; `None` for `...`.
    pub param: Option<ParamId>,
    /// The block.
    pub body: StmtId,
}

/// A lambda capture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Capture {
    /// What is captured.
    pub kind: CaptureKind,
    /// The name or `this`, as an expression: where it stands.
    pub at: ExprId,
    /// `...`
    pub pack: bool,
}

/// What a capture captures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CaptureKind {
    /// `x` or `&x`
    Name {
        /// The variable.
        name: Name,
        /// `&`
        by_ref: bool,
    },
    /// `x = e` or `&x = e`
    Init {
        /// The name.
        name: Name,
        /// `&`
        by_ref: bool,
        /// Its initializer.
        init: Init,
    },
    /// `this`
    This,
    /// `*this`
    StarThis,
}
