//! Candidates for operators in expressions ([over.match.oper]): members, non-members, C++20's rewritten ones, and the
//! builtin ones ([over.built]).

pub(crate) mod by_templates;
pub(crate) mod unmatched;

use cleave_hir::NameId;
use cleave_lang::{Builtin, Operator};
use cleave_syntax::Standard as Language;

use crate::class::conversions;
use crate::convert::{Options, Rank, Sequence, quietly, sequence};
use crate::function::signature;
use crate::lookup::Found;
use crate::overload::index::fitting;
use crate::overload::{Call, Callable, Candidate, Pool, Rewrite, UNFILTERED, add_function};
use crate::template::{Failure, Operand, conversion_by_defaults};
use crate::{Context, Entity, Ty, TyKind};

/// What sort of operands the builtin candidates of an operator take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// Arithmetic, and pointers for `+` and `-`.
    Additive,
    /// Arithmetic.
    Arithmetic,
    /// Integral.
    Integral,
    /// Comparisons: arithmetic, enumerations, pointers.
    Compare,
    /// `bool`
    Logical,
    /// None.
    None,
}

fn class_of(op: Operator) -> Class {
    use Operator::*;
    match op {
        Plus | Minus | UnaryPlus => Class::Additive,
        Multiply | Divide | Negate => Class::Arithmetic,
        Remainder | BitAnd | BitOr | BitXor | ShiftLeft | ShiftRight | Complement => {
            Class::Integral
        }
        Equal | NotEqual | Less | Greater | LessEqual | GreaterEqual | Spaceship => Class::Compare,
        LogicalAnd | LogicalOr | Not => Class::Logical,
        _ => Class::None,
    }
}

/// The name that operator functions have: those that are unary and binary have the binary operator's.
pub(crate) fn declared(op: Operator) -> Operator {
    match op {
        Operator::UnaryPlus => Operator::Plus,
        Operator::Negate => Operator::Minus,
        Operator::Dereference => Operator::Multiply,
        Operator::AddressOf => Operator::BitAnd,
        op => op,
    }
}

/// The operator function named so, as members and non-members.
fn functions<'db>(
    cx: &mut Context<'db>,
    op: Operator,
    args: &[Operand<'db>],
) -> (Vec<Entity<'db>>, Vec<Entity<'db>>, bool) {
    let db = cx.db;
    let name = NameId::Operator(declared(op));
    let mut unknown = false;
    let mut members = Vec::new();
    if args[0].ty.is_class(db) {
        match cx.lookup_member(args[0].ty.unqualified(db), &name) {
            Found::Entities { set, .. } => members = set,
            // A class that is declared only has no members.
            Found::Unknown => unknown = !cx.lacks_definition(args[0].ty),
            _ => {}
        }
    }
    let mut others = Vec::new();
    let member_only = matches!(
        op,
        Operator::Assign | Operator::Subscript | Operator::Call | Operator::Arrow
    );
    if !member_only {
        match cx.lookup_operator(&name) {
            Found::Entities { set, class: None } => others = set,
            Found::Unknown => unknown = true,
            _ => {}
        }
        let types: Vec<_> = args.iter().map(|a| a.ty).collect();
        let found = cx.lookup_arguments(&name, &types);
        crate::lookup::adl::join(&mut others, found);
    }
    (members, others, unknown)
}

fn add_named<'db>(
    cx: &mut Context<'db>,
    pool: &mut Pool<'db>,
    op: Operator,
    args: &[Operand<'db>],
    rewrite: Rewrite,
    filter: bool,
) {
    let (members, others, unknown) = functions(cx, op, args);
    let filter = filter && members.len() + others.len() > UNFILTERED;
    pool.unknown |= unknown;
    let from = pool.candidates.len();
    let call = Call {
        object: None,
        args,
        options: Options::COPY,
        explicit_args: None,
        skip_explicit: false,
        constructs: None,
        filter,
    };
    let of_members = Call {
        object: Some(&args[0]),
        args: &args[1..],
        ..call
    };
    let db = cx.db;
    for &f in &*fitting(db, pool, &members, &of_members) {
        if is_rewrite_target(cx, op, f, rewrite, args) {
            add_function(cx, pool, f, &of_members);
        }
    }
    crate::overload::as_one_class(cx, &mut pool.candidates[from..]);
    let classes = args.iter().any(|a| a.ty.is_class(db));
    for &f in &*fitting(db, pool, &others, &call) {
        if !classes && !takes_enumeration(cx, f, args) {
            continue;
        }
        if is_rewrite_target(cx, op, f, rewrite, args) {
            add_function(cx, pool, f, &call);
        }
    }
    for c in &mut pool.candidates[from..] {
        c.rewrite = rewrite;
        if rewrite == Rewrite::Reversed {
            c.sequences.reverse();
        }
    }
}

