//! Fixes: each is taken, and what is wrong then is looked at.

use expect_test::{Expect, expect};
use serde_json::{Value, json};

use crate::client::Client;

/// The titles of the fixes of the first diagnostic, the text after one of them, and what is wrong with that.
fn nth_fixed(options: &str, text: &str, nth: usize, want: Expect) {
    let command = format!(
        "//- compile_commands.json\n[{{ \"directory\": \"@DIR@\", \"file\": \"a.cu\", \"command\": \"nvcc {options} -c a.cu\" }}]\n"
    );
    let mut client = Client::new(&command);
    std::fs::write(client.path("a.cu"), text).expect("a file");
    client.open("a.cu", text);
    let diagnostics = client.diagnostics("a.cu");
    let before = first_of(&diagnostics);
    let params = json!({
        "textDocument": client.document("a.cu"),
        "range": diagnostics[0]["range"],
        "context": { "diagnostics": [diagnostics[0]] },
    });
    let actions = client.request("textDocument/codeAction", params);
    let mut out = String::new();
    for action in actions.as_array().expect("a list") {
        out.push_str(&format!("{}\n", action["title"].as_str().unwrap_or("")));
    }
    let edits = actions[nth]["edit"]["changes"][client.url("a.cu").as_str()].clone();
    let Some(edits) = edits.as_array().filter(|all| !all.is_empty()) else {
        want.assert_eq(&format!("{out}nothing for {before}"));
        return client.end();
    };
    let byte = |at: &Value| {
        let line = at["line"].as_u64().expect("a line") as usize;
        let lines = text.split_inclusive('\n').take(line);
        lines.map(str::len).sum::<usize>() + at["character"].as_u64().expect("a column") as usize
    };
    let mut edited = text.to_owned();
    for edit in edits.iter().rev() {
        let range = byte(&edit["range"]["start"])..byte(&edit["range"]["end"]);
        edited.replace_range(range, edit["newText"].as_str().expect("a text"));
    }
    out.push_str(&edited);
    client.change("a.cu", &edited);
    let left = first_of(&client.diagnostics("a.cu"));
    out.push_str(&format!("before: {before}after: {left}"));
    want.assert_eq(&out);
    client.end();
}

fn first_of(diagnostics: &Value) -> String {
    let message = diagnostics[0]["message"].as_str().unwrap_or("nothing");
    format!("{} {message}\n", diagnostics[0]["code"])
}

fn fixed(text: &str, want: Expect) {
    nth_fixed("", text, 0, want);
}

