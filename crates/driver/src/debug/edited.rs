//! What the host pass after an edit costs, of a preprocessed text and of the files of a unit: time, the pieces that are preprocessed, the
//! queries that run, and those that are only visited. What comes out is compared with a pass from scratch.

use std::fmt::Write as _;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use cleave_base_db::{HostOptions, RootDatabase, SourceFile, SourceText};
use cleave_diagnostics::{Control, Options, Pass};
use cleave_preprocessor::UnitText;
use cleave_report::{Over, Unit};

use super::account::{Log, host_pass, report};
use crate::own_preprocessor::OwnPreprocessor;
use crate::units::{Create, Session, kept};

/// How often an edit is made and taken back for its time.
const ROUNDS: usize = 10;

/// An edit: each occurrence of a text is replaced by another.
pub(super) struct Replacement<'a> {
    pub(super) from: &'a str,
    pub(super) to: &'a str,
}

impl Replacement<'_> {
    /// The text after the edit.
    pub(super) fn of(&self, text: &str) -> Result<String, String> {
        if self.from.is_empty() || !text.contains(self.from) {
            return Err(format!("the text has no '{}'", self.from));
        }
        Ok(text.replace(self.from, self.to))
    }
}

/// What an edit of a text costs a pass.
pub(super) struct Measured<T> {
    /// The time of the first pass.
    first: Duration,
    /// The median of the passes after an edit, and the least.
    again: (Duration, Duration),
    /// The queries that run after the edit.
    pub(super) lists: String,
    /// What the pass gave before the edit, and after it.
    pub(super) results: (T, T),
    /// Where the last one was made.
    db: RootDatabase,
    file: SourceFile,
    options: HostOptions,
}

impl<T> Measured<T> {
    /// Makes an edit, from the first of two texts to the second, and takes it back, so many times.
    ///
    /// # Errors
    /// Those of the pass.
    pub(super) fn new(
        (from, to): (&str, &str),
        create: &Create<'_>,
        rounds: usize,
        pass: impl Fn(&RootDatabase, SourceFile, HostOptions) -> Result<T, String>,
    ) -> Result<Measured<T>, String> {
        let open = |db: &mut RootDatabase| {
            let (file, options) = create(db, from.into());
            file.divide(db, cleave_cuda::interface);
            (file, options)
        };
        let mut db = RootDatabase::default();
        let (file, options) = open(&mut db);
        let start = Instant::now();
        pass(&db, file, options)?;
        let first = start.elapsed();
        let mut times = Vec::new();
        for round in 0..2 * rounds {
            let start = Instant::now();
            let text = if round % 2 == 0 { to } else { from };
            file.edit(&mut db, text.into(), cleave_cuda::interface);
            pass(&db, file, options)?;
            times.push(start.elapsed());
        }
        let times = sorted(times);
        let log = Log::default();
        let mut db = log.database();
        let (file, options) = open(&mut db);
        let before = pass(&db, file, options)?;
        log.clear();
        file.edit(&mut db, to.into(), cleave_cuda::interface);
        let after = pass(&db, file, options)?;
        Ok(Measured {
            first,
            again: (times[rounds], times[0]),
            lists: lists(&log, &db),
            results: (before, after),
            db,
            file,
            options,
        })
    }

    /// The times, in words.
    pub(super) fn times(&self) -> String {
        let (median, least) = self.again;
        format!(
            "first pass {:.1} ms, after the edit {:.2} ms (least {:.2})",
            ms(self.first),
            ms(median),
            ms(least)
        )
    }
}

/// What the edit of a preprocessed text costs. An error if the pass gives something else than one from scratch.
pub(super) fn of_text(
    text: &str,
    edit: &Replacement<'_>,
    create: &Create<'_>,
) -> Result<String, String> {
    let edited = edit.of(text)?;
    let measured = Measured::new((text, &edited), create, ROUNDS, |db, file, options| {
        host_pass(db, file, options);
        Ok(())
    })?;
    let (db, file, options) = (&measured.db, measured.file, measured.options);
    compare(db, file, options, edited.as_str().into(), create)?;
    Ok(format!("{}\n{}", measured.times(), measured.lists))
}

