//! Which declarations declare the same entity ([basic.link], [temp.over.link]): functions by their parameter types and template
//! heads, everything else by its name. The first declaration stands for the entity.

use std::ops::Deref;

use cleave_base_db::{Db, SourceFile};
use cleave_hir::{Decl, DeclKind};
use cleave_names::decl::{Body, Spec};
use cleave_names::item_index;
use rustc_hash::FxHashSet;

use crate::class::members::members;
use crate::class::specialization::{
    identity, member_template_specializations, same_arguments, specialized_around,
};
use crate::code::params::{is_explicit_specialization, levels};
use crate::code::{NameKey, Node};
use crate::function::qualified::{Target, outside, qualified_scope, qualifier_class};
use crate::function::shape::is_specialized;
use crate::function::sibling::{Alike, FEW, Group, Own, Sibling, Siblings};
use crate::lookup::namespaces::{
    Among, InNamespace, NsDecl, Place, Want, Way, What, in_namespaces, is_declared_once,
    is_of_namespace, namespace_decls,
};
use crate::lookup::paths::{path_decls, qualifier_namespace};
use crate::{DeclRef, Entity, Env};

/// The first declaration of what a declaration declares.
pub fn canonical<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> DeclRef<'db> {
    // What a body declares is declared once; so is a closure.
    let parts = decl.parts(db);
    if parts.closure.is_some() || parts.code.body.is_some() {
        return decl;
    }
    crate::engine::depth::outermost(db, || decl, || first_declaration(db, decl))
}

#[salsa::tracked(returns(copy), cycle_initial = |_, _, decl| decl, cycle_fn = |_, cycle, _, new, decl| crate::engine::cycles::settle(cycle, new, || decl))]
fn first_declaration<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> DeclRef<'db> {
    let _level = crate::engine::depth::Level::enter();
    if is_alone(db, decl) {
        return decl;
    }
    let own = Own::new(db, decl);
    let all = siblings(db, decl);
    for sibling in all.like(db, &own) {
        let other = sibling.decl;
        if other == decl {
            break;
        }
        if sibling.may_be(db, &own) && sibling.is_same(db, &own) {
            return other;
        }
    }
    decl
}

/// Whether a declaration stands before another.
pub fn precedes<'db>(db: &'db dyn Db, a: DeclRef<'db>, b: DeclRef<'db>) -> bool {
    let place = |d: DeclRef<'db>| (item_index(db, d.code(db).item), d.index(db));
    place(a) < place(b)
}

/// The declarations of an entity.
pub enum Redeclarations<'db> {
    /// There is one.
    Alone([DeclRef<'db>; 1]),
    /// The first one first.
    All(&'db [DeclRef<'db>]),
}

impl<'db> Deref for Redeclarations<'db> {
    type Target = [DeclRef<'db>];

    fn deref(&self) -> &[DeclRef<'db>] {
        match self {
            Redeclarations::Alone(one) => one,
            Redeclarations::All(all) => all,
        }
    }
}

/// The same as [`redeclarations`]; nothing more is remembered of what is declared once, as most is.
pub fn few_redeclarations<'db>(db: &'db dyn Db, first: DeclRef<'db>) -> Redeclarations<'db> {
    match is_alone(db, first) {
        true => Redeclarations::Alone([first]),
        false => Redeclarations::All(redeclarations(db, first)),
    }
}

/// All declarations of an entity, the first one first, by its first one.
pub fn redeclarations<'db>(db: &'db dyn Db, first: DeclRef<'db>) -> &'db [DeclRef<'db>] {
    crate::engine::depth::outermost(db, || &[][..], || all_declarations(db, first))
}

#[salsa::tracked(returns(deref), cycle_initial = |_, _, decl| Box::from([decl]), cycle_fn = |_, cycle, _, new, decl| crate::engine::cycles::settle(cycle, new, || Box::from([decl])))]
fn all_declarations<'db>(db: &'db dyn Db, first: DeclRef<'db>) -> Box<[DeclRef<'db>]> {
    let _level = crate::engine::depth::Level::enter();
    if is_alone(db, first) {
        return Box::from([first]);
    }
    let mut out = vec![first];
    let mut seen = FxHashSet::from_iter([first]);
    let special = is_specialized(db, first);
    let own = Own::new(db, first);
    let all = siblings(db, first);
    // What is declared many times is not looked through for each of its redeclarations.
    if all.are_many() && canonical(db, first) != first {
        return out.into();
    }
    for sibling in all.like(db, &own) {
        let other = sibling.decl;
        if !sibling.may_be(db, &own) {
            continue;
        }
        // The arguments of specialisations may need the template's default ones, which its redeclarations may add.
        let alike = match sibling.look.specialized() {
            Some(other) => other == special,
            None => is_specialized(db, other) == special,
        };
        if alike && !seen.contains(&other) && canonical(db, other) == first {
            seen.insert(other);
            out.push(other);
        }
    }
    out.into()
}

