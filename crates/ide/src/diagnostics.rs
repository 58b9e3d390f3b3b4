//! What the passes report as an editor shows it: each diagnostic once, with the passes that have it, its place in the user's files, and
//! its chain of instantiations and its notes as places of their own.

use std::sync::Arc;

use cleave_codes::codes;
use cleave_diagnostics::{Location, Reported, Severity, catalog, plain_line, plain_message};
use cleave_preprocessor::Problem;
use rustc_hash::FxHashMap;

use crate::analysis::{Analysis, Text};
use crate::places::{FilePosition, FileRange};

/// How an editor may dim or strike what a diagnostic is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// Nothing uses it, or it is never reached.
    Unused,
    /// It should not be used any more.
    Deprecated,
}

/// A place that belongs to a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    /// Where.
    pub range: FileRange,
    /// What is said of it.
    pub message: String,
}

/// A diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Where; a place with column 0 stands for the whole line.
    pub range: FileRange,
    /// How bad it is.
    pub severity: Severity,
    /// The number that users know; none of what the preprocessor says.
    pub number: Option<u16>,
    /// The reference's tag.
    pub tag: Option<&'static str>,
    /// What is wrong.
    pub message: String,
    /// Places that belong to it.
    pub related: Vec<Related>,
    /// How it may be shown.
    pub shown: Option<Tag>,
    /// The passes that report it; none if all do.
    pub passes: Vec<Arc<str>>,
}

/// The codes of what nothing uses.
const UNUSED: [codes::Code; 3] = [
    codes::DECLARED_BUT_NOT_REFERENCED,
    codes::SET_BUT_NOT_USED,
    codes::CODE_IS_UNREACHABLE,
];

/// What a pass says: the preprocessor first, then what the rules report.
pub fn of_pass(
    analysis: &Analysis,
    of_preprocessor: &[Problem],
    reported: &[Reported],
) -> Vec<Diagnostic> {
    let located = Locator {
        analysis,
        text: analysis.text(),
    };
    let mut out = problems(of_preprocessor);
    out.extend(reported.iter().map(|r| located.diagnostic(r)));
    out
}

/// The diagnostics of all passes, each once and with the passes that have it, unless all do.
pub fn merged(passes: Vec<(Arc<str>, Vec<Diagnostic>)>) -> Vec<Diagnostic> {
    let all = passes.len();
    let mut out: Vec<Diagnostic> = Vec::new();
    let mut known: FxHashMap<(FileRange, Option<u16>, String), usize> = FxHashMap::default();
    for (pass, diagnostics) in passes {
        for mut new in diagnostics {
            let key = (new.range.clone(), new.number, new.message.clone());
            match known.get(&key).map(|&n| &mut out[n]) {
                Some(old) if old.severity == new.severity => {
                    if !old.passes.contains(&pass) {
                        old.passes.push(Arc::clone(&pass));
                    }
                }
                _ => {
                    known.insert(key, out.len());
                    new.passes = vec![Arc::clone(&pass)];
                    out.push(new);
                }
            }
        }
    }
    for d in &mut out {
        if d.passes.len() == all {
            d.passes.clear();
        }
    }
    out
}

/// What the preprocessor says, notes with what they belong to.
fn problems(problems: &[Problem]) -> Vec<Diagnostic> {
    use cleave_preprocessor::Severity as S;
    let mut out: Vec<Diagnostic> = Vec::new();
    for p in problems {
        // A header that is opened alone is no source.
        let is_source = [".cu", ".cpp", ".cc", ".cxx", ".c"]
            .iter()
            .any(|e| p.file.ends_with(e));
        if p.message == "#pragma once in main file" && !is_source {
            continue;
        }
        let start = FilePosition {
            file: p.file.as_str().into(),
            line: p.line,
            column: p.column,
        };
        let range = FileRange::of_token(start, 0);
        let message = p.message.clone();
        if p.severity == S::Note
            && let Some(last) = out.last_mut()
        {
            last.related.push(Related { range, message });
            continue;
        }
        out.push(Diagnostic {
            range,
            severity: match p.severity {
                S::Note => Severity::Note,
                S::Warning => Severity::Warning,
                S::Error | S::Fatal => Severity::Error,
            },
            number: None,
            tag: None,
            message,
            related: Vec::new(),
            shown: None,
            passes: Vec::new(),
        });
    }
    out
}

struct Locator<'a> {
    analysis: &'a Analysis,
    text: Text<'a>,
}

impl Locator<'_> {
    fn diagnostic(&self, r: &Reported) -> Diagnostic {
        let d = &r.diagnostic;
        let file = d.at.as_ref().map(|at| &*at.file);
        let range = match &d.at {
            Some(at) => self.range(at),
            None => FileRange::of_token(
                FilePosition {
                    file: self.analysis.file.name(&self.analysis.db).into(),
                    line: 1,
                    column: 0,
                },
                0,
            ),
        };
        let mut message = r.message();
        for detail in &d.details {
            message.push('\n');
            message.push_str(&plain_line(detail, file));
        }
        let note = |note: &cleave_diagnostics::Diagnostic| {
            let range = self.range(note.at.as_ref()?);
            let mut message = plain_message(note);
            for detail in &note.details {
                message.push('\n');
                message.push_str(&plain_line(detail, file));
            }
            Some(Related { range, message })
        };
        let mut related: Vec<Related> = d.notes.iter().filter_map(note).collect();
        related.extend(d.contexts.iter().map(|context| {
            let start = FilePosition {
                file: Arc::clone(&context.place.file),
                line: context.place.line,
                column: 0,
            };
            Related {
                range: FileRange::of_token(start, 0),
                message: plain_line(&context.what, file),
            }
        }));
        Diagnostic {
            range,
            severity: r.severity,
            number: Some(d.code.shown()),
            tag: catalog().get(d.code).and_then(|entry| entry.tag),
            message,
            related,
            shown: shown(d.code),
            passes: Vec::new(),
        }
    }

    fn range(&self, at: &Location) -> FileRange {
        let line = || {
            let start = FilePosition {
                file: Arc::clone(&at.file),
                line: at.line,
                column: 0,
            };
            FileRange::of_token(start, 0)
        };
        if at.end_of_source || at.column == 0 {
            return line();
        }
        let found = self.analysis.range_of(&self.text, at.offset as usize, 0);
        match found.filter(|r| r.start.column > 0) {
            Some(found) => found,
            // Directives are left as they are written.
            None if is_directive(at) => {
                let start = FilePosition {
                    file: Arc::clone(&at.file),
                    line: at.line,
                    column: at.column,
                };
                FileRange::of_token(start, 0)
            }
            None => line(),
        }
    }
}

/// Whether the line of a place is a directive or pragma that the preprocessor has left.
fn is_directive(at: &Location) -> bool {
    let line = at.source.as_deref().unwrap_or_default();
    line.trim_ascii_start().starts_with(b"#")
}

fn shown(code: codes::Code) -> Option<Tag> {
    if UNUSED.contains(&code) {
        return Some(Tag::Unused);
    }
    let tag = catalog().get(code).and_then(|entry| entry.tag);
    let deprecated = tag.is_some_and(|tag| tag.contains("deprecated"));
    deprecated.then_some(Tag::Deprecated)
}
