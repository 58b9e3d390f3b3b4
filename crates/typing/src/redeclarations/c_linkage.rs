//! Language linkage of one name's declarations ([dcl.link]/5, /6): a later declaration may not give what an earlier one did not,
//! and one namespace has one function with C linkage of a name; in different namespaces it is one function still.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind};
use cleave_names::decl::Spec;
use cleave_names::{ItemId, ScopePath, Word, candidates, is_of_user, item_index};

use crate::check::expr::name::friends::classes_with_friends;
use crate::class::members::members;
use crate::function::{canonical, same, signature};
use crate::linkage::is_in_c;

use crate::program::user_declarations;
use crate::{At, DeclRef, Entity, Fill, Problem, Site, display};

/// What the declarations of an item at namespace level say otherwise than before.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for (own, decl, site) in user_declarations(db, item) {
        // A template has no C linkage ([temp.pre]/6).
        let template = decl.heads.iter().any(|h| !h.params.is_empty());
        if template && is_in_c(db, own.decl(db)) && !is_namespace(db, item) {
            let problem = Problem::new(codes::NO_C_LINKAGE_ALLOWED, site);
            out.push(problem.at(At::First));
        }
        let kind = matches!(decl.kind, DeclKind::Function(_) | DeclKind::Variable(_));
        if !kind || decl.parent.is_some() || !decl.heads.is_empty() || decl.path.is_some() {
            continue;
        }
        let own = own.decl(db);
        if !is_in_c(db, own) || decl.spec.any(Spec::STATIC.with(Spec::FRIEND)) {
            continue;
        }
        let first = canonical(db, own);
        if first != own {
            out.extend(incompatible(db, decl, first, site));
        } else if let DeclKind::Function(_) = decl.kind {
            out.extend(overloaded(db, own, site).or_else(|| declared_a_friend(db, own, site)));
        }
    }
    out
}

/// Whether an item begins as a namespace with a linkage, `extern "C" namespace N {`: what follows may be a part of it.
fn is_namespace<'db>(db: &'db dyn Db, item: ItemId<'db>) -> bool {
    let text = cleave_names::item_id_text(db, item);
    let mut words = text.as_str().split_whitespace();
    words.next() == Some("extern") && words.nth(1).is_some_and(|w| w.starts_with("namespace"))
}

/// C linkage for a function that a class before it has made its friend without ([dcl.link]/5).
fn declared_a_friend<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let item = own.code(db).item;
    let key = own.key(db);
    let classes = classes_with_friends(db, item.file(db)).get(&key)?;
    let earlier = |class: &&DeclRef<'db>| {
        let at = class.code(db).item;
        at.scope(db) == item.scope(db) && item_index(db, at) < item_index(db, item)
    };
    let friends = classes.iter().filter(earlier).flat_map(|class| {
        members(db, *class)
            .friends
            .iter()
            .copied()
            .filter(|f| f.key(db) == key)
    });
    let mut friends = friends.filter(|f| {
        let plain = f
            .hir(db)
            .is_some_and(|d| d.path.is_none() && d.heads.is_empty());
        plain && !is_in_c(db, *f) && same::functions(db, *f, own)
    });
    let first = friends.next()?;
    let name = display::qualified_name(db, Entity::new(db, own, None));
    let previous = Fill::Local("", name.into(), Some(first.site(db)));
    let mut problem = Problem::new(codes::INCOMPATIBLE_LINKAGE { name: previous }, site);
    problem.hard = true;
    Some(problem)
}

/// C linkage for what was declared without.
fn incompatible<'db>(
    db: &'db dyn Db,
    decl: &Decl,
    first: DeclRef<'db>,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let before = first.hir(db)?;
    let item = first.code(db).item;
    if is_in_c(db, first) || before.spec.any(Spec::STATIC) || !is_of_user(db, item) {
        return None;
    }
    // What has internal linkage keeps it.
    if item.scope(db).is_internal(db) {
        return None;
    }
    let name = display::qualified_name(db, Entity::new(db, first, None));
    let at = first.site(db);
    let previous = Fill::Local("", name.into(), Some(at));
    let mut problem = Problem::new(codes::INCOMPATIBLE_LINKAGE { name: previous }, site);
    problem.hard = matches!(decl.kind, DeclKind::Function(_));
    Some(problem)
}

/// Another function of the name with C linkage and another type: an error in one namespace, a warning in others.
fn overloaded<'db>(db: &'db dyn Db, own: DeclRef<'db>, site: Site<'db>) -> Option<Problem<'db>> {
    let item = own.code(db).item;
    let scope = item.scope(db);
    let others: Vec<_> = before(db, own)
        .into_iter()
        .filter(|d| d.1 == scope || differs(db, own, d.0))
        .collect();
    let here = others.iter().find(|d| d.1 == scope);
    let (other, _) = here.or_else(|| others.last())?;
    let mut problem = Problem::new(
        codes::SEVERAL_FUNCTIONS_WITH_C_LINKAGE {
            function: Fill::Overloaded(Entity::new(db, *other, None)),
        },
        site,
    );
    problem.soft = here.is_none();
    Some(problem)
}

/// The user's functions of the same name with C linkage that are declared before one, each once.
fn before<'db>(db: &'db dyn Db, own: DeclRef<'db>) -> Vec<(DeclRef<'db>, ScopePath<'db>)> {
    let mut out = Vec::new();
    let Some(hir) = own.hir(db) else { return out };
    let Some(name) = hir.name.ident() else {
        return out;
    };
    let word = Word::new(db, name.as_str().to_owned());
    let mut seen = Vec::new();
    for candidate in candidates(db, own.code(db).item.file(db), word) {
        let item = candidate.item;
        if seen.contains(&item) {
            continue;
        }
        seen.push(item);
        for (other, decl, _) in user_declarations(db, item) {
            let other = other.decl(db);
            if other == own {
                return out;
            }
            let alike = decl.name == hir.name
                && decl.parent.is_none()
                && decl.heads.is_empty()
                && decl.path.is_none()
                && matches!(decl.kind, DeclKind::Function(_))
                && !decl.spec.any(Spec::STATIC.with(Spec::FRIEND));
            if alike && is_in_c(db, other) && canonical(db, other) == other {
                out.push((other, item.scope(db)));
            }
        }
    }
    out
}

/// Whether two functions have different types; what is not known has the same.
fn differs<'db>(db: &'db dyn Db, a: DeclRef<'db>, b: DeclRef<'db>) -> bool {
    let ty = |d| signature(db, Entity::new(db, d, None)).map(|s| &s.ty);
    match (ty(a), ty(b)) {
        (Some(a), Some(b)) => {
            let known = |t: &crate::Ty<'db>| !t.is_unknown(db);
            let all = |s: &crate::FnTy<'db>| s.params.iter().all(known) && known(&s.ret);
            all(a) && all(b) && (a.params != b.params || a.ret != b.ret)
        }
        _ => false,
    }
}
