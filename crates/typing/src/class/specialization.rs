//! Which declaration a class is made by: the definition of a plain class, or the primary template or a specialisation for some
//! arguments ([temp.spec.partial], [temp.expl.spec]).

use cleave_base_db::Db;
use rustc_hash::FxHashMap;

use crate::class::partial;
use crate::code::params::{levels, outer_depth, own_level};
use crate::function::qualified::qualifier_class;
use crate::function::redeclared::{has_arguments, primary, redeclarations, specializations};
use crate::function::same::{same_args, same_heads};
use crate::lookup::namespaces::{Among, What, namespace_decls};
use crate::template::complete::bindings;
use crate::template::deduce::Mismatch;
use crate::template::{constraints, order};
use crate::{Arg, Context, DeclRef, Entity, Env, Ty};

/// The definition of a class with all its arguments, and the bindings that its members are read in: of a partial
/// specialisation the deduced ones. `None`: it is incomplete, ambiguous, or not to be known.
#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
pub(crate) fn specialization<'db>(db: &'db dyn Db, class: Entity<'db>) -> Option<Entity<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let chosen = chosen(db, class)?;
    let defined = |d: &DeclRef<'db>| d.class(db).is_some_and(|c| c.defined);
    let decl = redeclarations(db, chosen.decl(db))
        .iter()
        .copied()
        .find(defined)?;
    Some(Entity::new(db, decl, chosen.env(db)))
}

/// The same for what need not be defined, and for variable templates.
#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
pub(crate) fn chosen<'db>(db: &'db dyn Db, class: Entity<'db>) -> Option<Entity<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let decl = class.decl(db);
    let Some(args) = class.own_args(db) else {
        if own_level(db, decl).is_some() {
            return None;
        }
        return Some(member_specialization(db, class).unwrap_or(class));
    };
    let outer = class.env(db).and_then(|e| e.parent(db));
    // The member template as a specialisation of its class has it; its own partial specialisations alone count then
    // ([temp.spec.partial.member]/2).
    let own = member_template_specializations(db, decl, outer).next();
    let of = (class, Entity::new(db, decl, outer));
    let mut found: Vec<(DeclRef<'db>, Entity<'db>)> = Vec::new();
    let mut special = specializations(db, decl);
    if special.len() > MANY
        && outer.is_none()
        && let Some(explicit) = explicit(db, decl)
    {
        if let Some(chosen) = explicit.chosen.get(&Env::make(db, None, args)) {
            return Some(Entity::new(db, *chosen, None));
        }
        special = &explicit.others;
    }
    for &special in special {
        if own.is_some() && !is_in_same_class(db, class, special) {
            continue;
        }
        let entity = match matches(db, of, special, outer, args) {
            Ok(Some(entity)) => entity,
            Ok(None) => continue,
            // It may be this one.
            Err(Unknown) => return None,
        };
        if own_level(db, special).is_none() {
            return Some(entity);
        }
        found.push((special, entity));
    }
    match found.len() {
        0 => Some(own.map_or(class, |own| {
            Entity::new(db, own, Some(Env::make(db, None, args)))
        })),
        1 => Some(found[0].1),
        _ => {
            let best = found.iter().find(|(a, _)| {
                found.iter().all(|(b, _)| {
                    a == b || order::more_specialized_partial(db, class, *a, *b) == Some(true)
                })
            });
            best.map(|(_, entity)| *entity)
        }
    }
}

/// Of fewer specialisations each is looked at.
const MANY: usize = 16;

/// The specialisations of a template of a namespace.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
struct Explicit<'db> {
    /// The explicit ones by the arguments that they are for: traits have hundreds of them.
    chosen: FxHashMap<Env<'db>, DeclRef<'db>>,
    /// All others.
    others: Box<[DeclRef<'db>]>,
}

/// The same; `None` if it is not known what one of the explicit ones is for.
#[salsa::tracked(returns(as_ref), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
fn explicit<'db>(db: &'db dyn Db, template: DeclRef<'db>) -> Option<Explicit<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let mut chosen = FxHashMap::default();
    let mut others = Vec::new();
    for &special in specializations(db, template) {
        if own_level(db, special).is_some() || outer_depth(db, special) > 0 {
            others.push(special);
            continue;
        }
        let Some(pattern) = pattern(db, Entity::new(db, template, None), special, None) else {
            continue;
        };
        if pattern.iter().any(|a| a.has_error(db)) {
            return None;
        }
        let args = Env::make(db, None, pattern);
        chosen.entry(args).or_insert(special);
    }
    let others = others.into();
    Some(Explicit { chosen, others })
}

/// Whether a class has no definition anywhere: neither the template nor the specialisation that its arguments choose.
pub(crate) fn is_undefined<'db>(db: &'db dyn Db, class: Entity<'db>) -> bool {
    chosen(db, class).is_some() && specialization(db, class).is_none()
}

