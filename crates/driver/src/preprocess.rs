//! From a source file to preprocessed text, as nvcc has it made: the host compiler's preprocessor, CUDA's macros and headers.
//! Knows nothing of what is done with the text.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use cleave_syntax::Standard;
use cleave_toolkit::{ProcessEnv, Toolkit};

use crate::output::abandoned;

/// What every command that preprocesses is told.
#[derive(Args, Debug)]
pub(crate) struct PreprocessArgs {
    /// The compiler that preprocesses
    #[arg(long, default_value = "g++", value_name = "PROGRAM")]
    pub(crate) host_compiler: OsString,
    /// The language standard
    #[arg(long, default_value = "c++17", value_name = "STD")]
    pub(crate) std: String,
    /// A CUDA toolkit whose headers to use [default: the one found; Cleave's own headers if there is none]
    #[arg(long, value_name = "DIR", conflicts_with = "own_headers")]
    pub(crate) cuda_path: Option<PathBuf>,
    /// Use the headers that come with Cleave even if there is a toolkit
    #[arg(long)]
    pub(crate) own_headers: bool,
    /// Add a folder to search for includes
    #[arg(short = 'I', value_name = "DIR")]
    pub(crate) include: Vec<OsString>,
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub(crate) define: Vec<OsString>,
}

/// Macros of every CUDA compilation, as nvcc 13.0 defines them (`nvcc --dryrun`).
const CUDA_MACROS: [&str; 9] = [
    "-D__CUDACC__",
    "-D__NVCC__",
    "-D__CUDACC_VER_MAJOR__=13",
    "-D__CUDACC_VER_MINOR__=0",
    "-D__CUDACC_VER_BUILD__=88",
    "-D__CUDA_API_VER_MAJOR__=13",
    "-D__CUDA_API_VER_MINOR__=0",
    "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1",
    "-D__CUDACC_DEVICE_ATOMIC_BUILTINS__=1",
];

/// For which half of a program the text is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// The host pass.
    Host,
    /// A device pass.
    Device(Architecture),
}

/// A device architecture as the preprocessor sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Architecture {
    /// `__CUDA_ARCH__`.
    number: u32,
    /// `a` and `f` promise more than later devices keep.
    suffix: Option<char>,
}

impl std::str::FromStr for Architecture {
    type Err = String;

    /// `80`, `sm_80`, `compute_80`, `sm_90a`, or `800` as `__CUDA_ARCH__` has it.
    fn from_str(text: &str) -> Result<Architecture, String> {
        let name = text
            .strip_prefix("sm_")
            .or_else(|| text.strip_prefix("compute_"))
            .unwrap_or(text);
        let digits = name.trim_end_matches(['a', 'f']);
        let number: u32 = digits
            .parse()
            .ok()
            .filter(|n| (20..2000).contains(n))
            .ok_or_else(|| format!("unknown architecture '{text}'"))?;
        let suffix = match &name[digits.len()..] {
            "" => None,
            "a" => Some('a'),
            "f" => Some('f'),
            _ => return Err(format!("unknown architecture '{text}'")),
        };
        Ok(Architecture {
            // No device has a number of 200 or more; `__CUDA_ARCH__` never has one below.
            number: if number < 200 { number * 10 } else { number },
            suffix,
        })
    }
}

impl Architecture {
    fn macros(&self) -> Vec<String> {
        let n = self.number;
        let mut out = vec![
            format!("-D__CUDA_ARCH__={n}"),
            format!("-D__CUDA_ARCH_LIST__={n}"),
            "-DCUDA_DOUBLE_MATH_FUNCTIONS".to_owned(),
        ];
        if self.suffix == Some('a') {
            out.push(format!("-D__CUDA_ARCH_FEAT_SM{}_ALL", n / 10));
            out.push(format!("-D__CUDA_ARCH_SPECIFIC__={n}"));
        }
        if self.suffix.is_some() {
            out.push(format!("-D__CUDA_ARCH_FAMILY_SPECIFIC__={n}"));
        }
        out
    }
}

/// A preprocessor ready to run.
pub(crate) struct Preprocessor<'a> {
    args: &'a PreprocessArgs,
    /// The language standard named.
    pub(crate) standard: Standard,
    /// Include folders of CUDA's headers, the first one holding cuda_runtime.h.
    pub(crate) cuda: Vec<PathBuf>,
    /// Further macros that the compilation mode defines.
    pub(crate) modes: Vec<&'static str>,
    /// Where headers of our own and other files lie until the end.
    pub(crate) scratch: tempfile::TempDir,
}

/// The standard that `c++17` or `gnu++17` names.
pub(crate) fn standard(name: &str) -> Option<Standard> {
    let year = name
        .strip_prefix("gnu++")
        .or_else(|| name.strip_prefix("c++"))
        .unwrap_or(name);
    Some(match year {
        "03" | "98" => Standard::Cpp03,
        "11" => Standard::Cpp11,
        "14" => Standard::Cpp14,
        "17" => Standard::Cpp17,
        "20" => Standard::Cpp20,
        "23" => Standard::Cpp23,
        _ => return None,
    })
}

