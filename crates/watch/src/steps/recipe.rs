//! How a unit is built: its steps, what each has left, and what all of it rests on. Knows nothing of the order in which steps run.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

use cleave_plan::{Plan, Step, dry_run, option_files};
use cleave_rebuild::REPORT;
use cleave_toolkit::original::{Program, of_toolkit};
use cleave_toolkit::{ProcessEnv, Toolkit};

use super::hashes::{Hash, Hashes, about};
use super::worker::{Start, Worker, said_file};
use crate::build::Unit;
use crate::depfile;

/// The kinds of steps that a unit may have.
const KINDS: [&str; 8] = [
    PREPROCESS,
    FRONT,
    CICC,
    "ptxas",
    "fatbinary",
    COMPILE,
    DEVICE_LINK,
    LINK,
];
pub(super) const PREPROCESS: &str = "preprocess";
pub(super) const FRONT: &str = "cudafe++";
pub(super) const CICC: &str = "cicc";
pub(super) const COMPILE: &str = "compile";
pub(super) const DEVICE_LINK: &str = "nvlink";
pub(super) const LINK: &str = "link";

/// The passes that get a process of their own. One keeps a hundred megabytes or more.
const MOST_WORKERS: usize = 4;

/// A step and what it has left.
pub(super) struct Made {
    pub(super) step: Step,
    /// The words with which it writes which headers it reads; none if it reads none.
    pub(super) with_depfile: Option<Vec<String>>,
    /// Who may do it.
    pub(super) worker: Option<usize>,
    /// What its last run has read, written and said, if that ended well.
    pub(super) last: Option<Last>,
}

/// What a run of a step has left.
#[derive(Clone, Default)]
pub(super) struct Last {
    pub(super) inputs: Vec<Hash>,
    pub(super) outputs: Vec<Hash>,
    pub(super) said: Vec<u8>,
    /// The headers, where it preprocesses.
    pub(super) files: Vec<String>,
    /// How long it took when it ran, in seconds.
    pub(super) seconds: f64,
}

/// How a unit is built.
pub(crate) struct Recipe {
    pub(super) steps: Vec<Made>,
    pub(super) workers: Vec<Worker>,
    pub(super) hashes: Mutex<Hashes>,
    /// What nvcc itself says.
    pub(super) messages: Vec<u8>,
    pub(super) folder: PathBuf,
    pub(super) environment: Vec<(OsString, OsString)>,
    /// The file with the account of the stand-ins.
    pub(super) report: PathBuf,
    /// The programs and files that it rests on, as they were.
    ground: Vec<(PathBuf, Option<Vec<u8>>)>,
    /// The files that the passes of the last run have read.
    pub(super) found: Vec<BTreeSet<String>>,
    /// Those for which the dependency file is right that nvcc has written; none where there is no such file.
    pub(super) headers: Option<Vec<BTreeSet<String>>>,
    // Workers are gone before their folder.
    _temporary: tempfile::TempDir,
}

impl Recipe {
    /// Asks nvcc how it would build a unit.
    ///
    /// # Errors
    /// Why it is better built by nvcc.
    pub(crate) fn new(unit: &Unit, nvcc: &Command, temporary: &Path) -> Result<Recipe, String> {
        if let Some(why) = unit.needs_nvcc() {
            return Err(why);
        }
        let between = |error: std::io::Error| format!("a folder for what is between: {error}");
        fs::create_dir_all(temporary).map_err(between)?;
        let temporary = tempfile::Builder::new()
            .prefix("cleave-")
            .tempdir_in(temporary)
            .map_err(between)?;
        let files = temporary.path().join("between");
        fs::create_dir(&files).map_err(between)?;
        let mut asked = Command::new(nvcc.get_program());
        asked.current_dir(&unit.folder);
        let said = dry_run(&mut asked, &unit.args, &files)?;
        if said.failed.is_some() {
            return Err("nvcc does not say what it would run".into());
        }
        let plan = said.plan(&asked, &unit.args, None)?;
        let is_known = |step: &&Step| KINDS.contains(&step.kind) && !step.prints;
        if let Some(step) = plan.steps.iter().find(|step| !is_known(step)) {
            return Err(format!("{} is not known", step.name));
        }
        let report = temporary.path().join("account");
        let environment = environment(nvcc, &plan, temporary.path(), &report);
        let steps = made(&plan);
        let front = steps.iter().find(|made| made.step.kind == FRONT);
        let front = front.ok_or("it has no host pass")?;
        let start = Start {
            program: PathBuf::from(&front.step.arguments[0]),
            folder: unit.folder.clone(),
            environment: environment.clone(),
            said: PathBuf::new(),
        };
        let count = steps.iter().filter_map(|made| made.worker).max();
        let workers = (0..count.map_or(0, |last| last + 1)).map(|number| {
            let said = said_file(temporary.path(), number);
            Worker::new(Start {
                said,
                ..start.clone()
            })
        });
        let workers = workers.collect();
        let ground = ground(unit, nvcc, &steps).map(|path| (path.clone(), about(&path)));
        let ground = ground.collect();
        Ok(Recipe {
            steps,
            workers,
            hashes: Mutex::default(),
            messages: said.messages.into_bytes(),
            folder: unit.folder.clone(),
            environment,
            report,
            ground,
            found: Vec::new(),
            headers: None,
            _temporary: temporary,
        })
    }

