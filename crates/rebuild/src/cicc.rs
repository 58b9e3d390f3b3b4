//! The stand-in for cicc. A run is known by two keys. The first is of every byte that it reads: what it wrote is written again, messages
//! included. The second is of what counts of the text for the device's code, and is good where there is nothing to say of either text:
//! what it wrote is written again, with the lines that kernels stand on now.
//!
//! The texts of cicc's front end (`--gen_c_file_name`, `--gen_device_file_name`) hold more than the device's code, and nvcc does not read
//! them. They are taken from another text's run only if they have temporary names.

use std::ffi::OsString;
use std::fs;
use std::ops::Range;
use std::time::Instant;

use cleave_fingerprint::{Fingerprint, Lines};
use cleave_snapshot::{Key, Store};
use cleave_toolkit::Env;
use cleave_toolkit::original::Program;
use serde::{Deserialize, Serialize};

use cleave_il::c::{Purpose, print};

use crate::account::{Outcome, seconds};
use crate::kernels::{Half, Halving, Tool, compile};
use crate::line::{FileOption, Line, Role};
use crate::names::{Changes, is_of_one_run};
use crate::original::{Mode, Run};
use crate::record::{Record, pass_on, show, write};

/// Options that name files.
const FILES: &[FileOption] = &[
    FileOption {
        name: LISTINGS[0],
        role: Role::Output,
    },
    FileOption {
        name: STUB,
        role: Role::Output,
    },
    FileOption {
        name: LISTINGS[1],
        role: Role::Output,
    },
    FileOption {
        name: "-o",
        role: Role::Output,
    },
    FileOption {
        name: "--include_file_name",
        role: Role::Mentioned,
    },
    FileOption {
        name: MODULE_ID,
        role: Role::Input,
    },
    FileOption {
        name: "-nvvmir-library",
        role: Role::Input,
    },
];

const MODULE_ID: &str = "--module_id_file_name";
/// With it the module id is written: nothing has asked for the host half.
const MAKES_MODULE_ID: &str = "--gen_module_id_file";
const STUB: &str = "--stub_file_name";
const LISTINGS: [&str; 2] = ["--gen_c_file_name", "--gen_device_file_name"];

/// Options with a value in the next word that names no file.
const VALUED: &[&str] = &[
    "-arch",
    "-maxreg",
    "-split-compile",
    "--orig_src_file_name",
    "--orig_src_path_name",
    "--diag_suppress",
    "--diag_warn",
    "--diag_warning",
    "--diag_error",
    "--diag_remark",
    "--error_limit",
];

/// Other options that nvcc passes: with them the tool reads and writes no other files.
const PLAIN: &[&str] = &[
    "--c++03",
    "--c++11",
    "--c++14",
    "--c++17",
    "--c++20",
    "--c++23",
    "--static-host-stub",
    "--device-hidden-visibility",
    "--no-hidden-visibility-on-unnamed-ns",
    "--host-stub-linkage-explicit",
    "--display_error_number",
    "--no_display_error_number",
    "--allow_managed",
    "--debug_mode",
    "--device-c",
    "--device-w",
    "--partial-link",
    "--extended-lambda",
    "--relaxed_constexpr",
    "--gen_div_approx_ftz",
    "--no-version-ident",
    "--promote_warnings",
    "--no_warnings",
    "--parse_templates",
    MAKES_MODULE_ID,
    "--default_stream_per_thread",
    "--no_exceptions",
    "--exceptions",
    "-tused",
    "-w",
    "-m64",
    "-g",
    "-O0",
    "-O1",
    "-O2",
    "-O3",
    "-fast-math",
    "-kernel-params-are-restrict",
    "-generate-line-info",
    "-show-src",
    "-inline-info",
    "-extra-device-vectorization",
];

/// Options with a value behind `=`, likewise.
const ATTACHED: &[&str] = &[
    "--gnu_version=",
    "--clang_version=",
    "--clang",
    "-ftz=",
    "-prec_div=",
    "-prec_sqrt=",
    "-fmad=",
    "-jump-table-density=",
];

