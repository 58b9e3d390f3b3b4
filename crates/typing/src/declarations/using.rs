//! Names that declarations at namespace level and in classes take from elsewhere: using-directives and namespace aliases
//! ([namespace.udir], [namespace.alias]), using-declarations ([namespace.udecl]), and definitions out of their namespaces
//! ([namespace.memdef]).

use crate::code::around::template_depth;
use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind, NameId, Path, item_hir};
use cleave_lang::Operator;
use cleave_names::decl::{Body, Spec, Special};
use cleave_names::{ItemId, ScopePath, Word, item_id_of_node, user_items_with};

use crate::declarations::unknown_class;
use crate::lookup::Found;
use crate::lookup::namespaces::{InNamespace, Place, Want, Way, in_namespaces, root};
use crate::lookup::paths::qualifier_namespace;
use crate::lookup::qualified::{Scope, lacking, spelled};
use crate::program::user_declarations;
use crate::redeclarations::members::incompatible;
use crate::{At, Context, DeclRef, Entity, Fill, NameKey, Problem, Site, Ty, TyKind, class};

/// The problems of an item's declarations.
pub(crate) fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>) -> Vec<Problem<'db>> {
    let mut out = Vec::new();
    for (own, decl, site) in user_declarations(db, item) {
        if decl
            .path
            .as_deref()
            .is_some_and(|p| !p.qualifiers.is_empty())
            && unknown_class::check(db, own.entity(db), decl, site, &mut out)
        {
            continue;
        }
        let found = match &decl.kind {
            DeclKind::UsingDirective(path) => {
                nominated(db, own.entity(db), path, site).map(|p| p.at(At::Before(length(path))))
            }
            DeclKind::NamespaceAlias(path) => {
                nominated(db, own.entity(db), path, site).map(|p| p.at(At::Nth(2)))
            }
            DeclKind::Using { target, .. } => used(db, own.entity(db), decl, target, site),
            DeclKind::Function(f) if decl.spec.any(Spec::FRIEND) => {
                inaccessible_friend(db, own.decl(db), decl, site)
                    .or_else(|| mistaken_friend(db, own.decl(db), decl, site))
                    .or_else(|| friend_definition(db, own.entity(db), decl, f, site))
            }
            _ if decl.path.is_some() => defined(db, own.entity(db), decl, site),
            _ => None,
        };
        out.extend(found);
    }
    out
}

/// How many tokens of a path without template arguments stand before its last name.
pub(crate) fn length(path: &Path) -> u32 {
    u32::from(path.global) + 2 * path.qualifiers.len() as u32
}

/// A name that must be a namespace's.
fn nominated<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    path: &Path,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let mut cx = Context::of(db, entity)?;
    if !is_no_namespace(&mut cx, path) {
        return None;
    }
    let missed = (!path.is_unqualified()).then(|| {
        let scope = crate::convert::quietly(&mut cx, |cx| cx.scope_of(path));
        let found =
            crate::convert::quietly(&mut cx, |cx| cx.lookup_in(&scope, &path.name, Want::Any));
        match found {
            Found::Nothing => cx.no_such_member(&scope, path, site),
            _ => None,
        }
    });
    let other = || Problem::new(codes::NOT_A_NAMESPACE_NAME, site);
    Some(missed.flatten().unwrap_or_else(other))
}

/// Whether a path certainly names no namespace, though all before its last name is one.
pub(crate) fn is_no_namespace<'db>(cx: &mut Context<'db>, path: &Path) -> bool {
    if path.qualifiers.iter().any(|q| q.args.is_some()) {
        return false;
    }
    let found = crate::convert::quietly(cx, |cx| match path.is_unqualified() {
        true => (cx.lookup_key(&NameKey::of(&path.name)?, Want::Namespace)).into(),
        false => match cx.scope_of(path) {
            scope @ Scope::Namespace(_) => {
                (cx.lookup_in(&scope, &path.name, Want::Namespace)).into()
            }
            _ => None,
        },
    });
    matches!(
        found,
        Some(Found::Nothing | Found::Type(_) | Found::Entities { .. })
    )
}

