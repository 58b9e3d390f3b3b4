//! Small sources and their text, as `g++ -E` writes it.

mod conditions;
mod dependencies;
mod dialects;
mod dumps;
mod headers;
mod hostile;
mod macros;
mod phases;
mod places;
mod printing;
mod units;

use std::cell::RefCell;

use expect_test::Expect;

use crate::{Files, HostCompiler, IncludeDir, Options, Outcome, Settings, Time, preprocess_with};

/// Files by name; a folder is there if a file is in it.
struct Many(RefCell<Vec<(String, String)>>);

impl Files for Many {
    fn read(&self, path: &str, into: &mut Vec<u8>) -> Option<Time> {
        let path = path.strip_prefix("./").unwrap_or(path);
        let files = self.0.borrow();
        let file = files.iter().find(|f| f.0 == path)?;
        into.extend_from_slice(file.1.as_bytes());
        Some(0)
    }
    fn folder(&self, path: &str) -> Option<String> {
        let prefix = format!("{path}/");
        let there = self.0.borrow().iter().any(|f| f.0.starts_with(&prefix));
        there.then(|| path.to_owned())
    }
    fn canonical(&self, path: &str) -> Option<String> {
        Some(path.replace("/x/../", "/"))
    }
}

/// Preprocesses `a.cpp`, which is what comes before the first line `//- NAME`; each such line begins another file.
fn run(source: &str, arguments: &[&str], settings: Settings) -> Outcome {
    run_for(&host(), source, arguments, settings)
}

/// The same for a compiler.
fn run_for(host: &HostCompiler, source: &str, arguments: &[&str], settings: Settings) -> Outcome {
    let files = Many::of(source);
    let options = options(arguments);
    let answer = |question: &str| match question.strip_prefix("target ") {
        Some(asked) => i64::from(asked == "__AVX2__ avx2"),
        None => question.len() as i64,
    };
    preprocess_with(&files, host, &answer, &options, settings).expect("a text")
}

impl Many {
    /// The files of a source.
    fn of(source: &str) -> Many {
        let mut parts = source.split("//- ");
        let mut files = vec![(
            "a.cpp".to_owned(),
            parts.next().unwrap_or_default().to_owned(),
        )];
        let rest = parts.filter_map(|p| p.split_once('\n'));
        files.extend(rest.map(|(name, text)| (name.to_owned(), text.to_owned())));
        Many(RefCell::new(files))
    }
}

fn options(arguments: &[&str]) -> Options {
    let mut arguments: Vec<String> = arguments.iter().map(|a| (*a).to_owned()).collect();
    arguments.push("a.cpp".to_owned());
    Options::parse(&arguments).expect("a source")
}

fn host() -> HostCompiler {
    HostCompiler {
        include_dirs: vec![IncludeDir {
            path: "sys".to_owned(),
            sys: crate::token::SYS,
        }],
        ..HostCompiler::default()
    }
}

/// The text behind the last marker for the main file's beginning, and what was said.
fn check_with(source: &str, arguments: &[&str], expect: Expect) {
    check_for(&host(), source, arguments, expect);
}

/// The same for a compiler.
fn check_for(host: &HostCompiler, source: &str, arguments: &[&str], expect: Expect) {
    let run = |settings| run_for(host, source, arguments, settings);
    let out = run(Settings::default());
    // Where tokens are kept, no text is copied past them.
    let tokens = Settings {
        tokens: true,
        ..Settings::default()
    };
    let slow = run(tokens);
    assert_eq!(out.text, slow.text);
    assert_eq!(
        format!("{:?}", out.problems),
        format!("{:?}", slow.problems)
    );
    let text = String::from_utf8_lossy(&out.text);
    let text = text.split_once("# 1 \"a.cpp\"\n").map_or(&*text, |t| t.1);
    // Blanks at the end of a line can be seen.
    let visible = |line: &str| {
        let kept = line.trim_end_matches(' ');
        format!("{kept}{}\n", "·".repeat(line.len() - kept.len()))
    };
    let mut text: String = text.lines().map(visible).collect();
    for p in &out.problems {
        text.push_str(&format!("{p}\n"));
    }
    expect.assert_eq(&text);
}

fn check(source: &str, expect: Expect) {
    check_with(source, &[], expect);
}
