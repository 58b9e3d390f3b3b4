//! What names mean: hover, places to go to, references, symbols.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::client::Client;

const TEXT: &str = "\
#define KERNEL __global__ void
#define CHECK(x) do { if ((x) != 0) fail(#x); } while (0)
void fail(const char *);
namespace app {
constexpr int width = 4;
enum class Order { less, greater };
struct Base { virtual int run(int i) const { return i; } };
struct Point : Base { int x; double y; int run(int i) const override { return x + i; } };
template <class T> __host__ __device__ T twice(T value) { return value + value; }
}
__constant__ int table[4];
__shared__ extern int scratch[];
__device__ int helper(int i) { return app::twice(i) + table[0]; }
KERNEL __launch_bounds__(256, 2) scale(float *data, int n, app::Point p)
{
    __shared__ int tile[app::width];
    int i = threadIdx.x;
    if (i < n)
        data[i] *= helper(i) + p.x;
    tile[0] = i;
}
int launch(float *data)
{
    app::Point point{};
    CHECK(point.run(1));
    auto copy = point;
    scale<<<1, 32>>>(data, 1, copy);
    return app::twice(2);
}
";

/// TEXT with a cursor behind `before`, in front of `name`.
fn cursor_in(before: &str, name: &str) -> String {
    let at = TEXT.find(before).unwrap_or_else(|| panic!("no {before}"));
    let start = at + TEXT[at..].find(name).expect("the name");
    format!("{}$0{}", &TEXT[..start], &TEXT[start..])
}

fn open(text: &str) -> Client {
    let mut client = Client::new("");
    std::fs::write(client.path("a.cu"), text.replace("$0", "")).expect("a file");
    client.open("a.cu", text);
    client
}

