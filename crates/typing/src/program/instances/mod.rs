//! What the code of an item makes the implementation instantiate ([temp.inst]), and what is wrong there, with the chain that led
//! to it.
//!
//! The walk starts at the code of an item that is no template and follows what it uses into templates of the user's; those of
//! libraries are taken to be right. Classes, variables, functions whose type must be deduced and those that constants may need are
//! instantiated where they are used; other functions, and what is instantiated explicitly ([temp.explicit]), at the end of the
//! translation unit ([temp.point]/8). Which passes do that is not known here: whoever asks says how far to go.

mod declared;
mod uses;

use crate::code::around::template_depth;
use crate::code::params::{has_own, levels};
use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::{DeclKind, Init};
use cleave_names::decl::Spec;
use cleave_names::{ItemId, is_of_user};
use cleave_syntax::Standard;
use rustc_hash::{FxHashMap, FxHashSet};

use self::uses::{Looked, Use, Uses, beyond, is_followed, of_code};
use crate::engine::depth;
use crate::program::Declared;
use crate::program::rules::DEPTH;
use crate::thir::Typed;
use crate::{
    At, Closure, Context, DeclRef, Entity, Fill, Instantiation, Problem, Site, Ty, TyKind, check,
    class, function,
};

/// The most instantiations that one item's code is followed into.
const MOST: usize = 4_000;

/// Whether a static data member has its initialiser in the class, and no definition elsewhere: it is instantiated where the value is
/// wanted ([temp.inst]/3), also in a class that is instantiated explicitly.
fn is_initialized_in_class<'db>(db: &'db dyn Db, member: Entity<'db>) -> bool {
    // A type that the initialiser tells is wanted at once.
    let deduced = member.hir(db).is_some_and(|d| d.spec.any(Spec::AUTO));
    let initialized = match member.kind(db) {
        Some(DeclKind::Variable(v)) => v.init != Init::None && !deduced,
        _ => false,
    };
    let elsewhere = |d: Entity<'db>| d.decl(db) != member.decl(db);
    initialized && !function::definition(db, member).is_some_and(elsewhere)
}

/// The warnings that follow from what template arguments are: what the definition says nothing of, the instance does.
const OF_CONSTANTS: [codes::Code; 9] = [
    codes::INTEGER_RESULT_OUT_OF_RANGE,
    codes::INTEGER_SIGN_CHANGE,
    codes::INTEGER_TRUNCATED,
    codes::LOSSY_CONVERSION,
    codes::FLOAT_TO_INTEGER_CONVERSION,
    codes::DIVIDE_BY_ZERO,
    codes::MOD_BY_ZERO,
    codes::NEGATIVE_SHIFT_COUNT,
    codes::SHIFT_COUNT_TOO_LARGE,
];

/// How far instantiations are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub enum Extent {
    /// What is needed where it is used, and what is instantiated explicitly.
    Needed,
    /// The functions as well that are instantiated at the end of the translation unit.
    All,
}

/// What the code of an item instantiates.
#[derive(Default)]
pub(crate) struct Instances<'db> {
    /// What is wrong there.
    pub(crate) problems: Vec<Problem<'db>>,
    /// The functions that are instantiated where they are used, or explicitly, each with what led to it, innermost first.
    pub(crate) at_once: Vec<(Entity<'db>, Box<[Instantiation<'db>]>)>,
}

/// What the code of an item instantiates, of which `bodies` and the default arguments are given.
pub(crate) fn instances<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
    bodies: &[Entity<'db>],
    local: &[Declared<'db>],
    defaults: &[&'db Typed<'db>],
    extent: Extent,
) -> Instances<'db> {
    if !is_of_user(db, item) {
        return Instances::default();
    }
    let mut walk = Walk {
        db,
        extent,
        seen: FxHashSet::default(),
        friends: FxHashMap::default(),
        steps: Vec::new(),
        queue: Vec::new(),
        pending: usize::try_from(item.file(db).pending(db).0).unwrap_or(usize::MAX),
        excess: Vec::new(),
        out: Vec::new(),
        at_once: Vec::new(),
        lambdas: 0,
        arguments: FxHashSet::default(),
    };
    for &entity in bodies {
        if template_depth(db, entity) == 0
            && let Some(typed) = check::started(db, entity)
        {
            depth::partially(db, || walk.follow(&of_code(db, typed, None), None));
        }
    }
    for &typed in defaults {
        depth::partially(db, || walk.follow(&of_code(db, typed, None), None));
    }
    depth::partially(db, || walk.declared(item, local));
    depth::partially(db, || walk.explicit(item));
    let mut next = 0;
    while let Some(&(entity, step)) = walk.queue.get(next) {
        next += 1;
        depth::partially(db, || walk.instance(entity, step));
    }
    // What follows from there not being an end is not worth telling.
    let problems = match walk.excess.is_empty() {
        false => walk.excess,
        true => without_consequences(walk.out),
    };
    Instances {
        problems,
        at_once: walk.at_once,
    }
}

