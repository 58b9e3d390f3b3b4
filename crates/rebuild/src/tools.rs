//! How tools are started: in the place of this process, or by a process that goes on when they are over, and that somebody may tell to
//! end them. Knows nothing of what a tool does.

use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, PoisonError};

use rustix::process::{Pid, Signal, kill_process_group};

/// What a process that goes on has started: each tool leads a process group of its own.
#[derive(Default)]
struct Started {
    /// The process goes on.
    stays: bool,
    groups: Vec<Pid>,
    /// What is started is to be ended at once.
    ending: bool,
}

static STARTED: Mutex<Started> = Mutex::new(Started {
    stays: false,
    groups: Vec::new(),
    ending: false,
});

fn started() -> std::sync::MutexGuard<'static, Started> {
    STARTED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// This process goes on when a run is over.
pub fn stay() {
    started().stays = true;
}

/// Ends all tools that a process has started which goes on, and those that it starts until [`go_on`].
pub fn end_all() {
    let mut started = started();
    started.ending = true;
    for group in &started.groups {
        // It may be over in this moment.
        let _ = kill_process_group(*group, Signal::TERM);
    }
}

/// From here on tools run again.
pub fn go_on() {
    started().ending = false;
}

/// Runs a tool and gives what it said.
///
/// # Errors
/// It cannot be started.
pub(crate) fn output(command: &mut Command) -> io::Result<Output> {
    let mut state = started();
    if !state.stays {
        drop(state);
        return command.output();
    }
    command
        .process_group(0)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let child = command.spawn()?;
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    state.groups.extend(group);
    if let (true, Some(group)) = (state.ending, group) {
        let _ = kill_process_group(group, Signal::TERM);
    }
    drop(state);
    let output = child.wait_with_output();
    if let Some(group) = group {
        started().groups.retain(|known| *known != group);
    }
    output
}

/// Runs a tool in the place of this process, or for it, and gives the exit status.
///
/// # Errors
/// It cannot be started.
pub(crate) fn become_command(command: &mut Command) -> io::Result<i32> {
    if !started().stays {
        return Err(command.exec());
    }
    let output = output(command.stdin(Stdio::null()))?;
    Ok(crate::record::pass_on(&output))
}

/// The exit status of a process as shells have it.
pub fn status(output: &Output) -> i32 {
    let signal = output.status.signal().map(|signal| 128 + signal);
    output.status.code().or(signal).unwrap_or(1)
}
