//! `cleave il`: the device IL in files, as text or in binary form: print it, look for what is wrong with it, compare and convert it.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand, ValueEnum};
use cleave_il::{DiffOptions, Module};

use crate::output;
use crate::preprocess::read;

/// Look at the device IL in a file, compare and convert it
#[derive(Args, Debug)]
#[command(after_help = HELP)]
pub struct IlArgs {
    #[command(subcommand)]
    command: Command,
}

/// What `cleave il --help` prints behind the commands.
const HELP: &str = "\
A file is text (docs/device-il.md) or the binary form of it, whatever it is called: its first bytes tell.

Exit status: 0 where all went well, 1 where something cannot be done,
2 where verify finds a fault or diff a difference.";

#[derive(Subcommand, Debug)]
enum Command {
    /// Print files as text, one behind the other
    Print {
        /// Files with device IL
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Say which rules of the device IL files break
    Verify {
        /// Files with device IL
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Say how the definitions of two files differ
    Diff {
        /// Lines of statements, and files and lines of definitions, make no difference
        #[arg(long)]
        ignore_places: bool,
        /// The first file
        old: PathBuf,
        /// The second file
        new: PathBuf,
    },
    /// Write a file in another form
    Convert {
        /// The form
        #[arg(long, value_enum)]
        to: Form,
        /// Where to write it
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
        /// A file with device IL
        file: PathBuf,
    },
}

/// The forms of a module.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Form {
    /// For people
    Text,
    /// Small and quick to read
    Binary,
}

/// Exit status: something cannot be done.
const CANNOT: i32 = 1;
/// Exit status: there are faults, or differences.
const FOUND: i32 = 2;

/// Runs the command and gives its exit status: 0, 1 if a file cannot be used, or 2 if there are faults or differences.
pub fn run(args: &IlArgs) -> i32 {
    match answer(&args.command) {
        Ok((text, status)) => match std::io::stdout().write_all(text.as_bytes()) {
            Ok(()) => status,
            Err(e) => failed(&format!("cannot print: {e}")),
        },
        Err(message) => failed(&message),
    }
}

fn failed(message: &str) -> i32 {
    let _ = writeln!(std::io::stderr(), "cleave il: {message}");
    CANNOT
}

/// What is printed, and the exit status. Nothing is printed unless all files can be used.
fn answer(command: &Command) -> Result<(String, i32), String> {
    let mut out = String::new();
    let mut status = 0;
    match command {
        Command::Print { files } => {
            for file in files {
                out.push_str(&cleave_il::print(&module(file)?));
            }
        }
        Command::Verify { files } => {
            for file in files {
                for fault in cleave_il::verify(&module(file)?) {
                    out.push_str(&format!("{}: {fault}\n", file.display()));
                    status = FOUND;
                }
            }
        }
        Command::Diff {
            ignore_places,
            old,
            new,
        } => {
            let options = DiffOptions {
                ignore_places: *ignore_places,
            };
            let differences = cleave_il::diff(&module(old)?, &module(new)?, options);
            if !differences.is_empty() {
                status = FOUND;
                out = format!("- {}\n+ {}\n", old.display(), new.display());
            }
            for difference in differences {
                out.push_str(&format!("\n{difference}"));
            }
        }
        Command::Convert { to, output, file } => {
            let module = module(file)?;
            let bytes = match to {
                Form::Text => cleave_il::print(&module).into_bytes(),
                Form::Binary => cleave_il::encode(&module),
            };
            output::write(output, Some(file), &bytes).map_err(|failure| {
                format!("cannot write \"{}\": {}", output.display(), failure.text())
            })?;
        }
    }
    Ok((out, status))
}

/// The module in a file.
fn module(file: &Path) -> Result<Module, String> {
    let bytes = read(file)?;
    let name = file.display();
    if cleave_il::is_binary(&bytes) {
        return cleave_il::decode(&bytes).map_err(|error| format!("{name}: {error}"));
    }
    match std::str::from_utf8(&bytes) {
        Ok(text) => cleave_il::parse(text).map_err(|error| format!("{name}:{error}")),
        Err(error) => {
            let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
            let line = before.matches('\n').count() + 1;
            let start = before.rfind('\n').map_or(0, |i| i + 1);
            let column = before[start..].chars().count() + 1;
            Err(format!(
                "{name}:{line}:{column}: neither text in UTF-8 nor the binary form of device IL"
            ))
        }
    }
}
