//! `cudafe++`: one run over one preprocessed file, with the reference's command line, exit statuses and files.

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use cleave_base_db::{
    HostOptions, RootDatabase, SourceFile, SourceText, decode, encode, join_lines,
};
use cleave_codes::codes;
use cleave_diagnostics::{Arg, Diagnostic, ExitStatus, Location, Own, Pass, Report, Session};
use cleave_options::{CommandLineError, Input, Invocation, Language, Task};
use cleave_report::{Over, Unit, end_of_input, last_line, too_deep};

use crate::console::Console;
use crate::direct::{self, StartedBy};
use crate::frame::Frame;
use crate::output::Failure;
use crate::stack::with_work_beside;
use crate::{ahead, depfile, fault, output, reporting, second_opinion, snapshots};

/// Runs the host pass on a command line (without the program's name) and gives the exit status: 0, 2 after errors, 4 when the
/// run could not be done (reference: command-line, Exit statuses).
pub fn run(args: &[OsString], started_by: StartedBy) -> i32 {
    if started_by == StartedBy::Hand && direct::asks_for_help(args) {
        return reporting::print(HELP);
    }
    judge(args, started_by, Console::direct()).show()
}

/// What a run came to. Files of an accepted input are written; messages are where the console keeps them.
pub(crate) struct Verdict {
    pub(crate) status: i32,
    /// What was refused, if anything was.
    pub(crate) refused: Option<Refused>,
    pub(crate) console: Console,
    /// What is to be published yet.
    rest: Option<Box<Rest>>,
}

/// What a run can refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// The command line.
    CommandLine,
    /// The program, or a file.
    Input,
    /// To say anything, since declarations nest deeper than the parser reads.
    Depth,
}

/// The report of a run whose command line was understood.
struct Rest {
    invocation: Invocation,
    /// The name of the source and its text, for a listing.
    source: Option<(String, SourceText)>,
    report: Report,
    /// The diagnostics, with what goes around them.
    text: Vec<u8>,
    /// What later runs may know.
    new: Option<snapshots::New>,
    /// The pass, if it came to its end.
    passed: Option<Translated>,
}

impl Verdict {
    fn new(status: i32, refused: Option<Refused>, console: Console) -> Verdict {
        Verdict {
            status,
            refused,
            console,
            rest: None,
        }
    }

    fn refused_line(mut console: Console, e: &CommandLineError) -> Verdict {
        reporting::print_error(&mut console, e);
        let status = i32::from(CommandLineError::EXIT_CODE);
        Verdict::new(status, Some(Refused::CommandLine), console)
    }

    /// What the run says, whether it is shown or not.
    pub(crate) fn messages(&self) -> Vec<u8> {
        let mut out = self.console.kept_errors();
        out.extend(self.rest.iter().flat_map(|rest| &rest.text));
        out
    }

    /// Prints what the run says and gives the exit status.
    pub(crate) fn show(mut self) -> i32 {
        self.console.show();
        let Some(rest) = self.rest else {
            return self.status;
        };
        let Rest {
            invocation,
            source,
            report,
            text,
            new,
            passed,
        } = *rest;
        let listed = source.as_ref().map_or(Ok(()), |(name, text)| {
            reporting::publish_listing(&invocation, name, text, &report)
        });
        let console = &mut self.console;
        let status = match listed.and_then(|()| reporting::publish(console, &invocation, &text)) {
            Ok(()) => self.status,
            Err(e) => {
                reporting::print_error(console, &e);
                i32::from(CommandLineError::EXIT_CODE)
            }
        };
        // The user has the answer. Where there is a second core, all is kept already.
        if let Some(mut new) = new {
            match &passed {
                Some(pass) => new.keep(&pass.db, pass.file, pass.options),
                None => new.keep_skeletons(),
            }
        }
        // The process ends soon; taking the database apart would only cost time.
        std::mem::forget(passed);
        status
    }
}

