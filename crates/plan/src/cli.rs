//! The command line of `cleave plan`.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use clap::Args;
use cleave_toolkit::cli::{NvccArgs, nvcc};

use crate::dryrun::DryRun;
use crate::steps::Plan;

/// The exit status where there is no plan.
const NO_PLAN: i32 = 1;

/// Print the steps of an nvcc command as JSON, for build systems
///
/// The schema is docs/plan.schema.json. Nothing is run but `nvcc --dryrun`.
#[derive(Args, Clone, Debug)]
pub struct PlanArgs {
    /// The root of the CUDA toolkit to use
    #[arg(long, value_name = "FOLDER")]
    cuda_path: Option<PathBuf>,

    /// Where files between steps are put
    #[arg(long, value_name = "FOLDER", default_value = "plan")]
    folder: String,

    /// nvcc and its arguments. `nvcc` is that of the shadow toolkit; a path is that nvcc
    #[arg(last = true, required = true, value_name = "nvcc ARGS")]
    command: Vec<OsString>,
}

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

/// Options whose command makes no file of a build.
const NO_BUILD: [&str; 12] = [
    "-M",
    "-MM",
    "--generate-dependencies",
    "--generate-nonsystem-dependencies",
    "-run",
    "--run",
    "-clean",
    "--clean-targets",
    "-V",
    "--version",
    "-h",
    "--help",
];

/// Runs `cleave plan` and gives the exit status: 0, nvcc's where it refuses the command, or 1. `version` is that of the running executable.
pub fn plan(args: &PlanArgs, version: &str) -> i32 {
    let text = match text(args, version) {
        Ok(text) => text,
        Err((message, status)) => {
            if !message.is_empty() {
                let _ = writeln!(io::stderr(), "cleave: error: {message}");
            }
            return status;
        }
    };
    match io::stdout().write_all(text.as_bytes()) {
        Ok(()) => 0,
        Err(error) => {
            let _ = writeln!(io::stderr(), "cleave: error: standard output: {error}");
            NO_PLAN
        }
    }
}

fn text(args: &PlanArgs, version: &str) -> Result<String, (String, i32)> {
    let fail = |message: String| (message, NO_PLAN);
    let Some((program, words)) = args.command.split_first() else {
        return Err(fail("the command is empty".into()));
    };
    if let Some(word) = words
        .iter()
        .find(|w| NO_BUILD.iter().any(|n| w.as_os_str() == *n))
    {
        return Err(fail(format!("with {} nothing is built", word.display())));
    }
    let program = match Path::new(program).components().count() {
        1 if program == "nvcc" => {
            let shadow = NvccArgs {
                cuda_path: args.cuda_path.clone(),
                cleave_second_opinion: None,
                cleave_device: None,
                cleave_report: None,
                args: Vec::new(),
            };
            let command = nvcc(&shadow, version).map_err(|status| (String::new(), status))?;
            command.get_program().to_owned()
        }
        _ => program.clone(),
    };
    // A folder of its own tells the names of temporary files.
    let temporary = tempfile::tempdir().map_err(|error| fail(error.to_string()))?;
    let words = planned(words);
    let output = Command::new(&program)
        .arg("--dryrun")
        .args(&words)
        .env("TMPDIR", temporary.path())
        .stdin(Stdio::null())
        .output()
        .map_err(|error| fail(format!("{}: {error}", Path::new(&program).display())))?;
    let said = String::from_utf8_lossy(&output.stderr);
    let messages: Vec<&str> = said.lines().filter(|l| !l.starts_with("#$ ")).collect();
    for message in messages {
        let _ = writeln!(io::stderr(), "{message}");
    }
    if !output.status.success() {
        return Err((String::new(), output.status.code().unwrap_or(NO_PLAN)));
    }
    let run = DryRun::read(&said, &ask).map_err(fail)?;
    let nvcc: Vec<String> = [program.clone()]
        .iter()
        .chain(&words)
        .map(|w| w.to_string_lossy().into_owned())
        .collect();
    let temporary = temporary.path().to_string_lossy().into_owned();
    let plan = Plan::new(nvcc, run, &temporary, &args.folder);
    if plan.steps.is_empty() {
        return Err(fail("nvcc runs nothing for that command".into()));
    }
    let mut text = serde_json::to_string_pretty(&plan).map_err(|error| fail(error.to_string()))?;
    text.push('\n');
    Ok(text)
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