/// Options by which the outputs depend on more of the text than the device's code: on where things stand, or on names of the host's.
const PLACED: &[&str] = &[
    MAKES_MODULE_ID,
    "-g",
    "--debug_mode",
    "-generate-line-info",
    "-show-src",
    "-inline-info",
];

/// Options for which kernels are not compiled by themselves.
const WHOLE: &[&str] = &[
    MAKES_MODULE_ID,
    "--device-c",
    "--device-w",
    "--partial-link",
    "--debug_mode",
    "-g",
    "-generate-line-info",
    "-show-src",
    "-inline-info",
];

/// What a text says to the device compiler.
pub struct Read {
    /// What of it counts.
    pub fingerprint: Fingerprint,
    /// Nothing is wrong with it, and there is nothing to warn of. Not asked if nobody wants to know.
    pub is_silent: bool,
}

/// Reads a text under cicc's arguments without the program's name; `None` where it is not understood. Whether it is silent is found out
/// if the last argument says of its fingerprint that this matters.
pub type Reading<'a> =
    &'a dyn Fn(&[OsString], Vec<u8>, &(dyn Fn(&Fingerprint) -> bool + Sync)) -> Option<Read>;

/// What another run of the same code has left: the first key, and where the stub says on which lines kernels stand.
#[derive(Serialize, Deserialize)]
struct Same {
    run: [u8; 32],
    /// A range of the stub's bytes, and the token whose line it names.
    lines: Vec<(Range<usize>, u32)>,
}

/// Runs cicc, or writes what it wrote before, and gives the exit status. `args` are its words without the program's name.
pub fn cicc(args: &[OsString], env: &dyn Env, reading: Reading<'_>, halving: Halving<'_>) -> i32 {
    let mut run = match Run::new(Program::Cicc, args, env) {
        Ok(run) => run,
        Err(status) => return status,
    };
    let line = Line::new(args, &files(args), VALUED);
    run.architecture = Line::value(args, "-arch").unwrap_or_default().to_owned();
    run.input = Line::value(args, "--orig_src_file_name")
        .unwrap_or_default()
        .to_owned();
    let (mode, store) = match run.store() {
        Ok(found) => found,
        Err(why) => return run.pass(&why),
    };
    if let Some(word) = args
        .iter()
        .filter_map(|w| w.to_str())
        .find(|w| !is_known(w))
    {
        let why = format!("{word} is not known");
        return run.pass(&why);
    }
    let [source] = &line.sources[..] else {
        return run.pass("not one source");
    };
    let Ok(text) = fs::read(source) else {
        return run.pass("the source cannot be read");
    };
    let identity = run.identity(&store);
    let Some((identity, reads)) = identity.and_then(|i| Some((i.clone(), reads(i, mode, &line)?)))
    else {
        return run.pass("something that it reads cannot be read");
    };
    let bytes = Key::new("cicc, all bytes", &[&reads, &text]);
    if let Some(record) = record(&store, bytes)
        && let Some(done) = record.write(&line, None)
    {
        run.note(Outcome::Reused, "the text is the same", record.seconds);
        return show(&record, done);
    }

    let key = |f: &Fingerprint| Key::new("cicc, device code", &[&reads, &f.hash]);
    let read = match placed(&line) {
        Some(_) => None,
        None => reading(args, text, &|fingerprint| {
            store.get(key(fingerprint)).is_some()
        }),
    };
    let (fingerprint, is_silent) = match read {
        Some(read) => (Some(read.fingerprint), read.is_silent),
        None => (None, false),
    };
    let code = fingerprint.as_ref().map(key);
    if let (Some(fingerprint), Some(code), true) = (&fingerprint, code, is_silent)
        && let Some((record, changes)) = same_code(&store, code, &fingerprint.lines)
        && let Some(done) = record.write(&line, Some((option(STUB), changes)))
    {
        run.note(
            Outcome::Reused,
            "the device code is the same",
            record.seconds,
        );
        return show(&record, done);
    }

    let begin = Instant::now();
    let mut whole = None;
    if mode == Mode::Kernels {
        let tool = Tool {
            program: &run.program,
            identity: &identity,
            words: &line.words,
            store: &store,
        };
        let half = match kernels_do(&line) {
            Some(option) => Err(format!("{option} needs the toolkit's own tool")),
            None => fs::read(source)
                .map_err(|e| e.to_string())
                .and_then(|text| halving(args, text)),
        };
        match half.and_then(|half| Ok((compile(&tool, &half.module)?, half))) {
            Ok(((ptx, kernels), half)) => {
                let done = write_half(&line, &half, &ptx);
                let took = seconds(begin.elapsed());
                let record = done
                    .is_ok()
                    .then(|| Record::of_run(&line, b"", &half.said, took))
                    .flatten();
                if let Some(record) = record {
                    keep(&store, bytes, code, &record, &line, fingerprint.as_ref());
                }
                run.note_kernels(Outcome::Ran, "kernels by themselves", 0.0, Some(kernels));
                let said = Record {
                    stderr: half.said,
                    ..Record::default()
                };
                return show(&said, done);
            }
            Err(why) => whole = Some(why),
        }
    }
    let output = match run.run() {
        Ok(output) => output,
        Err(status) => return status,
    };
    let took = seconds(begin.elapsed());
    let status = output.status;
    let may_say = code.is_some_and(|code| store.get(code).is_some()) && !is_silent;
    let mut why = match (placed(&line), &fingerprint) {
        (Some(option), _) => format!("with {option} all bytes count"),
        (None, None) => "the text is not understood".into(),
        (None, Some(_)) if may_say => "there may be something to say of the text".into(),
        (None, Some(_)) => "nothing is known of this device code".into(),
    };
    match status
        .success()
        .then(|| Record::of_run(&line, &output.stdout, &output.stderr, took))
    {
        Some(Some(record)) => keep(&store, bytes, code, &record, &line, fingerprint.as_ref()),
        Some(None) => why = "its outputs name files of this run".into(),
        None => why = "it fails".into(),
    }
    if let Some(whole) = whole {
        why = format!("{why}; as a whole: {whole}");
    }
    run.note(Outcome::Ran, &why, 0.0);
    pass_on(&output)
}

