//! `cleave explain`: what it prints, and that its examples bring up what they explain, as far as Cleave reports it.
#![allow(clippy::print_stderr, reason = "a test that skips says so")]

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::Path;
use std::process::Command;

use crate::common::{cleave, have, root, stderr};
use cleave_codes::{Code, ROWS, Row};
use cleave_diagnostics::{Example, catalog, examples};
use expect_test::expect;

#[test]
fn a_page_for_every_entry_of_cuda() {
    let numbers: Vec<String> = catalog()
        .entries()
        .iter()
        .filter(|e| e.code.is_cuda())
        .map(|e| e.code.to_string())
        .collect();
    let mut args = vec!["explain".to_owned()];
    args.extend(numbers.iter().cloned());
    let out = cleave(Path::new("."), &args);
    assert!(out.status.success(), "{}", stderr(&out));
    let pages = String::from_utf8_lossy(&out.stdout);
    for part in ["\nExample", "\nWhat to do: "] {
        assert_eq!(pages.matches(part).count(), numbers.len(), "{part}");
    }
}

#[test]
fn everything_at_once() {
    let out = cleave(Path::new("."), ["explain", "--all", "--format", "json"]);
    assert!(out.status.success(), "{}", stderr(&out));
    let lines = String::from_utf8_lossy(&out.stdout).lines().count();
    assert_eq!(lines, catalog().entries().len());
    let both = cleave(Path::new("."), ["explain", "--all", "20"]);
    assert!(!both.status.success());
}

#[test]
fn one_object_per_line() {
    let out = cleave(
        Path::new("."),
        [
            "explain",
            "--format",
            "json",
            "20014",
            "EC68",
            "declared_but_not_referenced",
        ],
    );
    let numbers: Vec<u64> = String::from_utf8_lossy(&out.stdout)
        .lines()
        .filter_map(|l| serde_json::from_str::<serde_json::Value>(l).ok()?["number"].as_u64())
        .collect();
    assert_eq!(numbers, [20014, 68, 177]);
}

#[test]
fn what_is_unknown_fails() {
    let out = cleave(Path::new("."), ["explain", "19999", "20007", "no_such_tag"]);
    assert_eq!(out.status.code(), Some(1));
    expect![[r#"
        cleave explain: there is no diagnostic 19999: numbers run from 1 to 3794 and from 20000 to 20337
        cleave explain: there is no diagnostic with the tag "no_such_tag"
    "#]]
    .assert_eq(&stderr(&out));
    assert!(out.stdout.starts_with(b"20007 "));
}

/// What the front ends are told of an example's nvcc flags; `None` when it is for the other pass.
fn front_end_flags(flags: &str, device: bool) -> Vec<String> {
    let mut out = Vec::new();
    let mut words = flags.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "--extended-lambda" => out.push(word.to_owned()),
            "-rdc=true" => out.push("--device-c".to_owned()),
            "-Xcudafe" => out.extend(words.next().map(str::to_owned)),
            "-Wdefault-stream-launch" => out.push("--diag_warn=default_stream_launch".to_owned()),
            "-Wmissing-launch-bounds" => out.push("--diag_warn=missing_launch_bounds".to_owned()),
            "-Wext-lambda-captures-this" => {
                out.push("--diag_warn=this_addr_capture_ext_lambda".to_owned());
            }
            _ => {
                if let Some(arch) = word.strip_prefix("-arch=sm_") {
                    if device {
                        out.extend(["-arch".to_owned(), format!("compute_{arch}")]);
                    }
                } else if let Some(std) = word.strip_prefix("-std=") {
                    out.push(format!("--{std}"));
                } else {
                    panic!("the test does not know {word}");
                }
            }
        }
    }
    out
}

/// The standard that an example wants, as an option of g++.
fn standard(example: &Example) -> &'static str {
    let flags = example.flags.unwrap_or_default();
    let mut words = flags.split_whitespace();
    words
        .find(|f| f.starts_with("-std="))
        .unwrap_or("-std=c++17")
}

/// A program with the headers in front, preprocessed for one pass.
fn preprocess(dir: &Path, name: &str, code: &str, standard: &str, device: bool) -> String {
    let file = format!("{name}.cu");
    fs::write(dir.join(&file), code).expect("program");
    let mut cpp = Command::new("g++");
    cpp.args([standard, "-E", "-x", "c++", "-D__CUDACC__", "-D__NVCC__"])
        .args(["-D__CUDA_ARCH_LIST__=800", "-I", "include"])
        .args(["-include", "cuda_runtime.h", &file]);
    if device {
        cpp.arg("-D__CUDA_ARCH__=800");
    }
    let done = cpp.current_dir(dir).output().expect("g++ runs");
    let errors = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{name}: {errors}");
    String::from_utf8_lossy(&done.stdout).into_owned()
}

/// What stands between examples that are preprocessed together.
const BETWEEN: &str = "@@@";

