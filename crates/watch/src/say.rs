//! The output of a session: lines for people, or JSON lines for tools. At a terminal a line below says what is under way.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use clap::ValueEnum;
use cleave_rebuild::Account;
use indicatif::{MultiProgress, ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::build::Built;

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
    /// A unit is built by steps from now on.
    Warm { unit: &'a str },
    /// nvcc builds a unit as a whole after each save.
    Whole { unit: &'a str, why: String },
    /// A newer save has made a build stale.
    Stopped { unit: &'a str },
    /// A program that was to run after success.
    Ran { command: &'a str, status: i32 },
    /// Something is wrong.
    Failed { unit: &'a str, why: String },
}

impl<'a> Event<'a> {
    /// A build of a unit is over.
    pub(crate) fn built(unit: &'a str, built: &'a Built) -> Event<'a> {
        Event::Built {
            unit,
            ok: built.ok,
            seconds: built.took.as_secs_f64(),
            said: String::from_utf8_lossy(&built.said).into_owned(),
            account: &built.account,
        }
    }
}

/// How often the line of a build is drawn anew. Nothing is drawn while nothing is under way.
const BEAT: Duration = Duration::from_millis(100);

/// What says what happens.
pub(crate) struct Voice {
    format: Format,
    /// The lines of builds that are under way, where somebody sees them.
    lines: Option<MultiProgress>,
    under_way: Vec<(String, ProgressBar)>,
    /// Nobody reads what is said any more.
    pub(crate) is_closed: bool,
}

impl Voice {
    pub(crate) fn new(format: Format) -> Voice {
        // Standard output is for lines that stay.
        let is_seen = format == Format::Text && io::stderr().is_terminal();
        Voice {
            format,
            lines: is_seen.then(MultiProgress::new),
            under_way: Vec::new(),
            is_closed: false,
        }
    }

    /// Says what happens.
    pub(crate) fn say(&mut self, event: &Event<'_>) {
        if let Event::Built { unit, .. } | Event::Stopped { unit } | Event::Failed { unit, .. } =
            event
        {
            self.end(unit);
        }
        let say = || {
            let said = match self.format {
                Format::Json => serde_json::to_string(event)
                    .map_err(io::Error::other)
                    .and_then(|line| writeln!(io::stdout(), "{line}")),
                Format::Text => text(event),
            };
            said.and_then(|()| io::stdout().flush())
        };
        let said = match &self.lines {
            Some(lines) => lines.suspend(say),
            None => say(),
        };
        let is_broken = |error: io::Error| error.kind() == io::ErrorKind::BrokenPipe;
        self.is_closed |= said.is_err_and(is_broken);
        if let (Event::Building { unit, .. }, Some(lines)) = (event, &self.lines) {
            let line = lines.add(ProgressBar::new_spinner());
            if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} {elapsed}") {
                line.set_style(style);
            }
            line.set_message((*unit).to_owned());
            line.enable_steady_tick(BEAT);
            self.under_way.push(((*unit).to_owned(), line));
        }
    }

    /// A build is over, and so is its line.
    fn end(&mut self, unit: &str) {
        if let Some(at) = self.under_way.iter().position(|(name, _)| name == unit) {
            let (_, line) = self.under_way.swap_remove(at);
            line.finish_and_clear();
            if let Some(lines) = &self.lines {
                lines.remove(&line);
            }
        }
    }

    /// Nothing is under way any longer.
    pub(crate) fn end_all(&mut self) {
        while let Some((unit, _)) = self.under_way.first().cloned() {
            self.end(&unit);
        }
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
        // People see that it is faster.
        Event::Warm { .. } => Ok(()),
        Event::Whole { unit, why } => writeln!(out, "{unit}: nvcc builds it as a whole: {why}"),
        Event::Stopped { unit } => writeln!(out, "{unit}: stopped, a file has changed"),
        Event::Ran { command, status: 0 } => writeln!(out, "ran {command}"),
        Event::Ran { command, status } => writeln!(out, "{command} exited with {status}"),
        Event::Failed { unit, why } => writeln!(io::stderr(), "cleave: error: {unit}: {why}"),
    }
}
