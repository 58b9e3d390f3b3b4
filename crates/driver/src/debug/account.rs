//! What a host pass over a file costs: the queries it runs, and what the database keeps.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use cleave_base_db::{HostOptions, RootDatabase, SourceFile};
use cleave_report::{Over, Unit};
use rustc_hash::FxHashMap;
use salsa::{Database, DatabaseKeyIndex, EventKind};

/// How many rows [`memory`] prints.
const ROWS: usize = 10;

/// The queries that ran.
#[derive(Default)]
pub(super) struct Log {
    executed: Arc<Mutex<Vec<DatabaseKeyIndex>>>,
    /// Those whose values were found to hold still.
    validated: Arc<Mutex<Vec<DatabaseKeyIndex>>>,
}

impl Log {
    /// A database that records here what it runs.
    pub(super) fn database(&self) -> RootDatabase {
        let executed = Arc::clone(&self.executed);
        let validated = Arc::clone(&self.validated);
        RootDatabase::with_log(Box::new(move |event| match event.kind {
            EventKind::WillExecute { database_key } => {
                let mut log = executed.lock().unwrap_or_else(PoisonError::into_inner);
                log.push(database_key);
            }
            EventKind::DidValidateMemoizedValue { database_key } => {
                let mut log = validated.lock().unwrap_or_else(PoisonError::into_inner);
                log.push(database_key);
            }
            _ => {}
        }))
    }

    /// Forgets what ran so far.
    pub(super) fn clear(&self) {
        for log in [&self.executed, &self.validated] {
            log.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }

    /// The queries that ran.
    pub(super) fn counts(&self, db: &RootDatabase) -> String {
        rows(&self.executed, db)
    }

    /// The queries whose values were found to hold still.
    pub(super) fn visited(&self, db: &RootDatabase) -> String {
        rows(&self.validated, db)
    }
}

/// A line for each query in a list: how often, and its name; the most frequent first.
fn rows(log: &Mutex<Vec<DatabaseKeyIndex>>, db: &RootDatabase) -> String {
    let log = log.lock().unwrap_or_else(PoisonError::into_inner);
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    for key in log.iter() {
        let name = db.ingredient_debug_name(key.ingredient_index());
        *counts.entry(name.into_owned()).or_default() += 1;
    }
    let mut rows: Vec<(String, usize)> = counts.into_iter().collect();
    rows.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    let total: usize = rows.iter().map(|row| row.1).sum();
    let mut out = format!("{total:>9} in all\n");
    for (name, count) in rows {
        let _ = writeln!(out, "{count:>9} {name}");
    }
    out
}

/// Asks for everything that a host pass asks for: what is wrong, and the host text.
pub(super) fn host_pass(db: &RootDatabase, file: SourceFile, options: HostOptions) {
    report(db, file, options);
    cleave_host::host_text_in_pieces(db, file, options, &mut |_| {});
}

/// Asks for everything that is wrong.
pub(super) fn report(db: &RootDatabase, file: SourceFile, options: HostOptions) {
    let unit = Unit {
        db,
        file,
        options,
        is_there: &Path::exists,
    };
    cleave_report::findings(unit, Over::Host, false);
}

/// The largest of what the database keeps, in bytes: values with what they own, where a query says what that is, and salsa's own
/// records.
pub(super) fn memory(db: &mut RootDatabase) -> String {
    let info = <dyn Database>::memory_usage(db);
    let queries = info.queries.iter().map(|(name, row)| (*name, row));
    let structs = info.structs.iter().map(|row| (row.debug_name(), row));
    let mut rows: Vec<(usize, String)> = queries
        .chain(structs)
        .map(|(name, row)| {
            let owned = row.heap_size_of_fields();
            let bytes = row.size_of_fields() + owned.unwrap_or(0) + row.size_of_metadata();
            let heap = owned.map_or("?".to_owned(), |bytes| bytes.to_string());
            let line = format!(
                "{bytes:>12} {:>9} {:>12} {heap:>12} {:>12} {name}",
                row.count(),
                row.size_of_fields(),
                row.size_of_metadata(),
            );
            (bytes, line)
        })
        .collect();
    rows.sort_by(|a, b| b.cmp(a));
    let mut out = format!(
        "{:>12} {:>9} {:>12} {:>12} {:>12} name\n",
        "bytes", "values", "values'", "owned", "salsa's"
    );
    for (_, line) in rows.iter().take(ROWS) {
        let _ = writeln!(out, "{line}");
    }
    let total: usize = rows.iter().map(|row| row.0).sum();
    let _ = writeln!(out, "{total:>12} in all");
    out
}
