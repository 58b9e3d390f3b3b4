//! Places in virtual tables, as the code that calls and stores needs them (Itanium C++ ABI 2.5).

use cleave_base_db::Db;
use cleave_typing::class::class_info;
use cleave_typing::class::layout::{direct_primary_base, virtual_bases};
use cleave_typing::class::tables::{ENTRY, VirtualTables, virtual_tables};
use cleave_typing::{Entity, Ty};

use crate::refusal::{Res, refuse};

/// The virtual tables of a class.
pub(crate) fn tables<'db>(db: &'db dyn Db, class: Ty<'db>) -> Res<'db, &'db VirtualTables<'db>> {
    match virtual_tables(db, class.id()) {
        Some(tables) => Ok(tables),
        None => refuse("a class whose virtual tables are not known"),
    }
}

/// The virtual tables that the pointers in an object refer to, as seen from the object or from one of its bases.
#[derive(Clone, Debug)]
pub(crate) struct OwnTables<'db> {
    /// The class of the complete object.
    pub(crate) class: Ty<'db>,
    /// The way to the base.
    path: Vec<usize>,
    /// The table that the base's own pointer refers to.
    table: Option<usize>,
}

impl<'db> OwnTables<'db> {
    /// Those of a complete object; `None` of a class without.
    pub(crate) fn of(db: &'db dyn Db, class: Ty<'db>) -> Res<'db, Option<OwnTables<'db>>> {
        let class = class.unqualified(db);
        if !class_info(db, class).is_some_and(|info| info.is_dynamic) {
            return Ok(None);
        }
        if !virtual_bases(db, class.id()).is_empty() {
            return refuse("a constant with a virtual base");
        }
        tables(db, class)?;
        let mut own = OwnTables {
            class,
            path: Vec::new(),
            table: None,
        };
        own.table = own.table_here(db);
        Ok(Some(own))
    }

    fn table_here(&self, db: &'db dyn Db) -> Option<usize> {
        let all = &virtual_tables(db, self.class.id())?.own.tables;
        all.iter()
            .position(|table| table.way.path.iter().eq(&self.path))
    }

    /// Those of a direct base. A primary base shares the pointer.
    pub(crate) fn of_base(&self, db: &'db dyn Db, from: Ty<'db>, n: usize) -> OwnTables<'db> {
        let mut inner = self.clone();
        inner.path.push(n);
        let info = class_info(db, from.unqualified(db));
        if info.and_then(|info| direct_primary_base(db, info)) != Some(n) {
            inner.table = inner.table_here(db);
        }
        inner
    }

    /// Where the pointer that a class has itself points to, in bytes from the first table's start.
    pub(crate) fn pointer(&self, db: &'db dyn Db, class: Ty<'db>) -> Option<i64> {
        let info = class_info(db, class.unqualified(db))?;
        if !info.is_dynamic || direct_primary_base(db, info).is_some() {
            return None;
        }
        let all = &virtual_tables(db, self.class.id())?.own.tables;
        let number = self.table?;
        let before: usize = all.iter().take(number).map(|t| t.entries.len()).sum();
        let entries = before as i64 + i64::from(all.get(number)?.address_point);
        Some(entries * ENTRY)
    }
}

/// The number of a virtual function in the virtual table of the class that declares it.
pub(crate) fn slot<'db>(db: &'db dyn Db, class: Ty<'db>, function: Entity<'db>) -> Res<'db, u32> {
    let tables = tables(db, class)?;
    let is_destructor = cleave_typing::function::special_of(db, function)
        == cleave_names::decl::Special::Destructor;
    let own = |e: Entity<'db>| {
        e == function
            || cleave_needed::Emitted::of(db, e) == cleave_needed::Emitted::of(db, function)
    };
    let found = match is_destructor {
        true => tables.destructor,
        false => (tables.slots.iter()).find_map(|(f, number)| own(*f).then_some(*number)),
    };
    match found {
        Some(n) => Ok(n),
        None => refuse("a virtual function that is in no table"),
    }
}

/// The number of the deleting destructor in a class's virtual table.
pub(crate) fn deleting_slot<'db>(db: &'db dyn Db, class: Ty<'db>) -> Res<'db, u32> {
    match tables(db, class)?.destructor {
        Some(n) => Ok(n + 1),
        None => refuse("a virtual destructor that is in no table"),
    }
}
