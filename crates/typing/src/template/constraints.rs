//! Constraints ([temp.constr]): satisfaction, normal forms, subsumption.

use cleave_base_db::Db;
use cleave_hir::{Code, DeclKind, Expr, ExprId, Path, TemplateParamKind};
use cleave_mangle::{Builtin, Operator};

use crate::function::{canonical, parameters};
use crate::lookup::Found;
use crate::params::{Level, ParamRef, function_ref, levels, own_level};
use crate::{Arg, Context, Entity, Env, Site, Ty, eval};

/// Normal forms grow no larger than this.
const LIMIT: usize = 4_000;

/// A constraint in normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Normal<'db> {
    And(Vec<Normal<'db>>),
    Or(Vec<Normal<'db>>),
    /// An atomic constraint: where it is written, and what the parameters there stand for.
    Atom(Site<'db>, Option<Env<'db>>),
}

/// Whether the constraints of a declaration with its arguments are satisfied. `None`: not to be known.
#[salsa::tracked(returns(copy), cycle_result = |_, _, _| None)]
pub(crate) fn satisfied<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<bool> {
    let decl = entity.decl(db);
    let Some(own) = own_level(db, decl) else {
        return trailing(db, entity);
    };
    let mut known = Some(true);
    let at = levels(db, decl).len() as u32 - 1;
    match level_satisfied(db, entity, own, at) {
        Some(false) => return Some(false),
        None => known = None,
        Some(true) => {}
    }
    match trailing(db, entity) {
        Some(false) => Some(false),
        None => None,
        Some(true) => known,
    }
}

fn level_satisfied<'db>(
    db: &'db dyn Db,
    entity: Entity<'db>,
    level: &Level<'db>,
    at: u32,
) -> Option<bool> {
    let mut known = Some(true);
    for (i, param) in level.params(db).into_iter().enumerate() {
        let constraint = match param {
            ParamRef::Written(p) => match &p.kind {
                TemplateParamKind::Type { constraint, .. } => constraint.as_ref(),
                _ => None,
            },
            ParamRef::Invented(constraint, _) => constraint,
        };
        let Some(path) = constraint else { continue };
        let mut cx = Context::of(db, entity)?;
        let args = match cx.binding(at, i as u32) {
            Some(Arg::Pack(all)) => all.to_vec(),
            Some(arg) => vec![arg],
            None => return None,
        };
        for arg in args {
            match constrained(&mut cx, path, arg) {
                Some(false) => return Some(false),
                None => known = None,
                Some(true) => {}
            }
        }
    }
    if let Some(e) = level.written(db).and_then(|h| h.requires) {
        let mut cx = Context::of(db, entity)?;
        match expression(&mut cx, e) {
            Some(false) => return Some(false),
            None => known = None,
            Some(true) => {}
        }
    }
    known
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
    cx.declare_parameters(written, &parameters.types, &parameters.from);
    expression(&mut cx, e)
}

/// Whether a type-constraint holds for an argument ([temp.param]/4).
pub(crate) fn constrained<'db>(
    cx: &mut Context<'db>,
    constraint: &Path,
    arg: Arg<'db>,
) -> Option<bool> {
    let db = cx.db;
    let concept = concept_of(cx, constraint)?;
    let mut args = vec![arg];
    if let Some(written) = &constraint.args {
        args.extend(cx.loose_args(written));
    }
    let args = pack_up(db, concept, args)?;
    concept_satisfied(db, concept.specialize(db, args))
}

fn concept_of<'db>(cx: &mut Context<'db>, path: &Path) -> Option<Entity<'db>> {
    let db = cx.db;
    let found = match path.is_unqualified() {
        true => cx.lookup(&path.name),
        false => cx.lookup_path(path),
    };
    match found {
        Found::Entities { set, .. } => match set[..] {
            [only] if matches!(only.hir(db)?.kind, DeclKind::Concept(_)) => Some(only),
            _ => None,
        },
        _ => None,
    }
}

