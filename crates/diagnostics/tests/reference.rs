//! Compares text output with what the reference printed for the same programs, byte for byte.
//!
//! Each file in `tests/reference` holds a program, options, the diagnostics as a checker would give them, and
//! the reference's standard error.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;

use cleave_codes::Code;
use cleave_diagnostics::{
    Action, Arg, Colours, Context, Control, Declared, Diagnostic, Layout, Line, Location, Options,
    OutputMode, Pass, Place, Pragma, PragmaMap, Report, Session, Severity, catalog,
};
use serde_json::Value;

/// Text as bytes: lines of UTF-8, or lines that stand for one byte per character.
fn bytes(case: &Value, key: &str) -> Vec<u8> {
    let join = |value: &Value| -> Option<String> {
        let lines: Option<Vec<&str>> = value.as_array()?.iter().map(Value::as_str).collect();
        Some(lines?.join("\n"))
    };
    match join(&case[key]) {
        Some(text) => text.into_bytes(),
        None => {
            let text = join(&case[format!("{key}_latin1")]).expect("text");
            text.chars()
                .map(|c| u8::try_from(c).expect("one byte"))
                .collect()
        }
    }
}

struct Source {
    text: Vec<u8>,
    /// Start and end of each line by file name and number, as line markers set them.
    lines: HashMap<(String, u64), (usize, usize)>,
}

impl Source {
    fn new(file: &str, text: Vec<u8>) -> Source {
        let mut lines = HashMap::new();
        let (mut file, mut number, mut start) = (file.to_owned(), 1, 0);
        for line in text.split(|b| *b == b'\n') {
            let end = start + line.len();
            let marker = line.strip_prefix(b"# ").map(String::from_utf8_lossy);
            match marker.as_deref().and_then(|m| m.split_once(' ')) {
                Some((n, rest)) => {
                    number = n.parse().expect("line marker");
                    file = rest.split('"').nth(1).expect("line marker").to_owned();
                }
                None => {
                    lines.entry((file.clone(), number)).or_insert((start, end));
                    number += 1;
                }
            }
            start = end + 1;
        }
        Source { text, lines }
    }

    /// The pragmas in force, and the warnings about them.
    fn pragmas(&self, file: &str) -> (PragmaMap, Vec<Diagnostic>) {
        let mut map = PragmaMap::default();
        let mut warnings = Vec::new();
        let mut start = 0;
        for (index, line) in self.text.split(|b| *b == b'\n').enumerate() {
            let end = start + line.len();
            let text = String::from_utf8_lossy(line);
            if let Some(after) = text.strip_prefix("#pragma")
                && let Some(pragma) = Pragma::parse(after)
            {
                let unmatched = map.add(end as u32, &pragma);
                for problem in pragma.problems.iter().chain(&unmatched) {
                    let column = "#pragma".len() + problem.offset + 1;
                    let at = Location::new(file, index as u32 + 1, column as u32, line);
                    warnings.push(problem.diagnostic(at.at_offset((start + column) as u32)));
                }
            }
            start = end + 1;
        }
        (map, warnings)
    }

    fn location(&self, at: &Value, bare: bool) -> Location {
        if let Some(end) = at.get("end") {
            let place = place(end);
            return Location::end_of_source(place.file, place.line);
        }
        let Place { file, line } = place(at);
        let column = at[2].as_u64().expect("column") as u32;
        let (start, end) = self
            .lines
            .get(&(file.to_string(), u64::from(line)))
            .copied()
            .unwrap_or_default();
        let text: Arc<[u8]> = self.text[start..end].into();
        let location = Location::new(file, line, column, text).at_offset(start as u32 + column);
        if bare {
            Location {
                source: None,
                ..location
            }
        } else {
            location
        }
    }

    fn diagnostic(&self, value: &Value) -> Diagnostic {
        let number = value["number"]
            .as_u64()
            .and_then(Code::from_user)
            .expect("number");
        let each = |key: &str| value[key].as_array().cloned().unwrap_or_default();
        let severity = value["severity"].as_str().map(|word| match word {
            "remark" => Severity::Remark,
            "warning" => Severity::Warning,
            "error" => Severity::Error,
            "catastrophe" => Severity::Catastrophe,
            other => panic!("severity {other}"),
        });
        let mut diagnostic = Diagnostic::new(number);
        diagnostic.severity = severity;
        diagnostic.args = each("args").iter().map(arg).collect();
        if let Some(entry) = catalog().get(number) {
            assert_eq!(
                entry.message().check(&diagnostic.args),
                Ok(()),
                "arguments of {number}"
            );
        }
        diagnostic.at = value
            .get("at")
            .map(|at| self.location(at, value["bare"] == true));
        diagnostic.details = each("details").iter().map(line).collect();
        diagnostic.notes = each("notes")
            .iter()
            .map(|note| self.diagnostic(note))
            .collect();
        diagnostic.contexts = each("contexts")
            .iter()
            .map(|c| Context {
                what: line(&c["what"]),
                place: place(&c["at"]),
            })
            .collect();
        diagnostic
    }
}

fn place(value: &Value) -> Place {
    Place::new(
        value[0].as_str().expect("file"),
        value[1].as_u64().expect("line") as u32,
    )
}

fn line(value: &Value) -> Line {
    value.as_array().expect("line").iter().map(arg).collect()
}

