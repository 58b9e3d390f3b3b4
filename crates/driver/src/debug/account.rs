//! What a host pass over a file costs: the queries it runs, and what the database keeps. What the pass after an edit costs.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use cleave_base_db::{HostOptions, RootDatabase, SourceFile};
use cleave_diagnostics::{Control, Options, Pass};
use cleave_report::{Over, Unit};
use rustc_hash::FxHashMap;
use salsa::{Database, DatabaseKeyIndex, EventKind, Setter};

/// How many rows [`memory`] prints.
const ROWS: usize = 10;

/// How often an edit is made and taken back for its time.
const ROUNDS: usize = 10;

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
    fn clear(&self) {
        for log in [&self.executed, &self.validated] {
            log.lock().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }

    /// The queries that ran.
    pub(super) fn counts(&self, db: &RootDatabase) -> String {
        rows(&self.executed, db)
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
    let unit = Unit {
        db,
        file,
        options,
        is_there: &Path::exists,
    };
    cleave_report::findings(unit, Over::Host, false);
    cleave_host::host_text_in_pieces(db, file, options, &mut |_| {});
}

/// An edit: each occurrence of a text is replaced by another.
pub(super) struct Replacement<'a> {
    pub(super) from: &'a str,
    pub(super) to: &'a str,
}

/// What the host pass after an edit costs: milliseconds, the queries that it runs, and those that it only visits. `create` puts the
/// text into a database. An error if the pass gives something else than one from scratch.
pub(super) fn after_edit(
    text: &str,
    edit: &Replacement<'_>,
    create: impl Fn(&RootDatabase) -> (SourceFile, HostOptions),
) -> Result<String, String> {
    if edit.from.is_empty() || !text.contains(edit.from) {
        return Err(format!("the text has no '{}'", edit.from));
    }
    let edited = text.replace(edit.from, edit.to);
    let texts = [edited.as_str(), text];
    let mut db = RootDatabase::default();
    let (file, options) = create(&db);
    file.divide(&mut db, cleave_cuda::interface);
    let timed = |db: &RootDatabase| {
        let start = Instant::now();
        host_pass(db, file, options);
        start.elapsed()
    };
    let first = timed(&db);
    let mut times: Vec<Duration> = (0..2 * ROUNDS)
        .map(|round| {
            let start = Instant::now();
            file.edit(&mut db, texts[round % 2].into(), cleave_cuda::interface);
            start.elapsed() + timed(&db)
        })
        .collect();
    times.sort_unstable();
    let log = Log::default();
    let mut db = log.database();
    let (file, options) = create(&db);
    file.divide(&mut db, cleave_cuda::interface);
    host_pass(&db, file, options);
    log.clear();
    file.edit(&mut db, edited.as_str().into(), cleave_cuda::interface);
    host_pass(&db, file, options);
    let (counts, validated) = (log.counts(&db), rows(&log.validated, &db));
    let scratch = RootDatabase::default();
    let (fresh, fresh_options) = create(&scratch);
    let mut scratch = scratch;
    fresh.set_text(&mut scratch).to(edited.as_str().into());
    if outcome(&db, file, options) != outcome(&scratch, fresh, fresh_options) {
        return Err("the pass after the edit gives something else than one from scratch".into());
    }
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    Ok(format!(
        "first pass {:.1} ms, after the edit {:.2} ms (least {:.2})\nexecuted\n{}validated\n{}",
        ms(first),
        ms(times[ROUNDS]),
        ms(times[0]),
        counts,
        validated
    ))
}

/// What a host pass gives: what it reports, and the host text.
fn outcome(db: &RootDatabase, file: SourceFile, options: HostOptions) -> (Vec<u8>, String) {
    let unit = Unit {
        db,
        file,
        options,
        is_there: &Path::exists,
    };
    let control = Control::new(Pass::Host);
    let session = cleave_report::report(unit, Over::Host, Options::default(), control);
    let mut text = String::new();
    cleave_host::host_text_in_pieces(db, file, options, &mut |piece| text.push_str(piece));
    (session.finish().body, text)
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
