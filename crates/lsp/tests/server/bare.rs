//! Names of which the engine keeps no place, names that blocks bring, and what instances say of a template.

use expect_test::expect;
use serde_json::json;

use crate::client::Client;
use crate::dependent::{check, check_in};

const MODERN: &str = "\
//- compile_commands.json
[{\"directory\": \"@DIR@\", \"file\": \"a.cu\", \"arguments\": [\"nvcc\", \"-std=c++20\", \"-c\", \"a.cu\"]}]
";

#[test]
fn constraints_designators_and_labels_lead_to_declarations() {
    check_in(
        MODERN,
        "\
namespace n { template <class T> concept Small = sizeof(T) < 9; template <class T, class U> concept Like = true; }
template <n::Sm^all T, n::Li^ke<T> U> T pick(T a, U b) requires n::Sm^all<U> { return a; }
template <class T> concept Twice = requires(T t) { { t + t } -> ^n::Li^ke<T>; };
n::Sm^all auto made = 1;
struct Inner { int x, y; };
struct Config { int threads; Inner in; Inner all[2]; };
void take(Config c, int n);
template <Config C> int under() { return C.threads; }
Config give() { return {.thr^eads = 1}; }
int use() {
    Config c{.thr^eads = 1, .in = {.^y = 2}, .all = {{.^x = 1}, {2}}};
    take({.^in = {}}, 1);
again^:
    if (c.threads) goto ag^ain;
    auto pair = []<class T>(^T a, T b) { return ^T(a + b); };
    return pair(1, 2) + under<Config{.thr^eads = 4}>();
}
",
        expect![[r#"
            Small: concept n::Small
                0: namespace n { template <class T> concept |Small = sizeof(T) < 9; template <class T, class U> concept Like = true; }
            Like: concept n::Like
                0: namespace n { template <class T> concept Small = sizeof(T) < 9; template <class T, class U> concept |Like = true; }
            Small: concept n::Small
                0: namespace n { template <class T> concept |Small = sizeof(T) < 9; template <class T, class U> concept Like = true; }
            n: namespace n
                0: namespace |n { template <class T> concept Small = sizeof(T) < 9; template <class T, class U> concept Like = true; }
            Like: concept n::Like
                0: namespace n { template <class T> concept Small = sizeof(T) < 9; template <class T, class U> concept |Like = true; }
            Small: concept n::Small
                0: namespace n { template <class T> concept |Small = sizeof(T) < 9; template <class T, class U> concept Like = true; }
            threads: int Config::threads
                5: struct Config { int |threads; Inner in; Inner all[2]; };
            threads: int Config::threads
                5: struct Config { int |threads; Inner in; Inner all[2]; };
            y: int Inner::y
                4: struct Inner { int x, |y; };
            x: int Inner::x
                4: struct Inner { int |x, y; };
            in: Inner Config::in
                5: struct Config { int threads; Inner |in; Inner all[2]; };
            again: again  // label
                12: |again:
            again: again  // label
                12: |again:
            T: T  // template parameter
                14:     auto pair = []<class |T>(T a, T b) { return T(a + b); };
            T: T  // template parameter
                14:     auto pair = []<class |T>(T a, T b) { return T(a + b); };
            threads: int Config::threads
                5: struct Config { int |threads; Inner in; Inner all[2]; };
        "#]],
    );
}

#[test]
fn functions_that_are_overridden_and_literal_operators_are_found() {
    check(
        "\
struct A { virtual int run(int) const; virtual ~A(); };
struct B : A { int run(int) const fin^al; ~B() over^ride; };
struct C : B { using B::^B; };
constexpr int operator\"\"_k^m(unsigned long long n) { return n * 1000; }
int far = 3_k^m + 4;
",
        expect![[r#"
            final: int A::run(int) const
                0: struct A { virtual int |run(int) const; virtual ~A(); };
            override: A::~A()
                0: struct A { virtual int run(int) const; virtual |~A(); };
            B: struct B
                1: struct |B : A { int run(int) const final; ~B() override; };
            _km: constexpr int operator""_km(unsigned long long n)
                3: constexpr int |operator""_km(unsigned long long n) { return n * 1000; }
            3_km: constexpr int operator""_km(unsigned long long n)
                3: constexpr int |operator""_km(unsigned long long n) { return n * 1000; }
        "#]],
    );
}

#[test]
fn blocks_bring_names() {
    check(
        "\
namespace a { namespace deep { int far(); template <class T> T make(T); } int near(int); int near(double); enum class Mode { fast, slow }; }
struct Scratch { ~Scratch(); };
template <class T> int in(T t, a::Mode m, Scratch *s) {
    using namespace a::de^ep;
    using a::ne^ar;
    namespace d = a::de^ep;
    using enum a::Mo^de;
    enum class Own { one };
    s->~Scra^tch();
    switch (m) { case fa^st: return fa^r(); case a::Mode::slow: return d::fa^r(); }
    for (int i = 0; i < 2; ++i) { int t = i; ne^ar(t); }
    [](void *p) { return p; }(nullptr);
    return int(Own::o^ne) + ne^ar(^t) + ma^ke(t);
}
int two(int *p) {
    auto q = [p](int n) { return ^p[n]; };
    auto r = [](float *p) { return [^p] { return ^p; }; };
    auto s = [x = p, &y = p] { return *^x + *^y; };
    struct Local { int member; Local(int m) : mem^ber(m) {} };
    return q(1) + Local(2).member;
}
",
        expect![[r#"
            deep: namespace a::deep
                0: namespace a { namespace |deep { int far(); template <class T> T make(T); } int near(int); int near(double); enum class Mode { fast, slow }; }
            near: int a::near(int)
                0: namespace a { namespace deep { int far(); template <class T> T make(T); } int |near(int); int near(double); enum class Mode { fast, slow }; }
                0: namespace a { namespace deep { int far(); template <class T> T make(T); } int near(int); int |near(double); enum class Mode { fast, slow }; }
            deep: namespace a::deep
                0: namespace a { namespace |deep { int far(); template <class T> T make(T); } int near(int); int near(double); enum class Mode { fast, slow }; }
            Mode: enum a::Mode
                0: namespace a { namespace deep { int far(); template <class T> T make(T); } int near(int); int near(double); enum class |Mode { fast, slow }; }
            Scratch: struct Scratch
                1: struct |Scratch { ~Scratch(); };
            fast: a::Mode::fast = 0
                0: namespace a { namespace deep { int far(); template <class T> T make(T); } int near(int); int near(double); enum class Mode { |fast, slow }; }
            far: int a::deep::far()
                0: namespace a { namespace deep { int |far(); template <class T> T make(T); } int near(int); int near(double); enum class Mode { fast, slow }; }
            far: int a::deep::far()
                0: namespace a { namespace deep { int |far(); template <class T> T make(T); } int near(int); int near(double); enum class Mode { fast, slow }; }
            near: int a::near(int)
                0: namespace a { namespace deep { int far(); template <class T> T make(T); } int |near(int); int near(double); enum class Mode { fast, slow }; }
            one: Own::one = 0
                7:     enum class Own { |one };
            near: int a::near(int)
                0: namespace a { namespace deep { int far(); template <class T> T make(T); } int |near(int); int near(double); enum class Mode { fast, slow }; }
                0: namespace a { namespace deep { int far(); template <class T> T make(T); } int near(int); int |near(double); enum class Mode { fast, slow }; }
            t: T t
                2: template <class T> int in(T |t, a::Mode m, Scratch *s) {
            make: T a::deep::make(T)
                0: namespace a { namespace deep { int far(); template <class T> T |make(T); } int near(int); int near(double); enum class Mode { fast, slow }; }
            p: int *p
                14: int two(int *|p) {
            p: float *p
                16:     auto r = [](float *|p) { return [p] { return p; }; };
            p: float *p
                16:     auto r = [](float *|p) { return [p] { return p; }; };
            x: int *x
                17:     auto s = [|x = p, &y = p] { return *x + *y; };
            y: int *&y
                17:     auto s = [x = p, &|y = p] { return *x + *y; };
            member: int Local::member
                18:     struct Local { int |member; Local(int m) : member(m) {} };
        "#]],
    );
}

#[test]
fn instances_say_what_a_template_leaves_open() {
    check(
        "\
struct Clamp { static __host__ __device__ int index(int a) { return a; } static const int wide = 2; using Pair = int; };
struct Wrap { static __host__ __device__ int index(int a) { return -a; } static const int wide = 3; using Pair = float; };
template <class Border> __global__ void __launch_bounds__(Border::wi^de) blur(int *p, typename Border::Pa^ir *q) {
    p[0] = Border::ind^ex(1) + Border::wi^de;
}
template <class T, int N> struct Vec { T v[N]; struct Row { T cell; }; Row &row(int); Row *operator->(); T *begin(); };
template <class T> struct Pointer { Vec<T, 2> *operator->() const; Vec<T, 2> &operator*() const; };
template <class T> T sum(const Vec<T, 2> &x, Pointer<T> p) {
    Vec<T, 2> copy[3];
    auto row = copy[1].row(0);
    auto other = Vec<T, 2>(x);
    return x.^v[0] + row.ce^ll + (*p).^v[1] + other.beg^in()[0] + copy[0].^v[1];
}
float called(Pointer<float> p) { return p->^v[0]; }
void all(int *p) {
    blur<Clamp><<<1, 1>>>(p, nullptr);
    blur<Wrap><<<1, 1>>>(p, nullptr);
}
",
        expect![[r#"
            wide: const int Clamp::wide = 2
                0: struct Clamp { static __host__ __device__ int index(int a) { return a; } static const int |wide = 2; using Pair = int; };
                1: struct Wrap { static __host__ __device__ int index(int a) { return -a; } static const int |wide = 3; using Pair = float; };
            Pair: using Clamp::Pair = int
                0: struct Clamp { static __host__ __device__ int index(int a) { return a; } static const int wide = 2; using |Pair = int; };
                1: struct Wrap { static __host__ __device__ int index(int a) { return -a; } static const int wide = 3; using |Pair = float; };
            index: __host__ __device__ static int Clamp::index(int a)
                0: struct Clamp { static __host__ __device__ int |index(int a) { return a; } static const int wide = 2; using Pair = int; };
                1: struct Wrap { static __host__ __device__ int |index(int a) { return -a; } static const int wide = 3; using Pair = float; };
            wide: const int Clamp::wide = 2
                0: struct Clamp { static __host__ __device__ int index(int a) { return a; } static const int |wide = 2; using Pair = int; };
                1: struct Wrap { static __host__ __device__ int index(int a) { return -a; } static const int |wide = 3; using Pair = float; };
            v: T Vec<T, 2>::v[2]
                5: template <class T, int N> struct Vec { T |v[N]; struct Row { T cell; }; Row &row(int); Row *operator->(); T *begin(); };
            cell: T Vec<T, 2>::Row::cell
                5: template <class T, int N> struct Vec { T v[N]; struct Row { T |cell; }; Row &row(int); Row *operator->(); T *begin(); };
            v: T Vec<T, 2>::v[2]
                5: template <class T, int N> struct Vec { T |v[N]; struct Row { T cell; }; Row &row(int); Row *operator->(); T *begin(); };
            begin: T *Vec<T, N>::begin()
                5: template <class T, int N> struct Vec { T v[N]; struct Row { T cell; }; Row &row(int); Row *operator->(); T *|begin(); };
            v: T Vec<T, 2>::v[2]
                5: template <class T, int N> struct Vec { T |v[N]; struct Row { T cell; }; Row &row(int); Row *operator->(); T *begin(); };
            v: float Vec<float, 2>::v[2]
                5: template <class T, int N> struct Vec { T |v[N]; struct Row { T cell; }; Row &row(int); Row *operator->(); T *begin(); };
        "#]],
    );
}

#[test]
fn renaming_reaches_what_instances_say() {
    let text = "\
struct Clamp { static int in$0dex(int a) { return a; } };
template <class Border> int blur() { return Border::index(1); }
int all() { return blur<Clamp>(); }
";
    let mut client = Client::new("");
    std::fs::write(client.path("a.cu"), text.replace("$0", "")).expect("a file");
    client.open("a.cu", text);
    let at = crate::client::cursor(text);
    let params =
        json!({ "textDocument": client.document("a.cu"), "position": at, "newName": "at" });
    let edit = client.request("textDocument/rename", params);
    let changes = edit["changes"][client.url("a.cu").as_str()].clone();
    let lines: Vec<u64> = (changes.as_array().into_iter().flatten())
        .filter_map(|c| c["range"]["start"]["line"].as_u64())
        .collect();
    assert_eq!(lines, [0, 1]);
    client.end();
}

#[test]
fn comments_are_shown() {
    let text = "\
/// Adds one.
///
/// More.
__device__ int add(int a);
struct Point {
    int x; ///< across
    /* down */
    int y;
};
// Twice.
#define TWICE(x) \\
    (2 * (x))
#ifdef TWICE
__device__ int call(Point p) { return add(p.x) + p.y + TWICE(1); }
#endif
";
    let mut client = Client::new("");
    std::fs::write(client.path("a.cu"), text).expect("a file");
    client.open("a.cu", text);
    let mut out = String::new();
    for name in ["add(p", "p.x) +", "x) +", "y + ", "TWICE(1)", "TWICE\n__"] {
        let at = text.find(name).expect("the name");
        let marked = format!("{}$0{}", &text[..at], &text[at..]);
        let hover = client.at("textDocument/hover", "a.cu", &marked);
        let said = hover["contents"]["value"].as_str().unwrap_or("nothing");
        out.push_str(&format!("{said}\n----\n"));
    }
    expect![[r#"
        ```cuda-cpp
        __device__ int add(int a)
        ```

        Adds one.

        More.

        compiled because of `__device__ call`
        ----
        ```cuda-cpp
        Point p
        ```

        parameter

        size 8, alignment 4
        ----
        ```cuda-cpp
        int Point::x
        ```

        across

        size 4, alignment 4

        offset 0
        ----
        ```cuda-cpp
        int Point::y
        ```

        down

        size 4, alignment 4

        offset 4
        ----
        ```cuda-cpp
        #define TWICE(x) \
            (2 * (x))
        ```

        Twice.

        expands to `(2 * (1))`
        ----
        ```cuda-cpp
        #define TWICE(x) \
            (2 * (x))
        ```

        Twice.
        ----
    "#]]
    .assert_eq(&out);
    client.end();
}

#[test]
fn macros_have_references_and_are_offered() {
    let text = "\
#define LAUNCH(k, ...) k<<<1, 32>>>(__VA_ARGS__)
__global__ void ker(int *p);
void one() { LAUNCH(ker, nullptr); }
void two() { LAU$0NCH(ker, nullptr); }
";
    let mut client = Client::new("");
    std::fs::write(client.path("a.cu"), text.replace("$0", "")).expect("a file");
    client.open("a.cu", text);
    let at = crate::client::cursor(text);
    let params = json!({ "textDocument": client.document("a.cu"), "position": at,
        "context": { "includeDeclaration": true } });
    let found = client.request("textDocument/references", params.clone());
    let found = client.locations(&found);
    expect![[r#"
        a.cu:0:8-14 #define LAUNCH(k, ...) k<<<1, 32>>>(__VA_ARGS__)
        a.cu:2:13-19 void one() { LAUNCH(ker, nullptr); }
        a.cu:3:13-19 void two() { LAUNCH(ker, nullptr); }
    "#]]
    .assert_eq(&found);
    let shown = client.request("cleave/expandMacro", params);
    assert_eq!(shown, "ker<<<1, 32>>>(nullptr)");
    // Where it is defined is not known to the byte, and other macros may paste it.
    let params =
        json!({ "textDocument": client.document("a.cu"), "position": at, "newName": "other" });
    let id = client.ask("textDocument/rename", params);
    assert!(client.response(&id).error.is_some());
    let text = text
        .replace("$0", "")
        .replace("void two", "__glo$0\nvoid two");
    client.change("a.cu", &text);
    for (text, wanted) in [
        (text.clone(), "__global__"),
        (text.replace("__glo$0", "void three() { LAU$0 }"), "LAUNCH"),
    ] {
        client.change("a.cu", &text);
        let offered = client.at("textDocument/completion", "a.cu", &text);
        let items = offered["items"].as_array().cloned().unwrap_or_default();
        assert!(items.iter().any(|i| i["label"] == wanted), "{wanted}");
    }
    let text = "struct P { P(int a, float b); P(const P &); };\nvoid f() { P p(1, $0); }\n";
    client.change("a.cu", text);
    let shown = client.at("textDocument/signatureHelp", "a.cu", text);
    assert_eq!(shown["signatures"][0]["label"], "P::P(int a, float b)");
    assert_eq!(shown["activeParameter"], 1);
    client.end();
}

#[test]
fn what_must_have_one_name_is_renamed_together() {
    let text = "\
template <int A> struct Policy { int a; };
template <> struct Policy<8> { int b; };
template <> struct Policy<9> : Policy<8> { };
template <class T> __device__ T one() { return 1; }
template <> __device__ char one<char>() { return 'c'; }
__device__ int f(Policy<8> p, Policy<3> q) { return p.b + q.a + one<char>() + one<int>(); }
struct A { A(int x); virtual int run(); ~A(); };
A::A(int x) {}
struct B : A { int run() override; using A::A; };
struct C : B { int run() override; int other(); };
int g(B &b, A *a) { A c(1); return b.run() + a->run(); }
#include <functional>
template <> struct std::hash<A> { int own; };
template <> struct std::hash<B> { int own; };
namespace std { template <> struct hash<C> { }; template <> struct hash<C *> { }; }
struct Error : std::exception { const char *what() const noexcept override; };
";
    let mut client = Client::new("");
    std::fs::write(client.path("a.cu"), text).expect("a file");
    client.open("a.cu", text);
    let mut out = String::new();
    for name in [
        "Policy<8> {",
        "Policy<3>",
        "one<char>() {",
        "~A",
        "A c",
        "run() override; int",
        "hash<A>",
        "hash<C>",
        "what()",
    ] {
        let at = text.find(name).expect("the name") + usize::from(name.starts_with('~'));
        let at = crate::client::cursor(&format!("{}$0{}", &text[..at], &text[at..]));
        let params =
            json!({ "textDocument": client.document("a.cu"), "position": at, "newName": "z" });
        let id = client.ask("textDocument/rename", params);
        let answer = client.response(&id);
        out.push_str(&format!("{name}:"));
        let changes = answer.result.unwrap_or_default()["changes"].clone();
        for c in changes[client.url("a.cu").as_str()]
            .as_array()
            .into_iter()
            .flatten()
        {
            let start = &c["range"]["start"];
            out.push_str(&format!(" {}:{}", start["line"], start["character"]));
        }
        out.push_str(
            &answer
                .error
                .map_or(String::new(), |e| format!(" {}", e.message)),
        );
        out.push('\n');
    }
    expect![[r#"
        Policy<8> {: 0:24 1:19 2:19 2:31 5:17 5:30
        Policy<3>: 0:24 1:19 2:19 2:31 5:17 5:30
        one<char>() {: 3:32 4:28 5:64 5:78
        ~A: 6:7 6:11 6:41 7:0 7:3 8:11 8:41 8:44 10:12 10:20 12:29
        A c: 6:7 6:11 6:41 7:0 7:3 8:11 8:41 8:44 10:12 10:20 12:29
        run() override; int: 6:33 8:19 9:19 10:37 10:48
        hash<A>: it is declared where Cleave cannot rename it
        hash<C>: it is declared where Cleave cannot rename it
        what(): it is declared where Cleave cannot rename it
    "#]]
    .assert_eq(&out);
    client.end();
}
