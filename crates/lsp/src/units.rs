//! Open units, each in a thread of its own: changes come in, are preprocessed and given to the databases, and snapshots go out to
//! whoever asks. What changes while somebody computes cancels that. It knows no requests.

use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use cleave_driver::editor::{Command, EditedUnit, Pass, with_unit};
use cleave_ide::{Analysis, Diagnostic, Places, merged, of_pass};
use crossbeam_channel::{Receiver, Sender, unbounded};

use crate::assembled::{Assembler, Facts};
use crate::pool::Pool;

/// What one pass says, with its name.
type OfPass = (Arc<str>, Vec<Diagnostic>);
/// What each pass says, as far as it is known.
type OfPasses = Arc<Mutex<Vec<Option<OfPass>>>>;

/// A pass that can be asked.
pub(crate) struct Asked {
    pub(crate) pass: Pass,
    pub(crate) analysis: Analysis,
}

impl Asked {
    pub(crate) fn of(pass: Pass, places: &Arc<Places>) -> Asked {
        let analysis = Analysis {
            db: pass.db.clone(),
            file: pass.file,
            options: pass.options,
            places: Arc::clone(places),
        };
        Asked { pass, analysis }
    }
}

/// A unit as it is between two changes: its passes, the host's first.
pub(crate) struct Snapshot {
    pub(crate) folder: Arc<Path>,
    pub(crate) includes: Arc<[std::path::PathBuf]>,
    pub(crate) passes: Vec<Asked>,
    /// What the assembler says of it, and who can ask that.
    pub(crate) facts: Arc<Facts>,
    pub(crate) assembler: Arc<Assembler>,
}

/// What a unit reports.
pub(crate) enum Report {
    /// Preprocessed for the first time, or cannot be.
    Opened {
        source: Arc<str>,
        problem: Option<String>,
    },
    /// What is wrong after the change of a number.
    Diagnostics {
        source: Arc<str>,
        folder: Arc<Path>,
        generation: u64,
        diagnostics: Vec<Diagnostic>,
    },
}

type Look = Box<dyn FnOnce(Option<Snapshot>) + Send>;

enum Ask {
    /// A file has another text, or what is on disk counts; and the number of the change.
    Change(String, Option<Arc<[u8]>>, u64),
    /// Somebody wants a snapshot; nothing if there is none.
    Look(Look),
}

/// An open unit. It ends when this is dropped.
pub(crate) struct Unit {
    ask: Sender<Ask>,
    pub(crate) command: Command,
    /// The files that take part, since the last update.
    files: Arc<Mutex<Arc<[String]>>>,
    /// The number of the last change.
    pub(crate) generation: Arc<AtomicU64>,
}

/// Somebody who may want snapshots of a unit.
#[derive(Clone)]
pub(crate) struct Asker(Sender<Ask>);

impl Asker {
    /// As [`Unit::look`].
    pub(crate) fn look(&self, look: impl FnOnce(Option<Snapshot>) + Send + 'static) {
        if let Err(unsent) = self.0.send(Ask::Look(Box::new(look)))
            && let Ask::Look(look) = unsent.into_inner()
        {
            look(None);
        }
    }
}

/// Who works, and who receives reports.
#[derive(Clone)]
pub(crate) struct Around {
    pub(crate) pool: Arc<Pool>,
    /// For what may take long.
    pub(crate) background: Arc<Pool>,
    /// [`Settings::program`](crate::Settings::program).
    pub(crate) program: Option<Arc<Path>>,
    pub(crate) reports: Sender<Report>,
}

impl Unit {
    /// Opens a unit. `texts` are those of open files.
    pub(crate) fn open(
        source: &str,
        command: Command,
        texts: Vec<(String, Arc<[u8]>)>,
        around: Around,
    ) -> Unit {
        let (ask, asked) = unbounded();
        let files: Arc<Mutex<Arc<[String]>>> = Arc::new(Mutex::new(Arc::from([source.to_owned()])));
        let generation = Arc::new(AtomicU64::new(0));
        let unit = Unit {
            ask,
            command: command.clone(),
            files: Arc::clone(&files),
            generation,
        };
        let worker = Worker {
            source: source.into(),
            folder: command.folder.as_path().into(),
            files,
            assembler: Arc::new(Assembler::new(&command, &around)),
            around,
        };
        let run = move || {
            let source = Arc::clone(&worker.source);
            let reports = worker.around.reports.clone();
            let opened = with_unit(&command, |unit| {
                for (path, text) in texts {
                    unit.change(&path, Some(text));
                }
                worker.run(unit, &asked);
            });
            if let Err(problem) = opened {
                let problem = Some(problem);
                let _ = reports.send(Report::Opened { source, problem });
                for ask in asked {
                    if let Ask::Look(look) = ask {
                        look(None);
                    }
                }
            }
        };
        let started = thread::Builder::new()
            .name("cleave-unit".to_owned())
            .stack_size(cleave_driver::STACK)
            .spawn(run);
        drop(started);
        unit
    }