    /// Whether nvcc would still do the same.
    pub(crate) fn is_valid(&self, nvcc: &Command) -> bool {
        self.ground
            .first()
            .is_some_and(|(path, _)| path.as_os_str() == nvcc.get_program())
            && (self.ground.iter()).all(|(path, then)| about(path) == *then)
    }
}

impl Recipe {
    /// nvcc has written a dependency file for the files that the last run has read. Says whether it names the same.
    pub(crate) fn knows(&mut self, dependencies: &Path) -> bool {
        let text = fs::read_to_string(dependencies).unwrap_or_default();
        let named: BTreeSet<PathBuf> = depfile::read(&text, &self.folder).into_iter().collect();
        let files = self.found.iter().flatten();
        let read: BTreeSet<PathBuf> = files.map(|file| self.folder.join(file)).collect();
        self.headers = Some(self.found.clone());
        named == read
    }
}

/// The environment of nvcc's tools.
fn environment(
    nvcc: &Command,
    plan: &Plan,
    temporary: &Path,
    report: &Path,
) -> Vec<(OsString, OsString)> {
    let given = nvcc.get_envs();
    let given = given.filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())));
    let of_plan = plan.environment.iter().map(|(n, v)| (n.into(), v.into()));
    let own = [
        ("TMPDIR", temporary.as_os_str()),
        (REPORT, report.as_os_str()),
    ];
    let path = plan.path.as_deref().map(OsStr::new);
    let own = own.into_iter().chain(path.map(|path| ("PATH", path)));
    given
        .chain(of_plan)
        .chain(own.map(|(name, value)| (name.into(), value.to_owned())))
        .collect()
}

/// The steps of a plan, each with who may do it: all that follow from one preprocessed text are done by one process.
fn made(plan: &Plan) -> Vec<Made> {
    let mut passes = 0;
    let mut steps: Vec<Made> = Vec::new();
    for step in &plan.steps {
        let mut step = step.clone();
        let with_depfile = step.depfile.is_some().then(|| step.arguments.clone());
        if with_depfile.is_some() {
            // Those for the dependency file stand at the end.
            step.arguments
                .truncate(step.arguments.len() - DEPENDENCY_WORDS);
        }
        let writers = step.inputs.iter().filter_map(|input| {
            let mut all = steps.iter();
            all.find(|made| made.step.outputs.contains(input))
        });
        // The text that a step reads counts before all else.
        let writer = writers
            .clone()
            .find(|made| made.step.kind == PREPROCESS)
            .or_else(|| writers.clone().next());
        let worker = match step.kind {
            PREPROCESS => {
                passes += 1;
                Some(passes - 1)
            }
            "fatbinary" => None,
            _ => writer.and_then(|made| made.worker),
        };
        steps.push(Made {
            step,
            with_depfile,
            worker: worker.filter(|&number| number < MOST_WORKERS),
            last: None,
        });
    }
    steps
}

/// How many words a plan adds to have a dependency file written.
const DEPENDENCY_WORDS: usize = 5;

/// What a unit's steps rest on beside their inputs: nvcc first, then the tools and the files with options.
fn ground(unit: &Unit, nvcc: &Command, steps: &[Made]) -> impl Iterator<Item = PathBuf> {
    let mut out = vec![PathBuf::from(nvcc.get_program())];
    let root = Path::new(nvcc.get_program())
        .parent()
        .and_then(Path::parent);
    if let Some(toolkit) = root.and_then(|root| Toolkit::at(root).ok()) {
        let own = |program| of_toolkit(program, &toolkit, &ProcessEnv);
        out.extend(Program::ALL.into_iter().filter_map(own));
    }
    let programs = steps
        .iter()
        .map(|made| PathBuf::from(&made.step.arguments[0]));
    out.extend(programs.filter(|program| program.is_absolute()));
    out.extend(option_files(&unit.args, &unit.folder));
    out.into_iter()
}
