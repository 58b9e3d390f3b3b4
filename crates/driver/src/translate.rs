//! `preprocess`: one text of many files, as `g++ -E` writes it. The compiler is asked once what it defines and where it looks.

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::Path;

use cleave_preprocessor::{Destination, Disk, Options, Settings, preprocess};

use crate::compiler_memory::CompilerMemory;
use crate::console::Console;
use crate::output::Failure;
use crate::{host_compiler, output, own_preprocessor};

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

fn translate(args: &[OsString], console: &mut Console) -> Result<bool, String> {
    let args: Vec<String> = args
        .iter()
        .map(|a| a.to_string_lossy().into_owned())
        .collect();
    let options = Options::parse(&args)?;
    let memory = CompilerMemory::new(host_compiler::DEFAULT, &options.pass_on)?;
    let settings = Settings {
        date: own_preprocessor::date(),
        folder: own_preprocessor::folder(),
        ..Settings::default()
    };
    let disk = Disk::default();
    let host = memory.host();
    let input = options.input.as_deref().map(Path::new);
    let mut outcome = None;
    // The text is written as it grows.
    let fill = |to: &mut dyn Write| {
        let mut written = Ok(());
        let mut sink = |text: &[u8]| {
            if written.is_ok() {
                written = to.write_all(text);
            }
        };
        outcome = Some(preprocess(
            &disk, &host, &memory, &options, settings, &mut sink,
        ));
        written
    };
    let fails = |path: &str, e: &Failure| format!("{path}: {}", e.text());
    let mut staged = None;
    match &options.output {
        _ if options.dependencies_only => fill(&mut io::sink()).map_err(|e| output::reason(&e))?,
        Some(path) if path != "-" => {
            let file = output::stage_with(Path::new(path), input, fill);
            staged = Some((path, file.map_err(|e| fails(path, &e))?));
        }
        _ => fill(&mut console.out()).map_err(|e| output::reason(&e))?,
    }
    let out = outcome.unwrap_or(Err("nothing was preprocessed".to_owned()))?;
    if let Some(message) = memory.failure() {
        return Err(message);
    }
    for p in &out.problems {
        console.error(format!("{p}\n").as_bytes());
    }
    if let Some((path, file)) = staged {
        file.publish().map_err(|e| fails(path, &e))?;
    }
    if let (Some(rule), Some(to)) = (&out.rule, options.dependency_destination()) {
        match to {
            Destination::File(path) => output::write(Path::new(&path), input, rule.as_bytes())
                .map_err(|e| fails(&path, &e))?,
            Destination::Output => {
                let written = console.out().write_all(rule.as_bytes());
                written.map_err(|e| output::reason(&e))?;
            }
        }
    }
    Ok(out.problems.iter().any(|p| p.severity.is_error()))
}