/// Loose arguments by the parameters of a concept: a pack takes the rest, defaults are filled in.
fn pack_up<'db>(
    db: &'db dyn Db,
    concept: Entity<'db>,
    args: Vec<Arg<'db>>,
) -> Option<Vec<Arg<'db>>> {
    let decl = concept.decl(db);
    let level = own_level(db, decl)?;
    let mut args = args.into_iter();
    let mut out: Vec<Arg<'db>> = Vec::new();
    for (i, param) in level.params(db).into_iter().enumerate() {
        if param.is_pack() {
            out.push(Arg::Pack(args.by_ref().collect()));
            continue;
        }
        match args.next() {
            Some(arg) => out.push(arg),
            None => {
                let env = Env::make(db, concept.env(db), out.clone());
                let default = crate::resolve::default_arg(db, decl, i as u32, Some(env))?;
                out.push(default.clone()?);
            }
        }
    }
    Some(out)
}

/// Whether a concept holds for its arguments. `None`: not to be known.
#[salsa::tracked(returns(copy), cycle_result = |_, _, _| None)]
pub fn concept_satisfied<'db>(db: &'db dyn Db, concept: Entity<'db>) -> Option<bool> {
    let _level = crate::depth::Level::enter()?;
    if concept.env(db).is_some_and(|e| e.is_dependent(db)) {
        return None;
    }
    let DeclKind::Concept(e) = concept.hir(db)?.kind else {
        return None;
    };
    let mut cx = Context::of(db, concept)?;
    expression(&mut cx, e)
}

/// Whether a constraint-expression is satisfied: its conjunctions and disjunctions left to right, a substitution failure in
/// an atomic constraint means no ([temp.constr.atomic]).
pub(crate) fn expression<'db>(cx: &mut Context<'db>, e: ExprId) -> Option<bool> {
    let db = cx.db;
    match &cx.code[e] {
        Expr::Paren(inner) => {
            let inner = *inner;
            expression(cx, inner)
        }
        Expr::Binary(Operator::LogicalAnd, a, b) => {
            let (a, b) = (*a, *b);
            match expression(cx, a)? {
                false => Some(false),
                true => expression(cx, b),
            }
        }
        Expr::Binary(Operator::LogicalOr, a, b) => {
            let (a, b) = (*a, *b);
            match expression(cx, a)? {
                true => Some(true),
                false => expression(cx, b),
            }
        }
        Expr::Path(path) if path.args.is_some() => {
            let problems = cx.problems.len();
            if let Some(concept) = concept_of(cx, path)
                && let Some(written) = &path.args
            {
                return match cx.template_args(concept, written) {
                    Some(args) if args.iter().any(|a| a.has_error(db)) => None,
                    Some(args) => concept_satisfied(db, concept.specialize(db, args)),
                    None => {
                        cx.problems.truncate(problems);
                        Some(false)
                    }
                };
            }
            atomic(cx, e)
        }
        _ => atomic(cx, e),
    }
}

fn atomic<'db>(cx: &mut Context<'db>, e: ExprId) -> Option<bool> {
    let db = cx.db;
    let problems = std::mem::take(&mut cx.problems);
    let to = Ty::builtin(db, Builtin::Bool);
    let result = eval::constant_expression(cx, e, Some(to));
    let failed = !cx.problems.is_empty();
    cx.problems = problems;
    match result {
        Ok(value) => value.as_int(db).map(|n| n != 0),
        Err(_) if failed => Some(false),
        Err(eval::Failure::NotConstant(_)) => Some(false),
        Err(eval::Failure::Unknown) => None,
    }
}

/// Whether the constraints of `a` subsume those of `b`, and not the other way round ([temp.constr.order]).
pub(crate) fn more_constrained<'db>(db: &'db dyn Db, a: Entity<'db>, b: Entity<'db>) -> bool {
    let (x, y) = (normal(db, a), normal(db, b));
    match (x, y) {
        (Some(x), Some(y)) => subsumes(&x, &y) && !subsumes(&y, &x),
        _ => false,
    }
}