fn arg(value: &Value) -> Arg {
    let text = |v: &Value| v.as_str().expect("text").to_owned();
    if let Some(entity) = value.get("entity") {
        Arg::Entity {
            kind: text(&entity[0]),
            name: text(&entity[1]),
            declared: value.get("declared").map(|at| match at.as_str() {
                Some(_) => Declared::Implicitly,
                None => Declared::At(place(at)),
            }),
        }
    } else if let Some(ty) = value.get("type") {
        Arg::Type {
            spelling: text(ty),
            aka: value.get("aka").map(text),
        }
    } else if let Some(at) = value.get("place") {
        Arg::Place(place(at))
    } else if let Some(name) = value.get("name") {
        Arg::name(text(name))
    } else {
        Arg::text(text(&value["text"]))
    }
}

fn pass(case: &Value) -> Pass {
    if case["pass"] == "device" {
        Pass::Device
    } else {
        Pass::Host
    }
}

fn rules(case: &Value) -> (Options, Control) {
    let mut options = Options {
        pass: pass(case),
        source_name: case["file"].as_str().map(str::to_owned),
        ..Options::default()
    };
    let mut control = Control::new(pass(case));
    let layout: &mut Layout = &mut options.layout;
    for flag in case["flags"]
        .as_array()
        .expect("flags")
        .iter()
        .filter_map(Value::as_str)
    {
        let (name, value) = flag.split_once('=').unwrap_or((flag, ""));
        let mut list = |action| control.apply_list(action, value).expect("list");
        match name {
            "--display_error_number" => layout.display_numbers = true,
            "--brief_diagnostics" => layout.brief = true,
            "--wrap_diagnostics" => layout.wrap = Some(79),
            "--context_limit" => layout.context_limit = value.parse().expect("number"),
            "--error_limit" => options.error_limit = value.parse().expect("number"),
            "--remarks" => control.remarks = true,
            "--promote_warnings" => control.promote_warnings = true,
            "-w" => control.suppress_warnings = true,
            "--diag_suppress" => list(Action::Suppress),
            "--diag_remark" => list(Action::Remark),
            "--diag_warning" => list(Action::Warning),
            "--diag_error" => list(Action::Error),
            "--diag_once" => list(Action::Once),
            other => panic!("flag {other}"),
        }
    }
    options.layout.colours = case["colours"].as_str().map(|table| match table {
        "" => Colours::default(),
        table => Colours::parse(table),
    });
    (options, control)
}

fn cases() -> Vec<(String, Value)> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference");
    let mut cases = Vec::new();
    for file in std::fs::read_dir(directory).expect("directory") {
        let path = file.expect("entry").path();
        let text = std::fs::read(&path).expect("file");
        cases.push((
            path.display().to_string(),
            serde_json::from_slice(&text).expect("JSON"),
        ));
    }
    assert!(cases.len() >= 50, "only {} cases", cases.len());
    cases
}

/// Runs a case in one output mode.
fn run(case: &Value, mode: OutputMode) -> Report {
    let file = case["file"].as_str().expect("file");
    let source = Source::new(file, bytes(case, "source"));
    let (mut options, control) = rules(case);
    options.mode = mode;
    options.directory = "/src".to_owned();
    let (pragmas, warnings) = source.pragmas(file);
    let mut session = Session::new(options, control, pragmas);
    let mut warnings = warnings.iter().peekable();
    for diagnostic in case["diagnostics"].as_array().expect("diagnostics") {
        let diagnostic = source.diagnostic(diagnostic);
        let offset = diagnostic.at.as_ref().map(|at| at.offset);
        while let Some(warning) = warnings.next_if(|w| w.at.as_ref().map(|at| at.offset) < offset) {
            session.report(warning);
        }
        session.report(&diagnostic);
    }
    for warning in warnings {
        session.report(warning);
    }
    session.finish()
}

fn assert_none(failures: &[String], count: usize) {
    assert!(
        failures.is_empty(),
        "{} of {count} differ\n{}",
        failures.len(),
        failures.join("\n")
    );
}

#[test]
fn text_is_the_references() {
    let cases = cases();
    let mut failures = Vec::new();
    for (name, case) in &cases {
        let report = run(case, OutputMode::Text);
        let (got, expected) = (report.bytes(), bytes(case, "expected"));
        if got != expected
            || Some(u64::from(report.status.code(pass(case)))) != case["exit"].as_u64()
        {
            let show = String::from_utf8_lossy;
            failures.push(format!(
                "{name}\n--- expected\n{}--- got\n{}",
                show(&expected),
                show(&got)
            ));
        }
    }
    assert_none(&failures, cases.len());
}

/// Levels that the schema does not have stand in a property; puts them where the reference has them.
fn in_the_references_words(log: &mut Value) {
    let results = log["runs"][0]["results"].as_array_mut();
    for result in results
        .into_iter()
        .flatten()
        .filter_map(Value::as_object_mut)
    {
        if let Some(properties) = result.remove("properties") {
            result.insert("level".into(), properties["severity"].clone());
        }
    }
}

/// The reference's log is not always JSON; `sarif` holds its results with the commas set right.
#[test]
fn sarif_results_are_the_references() {
    let cases = cases();
    let mut failures = Vec::new();
    for (name, case) in cases.iter().filter(|(_, case)| case.get("sarif").is_some()) {
        let mut log: Value =
            serde_json::from_slice(&run(case, OutputMode::Sarif).bytes()).expect("JSON");
        in_the_references_words(&mut log);
        let (got, expected) = (&log["runs"][0]["results"], &case["sarif"]);
        if got != expected {
            failures.push(format!(
                "{name}\n--- expected\n{expected:#}\n--- got\n{got:#}\n"
            ));
        }
    }
    assert_none(&failures, cases.len());
}