/// Leaves out that a class has no member of a name where something is wrong in the class itself: that may have been the member.
fn without_consequences(problems: Vec<Problem<'_>>) -> Vec<Problem<'_>> {
    let broken: FxHashSet<Entity<'_>> = (problems.iter())
        .filter_map(|p| Some(p.contexts.first()?.entity))
        .collect();
    let follows = |p: &Problem<'_>| {
        p.code == codes::NO_SUCH_MEMBER
            && matches!(p.fills.first(), Some(Fill::Entity(class)) if broken.contains(class))
    };
    problems.into_iter().filter(|p| !follows(p)).collect()
}

/// Whether a function is the call operator of a lambda that is not generic: it is instantiated with the code around it.
fn is_plain_operator<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let decl = function.decl(db);
    decl.closure(db).is_some() && !has_own(levels(db, decl), decl)
}

/// A step of a chain.
struct Step<'db> {
    instantiation: Instantiation<'db>,
    /// The step that led to it.
    from: Option<usize>,
    /// A function's body that is instantiated at the end of the translation unit, or something within one.
    deferred: bool,
    /// The same of an explicit instantiation: the end of the translation unit is where it is reported.
    late: bool,
    /// The template that it is an instance of.
    template: DeclRef<'db>,
}

struct Walk<'db> {
    db: &'db dyn Db,
    extent: Extent,
    seen: FxHashSet<Entity<'db>>,
    /// The instance of a class that defined a friend whose type is the same in all of them.
    friends: FxHashMap<DeclRef<'db>, Entity<'db>>,
    steps: Vec<Step<'db>>,
    /// What is to be looked at yet, and its step.
    queue: Vec<(Entity<'db>, usize)>,
    /// How many instances of one template may wait for each other.
    pending: usize,
    /// What is wrong with the first instantiation that waits for too many of its own template. Nothing is followed any more then.
    excess: Vec<Problem<'db>>,
    out: Vec<Problem<'db>>,
    at_once: Vec<(Entity<'db>, Box<[Instantiation<'db>]>)>,
    /// How many lambdas are around what is looked at.
    lambdas: u32,
    /// The default arguments of functions that wait of which something has been said.
    arguments: FxHashSet<(Entity<'db>, u32)>,
}

impl<'db> Walk<'db> {
    /// Follows a use of a specialisation, `at_once` if it is so whatever a function of its sort otherwise waits for.
    fn step(&mut self, entity: Entity<'db>, at: Site<'db>, from: Option<usize>, at_once: bool) {
        let db = self.db;
        if self.steps.len() >= MOST || !self.excess.is_empty() || !self.seen.insert(entity) {
            return;
        }
        if let Some(from) = from
            && entity.decl(db).code(db).body.is_some()
            && entity.decl(db).closure(db).is_none()
        {
            // What is local to a function is instantiated with it.
            self.queue.push((entity, from));
            return;
        }
        let around = from.is_some_and(|f| self.steps[f].deferred);
        let deferred = around || entity.is_function(db) && !is_needed_at_once(db, entity);
        if deferred && !at_once && self.extent == Extent::Needed {
            return;
        }
        let template = entity.decl(db);
        let waiting = |step: &usize| {
            let step = &self.steps[*step];
            step.template == template && step.deferred == deferred
        };
        if self.chain(from).filter(waiting).count() >= self.pending
            && !self.is_specialized(entity, from)
        {
            // Only where they wait for each other is it an error.
            if deferred {
                return;
            }
            let contexts = self.contexts(from);
            self.excess = (excess(db, entity, at).into_iter())
                .map(|problem| Problem {
                    contexts: contexts.clone(),
                    ..problem
                })
                .collect();
            return;
        }
        self.steps.push(Step {
            instantiation: Instantiation { entity, at },
            from,
            deferred,
            late: deferred || from.is_some_and(|f| self.steps[f].late),
            template,
        });
        self.queue.push((entity, self.steps.len() - 1));
    }

    /// Whether a class is made of another definition than those of its template that wait for it: of an explicit specialisation, of
    /// which nothing is instantiated, or of another pattern.
    fn is_specialized(&self, class: Entity<'db>, from: Option<usize>) -> bool {
        let db = self.db;
        if !matches!(class.kind(db), Some(DeclKind::Class(_))) {
            return false;
        }
        let Some(chosen) = class::specialization::specialization(db, class) else {
            return false;
        };
        let of_pattern =
            |step: &usize| self.steps[*step].instantiation.entity.decl(db) == chosen.decl(db);
        chosen.env(db).is_none() || self.chain(from).filter(of_pattern).count() < self.pending
    }

