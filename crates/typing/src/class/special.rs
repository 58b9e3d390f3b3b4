//! Special member functions: which a class has, and whether they are deleted, trivial, constexpr, potentially throwing
//! ([class.ctor], [class.copy], [class.dtor]).

use std::cmp::Ordering;

use cleave_base_db::Db;
use cleave_hir::{Access, DeclKind, NameId};
use cleave_lang::{Operator, RefQualifier};
use cleave_names::decl::{Body, Special as Name};

use crate::check::expr::name::access::NESTING;
use crate::check::expr::name::friends::has_friends;
use crate::class::initializers::initializers_throw;
use crate::class::members::members;
use crate::class::specialization::specialization;
use crate::class::{ClassInfo, Special, SpecialState, class_info};
use crate::code::NameKey;
use crate::code::params::own_level;
use crate::convert::{Options, constructor_candidates};
use crate::function::{
    is_noexcept, parameters, redeclarations, signature, wants_several, wants_some,
};
use crate::lookup::members::inherited_constructors;
use crate::overload::{Choice, select};
use crate::template::{constraints_hold, more_constrained};
use crate::{Context, DeclRef, Entity, Env, Ty, TyKind};

/// A special member function of a class.
pub fn special<'db>(db: &'db dyn Db, class: Ty<'db>, which: Special) -> Option<SpecialState<'db>> {
    crate::engine::depth::outermost(db, || None, || state(db, class.unqualified(db), which))
}

/// Which special member function a user-declared one is.
pub(crate) fn sort_of<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    class: Ty<'db>,
) -> Option<Special> {
    let DeclKind::Function(f) = &function.hir(db)?.kind else {
        return None;
    };
    if f.special == Name::Destructor {
        return Some(Special::Destructor);
    }
    let assignment = function.decl(db).key(db) == Some(NameKey::operator(Operator::Assign));
    if crate::code::params::own_level(db, function.decl(db)).is_some()
        || f.special != Name::Constructor && !assignment
    {
        return None;
    }
    // Most constructors of large classes: what they take need not be known.
    if wants_several(db, function.decl(db)) {
        return None;
    }
    let parameters = parameters(db, function)?;
    let required = crate::function::required_of(db, function.decl(db), parameters);
    let first = parameters.types.first();
    if f.special == Name::Constructor && required == 0 && first.is_none() {
        return Some(Special::Default);
    }
    if required > 1 {
        return None;
    }
    let first = *first?;
    let same = first.strip_reference(db).unqualified(db) == class;
    match (first.kind(db), assignment) {
        (TyKind::LvalueReference(_), true) if same => Some(Special::CopyAssign),
        (TyKind::RvalueReference(_), true) if same => Some(Special::MoveAssign),
        (TyKind::LvalueReference(_), false) if same => Some(Special::Copy),
        (TyKind::RvalueReference(_), false) if same => Some(Special::Move),
        (_, true) if same => Some(Special::CopyAssign),
        (_, false) if required == 0 => Some(Special::Default),
        _ => None,
    }
}

/// Which special member function a function is, if it is defaulted and that defines it as deleted ([dcl.fct.def.default]/5).
pub(crate) fn defaulted_as_deleted<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<Special> {
    let hir = function.hir(db)?;
    let DeclKind::Function(f) = &hir.kind else {
        return None;
    };
    if f.special != Name::Constructor && hir.name != NameId::Operator(Operator::Assign) {
        return None;
    }
    if crate::code::params::own_level(db, function.decl(db)).is_some() {
        return None;
    }
    let sig = signature(db, function).filter(|s| s.is_defaulted)?;
    let class = sig.class?.unqualified(db);
    let which = sort_of(db, function, class)?;
    // A class may declare several of a kind, of which another one counts.
    let counts = crate::class::special(db, class, which).filter(|s| s.declared == Some(function));
    let state = match counts {
        Some(state) => Some(state),
        None => implicit(db, class, class_info(db, class)?, which),
    };
    state.is_some_and(|s| s.deleted).then_some(which)
}

