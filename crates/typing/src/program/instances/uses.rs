//! What the code of an instance uses, and what is wrong there, whatever led to it: each item's walk that gets there reads the same.
//!
//! It must not know the steps of a walk.

use std::cell::OnceCell;

use cleave_base_db::Db;
use cleave_hir::DeclKind;
use cleave_names::is_of_user;

use super::{OF_CONSTANTS, is_alias, is_needed_at_once, is_plain_operator};
use crate::engine::depth;
use crate::thir::{Conversion, ExprKind, Typed};
use crate::{Closure, Entity, Problem, Site, Ty, TyKind, check, class, eval, function};

/// Something that code uses and a walk follows.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub(super) enum Use<'db> {
    /// A specialisation, or a class that has to be complete.
    Of(Entity<'db>, Site<'db>),
    /// One whose definition is needed where it stands: a class that is looked into, a function in a constant expression.
    AtOnce(Entity<'db>, Site<'db>),
    /// The default argument of a function's parameter, by number, in which something is wrong.
    Argument(Entity<'db>, u32, Site<'db>),
    /// The body of a lambda, and the same lambda in the template's own code.
    Lambda(Closure<'db>, Option<Closure<'db>>),
}

/// What was found in some code.
#[derive(Clone, Debug, PartialEq, salsa::SalsaValue)]
pub(super) struct Looked<'db> {
    /// What is wrong there, as far as it is certain.
    pub(super) found: Box<[Problem<'db>]>,
    /// What it uses, in order.
    pub(super) uses: Box<[Use<'db>]>,
}

impl<'db> Looked<'db> {
    pub(super) fn new(found: Vec<Problem<'db>>, uses: Vec<Use<'db>>) -> Self {
        Looked {
            found: found.into_iter().filter(Problem::is_certain).collect(),
            uses: uses.into(),
        }
    }

    /// Whether there is nothing to say of it.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty() && self.uses.is_empty()
    }
}

/// Whether a walk follows a use of something: it is a specialisation, and the user's or an alias.
pub(super) fn is_followed<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    (entity.env(db)).is_some_and(|env| !env.is_dependent(db))
        && (is_of_user(db, entity.decl(db).code(db).item) || is_alias(db, entity))
        && !is_plain_operator(db, entity)
}

/// Uses as they are gathered.
pub(super) struct Uses<'db> {
    db: &'db dyn Db,
    out: Vec<Use<'db>>,
}

impl<'db> Uses<'db> {
    pub(super) fn new(db: &'db dyn Db) -> Self {
        Uses {
            db,
            out: Vec::new(),
        }
    }

