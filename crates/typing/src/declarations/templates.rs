//! What is wrong with the declarations of templates themselves, before anybody instantiates them.

use crate::class::structural::is_structural;
use crate::code::around::template_depth;
use crate::code::params::levels;
use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind, TemplateParamKind, TypeRef, item_hir};
use cleave_names::decl::{Body, Spec};
use cleave_names::{ItemId, is_of_user};
use cleave_syntax::Standard;

use crate::{
    At, CodeRef, Context, DeclRef, Entity, Fill, Problem, Site, Ty, TyKind, class, display,
    function,
};

/// The problems of an item's templates and of what stands in them.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    let code = CodeRef { item, body: None };
    let hir = item_hir(db, item);
    let decls = &hir.code.decls;
    if !decls.iter().any(|(_, d)| !d.heads.is_empty()) || !is_of_user(db, item) {
        return out;
    }
    for (id, decl) in hir.declarations() {
        let entity = Entity::new(db, DeclRef::at(db, code, id), None);
        parameters(db, entity, decl, &mut out);
        out.extend(member(
            db,
            entity,
            decl,
            Site::declaration(code, u32::from(id.into_raw())),
        ));
        if let DeclKind::Function(f) = &decl.kind
            && matches!(f.body, Body::None)
            && decl.spec.any(Spec::FRIEND)
        {
            let site = Site::declaration(code, u32::from(id.into_raw()));
            out.extend(friend(db, entity, decl, site));
        }
    }
    out
}

/// A member of a class template whose type has nothing to do with the template's parameters, and is incomplete where the member is
/// declared ([temp.res.general]/6).
fn member<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    decl: &Decl,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let DeclKind::Variable(v) = &decl.kind else {
        return None;
    };
    let is_static = decl
        .spec
        .any(Spec::STATIC.with(Spec::EXTERN).with(Spec::FRIEND));
    if decl.parent.is_none() || is_static || template_depth(db, entity) == 0 {
        return None;
    }
    let mut cx = Context::of(db, entity)?;
    let ty = crate::convert::quietly(&mut cx, |cx| cx.resolve_type(v.ty));
    let class = ty.innermost_element(db).unqualified(db).class_entity(db)?;
    if !levels(db, class.decl(db)).is_empty() {
        return None;
    }
    let at = class::Place::Declaration(entity.decl(db));
    class::incomplete_object(db, ty, true, site, at)
}

/// A class as the type of a template parameter is structural ([temp.param]/7); before C++20 it is none.
fn parameters<'db>(db: &'db dyn Db, entity: Entity<'db>, decl: &Decl, out: &mut Vec<Problem<'db>>) {
    let standard = entity.decl(db).code(db).file(db).dialect(db).standard;
    for param in decl.heads.iter().flat_map(|h| h.params.iter()) {
        let TemplateParamKind::Value { ty, .. } = param.kind else {
            continue;
        };
        let Some(mut cx) = Context::of(db, entity) else {
            continue;
        };
        if !matches!(cx.code[ty], TypeRef::Path { .. } | TypeRef::Qualified(..)) {
            continue;
        }
        cx.modes.in_head = true;
        let resolved = cx.resolve_type(ty);
        if standard < Standard::Cpp20 {
            if resolved.is_class(db) && !resolved.is_unknown(db) {
                let site = cx.type_site(ty);
                let problem = Problem::new(codes::TEMPLATE_PARAMETER_OF_CLASS_TYPE, site);
                out.push(problem.at(At::First));
            }
            continue;
        }
        if is_structural(db, resolved) == Some(false) {
            let site = cx.type_site(ty);
            out.push(Problem::new(codes::TEMPLATE_PARAMETER_NOT_STRUCTURAL, site).at(At::First));
        }
    }
}

/// A friend of a class template that is no template, with parameters that depend on the class's: a template of that name is
/// likely meant ([temp.friend]/1).
fn friend<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    decl: &Decl,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let plain = decl.heads.is_empty()
        && decl
            .path
            .as_ref()
            .is_none_or(|p| p.is_unqualified() && p.args.is_none());
    if !plain || template_depth(db, entity) == 0 {
        return None;
    }
    let signature = function::signature(db, entity)?;
    let dependent = |t: &Ty<'db>| t.is_dependent(db) || matches!(t.kind(db), TyKind::Param { .. });
    if !signature.ty.params.iter().any(dependent) {
        return None;
    }
    let text = display::declaration_text(db, entity);
    Some(Problem::new(
        codes::PROBABLE_GUIDING_FRIEND {
            name: Fill::Kind("", text.into()),
        },
        site,
    ))
}
