//! A command line of nvcc, understood. Plain data.

use std::ffi::OsString;
use std::path::PathBuf;

use super::architecture::{Architecture, Target};
use super::effect::DependencyMode;
use super::release::Release;

/// What is asked of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum NvccTask {
    /// To compile.
    #[default]
    Run,
    /// To print the options.
    Help,
    /// To print the version.
    Version,
}

/// A change to the macros.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Definition {
    /// `-D`
    Define(OsString),
    /// `-U`
    Undefine(OsString),
}

/// The language standard named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NvccStandard {
    /// As written: `c++20`.
    pub name: String,
    /// The two digits: 20.
    pub year: u32,
}

impl NvccStandard {
    /// Reads `c++20`. `gnu++20` and `c++98` are taken too, which nvcc does not take.
    pub fn parse(name: &str) -> Option<NvccStandard> {
        let digits = name
            .strip_prefix("gnu++")
            .or_else(|| name.strip_prefix("c++"))?;
        let year = match digits {
            "98" | "03" => 3,
            "11" | "14" | "17" | "20" | "23" => digits.parse().ok()?,
            _ => return None,
        };
        Some(NvccStandard {
            name: name.to_owned(),
            year,
        })
    }
}

/// A command line, understood.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NvccInvocation {
    /// What is asked.
    pub task: NvccTask,
    /// The sources, in order.
    pub sources: Vec<PathBuf>,
    /// Macros, in order.
    pub definitions: Vec<Definition>,
    /// `-I`
    pub include: Vec<OsString>,
    /// `-isystem`
    pub system_include: Vec<OsString>,
    /// `-include`
    pub preinclude: Vec<OsString>,
    /// `-std`; the host compiler's own standard where it is not given.
    pub standard: Option<NvccStandard>,
    /// `-ccbin`
    pub host_compiler: Option<OsString>,
    /// Words for the preprocessor alone: macros of the mode.
    pub preprocessor: Vec<OsString>,
    /// Words for every run of the host compiler.
    pub compiler: Vec<OsString>,
    /// Words for the compilation of the host half alone.
    pub compile: Vec<OsString>,
    /// Words for both fronts.
    pub front: Vec<OsString>,
    /// `-rdc=true`, `-dc` and the like.
    pub relocatable: bool,
    /// `-static-global-template-stub`, where it is given.
    pub static_stub: Option<bool>,
    /// `-device-entity-has-hidden-visibility`, where it is given.
    pub hidden_visibility: Option<bool>,
    /// Diagnostics show their numbers, unless it says otherwise.
    pub error_numbers: Option<bool>,
    /// `-brief-diag`
    pub brief: bool,
    /// `-fmax-errors` and the like are among the words; this is `-default-stream per-thread`.
    pub per_thread_stream: bool,
    /// `-arch` and `-gencode`, in order. Empty: the release's default.
    pub targets: Vec<Target>,
    /// `-x`, where it is given.
    pub language: Option<String>,
    /// `-o`
    pub output: Option<PathBuf>,
    /// `-odir`
    pub output_folder: Option<PathBuf>,
    /// Whether an option such as `-c` says where to stop. What `-o` names is then a file.
    pub stops: bool,
    /// `-MD` and its like.
    pub dependencies: Option<DependencyMode>,
    /// `-MF`
    pub dependency_file: Option<PathBuf>,
    /// `--dryrun`
    pub dry_run: bool,
    /// Options of the calling program, by their long names, with their values.
    pub own: Vec<(&'static str, OsString)>,
    /// What to say although it is no error.
    pub warnings: Vec<String>,
}

impl NvccInvocation {
    /// The virtual architectures to compile for, lowest first.
    pub fn architectures(&self, release: Release) -> Vec<Architecture> {
        let targets = match self.targets.as_slice() {
            [] => &[Target::Native],
            targets => targets,
        };
        let mut out: Vec<Architecture> = targets
            .iter()
            .flat_map(|target| target.architectures(release))
            .collect();
        out.sort();
        out.dedup();
        out
    }

    /// The last value of an option of the calling program.
    pub fn own(&self, long: &str) -> Option<&OsString> {
        self.own
            .iter()
            .rev()
            .find(|(name, _)| *name == long)
            .map(|(_, value)| value)
    }
}
