//! Initialisers of static data members in their class ([class.static.data]/3): the member is constant, or `inline`.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind, Init, TypeRef};
use cleave_names::decl::Spec;

use crate::program::Declared;
use crate::{Bound, Entity, Fill, Problem, TyKind, function};

/// What is wrong with the static data members of an item's classes.
pub(crate) fn problems<'db>(db: &'db dyn Db, declared: &[Declared<'db>]) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for &(own, decl, site) in declared {
        if !is_initialized(decl) {
            continue;
        }
        let entity = own.entity(db);
        if let Some((number, fills)) = refused(db, entity) {
            out.push(Problem::new((number, fills), site));
        }
    }
    out
}

/// Whether a declaration is that of a static member with an initialiser and no word that makes it a definition.
fn is_initialized(decl: &Decl) -> bool {
    let defines = Spec::INLINE
        .with(Spec::CONSTEXPR)
        .with(Spec::CONSTINIT)
        .with(Spec::THREAD)
        .with(Spec::AUTO);
    matches!(&decl.kind, DeclKind::Variable(v) if v.init != Init::None)
        && decl.parent.is_some()
        && decl.heads.is_empty()
        && decl.spec.any(Spec::STATIC)
        && !decl.spec.any(defines)
}

fn refused<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<(codes::Code, Vec<Fill<'db>>)> {
    let ty = function::variable_type(db, entity);
    let element = ty.innermost_element(db);
    if ty.is_unknown(db) || ty.has_auto(db) || element.is_unknown(db) || ty.is_reference(db) {
        return None;
    }
    let quals = element.top_quals(db);
    if !quals.is_const {
        return Some((codes::IN_CLASS_INITIALIZER_ON_NONCONST, Vec::new()));
    }
    if ty.is_class(db) || ty.is_pointer(db) || matches!(ty.kind(db), TyKind::MemberPointer { .. }) {
        return Some((
            codes::IN_CLASS_INITIALIZER_NOT_ALLOWED,
            vec![Fill::Type(ty)],
        ));
    }
    // Its initialiser has not been read when that is said.
    let element = ty.element(db)?;
    let (decl, code) = (entity.hir(db)?, entity.code(db)?);
    let unbounded = match &decl.kind {
        DeclKind::Variable(v) => matches!(&code[v.ty], TypeRef::Array { bound: None, .. }),
        _ => false,
    };
    let ty = match unbounded {
        true => element.array(db, Bound::Unknown),
        false => ty,
    };
    Some((
        codes::IN_CLASS_INITIALIZER_NOT_ALLOWED,
        vec![Fill::Type(ty)],
    ))
}