/// Whether a declaration of a namespace has a name that nothing else has: it is the only one of its entity.
pub(crate) fn is_alone<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    let code = decl.code(db);
    let declared = decl.in_code(db).filter(|_| code.body.is_none());
    declared.is_some_and(|(all, d)| is_of_namespace(all, d) && is_declared_once(db, code.item, d))
}

/// The declarations that may declare the same as one: all of its name in its scope, in source order; members come before their
/// definitions out of the class.
fn siblings<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Siblings<'db> {
    let code = decl.code(db);
    let all = |decls: Vec<DeclRef<'db>>| {
        Siblings::Few(decls.into_iter().map(|d| Sibling::new(db, d)).collect())
    };
    let Some(key) = decl.key(db) else {
        return all(vec![decl]);
    };
    if decl.closure(db).is_some() || code.body.is_some() {
        return all(vec![decl]);
    }
    let is_friend = decl.hir(db).is_some_and(|d| d.spec.any(Spec::FRIEND));
    if let Some(class) = decl.parent_class(db)
        && !is_friend
    {
        return class_siblings(db, decl, class, &key);
    }
    if decl.hir(db).is_some_and(|d| d.parent.is_some()) && !is_friend {
        return all(vec![decl]);
    }
    let path = decl.hir(db).and_then(|d| d.path.as_deref());
    match path.filter(|p| !p.is_unqualified()) {
        Some(path) => match qualified_scope(db, decl, path) {
            Some(Target::Namespace(scope)) => namespace_siblings(db, decl, scope, &key),
            Some(Target::Class(class)) => class_siblings(db, decl, class, &key),
            None => all(vec![decl]),
        },
        None => namespace_siblings(db, decl, code.scope(db), &key),
    }
}

fn namespace_siblings<'db>(
    db: &'db dyn Db,
    decl: DeclRef<'db>,
    scope: cleave_names::ScopePath<'db>,
    key: &NameKey,
) -> Siblings<'db> {
    let file = decl.code(db).file(db);
    let own = decl.hir(db).map(sort);
    if let Some(together) = group(db, file, scope, key.clone(), own)
        && together.has(decl)
    {
        let like = || alike(db, file, scope, key.clone(), own).as_ref();
        return Siblings::Group(
            together,
            together.is_told_apart(db, decl).then(like).flatten(),
        );
    }
    let own_scope = namespace_decls(db, file, key.clone(), Among::In(scope));
    let qualified = namespace_decls(db, file, key.clone(), Among::Defining(scope));
    let found = gathered(db, Some(decl), own, scope, own_scope, qualified);
    Siblings::Few(found.into_iter().map(|d| Sibling::new(db, d)).collect())
}

fn class_siblings<'db>(
    db: &'db dyn Db,
    decl: DeclRef<'db>,
    class: DeclRef<'db>,
    key: &NameKey,
) -> Siblings<'db> {
    if members(db, class).get(key).len() > FEW
        && let Some(together) = member_group(db, class, key.clone())
        && together.has(decl)
    {
        let like = || alike_members(db, class, key.clone()).as_ref();
        return Siblings::Group(
            together,
            together.is_told_apart(db, decl).then(like).flatten(),
        );
    }
    let all = member_siblings(db, class, key).into_iter();
    Siblings::Few(all.map(|d| Sibling::new(db, d)).collect())
}

/// The members of a class by a name that many have, and their definitions outside of it.
#[salsa::tracked(returns(ref), cycle_initial = |_, _, _, _| None, cycle_fn = |_, cycle, _, new, _, _| crate::engine::cycles::settle(cycle, new, || None))]
fn member_group<'db>(db: &'db dyn Db, class: DeclRef<'db>, key: NameKey) -> Option<Group<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let all = member_siblings(db, class, &key).into_iter();
    Some(Group::new(all.map(|d| Sibling::new(db, d))))
}

