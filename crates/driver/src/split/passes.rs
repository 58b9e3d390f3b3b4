//! Both passes over one source: preprocessing, the rules, and the two reports made one. Knows no output files.

use std::path::Path;

use cleave_base_db::{HostOptions, RootDatabase, SourceFile, decode, join_lines};
use cleave_diagnostics::{Location, Reported};
use cleave_options::Invocation;
use cleave_options::nvcc::{Architecture, Side};
use cleave_preprocessor::Outcome as Made;
use cleave_report::{Unit, UserLines, merge, show_line};

use crate::columns::column;
use crate::frame::Frame;
use crate::preprocess::{Preprocessed, Preprocessor};
use crate::reporting::{self, over};
use crate::stack::each_with_big_stack;

/// The host pass's database, which the outputs are asked of.
pub(super) struct HostHalf {
    pub(super) db: RootDatabase,
    pub(super) file: SourceFile,
    pub(super) options: HostOptions,
}

/// What both passes found.
pub(super) struct Passed {
    pub(super) host: HostHalf,
    /// What was reported, once each, with the user's lines.
    pub(super) reported: Vec<Reported>,
    /// Whether any pass has errors.
    pub(super) failed: bool,
}

/// What one pass found.
struct Outcome {
    side: Side,
    half: HostHalf,
    reported: Vec<Reported>,
    failed: bool,
}

/// Preprocesses for the host and for each architecture, with the own preprocessor if that may be. The host's text comes first.
///
/// # Errors
/// A message for people; what the compiler said has gone to standard error.
pub(super) fn texts(
    preprocessor: &Preprocessor<'_>,
    source: &Path,
    architectures: &[Architecture],
    own: bool,
) -> Result<Vec<Vec<u8>>, String> {
    let sides = std::iter::once(Side::Host).chain(architectures.iter().copied().map(Side::Device));
    let sides: Vec<Side> = sides.collect();
    if own && let Some(done) = preprocessor.own(source, &sides) {
        return Ok(done.into_iter().filter_map(|run| run.text).collect());
    }
    let done: Vec<Result<Preprocessed, String>> = std::thread::scope(|scope| {
        let runs: Vec<_> = sides
            .into_iter()
            .map(|side| scope.spawn(move || preprocessor.cuda(source, side)))
            .collect();
        runs.into_iter()
            .map(|run| {
                run.join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            })
            .collect()
    });
    let done: Vec<Preprocessed> = done.into_iter().collect::<Result<_, _>>()?;
    // Both sides read the same files and mostly say the same.
    let mut said: Vec<&[u8]> = Vec::new();
    for run in &done {
        if !said.contains(&run.said.as_slice()) {
            reporting::to_stderr(&run.said);
            said.push(&run.said);
        }
    }
    done.into_iter()
        .map(|run| run.text.ok_or_else(|| preprocessor.failed(source)))
        .collect()
}

/// Runs the host pass over the first text and a device pass over each of the others, all at once. `origins` preprocesses once more for
/// the places that tokens come from, if it can.
pub(super) fn run(
    source: &str,
    texts: Vec<Vec<u8>>,
    architectures: &[Architecture],
    front: &Invocation,
    origins: &dyn Fn(Side) -> Option<Made>,
) -> Passed {
    let sides = std::iter::once(Side::Host).chain(architectures.iter().copied().map(Side::Device));
    let tasks: Vec<_> = texts
        .into_iter()
        .zip(sides)
        .map(|(text, side)| move || pass(source, text, side, front))
        .collect();
    let mut outcomes = each_with_big_stack(tasks).into_iter();
    // There is always a text for the host.
    let Some(mut host) = outcomes.next() else {
        unreachable!("the host pass ran")
    };
    let mut lines = UserLines::new(&user_text);
    let mut relocate = |outcome: &mut Outcome| {
        if outcome.reported.is_empty() {
            return;
        }
        let text: &str = outcome.half.file.text(&outcome.half.db);
        let made = origins(outcome.side).filter(|made| made.text == text.as_bytes());
        let column = |at: &Location| column(&made.as_ref()?.stream, at);
        for r in &mut outcome.reported {
            lines.relocate(&mut r.diagnostic, &column);
        }
    };
    relocate(&mut host);
    let (mut reported, mut failed) = (host.reported, host.failed);
    for mut device in outcomes {
        relocate(&mut device);
        failed |= device.failed;
        merge(&mut reported, device.reported);
    }
    Passed {
        host: host.half,
        reported,
        failed,
    }
}

/// A file of the user's. Reading a pipe would take it from whoever reads it next.
fn user_text(name: &str) -> Option<Vec<u8>> {
    let path = Path::new(name);
    path.is_file().then(|| std::fs::read(path).ok()).flatten()
}

fn pass(source: &str, text: Vec<u8>, side: Side, front: &Invocation) -> Outcome {
    let frame = Frame::new(front, source.to_owned(), None).steady();
    let db = RootDatabase::unchanging_for(frame.target);
    let (file, options) = frame.open_once(&db, join_lines(decode(text)).into(), None);
    let unit = Unit {
        db: &db,
        file,
        options,
        is_there: &Path::exists,
    };
    let (mut reported, failed) = reporting::reported(unit, front, over(side));
    for r in &mut reported {
        show_line(&mut r.diagnostic, file.text(&db));
    }
    Outcome {
        side,
        half: HostHalf { db, file, options },
        reported,
        failed,
    }
}
