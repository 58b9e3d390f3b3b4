//! Argument-dependent lookup ([basic.lookup.argdep]).

use cleave_base_db::Db;
use cleave_names::ScopePath;

use super::namespaces::{Place, Want, Way, in_namespaces};
use crate::class::bases::bases;
use crate::class::members::members;
use crate::class::specialization::specialization;
use crate::code::NameKey;
use crate::function::canonical;
use crate::{Arg, Context, DeclRef, Entity, Ty, TyKind};

/// More associated entities than this are not followed.
const LIMIT: usize = 4_000;

/// What the types of arguments are associated with.
#[derive(Default)]
struct Associated<'db> {
    namespaces: Vec<ScopePath<'db>>,
    classes: Vec<Ty<'db>>,
    seen: Vec<Ty<'db>>,
}

pub(super) fn lookup<'db>(
    cx: &mut Context<'db>,
    key: &NameKey,
    args: &[Ty<'db>],
) -> Vec<Entity<'db>> {
    let db = cx.db;
    let mut associated = Associated::default();
    for &ty in args {
        associated.ty(db, ty);
    }
    let item = cx.code_ref.item;
    let file = item.file(db);
    // In a template, what is declared up to the instantiation is found too: anything in the file.
    let place = Place {
        item: cx.env.is_none().then_some(item),
        inclusive: true,
    };
    let mut out: Vec<Entity<'db>> = Vec::new();
    for &namespace in &associated.namespaces {
        let found = in_namespaces(db, file, place, namespace, key, Want::Any, Way::Own);
        for &decl in found.decls.iter().filter(|d| d.is_function(db)) {
            add(&mut out, Entity::new(db, decl, None));
        }
    }
    for &class in &associated.classes {
        let Some(entity) = class.class_entity(db) else {
            continue;
        };
        let Some(definition) = specialization(db, entity) else {
            continue;
        };
        for &friend in members(db, definition.decl(db)).friends.iter() {
            let plain = friend
                .hir(db)
                .is_some_and(|d| d.path.as_ref().is_none_or(|p| p.is_unqualified()));
            if plain && friend.key(db).as_ref() == Some(key) {
                let first = canonical(db, friend);
                let env = match first == friend {
                    true => definition.env(db),
                    false => None,
                };
                add(&mut out, Entity::new(db, first, env));
            }
        }
    }
    out
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

impl<'db> Associated<'db> {
    fn namespace(&mut self, namespace: ScopePath<'db>) {
        if !self.namespaces.contains(&namespace) {
            self.namespaces.push(namespace);
        }
    }

    fn ty(&mut self, db: &'db dyn Db, ty: Ty<'db>) {
        let ty = ty.unqualified(db);
        if self.seen.len() > LIMIT || self.seen.contains(&ty) {
            return;
        }
        self.seen.push(ty);
        match ty.kind(db) {
            TyKind::Pointer(t)
            | TyKind::LvalueReference(t)
            | TyKind::RvalueReference(t)
            | TyKind::Array(t, _)
            | TyKind::Vector(t, _) => self.ty(db, *t),
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
                    && let Some(around) =
                        super::unqualified::self_type(db, class, truncated(db, class, *e))
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
                    && let Some(around) =
                        super::unqualified::self_type(db, class, truncated(db, class, *e))
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
            let next = bases(db, class).all.iter().map(|b| b.ty.unqualified(db));
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
    let depth = crate::params::levels(db, class).len() as u32;
    member.env(db).and_then(|e| e.truncated(db, depth))
}
