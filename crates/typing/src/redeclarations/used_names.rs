//! Names that a using-declaration or a namespace alias gives to a scope which has them for something else ([namespace.udecl]/10,
//! [basic.scope.scope]/4), and members declared behind such a using-declaration.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Class, Code, Decl, DeclKind, NameId, Path, item_hir};
use cleave_names::decl::Spec;
use cleave_names::{ItemId, ScopePath, Word, item_index, namespaces_named, opened_at};
use rustc_hash::FxHashMap;

use crate::convert::quietly;
use crate::lookup::Found;
use crate::lookup::namespaces::{Among, NsDecl, Want, What, namespace_decls};
use crate::lookup::qualified::Scope;
use crate::program::user_declarations;
use crate::redeclarations::kinds::Sort;
use crate::redeclarations::types::named_type;
use crate::{At, CodeRef, Context, DeclRef, Entity, Fill, NameKey, Problem, Site, function};

/// The names of an item that clash with what a using-declaration or alias brings.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for (own, decl, site) in user_declarations(db, item) {
        let found = match &decl.kind {
            DeclKind::Class(class) if class.defined => {
                members(db, item, class, &mut out);
                None
            }
            DeclKind::Using { target, .. } if decl.parent.is_none() => {
                in_namespace(db, own.decl(db), target, site)
            }
            DeclKind::NamespaceAlias(path) => alias(db, own.decl(db), decl, path, site),
            _ => None,
        };
        out.extend(found);
    }
    out
}

/// What a using-declaration means, if that is one thing that is known.
fn meant<'db>(db: &'db dyn Db, own: DeclRef<'db>, target: &Path) -> Option<Entity<'db>> {
    if target.is_unqualified() {
        return None;
    }
    let mut cx = Context::of(db, Entity::new(db, own, None))?;
    let found = quietly(&mut cx, |cx| {
        let scope = cx.scope_of(target);
        cx.lookup_in(&scope, &target.name, Want::Any)
    });
    match found {
        Found::Entities { set, .. } => match set[..] {
            [only] => Some(only),
            _ => set
                .first()
                .copied()
                .filter(|_| set.iter().all(|e| e.is_function(db))),
        },
        _ => None,
    }
}

/// Whether a member and what a using-declaration of its class brings cannot have one name: two types cannot, be they the same.
fn clash_of_members<'db>(
    db: &'db dyn Db,
    used: (Entity<'db>, Sort),
    own: (DeclRef<'db>, Sort),
) -> bool {
    let is_type = |s: Sort| matches!(s, Sort::Tag | Sort::Alias);
    is_type(used.1) && is_type(own.1) || clash(db, used, own)
}

/// Whether two things of one name cannot be in one scope.
fn clash<'db>(
    db: &'db dyn Db,
    (used, sort): (Entity<'db>, Sort),
    (own, other): (DeclRef<'db>, Sort),
) -> bool {
    let is_type = |s: Sort| matches!(s, Sort::Tag | Sort::Alias);
    if is_type(sort) && is_type(other) {
        let types = named_type(db, used.decl(db)).zip(named_type(db, own));
        return types.is_some_and(|(a, b)| a != b && !a.is_unknown(db) && !b.is_unknown(db));
    }
    match (sort, other) {
        (Sort::Function { .. }, Sort::Function { .. }) => false,
        (a, b) if a == b => function::canonical(db, used.decl(db)) != function::canonical(db, own),
        (a, b) => a.after(b).is_some(),
    }
}

fn declared<'db>(name: &NameId, site: Site<'db>) -> Option<Problem<'db>> {
    let name = Fill::Name(name.ident()?.as_str().into());
    Some(Problem::new(
        codes::ALREADY_DECLARED_IN_SCOPE { name },
        site,
    ))
}

