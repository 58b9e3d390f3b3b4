//! One build of a unit: nvcc with stand-ins, or the steps that nvcc would run. It must not know when a unit is built.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant, SystemTime};

use cleave_options::nvcc::{Scanned, scan};
use cleave_plan::more_than_steps;

use crate::depfile;
use crate::running::Running;
use crate::steps::{Goal, Recipe};
use cleave_rebuild::{Account, REPORT};

/// Whether what a build by steps needs is there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Warmed {
    /// It was there before.
    Before,
    /// It was made.
    Now,
    /// It could not be made.
    Not,
    /// nvcc has to build the unit, with why.
    Never(String),
}

/// One command of nvcc.
#[derive(Clone, Debug)]
pub(crate) struct Unit {
    /// What it is called to the user.
    pub(crate) name: String,
    /// Where it runs.
    pub(crate) folder: PathBuf,
    /// Its arguments.
    pub(crate) args: Vec<OsString>,
}

/// What came of a build.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) ok: bool,
    /// What nvcc and its tools said.
    pub(crate) said: Vec<u8>,
    pub(crate) account: Account,
    pub(crate) began: SystemTime,
    pub(crate) took: Duration,
    /// The files that it has read, if it came so far.
    pub(crate) inputs: Option<Vec<PathBuf>>,
}

impl Unit {
    /// Builds it by an nvcc. `running` can end it. `temporary` is a folder for temporary files of this unit's builds.
    ///
    /// # Errors
    /// nvcc cannot be started, or a temporary file cannot be made.
    pub(crate) fn build(
        &self,
        mut nvcc: Command,
        running: &Running,
        temporary: &Path,
    ) -> io::Result<Built> {
        let (begin, began) = (Instant::now(), SystemTime::now());
        let report = tempfile::NamedTempFile::new()?;
        let written = tempfile::NamedTempFile::new()?;
        fs::create_dir_all(temporary)?;
        let depfile = self.depfile();
        let before = self.products(depfile.as_deref());
        nvcc.args(&self.args);
        if depfile.is_none() {
            nvcc.arg("-MD").arg("-MF").arg(written.path());
        }
        nvcc.current_dir(&self.folder)
            .env(REPORT, report.path())
            .env("TMPDIR", temporary);
        let output = running.output(&mut nvcc)?;
        if running.is_ended() {
            remove_changed(&before);
            remove_left(temporary);
        }
        let rules = match depfile {
            Some(path) => fs::read_to_string(self.folder.join(path)),
            None => fs::read_to_string(written.path()),
        };
        let inputs = rules.ok().map(|text| depfile::read(&text, &self.folder));
        Ok(Built {
            ok: output.status.success(),
            said: [output.stdout, output.stderr].concat(),
            account: Account::read(report.path()),
            began,
            took: begin.elapsed(),
            inputs: inputs.filter(|all| !all.is_empty()),
        })
    }

    /// Builds it by its steps, as far as they are known. `None` where nvcc must build it.
    ///
    /// # Errors
    /// A tool cannot be started.
    pub(crate) fn build_by_steps(
        &self,
        recipe: &mut Option<Recipe>,
        nvcc: &Command,
        running: &Running,
    ) -> io::Result<Option<Built>> {
        let (begin, began) = (Instant::now(), SystemTime::now());
        let before = self.products(self.depfile().as_deref());
        let valid = recipe.as_mut().filter(|recipe| recipe.is_valid(nvcc));
        let done = valid.map_or(Ok(None), |recipe| recipe.run(Goal::All, running));
        if !matches!(done, Ok(Some(_))) {
            *recipe = None;
        }
        let done = done?;
        if running.is_ended() {
            remove_changed(&before);
        }
        Ok(done.map(|done| Built {
            ok: done.ok,
            said: done.said,
            account: done.account,
            began,
            took: begin.elapsed(),
            inputs: (!done.inputs.is_empty()).then_some(done.inputs),
        }))
    }

    /// Why nvcc has to build it, as far as the command says.
    pub(crate) fn needs_nvcc(&self) -> Option<String> {
        if let Some(more) = more_than_steps(&self.args, &self.folder) {
            return Some(format!("{more} asks for more than the steps"));
        }
        (self.sources().count() != 1).then(|| "it has more than one source".to_owned())
    }

