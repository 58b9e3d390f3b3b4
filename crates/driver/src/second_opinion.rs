//! The second opinion: when a run of the host pass does not end well, the toolkit's cudafe++ is run on the same command line,
//! and its verdict, messages and files stand. Decides when, and what the user sees. Knows nothing of what is analysed.
//!
//! A run that comes to a verdict, or panics, asks from here. One that is stopped by a limit or dies of a signal cannot go on: the
//! process becomes Cleave anew (`--cleave-resumed`), with empty memory, and asks at once.

#[cfg(target_os = "linux")]
mod crash;
#[cfg(target_os = "linux")]
mod limits;
mod reason;
mod report;

use std::ffi::{OsStr, OsString};
use std::io::{Seek, SeekFrom, Write};
use std::os::unix::process::CommandExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Arc, Mutex, PoisonError};

use cleave_options::{OwnOption, separate};
use cleave_toolkit::original::Program;
use cleave_toolkit::{Env, ProcessEnv, original};

use self::reason::Reason;
use self::report::Report;
use crate::console::Console;
use crate::cudafe::{self, Refused, Verdict};
use crate::direct::StartedBy;
use crate::{output, reporting};

/// How this process was started, as far as the host pass is concerned.
#[derive(Clone, Debug)]
pub struct Start {
    /// All words of the command line, the program's name first.
    pub words: Vec<OsString>,
    /// How many of them come before the arguments of cudafe++: one under that name, two as a subcommand.
    pub before: usize,
    /// The version of Cleave.
    pub version: &'static str,
}

impl Start {
    /// A subcommand was not started by nvcc.
    fn started_by(&self) -> StartedBy {
        match self.before {
            0 | 1 => StartedBy::Nvcc,
            _ => StartedBy::Hand,
        }
    }
}

/// The exit status of a panic, as Rust has it.
const PANICKED: i32 = 101;

/// Runs the host pass and gives the exit status.
pub fn run(start: Start) -> i32 {
    let args = &start.words[start.before.min(start.words.len())..];
    let (others, own) = separate(args);
    let value = |option: OwnOption| {
        let mut values = own.iter().rev().filter(|(o, _)| *o == option);
        values.next().map(|(_, value)| value.as_os_str())
    };
    if let Some((reason, program)) = value(OwnOption::Resumed).and_then(Reason::decode) {
        return resumed(&Inquiry::new(&start, &program, others), &reason);
    }
    match wanted(&start, value(OwnOption::SecondOpinion)) {
        Some(program) => judged(&start, Inquiry::new(&start, &program, others)),
        None => directly(&start),
    }
}

/// Runs the pass, and what it comes to stands.
fn directly(start: &Start) -> i32 {
    let args = start.words[start.before.min(start.words.len())..].to_vec();
    let started_by = start.started_by();
    crate::with_big_stack(move || cudafe::run(&args, started_by))
}

/// The program to ask, if one is to be asked: by default the cudafe++ of the toolkit whose shadow this is.
fn wanted(start: &Start, option: Option<&OsStr>) -> Option<PathBuf> {
    let here = || original::of_this_process(Program::Cudafe, &ProcessEnv);
    match option {
        Some(off) if off == "off" => None,
        Some(on) if on == "on" => here().or_else(|| {
            let toolkit = cleave_toolkit::find(None, &ProcessEnv).ok()?;
            original::of_toolkit(Program::Cudafe, &toolkit, &ProcessEnv)
        }),
        Some(program) => Some(PathBuf::from(program)),
        None if start.started_by() == StartedBy::Hand => None,
        None => {
            let off = ProcessEnv.var(original::SECOND_OPINION);
            off.is_none_or(|value| value != "off").then(here).flatten()
        }
    }
}

/// Runs the pass and asks if it does not end well.
fn judged(start: &Start, inquiry: Inquiry) -> i32 {
    // Whoever holds it decides what comes next: this run, or a limit.
    let decided = Arc::new(Mutex::new(false));
    #[cfg(target_os = "linux")]
    {
        let again = Again::new(start, &inquiry.program);
        crash::guard(&again);
        limits::watch(again, Arc::clone(&decided));
    }
    let panics = keep_panics();
    let args = start.words[start.before..].to_vec();
    let started_by = start.started_by();
    let verdict = catch_unwind(AssertUnwindSafe(|| {
        crate::with_big_stack(move || cudafe::judge(&args, started_by, Console::keeping()))
    }));
    *decided.lock().unwrap_or_else(PoisonError::into_inner) = true;
    #[cfg(target_os = "linux")]
    crash::release();
    drop(std::panic::take_hook());
    match verdict {
        Ok(Verdict { refused: None, .. }) => verdict.map_or(PANICKED, Verdict::show),
        Ok(verdict) => {
            let reason = verdict.refused.map_or(Reason::Panic, Reason::from);
            match inquiry.ask(&reason, &verdict.messages()) {
                Some(status) => status,
                // Nothing was written yet.
                None if verdict.refused == Some(Refused::Depth) => directly(start),
                None => verdict.show(),
            }
        }
        Err(_) => {
            let kept = panics.lock().unwrap_or_else(PoisonError::into_inner).take();
            let text = kept.unwrap_or_default();
            inquiry
                .ask(&Reason::Panic, text.as_bytes())
                .unwrap_or_else(|| {
                    Console::direct().error(text.as_bytes());
                    PANICKED
                })
        }
    }
}

