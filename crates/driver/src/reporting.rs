//! From an understood command line to the session that its diagnostics go through, and where the session's output goes.
//! Both passes use it. Knows nothing of what is reported.

use std::io::{IsTerminal, Write};
use std::path::Path;

use cleave_base_db::encode;
use cleave_codes::Code;
use cleave_diagnostics::{
    Action, Colours, Control, ExitStatus, Layout, Options, OutputMode, Pass, PragmaMap, Report,
    Reported, Session, TagTarget, catalog,
};
use cleave_options::nvcc::Side;
use cleave_options::{CommandLineError, FileRole, Invocation, Lookups, Notice};
use cleave_report::{Over, Unit};

use crate::console::Console;
use crate::listing::listing;
use crate::output::{self, Failure};

/// What reading a command line asks of the outside.
pub(crate) fn lookups() -> Lookups<'static> {
    Lookups {
        tag_number: &|tag| {
            catalog().tag(tag).map(|target| match target {
                TagTarget::Code(number) => number.internal().into(),
                TagTarget::Unnumbered => 0,
            })
        },
        number_known: &|n| {
            Code::from_user(n.into()).is_some() || Code::is_of_newer_toolkit(n.into())
        },
        is_directory: &Path::is_dir,
    }
}

/// Prints what a command line asked to be told.
pub(crate) fn print_notices(console: &mut Console, notices: &[Notice]) {
    for notice in notices {
        let Some(text) = notice.text() else { continue };
        if notice.is_for_stdout() {
            let _ = console.out().write_all(text.as_bytes());
        } else {
            console.error(text.as_bytes());
        }
    }
}

/// Prints what is wrong with a command line.
pub(crate) fn print_error(console: &mut Console, e: &CommandLineError) {
    print_notices(console, &e.notices);
    console.error(&e.text);
}

/// Prints a text that was asked for, and gives the exit status.
pub(crate) fn print(text: &str) -> i32 {
    i32::from(std::io::stdout().write_all(text.as_bytes()).is_err())
}

/// Prints bytes, however standard error takes it.
pub(crate) fn to_stderr(bytes: &[u8]) {
    let _ = std::io::stderr().write_all(bytes);
}

/// Whether the files for listing, preprocessed text and diagnostics can be written, asked before anything else is.
///
/// # Errors
/// What to say of the first that cannot.
pub(crate) fn openable(invocation: &Invocation) -> Result<(), CommandLineError> {
    let files = [
        (FileRole::Listing, &invocation.outputs.listing),
        (
            FileRole::PreprocessingOutput,
            &invocation.outputs.preprocessing_output,
        ),
        (FileRole::ErrorOutput, &invocation.diagnostics.error_output),
    ];
    for (role, path) in files {
        if let Some(path) = path {
            output::stage(path, invocation.input_path(), b"")
                .map_err(|e| cannot_write(invocation, role, path, &e))?;
        }
    }
    Ok(())
}

pub(crate) fn cannot_write(
    invocation: &Invocation,
    role: FileRole,
    path: &Path,
    failure: &Failure,
) -> CommandLineError {
    let reason = match failure {
        Failure::Open(reason) => reason.as_deref(),
        Failure::Write(reason) => Some(reason.as_str()),
    };
    invocation.cannot_open(role, path, reason)
}

/// Writes a run's diagnostics where they belong.
///
/// # Errors
/// What to say when the file that was named cannot be written.
pub(crate) fn publish(
    console: &mut Console,
    invocation: &Invocation,
    text: &[u8],
) -> Result<(), CommandLineError> {
    match &invocation.diagnostics.error_output {
        Some(path) => output::write(path, invocation.input_path(), text)
            .map_err(|e| cannot_write(invocation, FileRole::ErrorOutput, path, &e)),
        None => {
            console.error(text);
            Ok(())
        }
    }
}

/// Writes the raw listing, if one was asked for.
///
/// # Errors
/// What to say when its file cannot be written.
pub(crate) fn publish_listing(
    invocation: &Invocation,
    input: &str,
    text: &str,
    report: &Report,
) -> Result<(), CommandLineError> {
    let Some(path) = &invocation.outputs.listing else {
        return Ok(());
    };
    let text = listing(input, text, &report.listing);
    output::write(path, invocation.input_path(), &encode(&text))
        .map_err(|e| cannot_write(invocation, FileRole::Listing, path, &e))
}

