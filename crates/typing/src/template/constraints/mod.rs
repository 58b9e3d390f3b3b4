//! Whether constraints are satisfied ([temp.constr]). A failure of substitution into an atomic constraint means that it is not;
//! what rests on something unknown is unknown.
//!
//! Granularity: a query per entity with arguments, and one per concept with arguments; they compare equal while the answer is the
//! same.

pub(crate) mod normal;
pub(crate) mod requirements;

use cleave_base_db::Db;
use cleave_hir::{DeclKind, Expr, ExprId, Path, TemplateParamKind, TypeRef};
use cleave_lang::{Builtin, Operator};

use crate::code::params::{Level, ParamRef, function_ref, has_own, levels, outer_depth, own_level};
use crate::function::{class_of, parameters};
use crate::lookup::Found;
use crate::{Arg, Context, Entity, Env, Ty, eval};

pub(crate) use crate::template::constraints::normal::order;
pub(crate) use crate::template::constraints::requirements::requires_holds;

/// Whether the own head of a declaration has constraints.
pub(crate) fn is_constrained<'db>(db: &'db dyn Db, decl: crate::DeclRef<'db>) -> bool {
    own_level(db, decl).is_some_and(|level| level.constrained)
}

/// Whether the constraints of a declaration with its arguments are satisfied: those of its own head, and its trailing
/// requires-clause. `None`: not to be known.
#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
pub(crate) fn satisfied<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<bool> {
    let _level = crate::engine::depth::Level::enter();
    let decl = entity.decl(db);
    let from = outer_depth(db, decl);
    let heads = heads_satisfied(db, entity, from);
    match heads {
        Some(false) => Some(false),
        heads => and(heads, trailing(db, entity)),
    }
}

/// The same as [`satisfied`]; asks no query of what has no constraints.
pub(crate) fn holds<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<bool> {
    let decl = entity.decl(db);
    let constrained = match own_level(db, decl) {
        Some(level) => level.constrained,
        None => function_ref(db, decl).is_some_and(|f| f.requires.is_some()),
    };
    match constrained {
        true => satisfied(db, entity),
        false => Some(true),
    }
}

/// The same with the heads of all levels from `base` on.
pub(super) fn satisfied_from<'db>(db: &'db dyn Db, entity: Entity<'db>, base: u32) -> Option<bool> {
    let decl = entity.decl(db);
    let all = levels(db, decl);
    let open = all.get(base as usize..).unwrap_or_default();
    if has_own(all, decl) && open.iter().all(|level| !level.constrained) {
        return Some(true);
    }
    let own = outer_depth(db, decl);
    if base >= own {
        return satisfied(db, entity);
    }
    and(heads_satisfied(db, entity, base), satisfied(db, entity))
}

fn and(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (Some(true), Some(true)) => Some(true),
        _ => None,
    }
}

fn heads_satisfied<'db>(db: &'db dyn Db, entity: Entity<'db>, from: u32) -> Option<bool> {
    let mut known = Some(true);
    for (at, level) in levels(db, entity.decl(db))
        .iter()
        .enumerate()
        .skip(from as usize)
    {
        known = and(known, level_satisfied(db, entity, level, at as u32));
        if known == Some(false) {
            break;
        }
    }
    known
}

/// The type-constraint of a template parameter.
pub(crate) fn constraint_of<'db>(
    level: &Level<'db>,
    db: &'db dyn Db,
    param: ParamRef<'db>,
) -> Option<&'db Path> {
    match param {
        ParamRef::Written(p) => match &p.kind {
            TemplateParamKind::Type { constraint, .. } => constraint.as_ref(),
            TemplateParamKind::Value { ty, .. } => match &level.code(db)?[*ty] {
                TypeRef::Auto(constraint) => constraint.as_ref(),
                _ => None,
            },
            TemplateParamKind::Template { .. } => None,
        },
        ParamRef::Invented(constraint, _) => constraint,
    }
}

fn level_satisfied<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    level: &Level<'db>,
    at: u32,
) -> Option<bool> {
    if !level.constrained {
        return Some(true);
    }
    let requires = level.written(db).and_then(|h| h.requires);
    let params = level.params(db);
    let constrained = |p: &ParamRef<'db>| constraint_of(level, db, *p).is_some();
    if requires.is_none() && !params.iter().any(constrained) {
        return Some(true);
    }
    let env = entity.env(db).and_then(|e| e.truncated(db, at + 1));
    let mut cx = Context::of(db, Entity::new(db, level.decl, env))?;
    cx.modes.in_head = level.decl.is_class(db);
    let mut known = Some(true);
    for (i, param) in params.into_iter().enumerate() {
        let Some(path) = constraint_of(level, db, param) else {
            continue;
        };
        let args = match cx.binding(at, i as u32)? {
            Arg::Pack(all) => all.into_vec(),
            arg => vec![arg],
        };
        for arg in args {
            // `C auto N`: the constraint is on its type.
            let arg = match arg {
                Arg::Value(c) => Arg::Type(c.ty(db)),
                arg => arg,
            };
            known = and(known, type_constraint(&mut cx, path, arg));
            if known == Some(false) {
                return known;
            }
        }
    }
    match requires {
        Some(e) => and(known, expression(&mut cx, e)),
        None => known,
    }
}

