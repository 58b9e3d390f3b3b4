//! The subcommands `cleave nvcc` and `cleave toolkit`: arguments, messages, exit statuses. It must not
//! know how a toolkit is found or a shadow is made.

use std::ffi::OsString;
use std::fmt;
use std::io::{self, Write};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use crate::env::ProcessEnv;
use crate::layout::{NVCC, Toolkit};
use crate::original::SECOND_OPINION;
use crate::shadow::{Frontend, Shadow, ShadowError};
use crate::support::{Support, support};
use crate::{find, shadow, shadows};

/// The exit status when there is no toolkit or no shadow.
pub const EXIT_NO_TOOLKIT: i32 = 1;
/// The exit status when nvcc is there but cannot be started, as shells have it.
pub const EXIT_CANNOT_RUN: i32 = 126;

/// Runs nvcc with Cleave as its front end, and uses again what its device tools wrote for the same device code.
///
/// What comes after the options listed here goes to nvcc as it is, `--help` and `--version` included.
/// The exit status is nvcc's.
#[derive(Args, Clone, Debug)]
#[command(disable_help_flag = true, disable_version_flag = true)]
pub struct NvccArgs {
    /// The root of the CUDA toolkit to use
    #[arg(long, value_name = "FOLDER")]
    pub cuda_path: Option<PathBuf>,

    /// Whether the toolkit's cudafe++ is asked where Cleave does not accept the input [default: on, unless
    /// CLEAVE_SECOND_OPINION is off]
    #[arg(long, value_name = "on|off", value_parser = ["on", "off"])]
    pub cleave_second_opinion: Option<String>,

    /// What is used again of the device's side: `exact`, what NVIDIA's cicc and ptxas wrote for the same device code; `kernels`, each
    /// kernel by itself; `off`, nothing [default: CLEAVE_DEVICE, or else exact]
    #[arg(long, value_name = "exact|kernels|off", value_parser = ["exact", "kernels", "off"])]
    pub cleave_device: Option<String>,

    /// Write what ran, what was used again and why, as JSON
    #[arg(long, value_name = "FILE")]
    pub cleave_report: Option<PathBuf>,

    /// The arguments of nvcc
    #[arg(
        value_name = "ARGS",
        trailing_var_arg = true,
        allow_hyphen_values = true
    )]
    pub args: Vec<OsString>,
}

/// Makes a shadow of a CUDA toolkit whose cudafe++ is Cleave, and prints its root.
///
/// For build systems: CMAKE_CUDA_COMPILER is the bin/nvcc in that folder.
#[derive(Args, Clone, Debug)]
pub struct ToolkitArgs {
    /// The root of the CUDA toolkit to use
    #[arg(long, value_name = "FOLDER")]
    pub cuda_path: Option<PathBuf>,

    /// Where to make the shadow [default: in the user's cache folder]
    #[arg(long, value_name = "FOLDER")]
    pub dir: Option<PathBuf>,

    /// Print the root of the real toolkit and make no shadow
    #[arg(long, conflicts_with = "dir")]
    pub print_cuda_path: bool,
}

/// What `cleave nvcc --help` prints where there is no nvcc that could print its own.
const NVCC_HELP: &str = "\
Run the toolkit's nvcc with Cleave in cudafe++'s place

Usage: cleave nvcc [--cuda-path FOLDER] [--cleave-device exact|kernels|off] [--cleave-report FILE] ARGS...

ARGS are nvcc's, and so are output and exit status. The toolkit is the one of --cuda-path, CUDA_PATH or CUDA_HOME, of nvcc
on PATH, of the usual folders, or of NVIDIA's Python wheels.

Exit status: nvcc's; 1 where there is no toolkit, 126 where nvcc cannot be started
";

fn asks_for_help(args: &[OsString]) -> bool {
    matches!(args, [only] if only == "--help" || only == "-h")
}

/// The command that `cleave nvcc` runs; `Err` is the exit status where there is none. `version` is that of the running executable, which
/// becomes the programs of the shadow.
pub fn nvcc(args: &NvccArgs, version: &str) -> Result<Command, i32> {
    nvcc_or(args, version, |_, why| Err(why.to_string()))
}

