//! Hover, what macros stand for, and what is made of items.

use cleave_ide::{Hover, Made};
use lsp_types::{
    ExecuteCommandParams, HoverContents, HoverParams, MarkupContent, MarkupKind, Position,
    TextDocumentPositionParams,
};
use serde_json::Value;

use super::{read, write};
use crate::assembled::in_words;
use crate::view::{Answer, Failure, View};

pub(crate) fn hover(view: &View, params: Value) -> Answer {
    let params: HoverParams = read(params)?;
    let at = params.text_document_position_params.position;
    let mut found = view.first_of(at, |analysis, at| analysis.hover(at));
    if let Some((_, (_, hover))) = found.as_mut().filter(|(_, (_, hover))| hover.is_kernel) {
        hover.facts.extend(assembled(view, at));
    }
    write(found.map(|(_, (range, hover))| lsp_types::Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: markdown(&hover),
        }),
        range: Some(view.range(&range)),
    }))
}

/// What the assembler says of the kernels at a position, if that is known by now.
fn assembled(view: &View, at: Position) -> Vec<String> {
    let snapshot = &view.snapshot;
    let Some(device) = snapshot.passes.get(1) else {
        return Vec::new();
    };
    let Some(known) = snapshot.facts.known(&snapshot.assembler, device) else {
        return Vec::new();
    };
    let kernels = view.of_pass(device, at, |analysis, at| analysis.kernels(at));
    let kernels = kernels.unwrap_or_default();
    let architecture = device.pass.name.replace("compute_", "sm_");
    let one = kernels.len() == 1;
    let said = kernels.iter().filter_map(|(name, symbol)| {
        let words = in_words(known.get(symbol)?);
        Some(match one {
            true => format!("{architecture}: {words}"),
            false => format!("{architecture}, `{name}`: {words}"),
        })
    });
    said.collect()
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

/// The commands that show what is made of an item, and what that is.
pub(crate) const COMMANDS: [(&str, &str, Made); 3] = [
    ("cleave.showHostHalf", "hostHalf", Made::HostHalf),
    ("cleave.showDeviceIl", "deviceIl", Made::DeviceIl),
    ("cleave.showStub", "stub", Made::Stub),
];

/// What is made of the item at a position: `what` is one of [`COMMANDS`]. A client asks again when the text has changed.
pub(crate) fn made(view: &View, params: Value) -> Answer {
    let at: TextDocumentPositionParams = read(params.clone())?;
    let named = params.get("what").and_then(Value::as_str);
    let what = COMMANDS.iter().find(|c| Some(c.1) == named);
    let what = what.ok_or_else(|| Failure::Params("there is no such text".to_owned()))?;
    shown(view, &at, what.2)
}

/// The same as a command, whose argument is the position.
pub(crate) fn command(view: &View, params: Value) -> Answer {
    let params: ExecuteCommandParams = read(params)?;
    let what = COMMANDS.iter().find(|c| c.0 == params.command);
    let what = what.ok_or_else(|| Failure::Params("there is no such command".to_owned()))?;
    let at = params.arguments.into_iter().next().unwrap_or_default();
    shown(view, &read(at)?, what.2)
}

fn shown(view: &View, at: &TextDocumentPositionParams, what: Made) -> Answer {
    let found = match what {
        Made::HostHalf => view.first_of(at.position, |analysis, at| analysis.made(at, what)),
        // The device half is what the pass of an architecture reads.
        _ => view.last_of(at.position, |analysis, at| analysis.made(at, what)),
    };
    write(found.map(|(_, text)| text))
}