/// The special member function that an object of a class is copied, moved or assigned by. What has no moving one is copied; a defaulted
/// one that is deleted takes no part ([over.match.funcs]/8).
pub fn chosen_special<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    which: Special,
) -> Option<(Special, SpecialState<'db>)> {
    let copying = match which {
        Special::Move => Some(Special::Copy),
        Special::MoveAssign => Some(Special::CopyAssign),
        _ => None,
    };
    let state = crate::class::special(db, class, which)?;
    let is_defaulted = |f| signature(db, f).is_some_and(|s| s.is_defaulted);
    let takes_part = state.exists && !(state.deleted && state.declared.is_none_or(is_defaulted));
    match copying {
        Some(copying) if !takes_part => Some((copying, crate::class::special(db, class, copying)?)),
        _ => Some((which, state)),
    }
}

/// The user-declared special member functions of one kind. What other members take need not be known.
fn declared<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    which: Special,
) -> impl Iterator<Item = Entity<'db>> {
    let key = match which {
        Special::Default | Special::Copy | Special::Move => NameKey::Constructor,
        Special::CopyAssign | Special::MoveAssign => NameKey::operator(Operator::Assign),
        Special::Destructor => NameKey::Destructor,
    };
    let definition = class.class_entity(db).and_then(|e| specialization(db, e));
    let all = definition.map_or(&[][..], |d| members(db, d.decl(db)).get(&key));
    all.iter()
        .filter(move |&&decl| which != Special::Default || !wants_some(db, decl))
        .map(move |&decl| Entity::new(db, decl, definition.and_then(|d| d.env(db))))
        .filter(move |&function| sort_of(db, function, class) == Some(which))
}

/// Whether a class has any user-declared constructor.
pub fn has_constructor<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    let definition = class.class_entity(db).and_then(|e| specialization(db, e));
    definition.is_some_and(|d| {
        !members(db, d.decl(db))
            .get(&NameKey::Constructor)
            .is_empty()
    })
}

/// Whether a class inherits the implicit default constructor of a base: `using B::B;` ([class.inhctor.init]).
fn inherits_default<'db>(db: &'db dyn Db, class: Ty<'db>) -> bool {
    let definition = class.class_entity(db).and_then(|e| specialization(db, e));
    let bases = definition.map(|d| inherited_constructors(db, d));
    bases.into_iter().flatten().any(|base| {
        crate::class::special(db, base, Special::Default)
            .is_some_and(|s| s.exists && s.declared.is_none())
    })
}

#[salsa::tracked(returns(copy), cycle_initial = |_, _, _, _| None, cycle_fn = |_, cycle, _, new, _, _| crate::engine::cycles::settle(cycle, new, || None))]
fn state<'db>(db: &'db dyn Db, class: Ty<'db>, which: Special) -> Option<SpecialState<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let info = class_info(db, class)?;
    if let TyKind::Closure(closure) = class.kind(db) {
        let captures = !closure.around.captures(db).is_empty();
        let mut state = implicit(db, class, info, which)?;
        // [expr.prim.lambda.closure]/13; without captures C++20 allows both.
        let cpp20 =
            closure.site.code.file(db).dialect(db).standard >= cleave_syntax::Standard::Cpp20;
        if matches!(
            which,
            Special::Default | Special::CopyAssign | Special::MoveAssign
        ) && (captures || !cpp20)
        {
            state.exists = which != Special::MoveAssign;
            state.deleted = true;
        }
        return Some(state);
    }
    let has = |s: Special| declared(db, class, s).next().is_some();
    let own: Vec<Entity<'db>> = declared(db, class, which).collect();
    if let Some(&first) = own.first() {
        return match eligible(db, own) {
            Some(function) => user_declared(db, class, info, which, function),
            None => Some(SpecialState::none(which, first)),
        };
    }
    let mut state = implicit(db, class, info, which)?;
    match which {
        Special::Default => {
            state.exists = !has_constructor(db, class) || inherits_default(db, class);
        }
        Special::Copy | Special::CopyAssign => {
            let moved = has(Special::Move) || has(Special::MoveAssign);
            if moved {
                state.deleted = true;
                state.trivial = false;
            }
        }
        Special::Move | Special::MoveAssign => {
            let user = has(Special::Destructor)
                || has(Special::CopyAssign)
                || has(Special::MoveAssign)
                || has(Special::Copy)
                || has(Special::Move);
            // One that would be deleted does not take part ([class.copy.ctor]/10).
            state.exists = !user && !state.deleted;
        }
        Special::Destructor => {}
    }
    Some(state)
}

