//! nvcc is asked what it would run. It must not know what becomes of the answer.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::dryrun::DryRun;
use crate::names::Names;
use crate::steps::Plan;

/// Options that have no place in a plan, and whether a word with a value follows: each step has a dependency file of its own, and files
/// between steps stay.
const LEFT_OUT: [(&str, bool); 17] = [
    ("-MD", false),
    ("-MMD", false),
    ("--generate-dependencies-with-compile", false),
    ("--generate-nonsystem-dependencies-with-compile", false),
    ("-MP", false),
    ("--generate-dependency-targets", false),
    ("-MF", true),
    ("--dependency-output", true),
    ("-MT", true),
    ("--dependency-target-name", true),
    ("-keep", false),
    ("--keep", false),
    ("-save-temps", false),
    ("--save-temps", false),
    ("-keep-dir", true),
    ("--keep-dir", true),
    ("--dryrun", false),
];

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
        let run = DryRun::read(&self.run, &ask)?;
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
        let text = word.to_string_lossy();
        let left_out = LEFT_OUT.iter().find(|(name, _)| {
            text.strip_prefix(name)
                .is_some_and(|value| value.is_empty() || value.starts_with('='))
        });
        match left_out {
            None => out.push(word.clone()),
            Some((name, true)) if text == *name => drop(rest.next()),
            Some(_) => {}
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
}
