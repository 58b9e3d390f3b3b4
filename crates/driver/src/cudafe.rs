//! `cudafe++`: one run over one preprocessed file, with the reference's command line, exit statuses and files.

use std::ffi::OsString;
use std::io::{IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use cleave_base_db::{HostOptions, RootDatabase, SourceFile, decode, encode};
use cleave_diagnostics::{
    Action, Colours, Control, Diagnostic, ExitStatus, Layout, Location, Number, Options,
    OutputMode, Pass, PragmaMap, Session, Severity, catalog,
};
use cleave_options::{Input, Invocation, Language, Lookups, Task};
use salsa::Durability;

use crate::settings::{dialect, host_settings};
use crate::{depfile, findings, output};

/// Runs the host pass on a command line (without the program's name) and gives the exit status: 0, 2 after errors, 4 when the
/// run could not be done (spec 1-cli B).
pub fn run(args: &[OsString]) -> i32 {
    let lookups = Lookups {
        tag_number: &|tag| catalog().find(tag).map(|e| u32::from(e.number.internal())),
        number_known: &|n| Number::from_user(n.into()).is_some(),
        is_directory: &Path::is_dir,
    };
    let invocation = match cleave_options::parse(args, &lookups) {
        Ok(invocation) => invocation,
        Err(e) => {
            print_notices(&e.notices);
            to_stderr(&e.text);
            return i32::from(cleave_options::CommandLineError::EXIT_CODE);
        }
    };
    print_notices(&invocation.notices);
    to_stderr(&invocation.warnings);
    match invocation.task.clone() {
        Task::Stop(status) => i32::from(status),
        Task::Run(input) => Run::new(invocation).run(&input),
    }
}

fn print_notices(notices: &[cleave_options::Notice]) {
    for notice in notices {
        let Some(text) = notice.text() else { continue };
        if notice.is_for_stdout() {
            let _ = std::io::stdout().write_all(text.as_bytes());
        } else {
            to_stderr(text.as_bytes());
        }
    }
}

fn to_stderr(bytes: &[u8]) {
    let _ = std::io::stderr().write_all(bytes);
}

struct Run {
    invocation: Invocation,
    started: Instant,
}

/// What became of the front half of a run.
struct Outcome {
    session: Session,
    /// The database to ask for the host text, if there were no errors.
    translated: Option<Translated>,
}

struct Translated {
    db: RootDatabase,
    file: SourceFile,
    options: HostOptions,
}

impl Run {
    fn new(invocation: Invocation) -> Run {
        Run {
            invocation,
            started: Instant::now(),
        }
    }

    fn run(&self, input: &Input) -> i32 {
        let Outcome {
            mut session,
            translated,
        } = self.translate(input);
        let front = self.started.elapsed();
        if let Some(Translated { db, file, options }) = translated {
            let text = encode(cleave_host::host_text(&db, file, options));
            self.write(
                &mut session,
                input,
                &text,
                cleave_host::module_id(&db, file, options),
            );
            drop(text);
            // The process ends soon; taking the database apart would only cost time.
            std::mem::forget(db);
        }
        let report = session.finish();
        let mut out = report.body.clone();
        if self.invocation.timing {
            out.extend(timing_line("Front end time", front));
            if report.status == ExitStatus::Clean {
                out.extend(timing_line(
                    "Back end time",
                    self.started.elapsed().saturating_sub(front),
                ));
            }
        }
        out.extend_from_slice(&report.summary);
        if self.invocation.timing {
            out.extend(timing_line(
                "Total compilation time",
                self.started.elapsed(),
            ));
        }
        match &self.invocation.diagnostics.error_output {
            Some(path) => {
                if output::write(path, &out).is_err() {
                    let e = self
                        .invocation
                        .cannot_open(cleave_options::FileRole::ErrorOutput, path);
                    to_stderr(&e.text);
                    return i32::from(cleave_options::CommandLineError::EXIT_CODE);
                }
            }
            None => to_stderr(&out),
        }
        i32::from(report.status.code(Pass::Host))
    }

    fn session(&self, pragmas: PragmaMap) -> Session {
        let d = &self.invocation.diagnostics;
        let mut control = Control::new(Pass::Host);
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
        let colours = d.colors && d.error_output.is_none() && std::io::stderr().is_terminal();
        let options = Options {
            pass: Pass::Host,
            mode: match d.output_mode {
                cleave_options::OutputMode::Text => OutputMode::Text,
                cleave_options::OutputMode::Sarif => OutputMode::Sarif,
            },
            layout: Layout {
                display_numbers: d.display_error_number,
                brief: d.brief,
                wrap: d.wrap.then_some(79),
                colours: colours.then(|| {
                    std::env::var("EDG_COLORS")
                        .map_or_else(|_| Colours::default(), |t| Colours::parse(&t))
                }),
                context_limit: usize::try_from(d.context_limit).unwrap_or(usize::MAX),
            },
            error_limit: u32::try_from(d.error_limit).unwrap_or(u32::MAX).max(1),
            source_name: self
                .invocation
                .summary_name()
                .map(|n| n.to_string_lossy().into_owned()),
            ..Options::default()
        };
        Session::new(options, control, pragmas)
    }

    /// Reads the input and asks the database.
    fn translate(&self, input: &Input) -> Outcome {
        let failed = |message: String| {
            let mut session = self.session(PragmaMap::default());
            session.report_free(Severity::Catastrophe, &message);
            Outcome {
                session,
                translated: None,
            }
        };
        if !matches!(self.invocation.dialect.language, Language::Cpp(_)) {
            return failed("this front end compiles C++ only".into());
        }
        let bytes = match read(input) {
            Ok(bytes) => bytes,
            Err(message) => return failed(message),
        };
        if self.invocation.preprocess.is_requested() {
            self.preprocess(input, &bytes);
            if !self.invocation.compiles() {
                return Outcome {
                    session: self.session(PragmaMap::default()),
                    translated: None,
                };
            }
        }
        let outputs = &self.invocation.outputs;
        let mut module_id = None;
        if let (Some(path), false) = (&outputs.module_id_file_name, outputs.gen_module_id_file) {
            match std::fs::read(path) {
                Ok(id) => module_id = Some(decode(id)),
                Err(_) => {
                    return failed(format!("cannot open module id file \"{}\"", path.display()));
                }
            }
        }
        if outputs.gen_module_id_file && outputs.module_id_file_name.is_none() {
            return failed("module id filename not specified".into());
        }
        let db = RootDatabase::default();
        let name = match input {
            Input::Stdin => "-".to_owned(),
            Input::File(path) => path.to_string_lossy().into_owned(),
        };
        // A run sees one version of everything: no edges need to be kept.
        let file = SourceFile::builder(name, decode(bytes).into())
            .dialect(dialect(&self.invocation))
            .durability(Durability::NEVER_CHANGE)
            .new(&db);
        let options = HostOptions::builder(host_settings(&self.invocation, module_id))
            .durability(Durability::NEVER_CHANGE)
            .new(&db);
        let (pragmas, problems) = findings::pragmas(&db, file);
        let mut session = self.session(pragmas);
        for d in problems
            .iter()
            .chain(&findings::findings(&db, file, options))
        {
            session.report(d);
        }
        let counts = session.counts();
        if counts.errors > 0 || counts.catastrophes > 0 || self.invocation.no_code_gen {
            return Outcome {
                session,
                translated: None,
            };
        }
        // The host half includes the stub by name. cudafe++ does not survive that there is none.
        if outputs.stub_file_name.is_none() {
            session.report_free(Severity::Catastrophe, "stub file name not specified");
            return Outcome {
                session,
                translated: None,
            };
        }
        Outcome {
            session,
            translated: Some(Translated { db, file, options }),
        }
    }

    fn write(&self, session: &mut Session, input: &Input, text: &[u8], module_id: &str) {
        let outputs = &self.invocation.outputs;
        let target = self.invocation.host_output();
        let written = match &target {
            None => std::io::stdout().write_all(text),
            Some(path) => output::write(path, text),
        };
        if let Err(e) = written {
            let name = target.as_deref().unwrap_or(Path::new("-")).display();
            let why = if e.kind() == std::io::ErrorKind::IsADirectory {
                ": Is a directory"
            } else {
                ""
            };
            session.report_free(
                Severity::Catastrophe,
                &format!("cannot open generated C++ file \"{name}\"{why}"),
            );
            return;
        }
        if outputs.gen_module_id_file {
            let path = outputs.module_id_file_name.clone().unwrap_or_default();
            if output::write(&path, &encode(module_id)).is_err() {
                let file = self
                    .invocation
                    .summary_name()
                    .map_or_else(String::new, |n| n.to_string_lossy().into_owned());
                let at = Location::line(file, 1);
                session.report(
                    &Diagnostic::new(CANNOT_OPEN)
                        .arg(cleave_diagnostics::Arg::text("module id file"))
                        .arg(cleave_diagnostics::Arg::name(path.to_string_lossy()))
                        .at(at),
                );
                return;
            }
        }
        if let Some(depfile) = &outputs.depfile {
            let mut read: Vec<PathBuf> = Vec::new();
            if let Input::File(path) = input {
                read.push(path.clone());
            }
            if let (Some(path), false) = (&outputs.module_id_file_name, outputs.gen_module_id_file)
            {
                read.push(path.clone());
            }
            let prerequisites: Vec<&Path> = read.iter().map(PathBuf::as_path).collect();
            let rule = depfile::rule(target.as_deref().unwrap_or(Path::new("-")), &prerequisites);
            if output::write(depfile, &rule).is_err() {
                session.report_free(
                    Severity::Catastrophe,
                    &format!("cannot write dependency file \"{}\"", depfile.display()),
                );
            }
        }
    }

    /// The little that is left to preprocess in a preprocessed text: printing it, or the rule that names it.
    fn preprocess(&self, input: &Input, bytes: &[u8]) {
        let p = &self.invocation.preprocess;
        let mut out = Vec::new();
        if p.dependencies {
            if let Input::File(path) = input {
                let stem = path.with_extension("o");
                out.extend(
                    format!(
                        "{}: {}\n",
                        stem.file_name().unwrap_or_default().to_string_lossy(),
                        path.display()
                    )
                    .into_bytes(),
                );
            }
        } else if p.text {
            for line in bytes.split_inclusive(|&b| b == b'\n') {
                let marker = line
                    .strip_prefix(b"#")
                    .is_some_and(|l| l.trim_ascii_start().first().is_some_and(u8::is_ascii_digit));
                if p.line_markers || !marker {
                    out.extend_from_slice(line);
                }
            }
        }
        let _ = match &self.invocation.outputs.preprocessing_output {
            Some(path) => output::write(path, &out),
            None => std::io::stdout().write_all(&out),
        };
    }
}

/// `cannot open WHAT "NAME"`
const CANNOT_OPEN: Number = Number::new(1696);

fn read(input: &Input) -> Result<Vec<u8>, String> {
    match input {
        Input::Stdin => {
            let mut bytes = Vec::new();
            std::io::stdin()
                .read_to_end(&mut bytes)
                .map_err(|e| format!("cannot read standard input: {e}"))?;
            Ok(bytes)
        }
        Input::File(path) if path.is_dir() => Err(format!(
            "cannot open source file \"{}\": is a directory",
            path.display()
        )),
        Input::File(path) => std::fs::read(path)
            .map_err(|_| format!("cannot open source file \"{}\"", path.display())),
    }
}

/// A line of `--timing`. The elapsed column counts whole seconds, as the reference's does.
fn timing_line(what: &str, time: std::time::Duration) -> Vec<u8> {
    format!(
        "{what:<30} {:10.2} (CPU) {:10.2} (elapsed)\n",
        time.as_secs_f64(),
        time.as_secs() as f64
    )
    .into_bytes()
}
