//! Arguments of attributes and pragmas that must be integral constants ([dcl.attr.grammar] and [cpp.pragma] leave them to the
//! attribute and the pragma; [expr.const] says what is one).

use cleave_base_db::Db;
use cleave_hir::{ExprId, expression_beside, item_hir};
use cleave_names::{ItemId, Word};

use crate::eval::{Failure, converted, not_integral};
use crate::{CodeRef, Context, DeclRef, Entity, Problem, check};

/// What an argument is worth.
#[derive(Clone, Debug, PartialEq)]
pub enum Argument<'db> {
    /// An integer.
    Integer(i128),
    /// It mentions template parameters that are not bound, and is looked at when they are.
    Dependent,
    /// It is no integral constant: what is wrong with it.
    Wrong(Vec<Problem<'db>>),
    /// Not to be known.
    Unknown,
}

impl Argument<'_> {
    /// The integer, if it is one.
    pub fn integer(&self) -> Option<i128> {
        match self {
            Argument::Integer(value) => Some(*value),
            _ => None,
        }
    }
}

/// What an argument of an attribute of a declaration is worth.
pub fn attribute_argument<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    argument: ExprId,
) -> Argument<'db> {
    let cx = Context::of(db, entity);
    cx.map_or(Argument::Unknown, |cx| worth(cx, argument))
}

/// What an argument of a pragma in or before an item is worth, as if it stood in the scope of what the item declares first. Where
/// its problems are is not to be known.
pub fn pragma_argument<'db>(db: &'db dyn Db, item: ItemId<'db>, text: &str) -> Argument<'db> {
    let beside = expression_beside(db, item, Word::new(db, text));
    let (Some(beside), Some(&first)) = (beside, item_hir(db, item).roots.first()) else {
        return Argument::Unknown;
    };
    let code = CodeRef::signature(item);
    let owner = Entity::new(db, DeclRef::at(db, code, first), None);
    let cx = Context::new(db, owner, code, &beside.code, None);
    worth(cx, beside.expr)
}

fn worth<'db>(mut cx: Context<'db>, argument: ExprId) -> Argument<'db> {
    if cx.is_dependent_expr(argument) {
        return Argument::Dependent;
    }
    let typed = check::expression(&mut cx, argument, None);
    let Some(e) = typed.and_then(|e| check::decayed(&mut cx, e)) else {
        cx.problems.retain(Problem::is_certain);
        return match cx.problems.is_empty() {
            true => Argument::Unknown,
            false => Argument::Wrong(cx.problems),
        };
    };
    match converted(&mut cx, argument, e, false) {
        Ok(value) => match not_integral(&cx, e, argument, None) {
            Some(problem) => Argument::Wrong(vec![problem]),
            None => (value.as_int(cx.db)).map_or(Argument::Unknown, Argument::Integer),
        },
        Err(Failure::NotConstant(problems)) => Argument::Wrong(problems),
        Err(Failure::Unknown) => Argument::Unknown,
    }
}
