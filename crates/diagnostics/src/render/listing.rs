//! The lines that diagnostics have in a raw listing (`--list`). Whoever writes the listing puts them before the
//! line of source that they concern.

use super::{message, source_line};
use crate::diagnostic::Diagnostic;
use crate::location::Location;
use crate::message::line;
use crate::severity::Severity;

/// The lines for a diagnostic of this final severity: a letter, file, line, column and text, with a capital
/// letter for the diagnostic itself and small ones for its details and notes.
pub fn listing_lines(diagnostic: &Diagnostic, severity: Severity) -> String {
    let letter = match severity {
        Severity::Suppressed | Severity::Note | Severity::Remark => 'R',
        Severity::Warning => 'W',
        Severity::DiscretionaryError | Severity::Error => 'E',
        _ => 'C',
    };
    let file = diagnostic.at.as_ref().map(|at| &*at.file);
    let mut out = entry(letter, diagnostic.at.as_ref(), &message(diagnostic).plain());
    let small = letter.to_ascii_lowercase();
    for detail in &diagnostic.details {
        out.push_str(&entry(
            small,
            diagnostic.at.as_ref(),
            &line(detail, file).plain(),
        ));
    }
    for note in &diagnostic.notes {
        out.push_str(&entry(small, note.at.as_ref(), &message(note).plain()));
    }
    out
}

fn entry(letter: char, at: Option<&Location>, text: &str) -> String {
    match at {
        None => format!("{letter} \"\" 0 0 {text}\n"),
        Some(at) => {
            let column = match &at.source {
                Some(source) => source_line::character_column(source, at.column),
                None => at.column,
            };
            format!("{letter} \"{}\" {} {column} {text}\n", at.file, at.line)
        }
    }
}
