//! Which conversions and which values a converted constant expression of pointer or reference type may have ([expr.const]/10,
//! [temp.arg.nontype]).

use cleave_codes::codes;
use cleave_hir::ExprId;
use cleave_syntax::Standard;

use crate::code::source::first_token;
use crate::thir::{self, Conversion, ExprKind};
use crate::{At, Const, Context, Fill, Pointer, PointerBase, Problem, Step, Ty, Value, check};

/// Says so of an implied conversion to a base, to another class of a member pointer, or of an integer to a null pointer.
pub(super) fn not_converted<'db>(
    cx: &Context<'db>,
    written: ExprId,
    e: thir::ExprId,
) -> Option<Problem<'db>> {
    let db = cx.db;
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
        _ => false,
    };
    // A conversion that is written stands for itself.
    if !forbidden || x.site != inner.site || cx.in_template() {
        return None;
    }
    let site = first_token(db, check::site(cx, written));
    let fills = vec![Fill::Type(inner.ty), Fill::Type(x.ty)];
    Some(Problem::new(codes::INCOMPATIBLE_TEMPLATE_ARGUMENT, site, fills).at(At::First))
}

/// Says so of a pointer that is no null pointer and points to no whole object: before C++20 a subobject, in any standard an
/// address that an integer gives.
pub(super) fn not_whole<'db>(
    cx: &Context<'db>,
    written: ExprId,
    to: Ty<'db>,
    value: Const<'db>,
) -> Option<Problem<'db>> {
    let db = cx.db;
    let Value::Pointer(Pointer { base, path }) = value.value(db) else {
        return None;
    };
    let standard = cx.code_ref.item.file(db).dialect(db).standard;
    let wrong = match base {
        PointerBase::Null(n) => *n != 0,
        // An array is its first element where it decays.
        PointerBase::Static(_) if standard < Standard::Cpp20 => {
            let first = to.is_pointer(db) && matches!(path[..], [Step::Element(0)]);
            !path.is_empty() && !first
        }
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
    Some(Problem::new(code, site, fills).at(At::First))
}