/// The same, and no specialisation stands for the template: one may be declared where it is too late.
pub(crate) fn is_made_of_nothing<'db>(db: &'db dyn Db, class: Entity<'db>) -> bool {
    is_undefined(db, class) && chosen(db, class).is_some_and(|c| c.decl(db) == class.decl(db))
}

/// The partial specialisations of which none is more specialised than all others that match ([temp.spec.partial.match]/1.3).
pub(crate) fn ambiguous<'db>(db: &'db dyn Db, class: Entity<'db>) -> Vec<Entity<'db>> {
    let Some(args) = class.own_args(db) else {
        return Vec::new();
    };
    if chosen(db, class).is_some() {
        return Vec::new();
    }
    let outer = class.env(db).and_then(|e| e.parent(db));
    let of = (class, Entity::new(db, class.decl(db), outer));
    let mut found = Vec::new();
    for &special in specializations(db, class.decl(db)) {
        match matches(db, of, special, outer, args) {
            Ok(Some(entity)) => found.push((special, entity)),
            Ok(None) => {}
            Err(Unknown) => return Vec::new(),
        }
    }
    // That one is no more special than another must be certain.
    let known = found.iter().all(|(a, _)| {
        found
            .iter()
            .all(|(b, _)| a == b || order::more_specialized_partial(db, class, *a, *b).is_some())
    });
    match known && found.len() > 1 {
        true => found.into_iter().map(|(_, entity)| entity).collect(),
        false => Vec::new(),
    }
}

/// An explicit specialisation of a member class of a class template: `template <> struct A<int>::B { … };`.
fn member_specialization<'db>(db: &'db dyn Db, class: Entity<'db>) -> Option<Entity<'db>> {
    class.env(db)?;
    let decl = class.decl(db);
    decl.parent_class(db)?;
    crate::function::specialized::explicit(db, class)
}

/// The declarations of a member template for one specialisation of the class around it ([temp.expl.spec]/16):
/// `template <> template <class U> struct A<int>::B { … };`. Functions may be of other overloads.
pub(crate) fn member_template_specializations<'db>(
    db: &'db dyn Db,
    template: DeclRef<'db>,
    outer: Option<Env<'db>>,
) -> impl Iterator<Item = DeclRef<'db>> {
    // Most templates are no members: nothing is read of those.
    let around = outer.and_then(|outer| {
        let class = template.parent_class(db)?;
        Some(Entity::new(db, class, Some(outer)))
    });
    let all = around
        .and_then(|_| template.key(db))
        .map_or(&[][..], |key| {
            namespace_decls(db, template.code(db).file(db), key, Among::Special)
        });
    let sort = move |decl: DeclRef<'db>| decl.hir(db).map(|h| std::mem::discriminant(&h.kind));
    (all.iter().filter(|d| d.what == What::Qualified))
        .map(|d| d.decl)
        .filter(move |d| sort(*d) == sort(template))
        .filter(|d| !has_arguments(db, *d) && levels(db, *d).len() == 1)
        .filter(move |d| specialized_around(db, *d).and_then(|c| c.class_entity(db)) == around)
}

/// The specialisation of a class template that a declaration out of it is a member template of, by its heads:
/// `template <> template <class U> …`.
pub(crate) fn specialized_around<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> Option<Ty<'db>> {
    let heads = &decl.hir(db)?.heads;
    let is_one = heads.first().is_some_and(|h| h.params.is_empty())
        && heads.last().is_some_and(|h| !h.params.is_empty());
    is_one.then(|| qualifier_class(db, decl)).flatten()
}

/// Whether a specialisation matches is not to be known.
struct Unknown;

/// A specialisation as a match for arguments of a class and its template: its declaration and what its own parameters are.
fn matches<'db>(
    db: &'db dyn Db,
    (class, template): (Entity<'db>, Entity<'db>),
    special: DeclRef<'db>,
    outer: Option<Env<'db>>,
    args: &[Arg<'db>],
) -> Result<Option<Entity<'db>>, Unknown> {
    // The levels around it must be those around the template; or it is one of a specialisation of the class around:
    // `template <> template <class U> struct A<int>::B<U *>`.
    let around = outer_depth(db, special);
    let outer = match outer {
        Some(env) if env.count(db) == around => Some(env),
        None if around == 0 => None,
        _ if around == 0 && is_in_same_class(db, class, special) => None,
        _ => return Ok(None),
    };
    let Some(pattern) = pattern(db, template, special, outer) else {
        return Ok(None);
    };
    if own_level(db, special).is_none() {
        if pattern.iter().any(|a| a.has_error(db)) {
            return Err(Unknown);
        }
        return Ok((pattern == args).then(|| Entity::new(db, special, outer)));
    }
    let differ = |(p, a)| partial::differ(db, p, a);
    if pattern.iter().zip(args).any(differ) {
        return Ok(None);
    }
    let env = match bindings(db, special, outer, pattern, args) {
        Ok(env) => env,
        Err(Mismatch::Fails) => return Ok(None),
        Err(Mismatch::Unknown) => return Err(Unknown),
    };
    let entity = Entity::new(db, special, env);
    // Where all of the pattern was deduced from, it is what was deduced; elsewhere it must be so.
    if !(partial::is_plain(db, special) && partial::are_arguments(db, pattern, args)) {
        let Some(again) = pattern_under(db, template, special, env) else {
            return Ok(None);
        };
        if again.iter().any(|a| a.has_error(db)) {
            return Err(Unknown);
        }
        if again != args {
            return Ok(None);
        }
    }
    match constraints::holds(db, entity) {
        Some(true) => Ok(Some(entity)),
        Some(false) => Ok(None),
        // In a template's own code its parameters stand for themselves.
        None if args.iter().any(|a| a.is_dependent(db)) => Ok(Some(entity)),
        None => Err(Unknown),
    }
}

