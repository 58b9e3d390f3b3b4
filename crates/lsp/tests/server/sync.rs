//! Texts and diagnostics: what is open, unsaved and changed, in one unit and in several.

use expect_test::expect;
use serde_json::json;

use crate::client::Client;

#[test]
fn both_passes_are_said_once_and_labelled() {
    let text = "\
#define CHECK(x) do { if ((x) != 0) fail(#x); } while (0)
void fail(const char *);
int host_only(int);
__device__ int twice(int i) { return host_only(i) * 2; }
__global__ void kernel(int *p)
{
    p[0] = undefined_name;
#ifdef __CUDA_ARCH__
    p[1] = device_error;
#else
    p[1] = host_error;
#endif
}
int main()
{
    CHECK(nothing(1));
}
";
    let mut client = Client::new("");
    client.open("a.cu", text);
    expect![[r#"
        6:11-25 error 20 identifier "undefined_name" is undefined
        8:11-23 error 20 identifier "device_error" is undefined [compute_75]
        10:11-21 error 20 identifier "host_error" is undefined [host]
        15:10-17 error 20 identifier "nothing" is undefined
    "#]]
    .assert_eq(&client.said("a.cu"));
    client.end();
}

#[test]
fn a_chain_of_instantiations_is_related_information() {
    let text = "\
template <class T> T broken(T t) { return t.x; }
template <class T> T outer(T t) { return broken(t); }
int main() { return outer(1); }
";
    let mut client = Client::new("");
    client.open("a.cu", text);
    expect![[r#"
        0:42-43 error 153 expression must have class type but it has type "int" [compute_75]
          a.cu:1:0-53  instantiation of "T broken(T) [with T=int]"
          a.cu:2:0-31  instantiation of "T outer(T) [with T=int]"
    "#]]
    .assert_eq(&client.said("a.cu"));
    client.end();
}

#[test]
fn an_unsaved_header_counts_in_every_unit() {
    let mut client = Client::new(
        "//- a.cu
#include \"h.cuh\"
int a() { return shared_value(1); }
//- b.cu
#include \"h.cuh\"
int b() { return shared_value(2); }
//- h.cuh
#pragma once
inline int shared_value(int i) { return i; }
",
    );
    client.open(
        "a.cu",
        "#include \"h.cuh\"\nint a() { return shared_value(1) + x; }\n",
    );
    assert!(client.said("a.cu").contains("\"x\" is undefined"));
    client.open(
        "h.cuh",
        "#pragma once\ninline int other_value(int i) { return i; }\n",
    );
    expect![[r#"
        1:17-29 error 20 identifier "shared_value" is undefined
        1:35-36 error 20 identifier "x" is undefined
    "#]]
    .assert_eq(&client.said("a.cu"));
    // What is on disk counts again.
    let document = client.document("h.cuh");
    client.notify("textDocument/didClose", json!({ "textDocument": document }));
    expect![[r#"
        1:35-36 error 20 identifier "x" is undefined
    "#]]
    .assert_eq(&client.said("a.cu"));
    client.end();
}

/// A header of another folder is somebody else's, unless it is open.
#[test]
fn a_header_of_another_folder_is_checked_while_it_is_open() {
    let header = "\
#pragma once
inline int of_host(int i) { return missing + i; }
__device__ int of_device(int i) { return of_host(i); }
struct Box { int wide; int area() const { return high * wide; } };
";
    let command = "nvcc -I../include -c a.cu";
    let files = format!(
        "//- compile_commands.json
[{{ \"directory\": \"@DIR@/src\", \"file\": \"a.cu\", \"command\": \"{command}\" }}]
//- src/a.cu
#include \"own.cuh\"
int a() {{ return of_host(1); }}
//- include/own.cuh
{header}"
    );
    let mut client = Client::new(&files);
    client.open("src/a.cu", "#include \"own.cuh\"\nint a() { return x; }\n");
    assert!(client.said("src/a.cu").contains("\"x\" is undefined"));
    client.change("src/a.cu", "#include \"own.cuh\"\nint a() { return 1; }\n");
    assert_eq!(client.said("src/a.cu"), "");
    client.open("include/own.cuh", header);
    expect![[r#"
        1:35-42 error 20 identifier "missing" is undefined
        3:49-53 error 20 identifier "high" is undefined
    "#]]
    .assert_eq(&client.said("include/own.cuh"));
    let mended = header.replace("high", "wide").replace("missing", "i");
    client.change("include/own.cuh", &mended);
    expect![[r#"
        2:41-48 error 20016 calling a __host__ function("of_host(int)") from a __device__ function("of_device") is not allowed [compute_75]
        2:41-48 error 20068 identifier "of_host" is undefined in device code [compute_75]
    "#]].assert_eq(&client.said("include/own.cuh"));
    client.end();
}

#[test]
fn edits_are_those_of_the_text_in_each_encoding() {
    for encoding in ["utf-8", "utf-16", "utf-32"] {
        let mut client = Client::with(
            "",
            json!({ "general": { "positionEncodings": [encoding] } }),
        );
        client.open("a.cu", "const char *s = \"ä𝄞\"; int x = y;\nint z;\n");
        let column = match encoding {
            "utf-8" => 34,
            "utf-16" => 31,
            _ => 30,
        };
        let said = client.diagnostics("a.cu");
        assert_eq!(said[0]["range"]["start"]["character"], column, "{encoding}");
        let at = |n: u64| json!({ "line": 0, "character": n });
        let range = json!({ "start": at(column), "end": at(column + 1) });
        client.changes("a.cu", json!([{ "range": range, "text": "1" }]));
        expect![""].assert_eq(&client.said("a.cu"));
        client.end();
    }
}

#[test]
fn commands_are_found_in_build_folders() {
    let mut client = Client::new(
        "//- CMakeLists.txt
//- build/compile_commands.json
[{\"directory\": \"@DIR@/build\", \"file\": \"../src/a.cu\",
  \"command\": \"/usr/bin/nvcc -DVALUE=3 -I../include --options-file flags.rsp -Xcompiler -Wall,-O2 -gencode arch=compute_80,code=sm_80 -gencode=arch=compute_90,code=[sm_90,compute_90] -c ../src/a.cu -o a.o\"}]
//- build/flags.rsp
-DFROM_FILE=1 -std=c++20
//- include/h.cuh
#pragma once
inline __device__ int of_header() { return VALUE; }
//- src/a.cu
int a;
",
    );
    let text = "\
#include <h.cuh>
static_assert(VALUE == 3 && FROM_FILE == 1 && __cplusplus == 202002);
#if __CUDA_ARCH__ == 900
int only_there = unknown;
#endif
int all = unknown;
";
    client.open("src/a.cu", text);
    expect![[r#"
        3:17-24 error 20 identifier "unknown" is undefined [compute_90]
        5:10-17 error 20 identifier "unknown" is undefined [host, compute_80]
    "#]]
    .assert_eq(&client.said("src/a.cu"));
    // The header belongs to the unit that includes it.
    let header = "#pragma once\ninline __device__ int of_header() { return VALUE + ; }\n";
    client.open("include/h.cuh", header);
    expect![[r#"
        1:51-52 error 29 expected an expression
    "#]]
    .assert_eq(&client.said("include/h.cuh"));
    client.end();
}

#[test]
fn a_header_opened_alone_is_read_by_a_source_beside_it() {
    let mut client = Client::new(
        "//- a.cu
#define WIDTH 4
#include \"h.cuh\"
//- h.cuh
inline int width() { return WIDTH + nothing; }
",
    );
    client.open("h.cuh", "inline int width() { return WIDTH + nothing; }\n");
    expect![[r#"
        0:36-43 error 20 identifier "nothing" is undefined
    "#]]
    .assert_eq(&client.said("h.cuh"));
    client.end();
}

#[test]
fn a_missing_header_is_said_and_found_when_it_comes() {
    let mut client = Client::new("");
    client.open("a.cu", "#include \"late.h\"\nint a = late;\n");
    expect![[r#"
        0:9-10 error null late.h: No such file or directory
    "#]]
    .assert_eq(&client.said("a.cu"));
    // What stands behind it is read all the same, and what that lacks is not said.
    let text = "#include \"late.h\"\nint a = late;\n__global__ void kernel(int n) { $0n += a; }\n";
    client.change("a.cu", text);
    let hover = client.at("textDocument/hover", "a.cu", text);
    assert!(hover.to_string().contains("int n"), "{hover}");
    let symbols = client.request(
        "textDocument/documentSymbol",
        json!({ "textDocument": client.document("a.cu") }),
    );
    assert!(symbols.to_string().contains("kernel"), "{symbols}");
    std::fs::write(client.path("late.h"), "const int late = 1;\n").expect("a file");
    let url = client.url("late.h");
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": [{ "uri": url, "type": 1 }] }),
    );
    expect![[r#"
        2:37-38 warning 20094 a host variable "a" cannot be directly read in a device function [compute_75]
        2:37-38 error 20068 identifier "a" is undefined in device code [compute_75]
    "#]].assert_eq(&client.said("a.cu"));
    client.end();
}
