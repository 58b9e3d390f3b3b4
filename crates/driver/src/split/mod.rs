//! `cleave split`: the whole job on source files with nothing but a host compiler. Takes nvcc's options, preprocesses, reports
//! what both passes find, writes the host half, and says what is on the device.

mod own;
mod passes;

pub use own::OPTIONS;

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use cleave_base_db::encode;
use cleave_diagnostics::{Reported, brief_lines, json_lines, sarif_log, snippets};
use cleave_options::Invocation;
use cleave_options::nvcc::{HostCompilerId, NvccInvocation, NvccTask, Side};

use crate::entities::{Entity, entities, table};
use crate::preprocess::{Preprocessor, readable};
use crate::source_options::{given, headers, invocation, value};
use crate::{host_compiler, output, own_preprocessor, reporting};
use passes::{HostHalf, Passed};

/// Exit status: a file or program could not be used, or preprocessing failed.
const CANNOT: i32 = 1;
/// Exit status: the source has errors.
const ERRORS: i32 = 2;
/// Exit status: the host compiler refused the host half.
const REFUSED: i32 = 3;

/// Runs the command on a command line (without the program's name) and gives its exit status: 0, or one of the three above.
pub fn run(args: &[OsString], version: &str) -> i32 {
    match whole(args, version) {
        Ok(status) => status,
        Err(message) => {
            say(&message);
            CANNOT
        }
    }
}

fn say(message: &str) {
    let _ = writeln!(std::io::stderr(), "cleave split: {message}");
}

fn print(text: &str) -> Result<(), String> {
    std::io::stdout()
        .write_all(text.as_bytes())
        .map_err(|e| format!("cannot print: {e}"))
}

fn whole(args: &[OsString], version: &str) -> Result<i32, String> {
    let invocation = invocation(args, own::OPTIONS, Path::new(""))
        .map_err(|e| format!("{e}; see cleave split --help"))?;
    match invocation.task {
        NvccTask::Help => return print(&own::help_text()).map(|()| 0),
        NvccTask::Version => return print(&format!("cleave {version}\n")).map(|()| 0),
        NvccTask::Run => {}
    }
    for warning in &invocation.warnings {
        say(&format!("warning: {warning}"));
    }
    let plan = Plan::new(&invocation)?;
    let mut preprocessor = Preprocessor::new(&invocation, headers(&invocation)?)?;
    preprocessor.colour = plan.colour;
    let compiler = host_compiler::identify(&preprocessor.program)?;
    let split = Split {
        invocation: &invocation,
        plan: &plan,
        preprocessor,
        compiler,
    };
    let (mut worst, mut reported, mut rows) = (0, Vec::new(), Vec::new());
    for source in &invocation.sources {
        let status = match split.source(source, &mut reported, &mut rows) {
            Ok(status) => status,
            Err(message) => {
                say(&message);
                CANNOT
            }
        };
        worst = worst.max(status);
    }
    if plan.diagnostics == Diagnostics::Sarif && !invocation.dry_run {
        reporting::to_stderr(&sarif_log(&reported, &reporting::directory()));
    }
    if plan.json_table && !invocation.dry_run {
        let json = serde_json::to_string_pretty(&rows).map_err(|e| e.to_string())?;
        print(&(json + "\n"))?;
    }
    Ok(worst)
}

/// How to print what is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Diagnostics {
    Text,
    Sarif,
    JsonLines,
}

/// What is to be done with every source.
struct Plan {
    folder: PathBuf,
    diagnostics: Diagnostics,
    colour: bool,
    json_table: bool,
    depfile: Option<PathBuf>,
    depends: bool,
    check: bool,
}

