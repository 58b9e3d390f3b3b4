//! In which order the static variables of functions stand among each other: the compiler of the device lays out the shared ones of an entry
//! so. Those of functions that are no instances come first, as these are written; an instance comes behind the instances that it uses.
//! Within a function a block's own come before those of the blocks within it.

use std::sync::Arc;

use cleave_base_db::Db;
use cleave_il::{Symbol, Variable};
use cleave_needed::Emitted;
use cleave_typing::thir::{ExprId, LocalKind, Stmt, StmtId, Typed};
use rustc_hash::{FxHashMap, FxHashSet};

/// A function that is defined, with what it refers to in order.
pub(crate) struct Owner<'db> {
    /// The function.
    pub(crate) what: Emitted<'db>,
    /// Where it is written: its item, whether it is no closure, its token; none for an instance of a template. The functions of closures
    /// are complete before the one around.
    pub(crate) place: Option<(usize, bool, u32)>,
    /// The functions that it refers to.
    pub(crate) functions: Vec<Emitted<'db>>,
    /// The variables that it declares, by name, each with its number among them.
    pub(crate) variables: Vec<(Symbol, usize)>,
}

/// The static variables that a function's code declares, by number: those of a block, then those of the blocks in it.
pub(crate) fn declared<'db>(db: &'db dyn Db, typed: &Typed<'db>) -> FxHashMap<Emitted<'db>, usize> {
    let mut out = FxHashMap::default();
    let mut scopes: Vec<StmtId> = typed.block.into_iter().collect();
    let (mut stmts, mut exprs) = (Vec::new(), Vec::new());
    while let Some(scope) = scopes.pop() {
        let first = scopes.len();
        let below = |s: StmtId, stmts: &mut Vec<StmtId>, exprs: &mut Vec<ExprId>| {
            let from = stmts.len();
            exprs.clear();
            if let Some(stmt) = typed.stmts.get(s.0 as usize) {
                stmt.parts(stmts, exprs);
            }
            stmts[from..].reverse();
        };
        below(scope, &mut stmts, &mut exprs);
        while let Some(s) = stmts.pop() {
            match typed.stmts.get(s.0 as usize) {
                Some(Stmt::Local(l, _)) => {
                    let local = typed.locals.get(l.0 as usize);
                    if let Some(LocalKind::Static(variable)) = local.map(|l| &l.kind) {
                        let number = out.len();
                        out.entry(Emitted::of(db, *variable)).or_insert(number);
                    }
                }
                Some(Stmt::Decls(_) | Stmt::Label(..) | Stmt::Case(..) | Stmt::Default(_)) => {
                    below(s, &mut stmts, &mut exprs);
                }
                _ => scopes.push(s),
            }
        }
        scopes[first..].reverse();
    }
    out
}

/// Whether a variable is one of a function (Itanium C++ ABI 5.1.6).
fn is_local(name: &str) -> bool {
    name.starts_with("_ZZ")
}

/// Whether there is anything to order.
pub(crate) fn has_locals(variables: &[Arc<Variable>]) -> bool {
    variables
        .iter()
        .filter(|v| is_local(&v.name))
        .nth(1)
        .is_some()
}

/// Puts the variables of functions in order, into the places that they have among all. `owners`: as they were met.
pub(crate) fn order(variables: &mut [Arc<Variable>], owners: &[Owner<'_>]) {
    let mut ranks: FxHashMap<&Symbol, (usize, usize)> = FxHashMap::default();
    for (rank, owner) in in_order(owners).into_iter().enumerate() {
        for (name, number) in owner.variables.iter().filter(|v| is_local(&v.0)) {
            ranks.entry(name).or_insert((rank, *number));
        }
    }
    let rank = |v: &Arc<Variable>| ranks.get(&v.name).copied().unwrap_or((usize::MAX, 0));
    let places: Vec<usize> = (0..variables.len())
        .filter(|&at| is_local(&variables[at].name))
        .collect();
    let mut locals: Vec<Arc<Variable>> = places.iter().map(|&at| variables[at].clone()).collect();
    locals.sort_by_key(rank);
    for (at, variable) in places.into_iter().zip(locals) {
        variables[at] = variable;
    }
}

/// The functions: those that are no instances as they are written, then instances, each behind those that it uses. What functions that are
/// no instances use is instantiated first.
fn in_order<'o, 'db>(owners: &'o [Owner<'db>]) -> Vec<&'o Owner<'db>> {
    let by_what: FxHashMap<Emitted<'db>, usize> = owners
        .iter()
        .enumerate()
        .map(|(at, o)| (o.what, at))
        .collect();
    let mut plain: Vec<&Owner<'db>> = owners.iter().filter(|o| o.place.is_some()).collect();
    plain.sort_by_key(|o| o.place);
    let mut out = plain.clone();
    let instances = owners.iter().filter(|o| o.place.is_none());
    let mut seen: FxHashSet<usize> = FxHashSet::default();
    for root in plain.into_iter().chain(instances) {
        // A function, and how many of its functions were looked at.
        let mut stack = vec![(root, 0)];
        if root.place.is_none() && !by_what.get(&root.what).is_some_and(|&at| seen.insert(at)) {
            continue;
        }
        while let Some((owner, at)) = stack.pop() {
            let Some(used) = owner.functions.get(at) else {
                if owner.place.is_none() {
                    out.push(owner);
                }
                continue;
            };
            stack.push((owner, at + 1));
            if let Some(&used) = by_what.get(used)
                && owners[used].place.is_none()
                && seen.insert(used)
            {
                stack.push((&owners[used], 0));
            }
        }
    }
    out
}