/// Which of several declarations of a special member function counts: one whose constraints are satisfied, the most constrained
/// ([special]/6); of those that take const and other arguments the one that takes a const one; of those for lvalues and
/// rvalues to assign to the one for lvalues; of those for const and other objects the one for others.
fn eligible<'db>(db: &'db dyn Db, all: Vec<Entity<'db>>) -> Option<Entity<'db>> {
    let constrained = |f: &Entity<'db>| {
        crate::code::params::function_ref(db, f.decl(db))
            .is_some_and(|written| written.requires.is_some())
    };
    let takes_const = |f: Entity<'db>| {
        (parameters(db, f).and_then(|p| p.types.first().copied()))
            .is_some_and(|t| t.strip_reference(db).top_quals(db).is_const)
    };
    let for_lvalues = |f: Entity<'db>| {
        crate::code::params::function_ref(db, f.decl(db))
            .is_some_and(|written| written.ref_qualifier != Some(RefQualifier::Rvalue))
    };
    let for_variables = |f: Entity<'db>| signature(db, f).is_some_and(|s| !s.ty.quals.is_const);
    let rank = |f| (for_lvalues(f), for_variables(f), takes_const(f));
    let is_less = |a: Entity<'db>, b: Entity<'db>| match (rank(a), rank(b)) {
        (x, y) if x != y => y > x,
        _ => more_constrained(db, a, b) != Ordering::Less,
    };
    (all.into_iter())
        .filter(|f| !constrained(f) || constraints_hold(db, *f))
        .reduce(|best, f| match is_less(best, f) {
            true => f,
            false => best,
        })
}

impl<'db> SpecialState<'db> {
    /// What an implicit function that copies takes.
    pub(crate) fn copied(&self, db: &'db dyn Db, class: Ty<'db>) -> Ty<'db> {
        let quals = match self.takes_const {
            true => cleave_lang::Qualifiers::CONST,
            false => cleave_lang::Qualifiers::default(),
        };
        class.qualified(db, quals).lvalue_reference(db)
    }

    /// It is declared, and its constraints are not satisfied: nothing may call it, and for one that moves a copying one is called.
    fn none(which: Special, declared: Entity<'db>) -> Self {
        SpecialState {
            declared: Some(declared),
            exists: !matches!(which, Special::Move | Special::MoveAssign),
            deleted: true,
            trivial: false,
            constexpr: false,
            noexcept: false,
            initialized: false,
            takes_const: true,
        }
    }
}

/// Whether a declared function that copies takes a constant object; one by value does.
fn declared_const<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let first = parameters(db, function).and_then(|p| p.types.first().copied());
    first.is_none_or(|ty| {
        !matches!(ty.kind(db), TyKind::LvalueReference(_))
            || ty.strip_reference(db).top_quals(db).is_const
    })
}

/// Whether a special member function that is defaulted on its first declaration throws nothing ([except.spec]/7); `None`: it is
/// no such function, or its class is not known.
pub(crate) fn defaulted_noexcept<'db>(db: &'db dyn Db, function: Entity<'db>) -> Option<bool> {
    let DeclKind::Function(f) = &function.hir(db)?.kind else {
        return None;
    };
    if f.body != Body::Default {
        return None;
    }
    let class = signature(db, function)?.class?.unqualified(db);
    let which = sort_of(db, function, class)?;
    let info = class_info(db, class)?;
    let state = implicit(db, class, info, which)?;
    Some(state.noexcept && !(state.initialized && initializers_throw(db, class.id())))
}

