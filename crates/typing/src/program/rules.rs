//! What is wrong with the code of an item.
//!
//! Granularity: [`problems`] is per item and reads the typed code of its functions and initialisers, each a query of its own.

use crate::Entity;
use crate::declarations::written_types::types_of_declarations;
use crate::engine::depth;
use crate::program::bodies;
use crate::program::bodies::uninitialized;
use crate::program::defaults;
use crate::program::functions;
use crate::program::instances::Extent;
use crate::program::local_members;
use crate::thir::{ExprKind, Typed};
use crate::{At, Problem, Site, check};
use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_names::ItemId;
use rustc_hash::FxHashSet;

/// Rules over the declarations of an item.
pub(crate) type Rules = for<'db> fn(&'db dyn Db, ItemId<'db>) -> Vec<Problem<'db>>;

/// The rules behind [`problems`] that do not read typed code alone, in the order in which they speak.
const RULES: &[Rules] = &[
    crate::redeclarations::kinds::problems,
    crate::redeclarations::types::problems,
    crate::declarations::bases::problems,
    crate::eval::problems,
    crate::redeclarations::members::problems,
    crate::declarations::templates::problems,
    crate::declarations::delegation::problems,
    crate::declarations::using::problems,
    crate::declarations::tags::problems,
    crate::declarations::concepts::problems,
    crate::declarations::own_construction::problems,
    crate::declarations::deduction_guides::problems,
    crate::declarations::enumerations::problems,
    crate::declarations::placeholders::problems,
    crate::declarations::overriding::problems,
    crate::redeclarations::agreement::problems,
    crate::declarations::template_heads::problems,
    crate::redeclarations::c_linkage::problems,
    crate::flow::ends::problems,
    crate::flow::constexpr_bodies::problems,
    crate::declarations::conversion_functions::problems,
    crate::declarations::static_members::problems,
    crate::declarations::written_types::problems,
    crate::declarations::literal_operators::problems,
    crate::declarations::comparisons::problems,
    crate::declarations::unions::problems,
    crate::declarations::alignments::problems,
    crate::declarations::flexible_arrays::problems,
    crate::declarations::literal_types::problems,
    crate::declarations::returned::problems,
    crate::redeclarations::definitions::problems,
    crate::redeclarations::used_names::problems,
];

/// What types that are read more than once say each time.
const AGAIN: [codes::Code; 4] = [
    codes::INACCESSIBLE_ENTITY,
    codes::TYPENAME_MISSING,
    codes::AUTO_NOT_ALLOWED,
    codes::QUALIFIED_NAME_REQUIRED,
];

/// What is wrong with the code of an item, and with what it instantiates as far as `extent` says. Nothing is said of what could not be
/// typed.
#[salsa::tracked(returns(deref))]
pub fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>, extent: Extent) -> Box<[Problem<'db>]> {
    let mut out = Vec::new();
    for entity in bodies(db, item) {
        if let Some(typed) = check::body(db, entity) {
            found_in(db, typed, 0, &mut out);
        }
        for member in local_members(db, entity) {
            if let Some(typed) = check::body(db, member) {
                found_in(db, typed, 0, &mut out);
            }
        }
    }
    for entity in uninitialized(db, item) {
        if let Some(typed) = check::body(db, entity) {
            found_in(db, typed, 0, &mut out);
        }
    }
    for entity in functions(db, item) {
        for param in 0..defaults(db, entity) {
            if let Some(typed) = check::default_argument(db, entity, param) {
                found_in(db, typed, 0, &mut out);
            }
        }
    }
    for rules in RULES {
        // What has no end is silent; the walk over the instances says so.
        out.extend(depth::outermost(db, Vec::new, || rules(db, item)));
    }
    let instances = crate::program::instances::problems(db, item, extent);
    if instances
        .iter()
        .any(|p| p.code == codes::EXCESSIVE_INSTANTIATION_RECURSION)
    {
        // That it has no end is why a constant has no value.
        out.retain(|p| p.code != codes::EXPR_NOT_CONSTANT);
    }
    out.extend(instances);
    once(&mut out, |p| AGAIN.contains(&p.code) || p.is_misfit());
    out.into()
}

/// Says each of some problems once: types are read more than once.
pub(crate) fn once<'db>(out: &mut Vec<Problem<'db>>, which: impl Fn(&Problem<'db>) -> bool) {
    let mut seen: FxHashSet<(codes::Code, Site<'db>, At<'db>)> = FxHashSet::default();
    out.retain(|p| !which(p) || seen.insert((p.code, p.site, p.at)));
}

/// How deep lambdas may be nested.
pub(crate) const DEPTH: u32 = 64;

/// The variables that are operands of `decltype` in the types of an item's declarations, each with the place of its name
/// ([dcl.type.decltype]/1). Those of bodies typed code has.
pub fn decltype_operands<'db>(
    db: &'db dyn Db,
    item: ItemId<'db>,
) -> &'db [(Site<'db>, Entity<'db>)] {
    &types_of_declarations(db, item).decltypes
}

/// What was found in typed code, and in the lambdas that stand in it.
fn found_in<'db>(db: &'db dyn Db, typed: &Typed<'db>, depth: u32, out: &mut Vec<Problem<'db>>) {
    out.extend(typed.problems.iter().cloned());
    out.extend(typed.warnings.iter().cloned());
    let mut seen = FxHashSet::default();
    for expr in &typed.exprs {
        let ExprKind::Lambda(closure, _) = &expr.kind else {
            continue;
        };
        if depth > DEPTH || !seen.insert(expr.site) {
            continue;
        }
        // Whether the copy of an object can be changed does not always follow from the object.
        let copies = |c: &cleave_hir::Capture| matches!(c.kind, cleave_hir::CaptureKind::StarThis);
        if closure
            .hir(db)
            .is_none_or(|l| l.captures.iter().any(copies))
        {
            continue;
        }
        if let Some(inner) = check::body(db, closure.operator(db)) {
            found_in(db, inner, depth + 1, out);
        }
    }
}
