//! The loop: a save comes in, the units that read the file are built again, and what is under way and stale is ended.

use std::collections::{BTreeMap, BTreeSet};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode, ModifyKind};
use notify::{Config, EventKind, EventKindMask, RecommendedWatcher, RecursiveMode, Watcher};

use cleave_toolkit::{Env, ProcessEnv};

use crate::build::{Built, Unit, Warmed};
use crate::inputs::Inputs;
use crate::running::Running;
use crate::say::{Event, Format, Voice};
use crate::settling::Settling;
use crate::steps::Recipe;

/// A save is over when nothing has happened for so long: editors write in several steps.
const QUIET: Duration = Duration::from_millis(20);
/// The same where each file that something has happened to was closed by who wrote it, or has got its name: others may follow at once.
const CLOSED: Duration = Duration::from_millis(1);

/// What comes in.
pub(crate) enum Message {
    /// Files that something has happened to, and whether that was the end of a save.
    Touched(Vec<PathBuf>, bool),
    /// A build of a unit is over, the unit by number. It was numbered too.
    Done(usize, u64, std::io::Result<Built>),
    /// A unit, by number, is built by steps from now on.
    Warm(usize),
    /// A unit, by number, is built by nvcc as a whole, with why.
    Whole(usize, String),
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
    /// Whether its inputs are complete.
    settling: Settling,
    /// How it is built by steps.
    warmth: Arc<Warmth>,
}

/// What is kept for building a unit by steps.
#[derive(Default)]
struct Warmth {
    recipe: Mutex<Option<Recipe>>,
    /// Ends what is made ahead.
    ahead: Running,
    /// How often it was found that nvcc has to build it.
    misses: AtomicUsize,
    /// Why it had to, the last time.
    why: Mutex<Option<String>>,
}

/// How many units are kept warm.
const MOST_WARM: usize = 4;
/// After so many misses nothing is made ahead any more.
const MOST_MISSES: usize = 3;
/// The variable that turns builds by steps off, with the value `off`.
const WARM: &str = "CLEAVE_WARM";

impl Warmth {
    /// Builds a unit by steps if it is known how, or else by nvcc.
    fn build(
        &self,
        unit: &Unit,
        nvcc: Command,
        running: &Running,
        temporary: &Path,
    ) -> std::io::Result<Built> {
        // Where somebody still makes things ahead nobody waits.
        if let Ok(mut recipe) = self.recipe.try_lock()
            && let Some(built) = unit.build_by_steps(&mut recipe, &nvcc, running)?
        {
            return Ok(built);
        }
        let mut built = unit.build(nvcc, running, temporary)?;
        built.account.whole = unit.needs_nvcc().or_else(|| lock(&self.why).clone());
        Ok(built)
    }

