//! What is wrong with the base classes of a class ([class.derived]). Those of instances are looked at when they are made.

use crate::code::around::template_depth;
use crate::code::params::levels;
use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{ClassKey, DeclKind, Path, TemplateArgRef, TemplateParamKind, TypeId, TypeRef};

use crate::declarations::flexible_arrays;
use crate::lookup::Found;
use crate::lookup::namespaces::Want;
use crate::program::Declared;
use crate::{At, Context, Entity, Fill, NameKey, Problem, Site, TyKind, class, function};

/// Whether a class is defined as final.
fn is_final<'db>(db: &'db dyn Db, class: Entity<'db>) -> bool {
    let defined = function::definition(db, class);
    defined.is_some_and(|d| matches!(d.kind(db), Some(DeclKind::Class(c)) if c.is_final))
}

/// Whether no class, and nothing that could be one, is found by a name.
fn names_no_class<'db>(
    cx: &mut Context<'db>,
    base: TypeId,
    path: &Path,
    is_template: bool,
) -> bool {
    let found = cx.lookup_path(path);
    found == Found::Nothing
        || !is_template
            && path.args.is_none()
            && cx.hides_base(base, &found)
            && NameKey::of(&path.name)
                .is_some_and(|key| cx.lookup_key(&key, Want::Tag) == Found::Nothing)
}

/// Where a class template's name stands as a type among the arguments of a base: the injected-class-name is declared behind the
/// brace alone ([class.pre]/2).
fn own_name_as_type<'db>(
    cx: &mut Context<'db>,
    class: Entity<'db>,
    base: TypeId,
) -> Option<Site<'db>> {
    let db = cx.db;
    let own = class.hir(db)?;
    let [head] = &own.heads[..] else { return None };
    let name = own.name.ident()?;
    let plain = own.path.is_none() && !head.params.is_empty() && own.parent.is_none();
    let TypeRef::Path { path, .. } = &cx.code[base] else {
        return None;
    };
    if !plain || head.params.iter().any(|p| p.name.as_ref() == Some(name)) {
        return None;
    }
    let named = |arg: &TemplateArgRef| match arg {
        TemplateArgRef::Type(ty) => match &cx.code[*ty] {
            TypeRef::Path { path, .. } => {
                let bare = path.is_unqualified() && path.args.is_none();
                (bare && path.name.ident() == Some(name)).then_some(*ty)
            }
            _ => None,
        },
        _ => None,
    };
    let (at, ty) =
        (path.args.iter().flatten().enumerate()).find_map(|(i, a)| Some((i, named(a)?)))?;
    let bare = path.without_arguments();
    let Found::Entities { set, .. } = crate::convert::quietly(cx, |cx| cx.lookup_path(&bare))
    else {
        return None;
    };
    let [template] = set[..] else { return None };
    let params = &template.hir(db)?.heads.last()?.params;
    let takes_type = params.iter().take(at + 1).all(|p| !p.pack)
        && matches!(params.get(at)?.kind, TemplateParamKind::Type { .. });
    (template.decl(db) != class.decl(db) && takes_type).then(|| cx.type_site(ty))
}

/// The problems of the bases that an item's classes name.
pub(crate) fn problems<'db>(db: &'db dyn Db, declared: &[Declared<'db>]) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for &(own, decl, _) in declared {
        let DeclKind::Class(class) = &decl.kind else {
            continue;
        };
        // A union has none, and that is all that is said of them.
        if class.bases.is_empty() || class.key == ClassKey::Union {
            continue;
        }
        let entity = own.entity(db);
        let Some(mut cx) = Context::of(db, entity) else {
            continue;
        };
        let is_template = template_depth(db, entity) > 0;
        let has_data = class
            .members
            .iter()
            .any(|id| flexible_arrays::is_data(&cx.code[*id]));
        cx.modes.in_head = true;
        let mut seen = Vec::new();
        for base in &class.bases {
            let site = cx.type_site(base.ty);
            let say = |number: codes::Code, fills: Vec<Fill<'db>>| {
                Problem::new((number, fills), site).at(At::First)
            };
            if let TypeRef::Path { path, .. } = &cx.code[base.ty]
                && path.is_unqualified()
                && let Some(name) = path.name.ident()
                && names_no_class(&mut cx, base.ty, path, is_template)
            {
                out.push(match &path.args {
                    None => say(codes::NOT_A_CLASS_NAME, Vec::new()),
                    Some(_) => say(
                        codes::UNDEFINED_IDENTIFIER,
                        vec![Fill::Name(name.as_str().into())],
                    ),
                });
                continue;
            }
            if let TypeRef::Path { path, .. } = &cx.code[base.ty]
                && !path.is_unqualified()
                && let Some(problem) = cx.no_such_scope(path, false, site)
            {
                if !is_template || problem.at == At::First {
                    out.push(problem);
                }
                continue;
            }
            let from = cx.problems.len();
            let ty = cx.resolve_type(base.ty);
            // Those of templates are found where the types of declarations are read.
            let unknown = [codes::NO_SUCH_CLASS_MEMBER, codes::NO_SUCH_GLOBAL_CLASS];
            let found = cx.problems.split_off(from).into_iter();
            if !is_template {
                out.extend(found.filter(|p| unknown.contains(&p.code)).take(1));
            }
            // Of a template's bases those are judged that have nothing to do with its parameters.
            let plain = |e: Entity<'db>| levels(db, e.decl(db)).is_empty();
            let dependent = match &cx.code[base.ty] {
                TypeRef::Path { path, .. } => {
                    path.args.is_some() || path.qualifiers.iter().any(|q| q.args.is_some())
                }
                _ => true,
            };
            if let Some(at) = own_name_as_type(&mut cx, entity, base.ty) {
                let fills = vec![Fill::Entity(entity)];
                let problem = Problem::new((codes::TEMPLATE_ARGUMENTS_MISSING, fills), at);
                out.push(problem.at(At::First));
                continue;
            }
            if is_template && (dependent || !ty.class_entity(db).is_some_and(plain)) {
                continue;
            }
            if ty.is_unknown(db) || matches!(ty.kind(db), TyKind::Pack(_)) {
                continue;
            }
            let ty = ty.unqualified(db);
            let Some(of) = ty.class_entity(db) else {
                out.push(say(codes::NOT_A_CLASS_NAME, Vec::new()));
                continue;
            };
            let key = match of.kind(db) {
                Some(DeclKind::Class(c)) => Some(c.key),
                _ => None,
            };
            if key == Some(ClassKey::Union) {
                out.push(say(codes::UNION_AS_BASE_CLASS, Vec::new()));
            } else if of.env(db).is_none() && function::definition(db, of).is_none()
                || of.env(db).is_some() && class::specialization::is_made_of_nothing(db, of)
                || class::is_defined_later(db, of, class::Place::Declaration(entity.decl(db)))
            {
                out.push(say(
                    codes::INCOMPLETE_TYPE_NOT_ALLOWED,
                    vec![Fill::Type(ty)],
                ));
            } else if has_data && flexible_arrays::ends_in_one(db, ty) {
                out.push(say(codes::FLEXIBLE_ARRAY_IN_BASE_CLASS, Vec::new()));
            } else if is_final(db, of) {
                out.push(say(codes::FINAL_BASE_CLASS, Vec::new()));
            } else if seen.contains(&ty) {
                out.push(say(codes::DUPLICATE_BASE_CLASS, Vec::new()));
            }
            seen.push(ty);
        }
    }
    out
}
