//! Running the binary under test.
#![allow(dead_code, reason = "each test file uses its part")]

use std::ffi::OsStr;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

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

/// Makes a toolkit of scripts, each with its path in the toolkit, and gives the shadow that Cleave makes of it. All of it lies in a folder.
pub(crate) fn shadow_of(folder: &Path, scripts: &[(&str, &str)]) -> PathBuf {
    let root = folder.join("cuda");
    for (path, text) in scripts {
        let path = root.join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("folder");
        fs::write(&path, text).expect("script");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("script");
    }
    fs::write(root.join("bin/nvcc.profile"), "TOP = $(_HERE_)/..\n").expect("profile");
    let made = Command::new(CLEAVE)
        .args(["toolkit", "--cuda-path"])
        .arg(root)
        .env("XDG_CACHE_HOME", folder.join("cache"))
        .output()
        .expect("cleave runs");
    let said = String::from_utf8_lossy(&made.stderr);
    assert!(made.status.success(), "{said}");
    let shadow = String::from_utf8(made.stdout).expect("a path");
    PathBuf::from(shadow.trim())
}

/// Waits until nobody makes precompiled headers in a cache folder: that is done beside builds.
pub(crate) fn wait_for_headers(cache: &Path) {
    let begin = Instant::now();
    let folder = cache.join("cleave/precompiled");
    let is_made = || {
        let mut entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        !entries.any(|entry| entry.file_name().to_string_lossy().starts_with(".new-"))
    };
    while !is_made() {
        assert!(begin.elapsed() < Duration::from_secs(300));
        std::thread::sleep(Duration::from_millis(50));
    }
}
