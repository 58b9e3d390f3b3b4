//! One build of a unit: nvcc with stand-ins, in a process group of its own, so that it can be ended with all its children.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use cleave_rebuild::{Account, REPORT};
use rustix::process::{Pid, Signal, kill_process_group};

use crate::depfile;

/// One command of nvcc.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// What it is called to the user.
    pub(crate) name: String,
    /// Where it runs.
    pub(crate) folder: PathBuf,
    /// Its arguments.
    pub(crate) args: Vec<OsString>,
}

/// What came of a build.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) ok: bool,
    /// What nvcc and its tools said.
    pub(crate) said: Vec<u8>,
    pub(crate) account: Account,
    pub(crate) began: SystemTime,
    pub(crate) took: Duration,
    /// The files that it has read, if it came so far.
    pub(crate) inputs: Option<Vec<PathBuf>>,
}

/// How long a build may take to end after SIGTERM.
const GRACE: Duration = Duration::from_secs(2);

/// A build that is under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Running(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    group: Option<Pid>,
    ended: bool,
}

impl Running {
    /// Ends the build and all that it has started; nothing if it is over. What does not listen is killed.
    pub(crate) fn end(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if std::mem::replace(&mut state.ended, true) {
            return;
        }
        let Some(group) = state.group else { return };
        // It may be over in this moment.
        let _ = kill_process_group(group, Signal::TERM);
        let build = Arc::clone(&self.0);
        std::thread::spawn(move || {
            std::thread::sleep(GRACE);
            let state = build.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(group) = state.group {
                let _ = kill_process_group(group, Signal::KILL);
            }
        });
    }

    /// Whether somebody has ended it.
    pub(crate) fn is_ended(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).ended
    }
}

impl Unit {
    /// Builds it by an nvcc. `running` can end it. `temporary` is a folder for temporary files of this unit's builds.
    ///
    /// # Errors
    /// nvcc cannot be started, or a temporary file cannot be made.
    pub(crate) fn build(
        &self,
        mut nvcc: Command,
        running: &Running,
        temporary: &Path,
    ) -> io::Result<Built> {
        let (begin, began) = (Instant::now(), SystemTime::now());
        let report = tempfile::NamedTempFile::new()?;
        let written = tempfile::NamedTempFile::new()?;
        fs::create_dir_all(temporary)?;
        let depfile = self.depfile();
        let before = self.products(depfile.as_deref());
        nvcc.args(&self.args);
        if depfile.is_none() {
            nvcc.arg("-MD").arg("-MF").arg(written.path());
        }
        nvcc.current_dir(&self.folder)
            .env(REPORT, report.path())
            .env("TMPDIR", temporary)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        let child = {
            let mut state = running.0.lock().unwrap_or_else(PoisonError::into_inner);
            let child = nvcc.spawn()?;
            state.group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
            if let (true, Some(group)) = (state.ended, state.group) {
                let _ = kill_process_group(group, Signal::TERM);
            }
            child
        };
        let output = child.wait_with_output()?;
        running
            .0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .group = None;
        if running.is_ended() {
            remove_changed(&before);
            remove_left(temporary);
        }
        let rules = match depfile {
            Some(path) => fs::read_to_string(self.folder.join(path)),
            None => fs::read_to_string(written.path()),
        };
        let inputs = rules.ok().map(|text| depfile::read(&text, &self.folder));
        Ok(Built {
            ok: output.status.success(),
            said: [output.stdout, output.stderr].concat(),
            account: Account::read(report.path()),
            began,
            took: begin.elapsed(),
            inputs: inputs.filter(|all| !all.is_empty()),
        })
    }

    /// The object and the dependency file that the command writes, as far as it names them, and when they were written last.
    fn products(&self, depfile: Option<&Path>) -> Vec<(PathBuf, Option<SystemTime>)> {
        let object = self.value(&["-o", "--output-file"]);
        let all = object.into_iter().chain(depfile.map(Path::to_path_buf));
        let all = all.map(|path| self.folder.join(path));
        all.map(|path| (path.clone(), written(&path))).collect()
    }

    /// The word behind one of these.
    fn value(&self, names: &[&str]) -> Option<PathBuf> {
        let is_named = |a: &OsString| names.iter().any(|n| a == n);
        let at = self.args.iter().position(is_named)?;
        self.args.get(at + 1).map(PathBuf::from)
    }

    /// The dependency file that the command writes in any case.
    fn depfile(&self) -> Option<PathBuf> {
        let writes = self.args.iter().any(|a| {
            ["-MD", "-MMD", "--generate-dependencies-with-compile"]
                .iter()
                .any(|n| a == n)
        });
        if let Some(path) = self.value(&["-MF", "--dependency-output"]) {
            return Some(path);
        }
        writes.then(|| {
            self.value(&["-o", "--output-file"])
                .map(|object| object.with_extension("d"))
        })?
    }

    /// The innermost folder that the sources lie in, and where the command runs; none where that is all there is.
    pub(crate) fn root(&self) -> Option<PathBuf> {
        let mut root = self.folder.clone();
        for source in self.sources() {
            while !source.starts_with(&root) {
                root.pop();
            }
        }
        (root.components().count() > 1).then_some(root)
    }

    /// The sources that the command names.
    pub(crate) fn sources(&self) -> impl Iterator<Item = PathBuf> {
        let is_source = |a: &&OsString| {
            let path = Path::new(a);
            path.extension()
                .is_some_and(|e| ["cu", "cpp", "cc", "cxx", "c"].iter().any(|s| e == *s))
        };
        self.args
            .iter()
            .filter(is_source)
            .map(|a| self.folder.join(a))
    }
}

/// When a file was written last.
fn written(path: &Path) -> Option<SystemTime> {
    let about = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    about.modified().ok()
}

/// Removes what a build has written that was ended: nobody knows how much of it is there. make does the same.
fn remove_changed(before: &[(PathBuf, Option<SystemTime>)]) {
    for (path, then) in before {
        let now = written(path);
        if now.is_some() && now != *then {
            let _ = fs::remove_file(path);
        }
    }
}

/// What Cleave's own folders for temporary files begin with. A process that goes on in the background may still read one.
const OWN: &str = "cleave-";

/// Removes the temporary files that tools have left which were killed.
fn remove_left(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry
            .file_name()
            .as_encoded_bytes()
            .starts_with(OWN.as_bytes())
        {
            continue;
        }
        let path = entry.path();
        let _ = match path.is_dir() {
            true => fs::remove_dir_all(path),
            false => fs::remove_file(path),
        };
    }
}
