//! A table of C++ declarations with the names that g++ 12 and the CUDA front end give them.
//!
//! Each file below holds sections. A section is a C++ translation unit, line by line (lines after `+ ` only
//! prepare it), and under a line, indented, `notation = name` for entities of it. `gcc:` or `cuda:` before
//! the notation restricts a row to one dialect. Names in the first dialect come from `nm`, those in the
//! other from the PTX of the same unit with device functions.

#[path = "names/notation/mod.rs"]
mod notation;

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Stdio};

use cleave_mangle::{Dialect, MangleError, Mangler};
use notation::Item;

const TABLES: [&str; 5] = [
    include_str!("names/declarations.txt"),
    include_str!("names/templates.txt"),
    include_str!("names/dependent.txt"),
    include_str!("names/scopes.txt"),
    include_str!("names/qualified.txt"),
];

/// The module id of all rows in the CUDA dialect.
const MODULE_ID: &str = "_01234567_1_a_f";

struct Section {
    title: &'static str,
    source: String,
    rows: Vec<Row>,
}

struct Row {
    /// Both if absent.
    dialect: Option<Dialect>,
    notation: &'static str,
    name: &'static str,
}

fn sections() -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for line in TABLES.into_iter().flat_map(str::lines) {
        if let Some(title) = line.strip_prefix("%% ") {
            sections.push(Section {
                title,
                source: "#define D\n".into(),
                rows: Vec::new(),
            });
            continue;
        }
        let section = sections.last_mut().expect("a section first");
        if let Some(row) = line.strip_prefix('\t') {
            let (dialect, row) = if let Some(row) = row.strip_prefix("gcc: ") {
                (Some(Dialect::Gcc), row)
            } else if let Some(row) = row.strip_prefix("cuda: ") {
                (Some(Dialect::Cuda), row)
            } else {
                (None, row)
            };
            let (notation, name) = row.split_once(" = ").expect("notation = name");
            section.rows.push(Row {
                dialect,
                notation,
                name,
            });
        } else {
            section.source += line.strip_prefix("+ ").unwrap_or(line);
            section.source.push('\n');
        }
    }
    sections
}

fn mangle(mangler: &Mangler, item: &Item) -> Result<String, MangleError> {
    match item {
        Item::Function(function) => mangler.function(function),
        Item::Variable(variable) => mangler.variable(variable),
        Item::Special(special) => mangler.special(special),
    }
}

#[test]
fn table() {
    let gcc = Mangler {
        dialect: Dialect::Gcc,
        module_id: None,
    };
    let cuda = Mangler::cuda(MODULE_ID);
    let mut wrong = String::new();
    let mut count = 0;
    for row in sections().iter().flat_map(|section| &section.rows) {
        let item = notation::parse(row.notation);
        for mangler in [&gcc, &cuda] {
            if row.dialect.is_some_and(|only| only != mangler.dialect) {
                continue;
            }
            count += 1;
            let name = mangle(mangler, &item);
            if name.as_deref() != Ok(row.name) {
                let Row {
                    notation,
                    name: want,
                    ..
                } = row;
                let _ = writeln!(
                    wrong,
                    "{:?} {notation}\n  want {want}\n  have {name:?}",
                    mangler.dialect
                );
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(count > 1000, "rows have been lost: {count}");
}

/// The table says what g++ says. Skipped where g++ 12 is absent: later versions change some names.
#[test]
fn table_agrees_with_gcc() {
    let version = Command::new("g++").arg("-dumpversion").output();
    if !version.is_ok_and(|output| output.stdout.starts_with(b"12")) {
        return;
    }
    let dir = tempfile::tempdir().expect("temporary folder");
    for section in sections() {
        let source = dir.path().join("unit.cc");
        let object = dir.path().join("unit.o");
        std::fs::write(&source, &section.source).expect("source");
        let compiled = Command::new("g++")
            .args(["-std=c++20", "-w", "-O0", "-c", "-o"])
            .args([&object, &source])
            .output()
            .expect("g++");
        let messages = String::from_utf8_lossy(&compiled.stderr);
        assert!(compiled.status.success(), "{}: {messages}", section.title);
        let symbols = Command::new("nm").arg(&object).output().expect("nm").stdout;
        let symbols = String::from_utf8(symbols).expect("symbols");
        let defined: HashSet<&str> = symbols
            .lines()
            .filter(|line| !line.contains(" U "))
            .filter_map(|line| line.split_whitespace().last())
            .collect();
        for row in &section.rows {
            assert!(
                row.dialect == Some(Dialect::Cuda) || defined.contains(row.name),
                "{} is not in the object of {}",
                row.name,
                section.title
            );
        }
    }
}

/// Every name can be read back by the binutils demangler. Skipped where that is absent.
#[test]
fn names_demangle() {
    // Temporaries with the closing `_`, parameters of an outer prototype, qualified parameters, strings and dependent destructors.
    const UNKNOWN_TO_BINUTILS: [&str; 5] = ["_ZGR", "fL0p", "fpK_", "LA3_KcE", "dnT_"];
    let names: Vec<&str> = sections()
        .into_iter()
        .flat_map(|section| section.rows)
        .map(|row| row.name)
        .filter(|name| name.starts_with("_Z"))
        .filter(|name| !UNKNOWN_TO_BINUTILS.iter().any(|part| name.contains(part)))
        .collect();
    let filter = Command::new("c++filt")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut filter) = filter else {
        return;
    };
    let mut input = filter.stdin.take().expect("pipe");
    let text = names.join("\n") + "\n";
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = filter.wait_with_output().expect("c++filt");
    writer.join().expect("writer").expect("write");
    let output = String::from_utf8(output.stdout).expect("text");
    let refused: Vec<&str> = output
        .lines()
        .filter(|line| line.starts_with("_Z"))
        .collect();
    assert_eq!(output.lines().count(), names.len());
    assert_eq!(refused, Vec::<&str>::new());
}
