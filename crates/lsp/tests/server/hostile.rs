//! A client that does not behave: messages that mean nothing, edits out of range, requests that are cancelled, files that vanish, and
//! text that is being written. Nothing of that ends the server, and what it says afterwards is what it would have said without it.

use fastrand::Rng;
use lsp_server::{ErrorCode, Request, RequestId, Response};
use serde_json::{Value, json};

use crate::client::Client;

const TEXT: &str = "\
#include \"h.cuh\"
#define CHECK(x) do { if ((x) != 0) fail(#x); } while (0)
namespace app {
struct Point { int x, y; __host__ __device__ int sum() const { return x + y; } };
template <class T> __host__ __device__ T twice(T t) { return t + t; }
}
__constant__ int table[4];
__global__ void kernel(int *p, app::Point q)
{
    __shared__ int tile[32];
    tile[threadIdx.x] = app::twice(q.sum()) + of_header(1);
    for (int i = 0; i < 4; ++i) p[i] = tile[i] + table[i];
}
int main()
{
    auto point = app::Point{1, 2};
    CHECK(point.sum());
    kernel<<<1, 32>>>(nullptr, point);
    auto f = [&](int i) { return point.x + i; };
    return f(1);
}
";
const HEADER: &str =
    "#pragma once\ninline __host__ __device__ int of_header(int i) { return i; }\n";

/// What is put in somewhere.
const PIECES: [&str; 26] = [
    "{",
    "}",
    "(",
    ")",
    "<<<",
    ">>>",
    "::",
    "->",
    ".",
    ";",
    "\"",
    "'",
    "/*",
    "*/",
    "\n",
    "#if 0\n",
    "#endif\n",
    "template <",
    "é𝄞",
    "point.",
    "app::",
    "kernel<<<",
    "operator",
    "= [&]",
    "#include \"h.cuh\"\n",
    "struct app::Point ",
];

const REQUESTS: [&str; 22] = [
    "textDocument/hover",
    "textDocument/definition",
    "textDocument/declaration",
    "textDocument/typeDefinition",
    "textDocument/implementation",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/documentSymbol",
    "textDocument/semanticTokens/full",
    "textDocument/foldingRange",
    "textDocument/selectionRange",
    "textDocument/documentLink",
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/inlayHint",
    "textDocument/codeLens",
    "textDocument/prepareCallHierarchy",
    "textDocument/prepareTypeHierarchy",
    "cleave/expandMacro",
    "cleave/made",
];

fn params(client: &Client, numbers: &mut Rng) -> Value {
    let at = json!({ "line": numbers.u32(..24), "character": numbers.u32(..70) });
    let end = json!({ "line": numbers.u32(..24), "character": numbers.u32(..70) });
    let what = ["hostHalf", "deviceIl", "stub"][numbers.usize(..3)];
    json!({
        "textDocument": client.document("a.cu"),
        "position": at,
        "positions": [at, end],
        "range": { "start": at, "end": end },
        "context": { "includeDeclaration": true, "diagnostics": [] },
        "newName": "other",
        "what": what,
    })
}

/// No answer says that something went wrong in Cleave.
fn is_in_order(response: &Response) -> bool {
    let internal = ErrorCode::InternalError as i32;
    response.error.as_ref().is_none_or(|e| e.code != internal)
}

/// Requests and edits at random, some of them cancelled; in the end the text is what it was.
#[test]
fn random_edits_and_requests_leave_a_server_that_is_right() {
    let seed = std::env::var("CLEAVE_SEED")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(27);
    let rounds = std::env::var("CLEAVE_ROUNDS")
        .ok()
        .and_then(|s| s.parse().ok())
        .unwrap_or(120);
    let mut numbers = Rng::with_seed(seed);
    let files = format!("//- a.cu\n{TEXT}//- h.cuh\n{HEADER}");
    let mut client = Client::new(&files);
    client.open("a.cu", TEXT);
    let mut waiting: Vec<RequestId> = Vec::new();
    for _ in 0..rounds {
        match numbers.usize(..10) {
            0..=3 => {
                let place = |numbers: &mut Rng| json!({ "line": numbers.u32(..30), "character": numbers.u32(..60) });
                let text = PIECES[numbers.usize(..PIECES.len())];
                let (start, end) = (place(&mut numbers), place(&mut numbers));
                let end = if numbers.bool() { start.clone() } else { end };
                client.changes(
                    "a.cu",
                    json!([{ "range": { "start": start, "end": end }, "text": text }]),
                );
            }
            4 => client.change("a.cu", TEXT),
            5 => {
                let path = client.path("h.cuh");
                match numbers.bool() {
                    true => drop(std::fs::remove_file(&path)),
                    false => drop(std::fs::write(&path, HEADER)),
                }
                let changes = json!([{ "uri": client.url("h.cuh"), "type": 2 }]);
                client.notify(
                    "workspace/didChangeWatchedFiles",
                    json!({ "changes": changes }),
                );
            }
            _ => {
                let method = REQUESTS[numbers.usize(..REQUESTS.len())];
                let params = params(&client, &mut numbers);
                let id = client.ask(method, params);
                match numbers.usize(..3) {
                    0 => client.notify(
                        "$/cancelRequest",
                        json!({ "id": format!("{id}").parse::<i32>().unwrap_or(0) }),
                    ),
                    _ => waiting.push(id),
                }
                if waiting.len() > 5 {
                    let id = waiting.remove(0);
                    let response = client.response_of(&id);
                    assert!(is_in_order(&response), "seed {seed}: {response:?}");
                }
            }
        }
    }
    for id in waiting {
        let response = client.response_of(&id);
        assert!(is_in_order(&response), "seed {seed}: {response:?}");
    }
    std::fs::write(client.path("h.cuh"), HEADER).expect("a file");
    let changes = json!([{ "uri": client.url("h.cuh"), "type": 2 }]);
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": changes }),
    );
    client.change("a.cu", &TEXT.replace("return f(1)", "return f(nothing)"));
    let said = client.last_said("a.cu", "nothing");
    let mut fresh = Client::new(&files);
    fresh.open("a.cu", &TEXT.replace("return f(1)", "return f(nothing)"));
    let wanted = fresh.last_said("a.cu", "nothing");
    assert_eq!(said, wanted, "seed {seed}");
    client.end();
    fresh.end();
}

