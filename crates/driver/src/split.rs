//! `cleave split`: the whole job on one source file with nothing but a host compiler. Preprocesses, writes the host half, and
//! says what is on the device.

use std::ffi::OsString;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::{Args, ValueEnum};
use cleave_base_db::{
    HostOptions, HostSettings, ModuleIdSeed, RootDatabase, SourceFile, decode, encode,
};
use cleave_diagnostics::{Control, ExitStatus, Layout, Options, Pass, Session};
use cleave_syntax::{Dialect, Standard};
use cleave_toolkit::{ProcessEnv, Toolkit};

use crate::entities::{entities, table};
use crate::{findings, output};

/// Split a CUDA source into its halves without NVIDIA's tools
#[derive(Args, Debug)]
pub struct SplitArgs {
    /// The CUDA source
    file: PathBuf,
    /// Where to put NAME.cudafe1.cpp and NAME.module_id [default: the current folder]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// The compiler that preprocesses, and checks with --check-host
    #[arg(long, default_value = "g++", value_name = "PROGRAM")]
    host_compiler: OsString,
    /// The language standard
    #[arg(long, default_value = "c++17", value_name = "STD")]
    std: String,
    /// How to print what is on the device
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Have the host compiler check the host half
    #[arg(long)]
    check_host: bool,
    /// A CUDA toolkit whose headers to use [default: the one found; Cleave's own headers if there is none]
    #[arg(long, value_name = "DIR", conflicts_with = "own_headers")]
    cuda_path: Option<PathBuf>,
    /// Use the headers that come with Cleave even if there is a toolkit
    #[arg(long)]
    own_headers: bool,
    /// Write a make rule that names every file read
    #[arg(long, value_name = "FILE")]
    depfile: Option<PathBuf>,
    /// Add a folder to search for includes
    #[arg(short = 'I', value_name = "DIR")]
    include: Vec<OsString>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    define: Vec<OsString>,
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
    standard: Standard,
    /// Include folders of CUDA's headers, the first one holding cuda_runtime.h.
    cuda: Vec<PathBuf>,
    scratch: tempfile::TempDir,
    stem: String,
}

impl<'a> Split<'a> {
    fn new(args: &'a SplitArgs) -> Result<Self, Failure> {
        let standard = match args
            .std
            .trim_start_matches("gnu++")
            .trim_start_matches("c++")
        {
            "03" | "98" => Standard::Cpp03,
            "11" => Standard::Cpp11,
            "14" => Standard::Cpp14,
            "17" => Standard::Cpp17,
            "20" => Standard::Cpp20,
            "23" => Standard::Cpp23,
            _ => return Err(cannot(format!("unknown language standard '{}'", args.std))),
        };
        let scratch = tempfile::tempdir()
            .map_err(|e| cannot(format!("cannot make a temporary folder: {e}")))?;
        let toolkit = if args.own_headers {
            None
        } else {
            match cleave_toolkit::find(args.cuda_path.as_deref(), &ProcessEnv) {
                Ok(toolkit) => Some(toolkit),
                // Asked for by name, it has to be there.
                Err(e) if args.cuda_path.is_some() => return Err(cannot(e.to_string())),
                Err(_) => None,
            }
        };
        let cuda = match toolkit {
            Some(toolkit) => toolkit_headers(&toolkit),
            None => vec![own_headers(scratch.path())?],
        };
        let stem = args
            .file
            .file_stem()
            .ok_or_else(|| cannot("the source has no file name"))?
            .to_string_lossy()
            .into_owned();
        Ok(Split {
            args,
            standard,
            cuda,
            scratch,
            stem,
        })
    }

