//! What helps to write: completion in text that is not complete, signatures, hints, lenses, fixes, and what is made of items.

use expect_test::{Expect, expect};
use serde_json::json;

use crate::client::{Client, cursor};

const HEAD: &str = "\
namespace app {
enum class Order { less, greater };
struct Base { int size() const { return 1; } int shared; };
struct Grid : Base {
    int width;
    static int count;
    Grid(int rows, int columns) : width(columns) { (void)rows; }
    float *row(int index) { return nullptr; }
private:
    int secret;
};
__device__ int depth;
void first(int a);
void first(int a, float b);
}
__global__ void scale(float *data, int length) {}
template <class T> __host__ __device__ T twice(T value) { return value + value; }
";

fn open(text: &str) -> Client {
    let mut client = Client::new("");
    client.open("a.cu", &format!("{HEAD}{text}"));
    client
}

/// What is offered at the `$0`, but for keywords.
fn offered(text: &str, want: Expect) {
    let mut client = open(text);
    let found = client.at("textDocument/completion", "a.cu", &format!("{HEAD}{text}"));
    let mut out = String::new();
    for item in found["items"].as_array().into_iter().flatten() {
        if item["kind"] == 14 {
            continue;
        }
        let detail = item["detail"].as_str().unwrap_or("");
        out.push_str(&format!(
            "{} {detail}",
            item["label"].as_str().unwrap_or("")
        ));
        out = out.trim_end().to_owned() + "\n";
    }
    want.assert_eq(&out);
    client.end();
}

