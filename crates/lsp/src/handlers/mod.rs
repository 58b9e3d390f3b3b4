//! The requests: each is read, answered by one function of [`cleave_ide`], and written. What is offered stands here, and by which
//! route a request goes.

use lsp_types::Url;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::position::Encoding;
use crate::view::{Answer, Failure, View};

/// Answers a request on the unit of its document.
pub(crate) type Handler = fn(&View, Value) -> Answer;
/// Says what a request is about, to be handed to each unit.
pub(crate) type What = fn(&View, Value) -> Answer;
/// What one unit has to say of that.
pub(crate) type Each = fn(&View, &Value) -> Answer;
/// What all units say together.
pub(crate) type Together = fn(&Value, Vec<Value>) -> Value;

/// By which way a request is answered.
pub(crate) enum Route {
    /// By the unit of its document.
    One(Handler),
    /// By all units that live.
    All(What, Each, Together),
}

/// What is offered to a client.
pub(crate) fn capabilities(encoding: Encoding) -> Value {
    json!({
        "positionEncoding": encoding.kind(),
        "textDocumentSync": { "openClose": true, "change": 2, "save": true },
    })
}

/// The document that parameters are about, wherever they name it.
pub(crate) fn document_of(params: &Value) -> Option<Url> {
    let named = params.pointer("/textDocument/uri").or_else(|| params.pointer("/item/uri"));
    Url::parse(named?.as_str()?).ok()
}

/// The way of a request.
pub(crate) fn route(method: &str) -> Option<Route> {
    let _ = method;
    None
}

/// Reads parameters, and writes what a function makes of them.
pub(crate) fn answer<P: DeserializeOwned, R: Serialize>(
    params: Value,
    f: impl FnOnce(P) -> Option<R>,
) -> Answer {
    let params = serde_json::from_value(params).map_err(|e| Failure::Params(e.to_string()))?;
    serde_json::to_value(f(params)).map_err(|_| Failure::Panicked)
}
