//! Where temporaries are declared: the code generator numbers registers by the order of declarations (reference: device-half, Objects and
//! temporaries).
//!
//! It must not know what the temporaries are for.

use std::collections::BTreeMap;

use cleave_il::{Code, LocalId, StmtId, StmtKind};
use rustc_hash::FxHashSet;

/// The order in which temporaries are declared: that in which the reference makes them. It makes one for an argument before it looks at
/// the next argument, though that decides whether the argument is set aside at all.
#[derive(Debug, Default)]
pub(crate) struct Ranks {
    next: u32,
    /// The temporaries, in the order in which they were made here.
    all: Vec<(LocalId, u32)>,
    /// Those that are declared where they begin with a constant, and stay there.
    begun: FxHashSet<LocalId>,
}

impl Ranks {
    /// A temporary is declared where it begins with a constant.
    pub(crate) fn begin(&mut self, local: LocalId) {
        self.begun.insert(local);
    }

    /// A rank behind all others.
    pub(crate) fn next(&mut self) -> u32 {
        self.next += 1;
        self.next
    }

    /// Gives a temporary that was just made its rank.
    pub(crate) fn set(&mut self, local: LocalId, rank: u32) {
        self.all.push((local, rank));
    }

    /// How many temporaries there are.
    pub(crate) fn len(&self) -> usize {
        self.all.len()
    }

    /// The rank of a local. Parameters and variables have none.
    pub(crate) fn of(&self, local: LocalId) -> u32 {
        let at = self
            .all
            .binary_search_by_key(&local.into_raw().into_u32(), |t| t.0.into_raw().into_u32());
        at.map_or(0, |at| self.all[at].1)
    }

    /// Exchanges the ranks of the temporaries from a number on, so that those from a second number on come first.
    pub(crate) fn exchange(&mut self, from: usize, middle: usize) {
        if from >= middle || middle >= self.all.len() {
            return;
        }
        let mut ranks: Vec<u32> = self.all[from..].iter().map(|t| t.1).collect();
        ranks.sort_unstable();
        let mut order: Vec<usize> = (from..self.all.len()).collect();
        order.sort_by_key(|&at| (at < middle, self.all[at].1));
        for (at, rank) in order.into_iter().zip(ranks) {
            self.all[at].1 = rank;
        }
    }

    /// Declares one temporary where an earlier one would have been.
    pub(crate) fn move_to(&mut self, number: usize, rank: u32) {
        if let Some(temporary) = self.all.get_mut(number) {
            temporary.1 = rank;
        }
    }
}

/// A block that temporaries may be declared in.
struct Scope {
    block: StmtId,
    /// The one around it.
    around: usize,
    /// It has variables, or another one in it has.
    has_variables: bool,
    /// It has another one with variables in it.
    has_inner: bool,
}

/// Moves the declarations of temporaries to where the reference has them: from blocks that have no variables, nor blocks with variables
/// in them, to the next block around that has. Where that has no such block in it, the first temporary that is made stays with those of
/// its block, unless the function is inline.
///
/// `body` is the outermost block of a function; its last statement is the one that is written. `objects`: the temporaries that are
/// objects, which count as variables do.
pub(crate) fn place_temporaries(
    code: &mut Code,
    body: StmtId,
    objects: &[LocalId],
    ranks: &Ranks,
    is_inline: bool,
) {
    let objects: FxHashSet<LocalId> = objects.iter().copied().collect();
    let body = match &code.stmts[body].kind {
        StmtKind::Block(stmts) => match stmts.last() {
            Some(last) if matches!(code.stmts[*last].kind, StmtKind::Block(_)) => *last,
            _ => body,
        },
        _ => body,
    };
    let mut scopes = scopes(code, body, &objects);
    // Inner ones stand behind those around them.
    for number in (1..scopes.len()).rev() {
        if scopes[number].has_variables {
            let around = scopes[number].around;
            scopes[around].has_variables = true;
            scopes[around].has_inner = true;
        }
    }
    // For each one that keeps what is declared in it, those whose temporaries it takes.
    let mut taken: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    let mut keeper = vec![0; scopes.len()];
    for (number, scope) in scopes.iter().enumerate().skip(1) {
        if scope.has_variables {
            keeper[number] = number;
            continue;
        }
        keeper[number] = keeper[scope.around];
        if first_rank(code, scope.block, ranks).is_some() {
            taken.entry(keeper[number]).or_default().push(number);
        }
    }
    for (around, mut inner) in taken {
        let keeps_one = !is_inline && !scopes[around].has_inner;
        let rank = |number: &usize| first_rank(code, scopes[*number].block, ranks);
        if keeps_one && let Some(kept) = inner.iter().copied().min_by_key(rank) {
            inner.retain(|number| *number != kept);
        }
        let moved: Vec<StmtId> = (inner.into_iter())
            .flat_map(|inner| take_temporaries(code, ranks, scopes[inner].block))
            .collect();
        if !moved.is_empty() {
            declare(code, scopes[around].block, moved, ranks);
        }
    }
}

