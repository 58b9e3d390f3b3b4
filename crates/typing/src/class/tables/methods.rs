//! The virtual functions of one class in the order of its table, and the way from a class to a base.

use cleave_base_db::Db;
use cleave_names::decl::Special as Written;
use rustc_hash::FxHashSet;

use super::Shift;
use super::offsets::virtual_base_entry;
use crate::class::bases::bases;
use crate::class::layout::primary_base;
use crate::class::virtuals::{matches, own_functions};
use crate::class::{class_info, layout};
use crate::function::{signature, special_of};
use crate::{Entity, NameKey, Ty, TyId, check};

/// More bases than any class has.
const MANY: usize = 20_000;

/// A virtual function of a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub(super) enum Method<'db> {
    Function(Entity<'db>),
    /// Declared or not: it overrides those of all bases.
    Destructor,
}

/// What virtual functions of different classes that may override each other have in common.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum MethodKey {
    Named(Option<NameKey>),
    Destructor,
}

impl<'db> Method<'db> {
    pub(super) fn key(self, db: &'db dyn Db) -> MethodKey {
        match self {
            Method::Function(function) => MethodKey::Named(function.decl(db).key(db)),
            Method::Destructor => MethodKey::Destructor,
        }
    }

    /// Whether one overrides the other, if its class derives from the other's.
    pub(super) fn overrides(self, db: &'db dyn Db, other: Method<'db>) -> bool {
        match (self, other) {
            (Method::Function(a), Method::Function(b)) => a == b || matches(db, a, b),
            (a, b) => a == b,
        }
    }

    /// How what it returns becomes what an overridden function returns (Itanium C++ ABI 2.5.3).
    pub(super) fn result(self, db: &'db dyn Db, overridden: Method<'db>) -> Option<Shift> {
        let (Method::Function(a), Method::Function(b)) = (self, overridden) else {
            return Some(Shift::default());
        };
        if a == b {
            return Some(Shift::default());
        }
        let class = |function| {
            let ty: Ty<'db> = check::return_type(db, function);
            ty.pointee(db)
                .or_else(|| ty.is_reference(db).then(|| ty.strip_reference(db)))
        };
        match (class(a), class(b)) {
            (Some(from), Some(to)) if from.unqualified(db) != to.unqualified(db) => {
                let (from, to) = (from.unqualified(db), to.unqualified(db));
                let way = base_way(db, from, to)?;
                let entry = match way.virtual_base {
                    Some(base) => virtual_base_entry(db, from, base)?,
                    None => 0,
                };
                let bytes = way.bytes as i64;
                Some(Shift { bytes, entry })
            }
            _ => Some(Shift::default()),
        }
    }
}

/// The virtual functions that a class declares, in order. A destructor that is not declared comes last (Itanium C++ ABI 2.5.2).
#[salsa::tracked(returns(deref))]
pub(super) fn own_virtuals<'db>(db: &'db dyn Db, class: TyId<'db>) -> Box<[Method<'db>]> {
    let _level = crate::engine::depth::Level::enter();
    let class = class.ty(db);
    let mut out = Vec::new();
    let mut declares_destructor = false;
    for function in own_functions(db, class) {
        let is_destructor = special_of(db, function) == Written::Destructor;
        declares_destructor |= is_destructor;
        if signature(db, function).is_some_and(|s| s.is_virtual) {
            out.push(match is_destructor {
                true => Method::Destructor,
                false => Method::Function(function),
            });
        }
    }
    let inherits = || {
        (bases(db, class.id()).all.iter()).any(|base| {
            own_virtuals(db, base.ty.unqualified(db).id()).contains(&Method::Destructor)
        })
    };
    if !declares_destructor && inherits() {
        out.push(Method::Destructor);
    }
    out.into()
}

/// The way from a class to one of its bases.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub struct Way<'db> {
    /// The last virtual base on the way: its place is known to complete objects and to virtual tables.
    pub virtual_base: Option<Ty<'db>>,
    /// The direct bases that lead on from there, or from the class, by number.
    pub path: Box<[usize]>,
    /// How many bytes that is.
    pub bytes: u64,
}

/// The way from a class to a base; none where it is not one.
pub fn base_way<'db>(db: &'db dyn Db, class: Ty<'db>, base: Ty<'db>) -> Option<Way<'db>> {
    let (class, base) = (class.unqualified(db), base.unqualified(db));
    // Each class once, with the step that leads to it.
    let mut found: Vec<(Ty<'db>, Option<(usize, usize)>)> = vec![(class, None)];
    let mut seen: FxHashSet<Ty<'db>> = FxHashSet::default();
    let mut next = 0;
    let mut at = loop {
        let (ty, _) = *found.get(next)?;
        if ty == base {
            break next;
        }
        if found.len() > MANY {
            return None;
        }
        for (number, inner) in bases(db, ty.id()).all.iter().enumerate() {
            let inner = inner.ty.unqualified(db);
            if seen.insert(inner) {
                found.push((inner, Some((next, number))));
            }
        }
        next += 1;
    };
    let mut way = Way::default();
    let mut path = Vec::new();
    while let (ty, Some((from, number))) = found[at] {
        let around = found[from].0;
        if class_info(db, around)?.bases.get(number)?.is_virtual {
            way.virtual_base = Some(ty);
            break;
        }
        way.bytes += layout(db, around)?.bases.get(number)?;
        path.push(number);
        at = from;
    }
    path.reverse();
    way.path = path.into();
    Some(way)
}

/// The virtual bases of a class in the order in which they are constructed: those of a base before it ([class.base.init]/13).
pub fn construction_order<'db>(db: &'db dyn Db, class: Ty<'db>) -> Vec<Ty<'db>> {
    let mut out = Vec::new();
    let mut seen: FxHashSet<Ty<'db>> = FxHashSet::default();
    // Classes whose bases are looked at, and how many were.
    let mut stack = vec![(class.unqualified(db), false, 0)];
    while let Some((ty, is_virtual, next)) = stack.pop() {
        match bases(db, ty.id()).all.get(next) {
            Some(base) => {
                stack.push((ty, is_virtual, next + 1));
                let of = base.ty.unqualified(db);
                if seen.insert(of) || base.is_virtual && !out.contains(&of) {
                    stack.push((of, base.is_virtual, 0));
                }
            }
            None if is_virtual && !out.contains(&ty) => out.push(ty),
            None => {}
        }
    }
    out
}

/// The primary base of a class as a class.
pub(super) fn primary<'db>(db: &'db dyn Db, class: Ty<'db>) -> Option<(Ty<'db>, bool)> {
    use crate::class::layout::Primary;
    match primary_base(db, class)? {
        Primary::Direct(number) => {
            let base = class_info(db, class)?.bases.get(number)?;
            Some((base.ty.unqualified(db), false))
        }
        Primary::Virtual(base) => Some((base, true)),
    }
}