/// A using-declaration of a namespace, or of a class.
fn used<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    decl: &Decl,
    target: &Path,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let mut cx = Context::of(db, entity)?;
    match decl.parent {
        Some(_) => inherited(&mut cx, entity, target, site),
        None => introduced(&mut cx, target, site),
    }
}

/// What is wrong with what a using-declaration of a namespace or a block names.
pub(crate) fn introduced<'db>(
    cx: &mut Context<'db>,
    target: &Path,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let db = cx.db;
    let name = target.name.ident()?;
    if target.is_unqualified() {
        return match crate::convert::quietly(cx, |cx| cx.lookup(&target.name)) {
            Found::Nothing => {
                let name = Fill::Name(name.as_str().into());
                Some(Problem::new(codes::UNDEFINED_IDENTIFIER { name }, site))
            }
            Found::Entities { .. } | Found::Namespace(_) => {
                Some(Problem::new(codes::NAMESPACE_QUALIFIED_NAME_REQUIRED, site))
            }
            _ => None,
        };
    }
    let scope = crate::convert::quietly(cx, |cx| cx.scope_of(target));
    let start = At::Before(length(target));
    if scope == Scope::Nothing {
        return cx.no_such_scope(target, true, site).map(|unknown| {
            let first = target
                .qualifiers
                .first()
                .filter(|_| is_unknown_first(&unknown));
            match first {
                Some(first) => {
                    let name = Fill::Name(first.name.as_str().into());
                    Problem::new(codes::UNDEFINED_IDENTIFIER { name }, site).at(start)
                }
                None => unknown,
            }
        });
    }
    let found = crate::convert::quietly(cx, |cx| cx.lookup_in(&scope, &target.name, Want::Any));
    let standard = cx.code_ref.item.file(db).dialect(db).standard;
    let since_cpp20 = standard >= cleave_syntax::Standard::Cpp20;
    match (&scope, found) {
        (Scope::Namespace(_) | Scope::Type(_), Found::Nothing) => {
            cx.no_such_member(&scope, target, site)
        }
        // Enumerators may be named since C++20 (P1099).
        (Scope::Type(_), Found::Entities { set, .. })
            if since_cpp20 && set.iter().all(|e| is_enumerator(db, *e)) =>
        {
            None
        }
        (Scope::Type(ty), _) if (ty.is_class(db) || ty.is_enum(db)) && !ty.is_dependent(db) => {
            let problem = Problem::new(codes::CLASS_QUALIFIED_NAME_NOT_ALLOWED, site);
            Some(problem.at(start))
        }
        (Scope::Namespace(_), Found::Namespace(_)) => {
            Some(Problem::new(codes::NAMESPACE_NAME_NOT_ALLOWED, site))
        }
        _ => None,
    }
}

/// Whether it says that nothing declares the first name of a nested-name-specifier.
fn is_unknown_first(problem: &Problem<'_>) -> bool {
    problem.code == codes::NOT_A_CLASS_OR_NAMESPACE_NAME && problem.at == At::First
}

fn is_enumerator<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    matches!(entity.kind(db), Some(DeclKind::Enumerator(_)))
}

