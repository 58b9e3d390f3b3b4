//! JSON for tools: one object per diagnostic and line, with everything that is known of it.

use serde::Serialize;

use super::{message, source_line};
use crate::catalog::catalog;
use crate::diagnostic::Diagnostic;
use crate::message::line;
use crate::session::Judged;
use crate::severity::Severity;

#[derive(Debug, Serialize)]
struct Record<'a> {
    severity: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag: Option<&'static str>,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    details: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contexts: Vec<ContextRecord<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<Record<'a>>,
}

#[derive(Debug, Serialize)]
struct ContextRecord<'a> {
    message: String,
    file: &'a str,
    line: u32,
}

fn record(diagnostic: &Diagnostic, severity: Severity) -> Record<'_> {
    let at = diagnostic.at.as_ref();
    let file = at.map(|at| &*at.file);
    let column = at.map(|at| match &at.source {
        Some(source) => source_line::character_column(source, at.column),
        None => at.column,
    });
    Record {
        severity: severity.word(),
        number: Some(diagnostic.code.shown()),
        tag: catalog().get(diagnostic.code).and_then(|entry| entry.tag),
        message: message(diagnostic).plain(),
        file,
        line: at.map(|at| at.line),
        column: column.filter(|column| *column > 0),
        details: diagnostic
            .details
            .iter()
            .map(|detail| line(detail, file).plain())
            .collect(),
        contexts: diagnostic
            .contexts
            .iter()
            .map(|context| ContextRecord {
                message: line(&context.what, file).plain(),
                file: &context.place.file,
                line: context.place.line,
            })
            .collect(),
        notes: Vec::new(),
    }
}

fn write(out: &mut Vec<u8>, record: &Record<'_>) {
    // Strings and numbers only: writing them cannot fail.
    out.extend(serde_json::to_vec(record).unwrap_or_default());
    out.push(b'\n');
}

/// Appends a judged diagnostic.
pub(crate) fn diagnostic(out: &mut Vec<u8>, judged: Judged<'_>) {
    let mut whole = record(judged.diagnostic, judged.severity);
    whole.notes = judged
        .diagnostic
        .notes
        .iter()
        .map(|note| record(note, Severity::Note))
        .collect();
    write(out, &whole);
}

/// Appends a message without number.
pub(crate) fn free(out: &mut Vec<u8>, severity: Severity, message: &str) {
    let record = Record {
        severity: severity.word(),
        number: None,
        tag: None,
        message: message.to_owned(),
        file: None,
        line: None,
        column: None,
        details: Vec::new(),
        contexts: Vec::new(),
        notes: Vec::new(),
    };
    write(out, &record);
}