/// What is left to do when a run was stopped.
fn resumed(inquiry: &Inquiry, reason: &Reason) -> i32 {
    if let Ok(invocation) = cleave_options::parse(&inquiry.args, &reporting::lookups()) {
        output::sweep_predecessor(&invocation);
    }
    let text = format!("cleave: stopped ({reason})\n");
    inquiry.ask(reason, text.as_bytes()).unwrap_or_else(|| {
        Console::direct().error(text.as_bytes());
        reason.status()
    })
}

/// Keeps the first panic from being printed.
fn keep_panics() -> Arc<Mutex<Option<String>>> {
    let kept = Arc::new(Mutex::new(None));
    let keep = Arc::clone(&kept);
    std::panic::set_hook(Box::new(move |panic| {
        let mut kept = keep.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get_or_insert_with(|| {
            let thread = std::thread::current();
            let name = thread.name().unwrap_or("without a name");
            let trace = std::backtrace::Backtrace::force_capture();
            format!("thread {name}: {panic}\n{trace}\n")
        });
    }));
    kept
}

/// Lets whoever reads standard input next find what was read from it: these bytes.
pub(crate) fn give_back_stdin(bytes: &[u8]) {
    let given = tempfile::tempfile().and_then(|mut file| {
        file.write_all(bytes)?;
        file.seek(SeekFrom::Start(0))?;
        rustix::stdio::dup2_stdin(&file)?;
        Ok(())
    });
    // Without it the toolkit's cudafe++ reads an empty file and says so.
    drop(given);
}

/// The command line that starts this program again, for a reason that is put in.
#[derive(Clone, Debug)]
struct Again {
    start: Start,
    program: PathBuf,
}

impl Again {
    fn new(start: &Start, program: &Path) -> Again {
        Again {
            start: start.clone(),
            program: program.to_path_buf(),
        }
    }

    /// All words, the program's name first.
    fn words(&self, reason: &Reason) -> Vec<OsString> {
        let (before, args) = self.start.words.split_at(self.start.before);
        let mut resumed = OsString::from("--cleave-resumed=");
        resumed.push(reason.encode(&self.program));
        let mut words = before.to_vec();
        words.push(resumed);
        words.extend_from_slice(args);
        words
    }
}

/// What is asked, and of whom.
struct Inquiry {
    /// The words by which Cleave was started.
    words: Vec<OsString>,
    /// How many of them come before the arguments of cudafe++.
    before: usize,
    /// What the toolkit's cudafe++ gets.
    args: Vec<OsString>,
    program: PathBuf,
    version: &'static str,
}

impl Inquiry {
    fn new(start: &Start, program: &Path, args: Vec<OsString>) -> Inquiry {
        Inquiry {
            words: start.words.clone(),
            before: start.before,
            args,
            program: program.to_path_buf(),
            version: start.version,
        }
    }

    /// Runs the toolkit's cudafe++ and gives its exit status. Nothing when it cannot be run or does not come to an end by itself:
    /// then Cleave's own verdict stands. `messages` are Cleave's.
    fn ask(&self, reason: &Reason, messages: &[u8]) -> Option<i32> {
        let input = self.args.last().map(Path::new);
        // What came through a pipe has been read and cannot be read again; standard input was given back.
        let stdin = input == Some(Path::new("-"));
        let special =
            |path: &Path| std::fs::metadata(path).is_ok_and(|m| !m.is_file() && !m.is_dir());
        if !stdin && input.is_some_and(special) {
            return None;
        }
        let mut command = Command::new(&self.program);
        // Under its own name it is started as nvcc would start it.
        if self.before == 1 {
            command.arg0(&self.words[0]);
        }
        let status = command.args(&self.args).status().ok()?.code()?;
        if status == 0 {
            let written = Report {
                reason,
                words: &self.words,
                args: &self.args,
                program: &self.program,
                version: self.version,
                messages,
                input: if stdin { None } else { input },
            }
            .write(&ProcessEnv);
            let place = match written {
                Ok(path) => format!("Please send the report {}", path.display()),
                Err(why) => format!("There is no report: {why}"),
            };
            let line = format!(
                "cleave: the toolkit's cudafe++ accepts what Cleave did not ({reason}); its result is used. {place} \
                 (docs/second-opinion.md, Bug reports)\n"
            );
            Console::direct().error(line.as_bytes());
        }
        Some(status)
    }
}
