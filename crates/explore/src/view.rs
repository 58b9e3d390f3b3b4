//! What the page shows of a version of the source, as JSON. It must not know how it is made, nor who asks.

use cleave_diagnostics::{Explanation, Reported, catalog};
use cleave_driver::halves::Made;
use cleave_preprocessor::Problem;
use rustc_hash::FxHashMap;
use serde::Serialize;

use crate::facts::{Kernel, kernels};
use crate::panes::{Row, host, il, stub};

/// A version.
#[derive(Debug, Serialize)]
pub(crate) struct View {
    /// Its number: PTX is asked for by it.
    number: u64,
    /// How long it took, in milliseconds.
    millis: f64,
    /// What is wrong, as both passes have it.
    messages: Vec<Message>,
    /// The halves, unless preprocessing failed.
    halves: Option<Halves>,
}

#[derive(Debug, Serialize)]
struct Halves {
    host: Vec<Row>,
    /// Nothing, and why.
    refused: Vec<String>,
    il: Vec<Row>,
    stub: Vec<Row>,
    kernels: Vec<Kernel>,
    /// Whether there is something to make PTX of.
    has_device: bool,
}

/// What is wrong with a place.
#[derive(Debug, Serialize)]
struct Message {
    file: String,
    /// 0 where it is not in the source.
    line: u32,
    /// What is shown of the place.
    place: String,
    severity: String,
    /// The number that `cleave explain` takes.
    code: Option<String>,
    text: String,
    /// What `cleave explain` says, for what has an explanation.
    explained: Option<String>,
}

impl View {
    /// The view of what was made of a version.
    pub(crate) fn new(made: &Made, source: &str, number: u64, millis: f64) -> View {
        let problems = made.problems.iter().map(|p| problem(p, source));
        let reported = made.reported.iter().map(|r| message(r, source));
        View {
            number,
            millis,
            messages: problems.chain(reported).collect(),
            halves: made.halves.as_ref().map(|halves| {
                let mut out = Halves {
                    host: host(&halves.host, source),
                    refused: Vec::new(),
                    il: Vec::new(),
                    stub: Vec::new(),
                    kernels: Vec::new(),
                    has_device: false,
                };
                match &halves.device {
                    Err(why) => out.refused.clone_from(why),
                    Ok(device) => {
                        out.has_device = true;
                        out.il = il(&device.module, source);
                        out.kernels = kernels(&device.module, &device.names, source);
                        let lines = lines(&out.kernels);
                        match &device.stub {
                            Ok(text) => out.stub = stub(text, source, &lines),
                            Err(kernel) => {
                                let why = format!("{kernel} has no place in a stub");
                                out.stub = vec![Row::Fold(why)];
                            }
                        }
                    }
                }
                out
            }),
        }
    }

    /// The kernels.
    pub(crate) fn kernels(&self) -> &[Kernel] {
        self.halves.as_ref().map_or(&[], |halves| &halves.kernels)
    }
}

/// The lines of kernels by their linker names.
pub(crate) fn lines(kernels: &[Kernel]) -> FxHashMap<&str, u32> {
    kernels.iter().map(|k| (&*k.symbol, k.line)).collect()
}

fn problem(problem: &Problem, source: &str) -> Message {
    use cleave_preprocessor::Severity;
    Message {
        line: if problem.file == source {
            problem.line
        } else {
            0
        },
        place: place(&problem.file, problem.line, problem.column),
        file: problem.file.clone(),
        severity: match problem.severity {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error | Severity::Fatal => "error",
        }
        .to_owned(),
        code: None,
        text: problem.message.clone(),
        explained: None,
    }
}

fn message(reported: &Reported, source: &str) -> Message {
    let diagnostic = &reported.diagnostic;
    let at = diagnostic.at.as_ref();
    let file = at.map_or_else(String::new, |at| at.file.to_string());
    let (line, column) = at.map_or((0, 0), |at| (at.line, at.column));
    Message {
        line: if file == source { line } else { 0 },
        place: place(&file, line, column),
        file,
        severity: reported.severity.word().to_owned(),
        code: Some(diagnostic.code.shown().to_string()),
        text: reported.message(),
        explained: catalog()
            .get(diagnostic.code)
            .map(Explanation::of)
            .filter(|explanation| explanation.why.is_some())
            .map(|explanation| explanation.page()),
    }
}

fn place(file: &str, line: u32, column: u32) -> String {
    let name = file.rsplit('/').next().unwrap_or(file);
    match (line, column) {
        (0, _) => name.to_owned(),
        (line, 0) => format!("{name}:{line}"),
        (line, column) => format!("{name}:{line}:{column}"),
    }
}