    fn run(&self) -> Result<i32, Failure> {
        let args = self.args;
        let preprocessed = self.preprocess()?;
        let db = RootDatabase::default();
        let name = args.file.to_string_lossy().into_owned();
        let text = decode(preprocessed);
        let file = SourceFile::builder(name, text.into())
            .dialect(Dialect {
                standard: self.standard,
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
        for d in findings::findings(&db, file, options, findings::PassOver::Host, problems) {
            session.report(&d);
        }
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
            self.write(depfile, &self.dependencies(&host)?)?;
        }
        let theirs: Vec<String> = self
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
        output::write(path, bytes)
            .map_err(|e| cannot(format!("cannot write {}: {e}", path.display())))
    }

    fn settings(&self) -> HostSettings {
        let absolute = std::path::absolute(&self.args.file).ok();
        HostSettings {
            standard: match self.standard {
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

    fn compiler(&self) -> Command {
        let mut c = Command::new(&self.args.host_compiler);
        c.arg(format!("-std={}", self.args.std))
            .args(["-x", "c++", "-m64"]);
        c.args(["-D__CUDACC__", "-D__NVCC__", "-D__CUDA_ARCH_LIST__=800"]);
        c.args([
            "-D__CUDACC_VER_MAJOR__=13",
            "-D__CUDACC_VER_MINOR__=0",
            "-D__CUDACC_VER_BUILD__=88",
        ]);
        c.args([
            "-D__CUDA_API_VER_MAJOR__=13",
            "-D__CUDA_API_VER_MINOR__=0",
            "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1",
        ]);
        if self.args.rdc {
            c.arg("-D__CUDACC_RDC__");
        }
        if self.args.extended_lambda {
            c.arg("-D__CUDACC_EXTENDED_LAMBDA__");
        }
        for (i, folder) in self.cuda.iter().enumerate() {
            c.arg(if i == 0 { "-I" } else { "-isystem" }).arg(folder);
        }
        c
    }

    fn preprocess(&self) -> Result<Vec<u8>, Failure> {
        let args = self.args;
        if !args.file.is_file() {
            return Err(cannot(format!(
                "cannot open source file \"{}\"",
                args.file.display()
            )));
        }
        let mut c = self.compiler();
        c.args(["-E", "-include", "cuda_runtime.h", "-MD", "-MF"])
            .arg(self.raw_dependencies());
        c.args(args.include.iter().flat_map(|i| ["-I".into(), i.clone()]));
        c.args(args.define.iter().flat_map(|d| ["-D".into(), d.clone()]));
        // A file called -x must not be taken for an option.
        let dashed = args.file.to_string_lossy().starts_with('-');
        c.arg(if dashed {
            Path::new(".").join(&args.file)
        } else {
            args.file.clone()
        });
        let out = c
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()
            .map_err(|e| {
                cannot(format!(
                    "cannot run {}: {e}",
                    args.host_compiler.to_string_lossy()
                ))
            })?;
        if !out.status.success() {
            return Err(cannot(format!(
                "{} could not preprocess {}",
                args.host_compiler.to_string_lossy(),
                args.file.display()
            )));
        }
        Ok(out.stdout)
    }

    fn raw_dependencies(&self) -> PathBuf {
        self.scratch.path().join("preprocessed.d")
    }

    /// The host compiler's rule under our target's name. Headers of our own lie in a folder that will be gone, so they are
    /// left out.
    fn dependencies(&self, target: &Path) -> Result<Vec<u8>, Failure> {
        let raw = std::fs::read_to_string(self.raw_dependencies())
            .map_err(|e| cannot(format!("no dependencies: {e}")))?;
        let list = raw
            .split_once(": ")
            .map_or("", |(_, l)| l)
            .replace("\\\n", " ");
        let scratch = self.scratch.path().to_string_lossy().into_owned();
        // Names arrive escaped as make wants them: a blank that belongs to a name has a backslash before it.
        let list = list.replace("\\ ", "\u{0}");
        let names: Vec<String> = list
            .split_whitespace()
            .map(|w| {
                w.replace('\u{0}', " ")
                    .replace("\\#", "#")
                    .replace("$$", "$")
            })
            .filter(|w| !w.starts_with(&scratch))
            .collect();
        let paths: Vec<&Path> = names.iter().map(Path::new).collect();
        Ok(crate::depfile::rule(target, &paths))
    }

    /// Has the host compiler read the host half. The device compiler's stub is not there; an empty one stands in for it.
    fn check(&self, host: &Path) -> Result<i32, Failure> {
        let stub = self
            .scratch
            .path()
            .join(format!("{}.cudafe1.stub.c", self.stem));
        std::fs::write(stub, "").map_err(|e| cannot(format!("cannot write a stub: {e}")))?;
        let mut c = self.compiler();
        c.args(["-fsyntax-only", "-w", "-I"])
            .arg(self.scratch.path())
            .arg(host);
        let status = c.stdin(Stdio::null()).status().map_err(|e| {
            cannot(format!(
                "cannot run {}: {e}",
                self.args.host_compiler.to_string_lossy()
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

fn toolkit_headers(toolkit: &Toolkit) -> Vec<PathBuf> {
    let include = toolkit.root().join("include");
    let cccl = include.join("cccl");
    let mut out = vec![include];
    if cccl.is_dir() {
        out.push(cccl);
    }
    out
}

/// Unpacks the headers that come with Cleave.
fn own_headers(scratch: &Path) -> Result<PathBuf, Failure> {
    let folder = scratch.join("include");
    for (path, text) in cleave_cuda_headers::files() {
        let target = folder.join(path);
        let parent = target.parent().unwrap_or(&folder);
        std::fs::create_dir_all(parent)
            .and_then(|()| std::fs::write(&target, text))
            .map_err(|e| cannot(format!("cannot write {}: {e}", target.display())))?;
    }
    Ok(folder)
}
