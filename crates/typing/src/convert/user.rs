//! User-defined conversions: by constructor, by conversion function, of closures ([over.best.ics], [over.match.copy],
//! [over.match.conv], [over.match.ref]).

use crate::class::{Special, constructors, conversions, has_constructor, special};
use crate::convert::reference::{Target, direct, with_temporary};
use crate::convert::standard::standard;
use crate::convert::{
    BaseSearch, Options, Rank, Sequence, Standard, User, UserFunction, base_search, identity,
    is_same_class, operand_of_type,
};
use crate::function::signature;
use crate::overload::index::fitting;
use crate::overload::{Call, Callable, Candidate, Choice, Pool, add_function, select};
use crate::template::{Failure, Operand, deduce_type};
use crate::thir::{Category, Implicit};
use crate::{Context, Entity, FnTy, Ty, TyKind};

/// Constructors of a class for some arguments, the implicit ones included.
pub(crate) fn constructor_candidates<'db>(
    cx: &mut Context<'db>,
    class: Ty<'db>,
    args: &[Operand<'db>],
    explicit: bool,
    options: Options,
) -> Pool<'db> {
    let pool = constructors_for(cx, class, args, explicit, options, true);
    match pool.filtered && pool.candidates.is_empty() {
        true => constructors_for(cx, class, args, explicit, options, false),
        false => pool,
    }
}

fn constructors_for<'db>(
    cx: &mut Context<'db>,
    class: Ty<'db>,
    args: &[Operand<'db>],
    explicit: bool,
    options: Options,
    filter: bool,
) -> Pool<'db> {
    let db = cx.db;
    let class = class.unqualified(db);
    let mut pool = Pool::default();
    // Nothing converts to a class that is declared only.
    if cx.lacks_definition(class) || cx.lacks_template_definition(class) {
        return pool;
    }
    let constructs = (explicit && args.len() == 1).then_some(class);
    // A class with an implicit default constructor declares none itself, and its own is better than an inherited one
    // ([over.match.best]/1).
    let implicit_default = args.is_empty()
        && !has_constructor(db, class)
        && special(db, class, Special::Default).is_some_and(|s| s.exists && s.declared.is_none());
    let declared = match implicit_default {
        true => Vec::new(),
        false => constructors(db, class),
    };
    let call = Call {
        object: None,
        args,
        options,
        explicit_args: None,
        skip_explicit: !explicit,
        constructs,
        filter: false,
    };
    let fitting = match filter {
        true => fitting(db, &mut pool, &declared, &Call { filter, ..call }),
        false => declared.as_slice().into(),
    };
    for &constructor in &*fitting {
        if args.len() == 1 && is_copy_by_base(db, class, constructor) {
            continue;
        }
        add_function(cx, &mut pool, constructor, &call);
    }
    let implicit = [
        (Special::Default, Implicit::Default),
        (Special::Copy, Implicit::Copy),
        (Special::Move, Implicit::Move),
    ];
    for (which, implicit) in implicit {
        let Some(state) = special(db, class, which) else {
            // It may exist and fit: a base or member is not known.
            pool.unknown |= args.len() == usize::from(which != Special::Default);
            continue;
        };
        let defaulted_move = which == Special::Move && state.deleted;
        if state.declared.is_some() || !state.exists || defaulted_move {
            continue;
        }
        let param = match implicit {
            Implicit::Default => None,
            Implicit::Copy => Some(state.copied(db, class)),
            Implicit::Move => Some(class.rvalue_reference(db)),
        };
        if args.len() != usize::from(param.is_some()) {
            continue;
        }
        let mut sequences = Vec::new();
        if let Some(param) = param {
            let options = match constructs {
                Some(class) => crate::overload::copied(db, class, param, options),
                None => options,
            };
            match crate::convert::sequence(cx, &args[0], param, options) {
                Some(found) => sequences.push(found),
                None => continue,
            }
        }
        pool.candidates.push(Candidate {
            callable: Callable::Implicit(implicit, state.deleted),
            params: param.into_iter().collect(),
            ..Candidate::new(sequences)
        });
    }
    if constructs.is_some() {
        prefer_elided(cx, class, &mut pool);
    }
    pool
}

/// Where a conversion function makes the object itself, no constructor that needs another conversion is better: what is copied from it is
/// elided since C++17 (CWG2327).
fn prefer_elided<'db>(cx: &Context<'db>, class: Ty<'db>, pool: &mut Pool<'db>) {
    let db = cx.db;
    if pool.candidates.len() < 2
        || cx.code_ref.item.file(db).dialect(db).standard < cleave_syntax::Standard::Cpp17
    {
        return;
    }
    let is_elided = |c: &Candidate<'db>| {
        let Some(Sequence::User(User { function, .. })) = c.sequences.first() else {
            return false;
        };
        let UserFunction::Conversion(function) = function else {
            return false;
        };
        let copied = (c.params.first()).is_some_and(|p| p.is_reference(db));
        let made = signature(db, *function).map(|s| s.ty.ret);
        copied && made.is_some_and(|made| is_same_class(db, made, class))
    };
    if pool.candidates.iter().any(is_elided) {
        let converts = |c: &Candidate<'db>| {
            matches!(
                c.sequences.first(),
                Some(Sequence::User(_) | Sequence::Ambiguous)
            )
        };
        (pool.candidates).retain(|c| is_elided(c) || !converts(c));
    }
}

