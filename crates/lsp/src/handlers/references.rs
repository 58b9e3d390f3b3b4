//! References, highlights and renaming: over all open units, since a name of a header is every unit's.

use cleave_ide::{Denoted, FilePosition};
use lsp_types::{
    DocumentHighlight, DocumentHighlightKind, DocumentHighlightParams, Location,
    TextDocumentPositionParams, TextEdit, Url, WorkspaceEdit,
};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::{read, write};
use crate::view::{Answer, Failure, View};

/// What is looked for, as units pass it to each other.
#[derive(Serialize, Deserialize)]
pub(crate) struct Wanted {
    name: String,
    declared: Vec<(String, u32, u32)>,
    /// Units that do not read where it is declared have no references to it.
    is_local: bool,
    #[serde(default)]
    is_macro: bool,
    #[serde(default)]
    declaration: bool,
    #[serde(default)]
    new_name: Option<String>,
    /// What the asker wants to see again.
    #[serde(default)]
    pub(super) item: Value,
}

impl Wanted {
    pub(super) fn of(view: &View, denoted: Denoted) -> Wanted {
        let declared = denoted.declared.iter().map(|at| {
            let path = view.absolute(&at.file).to_string_lossy().into_owned();
            (path, at.line, at.column)
        });
        Wanted {
            declared: declared.collect(),
            is_local: denoted.is_local,
            is_macro: denoted.is_macro,
            name: denoted.name,
            declaration: true,
            new_name: None,
            item: Value::Null,
        }
    }

    /// The same in the terms of a unit; nothing if it cannot know it.
    pub(super) fn seen_by(&self, view: &View) -> Option<Denoted> {
        let declared = self.declared.iter().flat_map(|(path, line, column)| {
            let mut names = view.names_of(path);
            // A system's header has no tokens of its own.
            if names.is_empty() && !self.is_local {
                names.push(path.as_str().into());
            }
            names.into_iter().map(|file| FilePosition {
                file,
                line: *line,
                column: *column,
            })
        });
        let declared: Vec<FilePosition> = declared.collect();
        (!declared.is_empty()).then(|| Denoted {
            name: self.name.clone(),
            declared,
            is_local: self.is_local,
            is_macro: self.is_macro,
        })
    }
}

/// A reference, as a unit answers.
#[derive(Serialize, Deserialize, PartialEq)]
struct Found {
    location: Location,
    is_written: bool,
    is_declaration: bool,
}

/// What the name at the position means.
pub(crate) fn what(view: &View, params: Value) -> Answer {
    let at: TextDocumentPositionParams = read(params.clone())?;
    let is_renamed = params.get("newName").is_some();
    let found = view.first_of(at.position, |analysis, at| match is_renamed {
        true => analysis.renamed(at),
        false => analysis.denoted(at),
    });
    let Some((_, denoted)) = found else {
        return Ok(Value::Null);
    };
    let declaration = params
        .pointer("/context/includeDeclaration")
        .and_then(Value::as_bool);
    let new_name = params.get("newName").and_then(Value::as_str);
    if let Some(new) = new_name {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        let starts = new.starts_with(|c: char| c.is_alphabetic() || c == '_');
        if !starts || !new.chars().all(is_word) {
            return Err(Failure::Refused(format!("'{new}' is no name")));
        }
        if denoted.declared.is_empty() || denoted.declared.iter().any(|d| d.column == 0) {
            return Err(Failure::Refused(
                "it is declared where Cleave cannot rename it".into(),
            ));
        }
    }
    let mut wanted = Wanted::of(view, denoted);
    wanted.declaration = declaration.unwrap_or(true);
    wanted.new_name = new_name.map(str::to_owned);
    write(wanted)
}

/// The references of a unit to it, in any pass.
pub(crate) fn each(view: &View, wanted: &Value) -> Answer {
    let wanted: Wanted = read(wanted.clone())?;
    let Some(denoted) = wanted.seen_by(view) else {
        return Ok(json!([]));
    };
    let mut out: Vec<Found> = Vec::new();
    for (_, analysis) in view.passes() {
        for reference in analysis.references(&denoted) {
            let Some(location) = view.location(&reference.range) else {
                continue;
            };
            let one = Found {
                location,
                is_written: reference.is_written,
                is_declaration: reference.is_declaration,
            };
            if !out.contains(&one) {
                out.push(one);
            }
        }
    }
    // The definition of a macro is no expansion.
    if wanted.is_macro {
        for (path, line, _) in &wanted.declared {
            if let Some(location) = super::goto::macro_in(view, path, &wanted.name, *line) {
                out.push(Found {
                    location,
                    is_written: true,
                    is_declaration: true,
                });
            }
        }
    }
    write(out)
}

/// The references of all units, each once, in order.
fn together(parts: Vec<Value>) -> Vec<Found> {
    let parts = parts
        .into_iter()
        .filter_map(|p| serde_json::from_value::<Vec<Found>>(p).ok());
    let mut all: Vec<Found> = parts.flatten().collect();
    all.sort_by(|a, b| {
        let key = |t: &Found| {
            (
                t.location.uri.clone(),
                t.location.range.start,
                !t.is_written,
            )
        };
        key(a).cmp(&key(b))
    });
    all.dedup_by(|a, b| a.location == b.location);
    all
}

pub(crate) fn references(wanted: &Value, parts: Vec<Value>) -> Value {
    let declaration = wanted
        .get("declaration")
        .and_then(Value::as_bool)
        .unwrap_or(true);
    let all = together(parts).into_iter();
    let all = all
        .filter(|t| declaration || !t.is_declaration)
        .map(|t| t.location);
    json!(all.collect::<Vec<_>>())
}

pub(crate) fn rename(wanted: &Value, parts: Vec<Value>) -> Value {
    let new = wanted
        .get("new_name")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let mut changes: FxHashMap<Url, Vec<TextEdit>> = FxHashMap::default();
    // What a macro makes is renamed where the macro's text has it, or not at all.
    for found in together(parts).into_iter().filter(|t| t.is_written) {
        let edit = TextEdit::new(found.location.range, new.to_owned());
        changes.entry(found.location.uri).or_default().push(edit);
    }
    let changes = changes.into_iter().collect();
    json!(WorkspaceEdit::new(changes))
}

pub(crate) fn prepare(view: &View, params: Value) -> Answer {
    let at: TextDocumentPositionParams = read(params)?;
    let found = view.first_of(at.position, |analysis, at| {
        let denoted = analysis.denoted(at)?;
        let (range, _) = analysis.goto(at, cleave_ide::Goto::Declaration)?;
        let known = !denoted.declared.is_empty() && denoted.declared.iter().all(|d| d.column > 0);
        known.then_some(range)
    });
    write(found.map(|(_, range)| view.range(&range)))
}

pub(crate) fn highlights(view: &View, params: Value) -> Answer {
    let params: DocumentHighlightParams = read(params)?;
    let at = params.text_document_position_params.position;
    let found = view.first_of(at, |analysis, at| {
        let denoted = analysis.denoted(at)?;
        Some(analysis.references(&denoted))
    });
    let Some((_, references)) = found else {
        return Ok(Value::Null);
    };
    let own = references
        .iter()
        .filter(|m| Some(&m.range.start.file) == view.file.as_ref());
    let shown = own.map(|m| DocumentHighlight {
        range: view.range(&m.range),
        kind: Some(match m.is_declaration {
            true => DocumentHighlightKind::WRITE,
            false => DocumentHighlightKind::READ,
        }),
    });
    write(shown.collect::<Vec<_>>())
}