    /// Follows a use that needs the definition where it stands: a class that is looked into, a function in a constant expression.
    fn use_at_once(&mut self, entity: Entity<'db>, at: Site<'db>, from: Option<usize>) {
        let before = self.steps.len();
        self.step(entity, at, from, true);
        let around = from.map(|f| (self.steps[f].deferred, self.steps[f].late));
        if let Some(step) = self.steps.get_mut(before) {
            (step.deferred, step.late) = around.unwrap_or_default();
        }
    }

    /// Follows the explicit instantiation definitions of an item; those of a class instantiate its members ([temp.explicit]/10).
    fn explicit(&mut self, item: ItemId<'db>) {
        let db = self.db;
        for (entity, at, is_extern) in function::specialized::instantiations(db, item) {
            if is_extern || !is_followed(db, entity) {
                continue;
            }
            if !matches!(entity.kind(db), Some(DeclKind::Class(_))) {
                self.use_explicitly(entity, at);
                continue;
            }
            self.use_at_once(entity, at, None);
            for member in function::specialized::instantiated_members(db, entity) {
                if !is_initialized_in_class(db, member) && is_followed(db, member) {
                    self.use_explicitly(member, at);
                }
            }
        }
    }

    /// Follows a function or variable that is instantiated whether or not it is used.
    fn use_explicitly(&mut self, entity: Entity<'db>, at: Site<'db>) {
        let before = self.steps.len();
        self.step(entity, at, None, true);
        if let Some(step) = self.steps.get_mut(before) {
            (step.deferred, step.late) = (false, true);
        }
    }

    /// Follows what some code uses.
    fn follow(&mut self, uses: &[Use<'db>], from: Option<usize>) {
        for used in uses {
            match *used {
                Use::Of(entity, at) => self.step(entity, at, from, false),
                Use::AtOnce(entity, at) => self.use_at_once(entity, at, from),
                Use::Argument(function, param, at) => {
                    self.default_argument(function, param, at, from);
                }
                Use::Lambda(closure, pattern) => self.closure(closure, pattern, from),
            }
        }
    }

    /// The same of what was found somewhere, and says what is wrong there.
    fn take(&mut self, looked: &Looked<'db>, step: usize) {
        let deferred = self.steps[step].deferred;
        self.report(&looked.found, step, deferred);
        self.follow(&looked.uses, Some(step));
    }

    /// Follows what the body of a lambda uses: it is a part of the code around it. That of a generic lambda is instantiated by calls.
    fn closure(
        &mut self,
        closure: Closure<'db>,
        pattern: Option<Closure<'db>>,
        from: Option<usize>,
    ) {
        let db = self.db;
        let operator = closure.operator(db);
        if self.lambdas >= DEPTH || !self.seen.insert(operator) {
            return;
        }
        let Some(typed) = check::started(db, operator) else {
            return;
        };
        let pattern = pattern.and_then(|c| check::body(db, c.operator(db)));
        if let Some(step) = from {
            let deferred = self.steps[step].deferred;
            self.report(&beyond(typed, pattern), step, deferred);
        }
        self.lambdas += 1;
        self.follow(&of_code(db, typed, pattern), from);
        self.lambdas -= 1;
    }

    /// A default argument of a specialisation is instantiated where it is used ([temp.inst]/12).
    fn default_argument(
        &mut self,
        function: Entity<'db>,
        param: u32,
        at: Site<'db>,
        from: Option<usize>,
    ) {
        let db = self.db;
        let Some(typed) = check::default_argument(db, function, param) else {
            return;
        };
        let deferred = from.is_some_and(|f| self.steps[f].deferred);
        let problems = &typed.problems;
        // Its step is the function's, which the call before has made.
        if let Some(step) = (self.steps.iter()).position(|s| s.instantiation.entity == function) {
            return self.report(problems, step, deferred);
        }
        // The body waits, the argument does not. What is local is read with the code around it.
        let decl = function.decl(db);
        if decl.closure(db).is_some() || decl.code(db).body.is_some() {
            return;
        }
        if !self.arguments.insert((function, param)) {
            return;
        }
        let entity = function;
        let mut contexts = vec![Instantiation { entity, at }];
        contexts.extend(self.contexts(from));
        let late = from.is_some_and(|f| self.steps[f].late);
        let certain = problems.iter().filter(|p| p.is_certain());
        self.out.extend(certain.map(|problem| Problem {
            contexts: contexts.clone(),
            deferred,
            late,
            ..problem.clone()
        }));
    }

    /// Looks at an instantiation.
    fn instance(&mut self, entity: Entity<'db>, step: usize) {
        let db = self.db;
        if entity
            .kind(db)
            .is_some_and(|k| matches!(k, DeclKind::Class(_)))
        {
            if let Some(definition) = class::specialization::specialization(db, entity)
                && definition.env(db).is_some()
            {
                // A local class has the step of its function.
                let own = &mut self.steps[step].instantiation.entity;
                let is_special = function::canonical(db, definition.decl(db)) != entity.decl(db);
                if *own == entity && is_special {
                    *own = definition;
                }
                self.class(definition, step);
            }
            return;
        }
        if is_alias(db, entity) {
            return self.alias(entity, step);
        }
        let defined = match entity.is_function(db) {
            true => function::definition(db, entity),
            false => function::chosen_variable(db, entity),
        };
        // An explicit specialisation is code like any.
        let Some(defined) = defined.filter(|d| d.env(db).is_some()) else {
            return;
        };
        let Some(looked) = uses::code_instance(db, defined) else {
            return;
        };
        if let Some(class) = uses::class_of_variable(db, defined) {
            self.steps[step].instantiation.entity = class;
        }
        if entity.is_function(db) && !self.steps[step].deferred {
            self.at_once
                .push((defined, self.contexts(Some(step)).into()));
        }
        self.take(looked, step);
    }

    /// What an alias template does not stand for under its arguments ([temp.alias]/2), whoever declares it.
    fn alias(&mut self, alias: Entity<'db>, step: usize) {
        let db = self.db;
        let Some(DeclKind::Alias(ty)) = alias.kind(db) else {
            return;
        };
        if let Some(mut cx) = Context::of(db, alias) {
            cx.resolve_type(*ty);
            // Behind what is no scope the reference wants the end of the declaration.
            let no_scope = |p: &Problem<'db>| p.code == codes::QUALIFIED_NAME_REQUIRED;
            if let Some(site) = cx.problems.iter().find(|p| no_scope(p)).map(|p| p.site) {
                let end = Problem::new(codes::EXP_SEMICOLON, site);
                cx.problems.push(end.at(At::Nth(2)));
            }
            let mut uses = Uses::new(db);
            for &(entity, at) in &cx.out.required {
                uses.at_once(entity, at);
            }
            self.take(&Looked::new(cx.problems, uses.done()), step);
        }
    }

    /// A step and those that led to it, the innermost first.
    fn chain(&self, step: Option<usize>) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(step, |&i| self.steps[i].from)
    }