/// Whether an inherited constructor takes a reference to the class that inherits it, or to one between the two: with one argument
/// it is no candidate ([over.match.funcs]/8).
fn is_copy_by_base<'db>(
    db: &'db dyn cleave_base_db::Db,
    class: Ty<'db>,
    constructor: Entity<'db>,
) -> bool {
    let Some(signature) = signature(db, constructor) else {
        return false;
    };
    let (Some(own), Some(first)) = (signature.class, signature.ty.params.first()) else {
        return false;
    };
    let own = own.unqualified(db);
    let of = first.strip_reference(db).unqualified(db);
    let related = |base: Ty<'db>, derived: Ty<'db>| {
        base == derived || crate::convert::is_base_of(db, base, derived)
    };
    own != class && first.is_reference(db) && related(own, of) && related(of, class)
}

/// Conversion functions of a class whose results `second` accepts. `wanted` is what templates are deduced from.
pub(crate) fn conversion_candidates<'db>(
    cx: &mut Context<'db>,
    from: &Operand<'db>,
    wanted: Ty<'db>,
    explicit: bool,
    second: &mut dyn FnMut(&mut Context<'db>, &Operand<'db>) -> Option<Standard<'db>>,
) -> Pool<'db> {
    let db = cx.db;
    let mut pool = Pool::default();
    for declared in conversions(db, from.ty.unqualified(db)) {
        let (function, template) = match declared.is_template(db) {
            false => (declared, None),
            true => match deduce_type(cx, declared, &[], wanted) {
                Ok(function) => (function, Some(declared)),
                Err(Failure::Unknown(_)) => {
                    pool.unknown = true;
                    continue;
                }
                Err(_) => continue,
            },
        };
        let Some(sig) = signature(db, function) else {
            pool.unknown = true;
            continue;
        };
        let ret = crate::check::return_type(db, function);
        if ret.is_unknown(db) {
            pool.unknown = true;
            continue;
        }
        let Some(after) = second(cx, &operand_of_type(db, ret)) else {
            continue;
        };
        if sig.is_explicit && !(explicit && after.rank == Rank::Exact) {
            continue;
        }
        let Some(object) = crate::overload::object_sequence(cx, &sig.ty, None, from) else {
            continue;
        };
        pool.candidates.push(Candidate {
            callable: Callable::Function(function),
            template,
            after: Some(after),
            ..Candidate::new(vec![object])
        });
    }
    pool
}

fn chosen<'db>(
    cx: &mut Context<'db>,
    pool: Pool<'db>,
    to: Ty<'db>,
    by_conversion: bool,
) -> Option<Sequence<'db>> {
    match select(cx, pool, 1) {
        Choice::One(best) => {
            let function = match best.callable {
                Callable::Function(f) if best.after.is_some() || by_conversion => {
                    UserFunction::Conversion(f)
                }
                Callable::Function(f) => UserFunction::Constructor(f),
                _ => return None,
            };
            let second = best.after.unwrap_or_else(|| identity(to, to));
            Some(Sequence::User(User { function, second }))
        }
        Choice::Ambiguous(_) => Some(Sequence::Ambiguous),
        Choice::Unknown => Some(Sequence::Unknown),
        Choice::None(_) => None,
    }
}

/// To a class by copy-initialisation ([over.match.copy]).
pub(super) fn to_class<'db>(
    cx: &mut Context<'db>,
    from: &Operand<'db>,
    to: Ty<'db>,
    options: Options,
) -> Option<Sequence<'db>> {
    let db = cx.db;
    if is_same_class(db, from.ty, to) {
        return Some(Sequence::Standard(identity(from.ty, to)));
    }
    if base_search(db, from.ty, to) != BaseSearch::None {
        return Some(Sequence::Standard(Standard {
            rank: Rank::Conversion,
            ..identity(from.ty, to)
        }));
    }
    if !options.user {
        return None;
    }
    let args = std::slice::from_ref(from);
    let mut pool = constructor_candidates(cx, to, args, options.explicit, Options::STANDARD);
    if from.ty.is_class(db) {
        let wanted = to.unqualified(db);
        let more = conversion_candidates(cx, from, wanted, options.explicit, &mut |cx, got| {
            if options.to_rvalue && got.category == Category::Lvalue {
                return None;
            }
            let same = is_same_class(cx.db, got.ty, wanted);
            if !same && base_search(cx.db, got.ty, wanted) == BaseSearch::None {
                return None;
            }
            Some(Standard {
                rank: if same { Rank::Exact } else { Rank::Conversion },
                ..identity(got.ty, wanted)
            })
        });
        pool.candidates.extend(more.candidates);
        pool.unknown |= more.unknown;
    }
    chosen(cx, pool, to, false)
}

