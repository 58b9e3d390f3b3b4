//! nvcc is asked what it would run. It must not know what becomes of the answer.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::beside::planned;
use crate::dryrun::DryRun;
use crate::names::Names;
use crate::steps::Plan;

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
