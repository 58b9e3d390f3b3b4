//! Who calls whom, and what derives from what.

use cleave_ide::{Analysis, FilePosition, Node};
use lsp_types::{Position, Range, TextDocumentPositionParams};
use serde_json::{Value, json};

use super::references::Wanted;
use super::symbols::kind;
use super::{read, write};
use crate::view::{Answer, View};

fn item(view: &View, node: &Node) -> Option<Value> {
    let location = view.location(&node.at)?;
    Some(json!({
        "name": node.name,
        "detail": node.detail,
        "kind": kind(node.kind),
        "uri": location.uri,
        "range": location.range,
        "selectionRange": location.range,
    }))
}

pub(crate) fn prepare(view: &View, params: Value) -> Answer {
    prepared(view, params, Analysis::function_at)
}

pub(crate) fn prepare_type(view: &View, params: Value) -> Answer {
    prepared(view, params, Analysis::class_at)
}

/// The item of what stands at a position, in a list.
fn prepared(
    view: &View,
    params: Value,
    node_at: fn(&Analysis, &FilePosition) -> Option<Node>,
) -> Answer {
    let params: TextDocumentPositionParams = read(params)?;
    let found = view.first_of(params.position, node_at);
    Ok(found
        .and_then(|(_, node)| item(view, &node))
        .into_iter()
        .collect())
}

/// The position of an item that a client gives back.
fn position(params: &Value) -> Position {
    let at = params
        .pointer("/item/selectionRange/start")
        .cloned()
        .unwrap_or_default();
    serde_json::from_value(at).unwrap_or_default()
}

pub(crate) fn what(view: &View, params: Value) -> Answer {
    let found = view.first_of(position(&params), |analysis, at| analysis.denoted(at));
    let Some((_, denoted)) = found else {
        return Ok(Value::Null);
    };
    write(Wanted::of(view, denoted))
}

pub(crate) fn incoming(view: &View, wanted: &Value) -> Answer {
    let wanted: Wanted = read(wanted.clone())?;
    let Some(denoted) = wanted.seen_by(view) else {
        return Ok(json!([]));
    };
    let mut out: Vec<Value> = Vec::new();
    for (_, analysis) in view.passes() {
        for node in analysis.callers(&denoted) {
            let call = call(view, "from", &node);
            out.extend(call.filter(|c| !out.iter().any(|o| o["from"] == c["from"])));
        }
    }
    Ok(Value::Array(out))
}

fn call(view: &View, whose: &str, node: &Node) -> Option<Value> {
    let ranges: Vec<Range> = node.calls.iter().map(|r| view.range(r)).collect();
    Some(json!({ whose: item(view, node)?, "fromRanges": ranges }))
}

pub(crate) fn together(_: &Value, parts: Vec<Value>) -> Value {
    let mut out: Vec<Value> = Vec::new();
    for part in parts {
        let Value::Array(part) = part else { continue };
        for call in part {
            if !out.iter().any(|o| o["from"] == call["from"]) {
                out.push(call);
            }
        }
    }
    Value::Array(out)
}

pub(crate) fn outgoing(view: &View, params: Value) -> Answer {
    let found = view.first_of(position(&params), |analysis, at| {
        let nodes = analysis.callees(at);
        (!nodes.is_empty()).then_some(nodes)
    });
    let nodes = found.map_or(Vec::new(), |(_, nodes)| nodes);
    Ok(nodes.iter().filter_map(|n| call(view, "to", n)).collect())
}

pub(crate) fn supertypes(view: &View, params: Value) -> Answer {
    related(view, &params, true)
}

pub(crate) fn subtypes(view: &View, params: Value) -> Answer {
    related(view, &params, false)
}

fn related(view: &View, params: &Value, bases: bool) -> Answer {
    let found = view.first_of(position(params), |analysis, at| {
        Some(analysis.related_classes(at, bases))
    });
    let nodes = found.map_or(Vec::new(), |(_, nodes)| nodes);
    Ok(nodes.iter().filter_map(|n| item(view, n)).collect())
}