    /// Makes ahead what the next build by steps needs. Gives what is to be said of that: that it is there now and was not before, or why
    /// there is none.
    fn warm(&self, at: usize, unit: &Unit, nvcc: &Command, temporary: &Path) -> Option<Message> {
        if self.misses.load(Ordering::Relaxed) >= MOST_MISSES {
            return None;
        }
        let mut recipe = lock(&self.recipe);
        let warmed = unit.warm(&mut recipe, nvcc, &self.ahead, temporary);
        *lock(&self.why) = match &warmed {
            Warmed::Never(why) => Some(why.clone()),
            Warmed::Before | Warmed::Now | Warmed::Not => None,
        };
        match warmed {
            Warmed::Now => Some(Message::Warm(at)),
            Warmed::Before | Warmed::Not => None,
            Warmed::Never(why) => {
                let before = self.misses.fetch_add(1, Ordering::Relaxed);
                (before == 0).then_some(Message::Whole(at, why))
            }
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watched {
    /// The folders of its inputs, and those around them in the project: a folder does not tell that one around it has another name now.
    fn folders(&self) -> impl Iterator<Item = &Path> {
        let root = self.unit.root();
        self.inputs.folders().flat_map(move |folder| {
            let root = root.clone();
            let is_inside =
                move |f: &&Path| root.as_deref().is_some_and(|root| f.starts_with(root));
            let around = folder.ancestors().skip(1).take_while(is_inside);
            std::iter::once(folder).chain(around)
        })
    }

    /// When there is something to do for it that nobody sends a message for.
    fn due(&self, now: Instant) -> Option<Instant> {
        let due = match self.is_stale {
            true => self.settling.waits(now),
            false => self.settling.holds(now),
        };
        due.filter(|_| self.running.is_none())
    }
}

/// Makes a command of nvcc; `None` where there is no toolkit, which has been said.
pub(crate) type Nvcc<'a> = &'a (dyn Fn() -> Option<Command> + Sync);

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
    nvcc: Nvcc<'a>,
    voice: Voice,
    watcher: Option<RecommendedWatcher>,
    /// The folders that are watched, with device and number: another one of the same name is another one.
    folders: BTreeMap<PathBuf, Option<(u64, u64)>>,
    sender: Sender<Message>,
    number: u64,
    /// Where builds put temporary files.
    temporary: tempfile::TempDir,
    /// A unit has failed and was not built since.
    failed: BTreeSet<usize>,
    /// The units that were built, the last one at the end.
    built: Vec<usize>,
}

/// The exit status after an interrupt, as shells have it.
const INTERRUPTED: i32 = 130;
/// The exit status where a unit is not built.
const FAILED: i32 = 1;

impl<'a> Session<'a> {
    pub(crate) fn new(
        units: Vec<Unit>,
        wish: Wish,
        nvcc: Nvcc<'a>,
        sender: Sender<Message>,
    ) -> std::io::Result<Session<'a>> {
        let watcher = match wish.once {
            true => None,
            false => {
                let sender = sender.clone();
                // Whoever reads a header must not wake this process: other builds read them all the time.
                let kinds = EventKindMask::CORE | EventKindMask::ACCESS_CLOSE;
                let config = Config::default().with_event_kinds(kinds);
                let watcher = RecommendedWatcher::new(move |event| touched(&sender, event), config);
                Some(watcher.map_err(std::io::Error::other)?)
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
                settling: Settling::default(),
                warmth: Arc::default(),
            }
        });
        Ok(Session {
            watched: watched.collect(),
            voice: Voice::new(wish.format),
            wish,
            nvcc,
            watcher,
            folders: BTreeMap::new(),
            sender,
            number: 0,
            temporary: tempfile::tempdir()?,
            failed: BTreeSet::new(),
            built: Vec::new(),
        })
    }