/// The same, but where no shadow can be written (the disk is full, or the cache folder is not to be written to) it is the toolkit's own
/// nvcc, and a warning says so.
///
/// # Errors
/// As for [`nvcc`].
pub fn nvcc_in_any_case(args: &NvccArgs, version: &str) -> Result<Command, i32> {
    nvcc_or(args, version, |toolkit, why| match why {
        ShadowError::Io(..) | ShadowError::NoCacheFolder => {
            say(&format!("warning: {why}; nvcc runs without Cleave"));
            Ok(toolkit.root().join(NVCC))
        }
        ShadowError::NotAShadow(_) | ShadowError::InToolkit(_) => Err(why.to_string()),
    })
}

/// `otherwise` gives the nvcc where there is no shadow.
fn nvcc_or(
    args: &NvccArgs,
    version: &str,
    otherwise: impl FnOnce(&Toolkit, &ShadowError) -> Result<PathBuf, String>,
) -> Result<Command, i32> {
    let found = toolkit_at(args.cuda_path.as_deref()).and_then(|toolkit| {
        match make_shadow(&toolkit, None, version) {
            Ok(shadow) => Ok(shadow.nvcc()),
            Err(NoShadow::Refused(message)) => Err(message),
            Err(NoShadow::Unmade(why)) => otherwise(&toolkit, &why),
        }
    });
    match found {
        Err(message) if asks_for_help(&args.args) => {
            let text = format!("{NVCC_HELP}\nThere is no nvcc to ask: {message}\n");
            Err(match io::stdout().write_all(text.as_bytes()) {
                Ok(()) => 0,
                Err(error) => fail(&format!("standard output: {error}"), EXIT_NO_TOOLKIT),
            })
        }
        Err(message) => Err(fail(&message, EXIT_NO_TOOLKIT)),
        Ok(nvcc) => {
            let mut command = Command::new(nvcc);
            if let Some(value) = &args.cleave_second_opinion {
                command.env(SECOND_OPINION, value);
            }
            command.args(&args.args);
            Ok(command)
        }
    }
}

/// Becomes a command. Returns only when it cannot be started, with the exit status.
pub fn become_command(command: &mut Command) -> i32 {
    let error = command.exec();
    cannot_run(command, &error)
}

/// Says that a command cannot be started, and gives the exit status.
pub fn cannot_run(command: &Command, error: &io::Error) -> i32 {
    let program = Path::new(command.get_program());
    fail(&format!("{}: {error}", program.display()), EXIT_CANNOT_RUN)
}

/// Runs `cleave toolkit`. `version` is that of the running executable. Returns the exit status.
pub fn toolkit(args: &ToolkitArgs, version: &str) -> i32 {
    let printed = toolkit_at(args.cuda_path.as_deref()).and_then(|toolkit| {
        note_missing(&toolkit);
        if args.print_cuda_path {
            return Ok(toolkit.root().to_path_buf());
        }
        let made = make_shadow(&toolkit, args.dir.as_deref(), version);
        let shadow = made.map_err(|why| why.to_string())?;
        Ok(shadow.dir().to_path_buf())
    });
    let printed = printed.and_then(|path| {
        let mut line = path.into_os_string();
        line.push("\n");
        io::stdout()
            .write_all(line.as_bytes())
            .map_err(|error| format!("standard output: {error}"))
    });
    match printed {
        Ok(()) => 0,
        Err(message) => fail(&message, EXIT_NO_TOOLKIT),
    }
}

fn toolkit_at(explicit: Option<&Path>) -> Result<Toolkit, String> {
    find(explicit, &ProcessEnv).map_err(|error| error.to_string())
}

/// Why there is no shadow.
enum NoShadow {
    /// Cleave does not serve the toolkit, or does not know itself.
    Refused(String),
    /// It cannot be made.
    Unmade(ShadowError),
}

impl fmt::Display for NoShadow {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoShadow::Refused(message) => out.write_str(message),
            NoShadow::Unmade(why) => why.fmt(out),
        }
    }
}

