//! What is wrong with the code of an item.
//!
//! Granularity: [`problems`] is per item and reads the typed code of its functions and initialisers, each a query of its own.

use std::cell::OnceCell;

use crate::code::around::template_depth;
use crate::declarations::written_types::types_of_declarations;
use crate::engine::depth;
use crate::flow::functions::{OwnFunction, all_functions};
use crate::program::bodies;
use crate::program::bodies::uninitialized;
use crate::program::bodies::{Declared, local_declarations, user_declarations};
use crate::program::defaults;
use crate::program::functions;
use crate::program::holds::Holds;
use crate::program::instances::Extent;
use crate::program::local_members;
use crate::thir::{ExprKind, Typed};
use crate::{At, Entity, Instantiation, Problem, Site, check};
use cleave_base_db::Db;
use cleave_codes::codes;
use cleave_hir::item_hir;
use cleave_names::ItemId;
use rustc_hash::FxHashSet;

/// Rules over an item.
enum Rules {
    /// Over its declarations.
    Of(for<'db> fn(&'db dyn Db, ItemId<'db>) -> Vec<Problem<'db>>),
    /// Over its declarations, those in its bodies among them.
    OfDeclared(for<'db> fn(&'db dyn Db, &[Declared<'db>]) -> Vec<Problem<'db>>),
    /// Over the functions whose code stands in it.
    OfFunctions(for<'db> fn(&'db dyn Db, &[OwnFunction<'db>]) -> Vec<Problem<'db>>),
}

use Rules::{Of, OfDeclared, OfFunctions};

/// The rules behind [`problems`] that do not read typed code alone, in the order in which they speak, each with the sorts of
/// declarations of which it says something.
const RULES: &[(Holds, Rules)] = &[
    (Holds::ANYTHING, Of(crate::redeclarations::kinds::problems)),
    (
        Holds::MEMBER,
        OfDeclared(crate::redeclarations::kinds::of_local_classes),
    ),
    (TYPES, Of(crate::redeclarations::types::problems)),
    (
        Holds::CLASS,
        OfDeclared(crate::declarations::bases::problems),
    ),
    (EVALUATED, Of(crate::eval::problems)),
    (
        MEMBERS,
        OfDeclared(crate::redeclarations::members::problems),
    ),
    (
        Holds::PATH,
        OfDeclared(crate::redeclarations::outside::problems),
    ),
    (
        Holds::ALIAS,
        OfDeclared(crate::redeclarations::members::aliases),
    ),
    (
        Holds::TEMPLATE,
        Of(crate::declarations::templates::problems),
    ),
    (MEMBERS, Of(crate::declarations::delegation::problems)),
    (MEMBERS, Of(crate::declarations::defaulted::problems)),
    (USED, Of(crate::declarations::using::problems)),
    (BROUGHT, Of(crate::redeclarations::using::problems)),
    (Holds::PATH, Of(crate::declarations::tags::problems)),
    (Holds::CONCEPT, Of(crate::declarations::concepts::problems)),
    (
        Holds::TEMPLATE,
        Of(crate::declarations::open_expressions::problems),
    ),
    (
        Holds::MEMBER,
        OfDeclared(crate::declarations::own_construction::problems),
    ),
    (
        Holds::GUIDE,
        Of(crate::declarations::deduction_guides::problems),
    ),
    (Holds::ENUM, Of(crate::declarations::enumerations::problems)),
    (NAMED_TYPES, Of(crate::declarations::placeholders::problems)),
    (
        Holds::CLASS,
        OfDeclared(crate::declarations::overriding::problems),
    ),
    (
        Holds::FUNCTION,
        Of(crate::redeclarations::agreement::problems),
    ),
    (HEADS, Of(crate::declarations::template_heads::problems)),
    (LINKED, Of(crate::redeclarations::c_linkage::problems)),
    (Holds::ANYTHING, OfFunctions(crate::flow::ends::problems)),
    (Holds::ANYTHING, OfFunctions(crate::flow::loops::problems)),
    (
        Holds::ANYTHING,
        OfFunctions(crate::flow::constexpr_bodies::problems),
    ),
    (
        Holds::MEMBER,
        OfDeclared(crate::declarations::conversion_functions::problems),
    ),
    (
        Holds::MEMBER,
        OfDeclared(crate::declarations::static_members::problems),
    ),
    (
        Holds::ANYTHING,
        Of(crate::declarations::written_types::problems),
    ),
    (
        Holds::OPERATOR,
        Of(crate::declarations::literal_operators::problems),
    ),
    (
        Holds::OPERATOR,
        Of(crate::declarations::comparisons::problems),
    ),
    (
        Holds::MEMBER,
        OfDeclared(crate::declarations::unions::problems),
    ),
    (
        Holds::ATTRIBUTE,
        Of(crate::declarations::alignments::problems),
    ),
    (
        Holds::MEMBER,
        OfDeclared(crate::declarations::unconstructed::problems),
    ),
    (
        Holds::MEMBER,
        OfDeclared(crate::declarations::flexible_arrays::problems),
    ),
    (
        Holds::CONSTANT,
        Of(crate::declarations::literal_types::problems),
    ),
    (Holds::FUNCTION, Of(crate::declarations::returned::problems)),
    (
        Holds::ANYTHING,
        Of(crate::redeclarations::definitions::problems),
    ),
    (NAMES, Of(crate::redeclarations::used_names::problems)),
];

const TYPES: Holds = Holds::ALIAS.with(Holds::ENUM).with(Holds::CLASS);
const NAMED_TYPES: Holds = Holds::VARIABLE.with(Holds::ALIAS);
const LINKED: Holds = Holds::VARIABLE.with(Holds::FUNCTION).with(Holds::TEMPLATE);
const EVALUATED: Holds = Holds::VARIABLE
    .with(Holds::FUNCTION)
    .with(Holds::ASSERTION)
    .with(Holds::ENUM);
/// Members, in their class or out of it.
const MEMBERS: Holds = Holds::MEMBER.with(Holds::PATH);
const USED: Holds = Holds::USING.with(Holds::PATH).with(Holds::FRIEND);
const BROUGHT: Holds = Holds::USING.with(Holds::FUNCTION);
const HEADS: Holds = Holds::TEMPLATE.with(Holds::PATH).with(Holds::INSTANTIATION);
const NAMES: Holds = Holds::CLASS.with(Holds::USING);

/// What types that are read more than once say each time.
const AGAIN: [codes::Code; 5] = [
    codes::AMBIGUOUS_NAME,
    codes::INACCESSIBLE_ENTITY,
    codes::TYPENAME_MISSING,
    codes::AUTO_NOT_ALLOWED,
    codes::QUALIFIED_NAME_REQUIRED,
];

/// What is wrong with the code of an item, and what it instantiates.
#[derive(Debug, PartialEq, salsa::SalsaValue)]
pub struct Problems<'db> {
    /// What is wrong. Nothing is said of what could not be typed.
    pub found: Box<[Problem<'db>]>,
    /// The functions that are instantiated where they are used, or explicitly, each with what led to it, innermost first.
    pub at_once: Box<[(Entity<'db>, Box<[Instantiation<'db>]>)]>,
}

/// What is wrong with the code of an item, and with what it instantiates as far as `extent` says.
#[salsa::tracked(returns(ref))]
pub fn problems<'db>(db: &'db dyn Db, item: ItemId<'db>, extent: Extent) -> Problems<'db> {
    let mut out = Vec::new();
    let (bodies, functions) = (bodies(db, item), functions(db, item));
    for &entity in &bodies {
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
    let mut default_arguments = Vec::new();
    for &entity in &functions {
        for param in 0..defaults(db, entity) {
            if let Some(typed) = check::default_argument(db, entity, param) {
                found_in(db, typed, 0, &mut out);
                if template_depth(db, entity) == 0 {
                    default_arguments.push(typed);
                }
            }
        }
    }
    let local = match cleave_names::is_of_user(db, item) {
        true => local_declarations(db, &bodies),
        false => Vec::new(),
    };
    let held = Holds::of(item_hir(db, item));
    let held_in_bodies = Holds::of_all(local.iter().map(|d| d.1));
    let own = OnceCell::new();
    let declared = OnceCell::new();
    for (speaks_of, rules) in RULES {
        let in_bodies = matches!(rules, OfDeclared(_)) && held_in_bodies.any(*speaks_of);
        if !held.any(*speaks_of) && !in_bodies {
            continue;
        }
        // What has no end is silent; the walk over the instances says so.
        out.extend(depth::outermost(db, Vec::new, || match rules {
            Of(rules) => rules(db, item),
            OfDeclared(rules) => rules(
                db,
                declared.get_or_init(|| {
                    let all = user_declarations(db, item).chain(local.iter().copied());
                    all.collect::<Vec<_>>()
                }),
            ),
            OfFunctions(rules) => rules(
                db,
                own.get_or_init(|| all_functions(db, &functions, &bodies)),
            ),
        }));
    }
    let instances =
        crate::program::instances::instances(db, item, &bodies, &local, &default_arguments, extent);
    if (instances.problems)
        .iter()
        .any(|p| p.code == codes::EXCESSIVE_INSTANTIATION_RECURSION)
    {
        // That it has no end is why a constant has no value.
        out.retain(|p| p.code != codes::EXPR_NOT_CONSTANT);
    }
    out.extend(instances.problems);
    // What a default argument of a template names is said of each type that it is read for.
    let elsewhere = |p: &Problem<'db>| p.site.code.item != item && p.contexts.is_empty();
    once(&mut out, |p| {
        AGAIN.contains(&p.code) || p.is_misfit() || p.names_nothing() && elsewhere(p)
    });
    Problems {
        found: out.into(),
        at_once: instances.at_once.into(),
    }
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
        if let Some(inner) = check::body(db, closure.operator(db)) {
            found_in(db, inner, depth + 1, out);
        }
    }
}
