//! A process that does steps, from the side of who asks it. Knows nothing of which steps there are.

use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use crate::engine::{Done, ENGINE, Request};
use crate::running::{Line, Running, group, send};

/// How such a process is started.
#[derive(Clone, Debug)]
pub(super) struct Start {
    /// A program of the shadow.
    pub(super) program: PathBuf,
    pub(super) folder: PathBuf,
    pub(super) environment: Vec<(OsString, OsString)>,
    /// Where what is said goes.
    pub(super) said: PathBuf,
}

/// A process that is started when it is needed. One step is done at a time.
pub(super) struct Worker {
    start: Start,
    process: Mutex<Option<Process>>,
}

struct Process {
    child: Child,
    line: Line,
    replies: BufReader<ChildStdout>,
    said: File,
}

/// What became of a step, and what was said.
pub(super) struct Answer {
    pub(super) done: Done,
    pub(super) said: Vec<u8>,
}

impl Worker {
    pub(super) fn new(start: Start) -> Worker {
        Worker {
            start,
            process: Mutex::new(None),
        }
    }

    /// Has a step done. `None` where the process does not answer: it is started anew the next time.
    pub(super) fn ask(&self, words: &[String], running: &Running) -> Option<Answer> {
        let mut process = self.process.lock().unwrap_or_else(PoisonError::into_inner);
        let mut asked = match process.take() {
            Some(asked) => asked,
            None => Process::new(&self.start).ok()?,
        };
        let answer = asked.ask(words, running).ok()?;
        *process = Some(asked);
        Some(answer)
    }
}

impl Process {
    fn new(start: &Start) -> io::Result<Process> {
        File::create(&start.said)?;
        let said = OpenOptions::new().read(true).open(&start.said)?;
        let mut command = Command::new(&start.program);
        command
            .arg(ENGINE)
            .arg(&start.said)
            .current_dir(&start.folder)
            .envs(start.environment.iter().map(|(name, value)| (name, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        // Ctrl-C is for who asks; it ends with its line.
        use std::os::unix::process::CommandExt;
        let mut child = command.process_group(0).spawn()?;
        let (Some(line), Some(replies)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(io::Error::other("it has no pipes"));
        };
        Ok(Process {
            child,
            line: Arc::new(Mutex::new(line)),
            replies: BufReader::new(replies),
            said,
        })
    }

    fn ask(&mut self, words: &[String], running: &Running) -> io::Result<Answer> {
        send(&self.line, &Request::Do(words.to_vec()))?;
        running.begin(&self.line, group(&self.child));
        let mut line = String::new();
        let read = self.replies.read_line(&mut line);
        running.is_done(&self.line);
        if read? == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut said = Vec::new();
        self.said.read_to_end(&mut said)?;
        Ok(Answer {
            done: serde_json::from_str(&line)?,
            said,
        })
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The file for what is said by the process of a number.
pub(super) fn said_file(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("said.{number}"))
}