/// What the edit of a file of a unit costs. An error as of [`of_text`], and if the text is not the one that is preprocessed from scratch.
pub(super) fn of_file(
    own: &OwnPreprocessor,
    command: &cleave_preprocessor::Options,
    path: &str,
    edit: &Replacement<'_>,
    create: &Create<'_>,
) -> Result<String, String> {
    let original = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let texts = [edit.of(&original)?, original];
    let mut unit = own.unit(command);
    let start = Instant::now();
    let text = unit.preprocess(command)?;
    let preprocessed = start.elapsed();
    if let Some(problem) = text.problems.iter().find(|p| p.severity.is_error()) {
        return Err(problem.to_string());
    }
    let mut session = Session::new(RootDatabase::default(), &text, Rc::clone(create));
    let start = Instant::now();
    host_pass(&session.db, session.file, session.options);
    let first = start.elapsed();
    let (mut preprocessing, mut all) = (Vec::new(), Vec::new());
    for round in 0..2 * ROUNDS {
        own.edit(path, texts[round % 2].as_bytes().to_vec());
        let start = Instant::now();
        let text = preprocess_again(&mut unit, path, command)?;
        preprocessing.push(start.elapsed());
        pass_again(&mut session, &text);
        all.push(start.elapsed());
    }
    let (preprocessing, all) = (sorted(preprocessing), sorted(all));
    drop(session);
    // The same once more with a log. The unit starts anew, since it remembers both versions by now.
    let mut unit = own.unit(command);
    let text = unit.preprocess(command)?;
    let log = Log::default();
    let mut session = Session::new(log.database(), &text, Rc::clone(create));
    host_pass(&session.db, session.file, session.options);
    let before = cleave_host::host_pieces(&session.db, session.file, session.options);
    log.clear();
    own.edit(path, texts[0].as_bytes().to_vec());
    let start = Instant::now();
    unit.changed(path);
    let text = unit.preprocess(command)?;
    let made = start.elapsed();
    session.edit(&text);
    let Session {
        db, file, options, ..
    } = session;
    report(&db, file, options);
    let after = cleave_host::host_pieces(&db, file, options);
    let lists = lists(&log, &db);
    let written = written(&before, &after);
    let scratch = own.preprocess(command)?;
    same_text(&text, &scratch)?;
    let whole = cleave_base_db::join_lines(cleave_base_db::decode(scratch.text));
    if **file.text(&db) != *whole {
        return Err("the text after the edit is another one than from scratch".into());
    }
    compare(&db, file, options, whole.into(), create)?;
    let done: String = (text.work.preprocessed.iter())
        .map(|piece| format!("{:>9} {piece}\n", ""))
        .collect();
    Ok(format!(
        "preprocessed in {:.1} ms, first pass {:.1} ms\nthe edit preprocessed in {:.2} ms\n\
         made and taken back: {:.2} ms (least {:.2}), of which preprocessing what is known {:.2}\n\
         {written}\n\
         preprocessed, {} taken\n{done}{lists}",
        ms(preprocessed),
        ms(first),
        ms(made),
        ms(all[ROUNDS]),
        ms(all[0]),
        ms(preprocessing[ROUNDS]),
        text.work.taken,
    ))
}