/// Whether a function that is no member is a candidate where no operand is of a class: it has a parameter of the type of an operand that
/// is of an enumeration, or a reference to it ([over.match.oper]/3.2). Of a template arguments decide that.
fn takes_enumeration<'db>(cx: &Context<'db>, f: Entity<'db>, args: &[Operand<'db>]) -> bool {
    let db = cx.db;
    if f.is_template(db) {
        return true;
    }
    let Some(sig) = signature(db, f) else {
        return true;
    };
    let mut both = args.iter().zip(&sig.ty.params);
    both.any(|(arg, param)| {
        let param = param.strip_reference(db).unqualified(db);
        param.is_unknown(db)
            || arg.ty.is_unknown(db)
            || arg.ty.is_enum(db) && param == arg.ty.unqualified(db)
    })
}

/// An `operator==` with an `operator!=` beside it is no rewrite target ([over.match.oper]/4).
fn is_rewrite_target<'db>(
    cx: &mut Context<'db>,
    op: Operator,
    function: Entity<'db>,
    rewrite: Rewrite,
    args: &[Operand<'db>],
) -> bool {
    if rewrite == Rewrite::None || op != Operator::Equal {
        return true;
    }
    let db = cx.db;
    let Some(sig) = signature(db, function) else {
        return true;
    };
    let (members, others, _) = functions(cx, Operator::NotEqual, args);
    !members.iter().chain(&others).any(|&f| {
        signature(db, f).is_some_and(|other| {
            other.ty.params == sig.ty.params
                && other.class == sig.class
                && f.decl(db).code(db).item.scope(db) == function.decl(db).code(db).item.scope(db)
        })
    })
}

/// All candidates of an operator for operands of which one at least is a class or an enumeration.
pub(crate) fn operator_candidates<'db>(
    cx: &mut Context<'db>,
    op: Operator,
    args: &[Operand<'db>],
) -> Pool<'db> {
    let pool = candidates(cx, op, args, true);
    match pool.filtered && pool.candidates.is_empty() {
        true => candidates(cx, op, args, false),
        false => pool,
    }
}

fn candidates<'db>(
    cx: &mut Context<'db>,
    op: Operator,
    args: &[Operand<'db>],
    filter: bool,
) -> Pool<'db> {
    use Operator as O;
    let mut pool = Pool::default();
    let add_named =
        |cx: &mut Context<'db>, pool: &mut Pool<'db>, op, args: &[Operand<'db>], rewrite| {
            add_named(cx, pool, op, args, rewrite, filter);
        };
    add_named(cx, &mut pool, op, args, Rewrite::None);
    let standard = cx.code_ref.item.file(cx.db).dialect(cx.db).standard;
    if standard >= Language::Cpp20
        && let [a, b] = args
    {
        let swapped = [b.clone(), a.clone()];
        match op {
            O::Equal => {
                add_named(cx, &mut pool, O::Equal, &swapped, Rewrite::Reversed);
            }
            O::NotEqual => {
                add_named(cx, &mut pool, O::Equal, args, Rewrite::Rewritten);
                add_named(cx, &mut pool, O::Equal, &swapped, Rewrite::Reversed);
            }
            O::Less | O::Greater | O::LessEqual | O::GreaterEqual => {
                add_named(cx, &mut pool, O::Spaceship, args, Rewrite::Rewritten);
                add_named(cx, &mut pool, O::Spaceship, &swapped, Rewrite::Reversed);
            }
            O::Spaceship => {
                add_named(cx, &mut pool, O::Spaceship, &swapped, Rewrite::Reversed);
            }
            _ => {}
        }
    }
    add_builtin(cx, &mut pool, op, args);
    pool
}