/// Those of such a group by what tells them apart; nothing if that is not known of all.
#[salsa::tracked(returns(ref), cycle_initial = |_, _, _, _| None, cycle_fn = |_, cycle, _, new, _, _| crate::engine::cycles::settle(cycle, new, || None))]
fn alike_members<'db>(db: &'db dyn Db, class: DeclRef<'db>, key: NameKey) -> Option<Alike> {
    let _level = crate::engine::depth::Level::enter();
    member_group(db, class, key).as_ref()?.alike(db)
}

/// The declarations of a name and sort in a namespace that no qualified name declares a member of: what each of them may declare
/// the same as.
#[salsa::tracked(returns(ref), cycle_initial = |_, _, _, _, _, _| None, cycle_fn = |_, cycle, _, new, _, _, _, _| crate::engine::cycles::settle(cycle, new, || None))]
fn group<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    scope: cleave_names::ScopePath<'db>,
    key: NameKey,
    sort: Option<u32>,
) -> Option<Group<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let own_scope = namespace_decls(db, file, key.clone(), Among::In(scope));
    let qualified = namespace_decls(db, file, key, Among::Defining(scope));
    let is_few = own_scope.len() + qualified.len() <= FEW;
    // Members of classes that are defined here declare nothing in the namespace. Of few that is not asked.
    let may_be_of_scope = |d: &NsDecl<'db>| match d.what {
        What::Qualified => is_few || qualified_namespace(db, d) == Some(scope),
        _ => false,
    };
    if own_scope.iter().chain(qualified).any(may_be_of_scope) {
        return None;
    }
    let found = gathered(db, None, sort, scope, own_scope, &[]);
    Some(Group::new(found.into_iter().map(|d| Sibling::new(db, d))))
}

/// Those of a group by what tells them apart; nothing if that is not known of all.
#[salsa::tracked(returns(ref), cycle_initial = |_, _, _, _, _, _| None, cycle_fn = |_, cycle, _, new, _, _, _, _| crate::engine::cycles::settle(cycle, new, || None))]
fn alike<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    scope: cleave_names::ScopePath<'db>,
    key: NameKey,
    sort: Option<u32>,
) -> Option<Alike> {
    let _level = crate::engine::depth::Level::enter();
    group(db, file, scope, key, sort).as_ref()?.alike(db)
}

/// The namespace that the qualifiers of a declared name lead to.
fn qualified_namespace<'db>(
    db: &'db dyn Db,
    found: &NsDecl<'db>,
) -> Option<cleave_names::ScopePath<'db>> {
    let path = found.decl.hir(db).and_then(|d| d.path.as_deref())?;
    let item = found.decl.code(db).item;
    qualifier_namespace(db, item, found.scope, path.global, &path.qualifiers)
}

fn gathered<'db>(
    db: &'db dyn Db,
    decl: Option<DeclRef<'db>>,
    own: Option<u32>,
    scope: cleave_names::ScopePath<'db>,
    own_scope: &'db [NsDecl<'db>],
    qualified: &'db [NsDecl<'db>],
) -> Vec<DeclRef<'db>> {
    let mut out: Vec<DeclRef<'db>> = Vec::new();
    let mut mentions = Vec::new();
    let mut all: Vec<&NsDecl<'db>> = own_scope.iter().chain(qualified).collect();
    if !qualified.is_empty() {
        all.sort_by_key(|d| item_index(db, d.decl.code(db).item));
        all.dedup();
    }
    for other in all {
        // What is of another sort never declares the same; a class does not wait for its constructors.
        if own.is_some() && other.decl.hir(db).is_some_and(|h| Some(sort(h)) != own) {
            continue;
        }
        match other.what {
            What::Mention | What::Friend if other.scope == scope => mentions.push(other.decl),
            What::Qualified
                if Some(other.decl) == decl || qualified_namespace(db, other) == Some(scope) =>
            {
                out.push(other.decl);
            }
            What::Qualified => {}
            _ if other.scope == scope => out.push(other.decl),
            _ => {}
        }
    }
    // A class that is only ever mentioned is what it is mentioned as first; otherwise its declarations come first.
    if out.iter().any(|d| d.is_class(db) && !has_arguments(db, *d)) {
        out.extend(mentions);
    } else {
        out.splice(0..0, mentions);
    }
    out.extend(decl.filter(|d| !out.contains(d)));
    out
}

/// Whether a declared name ends with template arguments.
pub(crate) fn has_arguments<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    decl.hir(db)
        .and_then(|d| d.path.as_ref())
        .is_some_and(|p| p.args.is_some())
}

