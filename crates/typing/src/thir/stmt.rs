//! Typed statements.

use crate::thir::{ExprId, LocalId, StmtId};

/// A typed statement.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Stmt {
    /// Nothing.
    Empty,
    /// Could not be typed.
    Error,
    /// An expression.
    Expr(ExprId),
    /// A local comes to life with its initialiser; static ones are marked in [`Local`].
    Local(LocalId, Option<ExprId>),
    /// The declarations of one statement, in the block around it.
    Decls(Box<[StmtId]>),
    /// A block; its locals end at its end.
    Block(Box<[StmtId]>),
    /// What `if constexpr` keeps: the init-statement and condition declaration, then the branch that is taken. A block as any other.
    Taken(Box<[StmtId]>),
    /// `if`. The condition may come with declarations before it in `init`.
    If {
        /// Init-statement and condition declaration.
        init: Box<[StmtId]>,
        /// The condition, a bool.
        condition: ExprId,
        /// First branch.
        then: StmtId,
        /// Second branch.
        otherwise: Option<StmtId>,
    },
    /// `if consteval`: the branch for constant evaluation, and the other.
    IfConsteval(StmtId, Option<StmtId>),
    /// `switch`
    Switch {
        /// Init-statement and condition declaration.
        init: Box<[StmtId]>,
        /// The promoted condition.
        condition: ExprId,
        /// The body; cases are in it.
        body: StmtId,
    },
    /// `case a ... b:`
    Case(i128, i128, StmtId),
    /// `default:`
    Default(StmtId),
    /// `l:`
    Label(Box<str>, StmtId),
    /// `goto`
    Goto(Box<str>),
    /// All loops: `do` tests after; a `for`'s init is around it in a block.
    Loop {
        /// A declaration in the condition.
        declaration: Option<StmtId>,
        /// The condition.
        condition: Option<ExprId>,
        /// The step.
        step: Option<ExprId>,
        /// The body.
        body: StmtId,
        /// `do`
        test_after: bool,
        /// What `#pragma unroll` before it says.
        unroll: Option<Unroll>,
    },
    /// `return`; the value initialises the result.
    Return(Option<ExprId>),
    /// `break`
    Break,
    /// `continue`
    Continue,
    /// `try`: the block and the handlers (a local and a block each).
    Try(StmtId, Box<[(Option<LocalId>, StmtId)]>),
    /// `asm`
    Asm(Asm),
}

/// How often `#pragma unroll` wants the body of a loop repeated. A factor that is no integral constant says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Unroll {
    /// As often as the loop runs.
    Fully,
    /// So many times.
    Times(u32),
    /// Zero times, or fewer: as if nothing were said.
    NotPositive,
    /// More times than an `int` may count: as if nothing were said.
    TooOften,
    /// Not to be known: the factor depends on template parameters that are not bound, or was not understood.
    Unknown,
}

/// An `asm` statement: what is needed to write it again.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct Asm {
    /// Its code: a string, which never runs.
    pub template: ExprId,
    /// `volatile`
    pub volatile: bool,
    /// `goto`
    pub goto: bool,
    /// A colon follows the code, in which `%` then means something.
    pub extended: bool,
    /// The outputs and the inputs, in order.
    pub operands: Box<[AsmOperand]>,
    /// What it overwrites beside its outputs: strings, which never run.
    pub clobbers: Box<[ExprId]>,
    /// The labels that `asm goto` may jump to.
    pub labels: Box<[Box<str>]>,
}

/// An operand of an `asm` statement.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub struct AsmOperand {
    /// `[name]`
    pub name: Option<Box<str>>,
    /// Whether it stands among the outputs: objects that the statement sets.
    pub output: bool,
    /// Whether the statement reads it: an input, or `+`.
    pub reads: bool,
    /// The string that says where the value may be, which never runs.
    pub constraint: ExprId,
    /// The object, or the value of an input.
    pub value: ExprId,
}

impl Stmt {
    /// The statements and expressions in this one.
    pub fn parts(&self, stmts: &mut Vec<StmtId>, exprs: &mut Vec<ExprId>) {
        match self {
            Stmt::Empty
            | Stmt::Error
            | Stmt::Goto(_)
            | Stmt::Break
            | Stmt::Continue
            | Stmt::Return(None) => {}
            Stmt::Expr(e) | Stmt::Return(Some(e)) => exprs.push(*e),
            Stmt::Local(_, init) => exprs.extend(init),
            Stmt::Decls(all) | Stmt::Block(all) | Stmt::Taken(all) => stmts.extend(all),
            Stmt::If {
                init,
                condition,
                then,
                otherwise,
            } => {
                stmts.extend(init);
                exprs.push(*condition);
                stmts.push(*then);
                stmts.extend(otherwise);
            }
            Stmt::IfConsteval(then, otherwise) => {
                stmts.push(*then);
                stmts.extend(otherwise);
            }
            Stmt::Switch {
                init,
                condition,
                body,
            } => {
                stmts.extend(init);
                exprs.push(*condition);
                stmts.push(*body);
            }
            Stmt::Case(_, _, s) | Stmt::Default(s) | Stmt::Label(_, s) => stmts.push(*s),
            Stmt::Loop {
                declaration,
                condition,
                step,
                body,
                ..
            } => {
                stmts.extend(declaration);
                exprs.extend(condition);
                exprs.extend(step);
                stmts.push(*body);
            }
            Stmt::Try(block, handlers) => {
                stmts.push(*block);
                stmts.extend(handlers.iter().map(|h| h.1));
            }
            Stmt::Asm(asm) => exprs.extend(asm.operands.iter().map(|o| o.value)),
        }
    }
}