/// What an operand may be for a builtin operator.
#[derive(Default)]
struct Reachable<'db> {
    /// The types that an operand of a class converts to, or the type of another.
    types: Vec<Ty<'db>>,
    /// There may be more.
    unknown: bool,
    /// Its class converts to what template arguments say, and to nothing else.
    open: bool,
}

impl<'db> Reachable<'db> {
    fn of(cx: &mut Context<'db>, ty: Ty<'db>) -> Reachable<'db> {
        let db = cx.db;
        let mut out = Reachable::default();
        if !ty.is_class(db) {
            out.types.push(ty.decayed(db));
            return out;
        }
        let all = conversions(db, ty.unqualified(db));
        let mut templates = 0;
        for &f in &all {
            // A template may say what it converts to: `template <class U = T> operator bool() const;`.
            let mut ty = crate::check::return_type(db, f);
            if ty.is_dependent(db) {
                let made = conversion_by_defaults(cx, f);
                templates += usize::from(made.is_err() && f.is_template(db));
                match made {
                    Ok(made) => ty = crate::check::return_type(db, made),
                    Err(Failure::Unknown(_)) => {}
                    Err(_) => continue,
                }
            }
            if ty.is_unknown(db) || ty.is_dependent(db) {
                out.unknown = true;
                continue;
            }
            let ty = ty.strip_reference(db).decayed(db);
            if !ty.is_class(db) && !out.types.contains(&ty) {
                out.types.push(ty);
            }
        }
        out.open = !all.is_empty() && templates == all.len() && !ty.is_unknown(db);
        if let TyKind::Closure(c) = ty.kind(db)
            && c.around.captures(db).is_empty()
            && !c.operator(db).is_template(db)
            && let Some(pointer) = crate::convert::closure_pointer(cx, c.operator(db))
        {
            out.types.push(pointer);
        }
        out
    }
}

/// The types that an operand may be for a builtin operator; `None` where that is not known.
pub(crate) fn reachable<'db>(cx: &mut Context<'db>, ty: Ty<'db>) -> Option<Vec<Ty<'db>>> {
    let found = Reachable::of(cx, ty);
    (!found.unknown && !found.open).then_some(found.types)
}

/// The promoted arithmetic types ([over.built]/3).
const ARITHMETIC: &[Builtin] = &[
    Builtin::Int,
    Builtin::UnsignedInt,
    Builtin::Long,
    Builtin::UnsignedLong,
    Builtin::LongLong,
    Builtin::UnsignedLongLong,
    Builtin::Int128,
    Builtin::UnsignedInt128,
    Builtin::Float,
    Builtin::Double,
    Builtin::LongDouble,
];
const INTEGRAL: usize = 8;

/// The builtin operator for operands none of which is a class. Enumerations are compared as they are; for all else unscoped ones
/// are promoted, and there is nothing for scoped ones ([over.built]).
fn add_builtin_of_enumerations<'db>(
    db: &'db dyn cleave_base_db::Db,
    pool: &mut Pool<'db>,
    class: Class,
    args: &[Operand<'db>],
) {
    let rank = match class {
        Class::None => return,
        Class::Compare => Rank::Exact,
        Class::Logical => Rank::Conversion,
        Class::Additive | Class::Arithmetic | Class::Integral => Rank::Promotion,
    };
    let is_scoped = |a: &Operand<'db>| crate::convert::standard::is_scoped(db, a.ty);
    if class != Class::Compare && args.iter().any(is_scoped) {
        return;
    }
    let converted = |a: &Operand<'db>| {
        let mut found = crate::convert::identity(a.ty, a.ty);
        if a.ty.is_enum(db) {
            found.rank = rank;
        }
        Sequence::Standard(found)
    };
    pool.candidates.push(Candidate {
        params: args.iter().map(|a| a.ty.decayed(db)).collect(),
        ..Candidate::new(args.iter().map(converted).collect())
    });
}

