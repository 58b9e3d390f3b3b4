//! Conversion functions that no conversion calls ([class.conv.fct]/1): to `void`, to their own class, to a base of it.

use crate::code::around::template_depth;
use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::DeclKind;
use cleave_names::decl::{Spec, Special};

use crate::program::Declared;
use crate::{Entity, Fill, Problem, Ty, convert, display, function};

/// The conversion functions that an item's classes declare in vain. Templates are left alone.
pub(crate) fn problems<'db>(db: &'db dyn Db, declared: &[Declared<'db>]) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for &(own, decl, site) in declared {
        let conversion =
            matches!(&decl.kind, DeclKind::Function(f) if f.special == Special::Conversion);
        let member = decl.parent.is_some() && !decl.spec.any(Spec::FRIEND.with(Spec::STATIC));
        if !conversion || !member {
            continue;
        }
        let entity = own.entity(db);
        if template_depth(db, entity) == 0 && is_idle(db, entity) == Some(true) {
            let name = display::function_text(db, entity, true);
            out.push(Problem::new(
                codes::CONVERSION_FUNCTION_NOT_USABLE {
                    name: Fill::Name(name.into()),
                },
                site,
            ));
        }
    }
    out
}

fn is_idle<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<bool> {
    let signature = function::signature(db, entity)?;
    if !signature.ty.params.is_empty() {
        return None;
    }
    let to: Ty<'db> = signature.ty.ret;
    let own = function::class_of(db, entity)?.unqualified(db);
    let to = to.strip_reference(db).unqualified(db);
    if to.is_unknown(db) || to.has_auto(db) {
        return None;
    }
    let base = to.is_class(db) && convert::is_base_of(db, to, own);
    Some(to.is_void(db) || to == own || base)
}
