//! The steps of a unit run, as many at once as there are processors, each when what it needs is over. It must not know how steps are found.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Instant, SystemTime};

use cleave_plan::Step;
use cleave_rebuild::{Account, Entry, Outcome, Step as Makes, tools};

use super::recipe::{COMPILE, DEVICE_LINK, FRONT, LINK, Last, Made, PREPROCESS, Recipe};
use crate::depfile;
use crate::running::Running;

/// What came of a run.
#[derive(Debug, Default)]
pub(crate) struct Outcomes {
    pub(crate) ok: bool,
    /// What nvcc and its tools said, in nvcc's order.
    pub(crate) said: Vec<u8>,
    pub(crate) account: Account,
    /// The files that were read.
    pub(crate) inputs: Vec<PathBuf>,
}

/// How far a run goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Everything.
    All,
    /// All but what the user asked for: what the next run needs is made.
    Warm,
}

/// What has become of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Waits,
    Runs,
    Done,
    Failed,
}

/// A step that is over.
struct Over {
    ok: bool,
    last: Last,
    /// What is said of it in the account.
    entry: Option<Entry>,
}

struct Progress {
    fates: Vec<Fate>,
    over: Vec<Option<Over>>,
    /// Which processes do a step.
    busy: Vec<bool>,
}

impl Recipe {
    /// Runs what has to run. `None` where nvcc must build the unit: its dependency file would not be right.
    ///
    /// # Errors
    /// A tool cannot be started.
    pub(crate) fn run(&mut self, goal: Goal, running: &Running) -> io::Result<Option<Outcomes>> {
        fs::write(&self.report, "")?;
        let needs = needs(&self.steps);
        let shared = Mutex::new(Progress {
            fates: vec![Fate::Waits; self.steps.len()],
            over: self.steps.iter().map(|_| None).collect(),
            busy: vec![false; self.workers.len()],
        });
        let (news, errors) = (Condvar::new(), Mutex::new(None));
        let recipe = &*self;
        let most = std::thread::available_parallelism()
            .map_or(2, usize::from)
            .max(2);
        std::thread::scope(|scope| {
            for _ in 0..most.min(recipe.steps.len()) {
                scope.spawn(|| {
                    while let Some(at) = next(recipe, goal, &needs, &shared, &news) {
                        let done = recipe.step(at, running);
                        let mut progress = lock(&shared);
                        if let Some(worker) = recipe.steps[at].worker {
                            progress.busy[worker] = false;
                        }
                        progress.fates[at] = match &done {
                            Ok(over) if over.ok && !running.is_ended() => Fate::Done,
                            _ => Fate::Failed,
                        };
                        match done {
                            Ok(over) => progress.over[at] = Some(over),
                            Err(error) => *lock(&errors) = Some(error),
                        }
                        news.notify_all();
                    }
                });
            }
        });
        if let Some(error) = errors.into_inner().unwrap_or_else(PoisonError::into_inner) {
            return Err(error);
        }
        let progress = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(self.finish(progress, goal, running))
    }

    /// Keeps what steps have left, and puts together what came of them.
    fn finish(&mut self, progress: Progress, goal: Goal, running: &Running) -> Option<Outcomes> {
        let mut out = Outcomes {
            ok: true,
            said: self.messages.clone(),
            account: Account::read(&self.report),
            inputs: Vec::new(),
        };
        let mut headers: Vec<BTreeSet<String>> = Vec::new();
        for (made, (fate, over)) in
            (self.steps.iter_mut()).zip(progress.fates.into_iter().zip(progress.over))
        {
            let last = over.map(|over| {
                out.account.steps.extend(over.entry);
                over.last
            });
            let said = last.as_ref().map(|last| last.said.clone());
            if made.step.kind == PREPROCESS
                && let Some(last) = &last
            {
                headers.push(last.files.iter().cloned().collect());
            }
            made.last = last.filter(|_| fate == Fate::Done);
            // nvcc goes no further than the first step that fails.
            if out.ok {
                out.said.extend(said.into_iter().flatten());
                out.ok = fate == Fate::Done || goal == Goal::Warm && fate == Fate::Waits;
            }
        }
        let linked = self.steps.iter().filter(|made| made.step.kind == LINK);
        let linked = linked.flat_map(|made| &made.step.inputs);
        let files = headers.iter().flatten().chain(linked);
        out.inputs = files.map(|file| self.folder.join(file)).collect();
        out.inputs.retain(|file| !file.starts_with(self.between()));
        out.inputs.sort_unstable();
        out.inputs.dedup();
        if let (true, Goal::All, Some(known)) = (out.ok, goal, &self.headers)
            && *known != headers
            && !running.is_ended()
        {
            return None;
        }
        self.found = headers;
        Some(out)
    }

    /// Does a step, or leaves it out.
    fn step(&self, at: usize, running: &Running) -> io::Result<Over> {
        let made = &self.steps[at];
        let step = &made.step;
        if let Some(last) = self.left_out(made) {
            let why = "its inputs are the same";
            return Ok(Over {
                ok: true,
                last: last.clone(),
                entry: Some(entry(step, Outcome::Reused, why, 0.0, last.seconds)),
            });
        }
        let inputs = self.hashes(&step.inputs);
        let begin = Instant::now();
        let answer = made
            .worker
            .and_then(|worker| self.workers[worker].ask(&step.arguments, running));
        let done = answer.and_then(|answer| Some((answer.done.status?, answer)));
        let (status, said, files, why) = match done {
            Some((status, answer)) => {
                let why = match step.kind {
                    PREPROCESS => Some("Cleave preprocesses"),
                    FRONT => Some("the engine knows the unit"),
                    // It says for itself what it does.
                    _ => None,
                };
                (status, answer.said, answer.done.files, why)
            }
            None => {
                let (status, said) = self.program(made, running)?;
                (status, said, self.headers_of(step), None)
            }
        };
        let seconds = begin.elapsed().as_secs_f64();
        let before = made.last.as_ref().map_or(0.0, |last| last.seconds);
        Ok(Over {
            ok: status == 0,
            last: Last {
                inputs,
                outputs: self.hashes(&step.outputs),
                said,
                files,
                seconds: seconds.max(before),
            },
            entry: why.map(|why| entry(step, Outcome::Made, why, seconds, 0.0)),
        })
    }