/// The session of a pass that ends before anything is read.
pub(crate) fn session(invocation: &Invocation, pass: Pass) -> Session {
    let (options, control) = (options(invocation, pass), control(invocation, pass));
    Session::new(options, control, PragmaMap::default())
}

/// How the diagnostics of a pass look, and what the command line makes of each.
pub(crate) fn settings(invocation: &Invocation, over: Over) -> (Options, Control) {
    let pass = match over {
        Over::Host => Pass::Host,
        Over::Device { .. } => Pass::Device,
    };
    (options(invocation, pass), control(invocation, pass))
}

/// Which pass is over a side of a source.
pub(crate) fn over(side: Side) -> Over {
    match side {
        Side::Host => Over::Host,
        Side::Device(architecture) => Over::Device {
            architecture: Some(architecture.number),
        },
    }
}

/// Everything that a pass reports, in the reference's order, for who renders it himself; and whether the pass has failed.
pub(crate) fn reported(unit: Unit<'_>, front: &Invocation, over: Over) -> (Vec<Reported>, bool) {
    let (mut output, control) = settings(front, over);
    output.keep = true;
    let report = cleave_report::report(unit, over, output, control).finish();
    (report.reported, report.status != ExitStatus::Clean)
}

fn control(invocation: &Invocation, pass: Pass) -> Control {
    let d = &invocation.diagnostics;
    let mut control = Control::new(pass);
    control.suppress_warnings = d.no_warnings();
    control.remarks = d.remarks();
    control.promote_warnings = d.promote_warnings;
    for c in &d.controls {
        let action = match c.severity {
            cleave_options::Severity::Suppress => Action::Suppress,
            cleave_options::Severity::Remark => Action::Remark,
            cleave_options::Severity::Warning => Action::Warning,
            cleave_options::Severity::Error => Action::Error,
            cleave_options::Severity::Once => Action::Once,
        };
        for selector in &c.selectors {
            if let Some(number) = Code::from_user(selector.number.into()) {
                control.set(number, action);
            }
        }
    }
    control
}

/// The working directory, as SARIF wants it before relative names.
pub(crate) fn directory() -> String {
    std::env::current_dir()
        .map(|d| d.to_string_lossy().into_owned())
        .unwrap_or_default()
}

fn options(invocation: &Invocation, pass: Pass) -> Options {
    let d = &invocation.diagnostics;
    Options {
        pass,
        mode: match d.output_mode {
            cleave_options::OutputMode::Text => OutputMode::Text,
            cleave_options::OutputMode::Sarif => OutputMode::Sarif,
            cleave_options::OutputMode::JsonLines => OutputMode::JsonLines,
        },
        layout: Layout {
            display_numbers: d.display_error_number,
            brief: d.brief,
            wrap: d.wrap.then_some(79),
            colours: (d.colors && d.error_output.is_none())
                .then(colours)
                .flatten(),
            context_limit: usize::try_from(d.context_limit).unwrap_or(usize::MAX),
        },
        directory: directory(),
        listing: invocation.outputs.listing.is_some(),
        keep: false,
        error_limit: u32::try_from(d.error_limit).unwrap_or(u32::MAX).max(1),
        source_name: invocation
            .summary_name()
            .map(|n| n.to_string_lossy().into_owned()),
    }
}

/// Whether text on standard error is coloured where nothing says so: it is a terminal that is not dumb, and neither
/// `NO_COLOR` nor `CLICOLOR=0` is set. `CLICOLOR_FORCE` asks for colour anywhere.
pub(crate) fn coloured() -> bool {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    if set("NO_COLOR").is_some() {
        return false;
    }
    if set("CLICOLOR_FORCE").is_some_and(|value| value != "0") {
        return true;
    }
    std::io::stderr().is_terminal()
        && set("CLICOLOR").is_none_or(|value| value != "0")
        && set("TERM").is_none_or(|term| term != "dumb")
}

/// The colours of standard error, if it shows any: it is a terminal that is not dumb, and `NOCOLOR` is not set. (The
/// reference knows that spelling only.)
fn colours() -> Option<Colours> {
    let shown = std::io::stderr().is_terminal()
        && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
        && std::env::var_os("NOCOLOR").is_none();
    let table = || {
        ["EDG_COLORS", "GCC_COLORS"]
            .iter()
            .find_map(|name| std::env::var(name).ok())
    };
    shown.then(|| table().map_or_else(Colours::default, |t| Colours::parse(&t)))
}
