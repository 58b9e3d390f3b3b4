//! From an understood command line to the session that its diagnostics go through, and where the session's output goes.
//! Both passes use it. Knows nothing of what is reported.

use std::io::{IsTerminal, Write};
use std::path::Path;

use cleave_base_db::encode;
use cleave_diagnostics::{
    Action, Colours, Control, Layout, Number, Options, OutputMode, Pass, PragmaMap, Report,
    Session, TagTarget, catalog,
};
use cleave_options::{CommandLineError, FileRole, Invocation, Lookups, Notice};

use crate::listing::listing;
use crate::output;

/// What reading a command line asks of the outside.
pub(crate) fn lookups() -> Lookups<'static> {
    Lookups {
        tag_number: &|tag| {
            catalog().tag(tag).map(|target| match target {
                TagTarget::Number(number) => number.internal().into(),
                TagTarget::Unnumbered => 0,
            })
        },
        number_known: &|n| {
            Number::from_user(n.into()).is_some() || Number::is_of_newer_toolkit(n.into())
        },
        is_directory: &Path::is_dir,
    }
}

/// Prints what a command line asked to be told.
pub(crate) fn print_notices(notices: &[Notice]) {
    for notice in notices {
        let Some(text) = notice.text() else { continue };
        if notice.is_for_stdout() {
            let _ = std::io::stdout().write_all(text.as_bytes());
        } else {
            to_stderr(text.as_bytes());
        }
    }
}

/// Prints what is wrong with a command line.
pub(crate) fn print_error(e: &CommandLineError) {
    print_notices(&e.notices);
    to_stderr(&e.text);
}

/// Prints bytes, however standard error takes it.
pub(crate) fn to_stderr(bytes: &[u8]) {
    let _ = std::io::stderr().write_all(bytes);
}

/// Whether the files for listing and diagnostics can be written, asked before anything else is.
///
/// # Errors
/// What to say of the first that cannot.
pub(crate) fn openable(invocation: &Invocation) -> Result<(), CommandLineError> {
    let files = [
        (FileRole::Listing, &invocation.outputs.listing),
        (FileRole::ErrorOutput, &invocation.diagnostics.error_output),
    ];
    for (role, path) in files {
        if let Some(path) = path {
            output::stage(path, b"").map_err(|_| invocation.cannot_open(role, path))?;
        }
    }
    Ok(())
}

/// Writes a run's diagnostics where they belong.
///
/// # Errors
/// What to say when the file that was named cannot be written.
pub(crate) fn publish(invocation: &Invocation, text: &[u8]) -> Result<(), CommandLineError> {
    match &invocation.diagnostics.error_output {
        Some(path) => output::write(path, text)
            .map_err(|_| invocation.cannot_open(FileRole::ErrorOutput, path)),
        None => {
            to_stderr(text);
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
    output::write(path, &encode(&text)).map_err(|_| invocation.cannot_open(FileRole::Listing, path))
}

/// The session of one pass.
pub(crate) fn session(invocation: &Invocation, pass: Pass, pragmas: PragmaMap) -> Session {
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
            if let Some(number) = Number::from_user(selector.number.into()) {
                control.set(number, action);
            }
        }
    }
    let directory = std::env::current_dir()
        .map(|d| d.to_string_lossy().into_owned())
        .unwrap_or_default();
    let options = Options {
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
        directory,
        listing: invocation.outputs.listing.is_some(),
        error_limit: u32::try_from(d.error_limit).unwrap_or(u32::MAX).max(1),
        source_name: invocation
            .summary_name()
            .map(|n| n.to_string_lossy().into_owned()),
    };
    Session::new(options, control, pragmas)
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
