//! One build of a unit: nvcc with stand-ins, in a process group of its own, so that it can be ended with all its children.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
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

/// A build that is under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Running(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    group: Option<Pid>,
    ended: bool,
}

impl Running {
    /// Ends the build and all that it has started; nothing if it is over.
    pub(crate) fn end(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.ended = true;
        if let Some(group) = state.group {
            // It may be over in this moment.
            let _ = kill_process_group(group, Signal::TERM);
        }
    }

    /// Whether somebody has ended it.
    pub(crate) fn is_ended(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).ended
    }
}

impl Unit {
    /// Builds it by an nvcc. `running` can end it.
    ///
    /// # Errors
    /// nvcc cannot be started, or a temporary file cannot be made.
    pub(crate) fn build(&self, mut nvcc: Command, running: &Running) -> io::Result<Built> {
        let (begin, began) = (Instant::now(), SystemTime::now());
        let report = tempfile::NamedTempFile::new()?;
        let written = tempfile::NamedTempFile::new()?;
        let depfile = self.depfile();
        nvcc.args(&self.args);
        if depfile.is_none() {
            nvcc.arg("-MD").arg("-MF").arg(written.path());
        }
        nvcc.current_dir(&self.folder)
            .env(REPORT, report.path())
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

    /// The dependency file that the command writes in any case.
    fn depfile(&self) -> Option<PathBuf> {
        let value = |names: &[&str]| {
            let at = self
                .args
                .iter()
                .position(|a| names.iter().any(|n| a == n))?;
            self.args.get(at + 1).map(PathBuf::from)
        };
        let writes = self.args.iter().any(|a| {
            ["-MD", "-MMD", "--generate-dependencies-with-compile"]
                .iter()
                .any(|n| a == n)
        });
        if let Some(path) = value(&["-MF", "--dependency-output"]) {
            return Some(path);
        }
        writes.then(|| value(&["-o", "--output-file"]).map(|object| object.with_extension("d")))?
    }

    /// The sources that the command names.
    pub(crate) fn sources(&self) -> impl Iterator<Item = PathBuf> {
        let is_source = |a: &&OsString| {
            let path = std::path::Path::new(a);
            path.extension()
                .is_some_and(|e| ["cu", "cpp", "cc", "cxx", "c"].iter().any(|s| e == *s))
        };
        self.args
            .iter()
            .filter(is_source)
            .map(|a| self.folder.join(a))
    }
}
