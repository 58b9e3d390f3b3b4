//! How tools are started: in the place of this process, or by a process that goes on when they are over, and that somebody may tell to
//! end them. Knows nothing of what a tool does.

use std::io::{self, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, Output, Stdio};
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

impl Started {
    /// A tool runs from here on.
    fn runs(&mut self, child: &Child) -> Option<Pid> {
        let group = group(child);
        self.groups.extend(group);
        if let (true, Some(group)) = (self.ending, group) {
            let _ = kill_process_group(group, Signal::TERM);
        }
        group
    }
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

/// Whether this process goes on when a run is over.
pub(crate) fn stays() -> bool {
    started().stays
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
    let group = state.runs(&child);
    drop(state);
    let output = child.wait_with_output();
    is_over(group);
    output
}

/// The process group that a child leads.
fn group(child: &Child) -> Option<Pid> {
    i32::try_from(child.id()).ok().and_then(Pid::from_raw)
}

/// A tool is over that ran.
fn is_over(group: Option<Pid>) {
    started().groups.retain(|known| Some(*known) != group);
}

/// A tool that is started ahead, in a process group of its own, and waits at its standard input for what it shall read.
pub(crate) struct Waiting(Option<Child>);

impl Waiting {
    /// Starts it.
    ///
    /// # Errors
    /// It cannot be started.
    pub(crate) fn start(command: &mut Command) -> io::Result<Waiting> {
        let child = command
            .process_group(0)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        Ok(Waiting(Some(child)))
    }

    /// Lets it read a text, and gives what it said.
    ///
    /// # Errors
    /// It does not read all of the text.
    pub(crate) fn finish(mut self, text: &[u8]) -> io::Result<Output> {
        let child = self.0.as_mut().ok_or(io::ErrorKind::NotFound)?;
        let group = started().runs(child);
        let input = child.stdin.take();
        let written = input.map_or(Ok(()), |mut input| input.write_all(text));
        // Where it has not read all, it is ended before anybody waits for it.
        let output = written.and_then(|()| match self.0.take() {
            Some(child) => child.wait_with_output(),
            None => Err(io::ErrorKind::NotFound.into()),
        });
        is_over(group);
        output
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let Some(mut child) = self.0.take() else {
            return;
        };
        if let Some(group) = group(&child) {
            // It may have ended by itself.
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = child.wait();
    }
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
