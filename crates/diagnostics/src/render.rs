//! The forms of output. Each module knows one form; none knows options' effect on severities.

pub(crate) mod json_lines;
mod listing;
pub(crate) mod sarif;
pub(crate) mod source_line;
pub(crate) mod text;
mod wrap;

pub use listing::listing_lines;

use crate::catalog::catalog;
use crate::diagnostic::Diagnostic;
use crate::message::Rich;

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
