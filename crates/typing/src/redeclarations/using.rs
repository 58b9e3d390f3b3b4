//! Functions that a using-declaration of a namespace brings, and functions of the same parameters that the namespace declares
//! ([namespace.udecl]/14).

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind, NameId, Path};
use cleave_names::decl::Spec;
use cleave_names::{ItemId, item_index};

use crate::function::{canonical, same};
use crate::linkage::is_in_c;
use crate::lookup::Found;
use crate::lookup::namespaces::{Among, NsDecl, Want, What, is_declared_once, namespace_decls};
use crate::lookup::qualified::Scope;
use crate::program::user_declarations;
use crate::{At, Context, DeclRef, Entity, Fill, NameKey, Problem, Site, display};

/// The using-declarations of an item that meet functions, and its functions that meet using-declarations.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for (own, decl, site) in user_declarations(db, item) {
        let plain = decl.parent.is_none() && decl.heads.is_empty();
        if !plain || !matches!(decl.name, NameId::Ident(_)) {
            continue;
        }
        let own = own.decl(db);
        out.extend(match &decl.kind {
            DeclKind::Using { target, .. } => {
                of_own_namespace(db, own, target, site).or_else(|| brought(db, own, target, site))
            }
            DeclKind::Function(_) if decl.path.is_none() && !decl.spec.any(Spec::FRIEND) => {
                declared(db, own, decl, site)
            }
            _ => None,
        });
    }
    out
}

/// What the namespace has declared by a name before an item.
fn before<'db>(db: &'db dyn Db, own: DeclRef<'db>, key: NameKey) -> Vec<&'db NsDecl<'db>> {
    let item = own.code(db).item;
    let scope = item.scope(db);
    let all = namespace_decls(db, item.file(db), key, Among::In(scope));
    let index = |d: &NsDecl<'db>| item_index(db, d.decl.code(db).item);
    let to = all.partition_point(|d| index(d) < item_index(db, item));
    all[..to].iter().filter(|d| d.scope == scope).collect()
}

/// The functions, no templates, that a using-declaration names.
fn functions<'db>(db: &'db dyn Db, using: DeclRef<'db>, target: &Path) -> Vec<DeclRef<'db>> {
    let Some(mut cx) = Context::of(db, Entity::new(db, using, None)) else {
        return Vec::new();
    };
    let scope = crate::convert::quietly(&mut cx, |cx| cx.scope_of(target));
    let found =
        crate::convert::quietly(&mut cx, |cx| cx.lookup_in(&scope, &target.name, Want::Any));
    let Found::Entities { set, .. } = found else {
        return Vec::new();
    };
    let functions = set.into_iter().map(|e| canonical(db, e.decl(db)));
    functions
        .filter(|d| d.is_function(db) && !Entity::new(db, *d, None).is_template(db))
        .collect()
}

/// Whether two functions have the same parameters and are not the same one.
fn conflict<'db>(db: &'db dyn Db, a: DeclRef<'db>, b: DeclRef<'db>) -> bool {
    a != b && !(is_in_c(db, a) && is_in_c(db, b)) && same::functions(db, a, b)
}

fn named<'db>(db: &'db dyn Db, function: DeclRef<'db>) -> Fill<'db> {
    let text = display::function_text(db, Entity::new(db, function, None), true);
    Fill::Kind("function", text.into())
}

/// A using-declaration that names a member of the namespace that it stands in ([namespace.udecl]/10).
fn of_own_namespace<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    target: &Path,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let here = own.code(db).scope(db);
    let mut cx = Context::of(db, Entity::new(db, own, None))?;
    crate::convert::quietly(&mut cx, |cx| {
        let scope = cx.scope_of(target);
        let same = matches!(scope, Scope::Namespace(named) if named == here);
        let found = same && cx.lookup_in(&scope, &target.name, Want::Any) != Found::Nothing;
        let ignored = || Problem::new(codes::USELESS_USING_DECLARATION, site).at(At::Qualified(0));
        found.then(ignored)
    })
}

/// A using-declaration behind a function.
fn brought<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    target: &Path,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let key = NameKey::of(&target.name)?;
    let declared: Vec<_> = (before(db, own, key).into_iter())
        .filter(|d| d.what == What::Value && d.decl.is_function(db))
        .map(|d| canonical(db, d.decl))
        .collect();
    if declared.is_empty() {
        return None;
    }
    for function in functions(db, own, target) {
        if let Some(&other) = declared.iter().find(|d| conflict(db, function, **d)) {
            let text = display::function_text(db, Entity::new(db, other, None), true);
            let message = codes::USING_DECLARATION_CONFLICTS_WITH_FUNCTION {
                brought: named(db, function),
                declared: Fill::Local("function", text.into(), Some(other.site(db))),
            };
            return Some(Problem::new(message, site));
        }
    }
    None
}

/// A function behind a using-declaration.
fn declared<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    if is_declared_once(db, own.code(db).item, decl) || canonical(db, own) != own {
        return None;
    }
    for using in before(db, own, NameKey::of(&decl.name)?) {
        let hir = (using.what == What::Using).then(|| using.decl.hir(db));
        let Some(DeclKind::Using { target, .. }) = hir.flatten().map(|d| &d.kind) else {
            continue;
        };
        for function in functions(db, using.decl, target) {
            if conflict(db, function, own) {
                let message = codes::FUNCTION_CONFLICTS_WITH_USING_DECLARATION {
                    declared: named(db, own),
                    brought: named(db, function),
                };
                return Some(Problem::new(message, site));
            }
        }
    }
    None
}
