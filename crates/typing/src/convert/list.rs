//! Conversion sequences from braced lists ([over.ics.list]).

use cleave_lang::Builtin;

use crate::class::class_info;
use crate::convert::BaseSearch;
use crate::convert::reference::{Target, with_temporary};
use crate::convert::{
    Options, Rank, Sequence, Standard, User, UserFunction, base_search, identity, is_same_class,
    sequence as any_sequence,
};
use crate::function::signature;
use crate::overload::{Choice, select};
use crate::template::Operand;
use crate::{Arg, Bound, Context, Entity, Ty, TyKind};

/// The `X` of `std::initializer_list<X>`.
pub(crate) fn initializer_list_element<'db>(cx: &Context<'db>, ty: Ty<'db>) -> Option<Ty<'db>> {
    let db = cx.db;
    let entity = ty.class_entity(db)?;
    let env = entity.env(db)?;
    let scope = entity.decl(db).code(db).item.scope(db);
    if entity.hir(db)?.name.ident()?.as_str() != "initializer_list" || scope.name(db) != "std" {
        return None;
    }
    match env.args(db) {
        [Arg::Type(t)] => Some(*t),
        _ => None,
    }
}

fn worst<'db>(
    cx: &mut Context<'db>,
    items: &[Operand<'db>],
    to: Ty<'db>,
    options: Options,
) -> Option<Sequence<'db>> {
    let mut worst = Sequence::Standard(identity(to, to));
    let options = Options {
        explicit: false,
        copies: false,
        ..options
    };
    for item in items {
        let found = any_sequence(cx, item, to, options)?;
        if found == Sequence::Unknown {
            return Some(found);
        }
        if found.rank() > worst.rank() {
            worst = found;
        }
    }
    Some(worst)
}

fn standard_of<'db>(found: &Sequence<'db>, to: Ty<'db>) -> Standard<'db> {
    match found {
        Sequence::Standard(s) => *s,
        other => Standard {
            rank: other.rank(),
            ..identity(to, to)
        },
    }
}

/// The sequence from a list to a type.
pub(super) fn sequence<'db>(
    cx: &mut Context<'db>,
    from: &Operand<'db>,
    to: Ty<'db>,
    options: Options,
) -> Option<Sequence<'db>> {
    let db = cx.db;
    let items = from.list.as_deref().unwrap_or_default();
    match *to.kind(db) {
        TyKind::LvalueReference(referent) | TyKind::RvalueReference(referent) => {
            let is_rvalue = matches!(to.kind(db), TyKind::RvalueReference(_));
            let quals = referent.top_quals(db);
            if !is_rvalue && (!quals.is_const || quals.is_volatile) {
                // `{x}` may bind to `x` itself.
                return match items {
                    [item] if item.list.is_none() => any_sequence(cx, item, to, options),
                    _ => None,
                };
            }
            if let [item] = items
                && item.list.is_none()
                && !item.ty.is_unknown(db)
                && crate::convert::reference::direct(
                    cx,
                    Target {
                        referent,
                        is_rvalue,
                    },
                    item.ty,
                    item.category,
                )
                .is_some()
            {
                return any_sequence(cx, item, to, options);
            }
            let found = sequence(cx, from, referent.unqualified(db), options)?;
            Some(with_temporary(
                found,
                Target {
                    referent,
                    is_rvalue,
                },
            ))
        }
        TyKind::Array(element, ref bound) => {
            if let [item] = items
                && is_string_for(cx, item, element)
            {
                return Some(Sequence::Standard(identity(to, to)));
            }
            if let Bound::Known(n) = bound
                && items.len() as u64 > *n
            {
                return None;
            }
            let found = worst(cx, items, element, options)?;
            // Its elements say how many are initialized.
            let initialized = match bound {
                Bound::Known(_) => to,
                _ => element.array(db, Bound::Known(items.len() as u64)),
            };
            Some(match found {
                Sequence::Unknown => found,
                found => Sequence::User(User {
                    function: UserFunction::List(true),
                    second: Standard {
                        from: initialized,
                        ..standard_of(&found, to)
                    },
                }),
            })
        }
        _ if to.is_class(db) => class_sequence(cx, from, items, to, options),
        _ => match items {
            [] => Some(Sequence::Standard(identity(to, to))),
            [item] if item.list.is_none() => any_sequence(cx, item, to, options),
            _ => None,
        },
    }
}

/// Whether a string literal initialises an array of this element type.
pub(crate) fn is_string_for<'db>(cx: &Context<'db>, item: &Operand<'db>, element: Ty<'db>) -> bool {
    let db = cx.db;
    let Some(of) = item.ty.element(db) else {
        return false;
    };
    let is_literal = item.category == crate::thir::Category::Lvalue && of.top_quals(db).is_const;
    let (a, b) = (of.as_builtin(db), element.as_builtin(db));
    let plain = |x| {
        matches!(
            x,
            Some(Builtin::Char | Builtin::SignedChar | Builtin::UnsignedChar)
        )
    };
    is_literal && a.is_some() && (a == b || a == Some(Builtin::Char) && plain(b))
}

fn class_sequence<'db>(
    cx: &mut Context<'db>,
    from: &Operand<'db>,
    items: &[Operand<'db>],
    to: Ty<'db>,
    options: Options,
) -> Option<Sequence<'db>> {
    let db = cx.db;
    let list = |second| {
        Sequence::User(User {
            function: UserFunction::List(false),
            second,
        })
    };
    if let Some(x) = initializer_list_element(cx, to.unqualified(db)) {
        let found = worst(cx, items, x, options)?;
        return Some(match found {
            Sequence::Unknown => found,
            found => Sequence::User(User {
                function: UserFunction::List(true),
                second: standard_of(&found, to),
            }),
        });
    }
    let Some(info) = class_info(db, to.unqualified(db)) else {
        return Some(Sequence::Unknown);
    };
    if let [item] = items
        && item.list.is_none()
        && (is_same_class(db, item.ty, to) || base_search(db, item.ty, to) != BaseSearch::None)
    {
        let mut found = identity(item.ty, to);
        if !is_same_class(db, item.ty, to) {
            found.rank = Rank::Conversion;
        }
        return Some(Sequence::Standard(found));
    }
    if !options.user {
        return None;
    }
    if info.is_aggregate {
        return crate::check::aggregate_fits(cx, from, to).map(|known| match known {
            true => list(identity(to, to)),
            false => Sequence::Unknown,
        });
    }
    let pool = crate::overload::list_constructors(cx, to, from);
    match select(cx, pool, items.len()) {
        Choice::One(best) => {
            // Copy-list-initialisation by an explicit constructor is chosen, and then ill-formed: the sequence exists. It is the
            // worst one, and none for an object that is copied.
            if options.copies
                && let crate::overload::Callable::Function(f) = best.callable
                && is_explicit(db, f)
            {
                return None;
            }
            Some(Sequence::User(User {
                function: match best.callable {
                    crate::overload::Callable::Function(f) => UserFunction::Constructor(f),
                    _ => UserFunction::List(false),
                },
                second: identity(to, to),
            }))
        }
        Choice::Ambiguous(_) => Some(Sequence::Ambiguous),
        Choice::Unknown => Some(Sequence::Unknown),
        Choice::None(_) => None,
    }
}

/// Whether a constructor is explicit.
pub(super) fn is_explicit<'db>(db: &'db dyn cleave_base_db::Db, constructor: Entity<'db>) -> bool {
    signature(db, constructor).is_some_and(|s| s.is_explicit)
}
