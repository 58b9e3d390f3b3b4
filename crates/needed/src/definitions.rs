//! What the device half defines: of all that is needed, what runs or lies on the device (reference: device-half, What is defined).
//!
//! Granularity: one value for the file and the options.

use cleave_base_db::{Db, HostOptions, HostSettings, SourceFile};
use cleave_cuda::{
    MemorySpace, SharedLibrary, execution_space, is_of_both_sides, is_unwritten, memory_space,
};
use cleave_hir::DeclKind;
use cleave_names::decl::{Body, Spec, Special};
use cleave_syntax::Standard;
use cleave_typing::class::{Special as SpecialMember, special};
use cleave_typing::flow::{is_constexpr, may_be_constexpr};
use cleave_typing::function::{definition, signature, special_of, variable_type};
use cleave_typing::{Entity, Ty, TyKind};
use rustc_hash::FxHashSet;

use crate::destructors::virtual_destructor_runs;
use crate::edges::used_by;
use crate::emitted::Emitted;
use crate::implicit::defaulted;
use crate::set::needed;

/// What a definition is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum DefinitionKind {
    /// A kernel.
    Kernel,
    /// A function.
    Function,
    /// A variable, and where it lies.
    Variable(MemorySpace),
}

/// Something that the device half holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Definition<'db> {
    /// What it is.
    pub kind: DefinitionKind,
    /// What is defined or declared.
    pub what: Emitted<'db>,
    /// Whether it is defined here; else it is only declared.
    pub defined: bool,
}

/// What the device half of a file holds, kernels first, then functions and variables, each in the order of discovery.
#[salsa::tracked(returns(deref))]
pub fn definitions<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    options: HostOptions,
) -> Box<[Definition<'db>]> {
    let settings = options.settings(db);
    let needed = needed(db, file);
    let mut out = Vec::new();
    let mut seen: FxHashSet<Emitted<'db>> = FxHashSet::default();
    let mut next: Vec<Emitted<'db>> = Vec::new();
    let by_itself = |what: Emitted<'db>| match what {
        Emitted::Function(entity) => match is_unwritten(db, entity) {
            true => settings.relaxed_constexpr && is_constexpr_by_default(db, entity),
            false => is_annotated(db, entity, settings),
        },
        Emitted::Variable(entity) => !memory_space(db, entity).is_host(),
        // What the language defines for a closure runs where its call operator does.
        Emitted::Implicit(class, which) => match class.kind(db) {
            TyKind::Closure(closure) => is_annotated(db, closure.operator(db), settings),
            _ => settings.relaxed_constexpr && is_implicitly_constexpr(db, class, which),
        },
        Emitted::Inherited(constructor, _) => {
            settings.relaxed_constexpr && is_constexpr(db, constructor)
        }
        Emitted::Invoker(operator) => is_annotated(db, operator, settings),
        Emitted::Vtable(_) => false,
    };
    let runs = |what| virtual_destructor_runs(db, what).unwrap_or_else(|| by_itself(what));
    // Of a virtual table the device half needs the functions that run there, and what they use, whoever runs that. What else tables
    // lead to is instantiated and launches kernels, and that is all.
    let mut named: FxHashSet<Emitted<'db>> = FxHashSet::default();
    let mut todo: Vec<Emitted<'db>> = (needed.all.iter())
        .map(|need| need.what)
        .filter(|what| matches!(what, Emitted::Vtable(_)) && needed.is_named(*what))
        .collect();
    while let Some(of) = todo.pop() {
        let is_table = matches!(of, Emitted::Vtable(_));
        for used in used_by(db, file, of).iter().filter(|u| u.runs) {
            let used = used.to;
            let is_new = !needed.is_named(used) && (!is_table || runs(used));
            if is_new && named.insert(used) {
                todo.push(used);
            }
        }
    }
    for need in &needed.all {
        let is_there = needed.is_named(need.what)
            || named.contains(&need.what)
            || matches!(need.what, Emitted::Variable(_))
            || kind_of(db, need.what) == Some(DefinitionKind::Kernel);
        if is_there && runs(need.what) && seen.insert(need.what) {
            next.push(need.what);
        }
    }
    let mut at = 0;
    while let Some(what) = next.get(at).copied() {
        at += 1;
        let defined = is_defined(db, what) && !needed.is_elsewhere(what);
        if let Some(kind) = kind_of(db, what) {
            out.push(Definition {
                kind,
                what,
                defined,
            });
        }
        if !defined {
            continue;
        }
        let is_annotated = !is_only_constexpr(db, what, settings);
        for used in used_by(db, file, what).iter().filter(|u| u.runs) {
            let used = used.to;
            // Code that is not annotated gives a destructor that nobody wrote no space.
            if !is_annotated && is_made_destructor(db, used) && !runs(used) {
                continue;
            }
            // A variable may be made by a constructor that nothing annotates: it does nothing.
            let makes = matches!(what, Emitted::Variable(_)) && is_constructor(db, used);
            if (makes || follows(db, used, settings)) && seen.insert(used) {
                next.push(used);
            }
        }
    }
    out.sort_by_key(|d| match d.kind {
        DefinitionKind::Kernel => 0,
        DefinitionKind::Function => 1,
        DefinitionKind::Variable(_) => 2,
    });
    out.into()
}

/// Whether the device half defines something that its code uses. The needed set finds all of that by itself; who writes code down asks
/// here, so that nothing is used without a definition.
pub fn is_definable<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    options: HostOptions,
    what: Emitted<'db>,
) -> bool {
    follows(db, what, options.settings(db))
        && is_defined(db, what)
        && !needed(db, file).is_elsewhere(what)
}

