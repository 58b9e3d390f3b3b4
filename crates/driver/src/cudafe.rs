//! `cudafe++`: one run over one preprocessed file, with the reference's command line, exit statuses and files.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use cleave_base_db::{
    HostOptions, Pending, RootDatabase, SourceFile, SourceText, decode, encode, join_lines,
};
use cleave_diagnostics::{
    Arg, Diagnostic, ExitStatus, Location, Number, Own, Pass, PragmaMap, Session,
};
use cleave_options::{CommandLineError, Input, Invocation, Language, Task};
use salsa::Durability;

use crate::direct::{self, StartedBy};
use crate::settings::{dialect, host_settings, target};
use crate::{ahead, depfile, findings, output, reporting};

/// Runs the host pass on a command line (without the program's name) and gives the exit status: 0, 2 after errors, 4 when the
/// run could not be done (spec 1-cli B).
pub fn run(args: &[OsString], started_by: StartedBy) -> i32 {
    if started_by == StartedBy::Hand && direct::asks_for_help(args) {
        return reporting::print(HELP);
    }
    let invocation = match cleave_options::parse(args, &reporting::lookups()) {
        Ok(invocation) => invocation,
        Err(e) => {
            reporting::print_error(&e);
            return i32::from(CommandLineError::EXIT_CODE);
        }
    };
    reporting::print_notices(&invocation.notices);
    reporting::to_stderr(&invocation.warnings);
    match invocation.task.clone() {
        Task::Stop(status) => i32::from(status),
        Task::Run(input) => {
            if let Err(e) = reporting::openable(&invocation) {
                reporting::print_error(&e);
                return i32::from(CommandLineError::EXIT_CODE);
            }
            Run::new(invocation, started_by).run(&input)
        }
    }
}

/// What `cleave cudafe++ --help` prints.
const HELP: &str = "\
The host pass over one preprocessed text, with the command line of NVIDIA's cudafe++

Usage: cleave cudafe++ [OPTIONS] FILE

nvcc starts cudafe++ with what its preprocessor made of a source. `nvcc --dryrun -c a.cu` shows the command line; any line
of NVIDIA's cudafe++ 13.0 works. To start from a source, use `cleave split` or `cleave nvcc`.

Options that matter:
  --gen_c_file_name FILE      Where the host half goes
  --stub_file_name NAME       The stub that the host half includes; it must be given
  --gen_module_id_file, --module_id_file_name FILE
                              Where the module id goes
  --c++17                     The language standard: c++03 to c++23
  --gnu_version=NUMBER        The version of g++: 120200 is 12.2
  --extended-lambda, --device-c, --relaxed_constexpr
                              As nvcc's --extended-lambda, -rdc=true, --expt-relaxed-constexpr
  --diag_suppress LIST        Do not report these; --diag_warning, --diag_error likewise
  --output_mode sarif|json-lines
                              The form of diagnostics
  --cleave-depfile FILE       Write a make rule that names the files read
  --dump_command_options      List every option

Exit status:
  0  the host half was written
  2  the source has errors; nothing is written
  4  the run could not be done

";

/// A text that hands itself over piece by piece.
type InPieces<'a> = dyn Fn(&mut dyn FnMut(&str)) + 'a;

struct Run {
    invocation: Invocation,
    started_by: StartedBy,
    started: Instant,
}

/// What became of the front half of a run.
struct Outcome {
    session: Session,
    /// The text, for a listing.
    text: Option<SourceText>,
    /// The database to ask for the host text, if there were no errors.
    translated: Option<Translated>,
}

struct Translated {
    db: RootDatabase,
    file: SourceFile,
    options: HostOptions,
}

impl Run {
    fn new(invocation: Invocation, started_by: StartedBy) -> Run {
        Run {
            invocation,
            started_by,
            started: Instant::now(),
        }
    }