/// The same up to what is printed.
pub(crate) fn judge(args: &[OsString], started_by: StartedBy, mut console: Console) -> Verdict {
    let invocation = match cleave_options::parse(args, &reporting::lookups()) {
        Ok(invocation) => invocation,
        Err(e) => return Verdict::refused_line(console, &e),
    };
    reporting::print_notices(&mut console, &invocation.notices);
    console.error(&invocation.warnings);
    match invocation.task.clone() {
        Task::Stop(status) => Verdict::new(i32::from(status), None, console),
        Task::Run(input) => match reporting::openable(&invocation) {
            Err(e) => Verdict::refused_line(console, &e),
            Ok(()) => Run::new(invocation, started_by, console).run(&input),
        },
    }
}

/// The same over a text that is in a database already. Only a run that reads one file and writes its host half is done so.
pub(crate) fn judge_read(invocation: Invocation, read: Translated) -> Option<Verdict> {
    let input = invocation.input()?.clone();
    let outputs = &invocation.outputs;
    let is_plain = matches!(invocation.dialect.language, Language::Cpp(_))
        && !invocation.preprocess.is_requested()
        && reporting::openable(&invocation).is_ok()
        && (outputs.module_id_file_name.is_some() || !outputs.gen_module_id_file)
        && given_module_id(&invocation).1.is_none();
    if !is_plain {
        return None;
    }
    let mut console = Console::keeping();
    reporting::print_notices(&mut console, &invocation.notices);
    console.error(&invocation.warnings);
    let run = Run::new(invocation, StartedBy::Nvcc, console);
    let outcome = run.report(read, None, None);
    let mut verdict = run.finish(&input, outcome);
    // The database goes on, and cannot be edited as long as anybody holds it.
    if let Some(rest) = &mut verdict.rest {
        rest.passed = None;
    }
    Some(verdict)
}

