//! The loop: a save comes in, the units that read the file are built again, and what is under way and stale is ended.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use notify::{RecursiveMode, Watcher};

use crate::build::{Built, Running, Unit};
use crate::inputs::Inputs;
use crate::say::{Event, Format};

/// A save is over when nothing has happened for so long: editors write in several steps.
const QUIET: Duration = Duration::from_millis(40);

/// What comes in.
pub(crate) enum Message {
    /// Files that something has happened to.
    Touched(Vec<PathBuf>),
    /// A build of a unit is over, the unit by number. It was numbered too.
    Done(usize, u64, std::io::Result<Built>),
    /// The user has had enough.
    Interrupt,
}

/// A unit and what is known of it.
struct Watched {
    unit: Unit,
    inputs: Inputs,
    running: Option<(u64, Running)>,
    /// It has to be built as soon as what is under way is over.
    is_stale: bool,
}

/// What the user wants.
pub(crate) struct Wish {
    pub(crate) format: Format,
    /// Builds all units once, and ends.
    pub(crate) once: bool,
    /// A command of the shell that runs after all units are built.
    pub(crate) exec: Option<String>,
}

/// The session.
pub(crate) struct Session<'a> {
    watched: Vec<Watched>,
    wish: Wish,
    nvcc: &'a (dyn Fn() -> Command + Sync),
    watcher: Option<notify::RecommendedWatcher>,
    folders: BTreeSet<PathBuf>,
    sender: Sender<Message>,
    number: u64,
    /// A unit has failed and was not built since.
    failed: BTreeSet<usize>,
}

/// The exit status after an interrupt, as shells have it.
const INTERRUPTED: i32 = 130;
/// The exit status where a unit is not built.
const FAILED: i32 = 1;

