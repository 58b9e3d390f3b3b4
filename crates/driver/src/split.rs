//! `cleave split`: the whole job on one source file with nothing but a host compiler. Preprocesses, writes the host half, and
//! says what is on the device.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use clap::{Args, ValueEnum};
use cleave_base_db::{
    HostOptions, HostSettings, ModuleIdSeed, RootDatabase, SourceFile, decode, encode, join_lines,
};
use cleave_diagnostics::{Control, ExitStatus, Layout, Options, Pass, Session};
use cleave_syntax::{Dialect, Standard};

use crate::entities::{entities, table};
use crate::preprocess::{PreprocessArgs, Preprocessor, Side};
use crate::{findings, output};

/// Split a CUDA source into its halves without NVIDIA's tools
#[derive(Args, Debug)]
pub struct SplitArgs {
    /// The CUDA source
    file: PathBuf,
    /// Where to put NAME.cudafe1.cpp and NAME.module_id [default: the current folder]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    #[command(flatten)]
    preprocess: PreprocessArgs,
    /// How to print what is on the device
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Have the host compiler check the host half
    #[arg(long)]
    check_host: bool,
    /// Write a make rule that names every file read
    #[arg(long, value_name = "FILE")]
    depfile: Option<PathBuf>,
    /// Relocatable device code, as nvcc -rdc=true
    #[arg(long)]
    rdc: bool,
    /// Extended lambdas, as nvcc --extended-lambda
    #[arg(long)]
    extended_lambda: bool,
}

/// The form of the table.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Format {
    /// Columns for people
    Text,
    /// A JSON array
    Json,
}

/// Exit status: a file or program could not be used, or preprocessing failed.
const CANNOT: i32 = 1;
/// Exit status: the source has errors.
const ERRORS: i32 = 2;
/// Exit status: the host compiler refused the host half.
const REFUSED: i32 = 3;

/// Runs the command and gives its exit status: 0, or one of the three above.
pub fn run(args: &SplitArgs) -> i32 {
    match Split::new(args).and_then(|s| s.run()) {
        Ok(status) => status,
        Err(Failure { message, status }) => {
            let _ = writeln!(std::io::stderr(), "cleave split: {message}");
            status
        }
    }
}

struct Failure {
    message: String,
    status: i32,
}

fn cannot(message: impl Into<String>) -> Failure {
    Failure {
        message: message.into(),
        status: CANNOT,
    }
}

struct Split<'a> {
    args: &'a SplitArgs,
    preprocessor: Preprocessor<'a>,
    stem: String,
}

impl<'a> Split<'a> {
    fn new(args: &'a SplitArgs) -> Result<Self, Failure> {
        let mut preprocessor = Preprocessor::new(&args.preprocess).map_err(cannot)?;
        if args.rdc {
            preprocessor.modes.push("-D__CUDACC_RDC__");
        }
        if args.extended_lambda {
            preprocessor.modes.push("-D__CUDACC_EXTENDED_LAMBDA__");
        }
        let stem = args
            .file
            .file_stem()
            .ok_or_else(|| cannot("the source has no file name"))?
            .to_string_lossy()
            .into_owned();
        Ok(Split {
            args,
            preprocessor,
            stem,
        })
    }

