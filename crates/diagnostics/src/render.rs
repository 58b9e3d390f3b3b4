//! The forms of output. Each module knows one form; none knows options' effect on severities.

pub(crate) mod json_lines;
mod listing;
pub(crate) mod sarif;
mod snippets;
pub(crate) mod source_line;
pub(crate) mod text;
mod wrap;

pub use listing::listing_lines;
pub use snippets::{brief_lines, snippets};

use crate::catalog::catalog;
use crate::diagnostic::Diagnostic;
use crate::message::Rich;
use crate::session::Reported;

/// A diagnostic's message; a number that the catalogue lacks still gets a text.
pub(crate) fn message(diagnostic: &Diagnostic) -> Rich {
    let file = diagnostic.at.as_ref().map(|at| &*at.file);
    match catalog().get(diagnostic.code) {
        Some(entry) => entry.message().fill(&diagnostic.args, file),
        None => {
            let mut rich = crate::message::line(&diagnostic.args, file);
            if rich.spans.is_empty() {
                rich.text(&format!("diagnostic {}", diagnostic.code));
            }
            rich
        }
    }
}

/// A diagnostic's message as plain text.
pub fn plain_message(diagnostic: &Diagnostic) -> String {
    message(diagnostic).plain()
}

/// A line below a message, or a step of a chain, as plain text, seen from a file.
pub fn plain_line(line: &[crate::Arg], file: Option<&str>) -> String {
    crate::message::line(line, file).plain()
}

/// What was reported as one SARIF log.
pub fn sarif_log(reported: &[Reported], directory: &str) -> Vec<u8> {
    let options = crate::Options {
        mode: crate::OutputMode::Sarif,
        directory: directory.to_owned(),
        ..crate::Options::default()
    };
    let results = reported.iter().map(|r| sarif::result(&options, r.judged()));
    sarif::log(results.collect())
}

/// What was reported as JSON, one object a line.
pub fn json_lines(reported: &[Reported]) -> Vec<u8> {
    let mut out = Vec::new();
    for r in reported {
        json_lines::diagnostic(&mut out, r.judged());
    }
    out
}
