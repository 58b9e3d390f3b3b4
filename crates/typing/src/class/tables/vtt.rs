//! The table of tables of a class with virtual bases (Itanium C++ ABI 2.6.2), and the construction tables in it.

use cleave_base_db::Db;
use rustc_hash::{FxHashMap, FxHashSet};

use super::groups::{group, stored};
use super::offsets::DEEP;
use super::{Group, SubVtt, VirtualTables, VttEntry, Way};
use crate::Ty;
use crate::class::layout::{Primary, primary_base, virtual_bases};
use crate::class::{class_info, layout};

/// Makes the table of tables of a class, if it has virtual bases.
pub(super) fn fill<'db>(
    db: &'db dyn Db,
    class: Ty<'db>,
    tables: &mut VirtualTables<'db>,
) -> Option<()> {
    let all = virtual_bases(db, class.id());
    let stored = stored(db, &tables.own)?;
    if all.is_empty() {
        tables.stores = stored.into_iter().map(|table| (table, None)).collect();
        return Some(());
    }
    let places = layout(db, class)?.virtual_bases.iter().copied();
    let mut maker = Maker {
        db,
        whole: class,
        virtuals: all.iter().copied().zip(places).collect(),
        own: &tables.own,
        constructions: Vec::new(),
        vtt: Vec::new(),
        sub_vtts: Vec::new(),
        pointers: FxHashMap::default(),
    };
    maker.table(class, 0, &Way::default(), 0)?;
    // The virtual bases are constructed with tables of their own, which come last.
    for (base, at) in maker.virtuals.clone() {
        let way = Way {
            virtual_base: Some(base),
            ..Way::default()
        };
        maker.table(base, at, &way, 0)?;
    }
    let (constructions, vtt) = (maker.constructions.into(), maker.vtt.into());
    let sub_vtts = maker.sub_vtts.into();
    let pointers = maker.pointers;
    tables.constructions = constructions;
    tables.vtt = vtt;
    tables.sub_vtts = sub_vtts;
    let store = |table| (table, pointers.get(&table).copied());
    tables.stores = stored.into_iter().map(store).collect();
    Some(())
}

struct Maker<'db, 'a> {
    db: &'db dyn Db,
    whole: Ty<'db>,
    /// Where virtual bases lie, in the order of inheritance.
    virtuals: Vec<(Ty<'db>, u64)>,
    own: &'a Group<'db>,
    constructions: Vec<Group<'db>>,
    vtt: Vec<VttEntry>,
    sub_vtts: Vec<SubVtt<'db>>,
    /// The entries of own tables.
    pointers: FxHashMap<u32, u32>,
}

impl<'db> Maker<'db, '_> {
    fn place_of(&self, base: Ty<'db>) -> Option<u64> {
        (self.virtuals.iter()).find_map(|(ty, at)| (*ty == base).then_some(*at))
    }

    /// The part of the table of tables that a class is constructed with.
    fn table(&mut self, class: Ty<'db>, at: u64, way: &Way<'db>, depth: usize) -> Option<()> {
        if virtual_bases(self.db, class.id()).is_empty() {
            return Some(());
        }
        if depth > DEEP {
            return None;
        }
        let is_whole = class == self.whole;
        let number = match is_whole {
            true => None,
            false => {
                let mut made = group(self.db, class, at, self.whole, None)?;
                made.way = way.clone();
                self.constructions.push(made);
                Some(self.constructions.len() as u32 - 1)
            }
        };
        if !is_whole {
            self.sub_vtts.push(SubVtt {
                class,
                offset: at,
                at: self.vtt.len() as u32,
            });
        }
        self.pointer(number, class, at)?;
        let (info, own) = (class_info(self.db, class)?, layout(self.db, class)?);
        for (number, (base, offset)) in info.bases.iter().zip(&own.bases).enumerate() {
            if !base.is_virtual {
                let mut way = way.clone();
                way.path = way.path.iter().copied().chain([number]).collect();
                way.bytes += offset;
                let base = base.ty.unqualified(self.db);
                self.table(base, at + offset, &way, depth + 1)?;
            }
        }
        let mut seen = FxHashSet::default();
        self.secondary(number, class, at, false, &mut seen, 0)
    }

    /// The pointers of the bases that have virtual bases or lie in one, in the order of inheritance.
    fn secondary(
        &mut self,
        group: Option<u32>,
        class: Ty<'db>,
        at: u64,
        is_within_virtual: bool,
        seen: &mut FxHashSet<Ty<'db>>,
        depth: usize,
    ) -> Option<()> {
        let db = self.db;
        if !is_within_virtual && virtual_bases(db, class.id()).is_empty() {
            return Some(());
        }
        if depth > DEEP {
            return None;
        }
        let (info, own) = (class_info(db, class)?, layout(db, class)?);
        let primary = primary_base(db, class);
        for (number, (base, offset)) in info.bases.iter().zip(&own.bases).enumerate() {
            let ty = base.ty.unqualified(db);
            if !class_info(db, ty)?.is_dynamic || base.is_virtual && !seen.insert(ty) {
                continue;
            }
            let place = match base.is_virtual {
                true => self.place_of(ty)?,
                false => at + offset,
            };
            let is_within_virtual = is_within_virtual || base.is_virtual;
            let has_own = is_within_virtual || !virtual_bases(db, ty.id()).is_empty();
            if has_own && primary != Some(Primary::Direct(number)) {
                self.pointer(group, ty, place)?;
            }
            self.secondary(group, ty, place, is_within_virtual, seen, depth + 1)?;
        }
        Some(())
    }

    /// Adds the pointer of a base.
    fn pointer(&mut self, number: Option<u32>, class: Ty<'db>, at: u64) -> Option<()> {
        let group = match number {
            Some(n) => self.constructions.get(n as usize)?,
            None => self.own,
        };
        let is_it = |t: &super::Table<'db>| t.offset == at && t.bases.contains(&class);
        let table = group.tables.iter().position(is_it)? as u32;
        if number.is_none() {
            let entry = self.vtt.len() as u32;
            self.pointers.entry(table).or_insert(entry);
        }
        self.vtt.push(VttEntry {
            group: number,
            table,
        });
        Some(())
    }
}