/// The option for which kernels are not compiled by themselves, if there is one.
fn kernels_do(line: &Line) -> Option<&'static str> {
    let words = line.words.split(|b| *b == 0);
    let mut words = words.filter_map(|w| std::str::from_utf8(w).ok());
    words.find_map(|word| WHOLE.iter().find(|w| **w == word).copied())
}

/// Writes what a run writes, where nvcc reads it.
fn write_half(line: &Line, half: &Half, ptx: &str) -> std::io::Result<()> {
    for (number, path) in line.outputs() {
        let listing = || print(&half.module, Purpose::Reading).into_bytes();
        let bytes = match FILES[number as usize].name {
            "-o" => ptx.as_bytes().to_vec(),
            STUB => half.stub.clone(),
            name if name == LISTINGS[1] => listing(),
            _ => Vec::new(),
        };
        write(path, &bytes)?;
    }
    Ok(())
}

/// Keeps what a run has left, under both keys.
fn keep(
    store: &Store,
    bytes: Key,
    code: Option<Key>,
    record: &Record,
    line: &Line,
    fingerprint: Option<&Fingerprint>,
) {
    if let Some(value) = record.encode() {
        store.put(bytes, &value);
    }
    if let (Some(fingerprint), Some(code)) = (fingerprint, code) {
        keep_code(store, code, bytes, record, line, &fingerprint.lines);
    }
}

/// The options that name files, for a command line.
fn files(args: &[OsString]) -> Vec<FileOption> {
    let mut files = FILES.to_vec();
    if args.iter().any(|word| word == MAKES_MODULE_ID) {
        let module_id = files.iter_mut().filter(|option| option.name == MODULE_ID);
        module_id.for_each(|option| option.role = Role::Output);
    }
    files
}