fn trailing<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<bool> {
    let Some(written) = function_ref(db, entity.decl(db)) else {
        return Some(true);
    };
    let Some(e) = written.requires else {
        return Some(true);
    };
    let Some(parameters) = parameters(db, entity) else {
        return Some(false);
    };
    let mut cx = Context::of(db, entity)?;
    if let Some(closure) = entity.decl(db).closure(db) {
        crate::class::closure::enter(&mut cx, closure);
    } else if let Some(class) = class_of(db, entity) {
        cx.scopes.this = Some(class.qualified(db, written.quals));
    }
    cx.declare_parameters(written, &parameters.types, &parameters.from);
    expression(&mut cx, e)
}

/// Whether a type-constraint holds for an argument ([temp.param]/4, [dcl.spec.auto]).
pub(crate) fn type_constraint<'db>(
    cx: &mut Context<'db>,
    constraint: &Path,
    arg: Arg<'db>,
) -> Option<bool> {
    let concept = concept_of(cx, constraint)?;
    with_problems(cx, |cx| {
        let args = constraint_args(cx, concept, constraint, arg)?;
        concept_satisfied(cx.db, concept.specialize(cx.db, args))
    })
}

/// The arguments of a concept in a type-constraint: what it constrains is the first.
fn constraint_args<'db>(
    cx: &mut Context<'db>,
    concept: Entity<'db>,
    constraint: &Path,
    arg: Arg<'db>,
) -> Option<Vec<Arg<'db>>> {
    let db = cx.db;
    let written = constraint.args.as_deref().unwrap_or_default();
    let args = cx.template_args_after(concept, vec![arg], written)?;
    match args.iter().any(|a| a.has_error(db)) {
        true => None,
        false => Some(args),
    }
}

/// Tries something that may record problems: then it is not satisfied.
fn with_problems<'db>(
    cx: &mut Context<'db>,
    f: impl FnOnce(&mut Context<'db>) -> Option<bool>,
) -> Option<bool> {
    let problems = cx.problems.len();
    let unknown = std::mem::replace(&mut cx.unknown, false);
    let result = cx.with_mode(|m| &mut m.substitution, true, f);
    let failed = cx.problems.len() > problems;
    cx.problems.truncate(problems);
    cx.unknown = unknown;
    match failed {
        true => Some(false),
        false => result,
    }
}

/// The concept that a path names.
pub(crate) fn concept_of<'db>(cx: &mut Context<'db>, path: &Path) -> Option<Entity<'db>> {
    let db = cx.db;
    let problems = cx.problems.len();
    let found = match path.is_unqualified() {
        true => cx.lookup(&path.name),
        false => cx.lookup_path(path),
    };
    cx.problems.truncate(problems);
    match found {
        Found::Entities { set, .. } => match set[..] {
            [only] if matches!(only.hir(db)?.kind, DeclKind::Concept(_)) => Some(only),
            _ => None,
        },
        _ => None,
    }
}

/// Whether a concept holds for its arguments. `None`: not to be known.
#[salsa::tracked(returns(copy), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
pub(crate) fn concept_satisfied<'db>(db: &'db dyn Db, concept: Entity<'db>) -> Option<bool> {
    let _level = crate::engine::depth::Level::enter();
    if concept
        .env(db)
        .is_some_and(|e: Env<'db>| e.is_dependent(db))
    {
        return None;
    }
    let DeclKind::Concept(e) = concept.hir(db)?.kind else {
        return None;
    };
    let mut cx = Context::of(db, concept)?;
    expression(&mut cx, e)
}

/// Whether a constraint-expression is satisfied: conjunctions and disjunctions left to right.
pub(crate) fn expression<'db>(cx: &mut Context<'db>, e: ExprId) -> Option<bool> {
    let db = cx.db;
    if cx.depth > 300 {
        return None;
    }
    let code = cx.code;
    match &code[e] {
        Expr::Paren(inner) => expression(cx, *inner),
        Expr::Binary(op @ (Operator::LogicalAnd | Operator::LogicalOr), ..) => junction(cx, *op, e),
        Expr::Requires(params, requirements) => requires_holds(cx, params, requirements),
        Expr::Path(path) => match concept_of(cx, path) {
            Some(concept) => with_problems(cx, |cx| {
                let written = path.args.as_deref().unwrap_or_default();
                let args = cx.template_args(concept, written)?;
                match args.iter().any(|a| a.has_error(db)) {
                    true => None,
                    false => concept_satisfied(db, concept.specialize(db, args)),
                }
            }),
            None => atomic(cx, e),
        },
        _ => atomic(cx, e),
    }
}

/// A chain of one operator, leaning to the left.
fn junction<'db>(cx: &mut Context<'db>, op: Operator, e: ExprId) -> Option<bool> {
    let mut parts = Vec::new();
    let mut at = e;
    while let Expr::Binary(o, left, right) = cx.code[at]
        && o == op
    {
        parts.push(right);
        at = left;
    }
    parts.push(at);
    let decides = op == Operator::LogicalOr;
    let mut known = true;
    for part in parts.into_iter().rev() {
        cx.depth += 1;
        let holds = expression(cx, part);
        cx.depth -= 1;
        match holds {
            Some(holds) if holds == decides => return Some(decides),
            Some(_) => {}
            None => known = false,
        }
    }
    known.then_some(!decides)
}

fn atomic<'db>(cx: &mut Context<'db>, e: ExprId) -> Option<bool> {
    let db = cx.db;
    let to = Ty::builtin(db, Builtin::Bool);
    cx.with_mode(
        |m| &mut m.in_type,
        false,
        |cx| {
            with_problems(cx, |cx| match eval::constant_expression(cx, e, Some(to)) {
                Ok(value) => value.as_int(db).map(|n| n != 0),
                Err(_) => None,
            })
        },
    )
}
