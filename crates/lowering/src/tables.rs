//! Places in virtual tables, as the code that calls and stores needs them (Itanium C++ ABI 2.5).

use cleave_base_db::Db;
use cleave_typing::class::tables::{VirtualTables, virtual_tables};
use cleave_typing::{Entity, Ty};

use crate::refusal::{Res, refuse};

/// The virtual tables of a class.
pub(crate) fn tables<'db>(db: &'db dyn Db, class: Ty<'db>) -> Res<'db, &'db VirtualTables<'db>> {
    match virtual_tables(db, class) {
        Some(tables) => Ok(tables),
        None => refuse("a class whose virtual tables are not known"),
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