impl<'a> Preprocessor<'a> {
    /// Finds the headers.
    ///
    /// # Errors
    /// A message for people.
    pub(crate) fn new(args: &'a PreprocessArgs) -> Result<Self, String> {
        let standard = standard(&args.std)
            .ok_or_else(|| format!("unknown language standard '{}'", args.std))?;
        let scratch =
            abandoned::scratch().map_err(|e| format!("cannot make a temporary folder: {e}"))?;
        let toolkit = if args.own_headers {
            None
        } else {
            match cleave_toolkit::find(args.cuda_path.as_deref(), &ProcessEnv) {
                Ok(toolkit) => Some(toolkit),
                // Asked for by name, it has to be there.
                Err(e) if args.cuda_path.is_some() => return Err(e.to_string()),
                Err(_) => None,
            }
        };
        let cuda = match toolkit {
            Some(toolkit) => toolkit_headers(&toolkit),
            None => vec![own_headers(scratch.path())?],
        };
        Ok(Preprocessor {
            args,
            standard,
            cuda,
            modes: Vec::new(),
            scratch,
        })
    }

    /// The host compiler with CUDA's macros and folders, for host code.
    pub(crate) fn compiler(&self) -> Command {
        self.compiler_for(&Side::Host)
    }

    fn compiler_for(&self, side: &Side) -> Command {
        let mut c = self.plain();
        c.args(CUDA_MACROS);
        match side {
            Side::Host => drop(c.arg("-D__CUDA_ARCH_LIST__=800")),
            Side::Device(architecture) => drop(c.args(architecture.macros())),
        }
        c.args(&self.modes);
        for (i, folder) in self.cuda.iter().enumerate() {
            c.arg(if i == 0 { "-I" } else { "-isystem" }).arg(folder);
        }
        c
    }

    /// The host compiler without CUDA.
    fn plain(&self) -> Command {
        let mut c = Command::new(&self.args.host_compiler);
        c.arg(format!("-std={}", self.args.std))
            .args(["-x", "c++", "-m64"]);
        c
    }

    /// Preprocesses a CUDA source.
    ///
    /// # Errors
    /// A message for people; the compiler's own has gone to standard error.
    pub(crate) fn cuda(&self, file: &Path, side: &Side) -> Result<Vec<u8>, String> {
        let mut c = self.compiler_for(side);
        c.args(["-include", "cuda_runtime.h", "-MD", "-MF"])
            .arg(self.raw_dependencies());
        self.finish(c, file)
    }

    /// Preprocesses a source without CUDA.
    ///
    /// # Errors
    /// As [`Preprocessor::cuda`].
    pub(crate) fn cpp(&self, file: &Path) -> Result<Vec<u8>, String> {
        self.finish(self.plain(), file)
    }

    fn finish(&self, mut c: Command, file: &Path) -> Result<Vec<u8>, String> {
        if !file.is_file() {
            return Err(format!("cannot open source file \"{}\"", file.display()));
        }
        let args = self.args;
        c.arg("-E");
        c.args(args.include.iter().flat_map(|i| ["-I".into(), i.clone()]));
        c.args(args.define.iter().flat_map(|d| ["-D".into(), d.clone()]));
        // A file called -x must not be taken for an option.
        let dashed = file.to_string_lossy().starts_with('-');
        c.arg(if dashed {
            Path::new(".").join(file)
        } else {
            file.to_owned()
        });
        let out = c
            .stdin(Stdio::null())
            .stderr(Stdio::inherit())
            .output()
            .map_err(|e| {
                format!(
                    "cannot run {}: {e}",
                    self.args.host_compiler.to_string_lossy()
                )
            })?;
        if !out.status.success() {
            return Err(format!(
                "{} could not preprocess {}",
                args.host_compiler.to_string_lossy(),
                file.display()
            ));
        }
        Ok(out.stdout)
    }

    fn raw_dependencies(&self) -> PathBuf {
        self.scratch.path().join("preprocessed.d")
    }

    /// The host compiler's rule of the last run under our target's name. Headers of our own lie in a folder that will be gone,
    /// so they are left out.
    ///
    /// # Errors
    /// A message for people.
    pub(crate) fn dependencies(&self, target: &Path) -> Result<Vec<u8>, String> {
        let raw = std::fs::read_to_string(self.raw_dependencies())
            .map_err(|e| format!("no dependencies: {e}"))?;
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
fn own_headers(scratch: &Path) -> Result<PathBuf, String> {
    let folder = scratch.join("include");
    for (path, text) in cleave_cuda_headers::files() {
        let target = folder.join(path);
        let parent = target.parent().unwrap_or(&folder);
        std::fs::create_dir_all(parent)
            .and_then(|()| std::fs::write(&target, text))
            .map_err(|e| format!("cannot write {}: {e}", target.display()))?;
    }
    Ok(folder)
}

#[cfg(test)]
mod tests {
    use super::Architecture;

    #[test]
    fn architectures() {
        let macros = |text: &str| {
            text.parse::<Architecture>()
                .map(|a| a.macros().join(" "))
                .unwrap_or_else(|e| e)
        };
        let sm80 = "-D__CUDA_ARCH__=800 -D__CUDA_ARCH_LIST__=800 -DCUDA_DOUBLE_MATH_FUNCTIONS";
        for text in ["80", "800", "sm_80", "compute_80"] {
            assert_eq!(macros(text), sm80);
        }
        assert!(macros("sm_120").starts_with("-D__CUDA_ARCH__=1200 "));
        assert!(macros("sm_90a").contains("-D__CUDA_ARCH_FEAT_SM90_ALL"));
        for text in ["", "sm_", "x", "sm_90q", "9", "99999999999"] {
            assert!(macros(text).starts_with("unknown architecture"), "{text}");
        }
    }
}
