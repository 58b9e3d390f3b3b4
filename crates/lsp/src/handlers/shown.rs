//! Hover, what macros stand for, and what is made of items.

use cleave_ide::comments::{comment_of, macro_text};
use cleave_ide::{Goto, Hover, Made};
use lsp_types::{
    ExecuteCommandParams, HoverContents, HoverParams, Location, MarkupContent, MarkupKind,
    Position, TextDocumentPositionParams,
};
use serde_json::Value;

use super::{goto, read, write};
use crate::assembled::in_words;
use crate::view::{Answer, Failure, View};

pub(crate) fn hover(view: &View, params: Value) -> Answer {
    let params: HoverParams = read(params)?;
    let at = params.text_document_position_params.position;
    let mut found = view.first_of(at, |analysis, at| analysis.hover(at));
    if let Some((_, (_, hover))) = found.as_mut().filter(|(_, (_, hover))| hover.is_kernel) {
        hover.facts.extend(assembled(view, at));
    }
    let defined = goto::of_macro(view, at).and_then(|location| said_there(view, &location, true));
    let (hover, range) = match (found, &defined) {
        (Some((_, (range, hover))), _) => (hover, Some(view.range(&range))),
        // A macro that a directive asks for.
        (None, Some(_)) => (Hover::default(), None),
        (None, None) => return Ok(Value::Null),
    };
    let said = match defined {
        Some((comment, definition)) => (comment, Some(definition)),
        None if hover.is_local => (None, None),
        None => (comment(view, at), None),
    };
    write(lsp_types::Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: markdown(&hover, said.0, said.1),
        }),
        range,
    })
}

/// What the comment of the declaration says that a name at a position leads to: that of its definition, or else of its first declaration.
fn comment(view: &View, at: Position) -> Option<String> {
    [Goto::Definition, Goto::Declaration]
        .into_iter()
        .find_map(|which| {
            let found = view.first_of(at, |analysis, at| {
                let (_, targets) = analysis.goto(at, which)?;
                targets.into_iter().next()
            });
            let location = goto::location(view, &found?.1)?;
            said_there(view, &location, false)?.0
        })
}

/// The comment of what is declared at a place, and the definition of a macro there.
fn said_there(
    view: &View,
    location: &Location,
    is_macro: bool,
) -> Option<(Option<String>, String)> {
    let path = location.uri.to_file_path().ok()?;
    let lines = view.texts.lines(&path.to_string_lossy())?;
    let line = location.range.start.line + 1;
    let definition = is_macro.then(|| macro_text(&lines.text, line));
    Some((
        comment_of(&lines.text, line),
        definition.flatten().unwrap_or_default(),
    ))
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

/// `definition`: that of a macro, which is shown instead of its name.
fn markdown(hover: &Hover, comment: Option<String>, definition: Option<String>) -> String {
    let code = match definition.filter(|d| !d.is_empty()) {
        Some(definition) => definition,
        None => hover.code.join("\n"),
    };
    let mut out = format!("```cuda-cpp\n{code}\n```");
    for said in comment.iter().chain(&hover.facts) {
        out.push_str("\n\n");
        out.push_str(said);
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
