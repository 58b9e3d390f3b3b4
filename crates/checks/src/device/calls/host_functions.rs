//! Functions of the host that device code calls in whatever way: as members, operators, conversions, constructors and
//! destructors, as typed code names them (reference: spaces, Calls between spaces). Calls of virtual and of constexpr functions are
//! reported where they stand; the others once everything has been read and nothing is wrong, of functions that are compiled for the
//! device.
//!
//! Of templates the instances are looked at that the program makes: what they call is reported with the chain of what asked for
//! them where it stands. Calls of inline functions are reported where they stand as well (20014).

use std::cell::{Cell, OnceCell, RefCell};

use cleave_base_db::Db;
use cleave_codes::{Code, codes};
use cleave_cuda::ExecutionSpace;
use cleave_names::item_id_of_node;
use cleave_odr_use::pieces;
use cleave_odr_use::program::Program;
use cleave_odr_use::reached::{Reached, constants, manifest, reached};
use cleave_odr_use::{is_used, used, used_of};
use cleave_typing::flow::is_constexpr;
use cleave_typing::function::definition;
use cleave_typing::thir::{ExprId, ExprKind, Typed};
use cleave_typing::{DeclRef, Entity, check, display, eval, program};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::Finding;
use crate::device::calls::callees::bare;
use crate::device::calls::caller::{Behind, Caller, Order};
use crate::device::calls::emitted;
use crate::engine::chain::chain;
use crate::engine::entities::{declared, execution_space};
use crate::engine::nondependent::Nondependent;
use crate::engine::source::{Sink, Source};
use crate::engine::suppression;

/// How many lambdas and members of local classes of one function are looked at.
const LIMIT: usize = 4096;

/// Calls in the item's functions. What was found of the same calls by other means is replaced.
pub(crate) fn check<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let mut found = Vec::new();
    for entity in program::bodies(s.db, item_id_of_node(s.db, s.item)) {
        if display::template_depth(s.db, entity) > 0 {
            continue;
        }
        let emitted = is_used(s.db, entity);
        function(s, entity, entity, emitted, &mut found);
    }
    suppression::replace(out, found, |f, g| f.at_end == g.at_end);
}

/// What is said of calls of `constexpr` functions of the host.
const OF_CONSTANTS: [Code; 3] = [
    codes::H_G_ILLEGAL_CALL_CONSTEXPR,
    codes::H_D_ILLEGAL_CALL_CONSTEXPR,
    codes::H_HD_ILLEGAL_CALL_CONSTEXPR,
];

/// Calls in the instances of the item's templates.
pub(crate) fn instances<'db>(s: &Source<'db>, out: &mut Sink<'db>) {
    let instances = &used_of(s.db, item_id_of_node(s.db, s.item)).instances;
    let mut once = FxHashSet::default();
    for &(entity, _) in instances {
        if entity.decl(s.db).closure(s.db).is_some() || !entity.is_function(s.db) {
            continue;
        }
        let Some(own) = definition(s.db, entity) else {
            continue;
        };
        let mut found = unconfigured(s, own);
        let plain = |g: &&Finding<'db>| g.contexts.is_empty();
        found.retain(|f| {
            let mut reported = out.iter().filter(plain);
            !reported.any(|g| g.code == f.code && g.at == f.at)
        });
        function(s, entity, own, true, &mut found);
        if found.is_empty() {
            continue;
        }
        let contexts = chain(s.db, &used(s.db, s.file).chain(s.db, entity));
        let nondependent = Nondependent::of(s, own);
        for mut f in found {
            // A constant call that does not depend on template arguments is one for all instances.
            let is_constant = OF_CONSTANTS.contains(&f.code) && !f.at_end && f.item.is_none();
            if is_constant && nondependent.contain(f.at) {
                if once.insert((f.code, f.at)) {
                    f.reported_last = true;
                    out.push(f);
                }
                continue;
            }
            let asked = contexts.last().map(|(_, item, token)| (*item, *token));
            match f.at_end {
                true => f.asked = asked,
                // What closures stand around is known last, and nothing is said of what asked for it.
                false if f.while_right && f.reported_last => {}
                false => {
                    f.contexts = contexts.clone();
                    f.reported_last = true;
                }
            }
            out.push(f);
        }
    }
}