    /// Runs until it is over, and gives the exit status.
    pub(crate) fn run(mut self, receiver: &Receiver<Message>) -> i32 {
        std::thread::scope(|scope| {
            self.watch();
            let mut now = Instant::now();
            self.start(scope, now, &[]);
            loop {
                let due = self.watched.iter().filter_map(|w| w.due(now)).min();
                let Some(news) = next(receiver, due) else {
                    return FAILED;
                };
                let News {
                    mut touched,
                    done,
                    warm,
                    whole,
                    is_over,
                } = news;
                if is_over {
                    self.end();
                    return INTERRUPTED;
                }
                let ended = done.len();
                done.into_iter()
                    .for_each(|(at, number, built)| self.done(at, number, built));
                for at in warm {
                    let unit = &self.watched[at].unit.name;
                    self.voice.say(&Event::Warm { unit });
                }
                for (at, why) in whole {
                    let unit = &self.watched[at].unit.name;
                    self.voice.say(&Event::Whole { unit, why });
                }
                self.add_below(&mut touched);
                touched.extend(self.watch());
                now = Instant::now();
                let changed = self.changed(&touched, now);
                self.start(scope, now, &changed);
                self.tell(now);
                if self.voice.is_closed && !self.wish.once {
                    // Whoever wanted to know is gone.
                    self.end();
                    return FAILED;
                }
                let is_idle = |w: &Watched| w.running.is_none() && !w.is_stale;
                let is_idle = self.watched.iter().all(is_idle);
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

    /// Ends what is under way.
    fn end(&mut self) {
        for watched in &self.watched {
            watched.running.iter().for_each(|running| running.1.end());
            watched.warmth.ahead.end();
        }
        self.voice.end_all();
    }

    /// Notes which units have to be built, ends what is stale, and gives the files that have changed.
    fn changed(&mut self, touched: &BTreeSet<PathBuf>, now: Instant) -> Vec<PathBuf> {
        let mut all = BTreeSet::new();
        for watched in &mut self.watched {
            let changed = watched.inputs.changed(touched.iter());
            if changed.is_empty() {
                let written = touched.iter().filter_map(|p| watched.inputs.written(p));
                if written
                    .max()
                    .is_some_and(|at| watched.settling.rewritten(at))
                {
                    watched.is_stale = true;
                }
                continue;
            }
            watched.is_stale = true;
            let is_blank = |path: &Path| watched.inputs.is_blank(path);
            watched.settling.note(now, &changed, is_blank);
            if let Some((_, running)) = &watched.running
                && !running.is_ended()
            {
                running.end();
                self.voice.say(&Event::Stopped {
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
        now: Instant,
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
            if watched.settling.waits(now).is_some() {
                continue;
            }
            if watched.settling.begin() {
                let unit = &watched.unit.name;
                self.voice.say(&Event::Stopped { unit });
            }
            let warms = self.warms(at);
            let watched = &mut self.watched[at];
            under_way += 1;
            watched.is_stale = false;
            self.number += 1;
            let (running, number) = (Running::default(), self.number);
            watched.running = Some((number, running.clone()));
            self.voice.say(&Event::Building {
                unit: &watched.unit.name,
                changed: changed.iter().map(|p| p.display().to_string()).collect(),
            });
            let temporary = self.temporary.path().join(at.to_string());
            let (unit, sender, nvcc) = (watched.unit.clone(), self.sender.clone(), self.nvcc);
            let warmth = Arc::clone(&watched.warmth);
            scope.spawn(move || {
                let built = match nvcc() {
                    Some(nvcc) => warmth.build(&unit, nvcc, &running, &temporary),
                    None => Err(std::io::Error::other("there is no nvcc")),
                };
                let is_good = matches!(&built, Ok(built) if built.ok) && !running.is_ended();
                // Nobody listens when the session is over.
                let _ = sender.send(Message::Done(at, number, built));
                if let (true, true, Some(nvcc)) = (warms, is_good, nvcc())
                    && let Some(message) = warmth.warm(at, &unit, &nvcc, &temporary)
                {
                    let _ = sender.send(message);
                }
            });
        }
    }

    /// Whether something is made ahead for the next build of a unit. Those that were not built for the longest time get cold.
    fn warms(&mut self, at: usize) -> bool {
        let is_edited = self.built.contains(&at);
        self.built.retain(|known| *known != at);
        self.built.push(at);
        let is_off = ProcessEnv.var(WARM).is_some_and(|value| value == "off");
        if self.wish.once || is_off || !is_edited && self.watched.len() > MOST_WARM {
            return false;
        }
        let cold = self.built.len().saturating_sub(MOST_WARM);
        for &at in &self.built[..cold] {
            if let Ok(mut recipe) = self.watched[at].warmth.recipe.try_lock() {
                *recipe = None;
            }
        }
        true
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
                watched.is_stale |= watched.settling.repeats();
                if let Some(built) = watched.settling.takes(built) {
                    self.voice.say(&Event::built(&unit, &built));
                }
            }
            Err(error) => {
                self.failed.insert(at);
                let why = error.to_string();
                self.voice.say(&Event::Failed { unit: &unit, why });
            }
        }
    }

    /// Says which builds have failed, where no newer save has come.
    fn tell(&mut self, now: Instant) {
        for watched in self.watched.iter_mut().filter(|w| !w.is_stale) {
            if let Some(built) = watched.settling.reportable(now) {
                let unit = &watched.unit.name;
                self.voice.say(&Event::built(unit, &built));
            }
        }
    }

    /// Adds the inputs in folders that something has happened to.
    fn add_below(&self, touched: &mut BTreeSet<PathBuf>) {
        // Not those that are watched: one that is gone is not.
        let folders: BTreeSet<&Path> = self.watched.iter().flat_map(Watched::folders).collect();
        let is_around = |path: &&PathBuf| folders.contains(path.as_path());
        let around: Vec<PathBuf> = touched.iter().filter(is_around).cloned().collect();
        let files = self.watched.iter().flat_map(|w| w.inputs.files());
        let below = files.filter(|file| around.iter().any(|folder| file.starts_with(folder)));
        touched.extend(below.map(Path::to_path_buf));
    }

    /// Watches the folders of all inputs. A file may be gone for a moment, or be another one of the same name: its folder tells. And of a
    /// folder that is gone the one around it does. Gives the inputs in folders that were not watched before: no event has named them.
    fn watch(&mut self) -> Vec<PathBuf> {
        let Some(watcher) = &mut self.watcher else {
            return Vec::new();
        };
        let inputs = self.watched.iter().map(|watched| &watched.inputs);
        let wanted = self.watched.iter().flat_map(Watched::folders);
        let there = wanted.filter_map(|f| f.ancestors().find(|f| f.is_dir()));
        let there: BTreeSet<&Path> = there.collect();
        self.folders.retain(|folder, _| {
            let stays = there.contains(&**folder);
            if !stays {
                // Its watch may be gone with it.
                let _ = watcher.unwatch(folder);
            }
            stays
        });
        let mut new = BTreeSet::new();
        for folder in there {
            let identity = std::fs::metadata(folder).ok().map(|f| (f.dev(), f.ino()));
            if self.folders.get(folder) == Some(&identity) {
                continue;
            }
            if self.folders.remove(folder).is_some() {
                // It is gone already, or it is another one now.
                let _ = watcher.unwatch(folder);
            }
            if watcher.watch(folder, RecursiveMode::NonRecursive).is_ok() {
                self.folders.insert(folder.to_path_buf(), identity);
                new.insert(folder.to_path_buf());
            }
        }
        let is_new = |file: &&Path| file.parent().is_some_and(|folder| new.contains(folder));
        let files = inputs.flat_map(Inputs::files).filter(is_new);
        files.map(Path::to_path_buf).collect()
    }

    fn exec(&mut self) {
        let Some(command) = self.wish.exec.clone() else {
            return;
        };
        let done = Command::new("sh").arg("-c").arg(&command).status();
        let status = done.ok().and_then(|s| s.code()).unwrap_or(FAILED);
        self.voice.say(&Event::Ran {
            command: &command,
            status,
        });
    }
}

/// What has come in.
#[derive(Default)]
struct News {
    touched: BTreeSet<PathBuf>,
    done: Vec<(usize, u64, std::io::Result<Built>)>,
    warm: Vec<usize>,
    whole: Vec<(usize, String)>,
    is_over: bool,
}

/// What comes in next, with all that follows at once; nothing if nothing has come until something is `due`, and `None` when nobody is
/// left who could send.
fn next(receiver: &Receiver<Message>, due: Option<Instant>) -> Option<News> {
    let mut news = News::default();
    // Those that may still be written.
    let mut open: BTreeSet<PathBuf> = BTreeSet::new();
    let first = match due {
        Some(due) => receiver.recv_timeout(due.saturating_duration_since(Instant::now())),
        None => receiver.recv().map_err(Into::into),
    };
    let mut message = match first {
        Ok(message) => message,
        Err(RecvTimeoutError::Timeout) => return Some(news),
        Err(RecvTimeoutError::Disconnected) => return None,
    };
    loop {
        match message {
            Message::Touched(paths, is_end) => {
                match is_end {
                    true => open.retain(|path| !paths.contains(path)),
                    false => open.extend(paths.iter().cloned()),
                }
                news.touched.extend(paths);
            }
            Message::Done(at, number, built) => news.done.push((at, number, built)),
            Message::Warm(at) => news.warm.push(at),
            Message::Whole(at, why) => news.whole.push((at, why)),
            Message::Interrupt => news.is_over = true,
        }
        if news.is_over || news.touched.is_empty() {
            return Some(news);
        }
        let quiet = if open.is_empty() { CLOSED } else { QUIET };
        message = match receiver.recv_timeout(quiet) {
            Ok(message) => message,
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return Some(news),
        };
    }
}

fn touched(sender: &Sender<Message>, event: notify::Result<notify::Event>) {
    if let Ok(event) = event {
        let is_end = matches!(
            event.kind,
            EventKind::Access(AccessKind::Close(AccessMode::Write))
                | EventKind::Modify(ModifyKind::Name(_))
        );
        let _ = sender.send(Message::Touched(event.paths, is_end));
    }
}
