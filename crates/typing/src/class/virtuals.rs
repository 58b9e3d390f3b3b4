//! Virtual functions ([class.virtual]): overriding, final overriders, abstract classes.

use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{Decl, DeclKind, NameId};
use cleave_lang::Operator;
use cleave_names::decl::{Spec, Special};
use rustc_hash::FxHashMap;

use crate::class::bases::bases;
use crate::class::members::members;
use crate::class::specialization::specialization;
use crate::code::params::{function_ref, own_level};
use crate::function::{class_of, parameter_types};
use crate::{DeclRef, Detail, Entity, Fill, NameKey, Problem, Site, Ty};

/// How many base classes are looked at, direct and indirect ones.
const ANCESTORS: usize = 4096;

/// Whether a function is declared `virtual`, `override` or `final`.
pub(crate) fn is_declared<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    function.hir(db).is_some_and(is_declared_so)
}

/// The same of a declaration.
pub(super) fn is_declared_so(decl: &Decl) -> bool {
    match &decl.kind {
        DeclKind::Function(f) => f.is_virtual || decl.spec.any(Spec::VIRTUAL),
        _ => false,
    }
}

/// The member functions that a class declares itself, templates left out.
pub fn own_functions<'db>(db: &'db dyn Db, class: Ty<'db>) -> Vec<Entity<'db>> {
    let definition = class.class_entity(db).and_then(|e| specialization(db, e));
    let Some(definition) = definition else {
        return Vec::new();
    };
    (members(db, definition.decl(db)).functions.iter())
        .filter(|d| own_level(db, **d).is_none())
        .map(|d| Entity::new(db, *d, definition.env(db)))
        .collect()
}

/// Those of them that may have the name of a function.
fn own_named<'db>(db: &'db dyn Db, class: Ty<'db>, function: Entity<'db>) -> Vec<Entity<'db>> {
    let key = function.decl(db).key(db);
    key.map_or(Vec::new(), |key| own_by_name(db, class, &key))
}

/// Those of them that have a name.
pub(crate) fn own_by_name<'db>(db: &'db dyn Db, class: Ty<'db>, key: &NameKey) -> Vec<Entity<'db>> {
    let definition = class.class_entity(db).and_then(|e| specialization(db, e));
    definition.map_or(Vec::new(), |definition| {
        let named = members(db, definition.decl(db)).get(key).iter();
        named
            .filter(|d| matches!(d.hir(db).map(|h| &h.kind), Some(DeclKind::Function(_))))
            .filter(|d| own_level(db, **d).is_none())
            .map(|d| Entity::new(db, *d, definition.env(db)))
            .collect()
    })
}

/// Whether one function would override the other: same name, parameters, qualifiers; destructors override destructors.
pub fn matches<'db>(db: &'db dyn Db, a: Entity<'db>, b: Entity<'db>) -> bool {
    let (x, y) = (a.decl(db), b.decl(db));
    let destructor = |e: Entity<'db>| {
        e.hir(db)
            .is_some_and(|h| matches!(h.name, NameId::Destructor(_)))
    };
    if destructor(a) && destructor(b) {
        return true;
    }
    if x.key(db) != y.key(db) {
        return false;
    }
    let (Some(f), Some(g)) = (function_ref(db, x), function_ref(db, y)) else {
        return false;
    };
    f.quals == g.quals
        && f.ref_qualifier.unwrap_or_default() == g.ref_qualifier.unwrap_or_default()
        && f.params.len() == g.params.len()
        && match (parameter_types(db, a), parameter_types(db, b)) {
            (Some(p), Some(q)) => {
                p.len() == q.len()
                    && p.iter()
                        .zip(q.iter())
                        .all(|(p, q)| p.decayed(db) == q.decayed(db))
            }
            _ => false,
        }
}

/// A virtual function of a base that a function of a class overrides.
#[salsa::tracked(returns(copy), cycle_initial = |_, _, _, _| None, cycle_fn = |_, cycle, _, new, _, _| crate::engine::cycles::settle(cycle, new, || None))]
pub fn overridden<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    function: Entity<'db>,
) -> Option<Entity<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let mut seen: Vec<Ty<'db>> = vec![class];
    let mut next = 0;
    while let Some(&at) = seen.get(next) {
        next += 1;
        if seen.len() > 2_000 {
            return None;
        }
        if next > 1 {
            for other in own_named(db, at, function) {
                if is_declared(db, other) && matches(db, function, other) {
                    return Some(other);
                }
            }
        }
        for base in &bases(db, at.id()).all {
            if !seen.contains(&base.ty) {
                seen.push(base.ty);
            }
        }
    }
    None
}