fn make_shadow(toolkit: &Toolkit, dir: Option<&Path>, version: &str) -> Result<Shadow, NoShadow> {
    let lost = |error| NoShadow::Refused(format!("the path of Cleave itself: {error}"));
    let executable = std::env::current_exe().map_err(lost)?;
    let frontend = Frontend {
        executable: &executable,
        version,
    };
    let is_kept = dir.is_none();
    let dir = match dir {
        Some(dir) => Ok(dir.to_path_buf()),
        None => shadow::default_dir(toolkit, &frontend, &ProcessEnv),
    };
    // This Cleave takes what it has made a shadow of. To ask nvcc costs a process.
    let is_known = dir
        .as_ref()
        .is_ok_and(|dir| shadow::is_there(toolkit, &frontend, dir));
    let support = match is_known {
        true => Support::Full,
        false => support(toolkit.version(&ProcessEnv)),
    };
    if let Support::Refused(message) = support {
        return Err(NoShadow::Refused(message));
    }
    let made = dir
        .and_then(|dir| shadow::ensure(toolkit, &frontend, &dir))
        .map_err(NoShadow::Unmade)?;
    if is_kept
        && made.is_fresh()
        && let Some(cache) = made.dir().parent()
    {
        shadows::tidy(cache);
    }
    if let Support::Untried(message) = support
        && made.is_fresh()
    {
        say(&format!("warning: {message}"));
    }
    Ok(made)
}

/// Says what a toolkit put together from packages lacks. Not an error: a build may bring it.
fn note_missing(toolkit: &Toolkit) {
    for part in toolkit.missing() {
        say(&format!(
            "warning: {} lacks {} (pip install {}, where it is from wheels)",
            toolkit.root().display(),
            part.what,
            part.wheel
        ));
    }
}

fn fail(message: &str, status: i32) -> i32 {
    say(&format!("error: {message}"));
    status
}

fn say(message: &str) {
    // Nothing to be done when even the standard error is closed.
    let _ = writeln!(io::stderr(), "cleave: {message}");
}

#[cfg(test)]
mod tests {
    use clap::{Parser, Subcommand};

    use super::*;

    #[derive(Debug, Parser)]
    #[command(version)]
    struct Top {
        #[command(subcommand)]
        command: Sub,
    }

    #[derive(Debug, Subcommand)]
    enum Sub {
        Nvcc(NvccArgs),
        Toolkit(ToolkitArgs),
    }

    fn nvcc(line: &str) -> (Option<PathBuf>, String) {
        let words = ["cleave", "nvcc"].into_iter().chain(line.split(' '));
        match Top::try_parse_from(words).unwrap().command {
            Sub::Nvcc(args) => {
                let words: Vec<_> = args.args.iter().map(|arg| arg.to_str().unwrap()).collect();
                (args.cuda_path, words.join(" "))
            }
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn arguments_of_nvcc_are_untouched() {
        for line in [
            "--version",
            "--help",
            "-h",
            "-V",
            "-c a.cu -o a.o -- b.cu",
            "--cuda-pathological a.cu",
            "a.cu --cuda-path /cuda",
            "-arch=sm_80 --cuda-path /cuda",
            "--dryrun -Xcompiler -Wall,-O2 -x cu -",
        ] {
            assert_eq!(nvcc(line), (None, line.to_owned()));
        }
    }

    #[test]
    fn own_option_comes_first() {
        let cuda = Some(PathBuf::from("/cuda"));
        for own in ["--cuda-path /cuda", "--cuda-path=/cuda"] {
            assert_eq!(
                nvcc(&format!("{own} -c --cuda-path x a.cu")),
                (cuda.clone(), "-c --cuda-path x a.cu".to_owned())
            );
        }
    }

    #[test]
    fn toolkit_options() {
        let parse = |line: &str| {
            let words = ["cleave", "toolkit"].into_iter().chain(line.split(' '));
            Top::try_parse_from(words).map(|top| top.command)
        };
        let Ok(Sub::Toolkit(args)) = parse("--cuda-path /cuda --dir build/cuda") else {
            panic!("not accepted");
        };
        assert_eq!(args.cuda_path, Some("/cuda".into()));
        assert_eq!(args.dir, Some("build/cuda".into()));
        assert!(parse("--print-cuda-path").is_ok());
        assert!(parse("--print-cuda-path --dir x").is_err());
        assert!(parse("a.cu").is_err());
    }
}