/// Members of a class by a name, and their definitions outside of it.
fn member_siblings<'db>(db: &'db dyn Db, class: DeclRef<'db>, key: &NameKey) -> Vec<DeclRef<'db>> {
    let mut out = members(db, class).get(key).to_vec();
    let outside = outside(db, class, key);
    if !outside.is_empty() {
        let known: FxHashSet<_> = out.iter().copied().collect();
        out.extend(outside.iter().filter(|other| !known.contains(other)));
    }
    out
}

/// The sort of classes.
pub(super) const CLASS: u32 = 2;
/// The sort of variables.
pub(super) const VARIABLE: u32 = 4;

pub(super) fn sort(decl: &Decl) -> u32 {
    match decl.kind {
        DeclKind::Function(_) => 0,
        DeclKind::DeductionGuide(_) => 1,
        DeclKind::Class(_) => CLASS,
        DeclKind::Enum(_) => 3,
        DeclKind::Variable(_) => VARIABLE,
        DeclKind::Alias(_) => 5,
        DeclKind::Concept(_) => 6,
        DeclKind::Enumerator(_) => 7,
        _ => 8,
    }
}

/// Whether two declarations of one name in one scope declare the same.
pub(crate) fn is_same<'db>(db: &'db dyn Db, a: DeclRef<'db>, b: DeclRef<'db>) -> bool {
    let (x, y) = match (a.hir(db), b.hir(db)) {
        (Some(x), Some(y)) => (x, y),
        // A class that is mentioned.
        (x, y) => {
            let class = |d: DeclRef<'db>, h: Option<&Decl>| match h {
                Some(h) => {
                    matches!(h.kind, DeclKind::Class(_)) && h.path.is_none() && h.heads.is_empty()
                }
                None => matches!(d.node(db), Node::Elaborated(_)),
            };
            return class(a, x) && class(b, y);
        }
    };
    if sort(x) != sort(y) {
        return false;
    }
    let (special_x, special_y) = (is_specialized(db, a), is_specialized(db, b));
    if special_x != special_y || specialized_around(db, a) != specialized_around(db, b) {
        return false;
    }
    match &x.kind {
        DeclKind::Function(_) | DeclKind::DeductionGuide(_) => {
            levels(db, a).len() == levels(db, b).len() && crate::function::same::functions(db, a, b)
        }
        DeclKind::Class(_) | DeclKind::Variable(_) if special_x => {
            levels(db, a).len() == levels(db, b).len()
                && identity(db, a)
                    .zip(identity(db, b))
                    .is_some_and(|(x, y)| same_arguments(db, (a, x), (b, y)))
        }
        DeclKind::Class(_) | DeclKind::Enum(_) | DeclKind::Variable(_) => true,
        DeclKind::Using { .. } => false,
        _ => false,
    }
}

/// The template that an explicit or partial specialisation of a class or variable template is of.
#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
pub(crate) fn primary<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Option<DeclRef<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let hir = decl.hir(db)?;
    let code = decl.code(db);
    let key = decl.key(db)?;
    let wanted = |d: &DeclRef<'db>| {
        d.hir(db).is_some_and(|h| {
            sort(h) == sort(hir) && h.path.as_ref().is_none_or(|p| p.args.is_none())
        })
    };
    if let Some(class) = decl.parent_class(db) {
        let all = members(db, class);
        return all.get(&key).iter().copied().find(wanted);
    }
    let path = hir.path.as_deref();
    let item = code.item;
    let place = Place {
        item: Some(item),
        inclusive: true,
    };
    let found = match path.filter(|p| !p.is_unqualified()) {
        None => in_namespaces(
            db,
            code.file(db),
            place,
            code.scope(db),
            &key,
            Want::Any,
            Way::Unqualified,
        )
        .clone(),
        Some(path) => {
            match qualifier_namespace(db, item, code.scope(db), path.global, &path.qualifiers) {
                Some(_) => path_decls(db, item, code.scope(db), path).unwrap_or_default(),
                None => {
                    let class = qualifier_class(db, decl)?.class_entity(db)?;
                    let class = crate::class::specialization::specialization(db, class)?;
                    InNamespace::of(db, members(db, class.decl(db)).get(&key).into())
                }
            }
        }
    };
    let found = found.decls.iter().copied().find(wanted)?;
    Some(canonical(db, found))
}

