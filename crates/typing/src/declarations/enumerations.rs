//! Declarations of enumerations ([dcl.enum]): what they are based on, and what an earlier one said otherwise.

use crate::code::around::template_depth;
use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind, Enum, NameId, item_hir};
use cleave_names::{ItemId, is_of_user};

use crate::{At, CodeRef, Context, DeclRef, Entity, Fill, Problem, Site, Ty, function};

/// The problems of an item's enumerations.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    let code = CodeRef { item, body: None };
    for (id, decl) in item_hir(db, item).declarations() {
        let DeclKind::Enum(own) = &decl.kind else {
            continue;
        };
        if !is_of_user(db, item) {
            continue;
        }
        let entity = Entity::new(db, DeclRef::at(db, code, id), None);
        let site = Site::declaration(code, u32::from(id.into_raw()));
        if let Some(base) = own.base
            && let Some(mut cx) = Context::of(db, entity)
        {
            cx.undefined_in(base);
            out.append(&mut cx.problems);
        }
        if template_depth(db, entity) > 0 {
            continue;
        }
        out.extend(declared(db, entity, decl, own, site));
    }
    out
}

fn declared<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    decl: &Decl,
    own: &Enum,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    if own.scoped && decl.name == NameId::None {
        return Some(Problem::new(codes::UNNAMED_SCOPED_ENUM, site).at(At::Nth(1)));
    }
    let first = function::canonical(db, entity.decl(db));
    let opaque = own.enumerators.is_none();
    if first == entity.decl(db) {
        let forward = opaque && own.base.is_none() && !own.scoped && decl.path.is_none();
        return forward.then(|| Problem::new(codes::FORWARD_DECLARED_ENUM, site));
    }
    let Some(DeclKind::Enum(before)) = first.hir(db).map(|d| &d.kind) else {
        return None;
    };
    let fill = vec![Fill::Declared(Entity::new(db, first, None))];
    // That it is defined twice is reported by itself.
    if !opaque && before.enumerators.is_some() {
        return None;
    }
    if before.scoped != own.scoped {
        return Some(Problem::new((codes::DIFFERENT_KIND_OF_ENUM, fill), site));
    }
    let (a, b) = (
        underlying(db, Entity::new(db, first, None), before),
        underlying(db, entity, own),
    );
    let differ = match (a, b) {
        (Some(a), Some(b)) => !a.is_unknown(db) && !b.is_unknown(db) && a != b,
        // One that is not fixed is fixed by no other.
        (Some(a), None) => !a.is_unknown(db),
        (None, Some(b)) => !b.is_unknown(db),
        (None, None) => false,
    };
    differ.then(|| Problem::new((codes::DIFFERENT_ENUM_BASE_TYPE, fill), site))
}

/// The type that one declaration fixes.
fn underlying<'db>(db: &'db dyn Db, entity: Entity<'db>, e: &Enum) -> Option<Ty<'db>> {
    let Some(base) = e.base else {
        let int = || Ty::builtin(db, cleave_lang::Builtin::Int);
        return e.scoped.then(int);
    };
    let mut cx = Context::of(db, entity)?;
    cx.modes.in_head = true;
    Some(cx.resolve_type(base).unqualified(db))
}

/// What is said of a base that is no integral type.
pub(crate) fn base<'db>(db: &'db dyn Db, entity: Entity<'db>, e: &Enum) -> Option<Problem<'db>> {
    let base = e.base?;
    let mut cx = Context::of(db, entity)?;
    cx.modes.in_head = true;
    let ty = cx.resolve_type(base);
    (!ty.is_unknown(db) && !ty.is_integral(db)).then(|| {
        let site = cx.type_site(base);
        Problem::new(codes::ENUM_BASE_NOT_INTEGRAL, site).at(At::First)
    })
}