fn user_declared<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    info: &ClassInfo<'db>,
    which: Special,
    function: Entity<'db>,
) -> Option<SpecialState<'db>> {
    let ends = |end: Body| {
        (redeclarations(db, function.decl(db)).iter()).any(|d| match d.hir(db).map(|h| &h.kind) {
            Some(DeclKind::Function(f)) => f.body == end,
            _ => false,
        })
    };
    let first = match function.hir(db).map(|h| &h.kind) {
        Some(DeclKind::Function(f)) => f.body,
        _ => Body::None,
    };
    let signature = signature(db, function)?;
    if first == Body::Default {
        let mut state = implicit(db, class, info, which)?;
        state.declared = Some(function);
        state.exists = true;
        // One that takes a constant object where the implicit one would not ([dcl.fct.def.default]/2).
        if matches!(which, Special::Copy | Special::CopyAssign) {
            let written = declared_const(db, function);
            state.deleted |= written && !state.takes_const;
            state.takes_const = written;
        }
        // What is written counts, also where it differs from what the language would give ([dcl.fct.def.default]/3). The
        // reference has that only of what is written not to throw.
        let written = crate::code::params::function_ref(db, function.decl(db))?;
        if !matches!(written.exception, cleave_hir::Exception::None) {
            let written = is_noexcept(db, function);
            state.noexcept |= written;
            state.initialized &= !written;
        }
        if signature.is_constexpr {
            state.constexpr = true;
        }
        return Some(state);
    }
    let written = crate::code::params::function_ref(db, function.decl(db))?;
    let unspecified = matches!(written.exception, cleave_hir::Exception::None);
    let noexcept = match (which, unspecified) {
        // As if it were implicit ([except.spec]/8).
        (Special::Destructor, true) => implicit(db, class, info, which)?.noexcept,
        _ => is_noexcept(db, function),
    };
    Some(SpecialState {
        declared: Some(function),
        exists: true,
        deleted: ends(Body::Delete),
        trivial: false,
        constexpr: signature.is_constexpr,
        noexcept,
        initialized: false,
        takes_const: declared_const(db, function),
    })
}

/// The special member function of a class as if nobody had declared it.
pub(crate) fn as_if_implicit<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    which: Special,
) -> Option<SpecialState<'db>> {
    implicit(db, class, class_info(db, class)?, which)
}

