//! Argument-dependent lookup ([basic.lookup.argdep]).

use cleave_base_db::Db;
use cleave_names::{ItemId, ScopePath};
use rustc_hash::FxHashSet;

use crate::class::bases::bases;
use crate::class::members::members;
use crate::class::specialization::specialization;
use crate::code::NameKey;
use crate::function::canonical;
use crate::lookup::namespaces::{Place, Want, Way, in_namespaces};
use crate::{Arg, Context, DeclRef, Entity, Ty, TyId, TyKind};

/// More associated entities than this are not followed.
const LIMIT: usize = 4_000;

/// What a type is associated with.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub(crate) struct Associated<'db> {
    namespaces: Vec<ScopePath<'db>>,
    /// The functions that the classes among it declare as friends by unqualified names, those that are declared nowhere else under the
    /// bindings of their class.
    friends: Vec<(NameKey, Entity<'db>)>,
}

/// What a class is associated with, its template arguments' own included: an instantiated type is asked in each call.
#[salsa::tracked(returns(ref), cycle_initial = |_, _, _| Associated::default(), cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, Associated::default))]
fn associated<'db>(db: &'db dyn Db, class: TyId<'db>) -> Associated<'db> {
    let _level = crate::engine::depth::Level::enter();
    let class = class.ty(db);
    let mut found = Found::default();
    found.ty(db, class);
    let mut out = Associated {
        namespaces: found.namespaces,
        friends: Vec::new(),
    };
    for &class in &found.classes {
        let definition = class.class_entity(db).and_then(|e| specialization(db, e));
        if let Some(definition) = definition {
            friends(db, definition, &mut out.friends);
        }
    }
    out
}

fn friends<'db>(db: &'db dyn Db, definition: Entity<'db>, out: &mut Vec<(NameKey, Entity<'db>)>) {
    for &friend in members(db, definition.decl(db)).friends.iter() {
        // A name with template arguments is that of a specialisation: its template is what lookup finds ([temp.friend]/1).
        let plain = friend.hir(db).is_some_and(|d| {
            let path = d.path.as_ref();
            path.is_none_or(|p| p.is_unqualified() && p.args.is_none())
        });
        let Some(key) = friend.key(db).filter(|_| plain) else {
            continue;
        };
        let first = canonical(db, friend);
        let env = match first == friend {
            true => definition.env(db),
            false => None,
        };
        let found = (key, Entity::new(db, first, env));
        if !out.contains(&found) {
            out.push(found);
        }
    }
}

/// What is associated with types, while it is collected.
#[derive(Default)]
struct Found<'db> {
    namespaces: Vec<ScopePath<'db>>,
    classes: Vec<Ty<'db>>,
    seen: FxHashSet<Ty<'db>>,
}

/// What is found by arguments of some types. `item`: what is declared behind it is not seen.
pub(super) fn lookup<'db>(
    cx: &mut Context<'db>,
    key: &NameKey,
    args: &[Ty<'db>],
    item: Option<ItemId<'db>>,
) -> Vec<Entity<'db>> {
    let db = cx.db;
    let mut namespaces: Vec<ScopePath<'db>> = Vec::new();
    let mut friends: Vec<Entity<'db>> = Vec::new();
    for &ty in args {
        let associated = associated(db, ty.unqualified(db).id());
        for &namespace in &associated.namespaces {
            if !namespaces.contains(&namespace) {
                namespaces.push(namespace);
            }
        }
        for (_, friend) in associated.friends.iter().filter(|(name, _)| name == key) {
            add(&mut friends, *friend);
        }
    }
    let file = cx.code_ref.item.file(db);
    let place = Place {
        item,
        inclusive: true,
    };
    let mut out: Vec<Entity<'db>> = Vec::new();
    let mut known = FxHashSet::default();
    for &namespace in &namespaces {
        let found = in_namespaces(db, file, place, namespace, key, Want::Any, Way::Own);
        // Mostly one namespace has all that is found.
        if namespaces.len() == 1 && friends.is_empty() && found.functions {
            return found.set.to_vec();
        }
        let functions = found.set.iter().copied();
        let functions = functions.filter(|f| found.functions || f.decl(db).is_function(db));
        out.extend(functions.filter(|&entity| known.insert(entity)));
    }
    out.extend(friends.into_iter().filter(|&f| known.insert(f)));
    out
}