/// The examples of one pass, preprocessed. Those without directives of their own are preprocessed together: most of the time
/// goes into the headers.
fn preprocessed(dir: &Path, name: &str, part: &[&Example], device: bool) -> Vec<String> {
    let mut out = vec![String::new(); part.len()];
    let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (i, example) in part.iter().enumerate() {
        if example.code.contains('#') {
            out[i] = preprocess(
                dir,
                name,
                &format!("{}\n", example.code),
                standard(example),
                device,
            );
        } else {
            groups.entry(standard(example)).or_default().push(i);
        }
    }
    for (standard, members) in groups {
        let mut code = String::new();
        for &i in &members {
            code.push_str(&format!("{BETWEEN}\n{}\n", part[i].code));
        }
        let text = preprocess(dir, name, &code, standard, device);
        let mut pieces = text.split(BETWEEN);
        let headers = pieces.next().unwrap_or_default();
        let pieces: Vec<&str> = pieces.collect();
        assert_eq!(pieces.len(), members.len(), "{name} {standard}");
        for (&i, piece) in members.iter().zip(pieces) {
            out[i] = format!("{headers}{piece}");
        }
    }
    out
}

/// The numbers that one pass reports for an example.
fn reported(dir: &Path, name: &str, example: &Example, text: &str, device: bool) -> BTreeSet<u64> {
    let flags = example.flags.unwrap_or_default();
    let file = |extension: &str| format!("{name}.{extension}");
    fs::write(dir.join(file("ii")), text).expect("preprocessed program");
    let mut args = vec![if device { "device" } else { "cudafe++" }.to_owned()];
    args.extend(
        [
            "--c++17",
            "--gnu_version=120200",
            "--display_error_number",
            "--static-host-stub",
            "--allow_managed",
            "--output_mode=json-lines",
            "--stub_file_name=x.stub.c",
        ]
        .map(str::to_owned),
    );
    if device && !flags.contains("-arch") {
        args.extend(["-arch".to_owned(), "compute_80".to_owned()]);
    }
    args.push(format!("--gen_c_file_name={}", file("cpp")));
    args.extend(front_end_flags(flags, device));
    args.push(file("ii"));
    let out = cleave(dir, &args);
    assert!(
        matches!(out.status.code(), Some(0..=4)),
        "{}: {out:?}",
        example.number
    );
    stderr(&out)
        .lines()
        .filter_map(|l| serde_json::from_str::<serde_json::Value>(l).ok()?["number"].as_u64())
        .collect()
}

/// The codes that the rules and the driver mention by name.
fn codes_in_sources() -> BTreeSet<Code> {
    let rows = ROWS.iter().flat_map(|table| table.lines());
    let named: HashMap<String, Code> = rows
        .filter_map(Row::parse)
        .map(|row| (row.name.text().to_ascii_uppercase(), row.code))
        .collect();
    let mut out = BTreeSet::new();
    for folder in ["crates/checks/src", "crates/driver/src"] {
        let mut folders = vec![root().join(folder)];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).expect("folder") {
                let path = entry.expect("entry").path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let text = fs::read_to_string(path).expect("source");
                out.extend(text.split("codes::").skip(1).filter_map(|rest| {
                    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
                    named.get(&rest[..end]).copied()
                }));
            }
        }
    }
    out
}

#[test]
fn examples_bring_up_what_they_explain() {
    if !have("g++") {
        eprintln!("skipped: no g++");
        return;
    }
    let dir = tempfile::tempdir().expect("folder");
    crate::common::own_headers(&dir.path().join("include"));
    // The rules know these codes; the examples of all others were shown to the reference only.
    let known = codes_in_sources();
    let tried: Vec<&Example> = examples()
        .iter()
        .filter(|e| known.contains(&e.number))
        .collect();
    assert!(tried.len() > 80, "only {} examples tried", tried.len());
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let silent: Vec<String> = std::thread::scope(|scope| {
        let parts: Vec<_> = tried
            .chunks(tried.len().div_ceil(threads))
            .enumerate()
            .map(|(i, part)| {
                let dir = dir.path();
                scope.spawn(move || silent(dir, &format!("x{i}"), part))
            })
            .collect();
        parts
            .into_iter()
            .flat_map(|part| part.join().expect("thread"))
            .collect()
    });
    // The device pass looks into templates when they are instantiated, which Cleave does not do yet.
    expect![[r#"
        20137 device
        20234 device"#]]
    .assert_eq(&silent.join("\n"));
}

/// The diagnostics, by pass, that these examples do not bring up.
fn silent(dir: &Path, name: &str, part: &[&Example]) -> Vec<String> {
    let mut silent = Vec::new();
    let host = preprocessed(dir, name, part, false);
    let device = preprocessed(dir, name, part, true);
    for (i, example) in part.iter().enumerate() {
        let Some(entry) = catalog().get(example.number) else {
            continue;
        };
        let shown = u64::from(example.number.shown());
        for (text, device, reports) in [
            (&host[i], false, entry.passes.host),
            (&device[i], true, entry.passes.device),
        ] {
            if reports && !reported(dir, name, example, text, device).contains(&shown) {
                let pass = if device { "device" } else { "host" };
                silent.push(format!("{shown} {pass}"));
            }
        }
    }
    silent
}
