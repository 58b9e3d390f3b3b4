//! Values of queries at hand, for a database that sees one version of everything.
//!
//! Where nothing changes nothing is validated, so that no query needs to know what it has read. Then a value that is asked for a
//! million times is handed out from here, and salsa is asked for it once.
//!
//! It must not know which queries those are.

use std::any::Any;
use std::cell::{Cell, OnceCell};
use std::marker::PhantomData;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many entries each part of a table has: values of a query lie beside each other in pieces of that size.
const PART: usize = 128;
/// So many tables there are. Who comes later keeps nothing.
const TABLES: usize = 32;
/// So many parts of parts a table has. What has a higher number is not kept.
const PARTS: usize = 512;

/// Tables of values. They belong to one handle of a database, and so to one thread.
#[derive(Default)]
pub struct Unchanging {
    tables: [AnyTable; TABLES],
    sought: Cell<u32>,
}

/// Values of one type that are kept: who keeps them has one of these, and nobody else knows of it.
pub struct Kept<T> {
    /// Which of the tables is theirs, once that was asked.
    table: OnceLock<usize>,
    of: PhantomData<fn() -> T>,
}

impl<T> Kept<T> {
    /// Values that nobody else keeps.
    pub const fn new() -> Self {
        Kept {
            table: OnceLock::new(),
            of: PhantomData,
        }
    }

    fn table(&self) -> usize {
        static TAKEN: AtomicUsize = AtomicUsize::new(0);
        *(self.table).get_or_init(|| TAKEN.fetch_add(1, Ordering::Relaxed))
    }
}

impl<T> Default for Kept<T> {
    fn default() -> Self {
        Kept::new()
    }
}

/// A table whose values all have one type, that of the first.
#[derive(Default)]
struct AnyTable(OnceCell<Box<dyn Any + Send>>);

impl AnyTable {
    fn get<T: Send + 'static>(&self, number: usize, value: impl FnOnce() -> T) -> Option<&T> {
        let table = self.0.get_or_init(|| Box::new(Table::<T>::new()));
        table.downcast_ref::<Table<T>>()?.get(number, value)
    }
}

/// Places that are made when one is asked for.
struct Part<T>(OnceCell<Box<[T]>>);

impl<T> Default for Part<T> {
    fn default() -> Self {
        Part(OnceCell::new())
    }
}

impl<T: Default> Part<T> {
    fn place(&self, number: usize) -> &T {
        let all = || (0..PART).map(|_| T::default()).collect();
        &self.0.get_or_init(all)[number % PART]
    }
}

/// The values of one query by the number of what it is asked for.
struct Table<T>(Box<[Part<Part<Place<T>>>]>);

/// Where a value is, once it was made.
struct Place<T>(OnceCell<T>);

impl<T> Default for Place<T> {
    fn default() -> Self {
        Place(OnceCell::new())
    }
}

impl<T> Table<T> {
    fn new() -> Table<T> {
        Table((0..PARTS).map(|_| Part::default()).collect())
    }

    fn get(&self, number: usize, value: impl FnOnce() -> T) -> Option<&T> {
        let part = self.0.get(number / PART / PART)?;
        Some(part.place(number / PART).place(number).0.get_or_init(value))
    }
}

/// So many searches of all texts cost no more than a table of what is in them.
const SEARCHES: u32 = 24;

impl Unchanging {
    /// Whether one more search of all texts pays, which is counted, or a table of all that is in them should be asked.
    pub fn seeks_one_more(&self) -> bool {
        let sought = self.sought.get();
        self.sought.set(sought.saturating_add(1));
        sought < SEARCHES
    }

    /// The value for what has a number: the one that was made before, or `value`. `None` if there is no room for it.
    pub fn get<T: Send + 'static>(
        &self,
        kept: &Kept<T>,
        number: usize,
        value: impl FnOnce() -> T,
    ) -> Option<&T> {
        self.tables.get(kept.table())?.get(number, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_made_once() {
        static WORDS: Kept<String> = Kept::new();
        let kept = Unchanging::default();
        let get = |number, of: &str| kept.get(&WORDS, number, || of.to_owned()).cloned();
        assert_eq!(get(7, "seven").as_deref(), Some("seven"));
        assert_eq!(get(7, "other").as_deref(), Some("seven"));
        assert_eq!(get(4_000_000, "far").as_deref(), Some("far"));
    }

    #[test]
    fn a_few_searches_pay() {
        let kept = Unchanging::default();
        let pay = (0..100).filter(|_| kept.seeks_one_more()).count();
        assert_eq!(pay, SEARCHES as usize);
    }

    #[test]
    fn what_has_no_room_is_not_kept() {
        static NUMBERS: Kept<u32> = Kept::new();
        let kept = Unchanging::default();
        assert_eq!(kept.get(&NUMBERS, PART * PART * PARTS, || 1), None);
        assert_eq!(kept.get(&NUMBERS, 1, || 1), Some(&1));
    }

    #[test]
    fn values_that_others_keep_lie_elsewhere() {
        static ONES: Kept<u32> = Kept::new();
        static OTHERS: Kept<u32> = Kept::new();
        let kept = Unchanging::default();
        assert_eq!(kept.get(&ONES, 1, || 1), Some(&1));
        assert_eq!(kept.get(&OTHERS, 1, || 2), Some(&2));
    }
}
