//! The tables of a group: their order (Itanium C++ ABI 2.5.2, 2.6.2), and what stands in each.

use cleave_base_db::Db;
use rustc_hash::{FxHashMap, FxHashSet};

use super::methods::{Method, MethodKey, own_virtuals, primary};
use super::object::{Node, Object};
use super::offsets::{DEEP, Offset, call_entry, offsets};
use super::{Entry, Group, Shift, Table, Thunk, VirtualTables, Way, vtt};
use crate::class::layout::virtual_bases;
use crate::class::{class_info, layout};
use crate::{Entity, Ty};

/// All tables of a class.
pub(super) fn all<'db>(db: &'db dyn Db, class: Ty<'db>) -> Option<VirtualTables<'db>> {
    class_info(db, class).filter(|i| i.is_dynamic)?;
    let mut slots = Slots::default();
    let own = group(db, class, 0, class, Some(&mut slots))?;
    let mut made = VirtualTables {
        own,
        constructions: Box::default(),
        vtt: Box::default(),
        sub_vtts: Box::default(),
        stores: Box::default(),
        slots: slots.functions.into(),
        destructor: slots.destructor,
    };
    vtt::fill(db, class, &mut made)?;
    Some(made)
}

/// The numbers of the tables of a complete object, its own first, then those of bases behind the bases in them.
pub(super) fn stored<'db>(db: &'db dyn Db, own: &Group<'db>) -> Option<Vec<u32>> {
    let object = Object::new(db, own.class, own.offset, own.class)?;
    let by_place: FxHashMap<Node, u32> = (own.tables.iter().enumerate())
        .filter_map(|(n, t)| Some((object.node(*t.bases.first()?, t.offset)?, n as u32)))
        .collect();
    let last = object.root();
    let all = std::iter::once(last).chain(0..last);
    Some(
        all.filter_map(|node| by_place.get(&node).copied())
            .collect(),
    )
}

/// The places of the functions that a class declares, in its own table.
#[derive(Default)]
pub(super) struct Slots<'db> {
    functions: Vec<(Entity<'db>, u32)>,
    destructor: Option<u32>,
}

/// The tables of the object of `class` that lies at `at` in one of `whole`: the class's own, or a base's while it is constructed.
pub(super) fn group<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    at: u64,
    whole: Ty<'db>,
    slots: Option<&mut Slots<'db>>,
) -> Option<Group<'db>> {
    let object = Object::new(db, class, at, whole)?;
    let root = object.root();
    let mut maker = Maker {
        is_construction: class != whole,
        top: at,
        tables: Vec::new(),
        object,
        slots,
    };
    maker.table(root, false, Way::default())?;
    maker.secondary(root, false, &Way::default(), 0)?;
    maker.virtual_bases(root)?;
    Some(Group {
        class,
        offset: at,
        way: Way::default(),
        tables: maker.tables.into(),
    })
}

struct Maker<'db, 's> {
    object: Object<'db>,
    /// The tables are those of a base that is constructed.
    is_construction: bool,
    /// Where the object begins.
    top: u64,
    tables: Vec<Table<'db>>,
    slots: Option<&'s mut Slots<'db>>,
}

/// A place for a function, while the table is made.
struct Place<'db> {
    method: Method<'db>,
    /// The base that declares it first, and the one that declares it last.
    first: Node,
    node: Node,
    /// How far that is in the chain of primary bases.
    level: usize,
}

