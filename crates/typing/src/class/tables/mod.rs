//! Virtual tables as data (Itanium C++ ABI 2.5, 2.6): which functions and offsets stand where in the tables of a class, the tables
//! for bases under construction, and the table of tables.
//!
//! Granularity: one value per class, made of the layouts and the virtual functions of it and its bases. This module must not know
//! how tables or thunks are named, nor which functions are on which side.

mod groups;
mod methods;
mod object;
mod offsets;
mod vtt;

use cleave_base_db::Db;

pub use self::methods::{Way, base_way, construction_order};
pub use self::offsets::virtual_base_entry;
use crate::{Entity, Ty, TyId};

/// The size of an entry of a table.
pub const ENTRY: i64 = 8;

/// How a pointer is moved: by so many bytes, and by what stands in the virtual table of the object (Itanium C++ ABI 2.5.3, 5.1.4).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, salsa::SalsaValue)]
pub struct Shift {
    /// Bytes.
    pub bytes: i64,
    /// Where in the virtual table more bytes stand, in bytes from its address point; 0 for nowhere.
    pub entry: i64,
}

impl Shift {
    /// Whether it moves nothing.
    pub fn is_none(self) -> bool {
        self == Shift::default()
    }
}

/// What stands between a table and the function that it calls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, salsa::SalsaValue)]
pub struct Thunk {
    /// How the pointer to the object is moved: by bytes first, then by what the table there says.
    pub this: Shift,
    /// How the result is moved: by what the table says first, then by bytes.
    pub result: Shift,
}

impl Thunk {
    /// Whether the function itself is called.
    pub fn is_none(self) -> bool {
        self == Thunk::default()
    }
}

/// An entry of a virtual table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub enum Entry<'db> {
    /// From a virtual base to the class that overrides a function of it (Itanium C++ ABI 2.5.2, vcall offsets).
    CallOffset(i64),
    /// To a virtual base (vbase offsets).
    BaseOffset(i64),
    /// To the start of the object.
    ToTop(i64),
    /// The type information.
    TypeInfo,
    /// A place whose function nobody calls by this table: a destructor, while a base is constructed.
    Unused,
    /// A virtual function: a final overrider.
    Function(Entity<'db>, Thunk),
    /// The destructor of a class for complete objects.
    Destructor(Ty<'db>, Thunk),
    /// The destructor of a class that frees the storage too.
    Deleting(Ty<'db>, Thunk),
}

/// A virtual table of a group: of the class itself, or of a base that has a pointer of its own.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Table<'db> {
    /// The class whose pointer points here, then the bases that share it: each is the primary base of the one before.
    pub bases: Box<[Ty<'db>]>,
    /// Where they lie in the whole object, in bytes.
    pub offset: u64,
    /// How one comes there from the class that the tables are of.
    pub way: Way<'db>,
    /// The entries, offsets first.
    pub entries: Box<[Entry<'db>]>,
    /// Where among the entries the pointer points: the first function.
    pub address_point: u32,
}

/// The virtual tables of a class, or of a base while it is under construction.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct Group<'db> {
    /// The class.
    pub class: Ty<'db>,
    /// Where it lies in the whole object.
    pub offset: u64,
    /// How one comes there.
    pub way: Way<'db>,
    /// Its own table first.
    pub tables: Box<[Table<'db>]>,
}

/// An entry of a table of tables: the pointer of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct VttEntry {
    /// The construction group by number; none for the class's own tables.
    pub group: Option<u32>,
    /// The table in its group.
    pub table: u32,
}

/// The table of tables within another one that a base is constructed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct SubVtt<'db> {
    /// The base.
    pub class: Ty<'db>,
    /// Where it lies in the whole object.
    pub offset: u64,
    /// The number of its first entry.
    pub at: u32,
}

/// The virtual tables of a class.
#[derive(Clone, Debug, PartialEq, Eq, salsa::SalsaValue)]
pub struct VirtualTables<'db> {
    /// Of complete objects.
    pub own: Group<'db>,
    /// Of bases under construction.
    pub constructions: Box<[Group<'db>]>,
    /// The table of tables; empty without virtual bases.
    pub vtt: Box<[VttEntry]>,
    /// The parts of it that bases are constructed with.
    pub sub_vtts: Box<[SubVtt<'db>]>,
    /// The own tables in the order in which constructors and destructors store their pointers, with the entries of the table of
    /// tables that they take those from: the class's own first, then those of bases, each behind the bases in it.
    pub stores: Box<[(u32, Option<u32>)]>,
    /// The functions that the class declares, and their places in its own table behind the address point.
    pub slots: Box<[(Entity<'db>, u32)]>,
    /// The place of the destructor for complete objects; the deleting one follows.
    pub destructor: Option<u32>,
}

/// The virtual tables of a dynamic class; `None` where something about it is not known.
#[salsa::tracked(returns(as_ref))]
pub fn virtual_tables<'db>(db: &'db dyn Db, class: TyId<'db>) -> Option<VirtualTables<'db>> {
    let class = class.ty(db);
    groups::all(db, class)
}