/// From a class to what is none ([over.match.conv]).
pub(super) fn from_class<'db>(
    cx: &mut Context<'db>,
    from: &Operand<'db>,
    to: Ty<'db>,
    options: Options,
) -> Option<Sequence<'db>> {
    let db = cx.db;
    let to = to.unqualified(db);
    if matches!(from.ty.kind(db), TyKind::Closure(_)) {
        return closure(cx, from.ty, to);
    }
    // Each operand of an operator is tried for each of the builtin candidates, and operators are many.
    let asked = (from.ty, from.category, to, options);
    if let Some(known) = cx.remembered.conversions.get(&asked) {
        return known.clone();
    }
    let pool = conversion_candidates(cx, from, to, options.explicit, &mut |cx, got| match got
        .ty
        .is_class(cx.db)
    {
        true => None,
        false if options.to_rvalue && got.category == Category::Lvalue => None,
        false => standard(cx, got, to),
    });
    // Where a template takes part, the call has more to know of it than the answer.
    let all = conversions(db, from.ty.unqualified(db));
    let is_known = !pool.unknown && !all.iter().any(|f| f.is_template(db));
    let found = chosen(cx, pool, to, true);
    if is_known {
        (cx.remembered.conversions).insert(asked, found.clone());
    }
    found
}

/// From a class to a glvalue that a reference binds to ([over.match.ref]). For what is no lvalue the constructors of a class take part, as
/// in a copy of it: the standard asks conversion functions first, but neither the reference nor g++ does.
pub(super) fn to_reference<'db>(
    cx: &mut Context<'db>,
    from: &Operand<'db>,
    target: Target<'db>,
    category: Category,
    options: Options,
) -> Option<Sequence<'db>> {
    let db = cx.db;
    if matches!(from.ty.kind(db), TyKind::Closure(_)) {
        return None;
    }
    let lvalue = category == Category::Lvalue;
    let wanted = match lvalue {
        true => target.referent.lvalue_reference(db),
        false => target.referent.unqualified(db),
    };
    let mut pool = conversion_candidates(cx, from, wanted, options.explicit, &mut |cx, got| {
        let function = got.ty.is_function(cx.db);
        let fits = match lvalue {
            true => got.category == Category::Lvalue,
            // A scalar prvalue is a temporary; it binds as well as any.
            false => got.category != Category::Lvalue || function,
        };
        match fits {
            true => direct(cx, target, got.ty, got.category),
            false => None,
        }
    });
    if lvalue || pool.candidates.is_empty() || !target.referent.is_class(db) {
        return chosen(cx, pool, target.referent, true);
    }
    let args = std::slice::from_ref(from);
    let made = constructor_candidates(cx, wanted, args, false, Options::STANDARD);
    pool.candidates.extend(made.candidates);
    pool.unknown |= made.unknown;
    let found = chosen(cx, pool, target.referent, false)?;
    Some(match &found {
        Sequence::User(User {
            function: UserFunction::Constructor(_),
            ..
        }) => with_temporary(found, target),
        _ => found,
    })
}

/// A closure without captures converts to a pointer to function ([expr.prim.lambda.closure]).
fn closure<'db>(cx: &mut Context<'db>, from: Ty<'db>, to: Ty<'db>) -> Option<Sequence<'db>> {
    let db = cx.db;
    let TyKind::Closure(closure) = *from.kind(db) else {
        return None;
    };
    let to_bool = to.is_bool(db);
    let operator = closure.operator(db);
    if !closure.around.captures(db).is_empty() || !to.is_pointer(db) && !to_bool {
        return None;
    }
    let function = if to_bool {
        match operator.is_template(db) {
            true => return None,
            false => operator,
        }
    } else {
        let wanted = to.pointee(db)?;
        wanted.as_function(db)?;
        match operator.is_template(db) {
            false => operator,
            true => match deduce_type(cx, operator, &[], wanted) {
                Ok(f) => f,
                Err(Failure::Unknown(_)) => return Some(Sequence::Unknown),
                Err(_) => return None,
            },
        }
    };
    let pointer = pointer_to(cx, function)?;
    if pointer.is_unknown(db) {
        return Some(Sequence::Unknown);
    }
    let second = standard(cx, &operand_of_type(db, pointer), to)?;
    Some(Sequence::User(User {
        function: UserFunction::Closure(function),
        second,
    }))
}

/// The pointer to function that a closure's call operator gives.
pub(crate) fn pointer_to<'db>(cx: &mut Context<'db>, operator: Entity<'db>) -> Option<Ty<'db>> {
    let db = cx.db;
    let sig = signature(db, operator)?;
    let ty = FnTy {
        ret: crate::check::return_type(db, operator),
        quals: cleave_lang::Qualifiers::NONE,
        ref_qualifier: None,
        ..sig.ty.clone()
    };
    Some(Ty::of(db, TyKind::Function(ty)).pointer(db))
}