    fn run(&self, input: &Input) -> i32 {
        let Outcome {
            mut session,
            text: source,
            translated,
        } = self.translate(input);
        let front = self.started.elapsed();
        if let Some(Translated { db, file, options }) = translated {
            self.write(
                &mut session,
                input,
                &|take| cleave_host::host_text_in_pieces(&db, file, options, take),
                cleave_host::module_id(&db, file, options),
                &findings::last_line(&db, file),
            );
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
        let listed = source.map_or(Ok(()), |text| {
            let name = match input {
                Input::Stdin => "-".into(),
                Input::File(path) => path.to_string_lossy(),
            };
            reporting::publish_listing(&self.invocation, &name, &text, &report)
        });
        if let Err(e) = listed.and_then(|()| reporting::publish(&self.invocation, &out)) {
            reporting::print_error(&e);
            return i32::from(CommandLineError::EXIT_CODE);
        }
        i32::from(report.status.code(Pass::Host))
    }

    fn session(&self, pragmas: PragmaMap) -> Session {
        reporting::session(&self.invocation, Pass::Host, pragmas)
    }

    /// Reads the input and asks the database.
    fn translate(&self, input: &Input) -> Outcome {
        let ended = |say: &dyn Fn(&mut Session)| {
            let mut session = self.session(PragmaMap::default());
            say(&mut session);
            Outcome {
                session,
                text: None,
                translated: None,
            }
        };
        if !matches!(self.invocation.dialect.language, Language::Cpp(_)) {
            return ended(&|s| {
                s.report_own(Own::OnlyCpp, &[]);
            });
        }
        let bytes = match read(input) {
            Ok(bytes) => bytes,
            Err(unreadable) => return ended(&|s| unreadable.report(s)),
        };
        if let (StartedBy::Hand, Input::File(path)) = (self.started_by, input)
            && let Some(hint) = direct::hint(path, &bytes)
        {
            return ended(&|s| {
                s.report_own(Own::NotPreprocessed, &[Arg::text(hint.as_str())]);
            });
        }
        if self.invocation.preprocess.is_requested() {
            self.preprocess(input, &bytes);
            if !self.invocation.compiles() {
                return Outcome {
                    session: self.session(PragmaMap::default()),
                    text: None,
                    translated: None,
                };
            }
        }
        let outputs = &self.invocation.outputs;
        let (mut module_id, mut unreadable_id) = (None, None);
        if let (Some(path), false) = (&outputs.module_id_file_name, outputs.gen_module_id_file) {
            match std::fs::read(path) {
                Ok(id) => module_id = Some(decode(id)),
                Err(_) => unreadable_id = Some(path.as_path()),
            }
        }
        if outputs.gen_module_id_file && outputs.module_id_file_name.is_none() {
            return ended(&|s| {
                s.report_own(Own::NoModuleIdName, &[]);
            });
        }
        let db = RootDatabase::for_target(target(&self.invocation));
        let name = match input {
            Input::Stdin => "-".to_owned(),
            Input::File(path) => path.to_string_lossy().into_owned(),
        };
        // A run sees one version of everything: no edges need to be kept.
        let file = SourceFile::builder(name, join_lines(decode(bytes)).into())
            .dialect(dialect(&self.invocation))
            .pending(Pending(self.invocation.limits.pending_instantiations))
            .durability(Durability::NEVER_CHANGE)
            .new(&db);
        let options = HostOptions::builder(host_settings(&self.invocation, module_id))
            .durability(Durability::NEVER_CHANGE)
            .new(&db);
        let (pragmas, problems) = findings::pragmas(&db, file);
        ahead::host_pass(&db, file, options);
        let mut session = self.session(pragmas);
        for d in findings::findings(&db, file, options, findings::PassOver::Host, problems) {
            session.report(&d);
        }
        if let Some(path) = unreadable_id {
            // The reference opens it when it has read everything.
            let at = findings::end_of_input(&db, file);
            session.report(&cannot_open("module id file", path).at(at));
        }
        let listed = self.invocation.outputs.listing.is_some();
        let text = listed.then(|| file.text(&db).clone());
        let counts = session.counts();
        if counts.errors > 0 || counts.catastrophes > 0 || self.invocation.no_code_gen {
            return Outcome {
                session,
                text,
                translated: None,
            };
        }
        // The host half includes the stub by name. cudafe++ does not survive that there is none.
        if outputs.stub_file_name.is_none() {
            session.report_own(Own::NoStubName, &[]);
            return Outcome {
                session,
                text,
                translated: None,
            };
        }
        Outcome {
            session,
            text,
            translated: Some(Translated { db, file, options }),
        }
    }

    /// Writes everything. `last` is the last line of the source, where the reference stands by then.
    fn write(
        &self,
        session: &mut Session,
        input: &Input,
        text: &InPieces<'_>,
        module_id: &str,
        last: &Location,
    ) {
        let outputs = &self.invocation.outputs;
        let target = self.invocation.host_output();
        let written = match &target {
            None => output::write_pieces(&mut std::io::stdout(), text),
            Some(path) => output::write_with(path, |out| output::write_pieces(out, text)),
        };
        if let Err(e) = written {
            let name = target.as_deref().unwrap_or(Path::new("-"));
            let what = "generated C++ file";
            session.report(&if e.kind() == std::io::ErrorKind::IsADirectory {
                cannot_open_because(what, name, "Is a directory")
            } else {
                cannot_open(what, name)
            });
            return;
        }
        if outputs.gen_module_id_file {
            let path = outputs.module_id_file_name.clone().unwrap_or_default();
            if output::write(&path, &encode(module_id)).is_err() {
                session.report(&cannot_open("module id file", &path).at(last.clone()));
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
                let name = Arg::name(depfile.to_string_lossy());
                session.report_own(Own::DependencyFile, &[name]);
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

fn cannot_open(what: &str, name: &Path) -> Diagnostic {
    Diagnostic::new(Number::new(1696))
        .arg(Arg::text(what))
        .arg(Arg::name(name.to_string_lossy()))
}

fn cannot_open_because(what: &str, name: &Path, reason: &str) -> Diagnostic {
    Diagnostic::new(Number::new(1697))
        .arg(Arg::text(what))
        .arg(Arg::name(name.to_string_lossy()))
        .arg(Arg::text(reason))
}

/// Why there is no input.
pub(crate) enum Unreadable {
    /// Standard input failed, for this reason.
    Stdin(String),
    /// What to report of a file.
    File(Box<Diagnostic>),
}

impl Unreadable {
    /// Says so.
    pub(crate) fn report(&self, session: &mut Session) {
        match self {
            Unreadable::Stdin(reason) => {
                session.report_own(Own::StandardInput, &[Arg::text(reason.as_str())])
            }
            Unreadable::File(diagnostic) => session.report(diagnostic),
        };
    }
}

/// The bytes of the input.
pub(crate) fn read(input: &Input) -> Result<Vec<u8>, Unreadable> {
    const WHAT: &str = "source file";
    match input {
        Input::Stdin => {
            let mut bytes = Vec::new();
            std::io::stdin()
                .read_to_end(&mut bytes)
                .map_err(|e| Unreadable::Stdin(e.to_string()))?;
            Ok(bytes)
        }
        Input::File(path) if path.is_dir() => Err(Unreadable::File(Box::new(cannot_open_because(
            WHAT,
            path,
            "is a directory",
        )))),
        Input::File(path) => {
            small_pages_for_small(path);
            std::fs::read(path).map_err(|_| Unreadable::File(Box::new(cannot_open(WHAT, path))))
        }
    }
}

/// Input in bytes from which on memory in huge pages is worth it.
const LARGE: u64 = 4 << 20;

/// The allocator asks for huge pages, which are cleared as a whole: a small unit has twice the memory touched that it uses, and is
/// no faster for it (44 for 20 MB); one with megabytes of headers is faster by a twentieth.
fn small_pages_for_small(path: &Path) {
    #[cfg(target_os = "linux")]
    if std::fs::metadata(path).is_ok_and(|file| file.len() < LARGE) {
        // Refused or not, the run goes on.
        let _ = rustix::thread::disable_transparent_huge_pages(true);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (path, LARGE);
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
