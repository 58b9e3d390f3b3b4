//! The whole command line as clap has it: what it reads itself, and the options of commands that read NVIDIA's, from the same tables.
//! Completions and man pages are made of it. It must not know what a command does.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use clap::builder::PossibleValuesParser;
use clap::{Arg, ArgAction, Command, ValueHint};
use clap_complete::Shell;
use cleave_options::nvcc::{NVCC_OPTIONS, NvccOption, Value};

/// The commands that take nvcc's options, each with its own besides.
const OF_NVCC: [(&str, &[NvccOption]); 3] = [
    ("explore", cleave_explore::OPTIONS),
    ("nvcc", &[]),
    ("split", cleave_driver::split::OPTIONS),
];

/// The command line with the options of all commands.
pub(crate) fn described(command: Command) -> Command {
    OF_NVCC.iter().fold(command, |command, (name, own)| {
        command.mut_subcommand(name, |sub| {
            let sub = sub.mut_arg("args", |args| args.value_hint(ValueHint::FilePath));
            let rows = own
                .iter()
                .chain(NVCC_OPTIONS)
                .filter(|row| !row.help.is_empty());
            rows.fold(sub, with)
        })
    })
}

/// A command with an option more, unless it has one of that name.
fn with(command: Command, row: &NvccOption) -> Command {
    let is_there = |arg: &Arg| arg.get_id() == row.long || arg.get_long() == Some(row.long);
    if command.get_arguments().any(is_there) {
        return command;
    }
    // nvcc writes names of several letters behind one dash too, which no shell's completion knows of.
    let mut letters = row.short.into_iter().flat_map(str::chars);
    let short = letters.next().filter(|_| letters.next().is_none());
    let short = short.filter(|s| !command.get_arguments().any(|a| a.get_short() == Some(*s)));
    let arg = Arg::new(row.long).long(row.long).help(row.help);
    let arg = match short {
        Some(letter) => arg.short(letter),
        None => arg,
    };
    command.arg(match row.value {
        Value::None => arg.action(ArgAction::SetTrue),
        Value::Bool => one_of(arg, &["true", "false"]),
        Value::Choice(known) | Value::Choices(known) => one_of(arg, known),
        Value::Text(word) | Value::List(word) => {
            let arg = arg.action(ArgAction::Append).value_name(word);
            arg.value_hint(match word {
                "DIR" => ValueHint::DirPath,
                "FILE" | "PATH" => ValueHint::FilePath,
                "PROGRAM" => ValueHint::CommandName,
                _ => ValueHint::Other,
            })
        }
    })
}

fn one_of(arg: Arg, known: &[&'static str]) -> Arg {
    arg.action(ArgAction::Append)
        .value_parser(PossibleValuesParser::new(known.iter().copied()))
}

/// Prints the completions for a shell.
pub(crate) fn completions(command: Command, shell: Shell) -> i32 {
    let mut out = Vec::new();
    clap_complete::generate(shell, &mut described(command), "cleave", &mut out);
    i32::from(io::stdout().write_all(&out).is_err())
}

/// Writes a man page for each command into a folder.
pub(crate) fn man(command: Command, folder: &Path) -> i32 {
    let made = std::fs::create_dir_all(folder)
        .and_then(|()| clap_mangen::generate_to(described(command), folder));
    match made {
        Ok(()) => 0,
        Err(error) => {
            let folder = OsString::from(folder);
            let _ = writeln!(io::stderr(), "cleave man: {}: {error}", folder.display());
            1
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        let mut command = described(crate::Cli::command());
        command.build();
        command.clone().debug_assert();
        for (name, _) in OF_NVCC {
            let sub = command.find_subcommand(name).expect(name);
            let longs = || sub.get_arguments().filter_map(Arg::get_long);
            assert!(longs().any(|long| long == "gpu-architecture"), "{name}");
            let mut sorted: Vec<&str> = longs().collect();
            sorted.sort_unstable();
            assert!(sorted.windows(2).all(|two| two[0] != two[1]), "{sorted:?}");
        }
    }
}
