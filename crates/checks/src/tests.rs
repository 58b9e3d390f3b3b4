//! Rules by subject, what they must leave alone, and which queries an edit runs again.

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{HostOptions, HostSettings, SourceFile};
use expect_test::expect;
use salsa::Setter;

use crate::testing::{all, expand, findings, with};

mod accepted;
mod bodies;
mod clashes;
mod constants;
mod control;
mod crossings;
mod declarations;
mod declared;
mod extended;
mod hidden;
mod host_uses;
mod initialisation;
mod instances;
mod lambdas;
mod local_constants;
mod member_pointers;
mod misplaced;
mod naming;
mod objects;
mod placement;
mod standards;
mod suppression;
mod template_decls;
mod template_ids;
mod templates;
mod typed;
mod unset;
mod values;

fn extended(text: &str) -> String {
    with(
        text,
        HostSettings {
            extended_lambda: true,
            ..HostSettings::default()
        },
    )
}

fn cpp14(text: &str) -> String {
    with(
        text,
        HostSettings {
            standard: 201402,
            ..HostSettings::default()
        },
    )
}

#[test]
fn kernels() {
    let found = findings(
        "__global__ int a() { return 1; }
__global__ auto b() {}
__global__ void c(int, ...) {}
struct S { __global__ void d(); friend __global__ void e() {} };
__global__ void f() noexcept {}
inline __global__ void g();
template<class... A, class T> __global__ void h(T, A...);
__global__ void operator+(S, S);
__global__ void main();
",
    );
    expect![[r#"
        1: 3505 at global
        1: 3695 at {
        2: 3506 at global
        2: 3695 at {
        3: 3503 at global
        3: 3695 at {
        4: 3688 at global
        4: 3643 at friend
        4: 3507 at global: __global__
        4: 3695 at {
        5: 3647 at global
        5: 3695 at {
        6: 3507 at global: __global__
        7: 3573 at A
        8: 3644 at global
        9: 3538 at global
        9: 951 at main
    "#]]
    .assert_eq(&found);
}

#[test]
fn kernels_that_are_fine() {
    let found = findings(
        "typedef void V; __global__ V a(); __global__ auto b() -> void; struct T; __global__ T c();
template<class T, class... A> __global__ void d(T, A...); struct S { friend __global__ void e(S); };
void f(int, ...); struct R { __device__ virtual ~R() = default; __device__ virtual void g(); };
",
    );
    assert_eq!(found, "");
}

#[test]
fn launch_attributes() {
    let found = findings(
        "__global__ void __launch_bounds__(1, 2, -4) a();
void __launch_bounds__(32) b();
__global__ void __maxnreg__(0) c();
__global__ void __cluster_dims__(2, -1, 0x80000000) d();
__global__ void __cluster_dims__(2, 2, 1, 1) e();
__global__ void __cluster_dims__(4, 2) __launch_bounds__(128, 1, 4) f();
__global__ void __maxnreg__(8) __launch_bounds__(1) g();
__global__ void __block_size__((1, 1, 1), (1, 1, 1)) __cluster_dims__(1) h();
__maxnreg__(4) void i();
struct S { __launch_bounds__(64) void j(); };
",
    );
    expect![[r#"
        1: 3705 at launch_bounds
        2: 3534 at b: __launch_bounds__
        3: 3717 at maxnreg
        4: 3685 at cluster_dims
        4: 3686 at cluster_dims
        5: 18 at ,
        6: 3707 at f: __cluster_dims__
        7: 3719 at g: __launch_bounds__ and __maxnreg__
        8: 3791 at cluster_dims
        9: 3715 at i: __maxnreg__
        10: 3535 at launch_bounds: __launch_bounds__
        10: 3534 at j: __launch_bounds__
    "#]]
    .assert_eq(&found);
    let fine = findings(
        "template<int N> __global__ void __launch_bounds__(N, N - 1, N * 2) a();
__global__ void __launch_bounds__(X<1, 2, 3, 4>::n) b();
__device__ void __cluster_dims__() c(); void d(); __global__ void __launch_bounds__(4) d();
",
    );
    // Only the redeclaration that makes a kernel of it later says so.
    assert_eq!(fine, "");
}

#[test]
fn memory_spaces() {
    let found = findings(
        "__shared__ __constant__ int a;
__constant__ __managed__ int b;
__managed__ const int c = 1; __managed__ int &d = b; __managed__ constexpr int e = 1;
struct S { static __device__ int f; __device__ int g; };
__device__ int S::f = 1;
inline __device__ int h = 1;
__shared__ int i = 2;
void j() { __shared__ int k; static __device__ int l; extern __device__ int m; }
__global__ void n() { __shared__ int o = 3; __shared__ int p; static __device__ int q; }
",
    );
    expect![[r#"
        1: 3481 at constant
        2: 3568 at b
        3: 3566 at c
        3: 3567 at d
        3: 3577 at managed: __managed__
        3: 3566 at e
        4: 3485 at device
        4: 1835 at device: __device__
        5: 3485 at device
        6: 3648 at h
        7: 3510 at i
        8: 3483 at k: a static, __shared__
        8: 3483 at l: a static, __device__
        9: 3695 at {
        9: 3510 at o
    "#]]
    .assert_eq(&found);
}

#[test]
fn attributes() {
    let found = findings(
        "struct __device__ A { int x; };
__device__ struct B { int x; };
typedef __device__ int C;
using D = __device__ int;
void e(__shared__ int f);
__shared__ void g();
__host__ int h;
__device__;
__attribute__((device(1))) int i();
__global__ __attribute__((launch_bounds)) void j();
[[nv::x]] int k; [[gnu::y]] int l;
",
    );
    expect![[r#"
        1: 1835 at device: __device__
        2: 1866 at device
        3: 1835 at device: __device__
        4: 1835 at device: __device__
        5: 1835 at shared: __shared__
        6: 1835 at shared: __shared__
        7: 1835 at host: __host__
        8: 1835 at device: __device__
        9: 1094 at (: __device__
        10: 125 at )
        11: 2803 at nv: nv
    "#]]
    .assert_eq(&found);
}

#[test]
fn redeclarations() {
    let found = findings(
        "__global__ void a(); __host__ __device__ void a();
__host__ __global__ void b();
__global__ void c(const __grid_constant__ int x); __global__ void c(const int x);
template<class T> __global__ void d(const __grid_constant__ T x); template __global__ void d<int>(const int);
__device__ void e(const __grid_constant__ int x);
int f() { return 1; } int f() { return 2; } int g; float g;
",
    );
    expect![[r#"
        1: 3481 at host
        1: 3481 at device
        2: 3481 at global
        3: 3698 at c: x, token 7
        4: 489 at __attribute__: function d(T) [with T=int]
        4: 3701 at void: , token 12
        5: 3702 at e
        6: 3369 at f: function f, token 1
        6: 3369 at g: variable g, token 1
    "#]]
    .assert_eq(&found);
    let fine = findings(
        "template<class T> __global__ void a(T); template<int N> __host__ void a(int); void b(int) {} void b(char) {}
namespace n { int c; } int c; extern int d; int d; __device__ void e(); __host__ void e(); struct S { static int f; }; int S::f;
extern \"C\" int g; int g = 1; typedef int F(int); F h; F h;
",
    );
    assert_eq!(fine, "");
}

#[test]
fn calls() {
    let found = findings(
        "__device__ int d(int, unsigned const *); namespace n { __device__ int e(); __device__ constexpr int f(); }
int h() { return d(1, 0) + n::e() + n::f(); }
__host__ __device__ int i() { return n::e(); }
__global__ void k(int); void l() { k(1); h<<<1, 1>>>(); k<<<1, 1, 0, 0>>>(1); }
template<class T> int t(T x) { return n::e() + d(x, x); }
",
    );
    expect![[r#"
        1: 821 at f: function n::f
        2: 3464 at d: d(int, const unsigned int *) | _Z1d1?1?, h
        2: 3464 at n: n::e(), h
        2: 3465 at n: n::f(), h
        3: 3462 at n: n::e(), i
        4: 3508 at k: __global__, must
        4: 3655 at >
        4: 3508 at h: host, cannot
        5: 3464 at n: n::e(), t
    "#]]
    .assert_eq(&found);
    let fine = findings(
        "__device__ int d(int); __device__ int o(int); int o(char);
struct S { int d(int); int m() { return d(1); } };
int h(int (*d)(int)) { return d(1); } int i() { return sizeof(d(1)) + o('c'); } int j(int x = d(1));
__device__ int k() { return d(1); } int l() { if constexpr (sizeof(int) == 1) { return d(1); } return 0; }
#pragma nv_exec_check_disable
int m() { return d(1); }
",
    );
    assert_eq!(fine, "");
}

#[test]
fn overrides() {
    let found = findings(
        "struct B { virtual void a(); __device__ virtual void b(); virtual void c(int); void d(); };
struct D : public B { __device__ void a(); void b(); __device__ void c(char); __device__ void d(); };
",
    );
    expect![[r#"
        2: 3542 at a: function B::a, function D::a
        2: 3545 at b: function B::b, function D::b
        2: 997 at c: function B::c(int),  D::c
    "#]]
    .assert_eq(&found);
}

#[test]
fn lambdas() {
    expect![[r#"
        1: 3612 at (
    "#]]
    .assert_eq(&findings("void a() { auto l = [] __device__ () {}; }"));
    let found = extended(
        "void a(int p) { auto l = [&p] __device__ {}; auto m = [&] __device__ { return p; }; }
auto b() { return [] __device__ {}; }
struct S { S() { auto l = [] __device__ {}; } };
class C { void f() { auto l = [] __device__ {}; } };
void d() { auto l = [x = 1] __host__ __device__ {}; auto m = [] () __device__ {}; auto n = [x = {1}] __device__ {}; }
void e() { auto l = [](auto x) { auto m = [] __device__ {}; }; auto n = [] __host__ __device__ (auto x) {}; }
auto g = [] { auto l = [] __device__ {}; };
template<class... T> void h(T... t) { auto l = [t...] __device__ () constexpr {}; }
void i() { struct L { void f() { auto l = [] __device__ {}; } }; auto m = [] -> int { return 1; }; }
",
    );
    expect![[r#"
        1: 3593 at p: __device__
        1: 3593 at {: __device__
        1: 3593 at p: __device__
        2: 3613 at {: b, __device__
        3: 3600 at {: S, __device__
        4: 3608 at {: f, __device__
        5: 3615 at x
        5: 3621 at {
        5: 3616 at x: __device__
        6: 3618 at {: __device__, operator()
        6: 3614 at [
        7: 3617 at {: __device__
        8: 3594 at t: __device__
        8: 3620 at {: constexpr, __device__
        9: 3592 at {: f, __device__
        9: 3216 at ->
    "#]]
    .assert_eq(&found);
    let fine = extended(
        "__device__ void a(int p) { auto l = [&] __device__ { return p; }; } auto b = [] __device__ {};
class C { public: void f(int p) { auto l = [=] __device__ { return p; }; auto m = [&] __host__ { return p; }; } };
",
    );
    assert_eq!(fine, "");
}

#[test]
fn undefined_names() {
    let found = findings(
        "int a = zork; int b = zork;
void f() { foo; foo; { bar(); } bar(); }
template<class T> void g(T t) { dependent(t); certain(1); }
Unknown h;
struct S { int m() { return member; } int member; };
",
    );
    expect![[r#"
        1: 20 at zork: zork
        2: 20 at foo: foo
        2: 20 at bar: bar
        2: 20 at bar: bar
        3: 20 at certain: certain
        4: 20 at Unknown: Unknown
    "#]]
    .assert_eq(&found);
    let fine = findings(
        "struct X { int y; } x; void f() { goto out; out: ; __builtin_trap(); asm(\"\" :: \"r\"(1)); x.y = 1; }
[[nodiscard(reason)]] int g() __attribute__((format(printf, 1, 2))); enum E { e1 }; int h = e1; using T = decltype(h);
",
    );
    assert_eq!(fine, "");
}

#[test]
fn expressions() {
    let found = findings(
        "unsigned a = -1; char b = 1000; unsigned c = 1; bool d = -1; float e = -1;
bool f(unsigned u, int i) { i == 3; u = -2; return u < 0 || u >= 0 || i < 0; }
# 1 \"/x/h.h\" 1 3
extern int threadIdx;
# 3 \"a.cu\" 2
void g() { auto p = &threadIdx; } __managed__ int m; decltype(m) n; decltype((m)) o = m;
__device__ int dv; int h() { dv = 1; int r = dv + 1; return r; }
",
    );
    expect![[r#"
        1: 68 at -
        1: 69 at 1000
        2: 174 at i
        2: 68 at -
        2: 186 at <
        2: 186 at >
    "#]]
    .assert_eq(&found);
}

#[test]
fn standards() {
    expect![[r#"
        1: 20 at P: P
        1: 2912 at constexpr
        1: 2919 at ;
        1: 3356 at [
        2: 3033 at inline
        3: 2918 at +
    "#]]
    .assert_eq(&cpp14(
        "int a(P p) { if constexpr (true) return 1; if (int i = 1; i) return 2; auto [x, y] = p; return x; }
inline int b = 1;
template<class... T> int c(T... t) { return (t + ...); }
struct P { int x, y; };
",
    ));
    let no_exceptions = with(
        "void a() { try { throw 1; } catch (...) {} }",
        HostSettings {
            exceptions: false,
            ..HostSettings::default()
        },
    );
    expect![[r#"
        1: 540 at try
        1: 540 at throw
    "#]]
    .assert_eq(&no_exceptions);
}

#[test]
fn missing_returns() {
    let found = findings(
        "void stop(); int a(int q) { q = 1; } int b(int q) { if (q) return 1; } int c() { for (;;) {} } int d() { stop(); }
int main() {} template<class T> int e() {} __device__ int f() {}
",
    );
    expect![[r#"
        1: 940 at }: function a
        1: 940 at }: function b
        1: 940 at }: function d
    "#]]
    .assert_eq(&found);
}

#[test]
fn headers_are_left_alone() {
    let text = expand(
        "# 1 \"a.cu\"\n# 1 \"/usr/include/h.h\" 1 3\n__global__ int a();\n# 2 \"a.cu\" 2\n__global__ int b();\n",
    );
    assert_eq!(findings(&text), "5: 3505 at global\n");
}

/// Runs an edit and says which queries of this crate it runs again.
fn executed_after(edit: impl Fn(&str) -> String) -> Vec<String> {
    let text = expand(
        "__device__ int d(int);\nint f() { int x = 1; return x; }\nint g() { return d(1); }\n__global__ void k() {}\nstatic int s(int);\n__device__ int v;\nstruct S { __device__ void m(); };\nvoid h(S &o) { o.m(); k<<<1, 1>>>(); v = 1; }\n",
    );
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.clone().into());
    let options = HostOptions::new(&l.db, HostSettings::default());
    all(&l.db, file, options);
    let _ = l.executed();
    file.set_text(&mut l.db).to(edit(&text).into());
    all(&l.db, file, options);
    l.executed()
}

/// How often each query of this crate ran.
fn of_rules(executed: &[String]) -> Vec<&str> {
    const RULES: [&str; 21] = [
        "before",
        "earlier",
        "entries",
        "entries_of",
        "function_order",
        "hidden",
        "hidden_types_of_item",
        "instantiated_by",
        "instantiates",
        "is_shared",
        "item_findings",
        "name_uses",
        "names_out_of_reach",
        "precedes",
        "said_by",
        "shared_names",
        "undefined",
        "undefined_in",
        "used_but_undefined",
        "user_index",
        "written_findings",
    ];
    let mut out: Vec<&str> = executed
        .iter()
        .map(String::as_str)
        .filter(|q| RULES.contains(&q.split(' ').next().unwrap_or_default()))
        .collect();
    out.sort_unstable();
    out
}

#[test]
fn an_edit_in_a_body_runs_the_rules_of_one_item() {
    // What an item declares is read again, and found to be as it was.
    expect![[r#"
        before
        entries
        item_findings
        name_uses
        said_by
        shared_names
        undefined
        used_but_undefined
        written_findings"#]]
    .assert_eq(&of_rules(&executed_after(|t| t.replace("int x = 1", "int x = 2 + 3"))).join("\n"));
}

/// Who uses an inline function that nothing defines is gathered anew; what is said of it is not.
#[test]
fn uses_of_the_undefined_are_gathered_by_item() {
    let text = "inline int never(int);\nint f() { return never(1); }\nint g() { return 2; }\n";
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.into());
    let options = HostOptions::new(&l.db, HostSettings::default());
    let said = all(&l.db, file, options);
    assert!(said.contains("821"), "{said}");
    let mut runs_after = |text: String| {
        let _ = l.executed();
        file.set_text(&mut l.db).to(text.into());
        let said = all(&l.db, file, options);
        let mut ran = l.executed();
        ran.retain(|q| {
            ["item_findings", "used", "used_by"].contains(&q.split(' ').next().unwrap_or(q))
        });
        (said.contains("821"), ran.join(", "))
    };
    let (said, ran) = runs_after(text.replace("return 2", "return 2 + 3"));
    assert!(said);
    expect!["item_findings, used_by"].assert_eq(&ran);
    let (said, ran) = runs_after(text.replace("never(1)", "1"));
    assert!(!said);
    expect!["item_findings x3, used, used_by x2"].assert_eq(&ran);
}

/// What the semantic core says of a body is asked again for that body alone.
#[test]
fn an_edit_in_a_body_types_one_body() {
    const TYPED: [&str; 3] = ["typed_body", "problems", "item_findings"];
    let executed = executed_after(|t| t.replace("int x = 1", "int x = 2 + 3"));
    let mut ran: Vec<_> = (executed.iter())
        .filter(|q| TYPED.contains(&q.split(' ').next().unwrap_or_default()))
        .collect();
    ran.sort_unstable();
    expect![[r#"["item_findings", "problems", "typed_body"]"#]].assert_eq(&format!("{ran:?}"));
}

/// Of what is included like one's own code, only what seems to call the unreachable is typed, and again only after an edit to it.
#[test]
fn included_code_is_typed_where_it_may_matter() {
    let text = expand(
        "# 1 \"a.cu\"\n# 1 \"../lib/lib.h\" 1\n__device__ int d(int);\nint f() { return 1; }\nint g() { return d(1); }\n# 2 \"a.cu\" 2\nint x;\n",
    );
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.clone().into());
    let options = HostOptions::new(&l.db, HostSettings::default());
    let mut typed_after = |text: &str| {
        file.set_text(&mut l.db).to(text.to_owned().into());
        all(&l.db, file, options);
        let executed = l.executed();
        let typed = |q: &&String| q.starts_with("typed_body");
        executed.iter().find(typed).cloned().unwrap_or_default()
    };
    // That of `g`, and that there is none of `d`.
    assert_eq!(typed_after(&text), "typed_body x2");
    assert_eq!(typed_after(&text.replace("return 1", "return 2")), "");
    assert_eq!(typed_after(&text.replace("d(1)", "d(2)")), "typed_body");
}

/// A name that a body begins to use may be one that another item's rules ask about; what they find stays.
#[test]
fn a_new_use_stops_at_the_names() {
    expect![[r#"
        before
        entries
        item_findings
        name_uses
        precedes
        said_by
        shared_names
        undefined
        used_but_undefined x2
        written_findings"#]]
    .assert_eq(&of_rules(&executed_after(|t| t.replace("int x = 1", "int x = f()"))).join("\n"));
}

/// A declarator makes another item, which others may have to be compared with.
#[test]
fn a_new_declaration_runs_the_index() {
    expect![[r#"
        before x7
        earlier
        entries
        entries_of x9
        function_order
        item_findings
        name_uses
        precedes
        said_by
        shared_names
        undefined
        undefined_in
        used_but_undefined
        user_index
        written_findings"#]]
    .assert_eq(&of_rules(&executed_after(|t| t.replace("int g()", "int g(int)"))).join("\n"));
}

#[test]
fn layout_runs_no_rule() {
    let executed = executed_after(|t| format!("\n\n{}", t.replace("int x = 1;", "int  x =\n 1;")));
    assert!(
        !executed.iter().any(|q| q.starts_with("item_findings")),
        "{executed:?}"
    );
}