fn add_builtin<'db>(
    cx: &mut Context<'db>,
    pool: &mut Pool<'db>,
    op: Operator,
    args: &[Operand<'db>],
) {
    let db = cx.db;
    let class = class_of(op);
    let subscript = op == Operator::Subscript;
    if op == Operator::Comma {
        return;
    }
    if !args.iter().any(|a| a.ty.is_class(db)) {
        add_builtin_of_enumerations(db, pool, class, args);
        return;
    }
    let reachable: Vec<_> = args.iter().map(|a| Reachable::of(cx, a.ty)).collect();
    if reachable.iter().any(|r| r.open) {
        let all_open = reachable.iter().all(|r| r.open);
        return by_templates::add(cx, pool, (op, class), args, all_open);
    }
    let Some(sets) = all_reachable(pool, reachable) else {
        return;
    };
    let mut lists: Vec<Vec<Ty<'db>>> = Vec::new();
    let bool_ty = Ty::builtin(db, Builtin::Bool);
    let difference = Ty::builtin(db, crate::ty::classify::difference_type(db));
    let arithmetic: Vec<Ty<'db>> = match class {
        Class::Integral => &ARITHMETIC[..INTEGRAL],
        Class::Additive | Class::Arithmetic | Class::Compare => ARITHMETIC,
        _ => &[],
    }
    .iter()
    .map(|&b| Ty::builtin(db, b))
    .collect();
    let pointers = among(&sets, |t| t.is_pointer(db));
    // Only pointers to objects are added to, subtracted from and indexed ([over.built]).
    let to_object = |p: &&Ty<'db>| {
        let to = p.pointee(db);
        to.is_some_and(|to| !to.is_void(db) && !to.is_function(db))
    };
    match args.len() {
        1 => {
            let own = numbers(db, class, &arithmetic, args, &sets, 0);
            lists.extend(own.iter().map(|&t| vec![t]));
            match op {
                Operator::Not => lists.push(vec![bool_ty]),
                Operator::UnaryPlus | Operator::Dereference => {
                    lists.extend(pointers.iter().map(|&p| vec![p]));
                }
                _ => {}
            }
        }
        _ => {
            let [first, second] = [0, 1].map(|n| numbers(db, class, &arithmetic, args, &sets, n));
            for &a in &first {
                lists.extend(second.iter().map(|&b| vec![a, b]));
            }
            match class {
                Class::Logical => lists.push(vec![bool_ty, bool_ty]),
                Class::Compare => {
                    let mut same = among(&sets, |t| {
                        t.is_pointer_like(db) || t.is_enum(db) || t.is_nullptr(db)
                    });
                    add_composites(cx, &sets, &mut same);
                    lists.extend(same.iter().map(|&t| vec![t, t]));
                }
                Class::Additive => {
                    for &p in pointers.iter().filter(to_object) {
                        lists.push(vec![p, difference]);
                        match op {
                            Operator::Plus => lists.push(vec![difference, p]),
                            _ => lists.push(vec![p, p]),
                        }
                    }
                }
                _ if subscript => {
                    for &p in pointers.iter().filter(to_object) {
                        lists.push(vec![p, difference]);
                        lists.push(vec![difference, p]);
                    }
                }
                _ => {}
            }
        }
    }
    let options = match class {
        Class::Logical => Options::DIRECT,
        _ => Options::COPY,
    };
    add_lists(cx, pool, args, lists, options);
}