/// Kernels that an instance calls as if they were functions.
fn unconfigured<'db>(s: &Source<'db>, own: Entity<'db>) -> Vec<Finding<'db>> {
    let db = s.db;
    let Some(typed) = check::body(db, own).filter(|t| !t.dependent) else {
        return Vec::new();
    };
    let item = item_id_of_node(db, s.item);
    let calls = reached(typed).into_iter().filter_map(|r| {
        let expr = typed.exprs.get(r.expr.0 as usize)?;
        let ExprKind::Call { callee, .. } = expr.kind else {
            return None;
        };
        let kernel = execution_space(s, callee).is_kernel() && expr.site.code.item == item;
        let (tokens, _) = program::place(db, expr.site).filter(|_| kernel)?;
        Some(
            Finding::new(codes::CALL_CONFIGURATION_MISMATCH, tokens.start)
                .text("__global__")
                .text("must"),
        )
    });
    calls.collect()
}

/// Calls in one function, whose code is that of `own`.
fn function<'db>(
    s: &Source<'db>,
    entity: Entity<'db>,
    own: Entity<'db>,
    emitted: bool,
    out: &mut Sink<'db>,
) {
    let db = s.db;
    let Some((index, decl)) = declared(s, own) else {
        return;
    };
    let space = s.merged(index).space;
    let emitted = emitted || emitted::is_emitted(s, decl.name_tokens.start);
    let instance = own.env(db).is_some();
    let behind = RefCell::default();
    let outer = Outer {
        instance,
        behind: &behind,
    };
    if space.on_device() {
        let name = decl.name.clone();
        code(s, (entity, own), name, space, (emitted, 0, outer), out);
    }
    // Lambdas in it and the members of its classes have code of their own. They are compiled where something calls them.
    let mut next = vec![own];
    let mut seen = FxHashSet::default();
    let mut instances = 0;
    let generic = OnceCell::new();
    while let (Some(around), true) = (next.pop(), seen.len() < LIMIT) {
        let Some(typed) = check::body(db, around).filter(|t| !t.dependent) else {
            continue;
        };
        let closures = typed.exprs.iter().filter_map(|x| match &x.kind {
            ExprKind::Lambda(closure, _) if x.evaluated => Some(closure.operator(db)),
            _ => None,
        });
        let closures = closures.flat_map(|operator| match operator.is_template(db) {
            true => {
                let all = generic.get_or_init(|| instances_of_closures(s));
                all.get(&operator.decl(db)).cloned().unwrap_or_default()
            }
            false => vec![operator],
        });
        let calls = OnceCell::new();
        for inner in closures.chain(pieces::local_members(db, around)) {
            let space = execution_space(s, inner);
            let name = bare(db, inner).filter(|_| space.on_device() && seen.insert(inner));
            if let Some(name) = name {
                let calls = calls.get_or_init(|| calls_of_closures(db, typed));
                let is_folded = calls.get(&inner).is_some_and(|known| *known);
                let emitted = is_used(db, inner) && !is_folded;
                let is_instance = is_instance(db, inner);
                instances += u32::from(is_instance);
                let group = if is_instance { instances } else { 0 };
                let mut found = Vec::new();
                let how = (emitted, group, outer);
                code(s, (inner, inner), name, space, how, &mut found);
                if is_instance && !found.is_empty() {
                    asked(s, used(s.db, s.file), inner, &mut found);
                }
                out.extend(found);
                next.push(inner);
            }
        }
    }
    let body = decl.function.as_ref().and_then(|f| f.body.tokens());
    let end = body.and_then(|body| body.end.checked_sub(1));
    let mut behind = behind.into_inner();
    behind.sort_by_key(|(order, _)| *order);
    // Where closures stand in it that is known last.
    let has_closures = !seen.is_empty();
    for (_, found) in &mut behind {
        found.reported_last = has_closures;
    }
    out.extend(
        behind
            .into_iter()
            .map(|(order, found)| found.while_right(end.unwrap_or(order.token))),
    );
}

/// The instances of generic closures' call operators that the program makes, by the operators.
fn instances_of_closures<'db>(s: &Source<'db>) -> FxHashMap<DeclRef<'db>, Vec<Entity<'db>>> {
    let mut out: FxHashMap<_, Vec<_>> = FxHashMap::default();
    for &(instance, _) in &used_of(s.db, item_id_of_node(s.db, s.item)).instances {
        if is_instance(s.db, instance) {
            out.entry(instance.decl(s.db)).or_default().push(instance);
        }
    }
    out
}

