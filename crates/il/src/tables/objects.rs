//! Objects, what they point to, and which virtual tables they refer to, as far as code that is followed tells.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

/// An object, by its number.
pub(crate) type Object = u32;

/// What is there without the code that is followed.
pub(crate) const OUTSIDE: Object = 0;

/// What a pointer may point to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Target<'m> {
    /// Nothing.
    Null,
    /// A place in an object, so many bytes from its start.
    In(Object, u64),
    /// A place in a virtual table.
    Table(&'m str, u64),
}

/// What a pointer may point to, all together.
pub(crate) type Value<'m> = BTreeSet<Target<'m>>;

/// A place that an expression names.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) object: Object,
    pub(crate) offset: u64,
    /// It is there and nowhere else: no element whose number is computed.
    pub(crate) is_exact: bool,
}

#[derive(Clone, Copy)]
struct Info {
    is_seen: bool,
    /// How many conditions and loops there were around when it came to life.
    depth: u32,
}

/// The state of all objects.
pub(crate) struct Objects<'m> {
    all: Vec<Info>,
    pointers: FxHashMap<Object, FxHashMap<u64, Value<'m>>>,
    tables: FxHashMap<Object, FxHashMap<u64, Tables<'m>>>,
    /// The tables that objects referred to for a while, while other things were stored.
    passing: Vec<(Object, &'m str)>,
    /// The objects whose tables calls read.
    called: FxHashSet<Object>,
    /// How much was stored.
    stores: u32,
    /// The tables that objects referred to when others could see that.
    shown: Vec<&'m str>,
    /// How often others could look.
    looks: u32,
    /// The call that is followed.
    pub(crate) by: u32,
}

/// The tables that an object may refer to in one place.
#[derive(Default)]
struct Tables<'m> {
    all: Value<'m>,
    /// How often others could look before it did.
    since: u32,
    /// How much was stored before it did.
    stores: u32,
    /// The call of a function that made it do so.
    by: u32,
}