/// The special member function as if it were implicit or defaulted on its first declaration.
fn implicit<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    info: &ClassInfo<'db>,
    which: Special,
) -> Option<SpecialState<'db>> {
    let mut out = SpecialState {
        declared: None,
        exists: true,
        deleted: false,
        trivial: true,
        constexpr: true,
        noexcept: true,
        initialized: false,
        takes_const: true,
    };
    let cpp20 = match info.definition {
        Some(d) => {
            d.decl(db).code(db).file(db).dialect(db).standard >= cleave_syntax::Standard::Cpp20
        }
        None => false,
    };
    if info.is_dynamic && which != Special::Destructor {
        out.trivial = false;
    }
    if info.bases.iter().any(|b| b.is_virtual) {
        out.constexpr = false;
        if which != Special::Destructor {
            out.trivial = false;
        }
    }
    if which == Special::Destructor {
        let virtual_destructor = |ty: Ty<'db>| {
            declared(db, ty, Special::Destructor)
                .any(|f| signature(db, f).is_some_and(|s| s.is_virtual))
        };
        let own = declared(db, class, Special::Destructor).any(|f| {
            f.hir(db).is_some_and(|h| match &h.kind {
                DeclKind::Function(f) => f.is_virtual,
                _ => false,
            })
        });
        if own || info.bases.iter().any(|b| virtual_destructor(b.ty)) {
            out.trivial = false;
        }
    }
    // An abstract class leaves its virtual bases to whatever derives from it ([special]/7).
    let mut by_destructor = false;
    let left_to_derived = !matches!(which, Special::CopyAssign | Special::MoveAssign)
        && info.bases.iter().any(|b| b.is_virtual)
        && crate::class::virtuals::is_abstract(db, class);
    for base in &info.bases {
        if base.is_virtual && left_to_derived {
            continue;
        }
        // A class under construction that depends on itself is ill-formed; nothing is known then.
        let of = Part {
            ty: base.ty,
            around: info.definition,
            is_base: true,
        };
        part(db, &mut out, of, which)?;
        if matches!(which, Special::Default | Special::Copy | Special::Move) {
            by_destructor |= is_destructor_deleted(db, of)?;
        }
    }
    let mut initialized_variant = false;
    for field in &info.fields {
        let ty = field.ty;
        if ty.is_error(db) || ty.is_dependent(db) {
            return None;
        }
        let anonymous = field.name.is_empty();
        if which == Special::Default && field.has_default {
            out.trivial = false;
            out.initialized = true;
            initialized_variant = true;
            let ty = ty.innermost_element(db);
            let of = Part {
                ty,
                around: info.definition,
                is_base: false,
            };
            by_destructor |= is_destructor_deleted(db, of)?;
            continue;
        }
        if ty.is_reference(db) {
            match which {
                Special::Default | Special::CopyAssign | Special::MoveAssign => out.deleted = true,
                Special::Copy if matches!(ty.kind(db), TyKind::RvalueReference(_)) => {
                    out.deleted = true;
                }
                _ => {}
            }
            continue;
        }
        let element = ty.innermost_element(db);
        let constant = element.quals(db).is_const;
        if element.is_class(db) {
            let mut one = SpecialState {
                declared: None,
                ..out
            };
            let of = Part {
                ty: element.unqualified(db),
                around: info.definition,
                is_base: false,
            };
            part(db, &mut one, of, which)?;
            if info.is_union && !anonymous {
                // A variant member with a non-trivial function makes it deleted ([class.default.ctor]/2).
                let nontrivial = !one.trivial && out.trivial;
                out.deleted |= nontrivial || one.deleted && !out.deleted;
                out.trivial &= one.trivial;
            } else {
                out = one;
            }
            if matches!(which, Special::Default | Special::Copy | Special::Move) && !info.is_union {
                by_destructor |= is_destructor_deleted(db, of)?;
            }
            if constant && matches!(which, Special::CopyAssign | Special::MoveAssign) {
                out.deleted = true;
            }
            if constant && which == Special::Default && !info.is_union {
                let user = crate::class::special(db, element, Special::Default)
                    .is_some_and(|s| s.declared.is_some());
                let empty = crate::class::layout::is_empty(db, element.unqualified(db));
                out.deleted |= !user && !empty;
            }
        } else {
            if constant {
                match which {
                    Special::Default if !info.is_union => out.deleted = true,
                    Special::CopyAssign | Special::MoveAssign => out.deleted = true,
                    _ => {}
                }
            }
            if which == Special::Default && !info.is_union && !cpp20 {
                // A member without an initializer ([dcl.constexpr]/4).
                out.constexpr = false;
            }
        }
    }
    if info.is_union && which == Special::Default && initialized_variant {
        out.deleted = false;
        out.constexpr = true;
    }
    if which == Special::Destructor && !cpp20 {
        out.constexpr = out.trivial;
    }
    if matches!(which, Special::CopyAssign | Special::MoveAssign) && !cpp20 {
        out.constexpr &= is_literal_enough(out);
    }
    // A destructor makes it no less trivial.
    if out.deleted {
        out.trivial = false;
    }
    out.deleted |= by_destructor;
    Some(out)
}

/// Assignment is constexpr where everything it does is trivial or constexpr (since C++14).
fn is_literal_enough(state: SpecialState<'_>) -> bool {
    state.constexpr
}

/// The constructor that a class is default-initialised by, where that is a template or an inherited one, or takes arguments by
/// default ([over.match.ctor]). The outer `None`: not known.
pub(crate) fn default_constructor<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
) -> Option<Option<Entity<'db>>> {
    let definition = specialization(db, class.class_entity(db)?)?;
    let mut cx = Context::of(db, definition)?;
    cx.modes.substitution = true;
    let pool = constructor_candidates(&mut cx, class, &[], true, Options::DIRECT);
    match select(&mut cx, pool, 0) {
        Choice::One(best) => Some(best.function()),
        Choice::None(_) | Choice::Ambiguous(_) => Some(None),
        Choice::Unknown => None,
    }
}

