//! One run: takes diagnostics in order, judges, counts and stops, and gives the finished output. Knows what
//! follows what, not how anything looks.

use cleave_codes::{Code, codes};
use rustc_hash::FxHashSet;

use crate::catalog::Own;
use crate::control::{Control, Verdict};
use crate::device_words;
use crate::diagnostic::Diagnostic;
use crate::message::Arg;
use crate::options::{Options, OutputMode};
use crate::pragma::PragmaMap;
use crate::render::{json_lines, listing_lines, sarif, text};
use crate::severity::{Pass, Severity};

/// Whether the translation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It does.
    Continue,
    /// It has ended: nothing more will be taken.
    Stop,
}

/// How many errors were reported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Errors, discretionary ones and promoted warnings included.
    pub errors: u32,
    /// Catastrophes, command-line errors and internal errors.
    pub catastrophes: u32,
    /// Warnings that stayed warnings.
    pub warnings: u32,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitStatus {
    /// Without errors.
    Clean,
    /// With errors.
    Errors,
    /// Before the end: catastrophe, command-line error or error limit.
    Terminated,
    /// By a defect of this program.
    Aborted,
}

impl ExitStatus {
    /// The process's exit status as the reference's pass gives it. 134 is what a shell shows for an abort.
    pub fn code(self, pass: Pass) -> u8 {
        match (self, pass) {
            (ExitStatus::Clean, _) => 0,
            (ExitStatus::Aborted, _) => 134,
            (_, Pass::Device) => 1,
            (ExitStatus::Errors, Pass::Host) => 2,
            (ExitStatus::Terminated, Pass::Host) => 4,
        }
    }
}

/// What a raw listing has of one diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListEntry {
    /// Byte offset in the preprocessed text, if it has a place.
    pub offset: Option<u32>,
    /// Its lines.
    pub lines: String,
}

/// The output of a run. Bytes, since source lines need not be UTF-8.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The diagnostics.
    pub body: Vec<u8>,
    /// What follows them: the number of errors and how it ended. Empty in other modes than text.
    pub summary: Vec<u8>,
    /// How it ended.
    pub status: ExitStatus,
    /// What was counted.
    pub counts: Counts,
    /// What a raw listing has of it, if one was asked for.
    pub listing: Vec<ListEntry>,
    /// What was reported, in order, if it was asked for.
    pub reported: Vec<Reported>,
}

/// A diagnostic that was reported, after options and pragmas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reported {
    /// The diagnostic, with the notes that are shown.
    pub diagnostic: Diagnostic,
    /// The severity that it was reported with.
    pub severity: Severity,
    /// Whether its number is worth showing in the reference's form.
    pub numbered: bool,
}

impl Reported {
    /// The message as text.
    pub fn message(&self) -> String {
        crate::render::message(&self.diagnostic).plain()
    }

    pub(crate) fn judged(&self) -> Judged<'_> {
        Judged {
            diagnostic: &self.diagnostic,
            severity: self.severity,
            numbered: self.numbered,
        }
    }
}

impl Report {
    /// Body and summary together.
    pub fn bytes(&self) -> Vec<u8> {
        [self.body.as_slice(), self.summary.as_slice()].concat()
    }
}

/// A diagnostic after judgement, as rendering takes it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Judged<'a> {
    pub(crate) diagnostic: &'a Diagnostic,
    pub(crate) severity: Severity,
    pub(crate) numbered: bool,
}

/// A run in progress.
#[derive(Debug)]
pub struct Session {
    options: Options,
    control: Control,
    pragmas: PragmaMap,
    counts: Counts,
    seen: FxHashSet<Code>,
    hinted: bool,
    stopped: Option<ExitStatus>,
    body: Vec<u8>,
    results: Vec<sarif::SarifResult>,
    listing: Vec<ListEntry>,
    reported: Vec<Reported>,
}

impl Session {
    /// A run under these rules.
    pub fn new(options: Options, control: Control, pragmas: PragmaMap) -> Session {
        Session {
            options,
            control,
            pragmas,
            counts: Counts::default(),
            seen: FxHashSet::default(),
            hinted: false,
            stopped: None,
            body: Vec::new(),
            results: Vec::new(),
            listing: Vec::new(),
            reported: Vec::new(),
        }
    }

    /// What was counted so far.
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// Whether options or pragmas let a diagnostic through anywhere. What they hide everywhere need not be looked for.
    pub fn may_report(&self, number: Code) -> bool {
        self.control.may_report(number, &self.pragmas)
    }

    /// Names the source file once it is known.
    pub fn set_source_name(&mut self, name: Option<String>) {
        self.options.source_name = name;
    }

