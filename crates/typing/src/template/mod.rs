//! Template argument deduction, partial ordering, constraints ([temp.deduct], [temp.func.order], [temp.constr]).

pub(crate) mod aggregate;
mod auto;
pub(crate) mod call;
pub(crate) mod complete;
pub(crate) mod constraints;
pub(crate) mod deduce;
pub(crate) mod hard;
mod ill_declared;
pub(crate) mod occurs;
pub(crate) mod order;
pub(crate) mod target;

pub use crate::template::auto::is_initializer_list;

use cleave_base_db::Db;

use crate::thir::Category;
use crate::{Arg, Context, Entity, Ty};

/// An argument of a call, as overload resolution sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand<'db> {
    /// Its type, no reference.
    pub ty: Ty<'db>,
    /// Its category.
    pub category: Category,
    /// A null pointer constant, or a constant for narrowing.
    pub constant: Option<crate::Const<'db>>,
    /// Elements of a braced list.
    pub list: Option<Box<[Operand<'db>]>>,
    /// If these have designators, the name that each begins with.
    pub designated: Box<[Option<cleave_hir::Name>]>,
    /// The candidates of an overload set.
    pub set: Box<[Entity<'db>]>,
    /// Where template arguments are written at the name of that set.
    pub explicit: Option<crate::Site<'db>>,
    /// A bit-field of that width: it cannot bind to a reference.
    pub bit_field: Option<u32>,
    /// A string literal, which GNU's mode still takes for an array of what is not constant.
    pub string: bool,
}

/// Why deduction failed.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure<'db> {
    /// Deduction itself, or a substitution failure.
    Deduction,
    /// Explicit arguments do not fit.
    Explicit,
    /// Too few or many arguments.
    Count,
    /// Constraints are not satisfied.
    Constraints,
    /// Not to be known: the caller stays silent.
    Unknown(std::marker::PhantomData<&'db ()>),
}

/// Deduces a function template's arguments from a call ([temp.deduct.call]); explicit ones come first. The result is the
/// specialisation, its signature known to be well-formed and its constraints satisfied.
pub fn deduce_call<'db>(
    cx: &mut Context<'db>,
    template: Entity<'db>,
    explicit: &[Arg<'db>],
    args: &[Operand<'db>],
) -> Result<Entity<'db>, Failure<'db>> {
    crate::engine::depth::nested(|| call::deduce_call(cx, template, explicit, args))
        .map_err(|failure| ill_declared::certain(cx.db, template, failure))
}

/// Why the types of a call's arguments certainly make no specialisation of a template; `None` where they may. Constraints, defaults and
/// what substitution does are not looked at.
pub(crate) fn mismatch<'db>(
    cx: &mut Context<'db>,
    template: Entity<'db>,
    explicit: &[Arg<'db>],
    args: &[Operand<'db>],
) -> Option<Failure<'db>> {
    let matched = crate::engine::depth::nested(|| {
        call::match_operands(cx, template, explicit, args).map(|_| ())
    });
    matched.err().filter(|f| !matches!(f, Failure::Unknown(_)))
}

/// Deduces from a function type: the address of a template, a conversion function's result, an explicit specialisation.
pub fn deduce_type<'db>(
    cx: &mut Context<'db>,
    template: Entity<'db>,
    explicit: &[Arg<'db>],
    ty: Ty<'db>,
) -> Result<Entity<'db>, Failure<'db>> {
    target::deduce_type(cx, template, explicit, ty)
}

/// The specialisation of a conversion function template whose result says nothing of the arguments: the defaults make it.
pub(crate) fn conversion_by_defaults<'db>(
    cx: &mut Context<'db>,
    template: Entity<'db>,
) -> Result<Entity<'db>, Failure<'db>> {
    target::by_defaults(cx, template)
}

/// Whether no braced list of this form tells the arguments of a class template without constructors.
pub(crate) fn is_no_aggregate_for<'db>(
    db: &'db dyn Db,
    template: Entity<'db>,
    items: &[Operand<'db>],
) -> bool {
    aggregate::is_no_aggregate_for(db, template, items)
}

/// The class that an alias template denotes by what initialises it: [`aggregate::deduce_alias`].
pub(crate) fn deduce_alias<'db>(
    cx: &mut Context<'db>,
    alias: Entity<'db>,
    args: &[Operand<'db>],
    list: bool,
) -> Option<Ty<'db>> {
    aggregate::deduce_alias(cx, alias, args, list)
}

/// The specialisation of a class template that is an aggregate, by what initialises its elements.
pub(crate) fn deduce_aggregate<'db>(
    cx: &mut Context<'db>,
    template: Entity<'db>,
    items: &[Operand<'db>],
) -> Option<Ty<'db>> {
    aggregate::deduce_aggregate(cx, template, items)
}

/// What `auto` in `pattern` stands for ([dcl.type.auto.deduct]): the whole type.
pub fn deduce_auto<'db>(
    cx: &mut Context<'db>,
    pattern: Ty<'db>,
    init: &Operand<'db>,
) -> Option<Ty<'db>> {
    auto::deduce_auto(cx, pattern, init)
}

/// The more specialised of two function templates for a call with `count` arguments, with constraints in the end: `Less` if it
/// is the first one.
pub fn more_specialized<'db>(
    db: &'db dyn Db,
    a: Entity<'db>,
    b: Entity<'db>,
    count: usize,
) -> std::cmp::Ordering {
    order::functions(db, a, b, count)
}

/// Whether the trailing requires-clause of a function that is no template specialisation holds ([over.match.viable]).
pub fn constraints_hold<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    constraints::holds(db, function) != Some(false)
}

/// Whether it is known what a function's constraints come to.
pub(crate) fn constraints_known<'db>(db: &'db dyn Db, function: Entity<'db>) -> bool {
    constraints::holds(db, function).is_some()
}

/// The more constrained of two functions that are no template specialisations ([temp.constr.order]): `Less` if it is the first
/// one.
pub fn more_constrained<'db>(
    db: &'db dyn Db,
    a: Entity<'db>,
    b: Entity<'db>,
) -> std::cmp::Ordering {
    constraints::order(db, a, b)
}

/// Whether a concept holds for arguments; `None`: not to be known.
pub fn concept_holds<'db>(
    db: &'db dyn Db,
    concept: Entity<'db>,
    args: &[Arg<'db>],
) -> Option<bool> {
    constraints::concept_satisfied(db, concept.specialize(db, args))
}

/// Whether a type-constraint holds for a type: of a placeholder, of what a compound requirement denotes. `None`: not to be
/// known.
pub fn type_constraint_holds<'db>(
    cx: &mut Context<'db>,
    constraint: &cleave_hir::Path,
    ty: Ty<'db>,
) -> Option<bool> {
    constraints::type_constraint(cx, constraint, Arg::Type(ty))
}

/// Whether all requirements of a requires-expression are met; `None`: not to be known.
pub fn requires_holds<'db>(
    cx: &mut Context<'db>,
    params: &[cleave_hir::ParamId],
    requirements: &[cleave_hir::Requirement],
) -> Option<bool> {
    constraints::requires_holds(cx, params, requirements)
}