/// The bindings that the members of a class are read in.
fn around_of<'db>(db: &'db dyn Db, class: Ty<'db>) -> Option<Env<'db>> {
    let definition = class.class_entity(db).and_then(|c| specialization(db, c));
    definition.and_then(|d| d.env(db))
}

/// A base or member of class type, and the class that has it.
#[derive(Clone, Copy)]
struct Part<'db> {
    ty: Ty<'db>,
    around: Option<Entity<'db>>,
    is_base: bool,
}

impl<'db> Part<'db> {
    /// Whether a function of its class is certainly not accessible from the class around ([class.default.ctor]/2).
    fn is_inaccessible(self, db: &'db dyn Db, function: Option<Entity<'db>>) -> bool {
        let (Some(function), Some(around)) = (function, self.around) else {
            return false;
        };
        let Some(hir) = function.hir(db).filter(|h| match h.access {
            Access::Public => false,
            Access::Protected => !self.is_base,
            Access::Private => true,
        }) else {
            return false;
        };
        let (decl, class) = (function.decl(db), self.ty.class_entity(db));
        let definition = class
            .and_then(|c| specialization(db, c))
            .map(|c| c.decl(db));
        let own = around.decl(db);
        let within = std::iter::successors(Some(own), |d| d.parent(db)).take(NESTING as usize);
        let is_own = |d: DeclRef<'db>| Some(d) == definition || Some(d) == decl.parent_class(db);
        // Which of several overload resolution takes is not looked into.
        let named = definition
            .zip(decl.key(db))
            .map(|(d, key)| members(db, d).get(&key));
        let sort = sort_of(db, function, self.ty);
        let other = |d: DeclRef<'db>| {
            let entity = Entity::new(db, d, around_of(db, self.ty));
            d != decl && (own_level(db, d).is_some() || sort_of(db, entity, self.ty) == sort)
        };
        hir.parent.is_some()
            && !named.into_iter().flatten().any(|&d| other(d))
            && definition.is_some_and(|d| !has_friends(db, d))
            && !within.into_iter().any(is_own)
    }
}

/// What a base or member class contributes.
fn part<'db>(
    db: &'db dyn Db,
    out: &mut SpecialState<'db>,
    of: Part<'db>,
    which: Special,
) -> Option<()> {
    let class = of.ty;
    let (chosen, state) = chosen_special(db, class, which)?;
    let candidates = state.exists && !state.deleted && !of.is_inaccessible(db, state.declared);
    if which == Special::Default && !state.exists {
        out.trivial = false;
        match default_constructor(db, class)? {
            Some(chosen) => {
                out.deleted |= signature(db, chosen)?.is_deleted;
                out.deleted |= of.is_inaccessible(db, Some(chosen));
                out.constexpr &= signature(db, chosen)?.is_constexpr;
                out.noexcept &= is_noexcept(db, chosen);
            }
            None => out.deleted = true,
        }
        return Some(());
    }
    out.deleted |= !candidates;
    out.trivial &= state.trivial;
    if matches!(which, Special::Copy | Special::CopyAssign) {
        out.takes_const &= state.takes_const;
    }
    // What is moved is no variable.
    out.deleted |= chosen != which && !state.takes_const;
    out.constexpr &= state.constexpr;
    out.noexcept &= state.noexcept;
    out.initialized |= which == Special::Default && state.initialized;
    Some(())
}

/// Whether a constructor is deleted because the destructor of what it constructs is, or is not accessible.
fn is_destructor_deleted<'db>(db: &'db dyn Db, of: Part<'db>) -> Option<bool> {
    if !of.ty.is_class(db) {
        return Some(false);
    }
    let state = crate::class::special(db, of.ty, Special::Destructor)?;
    Some(state.deleted || of.is_inaccessible(db, state.declared))
}