    /// What a step has left whose inputs are the same, and whose outputs are still there.
    fn left_out<'m>(&self, made: &'m Made) -> Option<&'m Last> {
        // What reads headers finds out by itself whether they are the same. What links looks for libraries.
        if [PREPROCESS, COMPILE, DEVICE_LINK, LINK].contains(&made.step.kind) {
            return None;
        }
        let last = made.last.as_ref()?;
        let is_same = self.hashes(&made.step.inputs) == last.inputs
            && self.hashes(&made.step.outputs) == last.outputs
            && last.outputs.iter().all(Option::is_some);
        if !is_same {
            return None;
        }
        // What the user asked for is as new as nvcc would leave it.
        let now = SystemTime::now();
        let own = made
            .step
            .outputs
            .iter()
            .map(|output| self.folder.join(output));
        for output in own.filter(|output| !output.starts_with(self.between())) {
            let file = fs::File::options().append(true).open(output).ok()?;
            file.set_modified(now).ok()?;
        }
        Some(last)
    }

    /// Runs the program of a step, and gives its exit status and what it said.
    fn program(&self, made: &Made, running: &Running) -> io::Result<(i32, Vec<u8>)> {
        let words = match (&made.with_depfile, made.step.kind) {
            (Some(words), PREPROCESS) => words,
            _ => &made.step.arguments,
        };
        let mut command = Command::new(&words[0]);
        command
            .args(&words[1..])
            .current_dir(&self.folder)
            .envs(self.environment.iter().map(|(name, value)| (name, value)));
        let output = running.output(&mut command)?;
        let status = tools::status(&output);
        Ok((status, [output.stdout, output.stderr].concat()))
    }

    /// The headers of a step that has written them into a dependency file.
    fn headers_of(&self, step: &Step) -> Vec<String> {
        let path = step.depfile.as_ref().filter(|_| step.kind == PREPROCESS);
        let text = path.and_then(|path| fs::read_to_string(path).ok());
        let files = text.map(|text| depfile::read(&text, Path::new("")));
        let files = files.unwrap_or_default().into_iter();
        files
            .map(|file| file.to_string_lossy().into_owned())
            .collect()
    }

    fn hashes(&self, files: &[String]) -> Vec<super::hashes::Hash> {
        let mut hashes = lock(&self.hashes);
        let files = files.iter().map(|file| self.folder.join(file));
        files.map(|file| hashes.of(&file)).collect()
    }

    /// The folder of files between steps.
    fn between(&self) -> &Path {
        self.report.parent().unwrap_or(&self.report)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// By number, which steps each step needs.
fn needs(steps: &[Made]) -> Vec<Vec<usize>> {
    let numbers: HashMap<&str, usize> = (steps.iter().enumerate())
        .map(|(at, made)| (made.step.name.as_str(), at))
        .collect();
    let of = |made: &Made| {
        let names = made.step.needs.iter();
        names
            .filter_map(|name| numbers.get(name.as_str()).copied())
            .collect()
    };
    steps.iter().map(of).collect()
}

/// The next step that can run; waits for one. `None` when there will be none.
fn next(
    recipe: &Recipe,
    goal: Goal,
    needs: &[Vec<usize>],
    shared: &Mutex<Progress>,
    news: &Condvar,
) -> Option<usize> {
    let mut progress = lock(shared);
    loop {
        let fates = &progress.fates;
        // nvcc would not come so far.
        let end = fates.iter().position(|fate| *fate == Fate::Failed);
        let end = end.unwrap_or(fates.len());
        let is_wanted = |at: usize| goal == Goal::All || recipe.steps[at].step.kind != COMPILE;
        let waits = |&at: &usize| fates[at] == Fate::Waits && is_wanted(at);
        let mut rest = (0..end).filter(waits).peekable();
        rest.peek()?;
        let is_free = |worker: Option<usize>| worker.is_none_or(|worker| !progress.busy[worker]);
        let ready = |&at: &usize| {
            let is_over = |need: &usize| fates[*need] == Fate::Done;
            needs[at].iter().all(is_over) && is_free(recipe.steps[at].worker)
        };
        if let Some(at) = rest.find(ready) {
            progress.fates[at] = Fate::Runs;
            if let Some(worker) = recipe.steps[at].worker {
                progress.busy[worker] = true;
            }
            return Some(at);
        }
        if !progress.fates.contains(&Fate::Runs) {
            return None;
        }
        progress = news.wait(progress).unwrap_or_else(PoisonError::into_inner);
    }
}

fn entry(step: &Step, outcome: Outcome, why: &str, seconds: f64, saved: f64) -> Entry {
    let program = Path::new(&step.arguments[0]);
    let name = program.file_name().unwrap_or_default();
    let kind = match step.kind {
        PREPROCESS => Some(Makes::Text),
        COMPILE => Some(Makes::Object),
        _ => None,
    };
    Entry {
        tool: name.to_string_lossy().into_owned(),
        input: step.inputs.first().cloned().unwrap_or_default(),
        architecture: String::new(),
        outcome,
        why: why.to_owned(),
        seconds,
        saved,
        step: kind,
        kernels: None,
        shared: None,
    }
}