impl<'m> Objects<'m> {
    pub(crate) fn new() -> Objects<'m> {
        let outside = Info {
            is_seen: true,
            depth: 0,
        };
        Objects {
            all: vec![outside],
            pointers: FxHashMap::default(),
            tables: FxHashMap::default(),
            passing: Vec::new(),
            called: FxHashSet::default(),
            stores: 0,
            shown: Vec::new(),
            looks: 0,
            by: 0,
        }
    }

    /// A new object. `is_seen`: by others.
    pub(crate) fn make(&mut self, is_seen: bool, depth: u32) -> Object {
        self.all.push(Info { is_seen, depth });
        (self.all.len() - 1) as Object
    }

    pub(crate) fn is_seen(&self, object: Object) -> bool {
        self.all.get(object as usize).is_none_or(|o| o.is_seen)
    }

    /// What is read from a place.
    pub(crate) fn read(&self, place: Place) -> Value<'m> {
        let mut out = Value::new();
        if let Some(found) = self.pointers.get(&place.object) {
            match place.is_exact {
                true => out.extend(found.get(&place.offset).into_iter().flatten()),
                false => out.extend(found.values().flatten()),
            }
        }
        if let Some(found) = self.tables.get(&place.object) {
            match place.is_exact {
                true => out.extend(found.get(&place.offset).into_iter().flat_map(|t| &t.all)),
                false => out.extend(found.values().flat_map(|t| &t.all)),
            }
        }
        if out.is_empty() && self.is_seen(place.object) {
            out.insert(Target::In(OUTSIDE, 0));
        }
        out
    }

    /// Stores a value in one of some places, at so many conditions and loops around.
    pub(crate) fn store(&mut self, places: &[Place], value: &Value<'m>, depth: u32) {
        for place in places {
            let (tables, others): (Value<'m>, Value<'m>) =
                (value.iter()).partition(|target| matches!(target, Target::Table(..)));
            let is_only = places.len() == 1 && place.is_exact && place.object != OUTSIDE;
            if !tables.is_empty() {
                let is_seen = self.is_seen(place.object);
                let at = self.tables.entry(place.object).or_default();
                let at = at.entry(place.offset).or_default();
                if is_only {
                    let before = std::mem::take(&mut at.all);
                    if is_seen && at.since != self.looks {
                        self.shown.extend(before.iter().filter_map(table));
                    }
                    if at.stores != self.stores {
                        let before = before.iter().filter_map(table);
                        self.passing
                            .extend(before.map(|table| (place.object, table)));
                    }
                }
                at.since = self.looks;
                at.by = self.by;
                self.stores += 1;
                at.stores = self.stores;
                at.all.extend(tables);
            }
            if others.is_empty() {
                continue;
            }
            let is_certain =
                is_only && (self.all.get(place.object as usize)).is_some_and(|o| o.depth == depth);
            let at = self.pointers.entry(place.object).or_default();
            let at = at.entry(place.offset).or_default();
            if is_certain {
                at.clear();
            }
            at.extend(&others);
            if self.is_seen(place.object) {
                self.show(others);
            }
        }
    }

    /// Copies what one place holds to another.
    pub(crate) fn copy(&mut self, to: &[Place], from: &[Place], depth: u32) {
        for source in from {
            let Some(found) = self.pointers.get(&source.object).cloned() else {
                continue;
            };
            for (offset, value) in found {
                let Some(offset) = offset.checked_sub(source.offset) else {
                    continue;
                };
                for place in to {
                    let place = Place {
                        offset: place.offset.saturating_add(offset),
                        ..*place
                    };
                    self.store(&[place], &value, depth + 1);
                }
            }
        }
    }

    /// Others see what a value points to.
    pub(crate) fn show(&mut self, value: Value<'m>) {
        let mut todo: Vec<Target<'m>> = value.into_iter().collect();
        while let Some(target) = todo.pop() {
            let Target::In(object, _) = target else {
                continue;
            };
            let Some(info) = self.all.get_mut(object as usize) else {
                continue;
            };
            if !std::mem::replace(&mut info.is_seen, true) {
                let behind = self.pointers.get(&object).into_iter();
                todo.extend(behind.flat_map(FxHashMap::values).flatten());
            }
        }
    }

    /// The tables that objects refer to which others see.
    pub(crate) fn seen_tables(&self) -> impl Iterator<Item = &'m str> {
        let seen = (self.tables.iter()).filter(|(object, _)| self.is_seen(**object));
        let all = seen.flat_map(|(_, places)| places.values().flat_map(|t| &t.all));
        all.filter_map(table).chain(self.shown.iter().copied())
    }

    /// Whether the call that is followed made an object refer to its table in a place.
    pub(crate) fn is_made_here(&self, object: Object, offset: u64) -> bool {
        let found = self
            .tables
            .get(&object)
            .and_then(|places| places.get(&offset));
        found.is_some_and(|tables| tables.by == self.by)
    }

    /// A virtual call reads the table of what a value points to.
    pub(crate) fn call(&mut self, value: &Value<'m>) {
        self.called
            .extend(value.iter().filter_map(|target| match target {
                Target::In(object, _) => Some(*object),
                _ => None,
            }));
    }

    /// The tables that objects referred to for a while which lie in memory until it is known what is called.
    pub(crate) fn passing_tables(&self) -> impl Iterator<Item = &'m str> {
        let lies = |object: Object| self.is_seen(object) || self.called.contains(&object);
        let found = self.passing.iter().filter(move |(object, _)| lies(*object));
        found.map(|(_, table)| *table)
    }

    /// Something else is stored.
    pub(crate) fn count_store(&mut self) {
        self.stores += 1;
    }

    /// Others may look at what they see.
    pub(crate) fn look(&mut self) {
        self.looks += 1;
    }
}

fn table<'m>(target: &Target<'m>) -> Option<&'m str> {
    match target {
        Target::Table(name, _) => Some(*name),
        _ => None,
    }
}