/// What a run reads beside its source: the tool, its words, files. Modes do not read what others wrote.
fn reads(identity: Vec<u8>, mode: Mode, line: &Line) -> Option<Vec<u8>> {
    let mut out = identity;
    let mut add = |bytes: &[u8]| {
        out.extend_from_slice(&(bytes.len() as u64).to_le_bytes());
        out.extend_from_slice(bytes);
    };
    add(match mode {
        Mode::Kernels => b"kernels",
        Mode::Exact | Mode::Off => b"exact",
    });
    add(&line.words);
    for input in line.inputs() {
        add(&fs::read(input).ok()?);
    }
    Some(out)
}

fn record(store: &Store, key: Key) -> Option<Record> {
    Record::decode(&store.get(key)?)
}

/// The run of another text with the same device code, and how its stub has to change.
fn same_code(store: &Store, code: Key, lines: &Lines) -> Option<(Record, Changes)> {
    let same: Same = serde_json::from_slice(&store.get(code)?).ok()?;
    let record = record(store, Key::from_bytes(same.run))?;
    let changes = same.lines.into_iter().map(|(range, token)| {
        let (file, line) = lines.place(token)?;
        Some((range, marker(file, line)))
    });
    let changes = changes.collect::<Option<_>>()?;
    Some((record, changes))
}

/// Keeps that a run is good for all texts with the same device code, if it is.
fn keep_code(store: &Store, code: Key, run: Key, record: &Record, line: &Line, lines: &Lines) {
    let mut listings = LISTINGS.iter().filter_map(|name| line.name(option(name)));
    let is_seen = listings.any(|name| !is_of_one_run(name));
    if is_seen || !record.stdout.is_empty() || !record.stderr.is_empty() {
        return;
    }
    let stub = record.outputs.iter().find(|o| o.option == option(STUB));
    let places = match stub {
        Some(stub) => places(&stub.template.bytes, lines),
        None => Some(Vec::new()),
    };
    let Some(lines) = places else {
        return;
    };
    let same = Same {
        run: run.bytes(),
        lines,
    };
    if let Ok(value) = serde_json::to_vec(&same) {
        store.put(code, &value);
    }
}

/// Where a stub names lines of the source, and the tokens that stand there. `None` if it names a line that no kernel's head is on.
fn places(stub: &[u8], lines: &Lines) -> Option<Vec<(Range<usize>, u32)>> {
    let mut out = Vec::new();
    let mut start = 0;
    for row in stub.split_inclusive(|b| *b == b'\n') {
        let end = start + row.len();
        if let Some(rest) = row.strip_prefix(b"# ")
            && let Some((number, file)) = place(rest)
        {
            let token = lines.token(file, number)?;
            let length = marker(file, number).len();
            out.push((start + 2..start + 2 + length, token));
        }
        start = end;
    }
    Some(out)
}

/// The line and the file of a line marker behind its `# `. The stub's own name is not there any more.
fn place(rest: &[u8]) -> Option<(u32, &str)> {
    let text = std::str::from_utf8(rest).ok()?;
    let (number, name) = text.trim_end().split_once(" \"")?;
    let file = name.strip_suffix('"')?;
    // A name that the command line gives has been taken out.
    (!file.is_empty() && !file.contains(['"', '\\'])).then_some((number.parse().ok()?, file))
}

fn marker(file: &str, line: u32) -> Vec<u8> {
    format!("{line} \"{file}\"").into_bytes()
}

/// The option by which places count, if there is one.
fn placed(line: &Line) -> Option<&'static str> {
    let words = line.words.split(|b| *b == 0);
    let mut words = words.filter_map(|w| std::str::from_utf8(w).ok());
    words.find_map(|word| PLACED.iter().find(|p| **p == word).copied())
}

fn option(name: &str) -> u32 {
    let number = FILES.iter().position(|option| option.name == name);
    number.unwrap_or(FILES.len()) as u32
}

/// Whether a word is an option whose effect on files is known, or none.
fn is_known(word: &str) -> bool {
    let file = |o: &FileOption| {
        let rest = word.strip_prefix(o.name);
        rest.is_some_and(|r| r.is_empty() || r.starts_with('='))
    };
    !word.starts_with('-')
        || FILES.iter().any(file)
        || VALUED.contains(&word)
        || PLAIN.contains(&word)
        || ATTACHED.iter().any(|a| word.starts_with(a))
}