    pub(super) fn done(self) -> Vec<Use<'db>> {
        self.out
    }

    /// Something is used that may be a specialisation.
    pub(super) fn of(&mut self, entity: Entity<'db>, at: Site<'db>) {
        if is_followed(self.db, entity) {
            self.out.push(Use::Of(entity, at));
        }
    }

    /// The definition of something is needed where it stands.
    pub(super) fn at_once(&mut self, entity: Entity<'db>, at: Site<'db>) {
        if is_followed(self.db, entity) {
            self.out.push(Use::AtOnce(entity, at));
        }
    }

    /// A type has to be complete.
    pub(super) fn complete(&mut self, ty: Ty<'db>, at: Site<'db>) {
        if let TyKind::Class(entity) = ty.innermost_element(self.db).kind(self.db) {
            self.of(*entity, at);
        }
    }

    /// A member is used: its class is instantiated.
    fn member(&mut self, member: Entity<'db>, at: Site<'db>) {
        let db = self.db;
        let class = match member.is_function(db) {
            true => function::signature(db, member).and_then(|s| s.class),
            false => function::class_of(db, member),
        };
        if let Some(class) = class {
            self.complete(class, at);
        }
    }

    /// A default argument of a specialisation is instantiated where it is used ([temp.inst]/12).
    fn default_argument(&mut self, function: Entity<'db>, param: u32, at: Site<'db>) {
        let db = self.db;
        if function.env(db).is_some()
            && is_of_user(db, function.decl(db).code(db).item)
            && check::default_argument(db, function, param).is_some_and(|t| !t.problems.is_empty())
        {
            self.out.push(Use::Argument(function, param, at));
        }
    }

    /// The calls in operands that are not evaluated to functions whose type must be deduced.
    pub(super) fn deduced(&mut self, typed: &Typed<'db>) {
        for x in &typed.exprs {
            if let ExprKind::Call { callee, .. } = x.kind
                && is_needed_at_once(self.db, callee)
                && (x.evaluated || function::is_deduced(self.db, callee))
            {
                self.of(callee, x.site);
            }
        }
    }

    /// What typed code uses. `pattern`: the same code of the template, of an instance.
    pub(super) fn code(&mut self, typed: &'db Typed<'db>, pattern: Option<&'db Typed<'db>>) {
        if typed.dependent {
            return;
        }
        let lambdas = OnceCell::new();
        for &(entity, at) in &typed.required {
            self.at_once(entity, at);
        }
        // What is typed but not evaluated, as operands of `decltype`, needs no more than types.
        let evaluated = typed.evaluated();
        for (x, evaluated) in typed.exprs.iter().zip(evaluated) {
            match &x.kind {
                ExprKind::Call { callee: f, .. }
                    if !evaluated && function::is_deduced(self.db, *f) =>
                {
                    self.of(*f, x.site);
                }
                _ if !evaluated => {}
                ExprKind::Call { callee: f, .. } | ExprKind::Function(f) => {
                    self.member(*f, x.site);
                    self.of(*f, x.site);
                }
                ExprKind::Construct(f, _) => {
                    self.complete(x.ty, x.site);
                    self.of(*f, x.site);
                }
                ExprKind::Static(v) => {
                    self.member(*v, x.site);
                    self.of(*v, x.site);
                }
                ExprKind::ConstructImplicit(..)
                | ExprKind::Aggregate(_)
                | ExprKind::Zero
                | ExprKind::Uninitialized => self.complete(x.ty, x.site),
                ExprKind::DefaultArgument(f, param) => self.default_argument(*f, *param, x.site),
                // Whether it has the base is known of a complete class alone.
                ExprKind::Convert(Conversion::ToBase(_), e) => {
                    let ty = typed.exprs[e.0 as usize].ty;
                    self.complete(ty.pointee(self.db).unwrap_or(ty), x.site);
                }
                ExprKind::Lambda(closure, _) if !closure.operator(self.db).is_template(self.db) => {
                    let of_pattern =
                        lambdas.get_or_init(|| pattern.map(Typed::closures).unwrap_or_default());
                    let pattern = of_pattern.get(&closure.site.index).copied();
                    self.out.push(Use::Lambda(*closure, pattern));
                }
                _ => {}
            }
        }
        // A class in which something is wrong may have nothing that initializes it.
        for local in &typed.locals {
            if let Some(at) = local.declared {
                self.complete(local.ty, at);
            }
        }
    }
}

/// What typed code uses.
pub(super) fn of_code<'db>(
    db: &'db dyn Db,
    typed: &'db Typed<'db>,
    pattern: Option<&'db Typed<'db>>,
) -> Vec<Use<'db>> {
    let mut uses = Uses::new(db);
    uses.code(typed, pattern);
    uses.done()
}

/// What is wrong in the code of an instance, but for what is so in the template's own.
pub(super) fn beyond<'db>(typed: &Typed<'db>, pattern: Option<&Typed<'db>>) -> Vec<Problem<'db>> {
    let is_known = |p: &Problem<'db>| {
        let mut known = pattern
            .iter()
            .flat_map(|t| t.problems.iter().chain(&t.warnings));
        known.any(|k| k.code == p.code && k.site == p.site && k.at == p.at)
    };
    let warnings = (typed.warnings.iter()).filter(|p| OF_CONSTANTS.contains(&p.code));
    let said = typed.problems.iter().chain(warnings);
    said.filter(|p| !is_known(p)).cloned().collect()
}

/// What the body of an instance of a function template, or the initialiser of one of a variable, uses; `None` if there is none.
#[salsa::tracked(returns(as_ref))]
pub(super) fn code_instance<'db>(db: &'db dyn Db, defined: Entity<'db>) -> Option<Looked<'db>> {
    let typed = check::started(db, defined)?;
    let pattern = Entity::new(db, defined.decl(db), None);
    let known = check::body(db, pattern);
    let mut found = beyond(typed, known);
    depth::partially(db, || {
        if defined.is_function(db) {
            eval::locals(db, defined, &mut found);
        } else if eval::is_constexpr(db, defined) {
            eval::report(eval::variable(db, defined), &mut found);
        }
        eval::immediate_calls(db, defined, typed, &mut found);
        found.extend(crate::flow::ends::of(db, defined));
    });
    Some(Looked::new(found, of_code(db, typed, known)))
}

/// The class that an instance of a variable is a member of: its initialiser is said to be instantiated with it.
pub(super) fn class_of_variable<'db>(db: &'db dyn Db, defined: Entity<'db>) -> Option<Entity<'db>> {
    if !matches!(defined.kind(db), Some(DeclKind::Variable(_))) {
        return None;
    }
    let TyKind::Class(class) = function::class_of(db, defined)?.kind(db) else {
        return None;
    };
    Some(class::specialization::specialization(db, *class).unwrap_or(*class))
}