impl Plan {
    fn new(invocation: &NvccInvocation) -> Result<Plan, String> {
        let sources = &invocation.sources;
        if sources.is_empty() {
            return Err("no source is named; see cleave split --help".into());
        }
        if let Some(language) = invocation.language.as_deref().filter(|l| *l != "cu") {
            return Err(format!("there is nothing to split in '-x {language}'"));
        }
        for (i, source) in sources.iter().enumerate() {
            if let Some(other) = sources[..i]
                .iter()
                .find(|o| o.file_stem() == source.file_stem())
            {
                return Err(format!(
                    "{} and {} have the same name: split them one by one into folders of their own",
                    other.display(),
                    source.display()
                ));
            }
        }
        let depfile = invocation.own("depfile").map(PathBuf::from);
        let depfile = depfile.or_else(|| invocation.dependency_file.clone());
        if depfile.is_some() && sources.len() > 1 {
            return Err("a make rule's file can be named for one source only".into());
        }
        let diagnostics = match value(invocation, "diagnostics") {
            Some("sarif") => Diagnostics::Sarif,
            Some("json") => Diagnostics::JsonLines,
            _ => Diagnostics::Text,
        };
        Ok(Plan {
            folder: folder(invocation),
            diagnostics,
            colour: diagnostics == Diagnostics::Text
                && match value(invocation, "color") {
                    Some("always") => true,
                    Some("never") => false,
                    _ => reporting::coloured(),
                },
            json_table: value(invocation, "format") == Some("json"),
            depends: depfile.is_some() || invocation.dependencies.is_some(),
            depfile,
            check: given(invocation, "check-host"),
        })
    }
}

/// The folder of the outputs. With `-c` and the like `-o` names a file: that file's folder.
fn folder(invocation: &NvccInvocation) -> PathBuf {
    let here = || PathBuf::from(".");
    if let Some(folder) = &invocation.output_folder {
        return folder.clone();
    }
    match &invocation.output {
        None => here(),
        Some(file) if invocation.stops && !file.is_dir() => file
            .parent()
            .filter(|parent| !parent.as_os_str().is_empty())
            .map_or_else(here, Path::to_owned),
        Some(folder) => folder.clone(),
    }
}

struct Split<'a> {
    invocation: &'a NvccInvocation,
    plan: &'a Plan,
    preprocessor: Preprocessor<'a>,
    compiler: HostCompilerId,
}