/// The functions of the bases of a class that one of its functions overrides, those of a base behind those of its own bases.
pub(crate) fn all_overridden<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    function: Entity<'db>,
) -> Vec<Entity<'db>> {
    let (mut found, mut seen) = (Vec::new(), vec![class]);
    if may_override(db, function.decl(db)) {
        for base in &bases(db, class.id()).all {
            collect(db, base.ty, function, &mut seen, &mut found);
        }
    }
    found
}

/// Whether a member function may override another, as it is written: constructors, static functions and templates do not
/// ([class.virtual]).
fn may_override<'db>(db: &'db dyn Db, function: DeclRef<'db>) -> bool {
    own_level(db, function).is_none()
        && function.hir(db).is_some_and(|hir| match &hir.kind {
            DeclKind::Function(f) => {
                f.special != Special::Constructor && !hir.spec.any(Spec::STATIC)
            }
            _ => false,
        })
}

/// Whether a member function is virtual in no way: no declaration says so, and no base has what it would override.
pub fn is_certainly_no_virtual<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let Some(sig) = crate::function::signature(db, function) else {
        return false;
    };
    let mut next: Vec<Ty<'db>> = sig.class.into_iter().collect();
    let mut known = !next.is_empty() && !sig.is_virtual;
    for _ in 0..ANCESTORS {
        let Some(class) = next.pop() else {
            return known;
        };
        let bases = bases(db, class.unqualified(db).id());
        known &= !bases.unknown && !bases.incomplete;
        next.extend(bases.all.iter().map(|b| b.ty));
    }
    false
}

/// The functions that `function` overrides in a class and its bases.
fn collect<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    function: Entity<'db>,
    seen: &mut Vec<Ty<'db>>,
    out: &mut Vec<Entity<'db>>,
) {
    if seen.contains(&class) || seen.len() >= 2_000 {
        return;
    }
    seen.push(class);
    for base in &bases(db, class.id()).all {
        collect(db, base.ty, function, seen, out);
    }
    let mut own = own_named(db, class, function).into_iter();
    if let Some(other) = own.find(|o| matches(db, function, *o)) {
        let is_virtual = is_declared(db, other) || overridden(db, class, other).is_some();
        if is_virtual && !out.contains(&other) {
            out.push(other);
        }
    }
}

/// Whether the definition of a class itself declares a virtual function, or overrides one.
pub(super) fn declares_virtual<'db>(db: &'db dyn Db, definition: Entity<'db>) -> bool {
    let declared = &members(db, definition.decl(db)).virtuals;
    declared.iter().any(|d| own_level(db, *d).is_none())
}

/// All virtual functions of a class and its bases with their classes, derived ones first.
fn all<'db>(db: &'db dyn Db, class: Ty<'db>) -> Vec<(Entity<'db>, Ty<'db>)> {
    let mut out = Vec::new();
    let mut seen = vec![class];
    let mut next = 0;
    while let Some(&at) = seen.get(next) {
        next += 1;
        if seen.len() > 2_000 {
            break;
        }
        out.extend(own_functions(db, at).into_iter().map(|f| (f, at)));
        for base in &bases(db, at.id()).all {
            if !seen.contains(&base.ty) {
                seen.push(base.ty);
            }
        }
    }
    out
}

/// Whether a class has a pure virtual function without an overrider.
pub(crate) fn is_abstract<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    !pure_functions(db, class).is_empty()
}

/// The pure virtual functions of a class and its bases that nothing overrides, with their classes.
fn pure_functions<'db>(db: &'db dyn Db, class: Ty<'db>) -> Vec<(Entity<'db>, Ty<'db>)> {
    let all = all(db, class);
    // What overrides has the name of what it overrides.
    let mut by_name: FxHashMap<_, Vec<usize>> = FxHashMap::default();
    for (number, (function, _)) in all.iter().enumerate() {
        let key = function.decl(db).key(db);
        by_name.entry(key).or_default().push(number);
    }
    let open = all.iter().filter(|(function, of)| {
        let pure = function.hir(db).is_some_and(|h| match &h.kind {
            // Every derived class has a destructor, which overrides.
            DeclKind::Function(f) => {
                let destructor = f.special == cleave_names::decl::Special::Destructor;
                f.is_pure && !(destructor && of.unqualified(db) != class.unqualified(db))
            }
            _ => false,
        });
        let named = || {
            by_name
                .get(&function.decl(db).key(db))
                .into_iter()
                .flatten()
        };
        pure && !is_implicit_assignment(db, class, *function)
            && !named().map(|number| &all[*number]).any(|(other, at)| {
                other != function
                    && at != of
                    && crate::class::derives(db, *at, *of) == Some(true)
                    && matches(db, *other, *function)
            })
    });
    open.copied().collect()
}

