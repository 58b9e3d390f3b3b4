//! Classes and enumerations that are defined by a qualified name: where that may be ([class.pre]/4, [class.nest]/2, [dcl.enum]/4),
//! and what the name may be ([dcl.type.elab]/2).

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind, item_hir};
use cleave_names::ItemId;
use cleave_names::decl::Spec;

use crate::class::members::members;
use crate::code::around::template_depth;
use crate::convert::quietly;
use crate::lookup::Found;
use crate::lookup::namespaces::Want;
use crate::lookup::qualified::Scope;
use crate::program::user_declarations;
use crate::{At, Context, DeclRef, Entity, Fill, Problem, Site, display};

/// The definitions of an item that stand in the wrong place or name no class.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for (own, decl, site) in user_declarations(db, item) {
        let defines = match &decl.kind {
            DeclKind::Class(class) => class.defined,
            DeclKind::Enum(list) => list.enumerators.is_some(),
            _ => false,
        };
        let qualified = decl.path.as_deref().is_some_and(|p| !p.is_unqualified());
        if let Some(problem) = in_incomplete(db, own.decl(db), decl, site) {
            out.push(problem);
            continue;
        }
        if defines && qualified && !decl.spec.any(Spec::FRIEND) {
            out.extend(problem(db, own.decl(db), decl, site));
        }
    }
    out
}

/// What is said of a class or an enumeration in a class that is declared only ([basic.lookup.qual.general]/3).
fn in_incomplete<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let path = decl.path.as_deref().filter(|p| !p.is_unqualified())?;
    let class = matches!(decl.kind, DeclKind::Class(_) | DeclKind::Enum(_));
    if !class || path.args.is_some() || !decl.heads.is_empty() {
        return None;
    }
    let mut cx = Context::of(db, Entity::new(db, own, None))?;
    let problem = cx.incomplete_scope(path, site)?;
    Some(problem.at(At::Qualified(0)))
}

fn problem<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let path = decl.path.as_deref()?;
    // A specialisation has rules of its own.
    if path.args.is_some() || decl.heads.iter().any(|h| h.params.is_empty()) {
        return None;
    }
    let around = decl.parent.map(|p| DeclRef::at(db, own.code(db), p));
    if let (Some(around), [only], false) = (around, &*path.qualifiers, path.global)
        && around.ident(db) == only.name.as_str()
    {
        let first = *members(db, around).get(&own.key(db)?).first()?;
        return redeclared(db, own, Entity::new(db, first, None), site);
    }
    let mut cx = Context::of(db, Entity::new(db, around.unwrap_or(own), None))?;
    cx.modes.in_qualifier = true;
    let scope = quietly(&mut cx, |cx| cx.scope_of(path));
    let found = quietly(&mut cx, |cx| cx.lookup_in(&scope, &decl.name, Want::Any));
    let Found::Entities { set, .. } = found else {
        return None;
    };
    let [named] = set[..] else { return None };
    if let Some(DeclKind::Alias(_)) = named.kind(db) {
        let name = decl.name.ident()?.as_str();
        let alias = Fill::Kind("", name.into());
        let plain = decl.heads.is_empty() && !named.is_template(db);
        return plain.then(|| Problem::new(codes::ALIAS_AFTER_CLASS_KEY { alias }, site));
    }
    if !matches!(named.kind(db), Some(DeclKind::Class(_) | DeclKind::Enum(_))) {
        return None;
    }
    if let (Scope::Type(_), true) = (&scope, named.is_template(db))
        && decl.heads.is_empty()
        && around.is_none()
        && named.env(db).is_none()
    {
        let message = codes::TEMPLATE_ARGUMENTS_MISSING {
            entity: Fill::Entity(named),
        };
        return Some(Problem::new(message, site));
    }
    match scope {
        Scope::Namespace(namespace) => {
            let here = own.code(db).scope(db);
            let around_it = here.parent(db).is_none() || namespace.path(db).contains(&here);
            // The lookup may have found it elsewhere, by a using-directive.
            let member = named.decl(db).code(db).scope(db) == namespace;
            if around_it && around.is_none() || !member {
                return None;
            }
        }
        // A class may define its members, a class around it has to leave it to them.
        Scope::Type(ty) => {
            let of = around.and(ty.class_entity(db))?;
            let hir = item_hir(db, site.code.item);
            let inner = hir.code[decl.parent?].parent;
            let outer = inner.map(|p| DeclRef::at(db, own.code(db), p));
            if outer != Some(of.decl(db)) || template_depth(db, of) > 0 {
                return None;
            }
        }
        _ => return None,
    }
    let kind = match named.kind(db) {
        Some(DeclKind::Class(_)) if named.is_template(db) => "class template",
        Some(DeclKind::Class(c)) if c.key == cleave_hir::ClassKey::Union => "union",
        Some(DeclKind::Class(_)) => "class",
        _ => "enum",
    };
    let entity = Fill::Kind(kind, display::qualified_name(db, named).into());
    let problem = Problem::new(codes::DEFINITION_IN_WRONG_SCOPE { entity }, site);
    Some(problem.at(At::Qualified(0)))
}

/// What is said of a member class that a class template defines by its whole name.
fn redeclared<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    named: Entity<'db>,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let first = named.decl(db);
    let is_class = matches!(named.kind(db), Some(DeclKind::Class(_)));
    let earlier = first.code(db) == own.code(db) && first.index(db) < own.index(db);
    if !is_class || !earlier || named.is_template(db) || template_depth(db, named) == 0 {
        return None;
    }
    let text = display::template_text(db, Entity::new(db, first, None));
    let at = first.site(db);
    let name = Fill::Local("", text.into(), Some(at));
    Some(Problem::new(
        codes::INVALID_TYPE_REDECLARATION { name },
        site,
    ))
}
