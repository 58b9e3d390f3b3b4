//! The command line of `cleave plan`.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use cleave_toolkit::cli::{NvccArgs, nvcc};

use crate::ask::dry_run;
use crate::beside::builds_nothing;

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
    if let Some(word) = words.iter().find(|word| builds_nothing(word)) {
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
    let mut nvcc = Command::new(&program);
    let temporary = tempfile::tempdir().map_err(|error| fail(error.to_string()))?;
    let said = dry_run(&mut nvcc, words, temporary.path()).map_err(fail)?;
    if !said.messages.is_empty() {
        let _ = io::stderr().write_all(said.messages.as_bytes());
    }
    if let Some(status) = said.failed {
        return Err((String::new(), status));
    }
    let plan = said.plan(&nvcc, words, Some(&args.folder)).map_err(fail)?;
    let mut text = serde_json::to_string_pretty(&plan).map_err(|error| fail(error.to_string()))?;
    text.push('\n');
    Ok(text)
}