/// The call operators of closures that some code calls, and whether the value of each such call is known: then nothing is left to run.
fn calls_of_closures<'db>(db: &'db dyn Db, typed: &Typed<'db>) -> FxHashMap<Entity<'db>, bool> {
    let mut out = FxHashMap::default();
    for (n, expr) in (0..).zip(&typed.exprs) {
        if let ExprKind::Call { callee, .. } = &expr.kind
            && callee.decl(db).closure(db).is_some()
        {
            let known = out.entry(*callee).or_insert(true);
            *known = *known && eval::evaluate(db, *callee, typed, ExprId(n)).is_ok();
        }
    }
    out
}

/// Whether a call operator is an instance of a generic closure's.
fn is_instance<'db>(db: &'db dyn Db, operator: Entity<'db>) -> bool {
    let closure = operator.decl(db).closure(db);
    closure.is_some_and(|closure| closure.env != operator.env(db))
}

/// What is found in an instance of a generic closure's call operator is reported where it is asked for, if that stands in the same
/// function, with what asked for it.
pub(crate) fn asked<'db>(
    s: &Source<'db>,
    program: &Program<'db>,
    instance: Entity<'db>,
    found: &mut [Finding<'db>],
) {
    let contexts = chain(s.db, &program.chain(s.db, instance));
    let Some((_, item, token)) = contexts.last() else {
        return;
    };
    for f in found.iter_mut() {
        if f.at_end {
            f.asked = Some((*item, *token));
            continue;
        }
        match *item == item_id_of_node(s.db, s.item) {
            true => f.reported_at = Some(*token),
            false => f.reported_last = true,
        }
        f.contexts = contexts.clone();
    }
}

/// The function around.
#[derive(Clone, Copy)]
struct Outer<'o, 'db> {
    /// It is an instance of a template.
    instance: bool,
    /// What is reported at the end of its body.
    behind: &'o Behind<'db>,
}

/// Calls in the code of a function, a lambda or a member of a local class, whose code is that of `own`.
fn code<'db>(
    s: &Source<'db>,
    (entity, own): (Entity<'db>, Entity<'db>),
    name: String,
    space: ExecutionSpace,
    (emitted, group, outer): (bool, u32, Outer<'_, 'db>),
    out: &mut Sink<'db>,
) {
    let db = s.db;
    let Some(typed) = check::body(db, own).filter(|t| !t.dependent) else {
        return;
    };
    let start = declared(s, own).map_or(0, |(_, decl)| decl.name_tokens.start);
    let caller = Caller {
        s,
        name,
        entity,
        typed,
        space,
        emitted,
        instance: outer.instance,
        behind: outer.behind,
        home: item_id_of_node(db, s.item),
        implicit: None,
        elsewhere: None,
        last: Cell::new(Some(start)),
        place: Cell::new(None),
        order: Cell::new(Order::of_group(group)),
        runs: Cell::new(0),
    };
    caller.walk(out);
    caller.last.set(None);
    // Constants are computed while compiling, which functions of the device may not do by those of the host either.
    for r in constants(typed) {
        let callee = match typed.exprs.get(r.expr.0 as usize).map(|e| &e.kind) {
            Some(ExprKind::Call { callee, .. }) => *callee,
            // A constant that is made of nothing is left alone.
            Some(ExprKind::Construct(callee, args)) => {
                let constant = r.local.and_then(|l| typed.locals.get(l.0 as usize));
                let written = |e: &ExprId| {
                    let kind = typed.exprs.get(e.0 as usize).map(|x| &x.kind);
                    !matches!(kind, Some(ExprKind::DefaultArgument(..)))
                };
                if constant.is_some_and(|l| l.is_constexpr) && !args.iter().any(written) {
                    continue;
                }
                *callee
            }
            _ => continue,
        };
        if is_constexpr(db, callee) {
            caller.expression(r, out);
        }
    }
    // So are bounds, template arguments, enumerators, assertions and labels.
    let mut reported = FxHashSet::default();
    for e in manifest(typed) {
        let ExprKind::Call { callee, .. } = &typed.exprs[e.0 as usize].kind else {
            continue;
        };
        let constexpr = is_constexpr(db, *callee);
        if constexpr && reported.insert((typed.exprs[e.0 as usize].site, *callee)) {
            let place = Reached {
                expr: e,
                local: None,
            };
            caller.expression(place, out);
        }
    }
    if let Some((_, decl)) = declared(s, own) {
        caller.parts(decl.name_tokens.start);
    }
}