/// Whether a specialisation stands in the specialisation of the class around that a class stands in.
fn is_in_same_class<'db>(db: &'db dyn Db, class: Entity<'db>, special: DeclRef<'db>) -> bool {
    let around =
        crate::function::qualified::qualifier_class(db, special).and_then(|c| c.class_entity(db));
    let outer = class.env(db).and_then(|e| e.parent(db));
    around.is_some_and(|a| a.env(db) == outer)
}

/// The arguments that a specialisation is for, its own parameters standing for themselves.
pub(crate) fn pattern<'db>(
    db: &'db dyn Db,
    template: Entity<'db>,
    special: DeclRef<'db>,
    outer: Option<Env<'db>>,
) -> Option<&'db [Arg<'db>]> {
    pattern_under(db, template, special, outer)
}

fn pattern_under<'db>(
    db: &'db dyn Db,
    template: Entity<'db>,
    special: DeclRef<'db>,
    env: Option<Env<'db>>,
) -> Option<&'db [Arg<'db>]> {
    written_arguments(db, template, special, env).as_deref()
}

#[salsa::tracked(returns(ref), cycle_initial = |_, _, _, _, _| None, cycle_fn = |_, cycle, _, new, _, _, _| crate::engine::cycles::settle(cycle, new, || None))]
fn written_arguments<'db>(
    db: &'db dyn Db,
    template: Entity<'db>,
    special: DeclRef<'db>,
    env: Option<Env<'db>>,
) -> Option<Box<[Arg<'db>]>> {
    let _level = crate::engine::depth::Level::enter();
    let mut cx = Context::of(db, Entity::new(db, special, env))?;
    cx.modes.in_head = true;
    let path = special.hir(db)?.path.as_ref()?;
    let args = cx.template_args(template, path.args.as_ref()?)?;
    cx.problems.is_empty().then(|| args.into())
}

/// Whether two specialisations of one template are for the same arguments, each with its [`identity`].
pub(crate) fn same_arguments<'db>(
    db: &'db dyn Db,
    (a, x): (DeclRef<'db>, (Entity<'db>, Env<'db>)),
    (b, y): (DeclRef<'db>, (Entity<'db>, Env<'db>)),
) -> bool {
    let same = x == y
        || x.0 == y.0
            && own_level(db, a).is_some()
            && same_args(db, (x.1.args(db), a), (y.1.args(db), b));
    same && same_heads(db, a, b)
}

/// The partial specialisation that a declaration out of its class names: its arguments are compared as written, for types and
/// values that depend on parameters are told apart by where they are ([temp.over.link]).
pub(crate) fn named_partial<'db>(
    db: &'db dyn Db,
    class: Entity<'db>,
    by: DeclRef<'db>,
) -> Option<DeclRef<'db>> {
    let args = class.own_args(db)?;
    let outer = class.env(db).and_then(|e| e.parent(db));
    if !args.iter().any(|a| a.is_dependent(db)) {
        return None;
    }
    let template = Entity::new(db, class.decl(db), outer);
    let around = outer_depth(db, class.decl(db));
    let is_it = |special: &DeclRef<'db>| {
        own_level(db, *special).is_some()
            && outer_depth(db, *special) == around
            && pattern(db, template, *special, outer)
                .is_some_and(|p| p != args && same_args(db, (args, by), (p, *special)))
    };
    let mut all = specializations(db, class.decl(db)).iter().copied();
    all.find(is_it)
}

/// What a specialisation is of, and the arguments that it is for, its own parameters standing for themselves: there are
/// thousands of some templates, and each is compared with all before.
#[salsa::tracked(returns(copy), cycle_result = |_, _, _| None)]
pub(crate) fn identity<'db>(
    db: &'db dyn Db,
    special: DeclRef<'db>,
) -> Option<(Entity<'db>, Env<'db>)> {
    let _level = crate::engine::depth::Level::enter();
    let template = primary(db, special)?;
    let outer = match levels(db, special).is_empty() {
        true => None,
        false => {
            let around = outer_depth(db, special);
            crate::code::params::full_env(db, special, None)?.truncated(db, around)
        }
    };
    let template = Entity::new(db, template, outer);
    let arguments = pattern(db, template, special, None)?;
    Some((template, Env::make(db, None, arguments)))
}
