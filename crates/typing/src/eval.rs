//! Constant evaluation of typed code ([expr.const]).

use cleave_base_db::Db;
use cleave_hir::ExprId;

use crate::thir::{E, Typed};
use crate::{Const, Context, Entity, Problem, Ty};

/// Why an expression is not constant.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure<'db> {
    /// Not to be known: something was not typed, depends on template parameters, or is not implemented.
    Unknown,
    /// Not a constant expression: the problems that say why, the innermost first.
    NotConstant(Vec<Problem<'db>>),
}

/// Evaluates an expression of typed code that needs no frame: the initialiser of a variable, a single expression. Locals of
/// the code around that are constants are evaluated by their initialisers.
pub fn evaluate<'db>(
    db: &'db dyn Db,
    owner: Entity<'db>,
    typed: &Typed<'db>,
    expr: E,
) -> Result<Const<'db>, Failure<'db>> {
    let _ = (db, owner, typed, expr);
    Err(Failure::Unknown)
}

/// The value of a variable that is usable in constant expressions ([expr.const]); also enumerators.
pub fn constant_value<'db>(db: &'db dyn Db, variable: Entity<'db>) -> Option<Const<'db>> {
    let _ = (db, variable);
    None
}

/// A converted constant expression of type `to` ([expr.const]), or of its own integral type.
pub fn constant_expression<'db>(
    cx: &mut Context<'db>,
    expr: ExprId,
    to: Option<Ty<'db>>,
) -> Result<Const<'db>, Failure<'db>> {
    let _ = (cx, expr, to);
    Err(Failure::Unknown)
}