#[test]
fn a_host_function_that_a_kernel_calls_is_annotated_with_all_that_it_needs() {
    fixed(
        "\
static int innermost(int i);
static int inner(int i) { return innermost(i) + 1; }
static int innermost(int i) { return i; }
template <class T> T outer(T t) { return inner(t); }
__global__ void kernel(int *p) { p[0] = outer(1); }
",
        expect![[r#"
            Make 'outer' and what it needs __host__ __device__
            __host__ __device__ static int innermost(int i);
            __host__ __device__ static int inner(int i) { return innermost(i) + 1; }
            __host__ __device__ static int innermost(int i) { return i; }
            template <class T> __host__ __device__ T outer(T t) { return inner(t); }
            __global__ void kernel(int *p) { p[0] = outer(1); }
            before: 20018 calling a __host__ function("T1  ::outer<int> (T1)") from a __global__ function("kernel") is not allowed [compute_75]
            after: null nothing
        "#]],
    );
}

#[test]
fn a_semicolon_is_inserted() {
    fixed(
        "int a = 1\nint b = 2;\n",
        expect![[r#"
            Insert ';'
            int a = 1;
            int b = 2;
            before: 65 expected a ";"
            after: null nothing
        "#]],
    );
}

#[test]
fn typename_is_inserted() {
    fixed(
        "template <class T> struct A { T::type t; };\ntemplate <class T> void f() { T::type *p; }\n",
        expect![[r#"
            Insert 'typename'
            template <class T> struct A { typename T::type t; };
            template <class T> void f() { T::type *p; }
            before: 757 nontype "T::type" is not a type name
            after: 20 identifier "p" is undefined [host]
        "#]],
    );
}

const CONSTEXPR: &str = "\
constexpr int known(int i) { return i; }
int inner(int i);
template <class T> T outer(T t) { T sum = 0; for (T i = 0; i < t; ++i) sum += inner(i) + known(1); return sum; }
int inner(int i) { return i > 3 ? i : -i; }
__global__ void kernel(int *p) { p[0] = outer(1); }
";

#[test]
fn constexpr_is_another_way_where_it_lets_device_code_call() {
    nth_fixed(
        "--expt-relaxed-constexpr",
        CONSTEXPR,
        1,
        expect![[r#"
        Make 'outer' and what it needs __host__ __device__
        Make 'outer' and what it needs constexpr
        constexpr int known(int i) { return i; }
        constexpr int inner(int i);
        template <class T> constexpr T outer(T t) { T sum = 0; for (T i = 0; i < t; ++i) sum += inner(i) + known(1); return sum; }
        constexpr int inner(int i) { return i > 3 ? i : -i; }
        __global__ void kernel(int *p) { p[0] = outer(1); }
        before: 20018 calling a __host__ function("T1  ::outer<int> (T1)") from a __global__ function("kernel") is not allowed [compute_75]
        after: null nothing
    "#]],
    );
    // What is constexpr already needs nothing.
    nth_fixed(
        "--expt-relaxed-constexpr",
        CONSTEXPR,
        0,
        expect![[r#"
        Make 'outer' and what it needs __host__ __device__
        Make 'outer' and what it needs constexpr
        constexpr int known(int i) { return i; }
        __host__ __device__ int inner(int i);
        template <class T> __host__ __device__ T outer(T t) { T sum = 0; for (T i = 0; i < t; ++i) sum += inner(i) + known(1); return sum; }
        __host__ __device__ int inner(int i) { return i > 3 ? i : -i; }
        __global__ void kernel(int *p) { p[0] = outer(1); }
        before: 20018 calling a __host__ function("T1  ::outer<int> (T1)") from a __global__ function("kernel") is not allowed [compute_75]
        after: null nothing
    "#]],
    );
    // Without the option it helps nobody.
    nth_fixed(
        "",
        CONSTEXPR,
        1,
        expect![[r#"
        Make 'outer' and what it needs __host__ __device__
        nothing for 20018 calling a __host__ function("T1  ::outer<int> (T1)") from a __global__ function("kernel") is not allowed [compute_75]
    "#]],
    );
}

#[test]
fn what_cannot_be_constexpr_is_not_made_so() {
    for body in [
        "static int n = 1; return n + i;",
        "int n; return n = i;",
        "return *new int(i);",
        "throw i;",
        "goto end; end: return i;",
        "return variable;",
        "asm(\"\"); return i;",
        "return (long)&i;",
        "return later(i);",
    ] {
        let text = format!(
            "int variable; int later(int);\nint f(int i) {{ {body} }}\n__global__ void k(int *p) {{ p[0] = f(1); }}\n"
        );
        let mut client = Client::new(
            "//- compile_commands.json\n[{ \"directory\": \"@DIR@\", \"file\": \"a.cu\", \"command\": \"nvcc --expt-relaxed-constexpr -c a.cu\" }]\n",
        );
        std::fs::write(client.path("a.cu"), &text).expect("a file");
        client.open("a.cu", &text);
        let diagnostics = client.diagnostics("a.cu");
        assert!(
            diagnostics.to_string().contains("(\\\"f(int)\\\")"),
            "{body}: {diagnostics}"
        );
        let params = json!({
            "textDocument": client.document("a.cu"),
            "range": diagnostics[0]["range"],
            "context": { "diagnostics": diagnostics },
        });
        let actions = client
            .request("textDocument/codeAction", params)
            .to_string();
        assert!(!actions.contains("Make 'f' constexpr"), "{body}");
        client.end();
    }
}

#[test]
fn template_is_inserted() {
    fixed(
        "template <class T> int f() { return T::g<int>(3); }\n",
        expect![[r#"
            Insert 'template'
            template <class T> int f() { return T::template g<int>(3); }
            before: 254 type name is not allowed [host]
            after: null nothing
        "#]],
    );
    fixed(
        "template <class T> int f() { return T::inner::g<int>(3); }\n",
        expect![[r#"
            Insert 'template'
            template <class T> int f() { return T::inner::template g<int>(3); }
            before: 254 type name is not allowed [host]
            after: null nothing
        "#]],
    );
    for body in ["t.g<int>(3)", "t->g<3>()", "t.next->g<int>()"] {
        fixed(
            &format!("template <class T> int f(T t) {{ return {body}; }}\n"),
            match body {
                "t.g<int>(3)" => expect![[r#"
                    Insert 'template'
                    template <class T> int f(T t) { return t.template g<int>(3); }
                    before: 254 type name is not allowed [host]
                    after: null nothing
                "#]],
                "t->g<3>()" => expect![[r#"
                    Insert 'template'
                    template <class T> int f(T t) { return t->template g<3>(); }
                    before: 29 expected an expression [host]
                    after: null nothing
                "#]],
                _ => expect![[r#"
                    Insert 'template'
                    template <class T> int f(T t) { return t.next->template g<int>(); }
                    before: 254 type name is not allowed [host]
                    after: null nothing
                "#]],
            },
        );
    }
    fixed(
        "template <class T> struct S { template <int N> int g(); };\ntemplate <class T> int f(S<T> s) { return s.g<1>(); }\n",
        expect![[r#"
            Insert 'template'
            template <class T> struct S { template <int N> int g(); };
            template <class T> int f(S<T> s) { return s.template g<1>(); }
            before: 29 expected an expression [host]
            after: null nothing
        "#]],
    );
    // Of what does not depend on a template parameter it makes nothing right.
    fixed(
        "struct A { static int g; };\nint f() { return A::g<int>(3); }\n",
        expect![[r#"
        nothing for 254 type name is not allowed
    "#]],
    );
    fixed(
        "template <class T> int f(T t) { return t + (3 < int(4)); return sizeof(int) < int; }\n",
        expect![[r#"
        nothing for 254 type name is not allowed [host]
    "#]],
    );
}

#[test]
fn arguments_of_a_launch_are_put_in_order() {
    fixed(
        "__global__ void k(int *p, float f, int n);\nvoid f(int *q) { k<<<1, 2>>>(3, 1.5f, q); }\n",
        expect![[r#"
            Put the arguments in the order of the parameters
            __global__ void k(int *p, float f, int n);
            void f(int *q) { k<<<1, 2>>>(q, 1.5f, 3); }
            before: 167 argument of type "int" is incompatible with parameter of type "int *"
            after: null nothing
        "#]],
    );
    // Of one type they stay in the order in which they stand.
    fixed(
        "__global__ void k(const float *in, float *out, unsigned n);\nvoid f(float *a, float *b, int n) { k<<<1, 2>>>(n * (2 + 1), a, b); }\n",
        expect![[r#"
            Put the arguments in the order of the parameters
            __global__ void k(const float *in, float *out, unsigned n);
            void f(float *a, float *b, int n) { k<<<1, 2>>>(a, b, n * (2 + 1)); }
            before: 167 argument of type "int" is incompatible with parameter of type "const float *"
            after: null nothing
        "#]],
    );
    fixed(
        "struct S { int a; };\n__global__ void k(S s, int *p);\nvoid f() { S s; int *p; k<<<1, 2>>>(p, s); }\n",
        expect![[r#"
            Put the arguments in the order of the parameters
            struct S { int a; };
            __global__ void k(S s, int *p);
            void f() { S s; int *p; k<<<1, 2>>>(s, p); }
            before: 415 no suitable constructor exists to convert from "int *" to "S"
            after: 549 variable "s" is used before its value is set
        "#]],
    );
    // A macro and a comment are not moved, and of two ways none is chosen.
    fixed(
        "#define N 3\n__global__ void k(int *p, int n);\nvoid f(int *q) { k<<<1, 2>>>(N, q); }\n",
        expect![[r#"
            nothing for 167 argument of type "int" is incompatible with parameter of type "int *"
        "#]],
    );
    fixed(
        "__global__ void k(int *p, int n);\nvoid f(int *q) { k<<<1, 2>>>(q /* a */ + 1 /* b */, q); }\n",
        expect![[r#"
            nothing for 167 argument of type "int *" is incompatible with parameter of type "int"
        "#]],
    );
    fixed(
        "__global__ void k(int *p, int n, float f);\nvoid f(int *q) { k<<<1, 2>>>(1u, 2l, q); }\n",
        expect![[r#"
            nothing for 167 argument of type "unsigned int" is incompatible with parameter of type "int *"
        "#]],
    );
}
