//! Typing of code: expressions and statements to [`crate::thir`].

use cleave_base_db::Db;
use cleave_hir::ExprId;

use crate::template::Operand;
use crate::thir::{E, Typed};
use crate::{Context, Entity, Site, Ty};

/// The typed body of a function, or initialiser of a variable. Of a template itself: its definition, parameters standing for
/// themselves.
pub fn body<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<&'db Typed<'db>> {
    let _ = (db, entity);
    None
}

/// One expression of a signature or body: an array bound, a template argument, a default argument, the operand of `decltype`;
/// converted to `to` if given. It becomes part of [`Context::out`].
pub fn expression<'db>(cx: &mut Context<'db>, expr: ExprId, to: Option<Ty<'db>>) -> Option<E> {
    let _ = (cx, expr, to);
    None
}

/// The code of a default argument, converted to its parameter: [`Typed::value`].
pub fn default_argument<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    param: u32,
) -> Option<&'db Typed<'db>> {
    let _ = (db, function, param);
    None
}

/// The type that `decltype(expr)` denotes ([dcl.type.decltype]).
pub fn decltype<'db>(cx: &mut Context<'db>, expr: ExprId) -> Ty<'db> {
    let _ = expr;
    Ty::error(cx.db)
}

/// A function's return type, deduced from its body if need be.
pub fn return_type<'db>(db: &'db dyn Db, function: Entity<'db>) -> Ty<'db> {
    let _ = function;
    Ty::error(db)
}

/// An expression as an argument of deduction.
pub fn operand<'db>(cx: &mut Context<'db>, expr: ExprId) -> Operand<'db> {
    let _ = expr;
    Operand {
        ty: Ty::error(cx.db),
        category: crate::thir::Category::Prvalue,
        constant: None,
        list: None,
        set: Box::default(),
        bit_field: None,
    }
}

/// The site of an expression.
pub fn site<'db>(cx: &Context<'db>, expr: ExprId) -> Site<'db> {
    Site {
        code: cx.code_ref,
        index: u32::from(expr.into_raw()),
        is_type: false,
    }
}
