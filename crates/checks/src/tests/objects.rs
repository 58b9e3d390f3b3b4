//! Objects: what must be initialized, who may name members, what can be assigned to.

use cleave_base_db::HostSettings;
use expect_test::expect;

use crate::testing::{findings, with};

#[test]
fn initializers_that_are_missing() {
    expect![[r#"
        1: 257 at ;: variable a
        1: 252 at ;: variable b
        1: 2385 at ;
        1: 257 at ;: variable d
        1: 257 at ;: variable e
        2: 811 at ;: variable h, C
        3: 257 at ;: variable j
        4: 257 at ;: variable l
        4: 252 at ,: variable m
        4: 257 at ;: variable o
    "#]]
    .assert_eq(&findings(
        "const int a; int &b; constexpr int c; const int d[2]; int *const e;
extern const int f; const int *g; struct C { int x; }; const C h; extern \"C\" const int i;
typedef const int K; K j;
void body() { const int l; int &m, n; static const int o; const int *p; for (const int q : {1}) ; }
template <class T> void t() { const int r; T &s; }
",
    ));
}

#[test]
fn constructors_that_leave_something_out() {
    expect![[r#"
        1: 366 at {:  R::R()
        1: 366 at {:  R::R(int)
        3: 366 at {:  O::O()
    "#]].assert_eq(&findings(
        "struct R { int &r; const int z; R() {} R(int) : z(1) {} R(int &q, int) : r(q), z{2} {} R(char) : R() {} };
struct Q { const int z = 2; const int *p; Q() {} };
struct O { const int z; O(); }; O::O() {}
template <class T> struct T1 { int &r; T1() {} };
union U { const int a; U() {} };
",
    ));
}

#[test]
fn members_that_are_not_accessible() {
    expect![[r#"
        3: 265 at h: function P::h of token 11
        3: 265 at x: member P::x of token 4
        3: 265 at x: member P::x of token 4
        3: 265 at s: member P::s of token 8
        6: 265 at x: member F::x of token 4
        9: 265 at x: member P::x of token 4
    "#]].assert_eq(&findings(
        "class P { int x; static int s; void h(); public: int y; void m(P p) { p.x = 1; [p] { return p.x; }; } };
class F { int x; friend int ok(F); friend bool operator==(F, F); friend struct G; };
int bad(P p, P *q) { p.h(); return p.x + q->x + P::s + p.y; }
int ok(F f) { return f.x; }
struct G { int m(F f) { return f.x; } };
int no(F f) { return f.x; }
template <class T> int later(P p) { return p.x; }
bool operator==(F a, F b) { return a.x == b.x; }
struct H : P { int m(P p) { return p.x; } };
",
    ));
}

#[test]
fn what_is_const() {
    expect![[r#"
        2: 137 at *
        2: 137 at p
        2: 137 at q
        2: 137 at c
        2: 137 at 1
    "#]].assert_eq(&findings(
        "const int c = 1;
void f(const char *p, char *const q, int *r) { *p = 1; p[0] = 1; *q = 1; q = 0; *r = 1; r[1] = 2; c = 2; 1 = 2; p = q; }
",
    ));
}

#[test]
fn names_that_are_something_else() {
    expect![[r#"
        1: 469 at S: enum, class S of token 1
        2: 3369 at U: union U, token 1
        3: 256 at E:  E of token 1
        4: 3369 at Y: enum Y, token 1
        5: 256 at D:  D of token 2
        7: 506 at U: token 6
    "#]]
    .assert_eq(&findings(
        "struct S {}; enum S { q };
union U {}; struct U {};
enum E {}; class E {};
enum Y {}; enum Y {};
typedef int D; struct D {};
typedef struct N N; struct N {};
template <class T> int v; template <class T, class U> int v;
",
    ));
}

#[test]
fn lambdas_in_constexpr_functions() {
    let settings = HostSettings {
        extended_lambda: true,
        ..HostSettings::default()
    };
    expect![[r#"
        1: 2660 at f: lambda []()->int
        2: 2660 at f: const lambda [](int, float *)->float
    "#]].assert_eq(&with(
        "constexpr int a(int x) { auto f = [x] __device__ { return x; }; return x; }
constexpr int b(int x) { const auto f = [] __device__ (int, float *) -> float { return 1; }; return x; }
int c(int x) { auto f = [x] __device__ { return x; }; return x; }
constexpr int d(int x) { auto f = [x] { return x; }; return x; }
",
        settings,
    ));
}

#[test]
fn keywords_are_attributes() {
    expect![[r#"
        1: 1835 at __noinline__: noinline
        1: 1835 at __nv_register_params__: nv_register_params
        2: 1835 at __noinline__: noinline
        2: 1835 at __noinline__: noinline
        2: 1835 at __noinline__: noinline
    "#]]
    .assert_eq(&findings(
        "struct __noinline__ S {}; int q __nv_register_params__; int f() __noinline__;
enum E { a __noinline__ }; int g(int a __noinline__); void b() { int l __noinline__; }
",
    ));
}
