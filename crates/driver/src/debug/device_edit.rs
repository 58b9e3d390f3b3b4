//! What the device half of a preprocessed text costs after an edit: time, what of it is another one, and the queries that run. What comes
//! out is compared with a device half from scratch.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use cleave_base_db::{Db, HostOptions, RootDatabase, SourceFile};
use cleave_il::c::{Purpose, print};
use cleave_il::{DiffOptions, Module};
use cleave_stub::Files;

use super::account::Log;
use super::edited::{Replacement, lists, ms, sorted};
use super::needed;
use crate::units::Create;

/// How often an edit is made and taken back for its time.
const ROUNDS: usize = 2;

/// The device half of a file.
struct Half {
    module: Module,
    /// It as C.
    code: String,
    stub: String,
    /// What it defines and declares.
    entities: String,
}

/// Makes the device half.
///
/// # Errors
/// What is not understood.
fn half(db: &dyn Db, file: SourceFile, options: HostOptions) -> Result<Half, String> {
    let module = cleave_lowering::module(db, file, options).map_err(|all| {
        let first = all.first();
        let what = first.and_then(|r| r.what).map(|w| needed::text(db, w));
        let why = first.map_or("", |r| r.why.what);
        format!(
            "the device half cannot be written: {why} in {}",
            what.unwrap_or_default()
        )
    })?;
    let module_id = cleave_host::module_id(db, file, options);
    let files = Files {
        stub: "a.cudafe1.stub.c".to_owned(),
        fatbin: "a.fatbin.c".to_owned(),
    };
    Ok(Half {
        code: print(&module, Purpose::Compiling),
        module,
        stub: cleave_stub::stub(db, file, options, &files, module_id)?,
        entities: needed::list(db, file, options),
    })
}

/// What the edit of a text that is preprocessed for the device costs.
///
/// # Errors
/// What is not understood, and whatever the half has that one from scratch has not.
pub(super) fn of_text(
    text: &str,
    edit: &Replacement<'_>,
    create: Create<'_>,
) -> Result<String, String> {
    let edited = edit.of(text)?;
    let texts = [edited.as_str(), text];
    let open = |db: &mut RootDatabase| {
        let (file, options) = create(db, text.into());
        file.divide(db, cleave_cuda::interface);
        (file, options)
    };
    let mut db = RootDatabase::default();
    let (file, options) = open(&mut db);
    let start = Instant::now();
    half(&db, file, options)?;
    let first = start.elapsed();
    let mut times: Vec<Duration> = Vec::new();
    for round in 0..2 * ROUNDS {
        let start = Instant::now();
        file.edit(&mut db, texts[round % 2].into(), cleave_cuda::interface);
        half(&db, file, options)?;
        times.push(start.elapsed());
    }
    let times = sorted(times);
    let log = Log::default();
    let mut db = log.database();
    let (file, options) = open(&mut db);
    let before = half(&db, file, options)?;
    log.clear();
    file.edit(&mut db, edited.as_str().into(), cleave_cuda::interface);
    let after = half(&db, file, options)?;
    let lists = lists(&log, &db);
    let scratch = RootDatabase::default();
    let (fresh, fresh_options) = create(&scratch, edited.as_str().into());
    let fresh = half(&scratch, fresh, fresh_options)?;
    let same = after.code == fresh.code
        && after.stub == fresh.stub
        && after.entities == fresh.entities
        && cleave_il::print(&after.module) == cleave_il::print(&fresh.module);
    if !same {
        return Err("the half after the edit is another one than from scratch".into());
    }
    Ok(format!(
        "first {:.1} ms, after the edit {:.2} ms (least {:.2})\n{}{lists}",
        ms(first),
        ms(times[ROUNDS]),
        ms(times[0]),
        changes(&before, &after),
    ))
}

/// What of the device half is another one than before.
fn changes(before: &Half, after: &Half) -> String {
    let mut out = String::from("changed\n");
    for difference in cleave_il::diff(&before.module, &after.module, DiffOptions::default()) {
        let _ = writeln!(out, "{:>9} {}", "", difference.name);
    }
    let parts = [
        ("C", before.code == after.code),
        ("stub", before.stub == after.stub),
        ("entities", before.entities == after.entities),
    ];
    for (part, _) in parts.iter().filter(|p| !p.1) {
        let _ = writeln!(out, "{:>9} {part}", "");
    }
    out
}
