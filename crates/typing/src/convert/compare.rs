//! Which of two conversion sequences is better ([over.ics.rank]).

use std::cmp::Ordering::{self, Equal, Greater, Less};

use cleave_base_db::Db;

use crate::convert::list::is_explicit;
use crate::convert::standard::is_subset;
use crate::convert::{Sequence, Standard, User, UserFunction, is_base_of};
use crate::{Bound, Ty, TyKind};

/// `Less`: the first is better.
pub(crate) fn compare<'db>(db: &'db dyn Db, a: &Sequence<'db>, b: &Sequence<'db>) -> Ordering {
    use Sequence as S;
    match (a, b) {
        (S::Any | S::Unknown, _) | (_, S::Any | S::Unknown) => Equal,
        (S::Standard(a), S::Standard(b)) => standard(db, a, b),
        (S::User(a), S::User(b)) => user(db, a, b),
        // Of two of the same form, the one to an initializer_list is better, whatever its elements need ([over.ics.rank]/3.1).
        _ => (class(a).cmp(&class(b))).then(fills_list(b).cmp(&fills_list(a))),
    }
}

/// Whether a list becomes an `initializer_list`.
fn fills_list(s: &Sequence<'_>) -> bool {
    matches!(
        s,
        Sequence::User(User {
            function: UserFunction::List(true),
            ..
        })
    )
}

/// The basic forms in their order.
fn class(s: &Sequence<'_>) -> u32 {
    match s {
        Sequence::Standard(_) | Sequence::Any | Sequence::Unknown => 0,
        // A list that fills an initializer_list without conversions is an identity conversion.
        Sequence::User(User {
            function: UserFunction::List(true),
            second,
        }) if second.rank < crate::convert::Rank::User => 0,
        Sequence::User(_) | Sequence::Ambiguous => 1,
        Sequence::Ellipsis => 2,
    }
}

fn user<'db>(db: &'db dyn Db, a: &User<'db>, b: &User<'db>) -> Ordering {
    match (a.function, b.function) {
        (UserFunction::List(x), UserFunction::List(y)) if x != y => y.cmp(&x),
        (UserFunction::List(true), UserFunction::List(true)) => (a.second.rank.cmp(&b.second.rank))
            .then_with(|| lengths(db, &a.second, &b.second))
            .then_with(|| temporaries(&a.second, &b.second)),
        (UserFunction::List(true), _) => Less,
        (_, UserFunction::List(true)) => Greater,
        (x, y) if x == y => standard(db, &a.second, &b.second),
        // One is an aggregate that the list initializes: so a list is what makes both.
        (UserFunction::List(_), _) | (_, UserFunction::List(_)) => {
            temporaries(&a.second, &b.second)
        }
        (UserFunction::Constructor(x), UserFunction::Constructor(y)) => (is_explicit(db, x))
            .cmp(&is_explicit(db, y))
            .then_with(|| temporaries(&a.second, &b.second)),
        // The standard compares what one function converts ([over.ics.rank]/3.3), the reference what references bind to as well.
        _ => temporaries(&a.second, &b.second).then_with(|| {
            match (a.second.binding, b.second.binding) {
                (Some(_), Some(_)) => referent_quals(a.second.to, b.second.to, db),
                _ => Equal,
            }
        }),
    }
}

/// Of two references to what a conversion makes the rvalue reference is better ([over.ics.rank]/3.2).
fn temporaries(a: &Standard<'_>, b: &Standard<'_>) -> Ordering {
    match (a.binding, b.binding) {
        (Some(x), Some(y)) => y.rvalue_reference.cmp(&x.rvalue_reference),
        _ => Equal,
    }
}

/// Of arrays of the same elements that a list initializes the one with fewer elements is better, and then that of known bound
/// ([over.ics.rank]/3.1).
fn lengths<'db>(db: &'db dyn Db, a: &Standard<'db>, b: &Standard<'db>) -> Ordering {
    let (Some(n), Some(m)) = (a.from.length(db), b.from.length(db)) else {
        return Equal;
    };
    let element = |s: &Standard<'db>| s.from.element(db).map(|e| e.unqualified(db));
    if element(a) != element(b) {
        return Equal;
    }
    let is_open = |s: &Standard<'db>| s.to.length(db).is_none();
    n.cmp(&m).then(is_open(a).cmp(&is_open(b)))
}