/// What is wrong with a using-declaration in a class, which names a member of a base ([namespace.udecl]/3).
fn inherited<'db>(
    cx: &mut Context<'db>,
    entity: Entity<'db>,
    target: &Path,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let db = cx.db;
    let class = entity.decl(db).parent_class(db)?;
    if target.is_unqualified() {
        let plain = target.name.ident().is_some() && target.args.is_none();
        let problem = Problem::new(codes::CLASS_QUALIFIED_NAME_REQUIRED, site);
        return plain.then_some(problem);
    }
    if let NameId::Operator(op) = target.name {
        return no_operator(cx, target, op, site);
    }
    let name = target.name.ident()?;
    let scope = crate::convert::quietly(cx, |cx| cx.scope_of(target));
    if scope == Scope::Nothing && target.qualifiers.len() == 1 && target.decltype.is_none() {
        let unknown = cx.no_such_scope(target, true, site)?;
        let plain = is_unknown_first(&unknown) && target.qualifiers[0].args.is_none();
        let problem = Problem::new(codes::CLASS_QUALIFIED_NAME_REQUIRED, site);
        return plain.then(|| problem.at(At::Before(length(target))));
    }
    let Scope::Type(of) = scope else { return None };
    let (of, own) = (
        of.unqualified(db),
        Ty::of(db, TyKind::Class(class_entity(db, class))),
    );
    // A class template is no base of itself.
    let itself = of.class_entity(db).is_some_and(|e| e.decl(db) == class);
    let [qualifier] = &target.qualifiers[..] else {
        return inherited_from(cx, entity, target, site, (of, own));
    };
    if itself && qualifier.args.is_none() && qualifier.name != *name && of.is_dependent(db) {
        return Some(Problem::new(codes::INVALID_BASE_CLASS, site).at(At::Before(2)));
    }
    inherited_from(cx, entity, target, site, (of, own))
}

/// The same of a class `of` that is known.
fn inherited_from<'db>(
    cx: &mut Context<'db>,
    entity: Entity<'db>,
    target: &Path,
    site: Site<'db>,
    (of, own): (Ty<'db>, Ty<'db>),
) -> Option<Problem<'db>> {
    let db = cx.db;
    let name = target.name.ident()?;
    let scope = Scope::Type(of);
    if !of.is_class(db) || of.is_dependent(db) {
        return None;
    }
    class::class_info(db, of)?;
    let last = target.qualifiers.last()?;
    let inherits = last.name == *name && last.args.is_none();
    if inherits {
        return None;
    }
    // A class is no base of itself.
    if of == own && template_depth(db, entity) == 0 && target.qualifiers.len() == 1 {
        let problem = Problem::new(codes::INVALID_BASE_CLASS, site);
        return Some(problem.at(At::Before(2)));
    }
    let found = crate::convert::quietly(cx, |cx| cx.lookup_in(&scope, &target.name, Want::Any));
    if found == Found::Nothing {
        return cx.no_such_member(&scope, target, site);
    }
    if template_depth(db, entity) > 0 {
        return None;
    }
    if let Found::Entities { set, .. } = &found
        && let [member] = set[..]
        && member.env(db).is_none()
        && cx.is_inaccessible(member)
    {
        let entity = match member.kind(db) {
            Some(DeclKind::Function(_)) => Some(Fill::Declared(member)),
            Some(DeclKind::Variable(_)) => Some(Fill::DeclaredMember(member)),
            _ => None,
        };
        return entity.map(|entity| Problem::new(codes::INACCESSIBLE_ENTITY { entity }, site));
    }
    let plain = target.qualifiers.iter().all(|q| q.args.is_none());
    let back = 2 * target.qualifiers.len() as u32 - 1;
    let base = of == own || crate::convert::is_base_of(db, of, own);
    (!base && plain && back == 1 && !target.global)
        .then(|| Problem::new(codes::INVALID_BASE_CLASS, site).at(At::Before(2)))
}

/// A using-declaration in a class that names an operator which the class that it is of, no template's, does not have.
fn no_operator<'db>(
    cx: &mut Context<'db>,
    target: &Path,
    op: Operator,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let db = cx.db;
    let scope = crate::convert::quietly(cx, |cx| cx.scope_of(target));
    let Scope::Type(of) = &scope else { return None };
    let class = of.class_entity(db).filter(|c| c.env(db).is_none())?;
    class::class_info(db, of.unqualified(db))?;
    let found = crate::convert::quietly(cx, |cx| cx.lookup_in(&scope, &target.name, Want::Any));
    let message = codes::NO_SUCH_MEMBER {
        class: Fill::Entity(class),
        name: Fill::Name(op.function_id().into()),
    };
    (found == Found::Nothing && op != Operator::Assign).then(|| Problem::new(message, site))
}

fn class_entity<'db>(db: &'db dyn Db, class: DeclRef<'db>) -> Entity<'db> {
    Entity::new(db, class, None)
}

