//! The stand-in for ptxas: PTX in, machine code out. All that it reads is the PTX and its command line.

use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::time::Instant;

use cleave_options::tools::Follows::File;
use cleave_options::tools::others::{PTXAS, PTXAS_OTHERS};
use cleave_snapshot::Key;
use cleave_toolkit::Env;
use cleave_toolkit::original::Program;

use crate::account::{Outcome, seconds};
use crate::line::{FileOption, Line};
use crate::names::source_name;
use crate::original::Run;
use crate::record::{Record, pass_on, show};

/// Runs ptxas, or writes what it wrote before, and gives the exit status. `args` are its words without the program's name.
pub fn ptxas(args: &[OsString], env: &dyn Env) -> i32 {
    let mut run = match Run::new(Program::Ptxas, args, env) {
        Ok(run) => run,
        Err(status) => return status,
    };
    let line = line(args);
    run.architecture = line.value("-arch").unwrap_or_default().to_owned();
    run.input = line
        .sources
        .first()
        .map_or_else(String::new, |s| source_name(Path::new(s)));
    let store = match run.store() {
        Ok((_, store)) => store,
        Err(why) => return run.pass(&why),
    };
    if let Some(option) = args.iter().find_map(|word| passed(word)) {
        return run.pass(&format!("{option} is not followed"));
    }
    let ([source], 1) = (&line.sources[..], line.outputs().count()) else {
        return run.pass("not one source and one output");
    };
    let Ok(ptx) = fs::read(source) else {
        return run.pass("the source cannot be read");
    };
    let Some(identity) = run.identity(store.local()) else {
        return run.pass("the tool cannot be read");
    };
    let key = Key::new("ptxas", &[&identity, &line.key(), &ptx]);
    if let Some(record) = Record::get(&*store, key)
        && let Some(done) = record.write(&line, None)
    {
        run.note(Outcome::Reused, "the PTX is the same", record.seconds);
        return show(&record, done);
    }
    let begin = Instant::now();
    let output = match run.run() {
        Ok(output) => output,
        Err(status) => return status,
    };
    let why = match Record::of_output(&line, &output, seconds(begin.elapsed())) {
        Ok(record) => {
            record.put(&*store, key);
            "nothing is known of this PTX"
        }
        Err(why) => why,
    };
    run.note(Outcome::Ran, why, 0.0);
    let status = pass_on(&output);
    store.send();
    status
}

fn line(args: &[OsString]) -> Line {
    let files = PTXAS.iter().filter_map(|&(name, follows)| match follows {
        File(role) => Some(FileOption { name, role }),
        _ => None,
    });
    let files: Vec<FileOption> = files.collect();
    let valued = PTXAS.iter().map(|row| row.0);
    Line::new(args, &files, &valued.collect::<Vec<_>>())
}

fn passed(word: &OsString) -> Option<&'static str> {
    let word = word.to_str()?;
    let named = |option: &&&str| {
        word.strip_prefix(**option)
            .is_some_and(|r| r.is_empty() || r.starts_with('='))
    };
    PTXAS_OTHERS.iter().find(named).copied()
}
