//! Which functions of a large set a first argument leaves out. Hundreds of overloads differ in the class that they take first, and a
//! call means few of them: these are found by a table, and not by a look at each.
//!
//! What is left out is what would fail by its first argument alone, as [`filter`](super::filter) knows it: nothing is said of why.
//!
//! Granularity: a table per set of functions, which compares equal while their first parameters take the same.

use std::borrow::Cow;

use cleave_base_db::Db;
use rustc_hash::FxHashMap;

use crate::code::params::is_unbound;
use crate::function::signature;
use crate::overload::filter::{What, accepts, ancestry, takes};
use crate::overload::{Call, Pool};
use crate::{DeclRef, Entity, Ty, TyKind};

/// Of fewer functions each is looked at.
const MANY: usize = 16;

/// Functions among which a call chooses.
#[salsa::interned(debug)]
struct Set<'db> {
    #[returns(deref)]
    all: Box<[Entity<'db>]>,
}

/// Numbers of functions, ascending.
type Numbers = Box<[u32]>;

/// The functions of a set by what their first parameter takes.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
struct Table<'db> {
    /// Functions that take a class, by the classes that convert to it or are bases of what does.
    classes: FxHashMap<DeclRef<'db>, Numbers>,
    /// All of these.
    all_classes: Numbers,
    /// Functions that take a pointer to a class, by the class.
    pointers: FxHashMap<DeclRef<'db>, Numbers>,
    /// All of these.
    all_pointers: Numbers,
    /// Templates that take specialisations of a class template, by the template.
    templates: FxHashMap<DeclRef<'db>, Numbers>,
    /// All others.
    rest: Numbers,
}

/// The functions of a set but for those that the first argument of a call certainly does not fit.
pub(crate) fn fitting<'s, 'db>(
    db: &'db dyn Db,
    pool: &mut Pool<'db>,
    set: &'s [Entity<'db>],
    call: &Call<'_, 'db>,
) -> Cow<'s, [Entity<'db>]> {
    let left = (call.filter && set.len() > MANY && call.explicit_args.is_none())
        .then(|| numbers(db, set, call))
        .flatten();
    match left {
        Some(left) if left.len() < set.len() => {
            pool.filtered = true;
            (left.into_iter())
                .filter_map(|number| set.get(number as usize).copied())
                .collect()
        }
        _ => Cow::Borrowed(set),
    }
}

/// The numbers of the functions that are left. `None`: the argument says nothing.
fn numbers<'db>(db: &'db dyn Db, set: &[Entity<'db>], call: &Call<'_, 'db>) -> Option<Vec<u32>> {
    let arg = call.args.first()?;
    if arg.list.is_some() || !arg.set.is_empty() || arg.ty.is_unknown(db) || arg.ty.has_auto(db) {
        return None;
    }
    let table = || table(db, Set::new(db, set));
    let mut out = Vec::new();
    match arg.ty.kind(db) {
        TyKind::Class(class) => {
            let from = ancestry(db, arg.ty.unqualified(db).id());
            if from.converts {
                return None;
            }
            let table = table();
            for decl in std::iter::once(class.decl(db)).chain(from.all.iter().copied()) {
                for by in [&table.classes, &table.templates] {
                    out.extend(by.get(&decl).into_iter().flatten());
                }
            }
            out.extend(&table.rest);
        }
        TyKind::Pointer(to) => {
            let TyKind::Class(class) = to.kind(db) else {
                return None;
            };
            let from = ancestry(db, to.unqualified(db).id());
            if from.unknown {
                return None;
            }
            let table = table();
            for decl in std::iter::once(class.decl(db)).chain(from.all.iter().copied()) {
                out.extend(table.pointers.get(&decl).into_iter().flatten());
            }
            out.extend(&table.all_classes);
            out.extend(&table.rest);
        }
        TyKind::Builtin(_) | TyKind::Enum(_) => {
            let table = table();
            if table.templates.is_empty() {
                return None;
            }
            out.extend(&table.all_classes);
            out.extend(&table.all_pointers);
            out.extend(&table.rest);
        }
        _ => return None,
    }
    // Overload resolution meets them in their order.
    out.sort_unstable();
    out.dedup();
    Some(out)
}

/// The table of which nothing is known: it leaves nothing out.
fn unknown<'db>(db: &'db dyn Db, set: Set<'db>) -> Table<'db> {
    Table {
        rest: (0..set.all(db).len() as u32).collect(),
        ..Table::default()
    }
}

/// What the first parameter of a function takes, as far as it leaves something out.
enum First<'db> {
    Class(Vec<DeclRef<'db>>),
    Pointer(DeclRef<'db>),
    Template(DeclRef<'db>),
    Any,
}

/// The functions of a set by what their first parameters take.
#[salsa::tracked(returns(ref), cycle_result = |db, _, set| unknown(db, set))]
fn table<'db>(db: &'db dyn Db, set: Set<'db>) -> Table<'db> {
    let _level = crate::engine::depth::Level::enter();
    let mut classes: FxHashMap<DeclRef<'db>, Vec<u32>> = FxHashMap::default();
    let mut pointers = classes.clone();
    let mut templates = classes.clone();
    let (mut all_classes, mut all_pointers, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for (number, &function) in (0..).zip(set.all(db)) {
        match first(db, function) {
            First::Class(decls) => {
                all_classes.push(number);
                for decl in decls {
                    classes.entry(decl).or_default().push(number);
                }
            }
            First::Pointer(decl) => {
                all_pointers.push(number);
                pointers.entry(decl).or_default().push(number);
            }
            First::Template(decl) => templates.entry(decl).or_default().push(number),
            First::Any => rest.push(number),
        }
    }
    let boxed = |map: FxHashMap<DeclRef<'db>, Vec<u32>>| {
        (map.into_iter()
            .map(|(decl, numbers)| (decl, numbers.into())))
        .collect()
    };
    Table {
        classes: boxed(classes),
        all_classes: all_classes.into(),
        pointers: boxed(pointers),
        all_pointers: all_pointers.into(),
        templates: boxed(templates),
        rest: rest.into(),
    }
}

fn first<'db>(db: &'db dyn Db, function: Entity<'db>) -> First<'db> {
    if is_unbound(db, function) {
        return match takes(db, function).first() {
            Some(Some(takes)) => match takes.what {
                What::Template { template, .. } => First::Template(template),
                What::Class(class) => of_class(db, class),
            },
            _ => First::Any,
        };
    }
    let Some(&param) = signature(db, function).and_then(|sig| sig.ty.params.first()) else {
        return First::Any;
    };
    let ty = param.strip_reference(db);
    match ty.kind(db) {
        _ if ty.is_unknown(db) || ty.has_auto(db) => First::Any,
        TyKind::Class(_) => of_class(db, ty),
        TyKind::Pointer(to) => match to.kind(db) {
            TyKind::Class(class) => First::Pointer(class.decl(db)),
            _ => First::Any,
        },
        _ => First::Any,
    }
}

/// The class itself, and what its constructors take.
fn of_class<'db>(db: &'db dyn Db, class: Ty<'db>) -> First<'db> {
    let class = class.unqualified(db);
    let (Some(own), accepts) = (class.class_entity(db), accepts(db, class.id())) else {
        return First::Any;
    };
    if accepts.any {
        return First::Any;
    }
    let mut decls = vec![own.decl(db)];
    for &decl in &accepts.classes {
        if !decls.contains(&decl) {
            decls.push(decl);
        }
    }
    First::Class(decls)
}