/// Whether a function is a copy or move assignment operator to a class that is derived from its own: one that the class declares
/// implicitly overrides it ([class.copy.assign]).
fn is_implicit_assignment<'db>(db: &'db dyn Db, class: Ty<'db>, function: Entity<'db>) -> bool {
    let assigns = function.decl(db).key(db) == Some(NameKey::operator(Operator::Assign));
    let taken = crate::function::signature(db, function).filter(|_| assigns);
    taken.is_some_and(|s| match &*s.ty.params {
        [param] => {
            let derived = param.strip_reference(db).unqualified(db);
            param.is_reference(db) && derived == class.unqualified(db)
        }
        _ => false,
    })
}

/// What is said of an object of an abstract class, declared at `site` ([class.abstract]/3).
pub(crate) fn abstract_object<'db>(
    db: &'db dyn Db,
    ty: Ty<'db>,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    let object = ty.innermost_element(db);
    let class = object.is_class(db).then(|| object.unqualified(db))?;
    let number = if ty.is_array(db) {
        codes::ARRAY_OF_ABSTRACT_CLASS
    } else {
        codes::ABSTRACT_CLASS_OBJECT
    };
    abstract_class(db, class, number, site)
}

/// What is said where an object of a class is made, if the class is abstract: message `number` names it.
pub(crate) fn abstract_class<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    number: codes::Code,
    site: Site<'db>,
) -> Option<Problem<'db>> {
    if class.is_unknown(db) || !crate::class::class_info(db, class)?.is_abstract {
        return None;
    }
    let mut problem = Problem::new((number, vec![Fill::Type(class)]), site);
    for (function, of) in pure_functions(db, class) {
        problem = problem.detail(match of == class {
            true => Detail::Pure(function),
            false => Detail::Open(function),
        });
    }
    Some(problem)
}

/// The final overrider of a virtual function in a class that has its class as a base ([class.virtual]): the function, and the
/// class that declares it. Destructors override destructors.
pub fn final_overrider<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    function: Entity<'db>,
) -> Option<(Entity<'db>, Ty<'db>)> {
    let class = class.unqualified(db);
    let of = class_of(db, function)?;
    let candidates: Vec<_> = all(db, class)
        .into_iter()
        .filter(|(other, at)| {
            *other == function
                || crate::class::derives(db, *at, of) == Some(true) && matches(db, *other, function)
        })
        .collect();
    // The most derived one: no other candidate's class derives from its class.
    candidates.iter().copied().find(|(_, at)| {
        !candidates
            .iter()
            .any(|(_, other)| other != at && crate::class::derives(db, *other, *at) == Some(true))
    })
}

/// The virtual functions that the virtual table of a class names: final overriders, derived ones first ([class.virtual]/2). An
/// implicit destructor is no declared function: where it overrides, the destructors of the bases are left out.
pub fn virtual_functions<'db>(db: &'db dyn Db, class: Ty<'db>) -> Vec<Entity<'db>> {
    let class = class.unqualified(db);
    let all = all(db, class);
    let mut by_name: FxHashMap<_, Vec<usize>> = FxHashMap::default();
    for (number, (function, _)) in all.iter().enumerate() {
        by_name
            .entry(function.decl(db).key(db))
            .or_default()
            .push(number);
    }
    let is_destructor = |f: Entity<'db>| {
        f.hir(db)
            .is_some_and(|h| matches!(h.name, NameId::Destructor(_)))
    };
    let is_final = |(number, (function, of)): &(usize, &(Entity<'db>, Ty<'db>))| {
        if !is_declared(db, *function) && overridden(db, *of, *function).is_none() {
            return false;
        }
        if is_destructor(*function) {
            return of.unqualified(db) == class;
        }
        let named = by_name.get(&function.decl(db).key(db));
        !named.into_iter().flatten().any(|other| {
            let (by, at) = all[*other];
            other != number
                && at != *of
                && crate::class::derives(db, at, *of) == Some(true)
                && matches(db, by, *function)
        })
    };
    (all.iter().enumerate())
        .filter(is_final)
        .map(|(_, (function, _))| *function)
        .collect()
}

/// Whether the destructor of a class is virtual: declared so, or because a base's is ([class.dtor]/10).
pub fn has_virtual_destructor<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    all(db, class.unqualified(db)).iter().any(|(function, _)| {
        is_declared(db, *function)
            && (function.hir(db)).is_some_and(|h| matches!(h.name, NameId::Destructor(_)))
    })
}

/// Whether a class has virtual bases, at any depth.
pub fn has_virtual_bases<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    let mut seen = vec![class.unqualified(db)];
    let mut next = 0;
    while let Some(&at) = seen.get(next).filter(|_| next < ANCESTORS) {
        next += 1;
        for base in &bases(db, at.id()).all {
            if base.is_virtual {
                return true;
            }
            let of = base.ty.unqualified(db);
            if !seen.contains(&of) {
                seen.push(of);
            }
        }
    }
    false
}