/// Compares two standard conversion sequences.
pub(crate) fn standard<'db>(db: &'db dyn Db, a: &Standard<'db>, b: &Standard<'db>) -> Ordering {
    let by_rank = a.rank.cmp(&b.rank);
    if by_rank != Equal {
        return by_rank;
    }
    // A reference that binds directly is an identity conversion, whatever qualifiers it adds ([over.ics.ref]/1).
    let is_identity = |s: &Standard<'db>| match s.binding {
        Some(binding) if binding.direct => s.rank == crate::convert::Rank::Exact,
        _ => s.is_identity(),
    };
    if is_identity(a) != is_identity(b) && !(a.binding.is_some() && b.binding.is_some()) {
        return is_identity(b).cmp(&is_identity(a));
    }
    if a.to_bool != b.to_bool {
        return a.to_bool.cmp(&b.to_bool);
    }
    // To the fixed underlying type itself rather than to what that promotes to.
    if a.rank == crate::convert::Rank::Promotion
        && a.to != b.to
        && let Some(underlying) = crate::convert::underlying(db, a.from)
    {
        if a.to == underlying {
            return Less;
        }
        if b.to == underlying {
            return Greater;
        }
    }
    let by_distance = distance(db, a, b);
    if by_distance != Equal {
        return by_distance;
    }
    if let (Some(x), Some(y)) = (a.binding, b.binding) {
        let function = a.from.is_function(db);
        if !x.object && !y.object && x.rvalue_reference != y.rvalue_reference {
            if function {
                return x.rvalue_reference.cmp(&y.rvalue_reference);
            }
            if x.to_rvalue && y.to_rvalue {
                return y.rvalue_reference.cmp(&x.rvalue_reference);
            }
        }
        if let by_quals @ (Less | Greater) = referent_quals(a.to, b.to, db) {
            return by_quals;
        }
        // An array of known bound is the better match ([over.ics.rank]/3.2).
        match (a.to.kind(db), b.to.kind(db)) {
            (TyKind::Array(_, Bound::Known(_)), TyKind::Array(_, Bound::Unknown)) => return Less,
            (TyKind::Array(_, Bound::Unknown), TyKind::Array(_, Bound::Known(_))) => {
                return Greater;
            }
            _ => {}
        }
    }
    qualifications(db, a, b)
}

/// References to the same type up to qualifiers: less qualified is better.
fn referent_quals<'db>(a: Ty<'db>, b: Ty<'db>, db: &'db dyn Db) -> Ordering {
    let (x, y) = (a.top_quals(db), b.top_quals(db));
    if a.unqualified(db) != b.unqualified(db) || x == y {
        return Equal;
    }
    match (is_subset(x, y), is_subset(y, x)) {
        (true, false) => Less,
        (false, true) => Greater,
        _ => Equal,
    }
}

/// Conversions that differ in qualifications only and yield similar types.
fn qualifications<'db>(db: &'db dyn Db, a: &Standard<'db>, b: &Standard<'db>) -> Ordering {
    if a.to == b.to {
        return Equal;
    }
    let (x, y) = (a.to.unqualified(db), b.to.unqualified(db));
    match (
        crate::convert::qualification(db, x, y),
        crate::convert::qualification(db, y, x),
    ) {
        (Some(true), None) => Less,
        (None, Some(true)) => Greater,
        _ => Equal,
    }
}

/// Derived-to-base conversions: the nearer base is better ([over.ics.rank]/4.4).
fn distance<'db>(db: &'db dyn Db, a: &Standard<'db>, b: &Standard<'db>) -> Ordering {
    let nearer = |x: Ty<'db>, y: Ty<'db>| match (x, y) {
        (x, y) if x.unqualified(db) == y.unqualified(db) => Equal,
        (x, y) if is_base_of(db, y, x) => Less,
        (x, y) if is_base_of(db, x, y) => Greater,
        _ => Equal,
    };
    match (a.from.kind(db), a.to.kind(db), b.to.kind(db)) {
        (TyKind::Pointer(f), TyKind::Pointer(x), TyKind::Pointer(y)) => {
            // From different sources: after user-defined conversions by one function.
            if let Some(g) = b.from.pointee(db)
                && g.unqualified(db) != f.unqualified(db)
                && x.unqualified(db) == y.unqualified(db)
            {
                return nearer(g, *f);
            }
            match (x.is_void(db), y.is_void(db)) {
                (true, false) => Greater,
                (false, true) => Less,
                _ => nearer(*x, *y),
            }
        }
        (
            TyKind::MemberPointer { .. },
            TyKind::MemberPointer { class: x, .. },
            TyKind::MemberPointer { class: y, .. },
        ) => nearer(*y, *x),
        _ if a.from.is_class(db) && a.to.is_class(db) && b.to.is_class(db) => {
            if a.to.unqualified(db) == b.to.unqualified(db) {
                return nearer(b.from, a.from);
            }
            nearer(a.to, b.to)
        }
        _ => Equal,
    }
}
