//! The toolkit's own tool: where it is, what identifies it, and how it is run.

use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Instant;

use cleave_snapshot::{Bounds, Key, Store, is_settled, state};
use cleave_toolkit::cache::Part;
use cleave_toolkit::original::{self, Program};
use cleave_toolkit::{Env, cache};

use crate::account::{self, Entry, Kernels, Outcome, Step, seconds};
use crate::shared::Cache;
use crate::tools;

/// The variable that says what is used again on the device's side.
pub const DEVICE: &str = "CLEAVE_DEVICE";

/// The exit status where there is no tool to run.
const NO_TOOL: i32 = 1;
/// The exit status where there is no program of a name, as shells have it.
const NOT_FOUND: i32 = 127;
/// The exit status where the tool cannot be started, as shells have it.
const CANNOT_RUN: i32 = 126;

/// What is used again on the device's side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Nothing: the toolkit's own tools run.
    Off,
    /// What the tools would write, byte for byte.
    Exact,
    /// The machine code that the tools would make, kernel by kernel.
    Kernels,
}

/// What the environment says: `CLEAVE_DEVICE` is `exact`, which it is by default, `kernels` or `off`.
///
/// # Errors
/// Its value, if it is another.
pub fn mode(env: &dyn Env) -> Result<Mode, OsString> {
    if env.var(cache::SWITCH).is_some_and(|value| value == "off") {
        return Ok(Mode::Off);
    }
    match env.nonempty_var(DEVICE) {
        None => Ok(Mode::Exact),
        Some(value) if value == "exact" => Ok(Mode::Exact),
        Some(value) if value == "kernels" => Ok(Mode::Kernels),
        Some(value) if value == "off" => Ok(Mode::Off),
        Some(value) => Err(value),
    }
}

/// The bounds of a store.
pub(crate) fn bounds(part: &Part) -> Bounds {
    Bounds {
        bytes: part.bytes,
        value: part.value,
    }
}

/// A run of a tool that Cleave stands in for.
pub(crate) struct Run<'a> {
    pub(crate) env: &'a dyn Env,
    /// Its words without the program's name.
    pub(crate) args: &'a [OsString],
    /// The toolkit's own.
    pub(crate) program: PathBuf,
    name: String,
    /// The source, as far as it is known.
    pub(crate) input: String,
    pub(crate) architecture: String,
    /// What it makes, of a host compiler.
    pub(crate) step: Option<Step>,
    begin: Instant,
    /// What is kept, as far as it is used.
    cache: Option<Arc<Cache>>,
}

impl<'a> Run<'a> {
    fn of(program: PathBuf, name: &str, args: &'a [OsString], env: &'a dyn Env) -> Self {
        Run {
            env,
            args,
            program,
            name: name.to_owned(),
            input: String::new(),
            architecture: String::new(),
            step: None,
            begin: Instant::now(),
            cache: None,
        }
    }

    /// A run; `Err` is the exit status where the toolkit has no such tool.
    pub(crate) fn new(tool: Program, args: &'a [OsString], env: &'a dyn Env) -> Result<Self, i32> {
        let name = tool.name();
        let Some(program) = original::of_this_process(tool, env) else {
            say(&format!("{name}: the toolkit's own is not there"));
            return Err(NO_TOOL);
        };
        Ok(Run::of(program, name, args, env))
    }

    /// A run of the host compiler of a name; `Err` is the exit status where there is no such compiler. `None` where this process is
    /// nobody's stand-in.
    pub(crate) fn host(
        name: &str,
        args: &'a [OsString],
        env: &'a dyn Env,
    ) -> Option<Result<Self, i32>> {
        let Some(program) = original::host_compiler(name, env)? else {
            // As a shell would have it.
            let _ = writeln!(std::io::stderr(), "{name}: No such file or directory");
            return Some(Err(NOT_FOUND));
        };
        Some(Ok(Run::of(program, name, args, env)))
    }

    /// A run of a host compiler that is named by its path.
    pub(crate) fn at(program: &Path, args: &'a [OsString], env: &'a dyn Env) -> Self {
        let name = program.file_name().unwrap_or_default();
        Run::of(program.to_owned(), &name.to_string_lossy(), args, env)
    }