/// A definition by a qualified name: the namespace declares it.
fn defined<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    decl: &Decl,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let path = decl.path.as_deref().filter(|p| !p.is_unqualified())?;
    if let NameId::Destructor(_) = decl.name {
        return of_namespace(db, entity, decl, path, site);
    }
    let tag = match &decl.kind {
        DeclKind::Function(f) if f.special == Special::None => false,
        DeclKind::Variable(_) => false,
        DeclKind::Class(_) | DeclKind::Enum(_) => true,
        _ => return None,
    };
    let NameId::Ident(name) = &decl.name else {
        return None;
    };
    if decl.spec.any(Spec::FRIEND) || decl.parent.is_some() {
        return None;
    }
    let code = entity.decl(db).code(db);
    let (item, scope) = (code.item, code.scope(db));
    let namespace = match path.qualifiers.is_empty() {
        true => root(db, scope),
        false => {
            let named = qualifier_namespace(db, item, scope, path.global, &path.qualifiers);
            let Some(namespace) = named else {
                return member_elsewhere(db, entity, decl, path, site)
                    .or_else(|| no_tag_member(db, entity, decl, path, name.as_str(), site));
            };
            namespace
        }
    };
    let found = within(db, item, namespace, name);
    let nothing = found.decls.is_empty() && found.namespace.is_none() && !found.ambiguous;
    // A namespace is defined into from those around it alone ([namespace.memdef]/2).
    let plain = !tag && decl.heads.is_empty();
    if !nothing && plain && !namespace.path(db).contains(&scope) && scope.parent(db).is_some() {
        let [own] = found.decls[..] else { return None };
        let fills = vec![Fill::Entity(Entity::new(db, own, None))];
        let same = own.code(db).scope(db) == namespace;
        return same.then(|| Problem::new((codes::DEFINITION_IN_WRONG_SCOPE, fills), site));
    }
    if !nothing || is_friend(db, item, name.as_str()) {
        return None;
    }
    if tag {
        let name = Fill::Name(name.as_str().into());
        return (namespace.parent(db).is_some()).then(|| {
            Problem::new(
                codes::NO_SUCH_TAG_IN_NAMESPACE {
                    namespace: Fill::Kind("namespace", spelled(db, namespace)),
                    name,
                },
                site,
            )
        });
    }
    if namespace == scope {
        // Its own scope: GNU's compilers take that.
        let code = match namespace.parent(db) {
            None => codes::NONSTANDARD_QUALIFIED_DECLARATION,
            Some(_) => codes::NONSTANDARD_QUALIFIED_NAMESPACE_MEMBER,
        };
        return Some(Problem::new(code, site).at(At::Qualified(0)));
    }
    Some(lacking(db, namespace, name.as_str(), site))
}

/// A namespace has no destructor ([class.dtor]/1).
fn of_namespace<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    decl: &Decl,
    path: &Path,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    if decl.spec.any(Spec::FRIEND) || decl.parent.is_some() {
        return None;
    }
    let mut cx = Context::of(db, entity)?;
    cx.modes.in_qualifier = true;
    let scope = crate::convert::quietly(&mut cx, |cx| cx.scope_of(path));
    let wrong = || Problem::new(codes::EXP_IDENTIFIER, site).at(At::Nth(length(path)));
    matches!(scope, Scope::Namespace(_)).then(wrong)
}

/// A member that a class makes its friend is accessible from the class ([class.friend]/9).
fn inaccessible_friend<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let path = decl.path.as_deref().filter(|p| !p.is_unqualified())?;
    let class = Entity::new(db, DeclRef::at(db, own.code(db), decl.parent?), None);
    if !decl.heads.is_empty() || template_depth(db, class) > 0 || !class.decl(db).is_class(db) {
        return None;
    }
    let mut cx = Context::of(db, class)?;
    let found = crate::convert::quietly(&mut cx, |cx| match cx.scope_of(path) {
        scope @ Scope::Type(_) => cx.lookup_in(&scope, &decl.name, Want::Any),
        _ => Found::Unknown,
    });
    let Found::Entities { set, .. } = found else {
        return None;
    };
    let [member] = set[..] else { return None };
    if !cx.is_inaccessible(member) {
        return None;
    }
    let entity = Fill::Declared(member);
    Some(Problem::new(codes::INACCESSIBLE_ENTITY { entity }, site))
}

