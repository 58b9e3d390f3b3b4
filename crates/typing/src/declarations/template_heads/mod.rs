//! Declarations of templates that do not go together: heads against earlier ones, explicit and partial specialisations against
//! what they specialise. Only the user's own declarations are looked at.

pub(crate) mod constraints;
pub(crate) mod differ;
pub(crate) mod explicit;
pub(crate) mod first_use;
pub(crate) mod heads;
pub(crate) mod instantiations;
pub(crate) mod members;
pub(crate) mod partial;

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{ClassKey, Decl, DeclKind};
use cleave_names::decl::Spec;
use cleave_names::{ItemId, is_transparent_in, item_index, skeleton};
use cleave_syntax::blanks;

use crate::lookup::Found;
use crate::lookup::namespaces::{Among, NsDecl, What, namespace_decls};
use crate::program::{instantiated, user_declarations};
use crate::{At, Context, DeclRef, Entity, Fill, NameKey, Problem};

/// What is wrong with the declarations of templates in an item.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    let named = instantiated(user_declarations(db, item).map(|d| d.1));
    for (own, decl, site) in user_declarations(db, item) {
        // What is instantiated is not declared.
        if named.contains(&own.id()) {
            instantiations::check(db, own.decl(db), decl, &mut out);
            continue;
        }
        if decl.heads.is_empty() && decl.path.is_none() {
            continue;
        }
        let unqualified = (decl.path.as_deref()).is_none_or(|p| p.qualifiers.is_empty());
        if let [first, second, ..] = &decl.heads[..]
            && unqualified
            && !first.params.is_empty()
            && !second.params.is_empty()
            && !decl.spec.any(Spec::FRIEND)
            // Aliases of namespaces the reference takes.
            && !(decl.parent.is_none() && matches!(decl.kind, DeclKind::Alias(_)))
        {
            let problem = Problem::new(codes::SEVERAL_TEMPLATE_CLAUSES, site);
            out.push(at_name(problem, decl));
            continue;
        }
        let own = own.decl(db);
        constraints::check(db, own, decl, &mut out);
        heads::check(db, own, decl, &mut out);
        explicit::check(db, own, decl, &mut out);
        members::check(db, own, decl, &mut out);
        partial::check(db, own, decl, &mut out);
    }
    out
}

/// A function template that a using-directive makes visible is specialised and instantiated by its qualified name alone
/// ([temp.expl.spec], [temp.explicit]).
fn brought<'db>(db: &'db dyn Db, own: DeclRef<'db>, decl: &Decl) -> Option<Problem<'db>> {
    let name = decl.name.ident()?.as_str();
    if !matches!(decl.kind, DeclKind::Function(_)) || decl.parent.is_some() {
        return None;
    }
    let mut cx = Context::of(db, Entity::new(db, own, None))?;
    let found = crate::convert::quietly(&mut cx, |cx| cx.lookup(&decl.name));
    let Found::Entities { set, class: None } = found else {
        return None;
    };
    let here = own.code(db).scope(db);
    // A using-declaration declares it here as well.
    let key = NameKey::of(&decl.name)?;
    let all = namespace_decls(db, own.code(db).item.file(db), key, Among::In(here));
    let is_used = |d: &NsDecl<'db>| d.what == What::Using && d.scope == here;
    if all.iter().any(is_used) {
        return None;
    }
    let elsewhere = |e: &Entity<'db>| {
        let home = e.decl(db).code(db).scope(db);
        e.is_function(db) && e.is_template(db) && !is_transparent_in(db, home, here)
    };
    let wrong = !set.is_empty() && set.iter().all(elsewhere);
    let name = Fill::Name(name.into());
    wrong.then(|| Problem::new(codes::NOT_A_TEMPLATE_NAME_IN_SCOPE { name }, own.site(db)))
}

/// Whether a name stands nowhere before an item: then nothing of it can have been missed where a head cannot be told from what is
/// compared in it (`template <int N, bool = N < f<int>()>`). Reads the text: for what is wrong only.
fn is_new<'db>(db: &'db dyn Db, item: ItemId<'db>, name: &str) -> bool {
    let file = item.file(db);
    let index = item_index(db, item).map(|i| i as usize);
    let place = index.and_then(|i| skeleton(db, file).items.get(i));
    let text: &str = file.text(db);
    let Some(before) = place.and_then(|i| text.get(..i.span.start as usize)) else {
        return false;
    };
    // A line marker's file name says nothing.
    let before = blanks::without_directives(before);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    !before.match_indices(name).any(|(at, _)| {
        let left = before.get(..at).and_then(|t| t.chars().next_back());
        let right = before.get(at + name.len()..).and_then(|t| t.chars().next());
        !left.is_some_and(is_word) && !right.is_some_and(is_word)
    })
}

/// Whether one of two declarations of a class says `union`, and the other does not.
fn is_other_key(a: &Decl, b: Option<&Decl>) -> bool {
    let union = |d: &Decl| match &d.kind {
        DeclKind::Class(c) => Some(c.key == ClassKey::Union),
        _ => None,
    };
    union(a).zip(b.and_then(union)).is_some_and(|(a, b)| a != b)
}

/// A problem with a declared name: of a class at the beginning of its qualifiers.
fn at_name<'db>(problem: Problem<'db>, decl: &Decl) -> Problem<'db> {
    let qualified = decl.path.as_ref().is_some_and(|p| !p.is_unqualified());
    match decl.kind {
        DeclKind::Class(_) if qualified => problem.at(At::Qualified(0)),
        _ => problem,
    }
}