/// The arithmetic types that an operand may have. Of the functions that convert a class those to floating-point types are none for an
/// operator of integers, so that the type is that of the only one that is left.
fn numbers<'db>(
    db: &'db dyn cleave_base_db::Db,
    class: Class,
    all: &[Ty<'db>],
    args: &[Operand<'db>],
    sets: &[Vec<Ty<'db>>],
    number: usize,
) -> Vec<Ty<'db>> {
    let (Some(operand), Some(set)) = (args.get(number), sets.get(number)) else {
        return all.to_vec();
    };
    let is_integral = |t: &&Ty<'db>| t.is_integral(db) && !t.is_bool(db);
    let mut integral = set.iter().filter(is_integral);
    match (integral.next(), integral.next()) {
        (Some(only), None)
            if class == Class::Integral
                && operand.ty.is_class(db)
                && set.iter().any(|t| t.is_floating(db)) =>
        {
            vec![crate::convert::standard::promoted(db, *only)]
        }
        _ => all.to_vec(),
    }
}

/// The builtin candidates of `c ? a : b`, of which one at least is a class: numbers by the usual arithmetic conversions, and two
/// pointers, pointers to members or scoped enumerations of one type ([over.built]/27 and /28).
pub(crate) fn conditional_candidates<'db>(
    cx: &mut Context<'db>,
    args: &[Operand<'db>],
) -> Pool<'db> {
    let db = cx.db;
    let mut pool = Pool::default();
    let reachable = args.iter().map(|a| Reachable::of(cx, a.ty)).collect();
    let Some(sets) = all_reachable(&mut pool, reachable) else {
        return pool;
    };
    let arithmetic = ARITHMETIC.iter().map(|&b| Ty::builtin(db, b));
    let mut lists: Vec<Vec<Ty<'db>>> = (arithmetic.clone())
        .flat_map(|a| arithmetic.clone().map(move |b| vec![a, b]))
        .collect();
    let mut same = among(&sets, |t| {
        t.is_pointer_like(db) || t.is_nullptr(db) || crate::convert::standard::is_scoped(db, t)
    });
    add_composites(cx, &sets, &mut same);
    lists.extend(same.into_iter().map(|t| vec![t, t]));
    add_lists(cx, &mut pool, args, lists, Options::COPY);
    pool
}

/// The types that each operand converts to. Nothing if one has none.
fn all_reachable<'db>(
    pool: &mut Pool<'db>,
    operands: Vec<Reachable<'db>>,
) -> Option<Vec<Vec<Ty<'db>>>> {
    let mut sets = Vec::with_capacity(operands.len());
    for operand in operands {
        // Nothing but a template could give it another type.
        pool.unknown |= operand.unknown;
        if operand.types.is_empty() {
            return None;
        }
        sets.push(operand.types);
    }
    Some(sets)
}

/// The types of a sort among those that operands convert to, each once.
fn among<'db>(sets: &[Vec<Ty<'db>>], pick: impl Fn(Ty<'db>) -> bool) -> Vec<Ty<'db>> {
    let mut out: Vec<Ty<'db>> = Vec::new();
    for &t in sets.iter().flatten() {
        if pick(t) && !out.contains(&t) {
            out.push(t);
        }
    }
    out
}

/// The composite pointer types of what two operands convert to ([expr.type]/3): neither of them may be one of the two.
fn add_composites<'db>(cx: &Context<'db>, sets: &[Vec<Ty<'db>>], out: &mut Vec<Ty<'db>>) {
    let [first, second] = sets else {
        return;
    };
    for &a in first {
        for &b in second {
            if let Some(both) = cx.composite_type(a, b)
                && !out.contains(&both)
            {
                out.push(both);
            }
        }
    }
}

/// A candidate for each list of parameters that the operands convert to.
fn add_lists<'db>(
    cx: &mut Context<'db>,
    pool: &mut Pool<'db>,
    args: &[Operand<'db>],
    lists: Vec<Vec<Ty<'db>>>,
    options: Options,
) {
    let mut known: Vec<(usize, Ty<'db>, Option<Sequence<'db>>)> = Vec::new();
    for params in lists {
        let mut sequences = Vec::with_capacity(params.len());
        for (i, &param) in params.iter().enumerate() {
            let found = match known.iter().find(|k| k.0 == i && k.1 == param) {
                Some(k) => k.2.clone(),
                None => {
                    let found = quietly(cx, |cx| sequence(cx, &args[i], param, options));
                    known.push((i, param, found.clone()));
                    found
                }
            };
            sequences.extend(found);
        }
        if sequences.len() == params.len() {
            pool.candidates.push(Candidate {
                callable: Callable::Builtin,
                params,
                ..Candidate::new(sequences)
            });
        }
    }
}
