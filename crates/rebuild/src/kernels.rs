//! Kernels mode: the device half is cut into parts that are compiled by themselves, as C by the toolkit's cicc. The PTX of each part
//! is kept under a hash of its C, so an edit of one kernel compiles that kernel. Parts that do not go together are compiled as one:
//! which these are follows from the parts alone, and not from what is kept.
//!
//! Where lines are wanted, a part's C numbers them as they follow each other. So what is kept of it is good for each place that its code
//! moves to, and the lines are written into it when the parts are joined.

use std::ffi::OsString;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use cleave_il::c::{Purpose, print};
use cleave_il::{Lines, Module, Symbol};
use cleave_snapshot::Key;
use tempfile::TempDir;

use crate::account::Kernels;
use crate::cicc::options;
use crate::ptx::{Places, Ptx};
use crate::shared::{Cache, Keep};
use crate::tools;

/// What is known of the tool.
pub(crate) struct Tool<'a> {
    pub(crate) program: &'a Path,
    pub(crate) identity: &'a [u8],
    /// The words of the command line that count for C.
    pub(crate) options: Vec<OsString>,
    pub(crate) store: &'a Cache,
    /// What names of files are relative to.
    pub(crate) folder: PathBuf,
}

/// The PTX of a module, and how many kernels were compiled for it.
///
/// # Errors
/// Why there is none: then the toolkit's own tool has to compile the whole.
pub(crate) fn compile(tool: &Tool<'_>, module: &Module) -> Result<(String, Kernels), String> {
    let mut together: Vec<Vec<Symbol>> = Vec::new();
    let mut compiled = Vec::new();
    loop {
        let groups = module.groups(&together);
        let numbered = groups.iter().map(|g| {
            let (module, lines) = g.module.with_lines_in_order();
            (print(&module, Purpose::Compiling), lines)
        });
        let (texts, lines): (Vec<String>, Vec<Lines>) = numbered.unzip();
        let (all, new) = parts(tool, &texts)?;
        compiled.extend(new.into_iter().flat_map(|at| groups[at].kernels.clone()));
        let mut places = Places::default();
        let modules: Option<Vec<Ptx>> = (all.iter().zip(&lines))
            .map(|(text, lines)| Ptx::read(text, lines, &mut places))
            .collect();
        let modules = modules.ok_or("its PTX has something that is not known")?;
        match Ptx::join(&modules) {
            Ok(mut text) => {
                text += &places.text(&tool.folder);
                compiled.sort();
                compiled.dedup();
                let kernels: usize = groups.iter().map(|g| g.kernels.len()).sum();
                let counts = Kernels {
                    compiled: compiled.len(),
                    reused: kernels - compiled.len(),
                };
                return Ok((text, counts));
            }
            Err(conflict) => {
                let (a, b) = conflict.modules;
                let both: Vec<Symbol> = [&groups[a].kernels[..], &groups[b].kernels[..]].concat();
                // What is there without a kernel is compiled with none.
                if groups[a].kernels.is_empty() || groups[b].kernels.is_empty() {
                    return Err(format!("{} is not the same everywhere", conflict.name));
                }
                together.push(both);
            }
        }
    }
}

/// The PTX of each text, and which of them were compiled. Those that nobody has compiled before are compiled at once.
fn parts(tool: &Tool<'_>, texts: &[String]) -> Result<(Vec<String>, Vec<usize>), String> {
    let words = tool.options.join("\0".as_ref());
    let key = |text: &str| {
        Key::new(
            "cicc, C",
            &[tool.identity, words.as_bytes(), text.as_bytes()],
        )
    };
    let mut out: Vec<Option<String>> = texts
        .iter()
        .map(|text| String::from_utf8(tool.store.get(key(text))?).ok())
        .collect();
    let missing: Vec<usize> = (0..texts.len()).filter(|at| out[*at].is_none()).collect();
    if missing.is_empty() {
        return Ok((out.into_iter().flatten().collect(), missing));
    }
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, Result<String, String>)>> = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism()
        .map_or(1, usize::from)
        .min(missing.len());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(&at) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let ptx = one(tool, &folder, at, &texts[at]);
                    done.lock()
                        .unwrap_or_else(PoisonError::into_inner)
                        .push((at, ptx));
                }
            });
        }
    });
    for (at, ptx) in done.into_inner().unwrap_or_else(PoisonError::into_inner) {
        let ptx = ptx?;
        tool.store.put(key(&texts[at]), ptx.as_bytes());
        out[at] = Some(ptx);
    }
    Ok((out.into_iter().flatten().collect(), missing))
}

/// Compiles one text.
fn one(tool: &Tool<'_>, folder: &TempDir, at: usize, text: &str) -> Result<String, String> {
    compile_c(tool.program, &tool.options, folder, at, text)
}

/// The PTX that cicc makes of a device half that is C. `args` are what nvcc gives it for C++, without the program's name.
///
/// # Errors
/// What it says, or that its command line is not understood.
pub fn ptx_of_c(program: &Path, args: &[OsString], text: &str) -> Result<String, String> {
    let line = options::line(args).map_err(|option| format!("{option} is not known"))?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    compile_c(program, &options::of_c(&line), &folder, 0, text)
}

fn compile_c(
    program: &Path,
    options: &[OsString],
    folder: &TempDir,
    at: usize,
    text: &str,
) -> Result<String, String> {
    let path = |extension: &str| folder.path().join(format!("part{at}.{extension}"));
    let (source, ptx) = (path("i"), path("ptx"));
    fs::write(&source, text).map_err(|error| error.to_string())?;
    let mut command = Command::new(program);
    command
        .args([
            "--c11",
            "-w",
            "--orig_src_file_name",
            "part.cu",
            "--orig_src_path_name",
            "/part.cu",
        ])
        .args(options)
        .arg(&source)
        .arg("-o")
        .arg(&ptx)
        .stdin(Stdio::null());
    let done = tools::output(&mut command).map_err(|error| error.to_string())?;
    if !done.status.success() {
        let said = String::from_utf8_lossy(&done.stderr);
        let first = said
            .lines()
            .find(|l| l.contains("error"))
            .unwrap_or_default();
        return Err(format!("cicc refuses its C: {first}"));
    }
    fs::read_to_string(&ptx).map_err(|error| error.to_string())
}
