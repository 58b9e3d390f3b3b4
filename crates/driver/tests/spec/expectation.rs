//! Expectations: `error: 20014 "helper"` and their like, read, written and compared with what is reported.
//!
//! The form is `[host|device] [cleave|reference] SEVERITY: NUMBER [@COLUMN] ["PART"]...`; a semicolon parts two of them.
//! What only one of the two tools reports is a known difference.

use std::fmt;

use crate::options::Pass;
use crate::tool::{Reported, Who};

/// The severities as both command lines' SARIF names them.
const SEVERITIES: &[&str] = &[
    "error",
    "warning",
    "remark",
    "catastrophe",
    "internal_error",
];

/// One diagnostic that belongs to a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Expectation {
    /// The pass that reports it; `None` when every pass does in which the program runs.
    pub(crate) pass: Option<Pass>,
    /// The tool that reports it; `None` when both do.
    pub(crate) who: Option<Who>,
    severity: String,
    /// As users see it.
    number: u16,
    pub(crate) column: Option<usize>,
    /// What the message must contain.
    pub(crate) parts: Vec<String>,
}

impl Expectation {
    /// What to expect of a diagnostic: every quoted part of its message, or else how it begins.
    pub(crate) fn of(reported: &Reported, pass: Option<Pass>, who: Option<Who>) -> Expectation {
        let mut parts: Vec<String> = Vec::new();
        for part in reported.text.split('"').skip(1).step_by(2) {
            if !part.is_empty() && !parts.iter().any(|p| p == part) {
                parts.push(part.into());
            }
        }
        if parts.is_empty() {
            parts.push(beginning(&reported.text).into());
        }
        let mut made = Expectation {
            pass,
            who,
            severity: reported.severity.clone(),
            number: reported.number,
            column: None,
            parts,
        };
        // A line of the document holds it.
        while made.to_string().len() > 100 && made.parts.pop().is_some() {}
        made
    }

    /// Whether a diagnostic of its line is meant.
    pub(crate) fn matches(&self, reported: &Reported) -> bool {
        self.severity == reported.severity
            && self.number == reported.number
            && self.column.is_none_or(|column| column == reported.column)
            && self.parts.iter().all(|part| contains(&reported.text, part))
    }

    /// Reads one.
    fn read(text: &str) -> Option<Expectation> {
        let (head, mut rest) = text.split_once(':')?;
        let (pass, who, severity) = prefixes(head.trim());
        if !SEVERITIES.contains(&severity) {
            return None;
        }
        rest = rest.trim_start();
        let digits = rest.find(|c: char| !c.is_ascii_digit());
        let (number, mut rest) = rest.split_at(digits.unwrap_or(rest.len()));
        let mut column = None;
        rest = rest.trim_start();
        if let Some(behind) = rest.strip_prefix('@') {
            let digits = behind.find(|c: char| !c.is_ascii_digit());
            let (number, behind) = behind.split_at(digits.unwrap_or(behind.len()));
            column = Some(number.parse().ok()?);
            rest = behind.trim_start();
        }
        let mut parts = Vec::new();
        while let Some(behind) = rest.strip_prefix('"') {
            let (part, behind) = behind.split_once('"')?;
            parts.push(part.into());
            rest = behind.trim_start();
        }
        rest.is_empty().then_some(Expectation {
            pass,
            who,
            severity: severity.into(),
            number: number.parse().ok()?,
            column,
            parts,
        })
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(pass) = self.pass {
            write!(f, "{pass} ")?;
        }
        if let Some(who) = self.who {
            write!(f, "{who} ")?;
        }
        write!(f, "{}: {}", self.severity, self.number)?;
        if let Some(column) = self.column {
            write!(f, " @{column}")?;
        }
        self.parts
            .iter()
            .try_for_each(|part| write!(f, " \"{part}\""))
    }
}

/// The first words of a message, as many as a line has room for.
fn beginning(message: &str) -> &str {
    const ENOUGH: usize = 60;
    let message = message.split('"').next().unwrap_or_default();
    let cut = message
        .match_indices(' ')
        .map(|(at, _)| at)
        .chain([message.len()])
        .take_while(|&at| at <= ENOUGH)
        .last();
    message[..cut.unwrap_or(0)].trim_end()
}

/// Whether a message contains a part. A single word must stand in what the message quotes, since its own words say nothing.
fn contains(message: &str, part: &str) -> bool {
    let quoted = || message.split('"').skip(1).step_by(2);
    let own_words = part.contains(' ') || quoted().next().is_none();
    has_words(message, part) && (own_words || quoted().any(|quoted| has_words(quoted, part)))
}

/// Whether a text has a part between the ends of words: `s` is not in `this`.
fn has_words(text: &str, part: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let cuts = |before: Option<char>, after: Option<char>| {
        before.is_some_and(is_word) && after.is_some_and(is_word)
    };
    text.match_indices(part).any(|(at, _)| {
        let (head, tail) = (&text[..at], &text[at + part.len()..]);
        !cuts(head.chars().next_back(), part.chars().next())
            && !cuts(part.chars().next_back(), tail.chars().next())
    })
}

/// Who an expectation is of, and the rest.
fn prefixes(text: &str) -> (Option<Pass>, Option<Who>, &str) {
    let (pass, text) = match text.split_once(' ') {
        Some(("host", rest)) => (Some(Pass::Host), rest),
        Some(("device", rest)) => (Some(Pass::Device), rest),
        _ => (None, text),
    };
    match text.split_once(' ') {
        Some(("cleave", rest)) => (pass, Some(Who::Cleave), rest),
        Some(("reference", rest)) => (pass, Some(Who::Reference), rest),
        _ => (pass, None, text),
    }
}

/// The expectations in a comment (the text behind `//`): nothing when it is an ordinary comment.
///
/// # Errors
/// The expectation that cannot be read.
pub(crate) fn read_all(comment: &str) -> Result<Option<Vec<Expectation>>, String> {
    let starts = |text: &str| {
        let (_, _, text) = prefixes(text);
        SEVERITIES
            .iter()
            .any(|s| text.strip_prefix(s).is_some_and(|t| t.starts_with(':')))
    };
    let comment = comment.trim();
    if !starts(comment) {
        return Ok(None);
    }
    let mut all = Vec::new();
    for text in split(comment) {
        let text = text.trim();
        all.push(Expectation::read(text).ok_or(format!("no expectation can be read in `{text}`"))?);
    }
    Ok(Some(all))
}

/// The pieces between semicolons that are in no quoted part.
fn split(comment: &str) -> Vec<&str> {
    let mut quoted = false;
    comment
        .split(|c| {
            quoted ^= c == '"';
            c == ';' && !quoted
        })
        .collect()
}
