//! The output of a session: lines for people, or JSON lines for tools.

use std::io::{self, Write};

use clap::ValueEnum;
use cleave_rebuild::Account;
use serde::Serialize;

/// The form of what is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Lines for people; what nvcc says goes to the standard error.
    Text,
    /// One JSON object in a line
    Json,
}

/// An event of a session.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(crate) enum Event<'a> {
    /// A build begins; of the first one no file has changed.
    Building { unit: &'a str, changed: Vec<String> },
    /// A build is over.
    Built {
        unit: &'a str,
        ok: bool,
        seconds: f64,
        said: String,
        account: &'a Account,
    },
    /// A newer save has made a build stale.
    Stopped { unit: &'a str },
    /// A program that was to run after success.
    Ran { command: &'a str, status: i32 },
    /// Something is wrong.
    Failed { unit: &'a str, why: String },
}

impl Format {
    /// Says what happens.
    pub(crate) fn say(self, event: &Event<'_>) {
        // Nothing to be done when the output is closed.
        let _ = match self {
            Format::Json => serde_json::to_string(event)
                .map_err(io::Error::other)
                .and_then(|line| writeln!(io::stdout(), "{line}")),
            Format::Text => text(event),
        };
        let _ = io::stdout().flush();
    }
}

fn text(event: &Event<'_>) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match event {
        Event::Building { unit, changed } if changed.is_empty() => {
            writeln!(out, "{unit}: building")
        }
        Event::Building { unit, changed } => {
            writeln!(out, "{unit}: building, {} changed", changed.join(", "))
        }
        Event::Built {
            unit,
            ok,
            seconds,
            said,
            account,
        } => {
            out.flush()?;
            io::stderr().write_all(said.as_bytes())?;
            let how = match ok {
                true => "built",
                false => "failed",
            };
            let account = account
                .summary()
                .map_or_else(String::new, |line| format!("; {line}"));
            writeln!(out, "{unit}: {how} in {seconds:.2} s{account}")
        }
        Event::Stopped { unit } => writeln!(out, "{unit}: stopped, a file has changed"),
        Event::Ran { command, status: 0 } => writeln!(out, "ran {command}"),
        Event::Ran { command, status } => writeln!(out, "{command} exited with {status}"),
        Event::Failed { unit, why } => writeln!(io::stderr(), "cleave: error: {unit}: {why}"),
    }
}