#[test]
fn hover_says_what_where_and_why() {
    let mut client = open(TEXT);
    let mut out = String::new();
    for (before, name) in [
        ("KERNEL __launch", "KERNEL"),
        ("KERNEL __launch", "scale"),
        ("data[i] *=", "data"),
        ("data[i] *=", "helper"),
        ("+ p.x", "x"),
        ("tile[0]", "tile"),
        ("table[0]", "table"),
        ("app::width]", "width"),
        ("CHECK(point", "CHECK"),
        ("CHECK(point", "point"),
        ("CHECK(point", "run"),
        ("auto copy", "auto"),
        ("auto copy", "copy"),
        ("scale<<<1", "scale"),
        ("return app::twice(2)", "twice"),
        ("return app::twice(2)", "app"),
        ("app::Point point", "Point"),
        ("threadIdx.x", "threadIdx"),
        ("T twice(T value)", "value"),
        ("T twice(T value)", "T"),
    ] {
        let text = cursor_in(before, name);
        let hover = client.at("textDocument/hover", "a.cu", &text);
        let shown = hover["contents"]["value"].as_str().unwrap_or("nothing");
        let shown = shown
            .replace("```cuda-cpp\n", "")
            .replace("\n```", "")
            .replace("\n\n", "\n    ");
        out.push_str(&format!("{name}: {shown}\n"));
    }
    expect![[r#"
        KERNEL: #define KERNEL __global__ void
            expands to `__attribute__((global)) void`
        scale: __global__ void scale(float *data, int n, app::Point p)
            40 bytes of parameters
            __launch_bounds__(256, 2)
        data: float *data
            parameter
            size 8, alignment 8
        helper: __device__ int helper(int i)
        x: int app::Point::x
            size 4, alignment 4
            offset 8
        tile: __shared__ int tile[4]
            size 16, alignment 4
        table: __constant__ int table[4]
            size 16, alignment 4
        width: constexpr const int app::width = 4
            size 4, alignment 4
        CHECK: #define CHECK(x) do { if ((x) != 0) fail(#x); } while (0)
            expands to `do { if ((point.run(1)) != 0) fail("point.run(1)"); } while (0)`
        point: app::Point point
            local variable
            size 24, alignment 8
        run: int app::Point::run(int i) const
        auto: struct app::Point
            size 24, alignment 8
            8: `int x`
            16: `double y`
        copy: app::Point copy
            local variable
            size 24, alignment 8
        scale: __global__ void scale(float *data, int n, app::Point p)
            40 bytes of parameters
            __launch_bounds__(256, 2)
        twice: __host__ __device__ int app::twice(int value)
            with `T=int`
            compiled because of `__device__ helper`
        app: namespace app
        Point: struct app::Point
            size 24, alignment 8
            8: `int x`
            16: `double y`
        threadIdx: const uint3 threadIdx
            size 12, alignment 4
        value: T value
            parameter
        T: T  // template parameter
    "#]]
    .assert_eq(&out);
    client.end();
}

#[test]
fn names_lead_to_what_declares_them() {
    let mut client = open(TEXT);
    let mut out = String::new();
    for (method, before, name) in [
        ("definition", "KERNEL __launch", "KERNEL"),
        ("definition", "CHECK(point", "CHECK"),
        ("definition", "CHECK(point", "point"),
        ("definition", "CHECK(point", "run"),
        ("definition", "data[i] *=", "data"),
        ("definition", "data[i] *=", "helper"),
        ("definition", "+ p.x", "x"),
        ("definition", "scale<<<1", "scale"),
        ("definition", "return app::twice(2)", "twice"),
        ("definition", "return value + value", "value"),
        ("definition", "T twice(T value)", "T"),
        ("definition", "threadIdx.x", "threadIdx"),
        ("typeDefinition", "CHECK(point", "point"),
        ("typeDefinition", "auto copy", "copy"),
        ("implementation", "virtual int run", "run"),
        ("declaration", "app::width]", "width"),
    ] {
        let text = cursor_in(before, name);
        let found = client.at(&format!("textDocument/{method}"), "a.cu", &text);
        out.push_str(&format!("{method} {name}: {}", client.locations(&found)));
        if found.as_array().is_none_or(Vec::is_empty) {
            out.push('\n');
        }
    }
    expect![[r#"
        definition KERNEL: a.cu:0:8-14 #define KERNEL __global__ void
        definition CHECK: a.cu:1:8-13 #define CHECK(x) do { if ((x) != 0) fail(#x); } while (0)
        definition point: a.cu:23:15-20 app::Point point{};
        definition run: a.cu:7:43-46 struct Point : Base { int x; double y; int run(int i) const override { return x + i; } };
        definition data: a.cu:13:46-50 KERNEL __launch_bounds__(256, 2) scale(float *data, int n, app::Point p)
        definition helper: a.cu:12:15-21 __device__ int helper(int i) { return app::twice(i) + table[0]; }
        definition x: a.cu:7:26-27 struct Point : Base { int x; double y; int run(int i) const override { return x + i; } };
        definition scale: a.cu:13:33-38 KERNEL __launch_bounds__(256, 2) scale(float *data, int n, app::Point p)
        definition twice: a.cu:8:41-46 template <class T> __host__ __device__ T twice(T value) { return value + value; }
        definition value: a.cu:8:49-54 template <class T> __host__ __device__ T twice(T value) { return value + value; }
        definition T: a.cu:8:16-17 template <class T> __host__ __device__ T twice(T value) { return value + value; }
        definition threadIdx: device_launch_parameters.h
        typeDefinition point: a.cu:7:7-12 struct Point : Base { int x; double y; int run(int i) const override { return x + i; } };
        typeDefinition copy: a.cu:7:7-12 struct Point : Base { int x; double y; int run(int i) const override { return x + i; } };
        implementation run: a.cu:7:43-46 struct Point : Base { int x; double y; int run(int i) const override { return x + i; } };
        declaration width: a.cu:4:14-19 constexpr int width = 4;
    "#]].assert_eq(&out);
    client.end();
}

fn references(before: &str, name: &str, want: Expect) {
    let text = cursor_in(before, name);
    let mut client = open(TEXT);
    let params = json!({
        "textDocument": client.document("a.cu"),
        "position": crate::client::cursor(&text),
        "context": { "includeDeclaration": true },
    });
    let found = client.request("textDocument/references", params);
    want.assert_eq(&client.locations(&found));
    client.end();
}

#[test]
fn a_kernel_behind_a_macro_is_referred_to() {
    references(
        "KERNEL __launch",
        "scale",
        expect![[r#"
        a.cu:13:33-38 KERNEL __launch_bounds__(256, 2) scale(float *data, int n, app::Point p)
        a.cu:26:4-9 scale<<<1, 32>>>(data, 1, copy);
    "#]],
    );
}

#[test]
fn a_local_in_a_macros_argument_is_referred_to() {
    references(
        "app::Point point",
        "point{",
        expect![[r#"
        a.cu:23:15-20 app::Point point{};
        a.cu:24:10-15 CHECK(point.run(1));
        a.cu:25:16-21 auto copy = point;
    "#]],
    );
}

#[test]
fn a_template_is_referred_to_where_it_is_called() {
    references(
        "T twice(T value)",
        "twice",
        expect![[r#"
        a.cu:8:41-46 template <class T> __host__ __device__ T twice(T value) { return value + value; }
        a.cu:12:43-48 __device__ int helper(int i) { return app::twice(i) + table[0]; }
        a.cu:27:16-21 return app::twice(2);
    "#]],
    );
}

#[test]
fn places_behind_text_that_is_not_ascii_are_counted_in_each_encoding() {
    let text = "/* ä𝄞 */ int first; /* ä𝄞 */ int f() { return first; }\n";
    for (encoding, declared, used) in [("utf-8", 17, 54), ("utf-16", 14, 48), ("utf-32", 13, 46)] {
        let mut client = Client::with(
            "",
            json!({ "general": { "positionEncodings": [encoding] } }),
        );
        client.open("a.cu", text);
        let params = json!({
            "textDocument": client.document("a.cu"),
            "position": { "line": 0, "character": used },
        });
        let found = client.request("textDocument/definition", params);
        let range = &found[0]["range"];
        assert_eq!(range["start"]["character"], declared, "{encoding}");
        assert_eq!(range["end"]["character"], declared + 5, "{encoding}");
        client.end();
    }
}

#[test]
fn a_local_of_a_header_is_found_where_another_unit_alone_reads_it() {
    let mut client = Client::new(
        "//- CMakeLists.txt
//- build/compile_commands.json
[{\"directory\": \"@DIR@\", \"file\": \"a.cu\", \"command\": \"nvcc -c a.cu\"},
 {\"directory\": \"@DIR@\", \"file\": \"b.cu\", \"command\": \"nvcc -DOTHER -c b.cu\"}]
//- a.cu
#include \"h.cuh\"
//- b.cu
#include \"h.cuh\"
//- h.cuh
inline int of_header(int argument)
{
#ifdef OTHER
    return -argument;
#endif
    return argument;
}
",
    );
    for name in ["b.cu", "a.cu", "h.cuh"] {
        let text = std::fs::read_to_string(client.path(name)).expect("a file");
        client.open(name, &text);
        // The unit reads its header before the next one is opened.
        client.request(
            "textDocument/documentSymbol",
            json!({ "textDocument": client.document(name) }),
        );
    }
    let params = json!({
        "textDocument": client.document("h.cuh"),
        "position": { "line": 0, "character": 25 },
        "context": { "includeDeclaration": true },
    });
    let found = client.request("textDocument/references", params);
    expect![[r#"
        h.cuh:0:25-33 inline int of_header(int argument)
        h.cuh:3:12-20 return -argument;
        h.cuh:5:11-19 return argument;
    "#]]
    .assert_eq(&client.locations(&found));
    client.end();
}

#[test]
fn a_header_name_is_renamed_in_every_unit() {
    let mut client = Client::new(
        "//- CMakeLists.txt
//- build/compile_commands.json
[{\"directory\": \"@DIR@\", \"file\": \"a.cu\", \"command\": \"nvcc -c a.cu\"},
 {\"directory\": \"@DIR@\", \"file\": \"b.cu\", \"command\": \"nvcc -c b.cu\"}]
//- a.cu
#include \"h.cuh\"
int a() { return shared_value(1); }
//- b.cu
#include \"h.cuh\"
int b() { return shared_value(2) + shared_value(3); }
//- h.cuh
#pragma once
inline int shared_value(int i) { return i; }
",
    );
    for name in ["a.cu", "b.cu"] {
        let text = std::fs::read_to_string(client.path(name)).expect("a file");
        client.open(name, &text);
    }
    let params = json!({
        "textDocument": client.document("a.cu"),
        "position": { "line": 1, "character": 20 },
        "newName": "of_all",
    });
    let edit = client.request("textDocument/rename", params.clone());
    let mut all: Vec<String> = Vec::new();
    for (url, edits) in edit["changes"].as_object().expect("changes") {
        for edit in edits.as_array().expect("edits") {
            all.push(client.place(&json!({ "uri": url, "range": edit["range"] })) + "\n");
        }
    }
    all.sort();
    expect![[r#"
        a.cu:1:17-29 int a() { return shared_value(1); }
        b.cu:1:17-29 int b() { return shared_value(2) + shared_value(3); }
        b.cu:1:35-47 int b() { return shared_value(2) + shared_value(3); }
        h.cuh:1:11-23 inline int shared_value(int i) { return i; }
    "#]]
    .assert_eq(&all.concat());
    let mut params = params;
    params["newName"] = json!("no name");
    let id = client.ask("textDocument/rename", params);
    assert!(client.response(&id).error.is_some());
    client.end();
}

#[test]
fn symbols_of_a_document_are_a_tree() {
    let mut client = open(TEXT);
    let document = client.document("a.cu");
    let found = client.request(
        "textDocument/documentSymbol",
        json!({ "textDocument": document }),
    );
    fn show(symbols: &Value, depth: usize, out: &mut String) {
        for s in symbols.as_array().into_iter().flatten() {
            let (range, at) = (&s["range"], &s["selectionRange"]);
            out.push_str(&format!(
                "{}{} {} {}-{} at {}:{} [{}]\n",
                "  ".repeat(depth),
                s["name"].as_str().unwrap_or(""),
                s["kind"],
                range["start"]["line"],
                range["end"]["line"],
                at["start"]["line"],
                at["start"]["character"],
                s["detail"].as_str().unwrap_or("")
            ));
            show(&s["children"], depth + 1, out);
        }
    }
    let mut out = String::new();
    show(&found, 0, &mut out);
    expect![[r#"
        fail 12 2-2 at 2:5 []
        width 13 4-4 at 4:14 [app]
        Order 10 5-5 at 5:11 [app]
          less 22 5-5 at 5:19 []
          greater 22 5-5 at 5:25 []
        Base 5 6-6 at 6:7 [app]
          run 6 6-6 at 6:26 []
        Point 5 7-7 at 7:7 [app]
          x 8 7-7 at 7:26 []
          y 8 7-7 at 7:36 []
          run 6 7-7 at 7:43 []
        twice 12 8-8 at 8:41 [app __host__ __device__]
        table 13 10-10 at 10:17 [__constant__]
        scratch 13 11-11 at 11:22 [__shared__]
        helper 12 12-12 at 12:15 [__device__]
        scale 24 13-20 at 13:33 [__global__]
        launch 12 21-28 at 21:4 []
    "#]]
    .assert_eq(&out);
    let found = client.request("workspace/symbol", json!({ "query": "pnt" }));
    let names: Vec<&str> = found
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|s| s["name"].as_str())
        .collect();
    assert_eq!(names, ["Point"]);
    client.end();
}

#[test]
fn tokens_tell_spaces_launches_and_what_is_left_out() {
    let text = "\
#define HD __host__ __device__
HD int both(int i) { return i; }
__global__ void kernel(int *p) { p[0] = both(1); }
#ifdef __CUDA_ARCH__
__device__ int only_device;
#else
int only_host;
#endif
#if 0
nothing at all
#endif
__constant__ const int k = 1;
int main() { kernel<<<1, 1>>>(nullptr); return both(k); }
";
    let mut client = open(text);
    let options = client.request(
        "textDocument/semanticTokens/full",
        json!({ "textDocument": client.document("a.cu") }),
    );
    let data: Vec<u64> = options["data"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_u64)
        .collect();
    let legend = client.capabilities["semanticTokensProvider"]["legend"].clone();
    let (types, modifiers) = (&legend["tokenTypes"], &legend["tokenModifiers"]);
    let word_of = |all: &Value, n: u64| all[n as usize].as_str().expect("a word").to_owned();
    let lines: Vec<&str> = text.lines().collect();
    let (mut line, mut column, mut out) = (0, 0, String::new());
    for token in data.chunks(5) {
        line += token[0] as usize;
        column = if token[0] == 0 { column } else { 0 } + token[1] as usize;
        let word = &lines[line][column..column + token[2] as usize];
        let set: Vec<String> = (0..u64::from(u32::BITS))
            .filter(|b| token[4] >> b & 1 == 1)
            .map(|b| word_of(modifiers, b))
            .collect();
        out.push_str(&format!(
            "{line}:{column} {word}: {} {}\n",
            word_of(types, token[3]),
            set.join(" ")
        ));
    }
    expect![[r#"
        0:11 __host__: macro 
        0:20 __device__: macro 
        1:0 HD: macro 
        1:7 both: function declaration host device
        1:16 i: parameter declaration
        1:28 i: parameter 
        2:0 __global__: macro 
        2:16 kernel: function declaration kernel
        2:28 p: parameter declaration
        2:33 p: parameter 
        2:40 both: function host device
        4:0 __device__: macro 
        4:15 only_device: variable declaration device
        6:4 only_host: variable declaration
        9:0 nothing at all: comment inactive
        11:0 __constant__: macro 
        11:23 k: variable declaration readonly constant
        12:4 main: function declaration host
        12:13 kernel: function kernel launch
        12:47 both: function host device
        12:52 k: variable readonly constant
    "#]]
    .assert_eq(&out);
    client.end();
}

#[test]
fn inclusions_and_stretches_are_known() {
    let mut client = Client::new(
        "//- a.cu\n#include \"sub/h.cuh\"\n#include <cuda_runtime.h>\n//- sub/h.cuh\nint h;\n",
    );
    let text = "#include \"sub/h.cuh\"\n#include <cuda_runtime.h>\nint f(int a)\n{\n    return f(a + 1);\n}\n";
    client.open("a.cu", text);
    let document = client.document("a.cu");
    let links = client.request(
        "textDocument/documentLink",
        json!({ "textDocument": document }),
    );
    let names: Vec<String> = links
        .as_array()
        .into_iter()
        .flatten()
        .map(|l| {
            let target = l["target"].as_str().unwrap_or("");
            target.rsplit('/').next().unwrap_or("").to_owned()
        })
        .collect();
    assert_eq!(names, ["h.cuh", "cuda_runtime.h"]);
    let at = json!({ "textDocument": document, "position": { "line": 0, "character": 12 } });
    let found = client.request("textDocument/definition", at);
    assert_eq!(client.locations(&found), "sub/h.cuh:0:0-0 int h;\n");
    let folds = client.request(
        "textDocument/foldingRange",
        json!({ "textDocument": document }),
    );
    assert_eq!(
        folds,
        json!([
            { "startLine": 0, "endLine": 1, "kind": "imports" },
            { "startLine": 3, "endLine": 4, "kind": null },
        ])
    );
    let params = json!({ "textDocument": document, "positions": [{ "line": 4, "character": 13 }] });
    let mut selection = client.request("textDocument/selectionRange", params)[0].clone();
    let mut out = Vec::new();
    while selection["range"].is_object() {
        let (start, end) = (&selection["range"]["start"], &selection["range"]["end"]);
        out.push(format!(
            "{}:{}-{}:{}",
            start["line"], start["character"], end["line"], end["character"]
        ));
        selection = selection["parent"].clone();
    }
    expect!["4:13-4:14 4:13-4:18 4:12-4:19 4:4-4:20 3:0-5:1 0:0-6:0"].assert_eq(&out.join(" "));
    client.end();
}

#[test]
fn calls_and_classes_have_hierarchies() {
    let mut client = open(TEXT);
    let text = cursor_in("__device__ int helper", "helper");
    let items = client.at("textDocument/prepareCallHierarchy", "a.cu", &text);
    let incoming = client.request("callHierarchy/incomingCalls", json!({ "item": items[0] }));
    let outgoing = client.request("callHierarchy/outgoingCalls", json!({ "item": items[0] }));
    let names = |all: &Value, whose: &str| -> Vec<String> {
        let all = all.as_array().into_iter().flatten();
        all.map(|c| {
            format!(
                "{} {}",
                c[whose]["detail"].as_str().unwrap_or(""),
                c[whose]["name"].as_str().unwrap_or("")
            )
        })
        .collect()
    };
    assert_eq!(names(&incoming, "from"), ["__global__ scale"]);
    assert_eq!(names(&outgoing, "to"), ["__host__ __device__ twice"]);
    let text = cursor_in("struct Point", "Point");
    let items = client.at("textDocument/prepareTypeHierarchy", "a.cu", &text);
    let bases = client.request("typeHierarchy/supertypes", json!({ "item": items[0] }));
    assert_eq!(bases[0]["name"], "Base");
    let derived = client.request("typeHierarchy/subtypes", json!({ "item": bases[0] }));
    assert_eq!(derived[0]["name"], "Point");
    client.end();
}
