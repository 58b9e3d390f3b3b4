//! The command line of `cleave watch`.

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::sync::mpsc::channel;

use clap::Args;
use cleave_toolkit::cli::{NvccArgs, nvcc};
use cleave_toolkit::compile_commands::is_nvcc;
use cleave_toolkit::{Env, ProcessEnv};

use crate::build::Unit;
use crate::compile_commands;
use crate::say::Format;
use crate::session::{Message, Session, Wish};

/// The exit status where nothing can be watched.
const CANNOT: i32 = 1;

/// Builds again what a save has changed.
///
/// After `--` comes a command of nvcc, or -p names a compilation database. Headers are watched too. Ctrl-C ends it.
#[derive(Args, Clone, Debug)]
pub struct WatchArgs {
    /// A folder with compile_commands.json, or the file: what nvcc compiles there is watched
    #[arg(short = 'p', value_name = "FOLDER", conflicts_with = "command")]
    pub(crate) project: Option<PathBuf>,

    /// Of the project only these sources
    #[arg(value_name = "FILE", requires = "project")]
    pub(crate) sources: Vec<PathBuf>,

    /// The root of the CUDA toolkit to use
    #[arg(long, value_name = "FOLDER")]
    pub(crate) cuda_path: Option<PathBuf>,

    /// What is used again of the device's side: exact, kernels or off, as `cleave nvcc` has it
    #[arg(long, value_name = "exact|kernels|off", value_parser = ["exact", "kernels", "off"])]
    pub(crate) cleave_device: Option<String>,

    /// Build once and end; exit status 1 if something is not built
    #[arg(long)]
    pub(crate) once: bool,

    /// Run a command of the shell whenever everything is built
    #[arg(long, value_name = "COMMAND")]
    pub(crate) exec: Option<String>,

    /// The form of what is said
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,

    /// nvcc and its arguments
    #[arg(last = true, value_name = "nvcc ARGS")]
    pub(crate) command: Vec<OsString>,
}

/// Runs `cleave watch` and gives the exit status: 0 after `--once`, 130 after Ctrl-C, 1 if nothing can be watched or, with `--once`, if
/// something is not built. `version` is that of the running executable.
pub fn watch(args: &WatchArgs, version: &str) -> i32 {
    let units = match units(args) {
        Ok(units) => units,
        Err(why) => return fail(&why),
    };
    let nvcc_args = NvccArgs {
        cuda_path: args.cuda_path.clone(),
        cleave_second_opinion: None,
        cleave_device: None,
        cleave_report: None,
        args: Vec::new(),
    };
    if let Err(status) = nvcc(&nvcc_args, version) {
        return status;
    }
    // The toolkit may be gone, or be another one, by the next build.
    let nvcc = || {
        let mut command = nvcc(&nvcc_args, version).ok()?;
        // The next build comes soon: headers are precompiled for it.
        if ProcessEnv
            .nonempty_var(cleave_rebuild::PRECOMPILED)
            .is_none()
        {
            command.env(cleave_rebuild::PRECOMPILED, "now");
        }
        if let Some(mode) = &args.cleave_device {
            command.env(cleave_rebuild::DEVICE, mode);
        }
        Some(command)
    };
    let (sender, receiver) = channel();
    let interrupt = sender.clone();
    // Without a handler Ctrl-C ends the process, and leaves builds to themselves.
    if let Err(error) = ctrlc::set_handler(move || drop(interrupt.send(Message::Interrupt))) {
        return fail(&error.to_string());
    }
    let wish = Wish {
        format: args.format,
        once: args.once,
        exec: args.exec.clone(),
    };
    match Session::new(units, wish, &nvcc, sender) {
        Ok(session) => session.run(&receiver),
        Err(error) => fail(&error.to_string()),
    }
}

fn units(args: &WatchArgs) -> Result<Vec<Unit>, String> {
    if let Some(project) = &args.project {
        return compile_commands::units(project, &args.sources);
    }
    let Some((program, words)) = args.command.split_first() else {
        return Err("say what to build: `cleave watch -- nvcc ARGS`, or -p with a project".into());
    };
    if !is_nvcc(program) {
        return Err(format!("{} is not nvcc", program.display()));
    }
    let folder = std::env::current_dir().map_err(|error| error.to_string())?;
    let mut unit = Unit {
        name: String::new(),
        folder,
        args: words.to_vec(),
    };
    let first = unit.sources().next();
    unit.name = match first.as_deref().and_then(|s| s.file_name()) {
        Some(name) => name.to_string_lossy().into_owned(),
        None => return Err("the command names no source".into()),
    };
    Ok(vec![unit])
}

fn fail(message: &str) -> i32 {
    // Nothing to be done when even the standard error is closed.
    let _ = writeln!(std::io::stderr(), "cleave: error: {message}");
    CANNOT
}