    /// Takes the next diagnostic.
    pub fn report(&mut self, diagnostic: &Diagnostic) -> Flow {
        if self.stopped.is_some() {
            return Flow::Stop;
        }
        let verdict = self.control.judge(diagnostic, &self.pragmas, &self.seen);
        let Verdict::Report {
            severity,
            numbered,
            is_warning,
        } = verdict
        else {
            return Flow::Continue;
        };
        self.seen.insert(diagnostic.code);
        let mut shown = diagnostic.clone();
        shown
            .notes
            .retain(|note| self.control.shows_note(note.code));
        // Who renders it himself shows one report of all passes.
        if self.options.pass == Pass::Device && !self.options.keep {
            device_words::respell(&mut shown);
        }
        self.emit(Judged {
            diagnostic: &shown,
            severity,
            numbered,
        });
        if self.options.keep {
            self.reported.push(Reported {
                diagnostic: shown,
                severity,
                numbered,
            });
        }
        match severity {
            Severity::InternalError => self.stopped = Some(ExitStatus::Aborted),
            severity if severity.is_fatal() => self.stopped = Some(ExitStatus::Terminated),
            _ if self.counts.errors >= self.options.error_limit.max(1) => {
                self.stopped = Some(ExitStatus::Terminated);
                if self.options.mode == OutputMode::Text {
                    self.body.extend_from_slice(b"Error limit reached.\n");
                }
            }
            _ => {}
        }
        if self.stopped.is_none()
            && is_warning
            && self.options.layout.display_numbers
            && !self.hinted
        {
            self.hinted = true;
            self.emit_hint();
        }
        if self.stopped.is_some() {
            Flow::Stop
        } else {
            Flow::Continue
        }
    }

    /// Says one of the things that have no number.
    pub fn report_own(&mut self, own: Own, args: &[Arg]) -> Flow {
        if self.stopped.is_some() {
            return Flow::Stop;
        }
        let severity = own.severity();
        let message = own
            .message()
            .map_or_else(String::new, |m| m.fill(args, None).plain());
        let message = message.as_str();
        self.count(severity);
        match self.options.mode {
            OutputMode::Text => text::free(&mut self.body, &self.options.layout, severity, message),
            OutputMode::Sarif => self.results.push(sarif::free(severity, message)),
            OutputMode::JsonLines => json_lines::free(&mut self.body, severity, message),
        }
        match severity {
            Severity::InternalError => self.stopped = Some(ExitStatus::Aborted),
            severity if severity.is_fatal() => self.stopped = Some(ExitStatus::Terminated),
            _ => return Flow::Continue,
        }
        Flow::Stop
    }

    /// Ends the run as a signal does: what was said so far stands.
    pub fn terminate(&mut self) {
        self.stopped.get_or_insert(ExitStatus::Terminated);
    }

    /// Ends the run and gives the output.
    pub fn finish(mut self) -> Report {
        let status = match self.stopped {
            Some(status) => status,
            None if self.counts.errors > 0 => ExitStatus::Errors,
            None => ExitStatus::Clean,
        };
        let mut summary = Vec::new();
        match self.options.mode {
            OutputMode::Text => text::summary(&mut summary, self.counts, status, &self.options),
            OutputMode::Sarif => self.body = sarif::log(std::mem::take(&mut self.results)),
            OutputMode::JsonLines => {}
        }
        Report {
            body: self.body,
            summary,
            status,
            counts: self.counts,
            listing: self.listing,
            reported: self.reported,
        }
    }

    fn emit(&mut self, judged: Judged<'_>) {
        self.count(judged.severity);
        if self.options.listing {
            self.listing.push(ListEntry {
                offset: judged.diagnostic.at.as_ref().map(|at| at.offset),
                lines: listing_lines(judged.diagnostic, judged.severity),
            });
        }
        match self.options.mode {
            OutputMode::Text => text::diagnostic(&mut self.body, &self.options.layout, judged),
            OutputMode::Sarif => self.results.push(sarif::result(&self.options, judged)),
            OutputMode::JsonLines => json_lines::diagnostic(&mut self.body, judged),
        }
    }

    fn emit_hint(&mut self) {
        // A tool that reads JSON lines has no use for advice on options.
        if self.options.mode == OutputMode::JsonLines {
            return;
        }
        let hint = Diagnostic::new(codes::SUPPRESSION_HINT);
        if let Verdict::Report { severity, .. } =
            self.control.judge(&hint, &self.pragmas, &self.seen)
        {
            self.emit(Judged {
                diagnostic: &hint,
                severity,
                numbered: false,
            });
        }
    }

    fn count(&mut self, severity: Severity) {
        if severity.is_fatal() {
            self.counts.catastrophes += 1;
        } else if severity.is_error() {
            self.counts.errors += 1;
        } else if severity == Severity::Warning {
            self.counts.warnings += 1;
        }
    }
}
