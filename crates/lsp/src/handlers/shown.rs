//! Hover, and what macros stand for.

use cleave_ide::Hover;
use lsp_types::{HoverContents, HoverParams, MarkupContent, MarkupKind, TextDocumentPositionParams};
use serde_json::Value;

use super::{read, write};
use crate::view::{Answer, View};

pub(crate) fn hover(view: &View, params: Value) -> Answer {
    let params: HoverParams = read(params)?;
    let at = params.text_document_position_params.position;
    let found = view.first_of(at, |analysis, at| analysis.hover(at));
    write(found.map(|(_, (range, hover))| lsp_types::Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: markdown(&hover),
        }),
        range: Some(view.range(&range)),
    }))
}

fn markdown(hover: &Hover) -> String {
    let mut out = format!("```cuda-cpp\n{}\n```", hover.code.join("\n"));
    for fact in &hover.facts {
        out.push_str("\n\n");
        out.push_str(fact);
    }
    out
}

pub(crate) fn expand_macro(view: &View, params: Value) -> Answer {
    let params: TextDocumentPositionParams = read(params)?;
    let found = view.first_of(params.position, |analysis, at| analysis.expansion(at));
    write(found.map(|(_, text)| text))
}
