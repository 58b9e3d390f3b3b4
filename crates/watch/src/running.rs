//! A build that is under way, and how it is ended with all that it has started. Knows nothing of what it builds.

use std::io::Write;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

use crate::engine::Request;

/// How long a build may take to end after SIGTERM.
const GRACE: Duration = Duration::from_secs(2);

/// The line to a process that does steps. It goes on when a step is ended.
pub(crate) type Line = Arc<Mutex<ChildStdin>>;

/// A build that is under way.
#[derive(Clone, Debug, Default)]
pub(crate) struct Running(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// What runs in process groups of its own.
    groups: Vec<Pid>,
    /// The processes that do a step, each with its line.
    lines: Vec<(Line, Option<Pid>)>,
    ended: bool,
}

impl Running {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the build and all that it has started; nothing if it is over. What does not listen is killed.
    pub(crate) fn end(&self) {
        let mut state = self.state();
        if std::mem::replace(&mut state.ended, true) {
            return;
        }
        for group in &state.groups {
            // It may be over in this moment.
            let _ = kill_process_group(*group, Signal::TERM);
        }
        state.lines.iter().for_each(|(line, _)| {
            // Who is gone has nothing to end.
            let _ = send(line, &Request::End);
        });
        if state.groups.is_empty() && state.lines.is_empty() {
            return;
        }
        let build = self.clone();
        std::thread::spawn(move || {
            std::thread::sleep(GRACE);
            let state = build.state();
            let busy = state.lines.iter().filter_map(|(_, group)| *group);
            for group in state.groups.iter().copied().chain(busy) {
                let _ = kill_process_group(group, Signal::KILL);
            }
        });
    }

    /// Whether somebody has ended it.
    pub(crate) fn is_ended(&self) -> bool {
        self.state().ended
    }

    /// Runs a command in a process group that is ended with the build, and gives what it said.
    ///
    /// # Errors
    /// It cannot be started.
    pub(crate) fn output(&self, command: &mut Command) -> std::io::Result<Output> {
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .process_group(0);
        let mut state = self.state();
        let child = command.spawn()?;
        let group = group(&child);
        if let Some(group) = group {
            state.groups.push(group);
            if state.ended {
                let _ = kill_process_group(group, Signal::TERM);
            }
        }
        drop(state);
        let output = child.wait_with_output();
        self.state().groups.retain(|known| Some(*known) != group);
        output
    }

    /// A process does a step from here on.
    pub(crate) fn begin(&self, line: &Line, process: Option<Pid>) {
        let mut state = self.state();
        state.lines.push((Arc::clone(line), process));
        if state.ended {
            let _ = send(line, &Request::End);
        }
    }

    /// It does none any more.
    pub(crate) fn is_done(&self, line: &Line) {
        self.state()
            .lines
            .retain(|known| !Arc::ptr_eq(&known.0, line));
    }
}

/// The process group that a child leads.
pub(crate) fn group(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

/// Writes a request.
///
/// # Errors
/// Nobody reads any more.
pub(crate) fn send(line: &Line, request: &Request) -> std::io::Result<()> {
    let mut text = serde_json::to_vec(request)?;
    text.push(b'\n');
    let mut line = line.lock().unwrap_or_else(PoisonError::into_inner);
    line.write_all(&text)
}
