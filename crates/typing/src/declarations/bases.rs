//! What is wrong with the base classes of a class ([class.derived]). Those of instances are looked at when they are made.

use crate::code::around::template_depth;
use crate::code::params::levels;
use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{ClassKey, DeclKind, Path, TypeId, TypeRef, item_hir};
use cleave_names::{ItemId, is_of_user};

use crate::lookup::Found;
use crate::lookup::namespaces::Want;
use crate::{
    At, CodeRef, Context, DeclRef, Entity, Fill, NameKey, Problem, TyKind, class, function,
};

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

/// The problems of the bases that an item's classes name.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    let code = CodeRef { item, body: None };
    for (id, decl) in item_hir(db, item).code.decls.iter() {
        let DeclKind::Class(class) = &decl.kind else {
            continue;
        };
        if class.bases.is_empty() || !is_of_user(db, item) {
            continue;
        }
        let entity = Entity::new(db, DeclRef::at(db, code, id), None);
        let Some(mut cx) = Context::of(db, entity) else {
            continue;
        };
        let is_template = template_depth(db, entity) > 0;
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
            let ty = crate::convert::quietly(&mut cx, |cx| cx.resolve_type(base.ty));
            // Of a template's bases those are judged that have nothing to do with its parameters.
            let plain = |e: Entity<'db>| levels(db, e.decl(db)).is_empty();
            let dependent = match &cx.code[base.ty] {
                TypeRef::Path { path, .. } => {
                    path.args.is_some() || path.qualifiers.iter().any(|q| q.args.is_some())
                }
                _ => true,
            };
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