impl<'db> Maker<'db, '_> {
    /// The primary base of a base in this object.
    fn primary(&self, node: Node) -> Option<Node> {
        let part = self.object.parts.get(node)?;
        match primary(self.object.db, part.ty)? {
            (base, true) => self.object.virtual_node(base),
            (base, false) => self.object.node(base, part.at),
        }
    }

    /// A base, its primary base, and so on.
    fn chain(&self, node: Node) -> Vec<Node> {
        let mut out = vec![node];
        while let Some(next) = out.last().and_then(|last| self.primary(*last))
            && out.len() <= self.object.parts.len()
        {
            out.push(next);
        }
        out
    }

    /// The tables of the bases of a base that are not virtual and have pointers of their own.
    fn secondary(
        &mut self,
        node: Node,
        is_within_virtual: bool,
        way: &Way<'db>,
        depth: usize,
    ) -> Option<()> {
        if depth > DEEP {
            return None;
        }
        let db = self.object.db;
        let part = self.object.parts.get(node)?;
        let info = class_info(db, part.ty)?;
        let shared = self.primary(node);
        for (number, base) in part.bases.clone() {
            if info.bases.get(number)?.is_virtual {
                continue;
            }
            // Bases that are constructed without this one's knowledge need no table here (2.6.4).
            let of = self.object.parts.get(base)?.ty;
            if self.is_construction && !is_within_virtual && virtual_bases(db, of.id()).is_empty() {
                continue;
            }
            let mut way = way.clone();
            way.path = way.path.iter().copied().chain([number]).collect();
            way.bytes += layout(db, info_ty(&self.object, node)?)?
                .bases
                .get(number)?;
            if shared != Some(base) {
                self.table(base, false, way.clone())?;
            }
            self.secondary(base, is_within_virtual, &way, depth + 1)?;
        }
        Some(())
    }

    /// The tables of virtual bases in the order of inheritance, without those that share their pointer.
    fn virtual_bases(&mut self, root: Node) -> Option<()> {
        let db = self.object.db;
        let class = self.object.parts.get(root)?.ty;
        let shared = self.shared();
        for &base in virtual_bases(db, class.id()) {
            if !class_info(db, base)?.is_dynamic || shared.contains(&base) {
                continue;
            }
            let node = self.object.virtual_node(base)?;
            let way = Way {
                virtual_base: Some(base),
                ..Way::default()
            };
            self.table(node, true, way.clone())?;
            self.secondary(node, true, &way, 0)?;
        }
        Some(())
    }

    /// The virtual bases that are the primary base of something here.
    fn shared(&self) -> FxHashSet<Ty<'db>> {
        let db = self.object.db;
        let mut out = FxHashSet::default();
        for part in &self.object.parts {
            if let Some((base, true)) = primary(db, part.ty)
                && self.object.virtuals.get(&base) == Some(&part.at)
            {
                out.insert(base);
            }
        }
        out
    }

    /// Makes the table of a base.
    fn table(&mut self, node: Node, is_virtual: bool, way: Way<'db>) -> Option<()> {
        let db = self.object.db;
        let (class, at) = {
            let part = self.object.parts.get(node)?;
            (part.ty, part.at)
        };
        let chain = self.chain(node);
        let places = self.places(&chain);
        if let Some(slots) = self.slots.take() {
            for (number, place) in places.iter().enumerate() {
                match place.method {
                    _ if place.node != node => {}
                    Method::Function(function) => {
                        slots.functions.push((function, number as u32));
                    }
                    Method::Destructor => {}
                }
            }
            // A destructor takes two places.
            let destructor = places.iter().position(|p| p.method == Method::Destructor);
            slots.destructor = destructor.map(|n| n as u32);
            for (_, number) in &mut slots.functions {
                *number += u32::from(destructor.is_some_and(|d| d < *number as usize));
            }
        }
        let mut entries = Vec::new();
        for offset in offsets(db, class, is_virtual).iter().rev() {
            entries.push(match *offset {
                Offset::Base(base) => {
                    let to = *self.object.virtuals.get(&base)?;
                    Entry::BaseOffset(to as i64 - at as i64)
                }
                Offset::Call {
                    method,
                    of,
                    within,
                    bytes,
                } => {
                    let start = match within {
                        Some(base) => *self.object.virtuals.get(&base)?,
                        None => at,
                    };
                    let declared = self.object.node(of, start + bytes)?;
                    let (by, _) = self.object.overrider(declared, method)?;
                    Entry::CallOffset(self.object.parts.get(by)?.at as i64 - at as i64)
                }
            });
        }
        entries.push(Entry::ToTop(self.top as i64 - at as i64));
        entries.push(Entry::TypeInfo);
        let address_point = entries.len() as u32;
        for place in &places {
            self.entry(&chain, place, &mut entries)?;
        }
        let bases = (chain.iter())
            .filter_map(|n| self.object.parts.get(*n))
            .take_while(|part| part.at == at)
            .map(|part| part.ty);
        self.tables.push(Table {
            bases: bases.collect(),
            offset: at,
            way,
            entries: entries.into(),
            address_point,
        });
        Some(())
    }

    /// The places of a table: those of the primary base, then one for each function that does not just override one there
    /// (Itanium C++ ABI 2.5.2).
    fn places(&self, chain: &[Node]) -> Vec<Place<'db>> {
        let db = self.object.db;
        let mut out: Vec<Place<'db>> = Vec::new();
        let mut by_name: FxHashMap<MethodKey, Vec<usize>> = FxHashMap::default();
        for (level, &node) in chain.iter().rev().enumerate() {
            let Some(part) = self.object.parts.get(node) else {
                continue;
            };
            for &method in own_virtuals(db, part.ty.id()) {
                let same = by_name.entry(method.key(db)).or_default();
                // The nearest one that it overrides.
                let nearest = (same.iter().copied())
                    .filter(|n| out[*n].level < level && method.overrides(db, out[*n].method))
                    .max_by_key(|n| out[*n].level);
                let place = Place {
                    method,
                    first: nearest.map_or(node, |n| out[n].first),
                    node,
                    level,
                };
                match nearest {
                    // A result that must be converted takes a place of its own.
                    Some(n) if method.result(db, out[n].method).is_none_or(Shift::is_none) => {
                        out[n] = place;
                    }
                    _ => {
                        same.push(out.len());
                        let first = node;
                        out.push(Place { first, ..place });
                    }
                }
            }
        }
        out
    }

    /// What stands in a place.
    fn entry(
        &mut self,
        chain: &[Node],
        place: &Place<'db>,
        out: &mut Vec<Entry<'db>>,
    ) -> Option<()> {
        let db = self.object.db;
        let (by, method) = self.object.overrider(place.node, place.method)?;
        // What is not yet constructed is not destroyed.
        if self.is_construction && place.method == Method::Destructor {
            out.extend([Entry::Unused, Entry::Unused]);
            return Some(());
        }
        let result = method.result(db, place.method)?;
        let parts = &self.object.parts;
        let (first, overrider) = (parts.get(*chain.first()?)?, parts.get(by)?);
        // A primary base may lie elsewhere in this object: nobody calls what only that one declares by this table.
        let is_here = parts.get(place.node)?.at == first.at;
        let is_direct = by == place.first || is_here && overrider.at == first.at;
        let this = match is_direct && result.is_none() {
            true => Shift::default(),
            false => self.shift(place, by)?,
        };
        let thunk = Thunk { this, result };
        match method {
            Method::Function(function) => out.push(Entry::Function(function, thunk)),
            Method::Destructor => {
                let class = overrider.ty;
                out.push(Entry::Destructor(class, thunk));
                out.push(Entry::Deleting(class, thunk));
            }
        }
        Some(())
    }

    /// How the pointer to a base becomes one to the class of an overrider: in a virtual base the table says it.
    fn shift(&self, place: &Place<'db>, by: Node) -> Option<Shift> {
        let parts = &self.object.parts;
        let (from, to) = (parts.get(place.node)?, parts.get(by)?);
        match from.home {
            Some(home) if to.home != Some(home) => {
                let base = parts.get(home)?;
                Some(Shift {
                    bytes: base.at as i64 - from.at as i64,
                    entry: call_entry(self.object.db, base.ty, place.method)?,
                })
            }
            _ => Some(Shift {
                bytes: to.at as i64 - from.at as i64,
                entry: 0,
            }),
        }
    }
}

fn info_ty<'db>(object: &Object<'db>, node: Node) -> Option<Ty<'db>> {
    object.parts.get(node).map(|part| part.ty)
}
