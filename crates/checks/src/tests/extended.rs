//! Types and arrays that extended lambdas may not have.

use cleave_base_db::HostSettings;
use expect_test::expect;

use crate::testing::with;

fn found(text: &str) -> String {
    let settings = HostSettings {
        extended_lambda: true,
        ..HostSettings::default()
    };
    with(text, settings)
}

#[test]
fn captured_types() {
    expect![[r#"
        1: 3604 at p: O::P
        1: 3604 at t: O::TP<int>
        1: 3604 at q: O::P
        1: 3604 at m: O::P
        2: 3604 at q: O::P
        2: 3604 at w: O::P
        2: 3604 at x: O::P
        3: 3603 at l: L
        3: 3603 at u: enum <unnamed>
        3: 3603 at in: lambda []()->void
        3: 3610 at [: L
        3: 3610 at [: L
        3: 3610 at [: L
        5: 3596 at x: __device__
        5: 3596 at y: __device__
    "#]].assert_eq(&found(
        r#"template <class T> struct W { T *t; }; class O { struct P {}; template <class T> struct TP { T t; }; public: struct R {}; using Q = P; static P make(); static void go(P p, TP<int> t, P *q, P (*f)(), int P::*m, R r) { auto a = [=] __device__ { (void)p; (void)t; (void)q; (void)f; (void)m; (void)r; }; } };
void f(O::Q q, W<O::Q> w, O::R r) { auto a = [q, w, r] __device__ {}; auto b = [x = O::make()] __device__ {}; auto c = [q] {}; }
void g() { struct L {} l; enum { z } u = z; auto in = [] {}; auto a = [l, u, in] __device__ {}; auto b = [] __host__ __device__ (L l, L *p) -> W<L> { return {}; }; auto c = [] __device__ (L l) {}; }
template <class F> struct V { F f; }; template <class F> V<F> make(F f) { return {f}; } void k() { auto d = [] __device__ {}; auto h = [] __host__ __device__ {}; auto v = make(d); auto a = [d, v, h, p = &d] __device__ (V<decltype(h)>) {}; auto b = [h, v] __host__ __device__ (decltype(d)) {}; }
void h(int n) { int arr[3], (&r)[3] = arr; struct T { int k[2]; }; static T t; auto a = [x = arr, y = r, z = arr + 1, w = "lit", v = t.k] __device__ {}; }
"#,
    ));
}

#[test]
fn packs_and_parents_outside_of_classes() {
    expect![[r#"
        1: 3594 at t: __device__
        1: 3593 at t: __device__
        1: 3594 at t: __device__
        2: 3608 at {: w, __device__
        2: 3609 at {: __device__, I
        3: 3613 at {: operator auto, __device__
        3: 3635 at m
        3: 3691 at m: __device__
        3: 3702 at (
    "#]].assert_eq(&found(
        r#"template <class... T> void f(T... t) { auto a = [=] __device__ { return (t + ...) + sizeof...(t); }; auto b = [&t...] __device__ {}; auto c = [=] __device__ { return sizeof...(t); }; auto d = [=] __device__ (T... t) { (t + ...); }; auto e = [=] __device__ { int t = 1; return t; }; }
class K { void w(); class I { public: void m(); }; }; void K::w() { auto a = [] __device__ {}; } void K::I::m() { auto a = [] __device__ {}; }
struct S { operator auto() { auto a = [] __device__ {}; return 1; } int m; void c() { auto a = [=] __device__ { if constexpr (true) { return m; } }; } }; auto g = [](const __grid_constant__ int x) {};
"#,
    ));
}

#[test]
fn members_are_captured_whatever_headers_call_the_same() {
    expect![[r#"
        9: 3635 at data
    "#]]
    .assert_eq(&found(
        r#"# 1 "a.cu"
# 1 "/lib/library.h" 1 3
namespace library { template <class T> int data(T); }
# 2 "a.cu" 2
struct Owner {
    int* data;
    void start()
    {
        auto store = [=] __device__() { data[0] = 2; };
    }
};
"#,
    ));
}