/// The members of a class that have the name of one that a using-declaration brings.
fn members<'db>(db: &'db dyn Db, item: ItemId<'db>, class: &Class, out: &mut Vec<Problem<'db>>) {
    let code: &Code = &item_hir(db, item).code;
    let is_using = |d: &Decl| matches!(d.kind, DeclKind::Using { .. });
    if !class.members.iter().any(|&m| is_using(&code[m])) {
        return;
    }
    let code_ref = CodeRef::signature(item);
    let mut used: FxHashMap<NameId, (Entity<'db>, Sort)> = FxHashMap::default();
    let mut own: FxHashMap<NameId, (DeclRef<'db>, Sort)> = FxHashMap::default();
    for &id in &class.members {
        let decl = &code[id];
        let member = DeclRef::at(db, code_ref, id);
        let site = Site::declaration(code_ref, u32::from(id.into_raw()));
        if let DeclKind::Using {
            target,
            pack: false,
        } = &decl.kind
        {
            let Some(meant) = meant(db, member, target) else {
                continue;
            };
            let Some(sort) = Sort::of_entity(db, meant) else {
                continue;
            };
            let name = &target.name;
            if own
                .get(name)
                .is_some_and(|o| clash_of_members(db, (meant, sort), *o))
            {
                out.extend(declared(name, site));
            }
            used.entry(name.clone()).or_insert((meant, sort));
            continue;
        }
        let plain = decl.path.is_none() && !decl.spec.any(Spec::FRIEND);
        let named = matches!(decl.name, NameId::Ident(_));
        let Some(sort) = (plain && named)
            .then(|| Sort::of_entity(db, Entity::new(db, member, None)))
            .flatten()
        else {
            continue;
        };
        if used
            .get(&decl.name)
            .is_some_and(|u| clash_of_members(db, *u, (member, sort)))
        {
            out.extend(declared(&decl.name, site));
        }
        own.insert(decl.name.clone(), (member, sort));
    }
}

/// A declaration of a namespace behind using-declarations for its name, among what the namespace has declared before.
pub(super) fn behind<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    sort: Sort,
    before: &[NsDecl<'db>],
    scope: ScopePath<'db>,
) -> Option<Problem<'db>> {
    let hir = own.hir(db)?;
    let is_template = matches!(sort, Sort::ClassTemplate | Sort::AliasTemplate);
    let is_primary = is_template && hir.path.is_none();
    if !(hir.heads.is_empty() || is_primary) || hir.spec.any(Spec::FRIEND) {
        return None;
    }
    let site = own.site(db);
    let usings = before.iter();
    let usings = usings.filter(|d| d.scope == scope && d.what == What::Using);
    for using in usings {
        let Some(DeclKind::Using { target, .. }) = using.decl.hir(db).map(|d| &d.kind) else {
            continue;
        };
        let Some(used) = meant(db, using.decl, target) else {
            continue;
        };
        let Some(brought) = Sort::of_entity(db, used) else {
            continue;
        };
        let earlier = function::canonical(db, used.decl(db));
        if earlier == function::canonical(db, own) {
            continue;
        }
        match (sort, brought) {
            (Sort::Variable, Sort::Variable) if !function::redeclared::defines(db, own) => {}
            (Sort::Variable, Sort::Variable) => {
                let defined = function::definition(db, used).map_or(earlier, |d| d.decl(db));
                let fills = vec![Fill::Instantiated(used), Fill::Line(defined.site(db))];
                return Some(Problem::new((codes::ALREADY_DEFINED, fills), site));
            }
            // One that is declared only may be the same.
            (Sort::Tag, Sort::Tag) => {
                let complete = function::definition(db, used).is_some();
                let twice = complete && function::redeclared::defines(db, own);
                if twice {
                    return declared(&hir.name, site);
                }
            }
            // Of two templates, or a template and a class, others say more.
            (_, Sort::ClassTemplate | Sort::AliasTemplate) if is_template => {}
            (Sort::Tag, Sort::ClassTemplate | Sort::AliasTemplate) if !is_enum(db, own) => {}
            (_, Sort::Tag) if is_template && !is_enum(db, used.decl(db)) => {}
            (_, Sort::ClassTemplate | Sort::AliasTemplate) => return declared(&hir.name, site),
            _ if is_template => return declared(&hir.name, site),
            _ if clash(db, (used, brought), (own, sort)) => return declared(&hir.name, site),
            _ => {}
        }
    }
    None
}

fn is_enum<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    matches!(decl.hir(db).map(|d| &d.kind), Some(DeclKind::Enum(_)))
}

