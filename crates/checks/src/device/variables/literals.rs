//! Names in what device code holds as a literal: a call of a constexpr function that has a value (reference: device-half, Uses), what is
//! read of what one refers to. Nothing of them is computed, so the device needs none of the variables that they name.

use cleave_base_db::Db;
use cleave_cuda::closure_annotations;
use cleave_lang::Operator;
use cleave_odr_use::Around;
use cleave_typing::function::signature;
use cleave_typing::thir::{Category, Conversion, ExprId, ExprKind, Typed};
use cleave_typing::{Entity, Value, eval};

/// Whether an expression is a part of such a literal.
pub(crate) fn is_in_literal<'db>(
    db: &'db dyn Db,
    typed: &Typed<'db>,
    parents: &[Option<Around>],
    expr: ExprId,
) -> bool {
    let mut here = expr;
    let mut called = false;
    for _ in 0..=typed.exprs.len() {
        let Some(Some(Around::Expr(parent))) = parents.get(here.0 as usize) else {
            return false;
        };
        here = *parent;
        let Some(x) = typed.exprs.get(here.0 as usize) else {
            return false;
        };
        match x.kind {
            ExprKind::Call { callee, .. } => {
                if !may_be_literal(db, callee) {
                    return false;
                }
                called = true;
                if x.category == Category::Prvalue && eval::called(db, typed, here).is_some() {
                    return true;
                }
            }
            ExprKind::Convert(Conversion::Load, _) if called => {
                let value = eval::called(db, typed, here);
                let scalar = |v: &Value<'_>| matches!(v, Value::Int(_) | Value::Float(_));
                if value.is_some_and(|v| scalar(v.value(db))) {
                    return true;
                }
            }
            // What a call refers to, as it is.
            ExprKind::Full(_)
            | ExprKind::Convert(Conversion::Noop, _)
            | ExprKind::Unary(Operator::Dereference, _) => {}
            _ => called = false,
        }
    }
    false
}

/// Whether calls of a function are literals where they have a value: it is constexpr, or the call operator of a lambda without annotations
/// ([expr.prim.lambda.closure]).
fn may_be_literal<'db>(db: &'db dyn Db, callee: Entity<'db>) -> bool {
    let closure = callee.decl(db).closure(db);
    signature(db, callee).is_some_and(|sig| sig.is_constexpr)
        || closure.is_some_and(|c| closure_annotations(db, c).is_none())
}
