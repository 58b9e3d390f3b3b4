//! All that follows from the roots, and what asked for it.
//!
//! Granularity: one value for the file, made of the roots of its items and of the edges of what is reached. Both compare equal
//! when an edit leaves them as they are, and then this is not computed again.

use cleave_base_db::{Db, SourceFile};
use cleave_typing::{Entity, linkage};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::edges::used_by;
use crate::emitted::{Emitted, is_inline};
use crate::roots::{Instance, Roots, instance, rooted_items, roots};

/// How many functions and variables a program may need.
const LIMIT: usize = 2_000_000;
/// How many instances that ask for each other are followed, whatever the options allow.
const NESTED: u64 = 2_000;

/// Something that is needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Need<'db> {
    /// What.
    pub what: Emitted<'db>,
    /// The number of what asks for it first; none for roots.
    pub by: Option<u32>,
    /// How many instances ask for each other until this one.
    nested: u32,
}

/// What a file needs, in the order of discovery.
#[derive(Clone, Debug, Default, PartialEq, Eq, salsa::SalsaValue)]
pub struct Needed<'db> {
    /// Everything, each once.
    pub all: Vec<Need<'db>>,
    numbers: FxHashMap<Emitted<'db>, u32>,
    elsewhere: FxHashSet<Emitted<'db>>,
    /// How many of them are named by code that may run: they come first.
    named: u32,
}

impl<'db> Needed<'db> {
    /// The number of something that is needed.
    pub fn number(&self, what: Emitted<'db>) -> Option<u32> {
        self.numbers.get(&what).copied()
    }

    /// Whether code that may run names something, and not only a virtual table or what that leads to.
    pub fn is_named(&self, what: Emitted<'db>) -> bool {
        self.number(what).is_some_and(|n| n < self.named)
    }

    /// Something and what asked for it, innermost first; ends with a root. [`crate::edges::edges`] has the places.
    pub fn chain(&self, what: Emitted<'db>) -> Vec<Need<'db>> {
        let mut out = Vec::new();
        let mut at = self.number(what);
        while let Some(need) = at.and_then(|n| self.all.get(n as usize)) {
            out.push(*need);
            at = need.by;
        }
        out
    }

    /// Whether something is compiled whoever uses it.
    pub fn is_root(&self, what: Emitted<'db>) -> bool {
        let need = self
            .number(what)
            .and_then(|number| self.all.get(number as usize));
        need.is_some_and(|need| need.by.is_none())
    }

    /// Whether an explicit instantiation says that something is defined elsewhere, and none defines it here.
    pub fn is_elsewhere(&self, what: Emitted<'db>) -> bool {
        self.elsewhere.contains(&what)
    }

    fn add(&mut self, db: &'db dyn Db, need: Need<'db>) {
        if let Some(entity) = need.what.entity()
            && is_pattern(db, entity)
        {
            return;
        }
        let number = self.all.len() as u32;
        if let std::collections::hash_map::Entry::Vacant(new) = self.numbers.entry(need.what) {
            new.insert(number);
            self.all.push(need);
        }
    }
}

/// Whether an entity is a template or depends on template parameters.
fn is_pattern<'db>(db: &'db dyn Db, entity: Entity<'db>) -> bool {
    entity.env(db).is_some_and(|env| env.is_dependent(db)) || linkage::is_templated(db, entity)
}

/// What a file needs, blind to execution spaces.
#[salsa::tracked(returns(ref))]
pub fn needed<'db>(db: &'db dyn Db, file: SourceFile) -> Needed<'db> {
    let mut out = Needed::default();
    let all: Vec<&Roots<'db>> = (rooted_items(db, file).iter())
        .map(|item| roots(db, *item))
        .collect();
    let add = |out: &mut Needed<'db>, root: &Emitted<'db>| {
        let need = Need {
            what: *root,
            by: None,
            nested: 0,
        };
        out.add(db, need);
    };
    for roots in &all {
        roots.all.iter().for_each(|root| add(&mut out, root));
    }
    // An explicit instantiation definition is a root: it takes its declarations back. What is inline is instantiated here all the
    // same ([temp.explicit]/11).
    let is_inline = |what: &Emitted<'db>| what.entity().is_some_and(|e| is_inline(db, e));
    let elsewhere = all.iter().flat_map(|roots| roots.elsewhere.iter().copied());
    out.elsewhere = elsewhere
        .filter(|what| !out.numbers.contains_key(what) && !is_inline(what))
        .collect();
    for roots in &all {
        roots.named.iter().for_each(|root| add(&mut out, root));
    }
    let allowed = file.pending(db).0.min(NESTED);
    let follow = |out: &mut Needed<'db>, number: u32, runs: bool| {
        let Some(need) = out.all.get(number as usize).copied() else {
            return;
        };
        let is_instance = need.what.entity().is_some_and(|e| e.env(db).is_some());
        let nested = need.nested + u32::from(is_instance);
        if u64::from(nested) > allowed || out.elsewhere.contains(&need.what) {
            return;
        }
        let used = used_by(db, file, need.what).iter();
        for used in used.filter(|used| used.runs == runs) {
            let need = Need {
                what: used.to,
                by: Some(number),
                nested,
            };
            out.add(db, need);
        }
    };
    // Virtual tables come last, and what stands where nothing runs: first all that is reached without them.
    let mut late = Vec::new();
    let mut next = 0;
    let mut run = |out: &mut Needed<'db>, late: &mut Vec<(u32, bool)>| {
        while let Some(need) = out.all.get(next).copied().filter(|_| next < LIMIT) {
            match need.what {
                Emitted::Vtable(_) => late.push((next as u32, true)),
                _ => {
                    follow(out, next as u32, true);
                    late.push((next as u32, false));
                }
            }
            next += 1;
        }
        next
    };
    run(&mut out, &mut late);
    for kernel in kernels_of_dead_code(db, file, &all, &out, allowed) {
        add(&mut out, &kernel);
    }
    let mut next = run(&mut out, &mut late);
    out.named = next as u32;
    for (number, runs) in late {
        follow(&mut out, number, runs);
    }
    while next < out.all.len().min(LIMIT) {
        follow(&mut out, next as u32, true);
        follow(&mut out, next as u32, false);
        next += 1;
    }
    out
}

/// The instances of kernels that code names which nothing compiles: its templates are instantiated all the same (reference:
/// device-half, Roots).
fn kernels_of_dead_code<'db>(
    db: &'db dyn Db,
    file: SourceFile,
    roots: &[&Roots<'db>],
    live: &Needed<'db>,
    allowed: u64,
) -> Vec<Emitted<'db>> {
    let named = roots.iter().flat_map(|roots| roots.instances.iter());
    let mut todo: Vec<(Emitted<'db>, u64)> = named.map(|what| (*what, 1)).collect();
    let mut seen: FxHashSet<Emitted<'db>> = FxHashSet::default();
    let mut out = Vec::new();
    while let Some((what, nested)) = todo.pop().filter(|_| seen.len() < LIMIT) {
        let known = live.number(what).is_some() || live.is_elsewhere(what);
        if known || nested > allowed || !seen.insert(what) {
            continue;
        }
        for used in used_by(db, file, what) {
            match instance(db, used.to) {
                Some(Instance::Kernel) => out.push(used.to),
                Some(Instance::Other) => todo.push((used.to, nested + 1)),
                None => {}
            }
        }
    }
    out
}
