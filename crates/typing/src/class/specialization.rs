//! Which declaration a class is made by: the definition of a plain class, or the primary template or a specialisation for some
//! arguments ([temp.spec.partial], [temp.expl.spec]).

use cleave_base_db::Db;

use crate::function::redeclared::{primary, redeclarations, specializations};
use crate::params::{levels, outer_depth, own_level};
use crate::template::{deduce, order};
use crate::{Arg, Context, DeclRef, Entity, Env};

/// The definition of a class with all its arguments, and the bindings that its members are read in: of a partial
/// specialisation the deduced ones. `None`: it is incomplete, ambiguous, or not to be known.
#[salsa::tracked(returns(copy), cycle_result = |_, _, _| None)]
pub(crate) fn specialization<'db>(db: &'db dyn Db, class: Entity<'db>) -> Option<Entity<'db>> {
    let chosen = chosen(db, class)?;
    let defined = |d: &DeclRef<'db>| d.class(db).is_some_and(|c| c.defined);
    let decl = redeclarations(db, chosen.decl(db))
        .iter()
        .copied()
        .find(defined)?;
    Some(Entity::new(db, decl, chosen.env(db)))
}

/// The same for what need not be defined, and for variable templates.
#[salsa::tracked(returns(copy), cycle_result = |_, _, _| None)]
pub(crate) fn chosen<'db>(db: &'db dyn Db, class: Entity<'db>) -> Option<Entity<'db>> {
    let decl = class.decl(db);
    let Some(args) = class.own_args(db) else {
        if own_level(db, decl).is_some() {
            return None;
        }
        return Some(member_specialization(db, class).unwrap_or(class));
    };
    let outer = class.env(db).and_then(|e| e.parent(db));
    let mut found: Vec<(DeclRef<'db>, Entity<'db>)> = Vec::new();
    for &special in specializations(db, decl) {
        let Some(entity) = matches(db, class, special, outer, args) else {
            continue;
        };
        if own_level(db, special).is_none() {
            return Some(entity);
        }
        found.push((special, entity));
    }
    match found.len() {
        0 => Some(class),
        1 => Some(found[0].1),
        _ => {
            let best = found.iter().find(|(a, _)| {
                found
                    .iter()
                    .all(|(b, _)| a == b || order::more_specialized_partial(db, class, *a, *b))
            });
            best.map(|(_, entity)| *entity)
        }
    }
}

/// An explicit specialisation of a member class of a class template: `template <> struct A<int>::B { … };`.
fn member_specialization<'db>(db: &'db dyn Db, class: Entity<'db>) -> Option<Entity<'db>> {
    class.env(db)?;
    let decl = class.decl(db);
    decl.parent_class(db)?;
    crate::function::specialized::explicit(db, class)
}

/// A specialisation as a match for arguments: its declaration and what its own parameters are.
fn matches<'db>(
    db: &'db dyn Db,
    class: Entity<'db>,
    special: DeclRef<'db>,
    outer: Option<Env<'db>>,
    args: &[Arg<'db>],
) -> Option<Entity<'db>> {
    // The levels around it must be those around the template.
    let around = outer_depth(db, special);
    let outer = match outer {
        Some(env) if env.levels(db).len() as u32 == around => Some(env),
        None if around == 0 => None,
        _ => return specialized_in(db, class, special, args),
    };
    let template = class.template(db)?;
    let pattern = pattern(db, template, special, outer)?;
    let Some(level) = own_level(db, special) else {
        return (pattern == args).then(|| Entity::new(db, special, outer));
    };
    let at = levels(db, special).len() as u32 - 1;
    let count = level.params(db).len();
    let bound = deduce::arguments(db, at, count, pattern, args)?;
    let bound = deduce::complete(db, level, at, outer, bound)?;
    let env = Env::make(db, outer, bound);
    let again = pattern_under(db, template, special, Some(env))?;
    let entity = Entity::new(db, special, Some(env));
    (again == args && crate::template::constraints::satisfied(db, entity) != Some(false))
        .then_some(entity)
}

/// `template <> template <class U> struct A<int>::B<U *>`: only for one specialisation of the class around.
fn specialized_in<'db>(
    db: &'db dyn Db,
    class: Entity<'db>,
    special: DeclRef<'db>,
    args: &[Arg<'db>],
) -> Option<Entity<'db>> {
    if outer_depth(db, special) != 0 {
        return None;
    }
    let around = crate::function::redeclared::qualifier_class(db, special)?.class_entity(db)?;
    if around.env(db) != class.env(db)?.parent(db) {
        return None;
    }
    let template = class.template(db)?;
    let pattern = pattern(db, template, special, None)?;
    match own_level(db, special) {
        None => (pattern == args).then(|| Entity::new(db, special, None)),
        Some(level) => {
            let bound = deduce::arguments(db, 0, level.params(db).len(), pattern, args)?;
            let bound = deduce::complete(db, level, 0, None, bound)?;
            let env = Env::make(db, None, bound);
            Some(Entity::new(db, special, Some(env)))
        }
    }
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

#[salsa::tracked(returns(ref), cycle_result = |_, _, _, _, _| None)]
fn written_arguments<'db>(
    db: &'db dyn Db,
    template: Entity<'db>,
    special: DeclRef<'db>,
    env: Option<Env<'db>>,
) -> Option<Box<[Arg<'db>]>> {
    let mut cx = Context::of(db, Entity::new(db, special, env))?;
    cx.in_head = true;
    let path = special.hir(db)?.path.as_ref()?;
    let args = cx.template_args(template, path.args.as_ref()?)?;
    cx.problems.is_empty().then(|| args.into())
}

/// Whether two specialisations of one template are for the same arguments.
pub(crate) fn same_arguments<'db>(db: &'db dyn Db, a: DeclRef<'db>, b: DeclRef<'db>) -> bool {
    let template = |d: DeclRef<'db>| {
        let template = primary(db, d)?;
        let around = outer_depth(db, d);
        let env = crate::params::full_env(db, d, None)?.truncated(db, around);
        Some(Entity::new(db, template, env))
    };
    let template_of = |d: DeclRef<'db>| match own_level(db, d).is_none() && levels(db, d).is_empty()
    {
        true => primary(db, d).map(|t| Entity::new(db, t, None)),
        false => template(d),
    };
    let (Some(x), Some(y)) = (template_of(a), template_of(b)) else {
        return false;
    };
    x == y && pattern(db, x, a, None).is_some_and(|p| pattern(db, y, b, None) == Some(p))
}