/// The associated constraints of a template in normal form.
fn normal<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<Normal<'db>> {
    let decl = entity.decl(db);
    let env = crate::params::full_env(db, decl, entity.env(db));
    let owner = Entity::new(db, decl, env);
    let mut all = Vec::new();
    if let Some(level) = own_level(db, decl) {
        let at = levels(db, decl).len() as u32 - 1;
        for (i, param) in level.params(db).into_iter().enumerate() {
            let constraint = match param {
                ParamRef::Written(p) => match &p.kind {
                    TemplateParamKind::Type { constraint, .. } => constraint.as_ref(),
                    _ => None,
                },
                ParamRef::Invented(constraint, _) => constraint,
            };
            let Some(path) = constraint else { continue };
            let mut cx = Context::of(db, owner)?;
            let arg = env?.arg(db, at, i as u32)?.clone();
            let arg = match arg {
                Arg::Pack(pack) => match &*pack {
                    [Arg::Expansion(of)] => (**of).clone(),
                    _ => Arg::Pack(pack),
                },
                arg => arg,
            };
            let concept = concept_of(&mut cx, path)?;
            let mut args = vec![arg];
            if let Some(written) = &path.args {
                args.extend(cx.loose_args(written));
            }
            let args = pack_up(db, concept, args)?;
            all.push(normal_concept(db, concept.specialize(db, args), 0)?);
        }
        if let Some(e) = level.written(db).and_then(|h| h.requires) {
            let mut cx = Context::of(db, owner)?;
            all.push(normal_expr(&mut cx, e, 0)?);
        }
    }
    if let Some(e) = function_ref(db, decl).and_then(|f| f.requires) {
        let mut cx = Context::of(db, owner)?;
        all.push(normal_expr(&mut cx, e, 0)?);
    }
    Some(Normal::And(all))
}

fn normal_concept<'db>(db: &'db dyn Db, concept: Entity<'db>, depth: u32) -> Option<Normal<'db>> {
    let DeclKind::Concept(e) = concept.hir(db)?.kind else {
        return None;
    };
    let decl = canonical(db, concept.decl(db));
    let mut cx = Context::of(db, Entity::new(db, decl, concept.env(db)))?;
    normal_expr(&mut cx, e, depth + 1)
}

fn normal_expr<'db>(cx: &mut Context<'db>, e: ExprId, depth: u32) -> Option<Normal<'db>> {
    if depth > 100 {
        return None;
    }
    let db = cx.db;
    let code: &'db Code = cx.code;
    match &code[e] {
        Expr::Paren(inner) => normal_expr(cx, *inner, depth + 1),
        Expr::Binary(Operator::LogicalAnd, a, b) => Some(Normal::And(vec![
            normal_expr(cx, *a, depth + 1)?,
            normal_expr(cx, *b, depth + 1)?,
        ])),
        Expr::Binary(Operator::LogicalOr, a, b) => Some(Normal::Or(vec![
            normal_expr(cx, *a, depth + 1)?,
            normal_expr(cx, *b, depth + 1)?,
        ])),
        Expr::Path(path) if path.args.is_some() => {
            if let Some(concept) = concept_of(cx, path) {
                let args = cx.template_args(concept, path.args.as_ref()?)?;
                return normal_concept(db, concept.specialize(db, args), depth);
            }
            Some(Normal::Atom(cx.expr_site(e), cx.env))
        }
        _ => Some(Normal::Atom(cx.expr_site(e), cx.env)),
    }
}

/// Whether `p` subsumes `q`: every disjunctive clause of `p` every conjunctive clause of `q`.
fn subsumes<'db>(p: &Normal<'db>, q: &Normal<'db>) -> bool {
    let (Some(disjunctive), Some(conjunctive)) = (clauses(p, true), clauses(q, false)) else {
        return false;
    };
    (disjunctive.iter()).all(|d| {
        conjunctive
            .iter()
            .all(|c| c.iter().any(|atom| d.contains(atom)))
    })
}

type Clause<'a, 'db> = Vec<(&'a Site<'db>, &'a Option<Env<'db>>)>;

/// The disjunctive (a disjunction of conjunctions) or conjunctive normal form.
fn clauses<'a, 'db>(n: &'a Normal<'db>, disjunctive: bool) -> Option<Vec<Clause<'a, 'db>>> {
    let (parts, joins) = match n {
        Normal::Atom(site, env) => return Some(vec![vec![(site, env)]]),
        Normal::And(parts) => (parts, !disjunctive),
        Normal::Or(parts) => (parts, disjunctive),
    };
    let mut out: Vec<Clause<'a, 'db>> = if joins { Vec::new() } else { vec![Vec::new()] };
    for part in parts {
        let part = clauses(part, disjunctive)?;
        if joins {
            out.extend(part);
        } else {
            let mut product = Vec::new();
            for left in &out {
                for right in &part {
                    let mut clause = left.clone();
                    clause.extend(right.iter().copied());
                    product.push(clause);
                }
            }
            out = product;
        }
        if out.len() > LIMIT {
            return None;
        }
    }
    Some(out)
}
