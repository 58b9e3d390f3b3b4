//! What the search for a toolkit asks of the machine: variables, other programs, the root of the file
//! system. Behind a trait so that a test can put a made-up machine in its place. It must not know what
//! the answers are used for.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The variable that tells a program started by [`ProcessEnv::run`] that a search is under way. A
/// script called `nvcc` may well start `cleave nvcc`, which must not ask that script again.
pub const SEARCHING: &str = "CLEAVE_SEARCHING_TOOLKIT";

/// The machine, as far as finding a toolkit depends on it.
pub trait Env {
    /// The value of an environment variable; `None` when it is unset.
    fn var(&self, name: &str) -> Option<OsString>;

    /// Runs a program without input and returns what it wrote to its standard output and then to its
    /// standard error, whatever its exit status. `None` when it could not be started.
    fn run(&self, program: &OsStr, args: &[&str]) -> Option<String>;

    /// The folder under which `usr/local/cuda` and its like are looked for: `/` but in tests.
    fn system_root(&self) -> PathBuf;

    /// Like [`Env::var`], with an empty value taken for an unset one.
    fn nonempty_var(&self, name: &str) -> Option<OsString> {
        self.var(name).filter(|value| !value.is_empty())
    }
}

/// The environment of this process.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProcessEnv;

impl Env for ProcessEnv {
    fn var(&self, name: &str) -> Option<OsString> {
        std::env::var_os(name)
    }

    fn run(&self, program: &OsStr, args: &[&str]) -> Option<String> {
        let output = Command::new(program)
            .args(args)
            .env(SEARCHING, "1")
            .stdin(Stdio::null())
            .output()
            .ok()?;
        let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.push_str(&String::from_utf8_lossy(&output.stderr));
        Some(text)
    }

    fn system_root(&self) -> PathBuf {
        Path::new("/").to_path_buf()
    }
}