/// A using-declaration of a namespace for a name that the namespace has.
fn in_namespace<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    target: &Path,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let item = own.code(db).item;
    let (scope, position) = (item.scope(db), item_index(db, item)?);
    let used = meant(db, own, target)?;
    let sort = Sort::of_entity(db, used)?;
    let all = namespace_decls(
        db,
        item.file(db),
        NameKey::of(&target.name)?,
        Among::In(scope),
    );
    let before = all.iter().filter(|d| {
        d.scope == scope
            && matches!(d.what, What::Value | What::Tag | What::Alias | What::Using)
            && item_index(db, d.decl.code(db).item).is_some_and(|i| i < position)
    });
    let mut others = before.filter_map(|d| {
        let entity = match d.decl.hir(db).map(|d| &d.kind) {
            Some(DeclKind::Using { target, .. }) => meant(db, d.decl, target)?,
            _ => Entity::new(db, d.decl, None),
        };
        Some((entity.decl(db), Sort::of_entity(db, entity)?))
    });
    // A typedef stays what its name means where a class or an enumeration is brought.
    let hides = |other: Sort| (sort, other) == (Sort::Tag, Sort::Alias);
    let wrong = others.any(|other| !hides(other.1) && clash(db, (used, sort), other));
    wrong.then(|| declared(&target.name, site))?
}

/// An alias of a namespace with the name of another namespace of its scope.
fn alias<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    path: &Path,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let item = own.code(db).item;
    if own.code(db).body.is_some() {
        return None;
    }
    let (scope, position) = (item.scope(db), item_index(db, item)?);
    if let Some(problem) = second_alias(db, own, path, site) {
        return Some(problem);
    }
    let word = Word::new(db, decl.name.ident()?.as_str().to_owned());
    let known = namespaces_named(db, item.file(db), word);
    let taken = *known.iter().find(|n| n.parent(db) == Some(scope))?;
    let opened = opened_at(db, item.file(db), word, taken)?;
    let mut cx = Context::of(db, Entity::new(db, own, None))?;
    let meant = quietly(&mut cx, |cx| cx.path_scope(path));
    let other = matches!(meant, Scope::Namespace(n) if n != taken);
    let problem = declared(&decl.name, site)?.at(At::First);
    (other && opened < position).then_some(problem)
}

/// An alias of a namespace after one of the same name for another namespace ([namespace.alias]/3).
fn second_alias<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    path: &Path,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let item = own.code(db).item;
    let scope = item.scope(db);
    let key = own.key(db)?;
    let all = namespace_decls(db, item.file(db), key.clone(), Among::In(scope));
    let before = all.iter().take_while(|d| d.decl != own);
    let earlier = before.filter(|d| d.scope == scope && d.what == What::NamespaceAlias);
    let earlier = earlier.last()?.decl;
    let Some(DeclKind::NamespaceAlias(other)) = earlier.hir(db).map(|d| &d.kind) else {
        return None;
    };
    let meant = |alias: DeclRef<'db>, path: &Path| {
        let mut cx = Context::of(db, Entity::new(db, alias, None))?;
        match quietly(&mut cx, |cx| cx.path_scope(path)) {
            Scope::Namespace(n) => Some(n),
            _ => None,
        }
    };
    let (first, second) = (meant(earlier, other)?, meant(own, path)?);
    let name = Fill::Name(key.ident()?.as_str().into());
    let problem = Problem::new(codes::NAMESPACE_ALREADY_DEFINED { namespace: name }, site);
    (first != second).then(|| problem.at(At::First))
}
