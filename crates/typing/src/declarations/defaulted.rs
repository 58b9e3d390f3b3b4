//! Special member functions that are defaulted, and what they copy does not let itself be copied ([dcl.fct.def.default]): those that
//! are defined out of their class are made in any case, and those that assign and take a constant object.

use cleave_base_db::Db;
use cleave_codes::{Message as _, codes};
use cleave_hir::DeclKind;
use cleave_names::ItemId;
use cleave_names::decl::Body;

use crate::class::special::{as_if_implicit, chosen_special, sort_of};
use crate::class::{Special, class_info, special};
use crate::code::around::template_depth;
use crate::program::user_declarations;
use crate::{Context, Entity, Fill, Problem, Ty, function};

/// The problems of an item's defaulted functions.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for (own, decl, site) in user_declarations(db, item) {
        let defaulted = matches!(&decl.kind, DeclKind::Function(f) if f.body == Body::Default);
        if !defaulted || !decl.heads.is_empty() {
            continue;
        }
        let entity = own.entity(db);
        if template_depth(db, entity) > 0 {
            continue;
        }
        let Some(class) = function::class_of(db, entity).map(|c| c.unqualified(db)) else {
            continue;
        };
        let Some(which) = sort_of(db, entity, class) else {
            continue;
        };
        let constexpr = function::signature(db, entity).is_some_and(|s| s.is_constexpr);
        if which == Special::Default && constexpr && is_no_constant(db, class) {
            let code = codes::DEFAULTED_CONSTRUCTOR_NOT_CONSTEXPR;
            out.push(Problem::new(code, site));
            continue;
        }
        match decl.parent {
            None => made(db, entity, class, which, &mut out),
            Some(_) if which == Special::CopyAssign && takes_const(db, entity) => {
                let info = class_info(db, class);
                let bases = info.iter().flat_map(|i| i.bases.iter().map(|b| b.ty));
                let fields = info.iter().flat_map(|i| i.fields.iter().map(|f| f.ty));
                let mut parts = bases.chain(fields);
                if parts.any(|ty| wants_variable(db, ty, which)) {
                    let code = codes::DEFAULTED_ASSIGNMENT_TAKES_CONST;
                    out.push(Problem::new(code, site));
                }
            }
            Some(_) => {}
        }
    }
    out
}

/// Whether the default constructor that the compiler would write for a class could not make a constant.
fn is_no_constant<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    let Some(info) = class_info(db, class) else {
        return false;
    };
    let virtual_base = info.bases.iter().any(|b| b.is_virtual);
    let state = as_if_implicit(db, class, Special::Default);
    let union =
        info.is_union && !info.fields.is_empty() && !info.fields.iter().any(|f| f.has_default);
    state.is_some_and(|s| !s.deleted && (!s.constexpr || union)) && !virtual_base
}

fn takes_const<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let parameters = function::parameters(db, function);
    let first = parameters.and_then(|p| p.types.first().copied());
    first.is_some_and(|ty| ty.is_reference(db) && ty.strip_reference(db).top_quals(db).is_const)
}

/// Whether what copies objects of a class takes none that are constant.
fn wants_variable<'db>(db: &'db dyn Db, ty: Ty<'db>, which: Special) -> bool {
    let class = ty.innermost_element(db).unqualified(db);
    class.is_class(db) && special(db, class, which).is_some_and(|s| s.exists && !s.takes_const)
}

/// A function that is defaulted out of its class is made where that stands: what its members lack is reported at them.
fn made<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    class: Ty<'db>,
    which: Special,
    out: &mut Vec<Problem<'db>>,
) {
    let Some(info) = class_info(db, class) else {
        return;
    };
    let copies = matches!(which, Special::Copy | Special::CopyAssign);
    for field in info.fields.iter().filter(|f| !f.name.is_empty()) {
        let of = field.ty.innermost_element(db).unqualified(db);
        if !of.is_class(db) {
            continue;
        }
        let site = field.decl.site(db);
        if copies && takes_const(db, function) && wants_variable(db, of, which) {
            let class = Fill::Type(of);
            out.push(match which {
                Special::Copy => Problem::new(codes::NO_COPY_CONSTRUCTOR_FOR_CONST { class }, site),
                _ => Problem::new(codes::NO_ASSIGNMENT_FOR_CONST { class }, site),
            });
            continue;
        }
        let moves = matches!(which, Special::Copy | Special::Move);
        let declared = chosen_special(db, of, which).filter(|_| moves);
        let declared = declared.and_then(|(_, state)| state.declared.filter(|_| !state.deleted));
        if let (Some(chosen), Some(cx)) = (declared, Context::of(db, function))
            && cx.is_inaccessible(chosen)
        {
            let entity = Fill::DeclaredSignature(chosen);
            let message = codes::INACCESSIBLE_CONSTRUCTOR_OR_DESTRUCTOR { entity };
            out.push(Problem::new(message.filled(), site));
        }
    }
}
