//! `cleave nvcc`: nvcc runs with stand-ins, and at the end there is an account of what they did, if somebody asks for one or sits at a
//! terminal.

use std::ffi::OsString;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;

use cleave_toolkit::cli::{NvccArgs, become_command, cannot_run};
use cleave_toolkit::{Env, ProcessEnv, cli};

use crate::account::{Account, REPORT};
use crate::original::DEVICE;

/// The exit status where the account cannot be written.
const NO_ACCOUNT: i32 = 1;

/// Runs `cleave nvcc` and gives the exit status: nvcc's, or 1 where there is no toolkit or no account, or 126 where nvcc cannot be
/// started. Without an account the process becomes nvcc.
pub fn nvcc(args: &NvccArgs, version: &str) -> i32 {
    let mut command = match cli::nvcc_in_any_case(args, version) {
        Ok(command) => command,
        Err(status) => return status,
    };
    if let Some(mode) = &args.cleave_device {
        command.env(DEVICE, mode);
    }
    // Whoever names a file for the lines of the tools reads them.
    let is_asked = ProcessEnv.nonempty_var(REPORT).is_some();
    let is_seen = io::stderr().is_terminal() && !is_asked && compiles(&args.args);
    match &args.cleave_report {
        None if !is_seen => become_command(&mut command),
        report => accounted(&mut command, report.as_deref(), is_seen),
    }
}

/// Whether nvcc may run tools of the device: it does not print something about itself.
fn compiles(args: &[OsString]) -> bool {
    !args
        .iter()
        .any(|a| a == "--version" || a == "-V" || a == "--help" || a == "-h" || a == "--dryrun")
}

fn accounted(command: &mut Command, report: Option<&Path>, is_seen: bool) -> i32 {
    let lines = match tempfile::NamedTempFile::new() {
        Ok(lines) => lines,
        Err(error) => return fail(&format!("the account: {error}")),
    };
    command.env(REPORT, lines.path());
    let status = match command.status() {
        Ok(status) => status,
        Err(error) => return cannot_run(command, &error),
    };
    let account = Account::read(lines.path());
    if let Some(summary) = account.summary().filter(|_| is_seen) {
        // Nothing to be done when the standard error is closed.
        let _ = writeln!(io::stderr(), "{summary}");
    }
    if let Some(path) = report
        && let Err(error) = write(&account, path)
    {
        return fail(&format!("{}: {error}", path.display()));
    }
    let signal = status.signal().map(|signal| 128 + signal);
    status.code().or(signal).unwrap_or(NO_ACCOUNT)
}

fn write(account: &Account, path: &Path) -> io::Result<()> {
    let mut text = serde_json::to_vec_pretty(account)?;
    text.push(b'\n');
    fs::write(path, text)
}

fn fail(message: &str) -> i32 {
    crate::original::say(message);
    NO_ACCOUNT
}