/// Adds to what another lookup found what argument-dependent lookup found besides.
pub(crate) fn join<'db>(set: &mut Vec<Entity<'db>>, found: Vec<Entity<'db>>) {
    // Where the arguments are of the namespace that the call is in, both found the same.
    if found.is_empty() || *set == found {
        return;
    }
    if set.is_empty() {
        *set = found;
        return;
    }
    let mut known: FxHashSet<_> = set.iter().copied().collect();
    set.extend(found.into_iter().filter(|&f| known.insert(f)));
}

fn add<'db>(out: &mut Vec<Entity<'db>>, entity: Entity<'db>) {
    if !out.contains(&entity) {
        out.push(entity);
    }
}

/// The namespace that a declaration is a member of, through classes and functions.
fn namespace_of<'db>(db: &'db dyn Db, decl: DeclRef<'db>) -> ScopePath<'db> {
    let mut scope = decl.code(db).scope(db);
    // Names of an inline namespace are those of the one around it ([basic.lookup.argdep]/4).
    while scope.inline(db)
        && let Some(parent) = scope.parent(db)
    {
        scope = parent;
    }
    scope
}

impl<'db> Found<'db> {
    fn namespace(&mut self, namespace: ScopePath<'db>) {
        if !self.namespaces.contains(&namespace) {
            self.namespaces.push(namespace);
        }
    }

    fn ty(&mut self, db: &'db dyn Db, ty: Ty<'db>) {
        // What points and refers adds nothing of its own, and may be nested as deep as instantiations are.
        let mut ty = ty.unqualified(db);
        while let TyKind::Pointer(t)
        | TyKind::LvalueReference(t)
        | TyKind::RvalueReference(t)
        | TyKind::Array(t, _)
        | TyKind::Vector(t, _) = ty.kind(db)
        {
            ty = t.unqualified(db);
        }
        if self.seen.len() > LIMIT || !self.seen.insert(ty) {
            return;
        }
        match ty.kind(db) {
            TyKind::MemberPointer { class, member } => {
                self.ty(db, *class);
                self.ty(db, *member);
            }
            TyKind::Function(f) => {
                self.ty(db, f.ret);
                f.params.iter().for_each(|p| self.ty(db, *p));
            }
            TyKind::Enum(e) => {
                self.namespace(namespace_of(db, e.decl(db)));
                if let Some(class) = e.decl(db).parent_class(db)
                    && let Some(around) = crate::lookup::current_instantiation::self_type(
                        db,
                        class,
                        truncated(db, class, *e),
                    )
                {
                    self.class(around);
                }
            }
            TyKind::Class(e) => {
                self.class_and_bases(db, ty);
                for arg in e.own_args(db).unwrap_or_default() {
                    self.arg(db, arg);
                }
                if let Some(class) = e.decl(db).parent_class(db)
                    && let Some(around) = crate::lookup::current_instantiation::self_type(
                        db,
                        class,
                        truncated(db, class, *e),
                    )
                {
                    self.class(around);
                }
            }
            TyKind::Closure(c) => self.namespace(c.owner.decl(db).code(db).scope(db)),
            _ => {}
        }
    }

    fn class(&mut self, class: Ty<'db>) {
        if !self.classes.contains(&class) {
            self.classes.push(class);
        }
    }

    fn class_and_bases(&mut self, db: &'db dyn Db, class: Ty<'db>) {
        let mut todo = vec![class];
        while let Some(class) = todo.pop() {
            if self.classes.len() > LIMIT {
                return;
            }
            if class != todo.first().copied().unwrap_or(class) && self.classes.contains(&class) {
                continue;
            }
            self.class(class);
            if let Some(e) = class.class_entity(db) {
                self.namespace(namespace_of(db, e.decl(db)));
            }
            let next = bases(db, class.id())
                .all
                .iter()
                .map(|b| b.ty.unqualified(db));
            todo.extend(next.filter(|b| !self.classes.contains(b)));
        }
    }

    fn arg(&mut self, db: &'db dyn Db, arg: &Arg<'db>) {
        match arg {
            Arg::Type(t) => self.ty(db, *t),
            Arg::Pack(all) => all.iter().for_each(|a| self.arg(db, a)),
            Arg::Template(e) => self.namespace(namespace_of(db, e.decl(db))),
            _ => {}
        }
    }
}

fn truncated<'db>(
    db: &'db dyn Db,
    class: DeclRef<'db>,
    member: Entity<'db>,
) -> Option<crate::Env<'db>> {
    let depth = crate::code::params::levels(db, class).len() as u32;
    member.env(db).and_then(|e| e.truncated(db, depth))
}