    /// A file has another text now, or what is on disk counts again.
    pub(crate) fn change(&self, path: &str, text: Option<Arc<[u8]>>) {
        let number = self.generation.fetch_add(1, Ordering::SeqCst) + 1;
        let _ = self.ask.send(Ask::Change(path.to_owned(), text, number));
    }

    /// Hands a snapshot to `look`, after all changes so far.
    pub(crate) fn look(&self, look: impl FnOnce(Option<Snapshot>) + Send + 'static) {
        self.asker().look(look);
    }

    /// Who can ask it from elsewhere.
    pub(crate) fn asker(&self) -> Asker {
        Asker(self.ask.clone())
    }

    /// The files that take part.
    pub(crate) fn files(&self) -> Arc<[String]> {
        Arc::clone(&self.files.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn reads(&self, path: &str) -> bool {
        self.files().iter().any(|f| f == path)
    }
}

/// What the thread of a unit holds.
struct Worker {
    source: Arc<str>,
    folder: Arc<Path>,
    files: Arc<Mutex<Arc<[String]>>>,
    assembler: Arc<Assembler>,
    around: Around,
}

impl Worker {
    fn run(&self, unit: &mut EditedUnit<'_>, asked: &Receiver<Ask>) {
        let mut places = self.update(unit, 0);
        let mut facts = Arc::default();
        let problem = match &places {
            Ok(_) => unit.complaint().map(str::to_owned),
            Err(message) => Some(message.clone()),
        };
        let source = Arc::clone(&self.source);
        let _ = self.around.reports.send(Report::Opened { source, problem });
        while let Ok(first) = asked.recv() {
            // All that waits is looked at: of several changes the last one counts.
            let mut waiting = vec![first];
            waiting.extend(asked.try_iter());
            let mut looks: Vec<Look> = Vec::new();
            let mut changed = None;
            for ask in waiting {
                match ask {
                    // Who asked before is answered from what is now, and the answer is not sent.
                    Ask::Change(path, text, number) => {
                        unit.change(&path, text);
                        changed = Some(number);
                    }
                    Ask::Look(look) => looks.push(look),
                }
            }
            if let Some(generation) = changed {
                places = self.update(unit, generation);
                facts = Arc::default();
            }
            for look in looks {
                let places = places.as_ref().ok();
                look(places.map(|places| self.snapshot(unit, places, &facts)));
            }
        }
    }

    fn snapshot(
        &self,
        unit: &EditedUnit<'_>,
        places: &[Arc<Places>],
        facts: &Arc<Facts>,
    ) -> Snapshot {
        let passes = unit.passes().into_iter().zip(places);
        Snapshot {
            folder: Arc::clone(&self.folder),
            includes: unit.includes(),
            passes: passes
                .map(|(pass, places)| Asked::of(pass, places))
                .collect(),
            facts: Arc::clone(facts),
            assembler: Arc::clone(&self.assembler),
        }
    }

    /// Preprocesses what has changed, and has the passes looked at. `generation`: the number of the last change.
    fn update(
        &self,
        unit: &mut EditedUnit<'_>,
        generation: u64,
    ) -> Result<Vec<Arc<Places>>, String> {
        let all = unit.count();
        let mut places: Vec<Arc<Places>> = Vec::with_capacity(all);
        let done: OfPasses = Arc::new(Mutex::new(vec![None; all]));
        unit.update_each(|nth, pass| {
            let here = Arc::new(Places::new(Arc::clone(&pass.tokens)));
            let asked = Asked::of(pass, &here);
            places.push(here);
            self.look_at(nth, asked, Arc::clone(&done), generation);
        })?;
        *self.files.lock().unwrap_or_else(PoisonError::into_inner) = unit.files();
        Ok(places)
    }

    /// Has a pass looked at; who is the last one reports what all say.
    fn look_at(&self, nth: usize, asked: Asked, done: OfPasses, generation: u64) {
        let reports = self.around.reports.clone();
        let (source, folder) = (Arc::clone(&self.source), Arc::clone(&self.folder));
        self.around.pool.spawn(move || {
            let name = Arc::clone(&asked.pass.name);
            let found =
                salsa::Cancelled::catch(std::panic::AssertUnwindSafe(|| diagnostics_of(&asked)));
            drop(asked);
            let Ok(found) = found else { return };
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            done[nth] = Some((name, found));
            if done.iter().all(Option::is_some) {
                let passes = done.drain(..).flatten().collect();
                let _ = reports.send(Report::Diagnostics {
                    source,
                    folder,
                    generation,
                    diagnostics: merged(passes),
                });
            }
        });
    }
}

/// What a pass says.
pub(crate) fn diagnostics_of(asked: &Asked) -> Vec<Diagnostic> {
    // nvcc does not go on behind what the preprocessor refuses.
    let reported = match asked.pass.is_broken() {
        true => Vec::new(),
        false => asked.pass.reported(),
    };
    of_pass(&asked.analysis, &asked.pass.problems, &reported)
}
