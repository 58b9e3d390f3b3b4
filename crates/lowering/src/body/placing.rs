//! Where temporaries are declared. The reference keeps those of a block without variables in the block around that has some, but for one
//! such block, and the code generator numbers registers by the order of declarations (reference: device-half, Objects and temporaries).
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
}

impl Ranks {
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

/// What lies directly or deeper in a block with variables, up to the next such blocks.
#[derive(Default)]
struct Within {
    /// A block with variables is among it.
    has_variables: bool,
    /// The blocks without variables that have temporaries, in order.
    with_temporaries: Vec<StmtId>,
}

/// Moves the declarations of temporaries to where the reference has them. `body` is the outermost block of a function; its last
/// statement is the one that is written. `objects`: the temporaries that are objects, which count as variables do.
pub(crate) fn place_temporaries(code: &mut Code, body: StmtId, objects: &[LocalId], ranks: &Ranks) {
    let objects: FxHashSet<LocalId> = objects.iter().copied().collect();
    let is_variable = |code: &Code, s: &StmtId| match code.stmts[*s].kind {
        StmtKind::Declare(local) => !code.locals[local].name.is_empty() || objects.contains(&local),
        _ => false,
    };
    let body = match &code.stmts[body].kind {
        StmtKind::Block(stmts) => match stmts.last() {
            Some(last) if matches!(code.stmts[*last].kind, StmtKind::Block(_)) => *last,
            _ => body,
        },
        _ => body,
    };
    // By the number of the block, which is that of the order in which they were met.
    let mut all: Vec<(StmtId, Within)> = vec![(body, Within::default())];
    let mut tasks = vec![(body, 0)];
    while let Some((s, around)) = tasks.pop() {
        let mut inner = around;
        let first = tasks.len();
        match &code.stmts[s].kind {
            StmtKind::Block(stmts) => {
                if s != body && stmts.iter().any(|s| is_variable(code, s)) {
                    all[around].1.has_variables = true;
                    inner = all.len();
                    all.push((s, Within::default()));
                } else if s != body && stmts.iter().any(|s| temporary(code, *s).is_some()) {
                    all[around].1.with_temporaries.push(s);
                }
                tasks.extend(stmts.iter().map(|s| (*s, inner)));
            }
            StmtKind::If(_, then, otherwise) => {
                tasks.push((*then, inner));
                tasks.extend(otherwise.map(|s| (s, inner)));
            }
            StmtKind::Loop { body, .. } | StmtKind::Switch(_, body) => tasks.push((*body, inner)),
            _ => {}
        }
        tasks[first..].reverse();
    }
    for (block, within) in all {
        let keeps_one = usize::from(!within.has_variables);
        let moved: Vec<StmtId> = (within.with_temporaries.into_iter().skip(keeps_one))
            .flat_map(|inner| take_temporaries(code, inner))
            .collect();
        if !moved.is_empty() {
            declare(code, block, moved, ranks);
        }
    }
}

/// The variable without a name that a statement declares.
fn temporary(code: &Code, s: StmtId) -> Option<LocalId> {
    match code.stmts[s].kind {
        StmtKind::Declare(local) if code.locals[local].name.is_empty() => Some(local),
        _ => None,
    }
}

/// Takes the declarations of temporaries out of a block.
fn take_temporaries(code: &mut Code, block: StmtId) -> Vec<StmtId> {
    let StmtKind::Block(stmts) = &code.stmts[block].kind else {
        return Vec::new();
    };
    let (moved, kept): (Vec<_>, Vec<_>) =
        stmts.iter().partition(|s| temporary(code, **s).is_some());
    code.stmts[block].kind = StmtKind::Block(kept.into());
    moved
}

/// Declares temporaries at the beginning of a block, with its own, in their order.
fn declare(code: &mut Code, block: StmtId, moved: Vec<StmtId>, ranks: &Ranks) {
    let own = take_temporaries(code, block);
    let mut ordered = BTreeMap::new();
    for s in own.into_iter().chain(moved) {
        if let Some(local) = temporary(code, s) {
            ordered.insert((ranks.of(local), local.into_raw().into_u32()), s);
        }
    }
    let StmtKind::Block(stmts) = &code.stmts[block].kind else {
        return;
    };
    let all = ordered.into_values().chain(stmts.iter().copied());
    code.stmts[block].kind = StmtKind::Block(all.collect());
}
