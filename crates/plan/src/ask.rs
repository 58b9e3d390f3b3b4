//! nvcc is asked what it would run. It must not know what becomes of the answer.

use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::dryrun::DryRun;
use crate::names::Names;
use crate::steps::Plan;

/// What an option of nvcc does beside the steps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    /// It is about the dependency file: each step of a plan has one of its own.
    Dependencies,
    /// It keeps the files between steps: a plan's stay.
    Keeps,
    /// It says what would run.
    Asks,
    /// It says more of what runs.
    Says,
    /// Its command makes no file of a build.
    BuildsNothing,
}

use Beside::{Asks, BuildsNothing, Dependencies, Keeps, Says};

/// The options, and whether a word with a value follows.
#[rustfmt::skip] // one row per line
const OPTIONS: &[(&str, bool, Beside)] = &[
    ("-MD",                                              false, Dependencies),
    ("--generate-dependencies-with-compile",             false, Dependencies),
    ("-MMD",                                             false, Dependencies),
    ("--generate-nonsystem-dependencies-with-compile",   false, Dependencies),
    ("-MP",                                              false, Dependencies),
    ("--generate-dependency-targets",                    false, Dependencies),
    ("-MF",                                              true,  Dependencies),
    ("--dependency-output",                              true,  Dependencies),
    ("-MT",                                              true,  Dependencies),
    ("--dependency-target-name",                         true,  Dependencies),
    ("-keep",                                            false, Keeps),
    ("--keep",                                           false, Keeps),
    ("-save-temps",                                      false, Keeps),
    ("--save-temps",                                     false, Keeps),
    ("-keep-dir",                                        true,  Keeps),
    ("--keep-dir",                                       true,  Keeps),
    ("--dryrun",                                         false, Asks),
    ("-time",                                            true,  Says),
    ("--time",                                           true,  Says),
    ("-v",                                               false, Says),
    ("--verbose",                                        false, Says),
    ("-M",                                               false, BuildsNothing),
    ("-MM",                                              false, BuildsNothing),
    ("--generate-dependencies",                          false, BuildsNothing),
    ("--generate-nonsystem-dependencies",                false, BuildsNothing),
    ("-run",                                             false, BuildsNothing),
    ("--run",                                            false, BuildsNothing),
    ("-clean",                                           false, BuildsNothing),
    ("--clean-targets",                                  false, BuildsNothing),
    ("-V",                                               false, BuildsNothing),
    ("--version",                                        false, BuildsNothing),
    ("-h",                                               false, BuildsNothing),
    ("--help",                                           false, BuildsNothing),
];

/// The row of an option, whose value may stand behind `=`.
fn row(word: &OsStr) -> Option<&'static (&'static str, bool, Beside)> {
    let word = word.to_string_lossy();
    OPTIONS.iter().find(|(name, ..)| {
        word.strip_prefix(name)
            .is_some_and(|value| value.is_empty() || value.starts_with('='))
    })
}

/// Whether a command with an option makes no file of a build.
pub(crate) fn builds_nothing(word: &OsStr) -> bool {
    row(word).is_some_and(|row| row.2 == BuildsNothing)
}

/// Whether nvcc does nothing for a command but its steps, and a dependency file.
pub fn is_steps_alone(words: &[OsString]) -> bool {
    let mut rows = words.iter().filter_map(|word| row(word));
    rows.all(|(.., beside)| *beside == Dependencies)
}

/// What nvcc says of a command.
pub struct Said {
    /// What it says to people, by lines.
    pub messages: String,
    /// Its exit status where it refuses the command.
    pub failed: Option<i32>,
    /// The lines that say what would run.
    run: String,
    /// The folder of temporary files that it would use.
    temporary: PathBuf,
}

/// Asks an nvcc, a command without arguments, what it would run for some. A folder of its own tells the names of temporary files.
///
/// # Errors
/// nvcc cannot be started.
pub fn dry_run(nvcc: &mut Command, words: &[OsString], temporary: &Path) -> Result<Said, String> {
    let output = nvcc
        .arg("--dryrun")
        .args(planned(words))
        .env("TMPDIR", temporary)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{}: {error}", Path::new(nvcc.get_program()).display()))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let (run, messages): (Vec<&str>, Vec<&str>) = said
        .split_inclusive('\n')
        .partition(|line| line.starts_with("#$ "));
    Ok(Said {
        messages: messages.concat(),
        failed: (!output.status.success()).then(|| output.status.code().unwrap_or(REFUSED)),
        run: run.concat(),
        temporary: temporary.to_owned(),
    })
}

/// The exit status of an nvcc that a signal has ended.
const REFUSED: i32 = 1;

impl Said {
    /// The commands that would run.
    ///
    /// # Errors
    /// A line that is not understood.
    pub fn run(&self) -> Result<DryRun, String> {
        DryRun::read(&self.run, &ask)
    }

    /// The plan of the command. Files between steps have names of their own in a folder, or nvcc's where there is none.
    ///
    /// # Errors
    /// A line that is not understood, or nothing that would run.
    pub fn plan(
        &self,
        nvcc: &Command,
        words: &[OsString],
        folder: Option<&str>,
    ) -> Result<Plan, String> {
        let run = self.run()?;
        let program = nvcc.get_program().to_owned();
        let command: Vec<String> = [program]
            .iter()
            .chain(&planned(words))
            .map(|w| w.to_string_lossy().into_owned())
            .collect();
        let temporary = self.temporary.to_string_lossy();
        let names = match folder {
            Some(folder) => Names::new(&temporary, folder),
            None => Names::as_they_are(&temporary),
        };
        let plan = Plan::named(command, run, names);
        match plan.steps.is_empty() {
            true => Err("nvcc runs nothing for that command".into()),
            false => Ok(plan),
        }
    }
}

/// A command line without what has no place in a plan.
fn planned(words: &[OsString]) -> Vec<OsString> {
    let mut out = Vec::new();
    let mut rest = words.iter();
    while let Some(word) = rest.next() {
        match row(word) {
            Some((name, follows, Dependencies | Keeps | Asks)) => {
                if *follows && word == name {
                    rest.next();
                }
            }
            _ => out.push(word.clone()),
        }
    }
    out
}

/// What a compiler says where one of its programs is.
fn ask(words: &[String]) -> Option<String> {
    let (program, words) = words.split_first()?;
    let [question] = words else { return None };
    if !question.starts_with("-print-prog-name=") {
        return None;
    }
    let output = Command::new(program).arg(question).output().ok()?;
    let name = String::from_utf8(output.stdout).ok()?;
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_place_in_a_plan_is_left_out() {
        let words = "-c -MD -MF x.d -MT=y a.cu -MP --keep -keep-dir k -MFoo -o a.o";
        let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
        assert_eq!(planned(&words).join(" ".as_ref()), "-c a.cu -MFoo -o a.o");
    }

    #[test]
    fn some_commands_are_more_than_steps() {
        let alone = |words: &str| {
            let words: Vec<OsString> = words.split(' ').map(OsString::from).collect();
            is_steps_alone(&words)
        };
        assert!(alone("-c -MD -MMD -MF x.d -MT=y a.cu -MP -o a.o --vis"));
        for more in ["--keep", "-keep-dir=k", "--time=t", "-v", "-run"] {
            assert!(!alone(&format!("-c a.cu {more}")), "{more}");
        }
    }
}
