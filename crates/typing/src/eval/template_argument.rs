//! Which conversions and which values a converted constant expression may have ([expr.const]/10, [temp.arg.nontype]).

use cleave_codes::codes;
use cleave_hir::ExprId;
use cleave_syntax::Standard;

use crate::code::source::first_token;
use crate::eval::{Failure, Mode, run, scalar};
use crate::thir::{self, Category, Conversion, ExprKind};
use crate::{
    At, Const, Context, Fill, Pointer, PointerBase, Problem, Step, Ty, TyKind, Value, check,
};

/// The value of an argument as it is converted, unless the conversion or the value is none that it may have. `own` is the
/// expression before it is converted, `e` that afterwards.
pub(super) fn checked<'db>(
    cx: &Context<'db>,
    written: ExprId,
    (own, e): (thir::ExprId, thir::ExprId),
    to: Option<Ty<'db>>,
    value: Result<Const<'db>, Failure<'db>>,
) -> Result<Const<'db>, Failure<'db>> {
    let problem = match (not_converted(cx, written, own, e), to, &value) {
        (None, Some(to), Ok(value)) => not_whole(cx, written, own, to, *value),
        (problem, ..) => problem,
    };
    match problem {
        Some(problem) => Err(Failure::NotConstant(vec![problem])),
        None => value,
    }
}

/// Says so of an implied conversion to a base, to another class of a member pointer, of an integer to a null pointer, or of a
/// floating-point value to an integer.
fn not_converted<'db>(
    cx: &Context<'db>,
    written: ExprId,
    own: thir::ExprId,
    e: thir::ExprId,
) -> Option<Problem<'db>> {
    let db = cx.db;
    if e == own {
        return None;
    }
    let node = |e: thir::ExprId| cx.out.exprs.get(e.0 as usize);
    let x = node(e)?;
    let ExprKind::Convert(conversion, inner) = &x.kind else {
        return None;
    };
    let inner = node(*inner)?;
    let forbidden = match conversion {
        Conversion::ToBase(_) => x.ty.is_pointer(db),
        Conversion::MemberPointer => true,
        Conversion::Null => inner.ty.is_integral(db),
        Conversion::FloatingToIntegral => true,
        Conversion::ToBool => {
            inner.ty.is_floating(db) || inner.ty.is_pointer(db) || inner.ty.is_member_pointer(db)
        }
        _ => false,
    };
    if !forbidden || cx.in_template() {
        return None;
    }
    let is_value = cx.category(own) != Category::Lvalue;
    if inner.ty.is_floating(db) && is_value {
        let site = first_token(db, check::site(cx, written));
        return Some(Problem::new(codes::NOT_INTEGRAL_OR_ENUM, site).at(At::First));
    }
    Some(incompatible(cx, written, Fill::Type(inner.ty), x.ty))
}

/// What is said of the argument of a parameter whose type `auto` stands for: of a string literal, and before C++20 of a
/// floating-point value and of an object of a class ([temp.param]/6). `own` is the expression before it decays.
pub(super) fn deduced<'db>(
    cx: &Context<'db>,
    written: ExprId,
    own: thir::ExprId,
    value: Result<Const<'db>, Failure<'db>>,
) -> Result<Const<'db>, Failure<'db>> {
    let db = cx.db;
    let Ok(constant) = value else { return value };
    if cx.in_template() {
        return value;
    }
    let ty = constant.ty(db);
    let is_string = matches!(
        constant.value(db),
        Value::Pointer(Pointer {
            base: PointerBase::String(..),
            ..
        })
    );
    let before_cpp20 = cx.code_ref.item.file(db).dialect(db).standard < Standard::Cpp20;
    let (code, fills) = match cx.category(own) {
        _ if is_string && ty.is_pointer(db) => {
            (codes::INVALID_NONTYPE_ARGUMENT, vec![Fill::Type(ty)])
        }
        Category::Lvalue if before_cpp20 && ty.is_floating(db) => {
            (codes::FLOATING_POINT_TEMPLATE_PARAMETER, Vec::new())
        }
        _ if before_cpp20 && ty.is_floating(db) => (codes::NOT_INTEGRAL_OR_ENUM, Vec::new()),
        _ if before_cpp20 && ty.is_class(db) => {
            (codes::TEMPLATE_PARAMETER_OF_CLASS_TYPE, Vec::new())
        }
        _ => return value,
    };
    let site = first_token(db, check::site(cx, written));
    let problem = Problem::new((code, fills), site).at(At::First);
    Err(Failure::NotConstant(vec![problem]))
}