impl<'a> Session<'a> {
    pub(crate) fn new(
        units: Vec<Unit>,
        wish: Wish,
        nvcc: &'a (dyn Fn() -> Command + Sync),
        sender: Sender<Message>,
    ) -> Result<Session<'a>, notify::Error> {
        let watcher = match wish.once {
            true => None,
            false => {
                let sender = sender.clone();
                Some(notify::recommended_watcher(move |event| {
                    touched(&sender, event)
                })?)
            }
        };
        let watched = units.into_iter().map(|unit| {
            let mut inputs = Inputs::default();
            unit.sources().for_each(|source| inputs.add(&source));
            Watched {
                unit,
                inputs,
                running: None,
                is_stale: true,
            }
        });
        Ok(Session {
            watched: watched.collect(),
            wish,
            nvcc,
            watcher,
            folders: BTreeSet::new(),
            sender,
            number: 0,
            failed: BTreeSet::new(),
        })
    }

    /// Runs until it is over, and gives the exit status.
    pub(crate) fn run(mut self, receiver: &Receiver<Message>) -> i32 {
        std::thread::scope(|scope| {
            (0..self.watched.len()).for_each(|at| self.watch(at));
            self.start(scope, &[]);
            loop {
                let Some((touched, done, interrupted)) = next(receiver) else {
                    return FAILED;
                };
                if interrupted {
                    self.watched
                        .iter()
                        .filter_map(|w| w.running.as_ref())
                        .for_each(|r| r.1.end());
                    return INTERRUPTED;
                }
                let ended = done.len();
                done.into_iter()
                    .for_each(|(at, number, built)| self.done(at, number, built));
                let changed = self.changed(&touched);
                self.start(scope, &changed);
                let is_idle = self.watched.iter().all(|w| w.running.is_none());
                if is_idle && ended > 0 && self.failed.is_empty() {
                    self.exec();
                }
                if is_idle && self.wish.once {
                    return match self.failed.is_empty() {
                        true => 0,
                        false => FAILED,
                    };
                }
            }
        })
    }

    /// Notes which units have to be built, ends what is stale, and gives the files that have changed.
    fn changed(&mut self, touched: &BTreeSet<PathBuf>) -> Vec<PathBuf> {
        let mut all = BTreeSet::new();
        for watched in &mut self.watched {
            let changed = watched.inputs.changed(touched.iter());
            if changed.is_empty() {
                continue;
            }
            watched.is_stale = true;
            if let Some((_, running)) = &watched.running
                && !running.is_ended()
            {
                running.end();
                self.wish.format.say(&Event::Stopped {
                    unit: &watched.unit.name,
                });
            }
            all.extend(changed);
        }
        all.into_iter().collect()
    }

    /// Starts builds of stale units, as many at once as there are processors.
    fn start<'scope, 'env>(
        &mut self,
        scope: &'scope std::thread::Scope<'scope, 'env>,
        changed: &[PathBuf],
    ) where
        'a: 'scope,
    {
        let most = std::thread::available_parallelism().map_or(1, usize::from);
        let mut under_way = self.watched.iter().filter(|w| w.running.is_some()).count();
        for at in 0..self.watched.len() {
            let watched = &mut self.watched[at];
            if !watched.is_stale || watched.running.is_some() || under_way >= most {
                continue;
            }
            under_way += 1;
            watched.is_stale = false;
            self.number += 1;
            let (running, number) = (Running::default(), self.number);
            watched.running = Some((number, running.clone()));
            self.wish.format.say(&Event::Building {
                unit: &watched.unit.name,
                changed: changed.iter().map(|p| p.display().to_string()).collect(),
            });
            let (unit, sender, nvcc) = (watched.unit.clone(), self.sender.clone(), self.nvcc);
            scope.spawn(move || {
                let built = unit.build(nvcc(), &running);
                // Nobody listens when the session is over.
                let _ = sender.send(Message::Done(at, number, built));
            });
        }
    }

    /// A build is over.
    fn done(&mut self, at: usize, number: u64, built: std::io::Result<Built>) {
        let watched = &mut self.watched[at];
        let Some((_, running)) = watched.running.take_if(|r| r.0 == number) else {
            return;
        };
        if running.is_ended() {
            return;
        }
        let unit = watched.unit.name.clone();
        match built {
            Ok(built) => {
                for input in built.inputs.iter().flatten() {
                    watched.is_stale |= watched.inputs.add_read(input, built.began);
                }
                match built.ok {
                    true => self.failed.remove(&at),
                    false => self.failed.insert(at),
                };
                self.wish.format.say(&Event::Built {
                    unit: &unit,
                    ok: built.ok,
                    seconds: built.took.as_secs_f64(),
                    said: String::from_utf8_lossy(&built.said).into_owned(),
                    account: &built.account,
                });
            }
            Err(error) => {
                self.failed.insert(at);
                let why = error.to_string();
                self.wish.format.say(&Event::Failed { unit: &unit, why });
            }
        }
        self.watch(at);
    }

    /// Watches the folders of a unit's inputs. A file may be gone for a moment, or be another one of the same name: its folder tells.
    fn watch(&mut self, at: usize) {
        let Some(watcher) = &mut self.watcher else {
            return;
        };
        for folder in self.watched[at].inputs.folders() {
            if !self.folders.contains(folder)
                && watcher.watch(folder, RecursiveMode::NonRecursive).is_ok()
            {
                self.folders.insert(folder.to_path_buf());
            }
        }
    }

    fn exec(&self) {
        let Some(command) = &self.wish.exec else {
            return;
        };
        let done = Command::new("sh").arg("-c").arg(command).status();
        let status = done.ok().and_then(|s| s.code()).unwrap_or(FAILED);
        self.wish.format.say(&Event::Ran { command, status });
    }
}

/// What comes in next, with all that follows at once; `None` when nobody is left who could send.
type Next = (
    BTreeSet<PathBuf>,
    Vec<(usize, u64, std::io::Result<Built>)>,
    bool,
);

fn next(receiver: &Receiver<Message>) -> Option<Next> {
    let (mut touched, mut done, mut interrupted) = (BTreeSet::new(), Vec::new(), false);
    let mut message = receiver.recv().ok()?;
    loop {
        match message {
            Message::Touched(paths) => touched.extend(paths),
            Message::Done(at, number, built) => done.push((at, number, built)),
            Message::Interrupt => interrupted = true,
        }
        if interrupted || touched.is_empty() {
            return Some((touched, done, interrupted));
        }
        message = match receiver.recv_timeout(QUIET) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                return Some((touched, done, interrupted));
            }
        };
    }
}

fn touched(sender: &Sender<Message>, event: notify::Result<notify::Event>) {
    if let Ok(event) = event
        && !event.kind.is_access()
    {
        let _ = sender.send(Message::Touched(event.paths));
    }
}
