//! SARIF 2.1.0: one log on one line. Where the reference's log is not valid JSON (missing and stray commas,
//! text between results), this one is.

use serde::Serialize;

use super::{message, source_line};
use crate::location::Location;
use crate::message as text;
use crate::options::{Options, SarifLevels};
use crate::session::Judged;
use crate::severity::Severity;

#[derive(Debug, Serialize)]
struct Log {
    version: &'static str,
    #[serde(rename = "$schema")]
    schema: &'static str,
    runs: [Run; 1],
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Run {
    tool: Tool,
    column_kind: &'static str,
    results: Vec<SarifResult>,
}

#[derive(Debug, Serialize)]
struct Tool {
    driver: Driver,
}

// Readers of the reference's logs look for these names.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    version: &'static str,
    organization: &'static str,
    full_name: &'static str,
    information_uri: &'static str,
}

/// One entry of `results`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SarifResult {
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_id: Option<String>,
    level: &'static str,
    message: Message,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    locations: Vec<SarifLocation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<SarifLocation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<Properties>,
}

#[derive(Debug, Serialize)]
struct Properties {
    severity: &'static str,
}

#[derive(Debug, Serialize)]
struct Message {
    text: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifLocation {
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Message>,
    #[serde(skip_serializing_if = "Option::is_none")]
    physical_location: Option<PhysicalLocation>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: Region,
}

#[derive(Debug, Serialize)]
struct ArtifactLocation {
    uri: String,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_line: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    start_column: Option<u32>,
}

/// The whole log, with its newline.
pub(crate) fn log(results: Vec<SarifResult>) -> Vec<u8> {
    let log = Log {
        version: "2.1.0",
        schema: "https://raw.githubusercontent.com/oasis-tcs/sarif-spec/master/Schemata/sarif-schema-2.1.0.json",
        runs: [Run {
            tool: Tool {
                driver: Driver {
                    name: "EDG CPFE",
                    version: "6.6",
                    organization: "Edison Design Group",
                    full_name: "Edison Design Group C/C++ Front End - 6.6",
                    information_uri: "https://edg.com/c",
                },
            },
            column_kind: "unicodeCodePoints",
            results,
        }],
    };
    // Strings and numbers only: writing them cannot fail.
    let mut out = serde_json::to_vec(&log).unwrap_or_default();
    out.push(b'\n');
    out
}

/// A judged diagnostic as a result. Details and contexts have no place in the reference's form.
pub(crate) fn result(options: &Options, judged: Judged<'_>) -> SarifResult {
    let diagnostic = judged.diagnostic;
    let related = diagnostic.notes.iter().map(|note| SarifLocation {
        message: Some(Message {
            text: message(note).plain(),
        }),
        physical_location: note.at.as_ref().map(|at| physical(options, at)),
    });
    SarifResult {
        rule_id: Some(format!("EC{}", diagnostic.number.internal())),
        level: level(options, judged.severity),
        message: Message {
            text: message(diagnostic).plain(),
        },
        locations: diagnostic
            .at
            .iter()
            .map(|at| SarifLocation {
                message: None,
                physical_location: Some(physical(options, at)),
            })
            .collect(),
        related_locations: related.collect(),
        properties: properties(options, judged.severity),
    }
}

/// A message without number as a result.
pub(crate) fn free(options: &Options, severity: Severity, message: &str) -> SarifResult {
    let mut rich = text::Rich::default();
    rich.text(message);
    SarifResult {
        rule_id: None,
        level: level(options, severity),
        message: Message { text: rich.plain() },
        locations: Vec::new(),
        related_locations: Vec::new(),
        properties: properties(options, severity),
    }
}

fn level(options: &Options, severity: Severity) -> &'static str {
    match (options.sarif_levels, severity) {
        (SarifLevels::Reference, Severity::Remark) => "remark",
        (SarifLevels::Reference, Severity::Catastrophe) => "catastrophe",
        (SarifLevels::Reference, Severity::InternalError) => "internal_error",
        (_, Severity::Suppressed | Severity::Note | Severity::Remark) => "note",
        (_, Severity::Warning) => "warning",
        _ => "error",
    }
}

fn properties(options: &Options, severity: Severity) -> Option<Properties> {
    (options.sarif_levels == SarifLevels::Schema).then(|| Properties {
        severity: severity.word(),
    })
}

fn physical(options: &Options, at: &Location) -> PhysicalLocation {
    let column = match &at.source {
        Some(source) => source_line::character_column(source, at.column),
        None => at.column,
    };
    PhysicalLocation {
        artifact_location: ArtifactLocation {
            uri: uri(&options.directory, &at.file),
        },
        region: Region {
            start_line: at.line,
            start_column: (column > 0 && !at.end_of_source).then_some(column),
        },
    }
}

/// A `file` URI [RFC 8089]: what a URI cannot hold is written as `%XX`.
fn uri(directory: &str, file: &str) -> String {
    let mut uri = String::from("file://");
    let mut push = |text: &str| {
        for byte in text.bytes() {
            if byte.is_ascii_alphanumeric() || b"/-._~!$&'()*+,;=:@".contains(&byte) {
                uri.push(char::from(byte));
            } else {
                uri.push_str(&format!("%{byte:02X}"));
            }
        }
    };
    if !file.starts_with('/') && !directory.is_empty() {
        push(directory);
        push("/");
    }
    push(file);
    uri
}