fn incompatible<'db>(
    cx: &Context<'db>,
    written: ExprId,
    from: Fill<'db>,
    to: Ty<'db>,
) -> Problem<'db> {
    let site = first_token(cx.db, check::site(cx, written));
    Problem::new(
        codes::INCOMPATIBLE_TEMPLATE_ARGUMENT {
            from,
            to: Fill::Type(to),
        },
        site,
    )
    .at(At::First)
}

/// Says so of a member function of another class that an overload set stands for, and of a pointer that is no null pointer and
/// points to no whole object: before C++20 a subobject, in any standard an address that an integer gives.
fn not_whole<'db>(
    cx: &Context<'db>,
    written: ExprId,
    own: thir::ExprId,
    to: Ty<'db>,
    value: Const<'db>,
) -> Option<Problem<'db>> {
    let db = cx.db;
    if let (Value::Member(Some(f)), TyKind::MemberPointer { class, .. }) =
        (value.value(db), to.kind(db))
    {
        // The function of an overload set is a member of another class.
        let overloaded = matches!(cx.ty(own).kind(db), TyKind::Overloaded);
        let of = crate::function::class_of(db, *f)?;
        let other = of.unqualified(db) != class.unqualified(db);
        let from = Fill::Spelled("<unknown-type>".into());
        return (overloaded && other && !cx.in_template())
            .then(|| incompatible(cx, written, from, to));
    }
    let Value::Pointer(Pointer { base, path }) = value.value(db) else {
        return None;
    };
    let standard = cx.code_ref.item.file(db).dialect(db).standard;
    let wrong = match base {
        PointerBase::Null(n) => *n != 0,
        // An array is its first element where it decays.
        PointerBase::Static(_) if standard < Standard::Cpp20 => {
            let first = to.is_pointer(db) && path.only() == Some(Step::Element(0));
            !path.is_empty() && !first
        }
        // A string literal has no linkage, and is no object that anything else could name ([temp.arg.nontype]/2).
        PointerBase::String(..) => to.is_pointer(db),
        _ => false,
    };
    if !wrong || !to.is_pointer(db) && !to.is_reference(db) {
        return None;
    }
    let site = first_token(db, check::site(cx, written));
    let (code, fills) = match to.is_reference(db) {
        true => (codes::NONTYPE_REFERENCE_TO_SUBOBJECT, Vec::new()),
        false => (codes::INVALID_NONTYPE_ARGUMENT, vec![Fill::Type(to)]),
    };
    Some(Problem::new((code, fills), site).at(At::First))
}

/// An integral conversion of a converted constant expression must not change the value.
pub(super) fn narrowing<'db>(cx: &Context<'db>, e: thir::ExprId) -> Result<(), Failure<'db>> {
    let db = cx.db;
    let node = |e: thir::ExprId| cx.out.exprs.get(e.0 as usize);
    let Some(x) = node(e) else { return Ok(()) };
    let ExprKind::Convert(Conversion::Integral, inner) = x.kind else {
        return Ok(());
    };
    let (Some(from), Some(to)) = (node(inner), scalar::int(db, x.ty)) else {
        return Ok(());
    };
    if x.ty.is_enum(db) {
        return Ok(());
    }
    let value = run(db, &cx.out, inner, None, None, Mode::Constant).value?;
    match (value.value(db), scalar::int(db, from.ty)) {
        (Value::Int(n), Some(own)) => {
            let fits = if own.signed || own.bits < 128 {
                to.holds(*n)
            } else {
                *n >= 0 && to.holds(*n) || to == own
            };
            if fits {
                return Ok(());
            }
            let site = first_token(db, from.site);
            Err(Failure::NotConstant(vec![Problem::new(
                codes::NARROWING_VALUE_DOES_NOT_FIT {
                    from: Fill::Type(from.ty),
                    to: Fill::Type(x.ty),
                },
                site,
            )]))
        }
        _ => Ok(()),
    }
}