/// The blocks of a function, each behind the one around it. The first is the body.
fn scopes(code: &Code, body: StmtId, objects: &FxHashSet<LocalId>) -> Vec<Scope> {
    let is_variable = |s: &StmtId| match code.stmts[*s].kind {
        StmtKind::Declare(local) => !code.locals[local].name.is_empty() || objects.contains(&local),
        _ => false,
    };
    let mut scopes: Vec<Scope> = Vec::new();
    let mut tasks = vec![(body, 0)];
    while let Some((s, around)) = tasks.pop() {
        let first = tasks.len();
        match &code.stmts[s].kind {
            StmtKind::Block(stmts) => {
                tasks.extend(stmts.iter().map(|s| (*s, scopes.len())));
                scopes.push(Scope {
                    block: s,
                    around,
                    has_variables: stmts.iter().any(is_variable),
                    has_inner: false,
                });
            }
            StmtKind::If(_, then, otherwise) => {
                tasks.push((*then, around));
                tasks.extend(otherwise.map(|s| (s, around)));
            }
            StmtKind::Loop { body, .. } | StmtKind::Switch(_, body) | StmtKind::Taken(body) => {
                tasks.push((*body, around));
            }
            _ => {}
        }
        tasks[first..].reverse();
    }
    scopes
}

/// The rank of the temporary of a block that was made first.
fn first_rank(code: &Code, block: StmtId, ranks: &Ranks) -> Option<u32> {
    let StmtKind::Block(stmts) = &code.stmts[block].kind else {
        return None;
    };
    let temporaries = stmts.iter().filter_map(|s| temporary(code, ranks, *s));
    temporaries.map(|local| ranks.of(local)).min()
}

/// The variable without a name that a statement declares, unless it begins there with a constant.
fn temporary(code: &Code, ranks: &Ranks, s: StmtId) -> Option<LocalId> {
    match code.stmts[s].kind {
        StmtKind::Declare(local) if code.locals[local].name.is_empty() => {
            (!ranks.begun.contains(&local)).then_some(local)
        }
        _ => None,
    }
}

/// Takes the declarations of temporaries out of a block.
fn take_temporaries(code: &mut Code, ranks: &Ranks, block: StmtId) -> Vec<StmtId> {
    let StmtKind::Block(stmts) = &code.stmts[block].kind else {
        return Vec::new();
    };
    let (moved, kept): (Vec<_>, Vec<_>) = stmts
        .iter()
        .partition(|s| temporary(code, ranks, **s).is_some());
    code.stmts[block].kind = StmtKind::Block(kept.into());
    moved
}

/// Declares temporaries at the beginning of a block, with its own, in their order.
fn declare(code: &mut Code, block: StmtId, moved: Vec<StmtId>, ranks: &Ranks) {
    let own = take_temporaries(code, ranks, block);
    let mut ordered = BTreeMap::new();
    for s in own.into_iter().chain(moved) {
        if let Some(local) = temporary(code, ranks, s) {
            ordered.insert((ranks.of(local), local.into_raw().into_u32()), s);
        }
    }
    let StmtKind::Block(stmts) = &code.stmts[block].kind else {
        return;
    };
    let all = ordered.into_values().chain(stmts.iter().copied());
    code.stmts[block].kind = StmtKind::Block(all.collect());
}
