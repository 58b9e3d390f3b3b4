//! The best viable function ([over.match.best]).

use std::cmp::Ordering::{Equal, Greater, Less};

use crate::convert::{compare, is_base_of};
use crate::function::signature;
use crate::overload::{Callable, Candidate, Choice, Pool, Rewrite};
use crate::template::{constraints_known, more_specialized};
use crate::{Context, Ty};

/// Chooses. `count` is the number of arguments, for partial ordering.
pub(crate) fn select<'db>(cx: &mut Context<'db>, pool: Pool<'db>, count: usize) -> Choice<'db> {
    let Pool {
        mut candidates,
        failed,
        unknown,
        filtered: _,
    } = pool;
    dedup(&mut candidates);
    if candidates.is_empty() {
        return match unknown {
            true => Choice::Unknown,
            false => Choice::None(failed),
        };
    }
    // A tournament leaves the only one that can be better than all others.
    let mut best = 0;
    for i in 1..candidates.len() {
        if is_better(cx, &candidates[i], &candidates[best], count) {
            best = i;
        }
    }
    let wins = (0..candidates.len())
        .all(|i| i == best || is_better(cx, &candidates[best], &candidates[i], count));
    let guessed = candidates.iter().any(has_unknown);
    if wins && !(guessed && candidates.len() > 1) {
        return Choice::One(Box::new(candidates.swap_remove(best)));
    }
    if guessed || unknown {
        return Choice::Unknown;
    }
    let ambiguous: Vec<usize> = (0..candidates.len())
        .filter(|&i| {
            !(0..candidates.len())
                .any(|j| j != i && is_better(cx, &candidates[j], &candidates[i], count))
        })
        .collect();
    let keep = match ambiguous.is_empty() {
        true => candidates,
        false => ambiguous.iter().map(|&i| candidates[i].clone()).collect(),
    };
    if let Some(same) = redeclared(cx, &keep) {
        return Choice::One(Box::new(keep[same].clone()));
    }
    // Which of them a template's constraints leave, an instance will say.
    let is_open = |c: &Candidate<'db>| {
        c.template.is_none() && (c.function()).is_some_and(|f| !constraints_known(cx.db, f))
    };
    match keep.iter().any(is_open) {
        true => Choice::Unknown,
        false => Choice::Ambiguous(keep),
    }
}

/// Candidates of one namespace whose parameters are of the same types are one function, declared in ways that were not seen to
/// be the same: a return type spelled otherwise, a friend. So are those of any namespaces that have C linkage ([dcl.link]/6). The one
/// with a definition stands for all.
fn redeclared<'db>(cx: &Context<'db>, candidates: &[Candidate<'db>]) -> Option<usize> {
    let db = cx.db;
    let first = candidates.first()?;
    let scope = |c: &Candidate<'db>| Some(c.function()?.decl(db).code(db).item.scope(db));
    let is_in_c = |c: &Candidate<'db>| {
        (c.function()).is_some_and(|f| crate::linkage::is_in_c(db, f.decl(db)))
    };
    let all_in_c = candidates.iter().all(is_in_c);
    let same = candidates.iter().all(|c| {
        c.params == first.params
            && c.template.is_some() == first.template.is_some()
            && c.rewrite == first.rewrite
            && scope(c).is_some()
            && (all_in_c || scope(c) == scope(first))
            && c.function()
                .and_then(|f| signature(db, f))
                .is_some_and(|s| s.class.is_none())
    });
    if !same {
        return None;
    }
    let defined = |c: &Candidate<'db>| {
        c.function()
            .is_some_and(|f| crate::function::definition(db, f).is_some())
    };
    Some(candidates.iter().position(defined).unwrap_or(0))
}

fn has_unknown(c: &Candidate<'_>) -> bool {
    c.sequences.contains(&crate::convert::Sequence::Unknown)
}

/// The same function found in two ways is one candidate.
fn dedup(candidates: &mut Vec<Candidate<'_>>) {
    let mut i = 0;
    while i < candidates.len() {
        // There are hundreds of builtin ones.
        let own = &candidates[i];
        let same = own.function().is_some()
            && (candidates[..i].iter())
                .any(|c| c.callable == own.callable && c.rewrite == own.rewrite);
        match same {
            true => {
                candidates.remove(i);
            }
            false => i += 1,
        }
    }
}

/// Whether `a` is a better function than `b`.
fn is_better<'db>(
    cx: &mut Context<'db>,
    a: &Candidate<'db>,
    b: &Candidate<'db>,
    count: usize,
) -> bool {
    let db = cx.db;
    let mut better = false;
    for (i, x) in a.sequences.iter().enumerate() {
        // Reversed candidates hold their conversions in the order of the operands as written.
        let Some(y) = b.sequences.get(i) else {
            continue;
        };
        match compare(db, x, y) {
            Less => better = true,
            Greater => return false,
            Equal => {}
        }
    }
    if better {
        return true;
    }
    if let (Some(x), Some(y)) = (&a.after, &b.after) {
        match crate::convert::compare_standard(db, x, y) {
            Less => return true,
            Greater => return false,
            Equal => {}
        }
    }
    match (a.template, b.template) {
        (None, Some(_)) => return true,
        (Some(_), None) => return false,
        // A constructor and a conversion function have nothing to be compared by ([temp.deduct.partial]/3).
        (Some(_), Some(_)) if a.after.is_some() != b.after.is_some() => return false,
        (Some(x), Some(y)) if x != y => match more_specialized(db, x, y, count) {
            Less => return true,
            Greater => return false,
            Equal => {}
        },
        (None, None) => {
            if let (Some(x), Some(y)) = (a.function(), b.function())
                && x != y
                && a.params == b.params
            {
                match crate::template::more_constrained(db, x, y) {
                    Less => return true,
                    Greater => return false,
                    Equal => {}
                }
            }
        }
        _ => {}
    }
    if inherits(cx, a, b) {
        return true;
    }
    if a.rewrite != b.rewrite {
        return a.rewrite < b.rewrite;
    }
    if a.guide != b.guide {
        return a.guide > b.guide;
    }
    // Builtin candidates never stand against a function of the same parameters: those are hidden by it.
    a.callable != Callable::Builtin && b.callable == Callable::Builtin && a.rewrite == Rewrite::None
}

/// `a` is a constructor of a class, `b` one that the class inherits, of the same parameters.
fn inherits<'db>(cx: &Context<'db>, a: &Candidate<'db>, b: &Candidate<'db>) -> bool {
    let db = cx.db;
    let class = |c: &Candidate<'db>| -> Option<Ty<'db>> { signature(db, c.function()?)?.class };
    let given = a.sequences.len().max(b.sequences.len());
    let same = (a.params.iter().take(given)).eq(b.params.iter().take(given));
    if !same {
        return false;
    }
    match (class(a), class(b)) {
        (Some(d), Some(base)) => is_base_of(db, base, d),
        _ => false,
    }
}
