//! Both passes over one source: preprocessing, the rules, and the two reports made one. Knows no output files.

use std::path::Path;

use cleave_base_db::{
    HostOptions, ModuleIdSeed, Pending, RootDatabase, SourceFile, decode, encode, join_lines,
};
use cleave_diagnostics::{Diagnostic, ExitStatus, Pass, Reported};
use cleave_options::Invocation;
use cleave_options::nvcc::{Architecture, Side};

use crate::findings::{self, PassOver};
use crate::preprocess::{Preprocessed, Preprocessor};
use crate::reporting;
use crate::settings::{dialect, host_settings, target};
use crate::stack::each_with_big_stack;
use crate::user_lines::UserLines;

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
    half: HostHalf,
    reported: Vec<Reported>,
    failed: bool,
}

/// Preprocesses for the host and for each architecture at once. The host's text comes first.
///
/// # Errors
/// A message for people; what the compiler said has gone to standard error.
pub(super) fn texts(
    preprocessor: &Preprocessor<'_>,
    source: &Path,
    architectures: &[Architecture],
) -> Result<Vec<Vec<u8>>, String> {
    let sides = std::iter::once(Side::Host).chain(architectures.iter().copied().map(Side::Device));
    let done: Vec<Result<Preprocessed, String>> = std::thread::scope(|scope| {
        let runs: Vec<_> = sides
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

/// Runs the host pass over the first text and a device pass over each of the others, all at once.
pub(super) fn run(
    source: &str,
    texts: Vec<Vec<u8>>,
    architectures: &[Architecture],
    front: &Invocation,
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
    let mut lines = UserLines::default();
    let mut relocate = |reported: &mut [Reported]| {
        for r in reported {
            lines.relocate(&mut r.diagnostic);
        }
    };
    relocate(&mut host.reported);
    let (mut reported, mut failed) = (host.reported, host.failed);
    for mut device in outcomes {
        relocate(&mut device.reported);
        failed |= device.failed;
        merge(&mut reported, device.reported);
    }
    Passed {
        host: host.half,
        reported,
        failed,
    }
}

fn pass(source: &str, text: Vec<u8>, side: Side, front: &Invocation) -> Outcome {
    let db = RootDatabase::for_target(target(front));
    let file = SourceFile::builder(source.to_owned(), join_lines(decode(text)).into())
        .dialect(dialect(front))
        .pending(Pending(front.limits.pending_instantiations))
        .new(&db);
    let mut settings = host_settings(front, None);
    if front.outputs.frandom_seed.is_none() {
        // The same bytes every time: no clock, no process.
        settings.seed = ModuleIdSeed::Seed(source.to_owned());
    }
    let options = HostOptions::new(&db, settings);
    let (pragmas, problems) = findings::pragmas(&db, file);
    let which = match side {
        Side::Host => Pass::Host,
        Side::Device(_) => Pass::Device,
    };
    let mut session = reporting::keeping_session(front, which, pragmas);
    let over = match side {
        Side::Host => PassOver::host(&session),
        Side::Device(architecture) => PassOver::Device {
            architecture: Some(architecture.number),
        },
    };
    findings::findings(&db, file, options, over, problems).report(&mut session);
    let mut report = session.finish();
    for r in &mut report.reported {
        show_line(&mut r.diagnostic, file.text(&db));
    }
    Outcome {
        half: HostHalf { db, file, options },
        failed: report.status != ExitStatus::Clean,
        reported: report.reported,
    }
}

/// Gives the line to what was found after parsing, which the reference shows without one.
fn show_line(d: &mut Diagnostic, text: &str) {
    if let Some(at) = &mut d.at
        && at.source.is_none()
        && at.column > 0
        && let Some((before, behind)) = text.split_at_checked(at.offset as usize)
    {
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let end = behind.find('\n').unwrap_or(behind.len());
        let line = &text[start..before.len() + end];
        at.source = Some(encode(line).as_ref().into());
    }
    for note in &mut d.notes {
        show_line(note, text);
    }
}

/// Adds what another pass reported and the ones before did not, each before what stands behind it in the same file.
fn merge(all: &mut Vec<Reported>, more: Vec<Reported>) {
    let key = |r: &Reported| {
        let at = r.diagnostic.at.as_ref();
        (
            r.diagnostic.code,
            r.severity,
            at.map(|at| (at.file.clone(), at.line, at.column, at.end_of_source)),
            r.message(),
        )
    };
    let known: Vec<_> = all.iter().map(key).collect();
    for r in more {
        if known.contains(&key(&r)) {
            continue;
        }
        let place = |r: &Reported| {
            let at = r.diagnostic.at.clone()?;
            (!at.end_of_source).then_some((at.file, at.line))
        };
        let behind = place(&r).and_then(|(file, line)| {
            all.iter()
                .position(|other| place(other).is_some_and(|p| p.0 == file && p.1 > line))
        });
        all.insert(behind.unwrap_or(all.len()), r);
    }
}

#[cfg(test)]
mod tests {
    use cleave_codes::codes;
    use cleave_diagnostics::{Arg, Location, Severity};

    use super::*;

    fn undefined(name: &str, line: u32, column: u32) -> Reported {
        let at = Location::new("a.cu", line, column, &b"text"[..]);
        Reported {
            diagnostic: Diagnostic::new(codes::UNDEFINED_IDENTIFIER)
                .arg(Arg::name(name))
                .at(at),
            severity: Severity::Error,
            numbered: false,
        }
    }

    #[test]
    fn equal_reports_are_one() {
        let mut all = vec![undefined("a", 1, 1), undefined("b", 5, 1)];
        let device = [
            undefined("b", 5, 1),
            undefined("b", 5, 3),
            undefined("c", 3, 1),
            undefined("d", 9, 1),
        ];
        merge(&mut all, device.into());
        let shown: Vec<String> = all
            .iter()
            .map(|r| {
                let at = r.diagnostic.at.as_ref().expect("a place");
                format!("{}:{} {}", at.line, at.column, r.message())
            })
            .collect();
        assert_eq!(
            shown,
            [
                r#"1:1 identifier "a" is undefined"#,
                r#"3:1 identifier "c" is undefined"#,
                r#"5:1 identifier "b" is undefined"#,
                r#"5:3 identifier "b" is undefined"#,
                r#"9:1 identifier "d" is undefined"#,
            ]
        );
    }
}
