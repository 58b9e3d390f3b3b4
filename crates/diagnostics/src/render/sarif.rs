//! SARIF 2.1.0: one log on one line. Where the reference's log is not valid JSON (missing and stray commas,
//! text between results), this one is, and it keeps to the schema, whose levels are `note`, `warning` and `error` only:
//! a remark is a note, and a result that ended the run has no level of its own but takes `error` from its rule, so that
//! readers can tell it from an error. Both carry the reference's word in `properties.severity`.

use serde::Serialize;

use super::{message, source_line};
use crate::location::Location;
use crate::message as text;
use crate::options::Options;
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
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<Rule>,
}

/// A reporting descriptor [SARIF 2.1.0, 3.49].
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: String,
    default_configuration: Configuration,
}

#[derive(Debug, Serialize)]
struct Configuration {
    level: &'static str,
}

/// One entry of `results`.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SarifResult {
    rule_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    level: Option<&'static str>,
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
    // Nothing follows what ends a run, so there is one such rule at most.
    let rules = results
        .iter()
        .filter(|result| result.level.is_none())
        .map(|result| Rule {
            id: result.rule_id.clone(),
            default_configuration: Configuration { level: "error" },
        })
        .collect();
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
                    rules,
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
        rule_id: format!("EC{}", diagnostic.code.internal()),
        level: level(judged.severity),
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
        properties: properties(judged.severity),
    }
}

/// A message without number as a result.
pub(crate) fn free(severity: Severity, message: &str) -> SarifResult {
    let mut rich = text::Rich::default();
    rich.text(message);
    SarifResult {
        rule_id: OWN_RULE.to_owned(),
        level: level(severity),
        message: Message { text: rich.plain() },
        locations: Vec::new(),
        related_locations: Vec::new(),
        properties: properties(severity),
    }
}

/// The rule of all messages without number.
const OWN_RULE: &str = "cleave";

fn level(severity: Severity) -> Option<&'static str> {
    match severity {
        Severity::Suppressed | Severity::Note | Severity::Remark => Some("note"),
        Severity::Warning => Some("warning"),
        Severity::DiscretionaryError | Severity::Error => Some("error"),
        Severity::Catastrophe | Severity::CommandLineError | Severity::InternalError => None,
    }
}

/// What the levels leave unsaid.
fn properties(severity: Severity) -> Option<Properties> {
    let word = match severity {
        Severity::Remark => "remark",
        Severity::Catastrophe => "catastrophe",
        Severity::CommandLineError => "command_line_error",
        Severity::InternalError => "internal_error",
        _ => return None,
    };
    Some(Properties { severity: word })
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
