//! What documents and the project declare.

use cleave_ide::{DocumentSymbol, Kind};
use lsp_types::{Location, SymbolKind};
use serde_json::{Value, json};

use super::{read, write};
use crate::view::{Answer, View};

/// How many symbols one unit gives.
const MOST: usize = 200;

pub(crate) fn kind(kind: Kind) -> SymbolKind {
    match kind {
        Kind::Namespace => SymbolKind::NAMESPACE,
        Kind::Class => SymbolKind::CLASS,
        Kind::Enum => SymbolKind::ENUM,
        Kind::Enumerator => SymbolKind::ENUM_MEMBER,
        Kind::Kernel => SymbolKind::EVENT,
        Kind::Method => SymbolKind::METHOD,
        Kind::Constructor => SymbolKind::CONSTRUCTOR,
        Kind::Variable | Kind::Parameter => SymbolKind::VARIABLE,
        Kind::Field => SymbolKind::FIELD,
        Kind::Alias | Kind::TypeParameter => SymbolKind::TYPE_PARAMETER,
        Kind::Concept => SymbolKind::INTERFACE,
        Kind::Macro => SymbolKind::CONSTANT,
        Kind::File => SymbolKind::FILE,
        Kind::Function | Kind::Keyword | Kind::Other => SymbolKind::FUNCTION,
    }
}

pub(crate) fn of_document(view: &View, params: Value) -> Answer {
    let _: lsp_types::DocumentSymbolParams = read(params)?;
    let (Some(file), Some(host)) = (&view.file, view.host()) else {
        return Ok(json!([]));
    };
    let all = host.document_symbols(file);
    write(all.iter().map(|s| shown(view, s)).collect::<Vec<_>>())
}

fn shown(view: &View, symbol: &DocumentSymbol) -> Value {
    let mut detail = symbol.detail.clone();
    if !symbol.scope.is_empty() {
        detail = format!("{} {detail}", symbol.scope).trim_end().to_owned();
    }
    let children: Vec<Value> = symbol.children.iter().map(|c| shown(view, c)).collect();
    json!({
        "name": symbol.name,
        "detail": detail,
        "kind": kind(symbol.kind),
        "range": view.range(&symbol.range),
        "selectionRange": view.range(&symbol.at),
        "children": children,
    })
}

pub(crate) fn what(_: &View, params: Value) -> Answer {
    let params: lsp_types::WorkspaceSymbolParams = read(params)?;
    Ok(json!({ "query": params.query }))
}

pub(crate) fn each(view: &View, wanted: &Value) -> Answer {
    let query = wanted
        .get("query")
        .and_then(Value::as_str)
        .unwrap_or_default();
    let Some(host) = view.host() else {
        return Ok(json!([]));
    };
    let all = host.workspace_symbols(query, MOST);
    let all = all.iter().filter_map(|s| {
        let location: Location = view.location(&s.at)?;
        Some(json!({
            "name": s.name,
            "kind": kind(s.kind),
            "location": location,
            "containerName": s.scope,
        }))
    });
    Ok(all.collect())
}

pub(crate) fn together(_: &Value, parts: Vec<Value>) -> Value {
    let mut out: Vec<Value> = Vec::new();
    for part in parts {
        let Value::Array(part) = part else { continue };
        for symbol in part {
            if !out.contains(&symbol) && out.len() < 2 * MOST {
                out.push(symbol);
            }
        }
    }
    Value::Array(out)
}
