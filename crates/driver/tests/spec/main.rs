//! The specification in `test_data/spec`: programs with the diagnostics that belong to their lines, tried as a user's command would.
//!
//! One test is one program in one pass. `CLEAVE_UPDATE=1` writes the expectations anew. `--reference` asks the toolkit of
//! `CUDA_PATH` in Cleave's place, so that it tells which expectations the reference does not meet. With both, what only one of
//! the two reports is marked.

mod document;
mod expectation;
mod options;
mod spelling;
mod tool;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use document::{Document, Program};
use expectation::Expectation;
use libtest_mimic::{Arguments, Failed, Trial};
use options::Pass;
use tool::{Reported, Tool, Who};

/// The widest line of a document.
const WIDTH: usize = 120;

fn main() -> ExitCode {
    let mut words: Vec<String> = std::env::args().collect();
    let reference = words.iter().any(|word| word == "--reference");
    words.retain(|word| word != "--reference");
    let arguments = Arguments::from_iter(words);
    let tool = match (reference, std::env::var_os("CUDA_PATH")) {
        (false, _) => Tool::Cleave,
        (true, Some(toolkit)) => Tool::Reference(toolkit.into()),
        (true, None) => panic!("--reference needs the root of a CUDA toolkit in CUDA_PATH"),
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../test_data/spec");
    let mut paths = Vec::new();
    find(&root, &mut paths);
    paths.sort();
    assert!(!paths.is_empty(), "there is no document in test_data/spec");
    let documents = paths.into_iter().map(|path| Document::read(&root, path));
    if std::env::var_os("CLEAVE_UPDATE").is_some() {
        for document in documents {
            update(document, &tool, arguments.filter.as_deref());
        }
        return ExitCode::SUCCESS;
    }
    let trials = documents
        .flat_map(|document| trials(&document, &tool))
        .collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Every Markdown file below a folder.
fn find(folder: &Path, into: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).expect("the specification can be read");
    for entry in entries {
        let path = entry.expect("the specification can be read").path();
        if path.is_dir() {
            find(&path, into);
        } else if path.extension().is_some_and(|e| e == "md") {
            into.push(path);
        }
    }
}

fn trials(document: &Document, tool: &Tool) -> Vec<Trial> {
    let mut trials = Vec::new();
    for program in &document.programs {
        for &pass in program.options.passes() {
            let (program, tool) = (program.clone(), tool.clone());
            let shown = document.shown.clone();
            let name = trial_name(&program, pass);
            trials.push(Trial::test(name, move || {
                compare(&shown, &program, pass, &tool)
            }));
        }
    }
    trials
}

/// The program's name; the pass as well where it runs in both.
fn trial_name(program: &Program, pass: Pass) -> String {
    match program.options.passes() {
        [_] => program.name.clone(),
        _ => format!("{} in the {pass} pass", program.name),
    }
}

/// Runs a program and says what differs from its expectations.
fn compare(shown: &str, program: &Program, pass: Pass, tool: &Tool) -> Result<(), Failed> {
    let mut differences: Vec<(usize, String)> = program
        .problems
        .iter()
        .map(|(line, problem)| (*line, problem.clone()))
        .collect();
    let reported = tool.run(program, pass)?;
    let mut left: Vec<&Reported> = reported.iter().collect();
    for (line, expected) in in_order(program, pass, tool.who()) {
        match left
            .iter()
            .position(|r| r.line == line && expected.matches(r))
        {
            Some(found) => drop(left.remove(found)),
            None => differences.push((line, format!("expected, not reported: {expected}"))),
        }
    }
    for reported in left {
        let other = |e: &Expectation| e.who.is_some() && e.matches(reported);
        let line = program.lines.get(reported.line.wrapping_sub(1));
        let why = match line.is_some_and(|line| line.expected.iter().any(other)) {
            true => "marked as the other tool's alone",
            false => "not expected",
        };
        differences.push((reported.line, format!("reported, {why}: {reported}")));
    }
    if differences.is_empty() {
        return Ok(());
    }
    differences.sort();
    let mut text = String::new();
    for (line, what) in differences {
        let at = program.first_line + line - 1;
        text.push_str(&format!("{shown}:{at}: {what}\n"));
        if let Some(line) = program.lines.get(line.wrapping_sub(1)) {
            text.push_str(&format!("    {}\n", line.code.trim()));
        }
    }
    Err(text.into())
}

/// A tool's expectations in a pass with their lines. Those that ask for most come first, so that each finds what it can match.
fn in_order(program: &Program, pass: Pass, who: Who) -> Vec<(usize, &Expectation)> {
    let mut all: Vec<(usize, &Expectation)> = program
        .lines
        .iter()
        .enumerate()
        .flat_map(|(i, line)| line.expected.iter().map(move |e| (i + 1, e)))
        .filter(|(_, e)| e.pass.is_none_or(|p| p == pass) && e.who.is_none_or(|w| w == who))
        .collect();
    all.sort_by_key(|(_, e)| std::cmp::Reverse(e.parts.len() + usize::from(e.column.is_some())));
    all
}

/// Writes a document's expectations as Cleave has them. An expectation that holds stays as it is written. What only one of the
/// tools reports is found out where the reference is asked as well; else what is known of the reference stays.
fn update(mut document: Document, tool: &Tool, filter: Option<&str>) {
    for program in &mut document.programs {
        if filter.is_some_and(|filter| !program.name.contains(filter)) {
            continue;
        }
        let passes = program.options.passes();
        let mut all: Vec<Expected> = Vec::new();
        for &pass in passes {
            let Some(found) = in_pass(program, pass, tool) else {
                // Its test says why.
                return;
            };
            let shared = all.len();
            for mut expected in found {
                let twin = |e: &Expected| {
                    e.pass.is_some()
                        && e.who == expected.who
                        && e.reported.agrees(&expected.reported)
                };
                match all[..shared].iter().position(twin) {
                    // What both passes say is written once.
                    Some(twin) => all[twin].pass = None,
                    None => {
                        expected.pass = (passes.len() > 1).then_some(pass);
                        all.push(expected);
                    }
                }
            }
        }
        for (i, line) in program.lines.iter_mut().enumerate() {
            let mut old = std::mem::take(&mut line.expected);
            for new in all.iter().filter(|e| e.reported.line == i + 1) {
                let kept = old.iter().position(|e| e.matches(&new.reported));
                let mut expected = match kept {
                    Some(kept) => old.remove(kept),
                    None => Expectation::of(&new.reported, new.pass, new.who),
                };
                let known = expected.who.filter(|who| *who == Who::Cleave);
                (expected.pass, expected.who) = (new.pass, new.who);
                if matches!(tool, Tool::Cleave) {
                    expected.who = known;
                }
                line.expected.push(expected);
            }
            if matches!(tool, Tool::Cleave) {
                old.retain(|e| e.who == Some(Who::Reference));
                line.expected.extend(old);
            }
        }
    }
    document.write();
}

/// A diagnostic to write down.
struct Expected {
    pass: Option<Pass>,
    who: Option<Who>,
    reported: Reported,
}

/// What Cleave reports in a pass, and the reference if it is there; nothing if a tool fails.
fn in_pass(program: &Program, pass: Pass, tool: &Tool) -> Option<Vec<Expected>> {
    let run = |tool: &Tool| {
        std::panic::catch_unwind(|| tool.run(program, pass))
            .ok()?
            .ok()
    };
    let ours = run(&Tool::Cleave)?;
    let mut theirs = match tool {
        Tool::Cleave => None,
        Tool::Reference(_) => Some(run(tool)?),
    };
    let expected = |who, reported| Expected {
        pass: None,
        who,
        reported,
    };
    let mut all = Vec::new();
    for reported in ours {
        let who = match &mut theirs {
            None => None,
            Some(theirs) => match theirs.iter().position(|r| r.agrees(&reported)) {
                Some(at) => {
                    theirs.remove(at);
                    None
                }
                None => Some(Who::Cleave),
            },
        };
        all.push(expected(who, reported));
    }
    let missing = theirs.into_iter().flatten();
    all.extend(missing.map(|reported| expected(Some(Who::Reference), reported)));
    Some(all)
}
