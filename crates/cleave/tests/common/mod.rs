//! Running the binary under test.
#![allow(dead_code, reason = "each test file uses its part")]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The binary.
pub(crate) const CLEAVE: &str = env!("CARGO_BIN_EXE_cleave");

/// The repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .expect("the repository is there")
}

/// Turns the second opinion off: what Cleave refuses must not pass because somebody else takes it.
pub(crate) const ALONE: (&str, &str) = ("CLEAVE_SECOND_OPINION", "off");

/// Runs `cleave ARGS` in `dir`, with nobody else's opinion.
pub(crate) fn cleave<S: AsRef<OsStr>>(dir: &Path, args: impl IntoIterator<Item = S>) -> Output {
    Command::new(CLEAVE)
        .args(args)
        .current_dir(dir)
        .env(ALONE.0, ALONE.1)
        // What is kept between runs is not to be found in the user's own folder.
        .env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR"))
        .stdin(Stdio::null())
        .output()
        .expect("cleave runs")
}

/// Writes the headers that come with Cleave into a folder.
pub(crate) fn own_headers(folder: &Path) {
    for (path, text) in cleave_cuda_headers::files() {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("folder");
        std::fs::write(path, text).expect("header");
    }
}

/// The programs in `test_data/programs` and the nvcc flags in their first lines.
pub(crate) fn programs() -> Vec<(PathBuf, Vec<String>)> {
    let mut all: Vec<PathBuf> = std::fs::read_dir(root().join("test_data/programs"))
        .expect("programs")
        .map(|e| e.expect("entry").path())
        .filter(|p| p.extension().is_some_and(|e| e == "cu"))
        .collect();
    all.sort();
    all.into_iter()
        .map(|p| {
            let text = std::fs::read_to_string(&p).expect("program");
            let flags = text
                .lines()
                .next()
                .and_then(|l| l.strip_prefix("// flags:"))
                .unwrap_or("");
            let flags = flags.split_whitespace().map(str::to_owned).collect();
            (p, flags)
        })
        .collect()
}

/// Libraries, and parts of the runtime, that only a toolkit brings.
pub(crate) fn needs_toolkit(text: &str) -> bool {
    [
        "<thrust/",
        "<cub/",
        "<cuda/",
        "<mma.h>",
        "<cooperative_groups/memcpy_async.h>",
        "<cuda_fp4.h>",
        "cudaGraphConditional",
    ]
    .iter()
    .any(|l| text.contains(l))
}

/// Standard error as text.
pub(crate) fn stderr(out: &Output) -> String {
    String::from_utf8_lossy(&out.stderr).into_owned()
}

/// Whether a program can be run.
pub(crate) fn have(program: &str) -> bool {
    Command::new(program)
        .arg("--version")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|s| s.success())
}

/// The names in a folder, sorted.
pub(crate) fn files(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> = std::fs::read_dir(dir)
        .expect("folder")
        .map(|e| e.expect("entry").file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
