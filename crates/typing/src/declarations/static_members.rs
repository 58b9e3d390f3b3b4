//! Initialisers of static data members in their class ([class.static.data]/3): the member is constant, or `inline`.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind, Init, TypeRef};
use cleave_names::decl::Spec;

use crate::code::around::template_depth;
use crate::program::Declared;
use crate::{At, Bound, Entity, Fill, Problem, TyKind, function};

/// What is wrong with the static data members of an item's classes.
pub(crate) fn problems<'db>(db: &'db dyn Db, declared: &[Declared<'db>]) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for &(own, decl, site) in declared {
        if let Some(ty) = own_class(db, own.entity(db), decl) {
            let code = || codes::INCOMPLETE_TYPE_NOT_ALLOWED { ty: ty.clone() };
            if matches!(&decl.kind, DeclKind::Variable(v) if v.init != Init::None) {
                out.push(Problem::new(code(), site));
            }
            out.push(Problem::new(code(), site).at(At::Member));
        }
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

/// The type of a static member that its class defines, if that is a class which is not complete there ([class.mem.general]/7).
fn own_class<'db>(db: &'db dyn Db, member: Entity<'db>, decl: &Decl) -> Option<Fill<'db>> {
    let defined = Spec::INLINE.with(Spec::CONSTEXPR);
    if decl.parent.is_none()
        || !matches!(decl.kind, DeclKind::Variable(_))
        || !decl.heads.is_empty()
        || !decl.spec.any(Spec::STATIC)
        || !decl.spec.any(defined)
        || template_depth(db, member) > 0
    {
        return None;
    }
    let ty = function::variable_type(db, member);
    let class = ty.unqualified(db).class_entity(db)?;
    let place = crate::class::Place::Declaration(member.decl(db));
    let open = ty.is_class(db) && crate::class::is_defined_later(db, class, place);
    let constant = match decl.spec.any(Spec::CONSTEXPR) {
        true => ty.qualified(db, cleave_lang::Qualifiers::CONST),
        false => ty,
    };
    open.then_some(Fill::Type(constant))
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
