//! Normal forms and subsumption ([temp.constr.normal], [temp.constr.order]).

use std::cmp::Ordering;

use cleave_base_db::Db;
use cleave_hir::{DeclKind, Expr, ExprId};
use cleave_lang::Operator;

use crate::code::params::{full_env, function_ref, levels, own_level};
use crate::code::unexpanded;
use crate::function::canonical;
use crate::template::constraints::{concept_of, constraint_args, constraint_of};
use crate::{Arg, Context, Entity, Site};

/// Normal forms grow no larger than this.
const LIMIT: usize = 4_000;
/// Concepts in terms of concepts nest no deeper than this.
const DEPTH: u32 = 200;

/// A constraint in normal form.
#[derive(Clone, Debug, PartialEq, Eq, Hash, salsa::SalsaValue)]
pub(crate) enum Normal<'db> {
    And(Vec<Normal<'db>>),
    Or(Vec<Normal<'db>>),
    /// An atomic constraint.
    Atom(Atom<'db>),
}

/// Where an atomic constraint is written, and what the template parameters that occur in it stand for: its parameter mapping.
type Atom<'db> = (Site<'db>, Vec<((u32, u32), Option<Arg<'db>>)>);

/// The more constrained of two declarations: `Less` if it is the first ([temp.constr.order]).
pub(crate) fn order<'db>(db: &'db dyn Db, a: Entity<'db>, b: Entity<'db>) -> Ordering {
    let (Some(x), Some(y)) = (associated(db, a), associated(db, b)) else {
        return Ordering::Equal;
    };
    match (is_none(x), is_none(y)) {
        (true, true) => return Ordering::Equal,
        (false, true) => return Ordering::Less,
        (true, false) => return Ordering::Greater,
        (false, false) => {}
    }
    match (subsumes(x, y), subsumes(y, x)) {
        (true, false) => Ordering::Less,
        (false, true) => Ordering::Greater,
        _ => Ordering::Equal,
    }
}

fn is_none(n: &Normal<'_>) -> bool {
    matches!(n, Normal::And(parts) if parts.is_empty())
}

/// The associated constraints of a template, its own parameters standing for themselves, or of a function that is none.
#[salsa::tracked(returns(as_ref), cycle_initial = |_, _, _| None, cycle_fn = |_, cycle, _, new, _| crate::engine::cycles::settle(cycle, new, || None))]
fn associated<'db>(db: &'db dyn Db, entity: Entity<'db>) -> Option<Normal<'db>> {
    let _level = crate::engine::depth::Level::enter();
    let decl = entity.decl(db);
    let owner = Entity::new(db, decl, full_env(db, decl, entity.env(db)));
    let mut all = Vec::new();
    if let Some(level) = own_level(db, decl) {
        let at = levels(db, decl).len() as u32 - 1;
        let mut cx = Context::of(db, owner)?;
        cx.modes.in_head = decl.is_class(db);
        for (i, param) in level.params(db).into_iter().enumerate() {
            let Some(path) = constraint_of(level, db, param) else {
                continue;
            };
            let arg = match cx.binding(at, i as u32)? {
                Arg::Pack(pack) => match &*pack {
                    [Arg::Expansion(of)] => (**of).clone(),
                    _ => return None,
                },
                arg => arg,
            };
            let concept = concept_of(&mut cx, path)?;
            let args = constraint_args(&mut cx, concept, path, arg)?;
            all.push(concept_normal(db, concept, args, 0)?);
        }
        if let Some(e) = level.written(db).and_then(|h| h.requires) {
            all.push(normal(&mut cx, e, 0)?);
        }
    }
    if let Some(e) = function_ref(db, decl).and_then(|f| f.requires) {
        let mut cx = Context::of(db, owner)?;
        all.push(normal(&mut cx, e, 0)?);
    }
    Some(Normal::And(all))
}

fn concept_normal<'db>(
    db: &'db dyn Db,
    concept: Entity<'db>,
    args: Vec<Arg<'db>>,
    depth: u32,
) -> Option<Normal<'db>> {
    let DeclKind::Concept(e) = concept.hir(db)?.kind else {
        return None;
    };
    let decl = canonical(db, concept.decl(db));
    let template = Entity::new(db, decl, concept.env(db));
    let mut cx = Context::of(db, template.specialize(db, args))?;
    normal(&mut cx, e, depth + 1)
}

fn normal<'db>(cx: &mut Context<'db>, e: ExprId, depth: u32) -> Option<Normal<'db>> {
    if depth > DEPTH {
        return None;
    }
    let db = cx.db;
    let code = cx.code;
    match &code[e] {
        Expr::Paren(inner) => normal(cx, *inner, depth + 1),
        Expr::Binary(op @ (Operator::LogicalAnd | Operator::LogicalOr), ..) => {
            let mut parts = Vec::new();
            let mut at = e;
            while let Expr::Binary(o, left, right) = code[at]
                && o == *op
            {
                parts.push(right);
                at = left;
            }
            parts.push(at);
            let parts: Option<Vec<_>> = (parts.into_iter().rev())
                .map(|part| normal(cx, part, depth + 1))
                .collect();
            Some(match op {
                Operator::LogicalAnd => Normal::And(parts?),
                _ => Normal::Or(parts?),
            })
        }
        Expr::Path(path) => match concept_of(cx, path) {
            Some(concept) => {
                let written = path.args.as_deref().unwrap_or_default();
                let args = cx.template_args(concept, written)?;
                concept_normal(db, concept, args, depth)
            }
            None => Some(atom(cx, e)),
        },
        _ => Some(atom(cx, e)),
    }
}

fn atom<'db>(cx: &mut Context<'db>, e: ExprId) -> Normal<'db> {
    let db = cx.db;
    let all = levels(db, cx.owner.decl(db));
    let mut mapped: Vec<(u32, u32)> = Vec::new();
    unexpanded::all_expr_names(cx.code, e, &mut |name| {
        let found = all.iter().enumerate().rev().find_map(|(level, l)| {
            let (index, _) = l.find(name)?;
            Some((level as u32, index))
        });
        mapped.extend(found);
    });
    mapped.sort_unstable();
    mapped.dedup();
    let mapping = (mapped.into_iter())
        .map(|at| (at, cx.binding(at.0, at.1)))
        .collect();
    Normal::Atom((cx.expr_site(e), mapping))
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

type Clause<'a, 'db> = Vec<&'a Atom<'db>>;

/// The disjunctive (a disjunction of conjunctions) or conjunctive normal form; `None`: it is too large.
fn clauses<'a, 'db>(n: &'a Normal<'db>, disjunctive: bool) -> Option<Vec<Clause<'a, 'db>>> {
    let (parts, joins) = match n {
        Normal::Atom(atom) => return Some(vec![vec![atom]]),
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