/// A friend that is to be a template, which the member of its name is not; or a destructor of another class's name.
fn mistaken_friend<'db>(
    db: &'db dyn Db,
    own: DeclRef<'db>,
    decl: &Decl,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let path = decl.path.as_deref().filter(|p| !p.is_unqualified())?;
    let plain = path.qualifiers.iter().all(|q| q.args.is_none());
    let destroys = matches!(decl.name, NameId::Destructor(_));
    let template = decl.heads.len() == 1 && !decl.heads[0].params.is_empty();
    if !plain || !(destroys || template) || decl.heads.len() > 1 {
        return None;
    }
    let around = DeclRef::at(db, own.code(db), decl.parent?);
    let class = Entity::new(db, around, None);
    if template_depth(db, class) > 0 || !around.is_class(db) {
        return None;
    }
    let mut cx = Context::of(db, class)?;
    let scope = crate::convert::quietly(&mut cx, |cx| cx.scope_of(path));
    let Scope::Type(of) = &scope else { return None };
    let of = of.unqualified(db);
    let entity = of.class_entity(db).filter(|e| e.env(db).is_none())?;
    class::class_info(db, of)?;
    if let NameId::Destructor(ty) = decl.name {
        let hir = item_hir(db, site.code.item);
        let cleave_hir::TypeRef::Path { path: named, .. } = &hir.code[ty] else {
            return None;
        };
        let word = named.name.ident().filter(|_| named.args.is_none())?;
        let own_name = word.as_str() == entity.decl(db).ident(db);
        if !own_name {
            let meant = crate::convert::quietly(&mut cx, |cx| cx.path_type(named));
            let other = meant.is_none_or(|ty| ty.is_class(db) && ty.unqualified(db) != of);
            let message = codes::NO_SUCH_MEMBER {
                class: Fill::Entity(entity),
                name: Fill::Name(format!("~{}", word.as_str()).into()),
            };
            return other.then(|| Problem::new(message, site));
        }
        let members = class::members::members(db, entity.decl(db));
        let [destructor] = members.get(&NameKey::Destructor)[..] else {
            return None;
        };
        let destructor = Entity::new(db, destructor, None);
        return template.then(|| incompatible(db, destructor, site));
    }
    let found = crate::convert::quietly(&mut cx, |cx| cx.lookup_in(&scope, &decl.name, Want::Any));
    let Found::Entities { set, .. } = found else {
        return None;
    };
    let [member] = set[..] else { return None };
    let own_member = member.decl(db).parent_class(db) == Some(entity.decl(db));
    if !own_member || member.is_template(db) || !member.decl(db).is_function(db) {
        return None;
    }
    Some(incompatible(db, member, site))
}

/// The name of a friend that is defined in a class is unqualified ([class.friend]/6).
fn friend_definition<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    decl: &Decl,
    function: &cleave_hir::Function,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let path = decl.path.as_deref().filter(|p| !p.qualifiers.is_empty())?;
    if !matches!(function.body, Body::Block(_) | Body::Try(_)) {
        return None;
    }
    let mut cx = Context::of(db, entity)?;
    match crate::convert::quietly(&mut cx, |cx| cx.scope_of(path)) {
        Scope::Namespace(_) => Some(Problem::new(codes::QUALIFIED_FRIEND_DEFINITION, site)),
        scope @ Scope::Type(_) => {
            let found =
                crate::convert::quietly(&mut cx, |cx| cx.lookup_in(&scope, &decl.name, Want::Any));
            let Found::Entities { set, .. } = found else {
                return None;
            };
            let entity = Fill::Entity(*set.first()?);
            Some(Problem::new(
                codes::DEFINITION_IN_WRONG_SCOPE { entity },
                site,
            ))
        }
        _ => None,
    }
}

