//! Steps and their order.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

use serde::Serialize;

use crate::dryrun::DryRun;
use crate::files::{Files, Kind};
use crate::names::Names;

/// The number of the form: a reader refuses what it does not know.
const VERSION: u32 = 1;

/// Variables of nvcc that its tools read.
const ENVIRONMENT: [&str; 2] = ["LD_LIBRARY_PATH", "NVVMIR_LIBRARY_DIR"];

/// What an nvcc command does.
#[derive(Clone, Debug, Serialize)]
pub struct Plan {
    /// The number of the form.
    pub version: u32,
    /// The command, without what has no place in a plan.
    pub command: Vec<String>,
    /// Variables that the steps want.
    pub environment: BTreeMap<String, String>,
    /// In an order in which they can be run, in the folder where the command would run.
    pub steps: Vec<Step>,
    /// What the command makes: files that lie between steps are left out.
    pub outputs: Vec<String>,
    /// The folders in which nvcc has programs looked for. A build system has its own.
    #[serde(skip)]
    pub path: Option<String>,
}

/// One run of a tool.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// What it is and makes; no other step of the plan is called so.
    pub name: String,
    /// What it is.
    pub kind: &'static str,
    /// The program and its words.
    pub arguments: Vec<String>,
    /// The files that the command names and reads; headers are in the dependency file.
    pub inputs: Vec<String>,
    /// The files that it writes, but for the dependency file. Folders have to be there.
    pub outputs: Vec<String>,
    /// The dependency file that it writes, in the form of make: the headers of this step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depfile: Option<String>,
    /// Whether its result goes to the standard output.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub prints: bool,
    /// The names of the steps that have to be over.
    pub needs: Vec<String>,
}

impl Plan {
    /// The plan of a command. `temporary` is the folder of nvcc's temporary files, `folder` that of the plan.
    pub fn new(command: Vec<String>, run: DryRun, temporary: &str, folder: &str) -> Plan {
        Plan::named(command, run, Names::new(temporary, folder))
    }

    /// The plan of a command, with these names for files between steps.
    pub(crate) fn named(command: Vec<String>, run: DryRun, mut names: Names<'_>) -> Plan {
        let mut steps: Vec<Step> = Vec::new();
        let mut order = Order::default();
        for words in &run.commands {
            let mut words: Vec<String> = words.iter().map(|word| names.stable(word)).collect();
            let kind = Kind::of(&words);
            words[0] = program(&words[0], kind, &run.variables);
            let is_written = |file: &str| order.writers.contains_key(file);
            let mut files = Files::of(kind, &words, |file| names.is_between(file), is_written);
            if kind.reads_headers() {
                order.add_included(&mut files);
            }
            let main = files.outputs.last().or(files.inputs.first());
            let main = main.cloned().unwrap_or_default();
            let depfile = kind.reads_headers().then(|| names.depfile(&main));
            if let Some(depfile) = &depfile {
                words.extend(["-MD", "-MF", depfile, "-MT", &main].map(str::to_owned));
            }
            let needs = order.add(steps.len(), &files);
            let name = format!("{} {main}", kind.name());
            let twins = steps.iter().filter(|step| step.name == name).count();
            steps.push(Step {
                name: match twins {
                    0 => name,
                    twins => format!("{name} {}", twins + 1),
                },
                kind: kind.name(),
                arguments: words,
                prints: files.outputs.is_empty(),
                inputs: files.inputs,
                outputs: files.outputs,
                depfile,
                needs: needs.into_iter().map(|at| steps[at].name.clone()).collect(),
            });
        }
        let made = steps.iter().flat_map(|step| &step.outputs);
        let made: BTreeSet<&String> = made.filter(|file| !names.is_between(file)).collect();
        let outputs = made.into_iter().cloned().collect();
        let environment = ENVIRONMENT.iter().filter_map(|name| {
            let value = run.variables.get(*name)?;
            Some(((*name).to_owned(), value.clone()))
        });
        Plan {
            path: run.variables.get("PATH").cloned(),
            version: VERSION,
            command,
            environment: environment.collect(),
            steps,
            outputs,
        }
    }
}

/// Who has written and read what, by number.
#[derive(Default)]
struct Order {
    writers: HashMap<String, usize>,
    readers: HashMap<String, Vec<usize>>,
    /// The files that a file includes which a step has written.
    included: HashMap<String, Vec<String>>,
}

impl Order {
    /// Adds to the inputs what they include and what some step has written.
    fn add_included(&self, files: &mut Files) {
        let mut more = files.inputs.clone();
        let mut at = 0;
        while let Some(file) = more.get(at).cloned() {
            for next in self.included.get(&file).into_iter().flatten() {
                if self.writers.contains_key(next) && !more.contains(next) {
                    more.push(next.clone());
                }
            }
            at += 1;
        }
        files.inputs = more;
    }

    /// Adds a step, and gives those that have to be over before: who writes what it reads, and who wrote or read what it writes.
    fn add(&mut self, at: usize, files: &Files) -> BTreeSet<usize> {
        let mut needs = BTreeSet::new();
        for file in &files.inputs {
            needs.extend(self.writers.get(file));
            self.readers.entry(file.clone()).or_default().push(at);
        }
        for file in &files.outputs {
            let folder = Path::new(file).parent().unwrap_or(Path::new(""));
            let beside = |name: &String| folder.join(name).to_string_lossy().into_owned();
            let included = files.included.iter().map(beside).collect();
            self.included.insert(file.clone(), included);
            needs.extend(self.readers.remove(file).into_iter().flatten());
            needs.extend(self.writers.insert(file.clone(), at));
        }
        needs.remove(&at);
        needs
    }
}

/// The path of a program that nvcc finds on the path that it makes. The host compiler is left to whoever runs the step, but where
/// it lies in a folder that nvcc has put there by its own: that of a shadow toolkit does.
fn program(name: &str, kind: Kind, variables: &BTreeMap<String, String>) -> String {
    let get = |variable: &str| variables.get(variable).map_or("", String::as_str);
    let (path, here) = (get("PATH"), get("_HERE_"));
    let is_own =
        |folder: &&str| kind.is_of_toolkit() || !here.is_empty() && folder.starts_with(here);
    let mut programs = path
        .split(':')
        .filter(is_own)
        .map(|f| Path::new(f).join(name));
    match programs.find(|program| !name.contains('/') && program.is_file()) {
        Some(program) => program.to_string_lossy().into_owned(),
        None => name.to_owned(),
    }
}
