//! What is wrong with declarations by their types: members of a class beside each other, their definitions outside of it, virtual
//! functions and what they override, operator functions. Templates and what stands in them are left alone.

mod members;
mod operators;
mod outside;
mod overriding;

use cleave_base_db::Db;
use cleave_hir::{Decl, DeclId, DeclKind, item_hir};
use cleave_names::decl::Spec;
use cleave_names::{ItemId, is_of_user};

use crate::{CodeRef, DeclRef, Entity, Problem, Site, Ty, TyKind, display, function};

/// One declaration, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Declared<'db> {
    entity: Entity<'db>,
    decl: &'db Decl,
    site: Site<'db>,
}

/// The problems of an item's declarations.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    if !is_of_user(db, item) {
        return out;
    }
    let code = CodeRef { item, body: None };
    for (id, decl) in item_hir(db, item).code.decls.iter() {
        let d = declared(db, code, id, decl);
        if display::template_depth(db, d.entity) > 0 {
            continue;
        }
        match &decl.kind {
            DeclKind::Class(class) if class.defined => {
                let ty = class_type(db, d.entity);
                members::check(db, code, class, ty, &mut out);
                overriding::check(db, ty, d.site, &mut out);
            }
            DeclKind::Function(f) => {
                operators::check(db, d, f, &mut out);
                outside::check(db, d, &mut out);
            }
            DeclKind::Variable(_) => outside::check(db, d, &mut out),
            _ => {}
        }
    }
    out
}

fn declared<'db>(
    db: &'db dyn Db,
    code: CodeRef<'db>,
    id: DeclId,
    decl: &'db Decl,
) -> Declared<'db> {
    Declared {
        entity: Entity::new(db, DeclRef::at(db, code, id), None),
        decl,
        site: Site::declaration(code, u32::from(id.into_raw())),
    }
}

/// The class that a definition defines.
fn class_type<'db>(db: &'db dyn Db, class: Entity<'db>) -> Ty<'db> {
    let first = function::canonical(db, class.decl(db));
    Ty::of(db, TyKind::Class(Entity::new(db, first, None)))
}

/// Whether a member is a function of its class, no friend and no template.
fn is_plain_function(decl: &Decl) -> bool {
    matches!(decl.kind, DeclKind::Function(_))
        && decl.heads.is_empty()
        && !decl.spec.any(Spec::FRIEND)
}