#[test]
fn members_are_offered_behind_a_dot() {
    offered(
        "int main() { app::Grid grid(1, 2); grid.$0 }\n",
        expect![[r#"
        count int
        row float *app::Grid::row(int index)
        shared int
        size int app::Base::size() const
        width int
    "#]],
    );
}

/// ([class.access.base])
#[test]
fn members_of_bases_are_offered_where_they_may_be_named() {
    offered(
        "struct Inner { int hidden; int shown; };
class Outer : Inner {
public:
    using Inner::shown;
    int own;
};
int main() { Outer outer; outer.$0 }
",
        expect![[r#"
            own int
            shown int
        "#]],
    );
    offered(
        "struct Inner { int hidden; };
class Outer : Inner {
    int own() { return this->$0; }
};
",
        expect![[r#"
            hidden int
            own int Outer::own()
        "#]],
    );
}

/// Deduction guides have the name of their template.
#[test]
fn a_name_is_offered_once() {
    offered(
        "template <class T> struct Pair { T a; };
template <class T> Pair(T) -> Pair<T>;
int near_name;
int main() { int near_name = 1; Pai$0 }
",
        expect![[r#"
            Pair
        "#]],
    );
}

#[test]
fn members_are_offered_in_front_of_a_statement() {
    offered(
        "int main() {
    app::Grid grid(1, 2);
    app::Grid *p = &grid;
    p->r$0
    int next = 3;
    return next;
}
",
        expect![[r#"
            row float *app::Grid::row(int index)
        "#]],
    );
}

#[test]
fn members_of_what_a_call_gives_are_offered() {
    offered(
        "app::Grid make();\nint main() { return make().w$0; }\n",
        expect![[r#"
        width int
    "#]],
    );
}

#[test]
fn scopes_offer_what_they_declare() {
    offered(
        "int main() { app::$0 }\n",
        expect![[r#"
        Base
        Grid
        Order
        depth int
        first void app::first(int a)
    "#]],
    );
    offered(
        "int main() { auto order = app::Order::$0; }\n",
        expect![[r#"
        greater
        less
    "#]],
    );
    offered(
        "int main() { return app::Grid::c$0; }\n",
        expect![[r#"
        count int
    "#]],
    );
}

#[test]
fn names_in_scope_are_offered() {
    offered(
        "int main(int argc, char **argv) {
    int inner = 1;
    { int inn = 2; }
    return in$0
}
",
        expect![[r#"
            inner int
            index
            initstate
            initstate_r
            ino64_t
            ino_t
            int1
            int16_t
            int2
            int3
            int32_t
            int4
            int64_t
            int8_t
        "#]],
    );
    offered(
        "int main() { sca$0 }\n",
        expect![[r#"
            scale void scale(float *data, int length)
            scalb
            scalbf
            scalbl
            scalbln
            scalblnf
            scalblnf32
            scalblnf32x
            scalblnf64
            scalblnf64x
            scalblnl
            scalbn
            scalbnf
            scalbnf32
            scalbnf32x
            scalbnf64
            scalbnf64x
            scalbnl
            scanf
        "#]],
    );
    offered(
        "__global__ void kernel(float *out) { out[threadI$0] = 1; }\n",
        expect![[r#"
        threadIdx
    "#]],
    );
}

#[test]
fn nothing_is_offered_in_comments_and_literals() {
    offered("int main() { // app::$0\n}\n", expect![[""]]);
    offered("const char *s = \"app::$0\";\n", expect![[""]]);
    offered("double d = 1.$0;\n", expect![[""]]);
}

#[test]
fn headers_are_offered() {
    let mut client = Client::new("//- sub/near.cuh\nint a;\n//- sub/other.txt\n");
    let text = "#include \"sub/$0\"\n";
    client.open("a.cu", text);
    let found = client.at("textDocument/completion", "a.cu", text);
    let names: Vec<&str> = found["items"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|i| i["label"].as_str())
        .collect();
    assert_eq!(names, ["near.cuh"]);
    client.end();
}

#[test]
fn headers_are_offered_behind_a_name_that_is_not_ascii() {
    for (encoding, column) in [("utf-8", 22), ("utf-16", 19), ("utf-32", 18)] {
        let mut client = Client::with(
            "//- ordnär𝄞/near.cuh\nint a;\n",
            json!({ "general": { "positionEncodings": [encoding] } }),
        );
        client.open("a.cu", "#include \"ordnär𝄞/\"\n");
        let params = json!({
            "textDocument": client.document("a.cu"),
            "position": { "line": 0, "character": column },
        });
        let found = client.request("textDocument/completion", params);
        assert_eq!(found["items"][0]["label"], "near.cuh", "{encoding}");
        client.end();
    }
}

fn signature(text: &str, want: Expect) {
    let mut client = open(text);
    let found = client.at(
        "textDocument/signatureHelp",
        "a.cu",
        &format!("{HEAD}{text}"),
    );
    let mut out = String::new();
    let active = found["activeParameter"].as_u64().unwrap_or(0) as usize;
    for (nth, s) in found["signatures"]
        .as_array()
        .into_iter()
        .flatten()
        .enumerate()
    {
        let label = s["label"].as_str().unwrap_or("");
        let part = &s["parameters"][active]["label"];
        let part = part[0]
            .as_u64()
            .zip(part[1].as_u64())
            .map_or("", |(a, b)| &label[a as usize..b as usize]);
        let mark = if found["activeSignature"] == nth {
            "*"
        } else {
            " "
        };
        out.push_str(&format!("{mark} {label} | {part}\n"));
    }
    want.assert_eq(&out);
    client.end();
}

#[test]
fn calls_and_launches_have_signatures() {
    signature(
        "int main() { app::first(1, $0 }\n",
        expect![[r#"
          void app::first(int a) | 
        * void app::first(int a, float b) | float b
    "#]],
    );
    signature(
        "int main() { scale<<<1, $0 }\n",
        expect![[r#"
        * scale<<<dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = 0>>> | dim3 block
    "#]],
    );
    signature(
        "int main() { scale<<<1, 2>>>(nullptr, $0 }\n",
        expect![[r#"
        * void scale(float *data, int length) | int length
    "#]],
    );
    signature(
        "int main() { app::Grid grid(1, 2); grid.row($0) }\n",
        expect![[r#"
        * float *app::Grid::row(int index) | int index
    "#]],
    );
    signature("int main() { if ($0) }\n", expect![[""]]);
}

#[test]
fn hints_name_parameters_types_and_instances() {
    let text = "int main() {
    auto grid = app::Grid(1, 2);
    auto *row = grid.row(3);
    int length = 4;
    scale<<<1, 32>>>(row, length);
    const auto &sum = twice(length);
    return twice(2.5) > sum;
}
";
    let mut client = open(text);
    let whole = format!("{HEAD}{text}");
    let last = whole.matches('\n').count();
    let params = json!({
        "textDocument": client.document("a.cu"),
        "range": { "start": { "line": 0, "character": 0 }, "end": { "line": last, "character": 0 } },
    });
    let hints = client.request("textDocument/inlayHint", params);
    let mut lines: Vec<String> = whole.lines().map(str::to_owned).collect();
    for hint in hints.as_array().into_iter().flatten().rev() {
        let line = &mut lines[hint["position"]["line"].as_u64().unwrap_or(0) as usize];
        let at = hint["position"]["character"].as_u64().unwrap_or(0) as usize;
        line.insert_str(at, &format!("‹{}›", hint["label"].as_str().unwrap_or("")));
    }
    let shown: Vec<String> = lines
        .into_iter()
        .filter(|l| l.contains('‹'))
        .map(|l| l + "\n")
        .collect();
    expect![[r#"
        template <class T> __host__ __device__ T twice‹×2›(T value) { return value + value; }
            auto grid‹: app::Grid› = app::Grid(‹rows:›1, ‹columns:›2);
            auto *row‹: float *› = grid.row(‹index:›3);
            scale<<<‹grid:›1, ‹block:›32>>>(‹data:›row, length);
            const auto &sum‹: const int &› = twice(‹value:›length);
            return twice(‹value:›2.5) > sum;
    "#]]
    .assert_eq(&shown.concat());
    client.end();
}

#[test]
fn lenses_say_what_becomes_of_kernels() {
    let text = "template <class T> __global__ void fill(T *p) { *p = twice(*p); }
int main() {
    float *p = nullptr;
    fill<<<1, 1>>>(p);
    fill<<<1, 1>>>((int *)p);
    scale<<<1, 1>>>(p, 1);
}
";
    let mut client = open(text);
    let document = client.document("a.cu");
    let found = client.request("textDocument/codeLens", json!({ "textDocument": document }));
    let shown: Vec<String> = found
        .as_array()
        .into_iter()
        .flatten()
        .map(|l| {
            format!(
                "{}: {}\n",
                l["range"]["start"]["line"],
                l["command"]["title"].as_str().unwrap_or("")
            )
        })
        .collect();
    expect![[r#"
        15: 1 launch
        17: 2 launches · 2 instances · needs 1 function and 0 variables
    "#]]
    .assert_eq(&shown.concat());
    client.end();
}

#[test]
fn macros_are_expanded_on_demand() {
    let text = "#define ADD(a, b) ((a) + (b))\nint x = AD$0D(1, ADD(2, 3));\n";
    let mut client = Client::new("");
    client.open("a.cu", text);
    let found = client.at("cleave/expandMacro", "a.cu", text);
    assert_eq!(found, "((1) + (((2) + (3))))");
    client.end();
}

#[test]
fn what_is_made_of_a_kernel_is_shown_and_follows_edits() {
    let text = "\
__device__ int helper(int i) { return i + 1; }
__global__ void ker$0nel(int *p)
{
    p[0] = helper(2);
}
int main() { kernel<<<1, 1>>>(nullptr); }
";
    let mut client = Client::new("");
    client.open("a.cu", text);
    let shown = |client: &mut Client, text: &str, what: &str| {
        let params = json!({
            "textDocument": client.document("a.cu"),
            "position": cursor(text),
            "what": what,
        });
        let made = client.request("cleave/made", params);
        format!("{what}:\n{}", made.as_str().unwrap_or("nothing\n"))
    };
    let mut out = shown(&mut client, text, "hostHalf");
    out.push_str(&shown(&mut client, text, "deviceIl"));
    out.push_str(&shown(&mut client, text, "stub"));
    let edited = text.replace("helper(2)", "helper(3)");
    client.change("a.cu", &edited);
    let after = shown(&mut client, &edited, "deviceIl");
    assert!(after.contains('3') && !out.contains("int 3"), "{after}");
    expect![[r#"
        hostHalf:
        __attribute__((visibility("hidden")))  void kernel(int *p)
        ;
        deviceIl:
        function @_Z6kernelPi(%p: ptr(int)) -> void kernel external {
          {
            store(deref(add(load(%p), int 0)), call @_Z6helperi(int 2): int)
          }
        }

        stub:
        extern __attribute__((visibility("hidden"))) void __device_stub__Z6kernelPi(int *);
        __attribute__((visibility("hidden"))) void __device_stub__Z6kernelPi(int *__par0){__cudaLaunchPrologue(1);__cudaSetupArgSimple(__par0, 0UL);__cudaLaunch(((char *)((void ( *)(int *))kernel)), 0U);}
        void kernel(int *__cuda_0)
        {__device_stub__Z6kernelPi(__cuda_0);}
        static void __nv_cudaEntityRegisterCallback(void **__T0){__nv_dummy_param_ref(__T0);__nv_save_fatbinhandle_for_managed_rt(__T0);__cudaRegisterEntry(__T0, ((void ( *)(int *))kernel), _Z6kernelPi, (-1));}
    "#]].assert_eq(&out);
    let place = json!({ "textDocument": client.document("a.cu"), "position": cursor(text) });
    let params = json!({ "command": "cleave.showDeviceIl", "arguments": [place] });
    let by_command = client.request("workspace/executeCommand", params);
    assert!(after.ends_with(by_command.as_str().unwrap_or("nothing")));
    let params =
        json!({ "textDocument": client.document("a.cu"), "position": cursor(text), "what": "x" });
    let id = client.ask("cleave/made", params);
    assert!(client.response(&id).error.is_some());
    client.end();
}
