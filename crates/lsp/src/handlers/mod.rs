//! The requests: each is read, answered by functions of [`cleave_ide`], and written. What is offered stands here, and by which way a
//! request goes.

mod calls;
mod goto;
mod outline;
mod references;
mod shown;
mod symbols;
mod tokens;
mod writing;

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
    /// By all open units.
    All(What, Each, Together),
}

/// What is offered to a client.
pub(crate) fn capabilities(encoding: Encoding) -> Value {
    json!({
        "positionEncoding": encoding.kind(),
        "textDocumentSync": { "openClose": true, "change": 2, "save": true },
        "hoverProvider": true,
        "definitionProvider": true,
        "declarationProvider": true,
        "typeDefinitionProvider": true,
        "implementationProvider": true,
        "referencesProvider": true,
        "documentHighlightProvider": true,
        "renameProvider": { "prepareProvider": true },
        "documentSymbolProvider": true,
        "workspaceSymbolProvider": true,
        "semanticTokensProvider": {
            "legend": tokens::legend(),
            "full": true,
            "range": true,
        },
        "foldingRangeProvider": true,
        "selectionRangeProvider": true,
        "documentLinkProvider": {},
        "callHierarchyProvider": true,
        "typeHierarchyProvider": true,
        "completionProvider": { "triggerCharacters": [".", ">", ":", "\"", "<", "/"] },
        "signatureHelpProvider": { "triggerCharacters": ["(", ",", "<"] },
        "inlayHintProvider": true,
        "codeLensProvider": {},
        "codeActionProvider": { "codeActionKinds": ["quickfix"] },
        "executeCommandProvider": { "commands": shown::COMMANDS.map(|c| c.0) },
        "experimental": { "expandMacro": true, "made": ["hostHalf", "deviceIl", "stub"] },
    })
}

/// The document that parameters are about, wherever they name it.
pub(crate) fn document_of(params: &Value) -> Option<Url> {
    let places = [
        "/textDocument/uri",
        "/item/uri",
        "/arguments/0/textDocument/uri",
    ];
    let named = places.iter().find_map(|place| params.pointer(place));
    Url::parse(named?.as_str()?).ok()
}

/// The way of a request.
pub(crate) fn route(method: &str) -> Option<Route> {
    use Route::{All, One};
    Some(match method {
        "textDocument/hover" => One(shown::hover),
        "cleave/made" => One(shown::made),
        "workspace/executeCommand" => One(shown::command),
        "textDocument/completion" => One(writing::completion),
        "textDocument/signatureHelp" => One(writing::signatures),
        "textDocument/inlayHint" => One(writing::hints),
        "textDocument/codeLens" => One(writing::lenses),
        "textDocument/codeAction" => One(writing::actions),
        "cleave/expandMacro" => One(shown::expand_macro),
        "textDocument/definition" => One(goto::definition),
        "textDocument/declaration" => One(goto::declaration),
        "textDocument/typeDefinition" => One(goto::type_definition),
        "textDocument/implementation" => One(goto::implementation),
        "textDocument/documentLink" => One(goto::links),
        "textDocument/references" => {
            All(references::what, references::each, references::references)
        }
        "textDocument/documentHighlight" => One(references::highlights),
        "textDocument/prepareRename" => One(references::prepare),
        "textDocument/rename" => All(references::what, references::each, references::rename),
        "textDocument/documentSymbol" => One(symbols::of_document),
        "workspace/symbol" => All(symbols::what, symbols::each, symbols::together),
        "textDocument/semanticTokens/full" => One(tokens::full),
        "textDocument/semanticTokens/range" => One(tokens::range),
        "textDocument/foldingRange" => One(outline::folds),
        "textDocument/selectionRange" => One(outline::selections),
        "textDocument/prepareCallHierarchy" => One(calls::prepare),
        "callHierarchy/incomingCalls" => All(calls::what, calls::incoming, calls::together),
        "callHierarchy/outgoingCalls" => One(calls::outgoing),
        "textDocument/prepareTypeHierarchy" => One(calls::prepare_type),
        "typeHierarchy/supertypes" => One(calls::supertypes),
        "typeHierarchy/subtypes" => One(calls::subtypes),
        _ => return None,
    })
}

/// Reads parameters.
pub(crate) fn read<P: DeserializeOwned>(params: Value) -> Result<P, Failure> {
    serde_json::from_value(params).map_err(|e| Failure::Params(e.to_string()))
}

/// Writes an answer.
pub(crate) fn write<R: Serialize>(answer: R) -> Answer {
    serde_json::to_value(answer).map_err(|_| Failure::Panicked)
}
