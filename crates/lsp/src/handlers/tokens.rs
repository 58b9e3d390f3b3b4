//! Semantic tokens: kinds and modifiers as numbers of a legend, places as differences.

use cleave_ide::{Kind, Modifiers, SemanticToken};
use lsp_types::{SemanticTokensParams, SemanticTokensRangeParams};
use serde_json::{Value, json};

use super::read;
use crate::view::{Answer, View};

/// The kinds, by their numbers.
const TYPES: [&str; 13] = [
    "namespace",
    "type",
    "class",
    "enum",
    "enumMember",
    "function",
    "method",
    "variable",
    "parameter",
    "property",
    "macro",
    "typeParameter",
    "comment",
];

pub(crate) fn legend() -> Value {
    json!({ "tokenTypes": TYPES, "tokenModifiers": Modifiers::NAMES })
}

fn number(kind: Option<Kind>) -> usize {
    let name = match kind {
        None => "comment",
        Some(kind) => match kind {
            Kind::Namespace => "namespace",
            Kind::Class => "class",
            Kind::Enum => "enum",
            Kind::Enumerator => "enumMember",
            Kind::Method => "method",
            Kind::Variable => "variable",
            Kind::Parameter => "parameter",
            Kind::Field => "property",
            Kind::Macro => "macro",
            Kind::TypeParameter => "typeParameter",
            Kind::Function | Kind::Kernel | Kind::Constructor => "function",
            Kind::Alias | Kind::Concept | Kind::Keyword | Kind::File | Kind::Other => "type",
        },
    };
    TYPES.iter().position(|t| *t == name).unwrap_or(1)
}

pub(crate) fn full(view: &View, params: Value) -> Answer {
    let _: SemanticTokensParams = read(params)?;
    Ok(tokens(view, 1..=u32::MAX))
}

pub(crate) fn range(view: &View, params: Value) -> Answer {
    let params: SemanticTokensRangeParams = read(params)?;
    let range = params.range;
    Ok(tokens(
        view,
        range.start.line + 1..=range.end.line.saturating_add(1),
    ))
}

fn tokens(view: &View, lines: std::ops::RangeInclusive<u32>) -> Value {
    let (Some(file), Some(text)) = (&view.file, view.lines()) else {
        return Value::Null;
    };
    let mut all: Vec<SemanticToken> = Vec::new();
    // What is left out in one pass may be there in another.
    for (_, analysis) in view.passes() {
        let own = analysis.semantic_tokens(file, lines.clone());
        if all.is_empty() {
            all = own;
            continue;
        }
        let is_inactive = |tokens: &[SemanticToken], line: u32| {
            tokens
                .iter()
                .any(|t| t.kind.is_none() && t.range.start.line == line)
        };
        let was: Vec<u32> = all
            .iter()
            .filter(|t| t.kind.is_none())
            .map(|t| t.range.start.line)
            .collect();
        let now: Vec<u32> = was
            .into_iter()
            .filter(|line| !is_inactive(&own, *line))
            .collect();
        all.retain(|t| t.kind.is_some() || !now.contains(&t.range.start.line));
        all.extend(
            own.into_iter()
                .filter(|t| now.contains(&t.range.start.line)),
        );
    }
    all.sort_by_key(|t| (t.range.start.line, t.range.start.column));
    let mut data: Vec<u32> = Vec::with_capacity(all.len() * 5);
    let mut before = (0, 0);
    for token in &all {
        let line = token.range.start.line;
        let range = match token.range.start.column {
            0 => text.whole(line, view.encoding),
            _ => view.range(&token.range),
        };
        let (start, end) = (range.start, range.end);
        if end.character <= start.character || (start.line, start.character) < before {
            continue;
        }
        let same_line = start.line == before.0;
        data.extend([
            start.line - before.0,
            start.character - if same_line { before.1 } else { 0 },
            end.character - start.character,
            number(token.kind) as u32,
            token.modifiers.0,
        ]);
        before = (start.line, start.character);
    }
    json!({ "data": data })
}
