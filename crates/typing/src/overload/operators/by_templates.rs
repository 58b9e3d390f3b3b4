//! Builtin candidates for operands whose class has nothing but conversion function templates: the other operand says what such an
//! operand is converted to ([over.match.oper]/3.3, [temp.deduct.conv]).

use cleave_lang::{Builtin, Operator};

use super::{Class, Reachable, add_lists};
use crate::convert::Options;
use crate::convert::standard::promoted;
use crate::overload::Pool;
use crate::template::Operand;
use crate::{Context, Ty};

/// Whether the class of an operand converts to what template arguments say, and to nothing else.
pub(crate) fn is_open<'db>(cx: &mut Context<'db>, ty: Ty<'db>) -> bool {
    Reachable::of(cx, ty).open
}

/// The candidates for operands of which some are such, or all.
pub(super) fn add<'db>(
    cx: &mut Context<'db>,
    pool: &mut Pool<'db>,
    (op, class): (Operator, Class),
    args: &[Operand<'db>],
    all_open: bool,
) {
    let db = cx.db;
    let bool_ty = Ty::builtin(db, Builtin::Bool);
    let int = Ty::builtin(db, Builtin::Int);
    let mut lists = Vec::new();
    match args {
        [_] if op == Operator::Not => lists.push(vec![bool_ty]),
        [_, _] if class == Class::Logical => lists.push(vec![bool_ty, bool_ty]),
        [first, second] => match (first.ty.is_class(db), second.ty.is_class(db)) {
            (true, true) => {
                let compared = all_open && class == Class::Compare;
                lists.extend(compared.then(|| vec![int, int]));
            }
            (left, _) => {
                let other = if left { second } else { first };
                lists = with(cx, (op, class), other.ty.decayed(db), left);
            }
        },
        _ => {}
    }
    let options = match class {
        Class::Logical => Options::DIRECT,
        _ => Options::COPY,
    };
    add_lists(cx, pool, args, lists, options);
}

/// The parameters for an operand of a type; `left`: the other stands in front of it.
fn with<'db>(
    cx: &Context<'db>,
    (op, class): (Operator, Class),
    ty: Ty<'db>,
    left: bool,
) -> Vec<Vec<Ty<'db>>> {
    let db = cx.db;
    let ty = ty.unqualified(db);
    let difference = Ty::builtin(db, crate::ty::classify::difference_type(db));
    let placed = |open: Ty<'db>| match left {
        true => vec![open, ty],
        false => vec![ty, open],
    };
    let is_number =
        ty.is_arithmetic(db) || ty.is_enum(db) && !crate::convert::standard::is_scoped(db, ty);
    let numbers = matches!(
        class,
        Class::Additive | Class::Arithmetic | Class::Integral | Class::Compare
    );
    let whole = class != Class::Integral || ty.is_integral(db) || ty.is_enum(db);
    if class == Class::Compare && !ty.is_arithmetic(db) {
        return vec![vec![ty, ty]];
    }
    if is_number {
        let ty = promoted(db, ty);
        return match numbers && whole {
            true => vec![vec![ty, ty]],
            false => Vec::new(),
        };
    }
    let object = ty
        .pointee(db)
        .is_some_and(|to| !to.is_void(db) && !to.is_function(db));
    match (object, class) {
        (true, Class::Additive) if op == Operator::Plus => vec![placed(difference)],
        (true, Class::Additive) if left => vec![vec![ty, ty]],
        (true, Class::Additive) => vec![vec![ty, difference], vec![ty, ty]],
        (true, _) if op == Operator::Subscript => vec![placed(difference)],
        _ => Vec::new(),
    }
}