    fn run(&self) -> Result<i32, Failure> {
        let args = self.args;
        let preprocessed = self
            .preprocessor
            .cuda(&args.file, &Side::Host)
            .map_err(cannot)?;
        let db = RootDatabase::default();
        let name = args.file.to_string_lossy().into_owned();
        let text = join_lines(decode(preprocessed));
        let file = SourceFile::builder(name, text.into())
            .dialect(Dialect {
                standard: self.preprocessor.standard,
            })
            .new(&db);
        let options = HostOptions::new(&db, self.settings());
        let (pragmas, problems) = findings::pragmas(&db, file);
        let mut session = Session::new(
            Options {
                layout: Layout {
                    display_numbers: true,
                    ..Layout::default()
                },
                source_name: Some(args.file.to_string_lossy().into_owned()),
                ..Options::default()
            },
            Control::new(Pass::Host),
            pragmas,
        );
        let over = findings::PassOver::host(&session);
        findings::findings(&db, file, options, over, problems).report(&mut session);
        let report = session.finish();
        let _ = std::io::stderr().write_all(&report.bytes());
        if report.status != ExitStatus::Clean {
            return Ok(ERRORS);
        }
        let folder = args.output.clone().unwrap_or_else(|| PathBuf::from("."));
        std::fs::create_dir_all(&folder)
            .map_err(|e| cannot(format!("cannot make {}: {e}", folder.display())))?;
        let host = folder.join(format!("{}.cudafe1.cpp", self.stem));
        self.write(&host, &encode(cleave_host::host_text(&db, file, options)))?;
        self.write(
            &folder.join(format!("{}.module_id", self.stem)),
            &encode(cleave_host::module_id(&db, file, options)),
        )?;
        if let Some(depfile) = &args.depfile {
            self.write(
                depfile,
                &self.preprocessor.dependencies(&host).map_err(cannot)?,
            )?;
        }
        let theirs: Vec<String> = self
            .preprocessor
            .cuda
            .iter()
            .map(|p| p.to_string_lossy().into_owned())
            .collect();
        let rows = entities(&db, file, &|path: &str| {
            !path.starts_with('<') && !theirs.iter().any(|t| path.starts_with(t.as_str()))
        });
        let text = match args.format {
            Format::Text => table(&rows),
            Format::Json => {
                serde_json::to_string_pretty(&rows).map_err(|e| cannot(e.to_string()))? + "\n"
            }
        };
        std::io::stdout()
            .write_all(text.as_bytes())
            .map_err(|e| cannot(format!("cannot print: {e}")))?;
        if args.check_host {
            self.check(&host)
        } else {
            Ok(0)
        }
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> Result<(), Failure> {
        output::write(path, Some(&self.args.file), bytes)
            .map_err(|e| cannot(format!("cannot write {}: {}", path.display(), e.text())))
    }

    fn settings(&self) -> HostSettings {
        let absolute = std::path::absolute(&self.args.file).ok();
        HostSettings {
            standard: match self.preprocessor.standard {
                Standard::Cpp03 => 199711,
                Standard::Cpp11 => 201103,
                Standard::Cpp14 => 201402,
                Standard::Cpp17 => 201703,
                Standard::Cpp20 => 202002,
                Standard::Cpp23 => 202302,
            },
            source_name: self.args.file.to_string_lossy().into_owned(),
            source_path: absolute.map(|p| p.to_string_lossy().into_owned()),
            stub_name: format!("{}.cudafe1.stub.c", self.stem),
            stub_linkage: if self.args.rdc {
                cleave_base_db::StubLinkage::External
            } else {
                cleave_base_db::StubLinkage::Static
            },
            relocatable: self.args.rdc,
            extended_lambda: self.args.extended_lambda,
            // The same bytes every time: no clock, no process.
            seed: ModuleIdSeed::Seed(self.args.file.to_string_lossy().into_owned()),
            ..HostSettings::default()
        }
    }

    /// Has the host compiler read the host half. The device compiler's stub is not there; an empty one stands in for it.
    fn check(&self, host: &Path) -> Result<i32, Failure> {
        let scratch = self.preprocessor.scratch.path();
        let stub = scratch.join(format!("{}.cudafe1.stub.c", self.stem));
        std::fs::write(stub, "").map_err(|e| cannot(format!("cannot write a stub: {e}")))?;
        let mut c = self.preprocessor.compiler();
        c.args(["-fsyntax-only", "-w", "-I"]).arg(scratch).arg(host);
        let status = c.stdin(Stdio::null()).status().map_err(|e| {
            cannot(format!(
                "cannot run {}: {e}",
                self.args.preprocess.host_compiler.to_string_lossy()
            ))
        })?;
        if status.success() {
            Ok(0)
        } else {
            Err(Failure {
                message: format!("the host compiler refuses {}", host.display()),
                status: REFUSED,
            })
        }
    }
}