    fn contexts(&self, step: Option<usize>) -> Vec<Instantiation<'db>> {
        let steps = self.chain(step);
        steps.map(|i| self.steps[i].instantiation.clone()).collect()
    }

    /// Takes problems over, with the chain to `step`.
    fn report(&mut self, problems: &[Problem<'db>], step: usize, deferred: bool) {
        if problems.is_empty() {
            return;
        }
        let chain = self.contexts(Some(step));
        let late = self.steps[step].late;
        for problem in problems.iter().filter(|p| p.is_certain()) {
            self.out.push(Problem {
                contexts: chain.clone(),
                deferred,
                late,
                ..problem.clone()
            });
        }
    }
}

fn is_alias<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    matches!(entity.kind(db), Some(DeclKind::Alias(_)))
}

/// What is said of an instantiation that waits for too many of its own template, and of what is then missing.
fn excess<'db>(db: &'db dyn Db, entity: Entity<'db>, at: Site<'db>) -> Vec<Problem<'db>> {
    let fills = vec![Fill::Instantiated(entity)];
    let problem = Problem::new((codes::EXCESSIVE_INSTANTIATION_RECURSION, fills), at);
    match entity.kind(db) {
        Some(DeclKind::Class(_)) => {
            let fills = vec![Fill::Type(Ty::of(db, TyKind::Class(entity)))];
            vec![
                problem,
                Problem::new((codes::INCOMPLETE_TYPE_NOT_ALLOWED, fills), at).at(At::First),
            ]
        }
        _ if entity.is_function(db) && function::is_deduced(db, entity) => {
            vec![
                problem,
                Problem::new(
                    codes::RETURN_TYPE_NOT_YET_DEDUCED {
                        entity: Fill::DeclaredSignature(entity),
                    },
                    at,
                ),
            ]
        }
        _ if entity.is_function(db) => vec![problem],
        _ if function::class_of(db, entity).is_some() => vec![problem.at(At::First)],
        _ => vec![problem.at(At::Last)],
    }
}

/// Whether a function's body is looked at as soon as it is used: its type is not known without, or it may be needed for a
/// constant, as the call operators of closures may ([expr.prim.lambda.closure]/4).
fn is_needed_at_once<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    let is_constexpr = match function.decl(db).closure(db) {
        Some(closure) => closure.site.code.file(db).dialect(db).standard >= Standard::Cpp17,
        None => function::signature(db, function).is_some_and(|s| s.is_constexpr || s.is_consteval),
    };
    is_constexpr || function::is_deduced(db, function)
}