impl Split<'_> {
    /// Splits one source. What is printed once for all sources is added to `reported` and `rows`.
    fn source(
        &self,
        source: &Path,
        reported: &mut Vec<Reported>,
        rows: &mut Vec<Entity>,
    ) -> Result<i32, String> {
        readable(source)?;
        let stem = source
            .file_stem()
            .ok_or_else(|| format!("{} has no file name", source.display()))?
            .to_string_lossy()
            .into_owned();
        let host = self.plan.folder.join(format!("{stem}.cudafe1.cpp"));
        let front = self.preprocessor.front(self.compiler, source, &stem);
        if self.invocation.dry_run {
            return self.dry_run(source, &front, &host).map(|()| 0);
        }
        let front = cleave_options::parse(&front, &reporting::lookups())
            .map_err(|e| String::from_utf8_lossy(&e.text).trim_end().to_owned())?;
        reporting::to_stderr(&front.warnings);
        let architectures = self.invocation.architectures(self.preprocessor.release);
        let own = own_preprocessor::writes_like(&self.compiler);
        let texts = passes::texts(&self.preprocessor, source, &architectures, own)?;
        let name = source.to_string_lossy();
        let origins = |side| match own {
            true => self.preprocessor.origins(source, side),
            false => None,
        };
        let passed = passes::run(&name, texts, &architectures, &front, &origins);
        self.report(&passed, &name);
        reported.extend(passed.reported);
        if passed.failed {
            return Ok(ERRORS);
        }
        self.write(&passed.host, &host, &stem)?;
        self.print_table(&passed.host, &front, rows)?;
        match self.plan.check {
            true => self.check(&host, &stem),
            false => Ok(0),
        }
    }

    /// Prints the commands that nvcc would run, as it prints them.
    fn dry_run(&self, source: &Path, front: &[OsString], host: &Path) -> Result<(), String> {
        let (release, headers) = (self.preprocessor.release, &self.preprocessor.headers);
        let shown = |program: &str, words: &[OsString]| {
            let words: Vec<_> = words.iter().map(|w| w.to_string_lossy()).collect();
            format!("#$ {program} {}\n", words.join(" "))
        };
        let program = self.preprocessor.program.to_string_lossy();
        let preprocess = |side: Side| {
            let mut words = self.invocation.preprocess(side, release, headers);
            words.push(source.into());
            shown(&program, &words)
        };
        let mut text = preprocess(Side::Host) + &shown("cudafe++", front);
        for architecture in self.invocation.architectures(release) {
            text += &preprocess(Side::Device(architecture));
        }
        let mut compile = self.invocation.compile(release, headers);
        compile.extend(["-fsyntax-only".into(), host.into()]);
        text += &shown(&program, &compile);
        reporting::to_stderr(text.as_bytes());
        Ok(())
    }

    /// Prints what is wrong with a source.
    fn report(&self, passed: &Passed, name: &str) {
        let reported = &passed.reported;
        let text = match self.plan.diagnostics {
            Diagnostics::Sarif => return,
            Diagnostics::JsonLines => return reporting::to_stderr(&json_lines(reported)),
            Diagnostics::Text if self.invocation.brief => brief_lines(reported),
            Diagnostics::Text => snippets(reported, self.plan.colour),
        };
        reporting::to_stderr((text + &summary(reported, name)).as_bytes());
    }

    /// Writes the host half, its module id and the make rule.
    fn write(&self, half: &HostHalf, host: &Path, stem: &str) -> Result<(), String> {
        let folder = &self.plan.folder;
        std::fs::create_dir_all(folder)
            .map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
        let HostHalf { db, file, options } = half;
        let source = Path::new(file.name(db));
        let write = |path: &Path, bytes: &[u8]| {
            output::write(path, Some(source), bytes)
                .map_err(|e| format!("cannot write {}: {}", path.display(), e.text()))
        };
        write(host, &encode(cleave_host::host_text(db, *file, *options)))?;
        write(
            &folder.join(format!("{stem}.module_id")),
            &encode(cleave_host::module_id(db, *file, *options)),
        )?;
        if self.plan.depends {
            let beside = || folder.join(format!("{stem}.d"));
            let depfile = self.plan.depfile.clone().unwrap_or_else(beside);
            write(&depfile, &self.preprocessor.dependencies(host)?)?;
        }
        Ok(())
    }

    /// Prints what is on the device, or keeps it for the end.
    fn print_table(
        &self,
        half: &HostHalf,
        front: &Invocation,
        rows: &mut Vec<Entity>,
    ) -> Result<(), String> {
        let headers = &self.preprocessor.headers;
        let theirs: Vec<String> = (headers.include.iter().chain(&headers.system))
            .map(|p| p.to_string_lossy().into_owned())
            .collect();
        let of_source = entities(&half.db, half.file, &|path: &str| {
            !path.starts_with('<') && !theirs.iter().any(|t| path.starts_with(t.as_str()))
        });
        if self.plan.json_table {
            rows.extend(of_source);
            return Ok(());
        }
        let mut text = table(&of_source);
        if self.invocation.sources.len() > 1 {
            let name = front.summary_name().unwrap_or_default();
            text = format!("{}:\n{text}", name.to_string_lossy());
        }
        print(&text)
    }

    /// Has the host compiler read the host half. The device compiler's stub is not there; an empty one stands in for it.
    fn check(&self, host: &Path, stem: &str) -> Result<i32, String> {
        let scratch = self.preprocessor.scratch.path();
        let stub = scratch.join(format!("{stem}.cudafe1.stub.c"));
        std::fs::write(stub, "").map_err(|e| format!("cannot write a stub: {e}"))?;
        let program = &self.preprocessor.program;
        let words = self
            .invocation
            .compile(self.preprocessor.release, &self.preprocessor.headers);
        let mut c = Command::new(program);
        c.args(words).args(["-fsyntax-only", "-w", "-I"]);
        c.arg(scratch).arg(host).stdin(Stdio::null());
        let status = c
            .status()
            .map_err(|e| format!("cannot run {}: {e}", program.to_string_lossy()))?;
        if status.success() {
            return Ok(0);
        }
        say(&format!("the host compiler refuses {}", host.display()));
        Ok(REFUSED)
    }
}

/// How much was wrong, and where to read more. Nothing where nothing was.
fn summary(reported: &[Reported], name: &str) -> String {
    let count = |wanted: &dyn Fn(&Reported) -> bool| reported.iter().filter(|r| wanted(r)).count();
    let part = |n: usize, what: &str| match n {
        0 => None,
        1 => Some(format!("1 {what}")),
        n => Some(format!("{n} {what}s")),
    };
    let errors = count(&|r| r.severity.is_error() || r.severity.is_fatal());
    let warnings = count(&|r| r.severity == cleave_diagnostics::Severity::Warning);
    let parts: Vec<String> = [part(errors, "error"), part(warnings, "warning")]
        .into_iter()
        .flatten()
        .collect();
    let Some(first) = reported.first().filter(|_| !parts.is_empty()) else {
        return String::new();
    };
    let number = first.diagnostic.code.shown();
    format!(
        "{} in {name}; cleave explain {number} says more about the first\n",
        parts.join(" and ")
    )
}