#[test]
fn messages_that_mean_nothing_are_passed_over() {
    let mut client = Client::new("");
    client.open("a.cu", "int a;\n");
    for params in [
        json!(null),
        json!([]),
        json!({}),
        json!({ "textDocument": 1 }),
        json!({ "textDocument": { "uri": "no uri" } }),
    ] {
        for method in [
            "textDocument/didOpen",
            "textDocument/didChange",
            "textDocument/didClose",
            "textDocument/didSave",
            "$/cancelRequest",
            "x/y",
        ] {
            client.notify(method, params.clone());
        }
        for method in REQUESTS {
            let id = client.ask(method, params.clone());
            assert!(is_in_order(&client.response(&id)), "{method} {params}");
        }
    }
    let id = client.ask("no/such", json!({}));
    let error = client.response(&id).error.expect("an error");
    assert_eq!(error.code, ErrorCode::MethodNotFound as i32);
    // A request about a file that nobody has.
    let params = json!({ "textDocument": client.document("gone.cu"), "position": { "line": 1, "character": 1 } });
    let id = client.ask("textDocument/hover", params);
    assert!(is_in_order(&client.response(&id)));
    // The same number twice.
    for _ in 0..2 {
        client.send(Request::new(
            RequestId::from(99),
            "textDocument/hover".to_owned(),
            json!({
                "textDocument": client.document("a.cu"), "position": { "line": 0, "character": 4 },
            }),
        ));
    }
    assert!(is_in_order(&client.response(&RequestId::from(99))));
    client.change("a.cu", "int a = b;\n");
    assert!(client.last_said("a.cu", "b").contains("\"b\" is undefined"));
    client.end();
}

/// An answer from a state that is gone is none.
#[test]
fn no_answer_comes_from_an_old_state() {
    let mut client = Client::new(&format!("//- h.cuh\n{HEADER}"));
    client.open("a.cu", TEXT);
    for round in 0..20 {
        let params = json!({ "textDocument": client.document("a.cu") });
        let id = client.ask("textDocument/documentSymbol", params);
        client.change("a.cu", &format!("{TEXT}int added_{round};\n"));
        let response = client.response(&id);
        // Answered before the change came in, or not at all: what is computed after it is no answer to the question.
        let modified = ErrorCode::ContentModified as i32;
        assert!(response.error.is_none_or(|e| e.code == modified));
        let symbols = response.result.unwrap_or_default().to_string();
        assert!(!symbols.contains(&format!("added_{round}\"")));
        let params = json!({ "textDocument": client.document("a.cu") });
        let symbols = client.request("textDocument/documentSymbol", params);
        assert!(symbols.to_string().contains(&format!("added_{round}\"")));
    }
    client.end();
}

/// What is published with a version is what is wrong with that version.
#[test]
fn no_diagnostics_come_from_an_old_state() {
    let mut client = Client::new("");
    client.open("a.cu", "int a = wrong_1;\n");
    assert!(client.said("a.cu").contains("wrong_1"));
    for version in 2..=60 {
        client.change("a.cu", &format!("int a = wrong_{version};\n"));
        std::thread::sleep(std::time::Duration::from_millis(version % 12));
    }
    client.change("a.cu", "int a = last;\n");
    let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
    while std::time::Instant::now() < until {
        let params = json!({ "textDocument": client.document("a.cu") });
        client.request("textDocument/documentSymbol", params);
        for n in std::mem::take(&mut client.notifications) {
            let Some(version) = n.params["version"].as_u64() else {
                continue;
            };
            let said = n.params["diagnostics"].to_string();
            if said.contains("\\\"last\\\"") {
                client.end();
                return;
            }
            assert!(
                said.contains(&format!("wrong_{version}\\\"")),
                "{version}: {said}"
            );
        }
    }
    panic!("the last version has no diagnostics");
}

#[test]
fn a_cancelled_request_is_answered_at_once() {
    let mut client = Client::new(&format!("//- h.cuh\n{HEADER}"));
    client.open("a.cu", TEXT);
    let params = json!({ "textDocument": client.document("a.cu") });
    let id = client.ask("textDocument/semanticTokens/full", params);
    client.notify("$/cancelRequest", json!({ "id": 2 }));
    let response = client.response(&id);
    assert_eq!(
        response.error.map(|e| e.code),
        Some(ErrorCode::RequestCanceled as i32)
    );
    // And once.
    let params = json!({ "textDocument": client.document("a.cu") });
    let next = client.ask("textDocument/semanticTokens/full", params);
    client.response_of(&next);
    assert!(client.responses.iter().all(|r| r.id != id));
    client.end();
}
