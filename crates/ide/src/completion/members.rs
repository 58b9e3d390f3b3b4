//! The members of classes and enumerations that some code may name.

use cleave_base_db::Db;
use cleave_hir::{Access, Class, Decl, DeclKind, NameId};
use cleave_names::decl::{Spec, Special};
use cleave_typing::class::class_info;
use cleave_typing::function::{class_of, definition};
use cleave_typing::lookup::Found;
use cleave_typing::{DeclRef, Entity, Ty, TyKind};

use super::{Completion, detail_of};
use crate::piece::Piece;
use crate::symbols::Kind;

/// The class that some code is a member of.
pub(super) fn inside<'db>(db: &'db dyn Db, piece: &Piece<'db>) -> Option<Ty<'db>> {
    let owner = piece.owner?;
    if matches!(owner.kind(db), Some(DeclKind::Class(_))) {
        return Some(Ty::of(db, TyKind::Class(owner)));
    }
    class_of(db, owner)
}

/// The type of what the `->` of a class gives ([over.ref]).
pub(super) fn arrow<'db>(db: &'db dyn Db, class: Ty<'db>) -> Option<Ty<'db>> {
    let mut at = class;
    for _ in 0..8 {
        let arrow = first_member(db, at, &NameId::Operator(cleave_lang::Operator::Arrow))?;
        let ret = cleave_typing::check::return_type(db, arrow).strip_reference(db);
        if let Some(pointee) = ret.pointee(db) {
            return Some(pointee.unqualified(db));
        }
        at = ret.unqualified(db);
    }
    None
}

/// The first member of a name in a class or its bases, using-declarations followed ([class.member.lookup]).
fn first_member<'db>(db: &'db dyn Db, class: Ty<'db>, name: &NameId) -> Option<Entity<'db>> {
    let entity = class.class_entity(db)?;
    let mut cx = cleave_typing::Context::of(db, definition(db, entity).unwrap_or(entity))?;
    match cx.lookup_member(class, name) {
        Found::Entities { set, .. } => set.first().copied(),
        _ => None,
    }
}

/// The members of a class or enumeration, bases included.
pub(super) fn members<'db>(
    db: &'db dyn Db,
    ty: Ty<'db>,
    inside: Option<Ty<'db>>,
    out: &mut Vec<Completion>,
    depth: usize,
    wanted: &dyn Fn(&Decl) -> bool,
) {
    let (TyKind::Class(entity) | TyKind::Enum(entity)) = ty.kind(db) else {
        return;
    };
    let defined = definition(db, *entity).unwrap_or(*entity);
    let code = defined.decl(db).code(db);
    let all = match defined.kind(db) {
        Some(DeclKind::Class(Class { members, .. })) => &members[..],
        Some(DeclKind::Enum(e)) => e.enumerators.as_deref().unwrap_or_default(),
        _ => return,
    };
    let is_inside = inside
        .and_then(|i| i.class_entity(db))
        .is_some_and(|i| i.decl(db) == entity.decl(db) || i.decl(db) == defined.decl(db));
    for &member in all {
        let decl = DeclRef::at(db, code, member);
        let Some(hir) = decl.hir(db) else { continue };
        let is_special = matches!(&hir.kind, DeclKind::Function(f) if f.special != Special::None);
        let hidden = hir.access != Access::Public
            && !is_inside
            && !(hir.access == Access::Protected && inside.is_some());
        if hidden || is_special || hir.spec.any(Spec::FRIEND) {
            continue;
        }
        let (entity, hir, name) = match &hir.kind {
            DeclKind::Using { target, .. } => {
                let Some(entity) = first_member(db, ty, &target.name) else {
                    continue;
                };
                let Some(hir) = entity.decl(db).hir(db) else {
                    continue;
                };
                (entity, hir, target.name.ident())
            }
            _ => {
                let own = Entity::new(db, decl, defined.env(db));
                (own, hir, hir.name.ident())
            }
        };
        let Some(name) = name.filter(|_| wanted(hir)) else {
            continue;
        };
        out.push(Completion {
            name: name.as_str().to_owned(),
            kind: Kind::of(db, entity),
            detail: detail_of(db, entity),
            rank: 1,
        });
    }
    if depth == 0 {
        return;
    }
    let bases = class_info(db, ty)
        .map(|i| i.bases.clone())
        .unwrap_or_default();
    for base in bases {
        let is_open = match base.access {
            Access::Public => true,
            // Whether it is a class derived from this one is not asked.
            Access::Protected => inside.is_some(),
            Access::Private => is_inside,
        };
        if is_open {
            members(db, base.ty, inside, out, depth - 1, wanted);
        }
    }
}
