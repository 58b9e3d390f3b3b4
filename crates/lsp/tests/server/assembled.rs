//! What a toolkit's assembler says of kernels, where there is a toolkit.

use std::time::{Duration, Instant};

use cleave_toolkit::{ProcessEnv, find};
use serde_json::json;

use crate::client::Client;

const TEXT: &str = "\
__global__ void scale(float *p, int n)
{
    __shared__ float tile[64];
    tile[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = tile[63 - threadIdx.x] * n;
}
template <class T> __global__ void add(T *p) { p[0] += p[1]; }
void f(int *a, float *b) { add<<<1, 1>>>(a); add<<<1, 1>>>(b); }
";

/// What hovering over a name says as soon as it has some words. No answer waits for a compiler.
fn hover(client: &mut Client, word: &str, wanted: &str) -> String {
    let text = TEXT.replacen(word, &format!("$0{word}"), 1);
    let until = Instant::now() + Duration::from_secs(60);
    loop {
        let said = client.at("textDocument/hover", "a.cu", &text).to_string();
        if said.contains(wanted) || Instant::now() > until {
            return said;
        }
        std::thread::sleep(Duration::from_millis(50));
    }
}

#[test]
fn registers_and_shared_memory_are_said_once_they_are_known() {
    if find(None, &ProcessEnv).is_err() {
        eprintln!("no toolkit: what its assembler says is not tried");
        return;
    }
    let mut client = Client::of_toolkit("");
    std::fs::write(client.path("a.cu"), TEXT).expect("a file");
    client.open("a.cu", TEXT);
    let said = hover(&mut client, "scale", "registers");
    assert!(
        said.contains(": ") && said.contains("256 bytes of shared memory, no spills"),
        "{said}"
    );
    let said = hover(&mut client, "add", "registers");
    assert!(
        said.contains("[with T=int]`: ") && said.contains("[with T=float]`: "),
        "{said}"
    );
    // After an edit nothing is said before it is known anew.
    client.change("a.cu", &TEXT.replace("tile[64]", "tile[80]"));
    let said = hover(&mut client, "scale", "320 bytes of shared memory");
    assert!(said.contains("320 bytes of shared memory"), "{said}");
    let symbols = client.request(
        "textDocument/documentSymbol",
        json!({ "textDocument": client.document("a.cu") }),
    );
    assert!(symbols.to_string().contains("scale"));
    client.end();
}