/// What many edits of a file leave behind, each with its number in the place of `@`.
pub(super) fn many(
    own: &OwnPreprocessor,
    command: &cleave_preprocessor::Options,
    path: &str,
    edit: &Replacement<'_>,
    (create, edits): (&Create<'_>, usize),
) -> Result<String, String> {
    let original = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let mut unit = own.unit(command);
    let mut session = Session::new(
        RootDatabase::default(),
        &unit.preprocess(command)?,
        Rc::clone(create),
    );
    host_pass(&session.db, session.file, session.options);
    let mut out = String::new();
    let mut start = Instant::now();
    for number in 0..=edits {
        let to = edit.to.replace('@', &number.to_string());
        let version = Replacement { to: &to, ..*edit }.of(&original)?;
        own.edit(path, version.into_bytes());
        let text = preprocess_again(&mut unit, path, command)?;
        pass_again(&mut session, &text);
        if number % (edits / 10).max(1) == 0 {
            let took = ms(start.elapsed()) / (edits / 10).max(1) as f64;
            let resident = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
            let pages = resident
                .split(' ')
                .nth(1)
                .and_then(|n| n.parse::<usize>().ok());
            let _ = writeln!(
                out,
                "{number:>8} edits, {took:.2} ms each: {:.1} MB kept, {:.0} MB resident, made anew {} times",
                kept(&mut session.db) as f64 / 1e6,
                pages.unwrap_or(0) as f64 * 4096.0 / 1e6,
                session.renewed,
            );
            start = Instant::now();
        }
    }
    Ok(out)
}

/// How much of the host text an edit writes.
fn written(before: &[Arc<String>], after: &[Arc<String>]) -> String {
    let is_new = |piece: &&Arc<String>| !before.iter().any(|old| Arc::ptr_eq(old, piece));
    let new: Vec<_> = after.iter().filter(is_new).collect();
    let bytes = |pieces: &mut dyn Iterator<Item = &Arc<String>>| -> usize {
        pieces.map(|piece| piece.len()).sum()
    };
    format!(
        "writes {} of {} pieces of the host text, {} of {} bytes",
        new.len(),
        after.len(),
        bytes(&mut new.iter().copied()),
        bytes(&mut after.iter()),
    )
}

/// Preprocesses a unit after an edit of one of its files. A function of its own, so that a profiler can be told to look at nothing else.
#[inline(never)]
fn preprocess_again(
    unit: &mut cleave_preprocessor::Unit<'_>,
    path: &str,
    command: &cleave_preprocessor::Options,
) -> Result<UnitText, String> {
    unit.changed(path);
    unit.preprocess(command)
}

/// The host pass after an edit, diagnostics and host text. For a profiler as well.
#[inline(never)]
fn pass_again(session: &mut Session<'_>, text: &UnitText) {
    session.edit(text);
    report(&session.db, session.file, session.options);
    cleave_host::host_pieces(&session.db, session.file, session.options);
}

/// An error if a unit's text or what is wrong with it is not what a run from scratch gives.
fn same_text(unit: &UnitText, scratch: &cleave_preprocessor::Outcome) -> Result<(), String> {
    let said = |p: &[cleave_preprocessor::Problem]| -> Vec<String> {
        p.iter().map(ToString::to_string).collect()
    };
    let pieces = unit.pieces.iter().map(|p| &p.text[..]);
    let same = pieces.collect::<Vec<_>>().concat() == scratch.text
        && said(&unit.problems) == said(&scratch.problems);
    match same {
        true => Ok(()),
        false => Err("preprocessing after the edit gives something else than from scratch".into()),
    }
}

/// An error if a host pass gives something else than one over `text` from scratch.
fn compare(
    db: &RootDatabase,
    file: SourceFile,
    options: HostOptions,
    text: SourceText,
    create: &Create<'_>,
) -> Result<(), String> {
    let scratch = RootDatabase::default();
    let (fresh, fresh_options) = create(&scratch, text);
    match outcome(db, file, options) == outcome(&scratch, fresh, fresh_options) {
        true => Ok(()),
        false => Err("the pass after the edit gives something else than one from scratch".into()),
    }
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

/// The queries that ran, and those that were visited.
pub(super) fn lists(log: &Log, db: &RootDatabase) -> String {
    format!("executed\n{}validated\n{}", log.counts(db), log.visited(db))
}

/// Times, the least first.
pub(super) fn sorted(mut times: Vec<Duration>) -> Vec<Duration> {
    times.sort_unstable();
    times
}

/// Milliseconds.
pub(super) fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