/// A member of a class is defined in a namespace around the class ([class.static.data]/3, [class.nest]/2).
fn member_elsewhere<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    decl: &Decl,
    path: &Path,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let scope = entity.decl(db).code(db).scope(db);
    let wanted = matches!(decl.kind, DeclKind::Variable(_) | DeclKind::Class(_));
    if !wanted || !decl.heads.is_empty() || scope.parent(db).is_none() {
        return None;
    }
    let mut cx = Context::of(db, entity)?;
    cx.modes.in_qualifier = true;
    let Scope::Type(class) = crate::convert::quietly(&mut cx, |cx| cx.scope_of(path)) else {
        return None;
    };
    let class = class.class_entity(db).filter(|c| c.env(db).is_none())?;
    let home = class.decl(db).code(db);
    if home.body.is_some() || home.scope(db).path(db).contains(&scope) {
        return None;
    }
    let own = crate::function::canonical(db, entity.decl(db));
    own.parent_class(db)?;
    let own = Entity::new(db, own, None);
    let (entity, at) = match decl.kind {
        DeclKind::Class(_) => (Fill::Entity(own), At::Qualified(0)),
        _ => {
            let name = crate::display::qualified_name(db, own);
            (Fill::Kind("member", name.into()), At::Point)
        }
    };
    let problem = Problem::new(codes::DEFINITION_IN_WRONG_SCOPE { entity }, site);
    Some(problem.at(at))
}

/// A class or an enumeration that is defined out of a class that does not declare it ([class.nest]/2).
fn no_tag_member<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    decl: &Decl,
    path: &Path,
    name: &str,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    if !matches!(decl.kind, DeclKind::Class(_) | DeclKind::Enum(_)) || !decl.heads.is_empty() {
        return None;
    }
    let mut cx = Context::of(db, entity)?;
    cx.modes.in_qualifier = true;
    let Scope::Type(of) = crate::convert::quietly(&mut cx, |cx| cx.scope_of(path)) else {
        return None;
    };
    let class = of.class_entity(db).filter(|c| c.env(db).is_none())?;
    class::class_info(db, of.unqualified(db))?;
    let is_type = |e: &Entity<'db>| {
        let kind = e.kind(db);
        !matches!(kind, Some(DeclKind::Function(_) | DeclKind::Variable(_)))
    };
    let found = crate::convert::quietly(&mut cx, |cx| {
        cx.lookup_in(&Scope::Type(of), &decl.name, Want::Any)
    });
    let lacks = match found {
        Found::Nothing => true,
        Found::Entities { set, .. } => !set.iter().any(is_type),
        _ => false,
    };
    let own = crate::function::canonical(db, entity.decl(db));
    (lacks && own == entity.decl(db)).then(|| {
        Problem::new(
            codes::NO_SUCH_TAG_IN_NAMESPACE {
                namespace: Fill::Entity(class),
                name: Fill::Name(name.into()),
            },
            site,
        )
    })
}

/// What a namespace has of a name, declared before an item.
fn within<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    namespace: ScopePath<'db>,
    name: &cleave_hir::Name,
) -> &'db InNamespace<'db> {
    let place = Place {
        item: Some(item),
        inclusive: false,
    };
    let key = NameKey::Ident(name.clone());
    let file = item.file(db);
    in_namespaces(db, file, place, namespace, &key, Want::Any, Way::Qualified)
}

/// Whether some class of the user's makes a function or class of this name its friend, which belongs to the namespace though no
/// lookup finds it.
fn is_friend<'db>(db: &'db dyn Db, item: ItemId<'db>, name: &str) -> bool {
    let word = Word::new(db, name.to_owned());
    user_items_with(db, item.file(db), word)
        .iter()
        .any(|&node| {
            let other = item_id_of_node(db, node);
            let friend = |d: &Decl| {
                matches!(d.kind, DeclKind::Function(_) | DeclKind::FriendType(_))
                    && d.spec.any(Spec::FRIEND)
                    && d.name.ident().is_some_and(|n| n.as_str() == name)
            };
            item_hir(db, other)
                .code
                .decls
                .iter()
                .any(|(_, d)| friend(d))
        })
}