/// The module id that a file gives, or the file if it cannot be read.
pub(crate) fn given_module_id(invocation: &Invocation) -> (Option<String>, Option<&Path>) {
    let outputs = &invocation.outputs;
    match (&outputs.module_id_file_name, outputs.gen_module_id_file) {
        (Some(path), false) => match std::fs::read(path) {
            Ok(id) => (Some(decode(id)), None),
            Err(_) => (None, Some(path.as_path())),
        },
        _ => (None, None),
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
    console: Console,
    started: Instant,
}

/// What became of the front half of a run.
struct Outcome {
    session: Session,
    /// Whether declarations nest deeper than the parser reads.
    too_deep: bool,
    /// The text, for a listing.
    text: Option<SourceText>,
    /// The database to ask for the host text, if there were no errors.
    translated: Option<Translated>,
    /// What later runs may know.
    new: Option<snapshots::New>,
}

/// A text in a database.
pub(crate) struct Translated {
    pub(crate) db: RootDatabase,
    pub(crate) file: SourceFile,
    pub(crate) options: HostOptions,
}

impl Run {
    fn new(invocation: Invocation, started_by: StartedBy, console: Console) -> Run {
        Run {
            invocation,
            started_by,
            console,
            started: Instant::now(),
        }
    }

    fn run(mut self, input: &Input) -> Verdict {
        let outcome = self.translate(input);
        self.finish(input, outcome)
    }

    /// Writes what is to be written, and comes to a verdict.
    fn finish(mut self, input: &Input, outcome: Outcome) -> Verdict {
        let Outcome {
            mut session,
            too_deep,
            text: source,
            translated,
            mut new,
        } = outcome;
        let front = self.started.elapsed();
        let mut passed = None;
        if let Some(Translated { db, file, options }) = translated {
            let mut write = || {
                self.write(
                    &mut session,
                    &|take| cleave_host::host_text_in_pieces(&db, file, options, take),
                    cleave_host::module_id(&db, file, options),
                    &last_line(&db, file),
                );
            };
            match &mut new {
                Some(new) => {
                    let other = db.clone();
                    with_work_beside(move || new.keep(&other, file, options), write);
                }
                None => write(),
            }
            passed = Some(Translated { db, file, options });
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
        let refused = match report.status {
            ExitStatus::Clean => too_deep.then_some(Refused::Depth),
            _ => Some(Refused::Input),
        };
        Verdict {
            status: i32::from(report.status.code(Pass::Host)),
            refused,
            console: self.console,
            rest: Some(Box::new(Rest {
                invocation: self.invocation,
                source: source.map(|text| (name(input), text)),
                report,
                text: out,
                new,
                passed,
            })),
        }
    }

    /// Reads the input and asks the database.
    fn translate(&mut self, input: &Input) -> Outcome {
        if !matches!(self.invocation.dialect.language, Language::Cpp(_)) {
            return self.ended(|s| {
                s.report_own(Own::OnlyCpp, &[]);
            });
        }
        let bytes = match crate::input::read(input) {
            Ok(bytes) => bytes,
            Err(unreadable) => return self.ended(|s| unreadable.report(s)),
        };
        if let (StartedBy::Hand, Input::File(path)) = (self.started_by, input)
            && let Some(hint) = direct::hint(path, &bytes)
        {
            return self.ended(|s| {
                s.report_own(Own::NotPreprocessed, &[Arg::text(hint.as_str())]);
            });
        }
        if self.console.keeps() && *input == Input::Stdin {
            second_opinion::give_back_stdin(&bytes);
        }
        if self.invocation.preprocess.is_requested() {
            self.preprocess(input, &bytes);
            if !self.invocation.compiles() {
                return self.ended(|_| {});
            }
        }
        let outputs = &self.invocation.outputs;
        let (module_id, unreadable_id) = given_module_id(&self.invocation);
        if outputs.gen_module_id_file && outputs.module_id_file_name.is_none() {
            return self.ended(|s| {
                s.report_own(Own::NoModuleIdName, &[]);
            });
        }
        let frame = Frame::new(&self.invocation, name(input), module_id);
        let text: SourceText = join_lines(decode(bytes)).into();
        let (known, new) = snapshots::known(&text, &frame.dialect, &frame.settings).unzip();
        let new = new.flatten();
        let db = RootDatabase::unchanging_for(frame.target);
        let (file, options) = frame.open_once(&db, text, known);
        ahead::host_pass(&db, file, options);
        self.report(Translated { db, file, options }, unreadable_id, new)
    }

    /// Reports what is wrong with a text in a database. `unreadable_id` is a file with a module id that cannot be read.
    fn report(
        &self,
        Translated { db, file, options }: Translated,
        unreadable_id: Option<&Path>,
        mut new: Option<snapshots::New>,
    ) -> Outcome {
        let outputs = &self.invocation.outputs;
        let (output, control) = reporting::settings(&self.invocation, Over::Host);
        let unit = Unit {
            db: &db,
            file,
            options,
            is_there: &Path::exists,
        };
        let report = || cleave_report::report(unit, Over::Host, output, control);
        let mut session = match &mut new {
            Some(new) => with_work_beside(|| new.keep_skeletons(), report),
            None => report(),
        };
        if let Some(path) = unreadable_id {
            // The reference opens it when it has read everything.
            let at = end_of_input(&db, file);
            session.report(&cannot_open(MODULE_ID, path, None).at(at));
        }
        let counts = session.counts();
        let failed = counts.errors > 0 || counts.catastrophes > 0;
        // Only who asks for a second opinion can do better than to go on.
        let too_deep = self.console.keeps() && !failed && too_deep(&db, file);
        let mut translates = !failed && !too_deep && !self.invocation.no_code_gen;
        // The host half includes the stub by name. cudafe++ does not survive that there is none.
        if translates && outputs.stub_file_name.is_none() {
            session.report_own(Own::NoStubName, &[]);
            translates = false;
        }
        let listed = outputs.listing.is_some();
        Outcome {
            session,
            too_deep,
            text: listed.then(|| file.text(&db).clone()),
            translated: translates.then_some(Translated { db, file, options }),
            new,
        }
    }

    /// A run that ends before anything is translated.
    fn ended(&self, say: impl FnOnce(&mut Session)) -> Outcome {
        let mut session = reporting::session(&self.invocation, Pass::Host);
        say(&mut session);
        Outcome {
            session,
            too_deep: false,
            text: None,
            translated: None,
            new: None,
        }
    }

    /// Writes everything. `last` is the last line of the source, where the reference stands by then.
    fn write(
        &mut self,
        session: &mut Session,
        text: &InPieces<'_>,
        module_id: &str,
        last: &Location,
    ) {
        let target = self.invocation.host_output();
        let input = self.invocation.input_path();
        let outputs = &self.invocation.outputs;
        let fill = |out: &mut dyn Write| {
            output::write_pieces(out, text)?;
            outputs.fault.into_iter().for_each(fault::strike);
            Ok(())
        };
        let host = match &target {
            None => {
                if let Err(e) = fill(&mut self.console.out()) {
                    let reason = output::reason(&e);
                    session.report(&while_writing(HOST_TEXT, &reason).at(last.clone()));
                    return;
                }
                None
            }
            Some(path) => match output::stage_with(path, input, fill) {
                Ok(staged) => Some(staged),
                Err(Failure::Open(reason)) => {
                    session.report(&cannot_open(HOST_TEXT, path, reason.as_deref()));
                    return;
                }
                Err(Failure::Write(reason)) => {
                    session.report(&while_writing(HOST_TEXT, &reason).at(last.clone()));
                    return;
                }
            },
        };
        let mut failures = Vec::new();
        if outputs.gen_module_id_file {
            let path = outputs.module_id_file_name.clone().unwrap_or_default();
            if let Err(e) = output::write(&path, input, &encode(module_id)) {
                failures.push(failed(MODULE_ID, &path, &e));
            }
        }
        // It comes last, as with the reference: where both have one name, it is what stays.
        if let (Some(staged), Some(path)) = (host, &target)
            && let Err(e) = staged.publish()
        {
            failures.push(failed(HOST_TEXT, path, &e));
        }
        if let Some(failure) = failures.into_iter().next() {
            session.report(&failure.at(last.clone()));
            return;
        }
        if let Some(depfile) = &outputs.depfile {
            let mut read: Vec<&Path> = input.into_iter().collect();
            if let (Some(path), false) = (&outputs.module_id_file_name, outputs.gen_module_id_file)
            {
                read.push(path);
            }
            let rule = depfile::rule(target.as_deref().unwrap_or(Path::new("-")), &read);
            if output::write(depfile, input, &rule).is_err() {
                let name = Arg::name(depfile.to_string_lossy());
                session.report_own(Own::DependencyFile, &[name]);
            }
        }
    }

    /// The little that is left to preprocess in a preprocessed text: printing it, or the rule that names it.
    fn preprocess(&mut self, input: &Input, bytes: &[u8]) {
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
        match &self.invocation.outputs.preprocessing_output {
            // Whether it can be written was asked before.
            Some(path) => drop(output::write(path, self.invocation.input_path(), &out)),
            None => drop(self.console.out().write_all(&out)),
        }
    }
}

/// The name of an input as messages and the module id have it.
fn name(input: &Input) -> String {
    match input {
        Input::Stdin => "-".to_owned(),
        Input::File(path) => path.to_string_lossy().into_owned(),
    }
}

/// What the reference calls the host half.
const HOST_TEXT: &str = "generated C++ file";
/// What it calls the file with the module id.
const MODULE_ID: &str = "module id file";

pub(crate) fn cannot_open(what: &str, name: &Path, reason: Option<&str>) -> Diagnostic {
    let code = match reason {
        Some(_) => codes::CANNOT_OPEN_FILE_BECAUSE,
        None => codes::CANNOT_OPEN_FILE,
    };
    let d = Diagnostic::new(code)
        .arg(Arg::text(what))
        .arg(Arg::name(name.to_string_lossy()));
    match reason {
        Some(reason) => d.arg(Arg::text(reason)),
        None => d,
    }
}

fn while_writing(what: &str, reason: &str) -> Diagnostic {
    Diagnostic::new(codes::ERROR_WHILE_WRITING)
        .arg(Arg::text(what))
        .arg(Arg::text(reason))
}

fn failed(what: &str, name: &Path, failure: &Failure) -> Diagnostic {
    match failure {
        Failure::Open(reason) => cannot_open(what, name, reason.as_deref()),
        Failure::Write(reason) => while_writing(what, reason),
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
