//! The widths of bit-fields in instances of classes.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{DeclId, DeclKind, ExprId, NameId};

use crate::code::source::first_token;
use crate::{At, Const, Context, Entity, Fill, Problem, Site, Ty, check, class};

/// What is wrong with the width of a bit-field ([class.bit]).
pub(super) fn bit_field<'db>(
    cx: &Context<'db>,
    id: DeclId,
    ty: Ty<'db>,
    width: Const<'db>,
    written: ExprId,
) -> Option<Problem<'db>> {
    let db = cx.db;
    let named = cx.code[id].name != NameId::None;
    let bits = class::layout(db, ty)?.size.checked_mul(8)?;
    let at = first_token(db, check::site(cx, written));
    match width.as_int(db)? {
        n if n < 0 => Some(Problem::new(codes::INVALID_BIT_FIELD_SIZE, at).at(At::First)),
        0 if named => {
            let name = Site::declaration(cx.code_ref, u32::from(id.into_raw()));
            Some(Problem::new(codes::NAMED_ZERO_LENGTH_BIT_FIELD, name))
        }
        n if n > i128::from(bits) => Some(
            Problem::new(
                codes::BIT_FIELD_WIDER_THAN_TYPE {
                    bits: Fill::Number(i128::from(bits)),
                },
                at,
            )
            .at(At::First),
        ),
        // Of a template's member the rest is said where the type is known first.
        _ if cx.env.is_some() && !is_dependent(cx, id) => None,
        n if is_too_small(db, ty, n) => {
            Some(Problem::new(codes::BIT_FIELD_TOO_SMALL_FOR_ENUM, at).at(At::First))
        }
        1 if named && ty.is_signed(db) => {
            let name = Site::declaration(cx.code_ref, u32::from(id.into_raw()));
            Some(Problem::new(codes::SIGNED_ONE_BIT_FIELD, name))
        }
        _ => None,
    }
}

/// Whether an enumerator does not fit into a bit-field of some bits.
fn is_too_small<'db>(db: &'db dyn Db, ty: Ty<'db>, bits: i128) -> bool {
    bits > 0
        && class::enums::bits(db, ty.unqualified(db))
            .is_some_and(|needed| bits < i128::from(needed))
}

/// Whether the type of a member depends on template parameters as it is declared.
fn is_dependent<'db>(cx: &Context<'db>, id: DeclId) -> bool {
    let declared = Entity::new(cx.db, cx.owner.decl(cx.db), None);
    match (&cx.code[id].kind, Context::of(cx.db, declared)) {
        (DeclKind::Variable(v), Some(mut cx)) => cx.resolve_type(v.ty).is_dependent(cx.db),
        _ => false,
    }
}