    /// Makes what a build by steps needs, unless it is there. `temporary` as for [`Unit::build`].
    pub(crate) fn warm(
        &self,
        recipe: &mut Option<Recipe>,
        nvcc: &Command,
        running: &Running,
        temporary: &Path,
    ) -> Warmed {
        if recipe.as_ref().is_some_and(|recipe| recipe.is_valid(nvcc)) {
            return Warmed::Before;
        }
        *recipe = None;
        let new = match Recipe::new(self, nvcc, temporary) {
            Ok(new) => recipe.insert(new),
            Err(why) => return Warmed::Never(why),
        };
        let done = new.run(Goal::Warm, running);
        let is_warm = matches!(done, Ok(Some(done)) if done.ok);
        let depfile = self.depfile().map(|path| self.folder.join(path));
        let is_known = depfile.is_none_or(|path| new.knows(&path));
        match (is_known, is_warm && !running.is_ended()) {
            (true, true) => Warmed::Now,
            (is_known, _) => {
                *recipe = None;
                match is_known {
                    true => Warmed::Not,
                    false => Warmed::Never("its dependency file names other files".into()),
                }
            }
        }
    }

    /// The object and the dependency file that the command writes, as far as it names them, and when they were written last.
    fn products(&self, depfile: Option<&Path>) -> Vec<(PathBuf, Option<SystemTime>)> {
        let object = self.value("output-file");
        let all = object.into_iter().chain(depfile.map(Path::to_path_buf));
        let all = all.map(|path| self.folder.join(path));
        all.map(|path| (path.clone(), written(&path))).collect()
    }

    /// The value of the option of a long name.
    fn value(&self, long: &str) -> Option<PathBuf> {
        let words = scan(&self.args);
        let named = words.into_iter().find(|word| word.is(long))?;
        named.value.map(PathBuf::from)
    }

    /// The dependency file that the command writes in any case.
    fn depfile(&self) -> Option<PathBuf> {
        if let Some(path) = self.value("dependency-output") {
            return Some(path);
        }
        let writes = DEPENDENCIES;
        let mut words = scan(&self.args).into_iter();
        let is_written = words.any(|word| writes.iter().any(|long| word.is(long)));
        let object = self.value("output-file").filter(|_| is_written)?;
        Some(object.with_extension("d"))
    }

    /// The innermost folder that the sources lie in, and where the command runs; none where that is all there is.
    pub(crate) fn root(&self) -> Option<PathBuf> {
        let mut root = self.folder.clone();
        for source in self.sources() {
            while !source.starts_with(&root) {
                root.pop();
            }
        }
        (root.components().count() > 1).then_some(root)
    }

    /// The sources that the command names.
    pub(crate) fn sources(&self) -> impl Iterator<Item = PathBuf> {
        let is_source = |path: &PathBuf| {
            path.extension()
                .is_some_and(|e| SOURCES.iter().any(|s| e == *s))
        };
        let files = scan(&self.args).into_iter().filter(Scanned::is_operand);
        let files: Vec<PathBuf> = files.map(|file| PathBuf::from(&file.words[0])).collect();
        let sources = files.into_iter().filter(is_source);
        sources.map(|path| self.folder.join(path))
    }
}

/// Options with which a dependency file is written beside the object.
const DEPENDENCIES: [&str; 2] = [
    "generate-dependencies-with-compile",
    "generate-nonsystem-dependencies-with-compile",
];
/// What names of sources end in.
const SOURCES: [&str; 5] = ["cu", "cpp", "cc", "cxx", "c"];

/// When a file was written last.
fn written(path: &Path) -> Option<SystemTime> {
    let about = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    about.modified().ok()
}

/// Removes what a build has written that was ended: nobody knows how much of it is there. make does the same.
fn remove_changed(before: &[(PathBuf, Option<SystemTime>)]) {
    for (path, then) in before {
        let now = written(path);
        if now.is_some() && now != *then {
            let _ = fs::remove_file(path);
        }
    }
}

/// What Cleave's own folders for temporary files begin with. A process that goes on in the background may still read one.
const OWN: &str = "cleave-";

/// Removes the temporary files that tools have left which were killed.
fn remove_left(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry
            .file_name()
            .as_encoded_bytes()
            .starts_with(OWN.as_bytes())
        {
            continue;
        }
        let path = entry.path();
        let _ = match path.is_dir() {
            true => fs::remove_dir_all(path),
            false => fs::remove_file(path),
        };
    }
}