    /// What is used again, and where what tools wrote is kept; none if the environment says so, with why.
    pub(crate) fn store(&mut self) -> Result<(Mode, Arc<Cache>), String> {
        let mode = match mode(self.env) {
            Ok(Mode::Off) => return Err("the environment says so".into()),
            Ok(mode) => mode,
            Err(value) => return Err(format!("{DEVICE}={} is not known", value.display())),
        };
        let folder = cache::folder(self.env).ok_or("there is no cache folder")?;
        let store = Store::new(folder.join(cache::DEVICE.name), bounds(&cache::DEVICE));
        let cache = Arc::new(Cache::new(store, &folder, self.env));
        self.cache = Some(Arc::clone(&cache));
        Ok((mode, cache))
    }

    /// The folder that it runs in, as tools name it in what they write: the shell's own words where they are true.
    pub(crate) fn folder(&self) -> PathBuf {
        let file = |path: &Path| fs::metadata(path).ok().map(|m| (m.dev(), m.ino()));
        let said = self.env.var("PWD").map(PathBuf::from);
        let here = file(Path::new("."));
        said.filter(|said| said.is_absolute() && here.is_some() && file(said) == here)
            .or_else(|| std::env::current_dir().ok())
            .unwrap_or_default()
    }

    /// A hash of the tool, and of files that it reads wherever it is.
    pub(crate) fn identity(&self, store: &Store) -> Option<Vec<u8>> {
        let mut out = file_hash(&self.program, store)?;
        let library = self.program.parent()?.join("../libdevice/libdevice.10.bc");
        if library.exists() {
            out.extend(file_hash(&library, store)?);
        }
        Some(out)
    }

    /// Runs the tool in the place of this process, and says for what reason. Gives the exit status where this process goes on.
    pub(crate) fn pass(self, why: &str) -> i32 {
        self.note(Outcome::Passed, why, 0.0);
        self.become_program()
    }

    /// The same without a word in the account.
    pub(crate) fn become_program(self) -> i32 {
        let mut command = Command::new(&self.program);
        match tools::become_command(command.args(self.args)) {
            Ok(status) => status,
            Err(error) => self.cannot_run(&error),
        }
    }

    /// Says that the tool cannot be started, and gives the exit status.
    pub(crate) fn cannot_run(&self, error: &std::io::Error) -> i32 {
        say(&format!("{}: {error}", self.program.display()));
        CANNOT_RUN
    }

    /// Runs the tool and keeps what it says, which is not shown yet.
    ///
    /// # Errors
    /// The exit status where it cannot be started.
    pub(crate) fn run(&self) -> Result<std::process::Output, i32> {
        let mut command = Command::new(&self.program);
        let done = tools::output(command.args(self.args).stdin(Stdio::inherit()));
        done.map_err(|error| self.cannot_run(&error))
    }

    /// Adds the run to the account. `saved` is how long the run took whose outputs were used again, in seconds.
    pub(crate) fn note(&self, outcome: Outcome, why: &str, saved: f64) {
        self.add(outcome, why, saved, None);
    }

    /// Adds a run that compiled kernels by themselves.
    pub(crate) fn note_kernels(&self, why: &str, kernels: Kernels) {
        self.add(Outcome::Ran, why, 0.0, Some(kernels));
    }

    fn add(&self, outcome: Outcome, why: &str, saved: f64, kernels: Option<Kernels>) {
        let entry = Entry {
            tool: self.name.clone(),
            input: self.input.clone(),
            architecture: self.architecture.clone(),
            outcome,
            why: why.to_owned(),
            seconds: seconds(self.begin.elapsed()),
            saved,
            step: self.step,
            kernels,
            shared: self.cache.as_ref().and_then(|cache| cache.used()),
        };
        account::add(self.env, &entry);
    }
}

/// A hash of a file's bytes. It is kept under what the system says of the file, so that a large program is read once.
pub(crate) fn file_hash(path: &Path, store: &Store) -> Option<Vec<u8>> {
    let path = fs::canonicalize(path).ok()?;
    let about = fs::metadata(&path).ok()?;
    let state = state(&about);
    let key = Key::new("hash of a file", &[path.as_os_str().as_bytes(), &state]);
    if let Some(known) = store.get(key).filter(|known| known.len() == 32) {
        return Some(known);
    }
    let hash = blake3::hash(&fs::read(&path).ok()?).as_bytes().to_vec();
    // What was written just now may be written once more without a sign of it.
    if is_settled(&about) {
        store.put(key, &hash);
    }
    Some(hash)
}

/// Says something on the standard error.
pub(crate) fn say(message: &str) {
    let _ = writeln!(std::io::stderr(), "cleave: error: {message}");
}