/// The explicit and partial specialisations of a class or variable template, the first declaration of each.
#[salsa::tracked(returns(deref), cycle_initial = |_, _, _| Box::default(), cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, Box::default))]
pub(crate) fn specializations<'db>(db: &'db dyn Db, template: DeclRef<'db>) -> Box<[DeclRef<'db>]> {
    let _level = crate::engine::depth::Level::enter();
    let Some(key) = template.key(db) else {
        return Box::default();
    };
    let code = template.code(db);
    if code.body.is_some() {
        return Box::default();
    }
    let mut out = Vec::new();
    let mut seen = FxHashSet::default();
    let mut add = |decl: DeclRef<'db>| {
        let is_specialization = decl.hir(db).is_some_and(|h| {
            matches!(h.kind, DeclKind::Class(_) | DeclKind::Variable(_))
                && h.path.as_ref().is_some_and(|p| p.args.is_some())
        });
        if is_specialization
            && primary(db, decl) == Some(template)
            && canonical(db, decl) == decl
            && seen.insert(decl)
        {
            out.push(decl);
        }
    };
    if let Some(class) = template.parent_class(db) {
        members(db, class).get(&key).iter().for_each(|d| add(*d));
    }
    for decl in namespace_decls(db, code.file(db), key, Among::Special) {
        if matches!(decl.what, What::Specialization | What::Qualified) {
            add(decl.decl);
        }
    }
    out.into()
}

/// The declaration that defines the entity, under the bindings that its code is read in; `None` without a definition.
pub fn definition<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<Entity<'db>> {
    crate::engine::depth::outermost(db, || None, || defining(db, entity))
}

#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
fn defining<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<Entity<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let decl = entity.decl(db);
    if decl.closure(db).is_some() {
        return Some(entity);
    }
    // Most of what a program defines is declared there and nowhere else.
    if entity.env(db).is_none() && is_alone(db, decl) && defines(db, decl) {
        return Some(entity);
    }
    if let Some(DeclKind::Variable(_)) = entity.kind(db) {
        let chosen = crate::function::chosen_variable(db, entity)?;
        if chosen != entity {
            return definition(db, chosen);
        }
    }
    if let Some(specialized) = crate::function::specialized::explicit(db, entity) {
        return redeclarations(db, specialized.decl(db))
            .iter()
            .find(|d| defines(db, **d))
            .map(|d| Entity::new(db, *d, specialized.env(db)));
    }
    if let Some(special) = of_specialized_class(db, entity) {
        return Some(special);
    }
    redeclarations(db, decl)
        .iter()
        .filter(|d| {
            let special = d.hir(db).zip(d.code(db).code(db));
            **d == decl || !special.is_some_and(|(h, c)| is_explicit_specialization(c, h))
        })
        .find(|d| defines(db, **d))
        .copied()
        .or_else(|| crate::function::friend::definition(db, decl))
        .map(|d| Entity::new(db, d, entity.env(db)))
}

/// The definition of a function that is made of a member template as a specialisation of its class has it.
fn of_specialized_class<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<Entity<'db>> {
    if !function.is_function(db) {
        return None;
    }
    let (template, env) = function.specialized(db)?;
    let signature = |f: Entity<'db>| crate::function::signature(db, f).map(|s| &s.ty);
    member_template_specializations(db, template, env.parent(db))
        .filter(|d| defines(db, *d))
        .map(|d| Entity::new(db, d, Some(Env::make(db, None, env.args(db)))))
        .find(|other| {
            let same = signature(*other).zip(signature(function));
            same.is_some_and(|(a, b)| a.params == b.params && a.quals == b.quals)
        })
}

/// Whether a declaration is a definition ([basic.def]).
pub(crate) fn defines<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> bool {
    let Some(hir) = decl.hir(db) else {
        return decl.closure(db).is_some();
    };
    match &hir.kind {
        DeclKind::Function(f) => f.body != Body::None,
        DeclKind::Class(c) => c.defined,
        DeclKind::Enum(e) => e.enumerators.is_some(),
        DeclKind::Variable(v) => {
            let initialized = v.init != cleave_hir::Init::None;
            match decl.parent_class(db) {
                Some(_) if hir.spec.any(Spec::STATIC) => {
                    initialized || hir.spec.any(Spec::INLINE.with(Spec::CONSTEXPR))
                }
                _ => initialized || !hir.spec.any(Spec::EXTERN),
            }
        }
        DeclKind::Using { .. } | DeclKind::FriendType(_) | DeclKind::Instantiation { .. } => false,
        _ => true,
    }
}
