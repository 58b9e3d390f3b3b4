//! The process that keeps a pass of a unit in memory, and the line that it is spoken with: a step's words come in as JSON, what became of it
//! goes out. What a step says lands in a file. The process has the folder and the environment that the step's program would have.

use std::ffi::OsString;
use std::fs::OpenOptions;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::mpsc::channel;

use rustix::stdio::{dup2_stderr, dup2_stdout};
use serde::{Deserialize, Serialize};

/// The first word by which one of the shadow's programs becomes such a process; the file for what is said follows.
pub const ENGINE: &str = "--cleave-engine";

/// What the process is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Request {
    /// To do a step: its program and words.
    Do(Vec<String>),
    /// To end the step that is under way as soon as it can be.
    End,
}

/// What became of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// The exit status of its program; none where the program itself has to run.
    pub status: Option<i32>,
    /// The files that it has read, where it preprocesses.
    pub files: Vec<String>,
}

/// Who does steps.
pub trait Engine {
    /// Does a step, as far as it can.
    fn step(&mut self, words: &[OsString]) -> Done;

    /// Makes ready what the next step needs, while nobody waits.
    fn make_ready(&mut self);
}

/// Serves until nobody asks any more, and gives the exit status: 0, or 1 where the file cannot be written. `end` ends what a step has
/// started, and `go_on` is called before each step.
pub fn serve(said: &Path, engine: &mut dyn Engine, end: fn(), go_on: fn()) -> i32 {
    match answer(said, engine, end, go_on) {
        Ok(()) => 0,
        Err(error) => {
            let _ = writeln!(io::stderr(), "cleave: error: {}: {error}", said.display());
            1
        }
    }
}

fn answer(said: &Path, engine: &mut dyn Engine, end: fn(), go_on: fn()) -> io::Result<()> {
    let mut replies = std::fs::File::from(rustix::io::dup(io::stdout())?);
    let file = OpenOptions::new().append(true).create(true).open(said)?;
    dup2_stdout(&file)?;
    dup2_stderr(&file)?;
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            match line.map(|line| serde_json::from_str(&line)) {
                Ok(Ok(Request::Do(words))) => {
                    go_on();
                    if sender.send(words).is_err() {
                        break;
                    }
                }
                Ok(Ok(Request::End)) => end(),
                _ => break,
            }
        }
        // Nobody waits for what is under way.
        end();
    });
    for words in receiver {
        let words: Vec<OsString> = words.into_iter().map(OsString::from).collect();
        let done = engine.step(&words);
        io::stdout().flush()?;
        let mut line = serde_json::to_vec(&done)?;
        line.push(b'\n');
        replies.write_all(&line)?;
        engine.make_ready();
    }
    Ok(())
}
