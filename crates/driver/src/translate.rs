//! `preprocess`: one text of many files, as `g++ -E` writes it. The compiler is asked once what it defines and where it looks.

use std::ffi::OsString;
use std::io::Write as _;
use std::path::Path;

use cleave_preprocessor::{Destination, Disk, Options, preprocess};

use crate::compiler_memory::CompilerMemory;
use crate::console::Console;
use crate::{host_compiler, output};

/// Runs the front with g++'s arguments; gives the exit status.
pub fn run(args: &[OsString]) -> i32 {
    let mut console = Console::direct();
    match translate(args, &mut console) {
        Ok(errors) => i32::from(errors),
        Err(message) => {
            console.error(format!("cleave preprocess: error: {message}\n").as_bytes());
            1
        }
    }
}

fn print(console: &mut Console, bytes: &[u8]) -> Result<(), String> {
    let written = console.out().write_all(bytes);
    written.map_err(|e| output::reason(&e))
}

fn translate(args: &[OsString], console: &mut Console) -> Result<bool, String> {
    let args: Vec<String> = args
        .iter()
        .map(|a| a.to_string_lossy().into_owned())
        .collect();
    let options = Options::parse(&args)?;
    let memory = CompilerMemory::new(host_compiler::DEFAULT, &options.pass_on)?;
    let now = chrono::Local::now();
    let date = (
        now.format("%b %e %Y").to_string(),
        now.format("%H:%M:%S").to_string(),
    );
    let disk = Disk::default();
    let out = preprocess(&disk, &memory.host(), &memory, &options, date)?;
    if let Some(message) = memory.failure() {
        return Err(message);
    }
    for p in &out.problems {
        console.error(format!("{p}\n").as_bytes());
    }
    let input = options.input.as_deref().map(Path::new);
    let write = |path: &str, bytes: &[u8]| {
        output::write(Path::new(path), input, bytes).map_err(|e| format!("{path}: {}", e.text()))
    };
    if !options.dependencies_only {
        match &options.output {
            Some(path) if path != "-" => write(path, &out.text)?,
            _ => print(console, &out.text)?,
        }
    }
    if let (Some(rule), Some(to)) = (&out.rule, options.dependency_destination()) {
        match to {
            Destination::File(path) => write(&path, rule.as_bytes())?,
            Destination::Output => print(console, rule.as_bytes())?,
        }
    }
    Ok(out.problems.iter().any(|p| p.severity.is_error()))
}