/// Whether annotations, or the rules of the standard library, say that the device has a function.
fn is_annotated<'db>(db: &'db dyn Db, function: Entity<'db>, settings: &HostSettings) -> bool {
    is_annotated_itself(db, function, settings)
        || settings.relaxed_constexpr
            && (is_closure_of_cpp17(db, function)
                || !execution_space(db, function, settings.extended_lambda).on_device()
                    && is_constexpr(db, function))
}

/// The same, where it does not count that a function is constexpr.
fn is_annotated_itself<'db>(
    db: &'db dyn Db,
    function: Entity<'db>,
    settings: &HostSettings,
) -> bool {
    let space = execution_space(db, function, settings.extended_lambda);
    let shared = SharedLibrary {
        initializer_list: settings.shared_initializer_list,
        move_forward: settings.shared_move_forward,
    };
    space.is_kernel()
        || space.on_device() && !space.is_unannotated()
        || is_of_both_sides(db, function, shared)
}

/// Whether a function that somebody wrote is on the device for being constexpr alone.
fn is_only_constexpr<'db>(db: &'db dyn Db, what: Emitted<'db>, settings: &HostSettings) -> bool {
    match what {
        Emitted::Function(function) => {
            !is_unwritten(db, function) && !is_annotated_itself(db, function, settings)
        }
        _ => false,
    }
}

/// Whether something is a destructor that nobody wrote, not of a closure.
pub fn is_made_destructor<'db>(db: &'db dyn Db, what: Emitted<'db>) -> bool {
    match what {
        Emitted::Implicit(class, SpecialMember::Destructor) => {
            !matches!(class.kind(db), TyKind::Closure(_))
        }
        Emitted::Function(function) => {
            special_of(db, function) == Special::Destructor && is_unwritten(db, function)
        }
        _ => false,
    }
}

/// Whether a function is defaulted and constexpr for that ([dcl.fct.def.default]/3).
fn is_constexpr_by_default<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    signature(db, function).is_some_and(|s| s.is_defaulted)
        && (definition(db, function).and_then(|defined| defaulted(db, function, defined)))
            .is_some_and(|(class, which)| is_implicitly_constexpr(db, class, which))
}

/// Whether a special member function that nobody wrote may run on the device for being constexpr. Destructors do not.
fn is_implicitly_constexpr<'db>(db: &'db dyn Db, class: Ty<'db>, which: SpecialMember) -> bool {
    which != SpecialMember::Destructor
        && special(db, class, which).is_some_and(|state| state.constexpr)
}

/// Whether a function is a call operator that may be constexpr without a word ([expr.prim.lambda.closure]/4); it counts as one
/// whatever its statements do, and whatever it or the function around is annotated with.
fn is_closure_of_cpp17<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let decl = function.decl(db);
    decl.closure(db).is_some()
        && decl.code(db).item.file(db).dialect(db).standard >= Standard::Cpp17
        && may_be_constexpr(db, function)
}

/// Whether device code that uses something brings it along: what no annotation puts on either side.
fn follows<'db>(db: &'db dyn Db, what: Emitted<'db>, settings: &HostSettings) -> bool {
    if let Some(runs) = virtual_destructor_runs(db, what) {
        return runs;
    }
    match what {
        Emitted::Implicit(..) | Emitted::Inherited(..) | Emitted::Vtable(_) => true,
        Emitted::Invoker(operator) => is_annotated(db, operator, settings),
        Emitted::Function(function) => {
            is_unwritten(db, function) || is_annotated(db, function, settings)
        }
        Emitted::Variable(variable) => is_constant_object(db, variable),
    }
}

/// Whether a variable of the host is a constant object of a class, which device code may call members of (reference: device-half,
/// What is defined).
fn is_constant_object<'db>(db: &'db dyn Db, variable: Entity<'db>) -> bool {
    let is_constant = variable
        .hir(db)
        .is_some_and(|h| h.spec.any(Spec::CONSTEXPR));
    let is_local = variable.decl(db).code(db).body.is_some();
    is_constant
        && !is_local
        && memory_space(db, variable).is_host()
        && variable_type(db, variable).is_class(db)
}

fn is_constructor<'db>(db: &'db dyn Db, what: Emitted<'db>) -> bool {
    let Emitted::Function(function) = what else {
        return false;
    };
    special_of(db, function) == Special::Constructor
}

fn kind_of<'db>(db: &'db dyn Db, what: Emitted<'db>) -> Option<DefinitionKind> {
    Some(match what {
        Emitted::Vtable(_) => return None,
        Emitted::Variable(variable) => match memory_space(db, variable) {
            space if space.is_host() => DefinitionKind::Variable(MemorySpace::DEVICE),
            space => DefinitionKind::Variable(space),
        },
        Emitted::Function(function) if execution_space(db, function, true).is_kernel() => {
            DefinitionKind::Kernel
        }
        _ => DefinitionKind::Function,
    })
}

/// Whether something has a definition here.
fn is_defined<'db>(db: &'db dyn Db, what: Emitted<'db>) -> bool {
    match what {
        Emitted::Function(function) => definition(db, function).is_some_and(|d| match d.kind(db) {
            Some(DeclKind::Function(f)) => !matches!(f.body, Body::None | Body::Delete),
            _ => d.decl(db).closure(db).is_some(),
        }),
        Emitted::Variable(variable) => definition(db, variable).is_some(),
        _ => true,
    }
}
