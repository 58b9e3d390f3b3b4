//! A unit in a database that goes through many edits, each of which may have names that nobody has met. Salsa takes back what only the
//! stretch that is edited asks for; what was asked before it was known that the answer rests on that stretch lives as long as
//! the database. So the database is made anew when it keeps much more than at the beginning. Knows nothing of how a unit is preprocessed.

use std::rc::Rc;

use cleave_base_db::{Db, HostOptions, RootDatabase, SourceFile, SourceText};
use cleave_preprocessor::UnitText;
use salsa::{Database, Durability, Setter};

use super::Decoded;

/// Who puts a text into a database.
pub(crate) type Create<'a> =
    Rc<dyn Fn(&RootDatabase, SourceText) -> (SourceFile, HostOptions) + 'a>;

/// How much more a database may keep than after its first pass, in hundredths, and in bytes where that is more.
const MORE: usize = 8;
const LEAST: usize = 3 << 20;
/// How many edits are made between two looks at what is kept.
const EDITS: usize = 256;

/// Of how many items tokens, trees, declarations and HIR are kept from edit to edit; tests see that others are made again. What follows
/// from them is kept of all.
const KEPT: usize = if cfg!(test) { 4 } else { 512 };

/// A unit in a database.
pub(crate) struct Session<'a> {
    pub(crate) db: RootDatabase,
    pub(crate) file: SourceFile,
    pub(crate) options: HostOptions,
    pub(crate) decoded: Decoded,
    create: Create<'a>,
    /// The bytes that were kept after the first pass; none before that.
    first: Option<usize>,
    /// Everything that an edit may ask for was asked for once.
    is_complete: bool,
    /// The edits since the database was made, and before which one it is looked at again.
    edits: usize,
    next: usize,
    /// How often it was made anew.
    pub(crate) renewed: usize,
    /// [`LEAST`], but for tests.
    pub(crate) least: usize,
}

impl<'a> Session<'a> {
    /// Puts a unit into an empty database.
    pub(crate) fn new(mut db: RootDatabase, unit: &UnitText, create: Create<'a>) -> Session<'a> {
        let decoded = Decoded::new(unit);
        cleave_cuda::keep_at_most(&mut db, KEPT);
        let (file, options) = create(&db, decoded.text.clone());
        decoded.divide(&mut db, file, cleave_cuda::interface);
        Session {
            db,
            file,
            options,
            decoded,
            create,
            first: None,
            is_complete: false,
            edits: 0,
            next: 1,
            renewed: 0,
            least: LEAST,
        }
    }

    /// Gives the database the unit as it is after an edit.
    pub(crate) fn edit(&mut self, unit: &UnitText) {
        self.edits += 1;
        if self.edits >= self.next && self.keeps_too_much() {
            let db = RootDatabase::for_target(self.db.target());
            *self = Session {
                renewed: self.renewed + 1,
                least: self.least,
                ..Session::new(db, unit, Rc::clone(&self.create))
            };
            return;
        }
        let (db, file) = (&mut self.db, self.file);
        (self.decoded).edit(db, file, unit, cleave_cuda::interface);
    }

    /// Headers that somebody edits, as line markers spell their names.
    pub(crate) fn look_into(&mut self, headers: Vec<String>) {
        if self.file.edited(&self.db) != headers {
            // It changes as seldom as other headers do.
            (self.file.set_edited(&mut self.db))
                .with_durability(Durability::MEDIUM)
                .to(headers);
        }
    }

    /// Everything that an edit may ask for was asked for. What is kept now is what has to be kept: the next edit looks at it again.
    pub(crate) fn complete(&mut self) {
        if !std::mem::replace(&mut self.is_complete, true) {
            self.first = None;
            self.next = self.edits + 1;
        }
    }

    /// Whether the database keeps much more than after its first pass. If not, it is said when to look again: before half of the rest
    /// is used up, as far as the edits so far tell.
    fn keeps_too_much(&mut self) -> bool {
        let now = kept(&mut self.db);
        let first = *self.first.get_or_insert(now);
        let most = first + (first / 100 * MORE).max(self.least);
        let Some(rest) = most.checked_sub(now) else {
            return true;
        };
        let for_each = now.saturating_sub(first) / self.edits;
        let half = rest / 2 / for_each.max(1);
        self.next = self.edits + half.clamp(1, self.edits.min(EDITS));
        false
    }
}

/// The bytes of everything that a database keeps, as far as it is known what values own.
pub(crate) fn kept(db: &mut RootDatabase) -> usize {
    let info = <dyn Database>::memory_usage(db);
    let rows = info.queries.values().chain(info.structs.iter());
    rows.map(|row| {
        let owned = row.heap_size_of_fields().unwrap_or_default();
        row.size_of_fields() + owned + row.size_of_metadata()
    })
    .sum()
}
