//! Captures of extended lambdas.

use expect_test::expect;

use super::extended;
use crate::testing::with;
use cleave_base_db::HostSettings;

#[test]
fn arrays() {
    expect![[r#"
        2: 3597 at a: __device__, int [1][1][1][1][1][1][1][1]
        2: 549 at a: variable a
        2: 3598 at n: __device__, N
        2: 3599 at c: __host__ __device__, C
        2: 3596 at x: __device__
    "#]].assert_eq(&extended(
        r#"struct N { N(int); }; struct C { const int c = 1; }; void f() { int a[1][1][1][1][1][1][1][1]; N n[2] = {1, 2}; C c[2]; int b[3]; static int s[2];
auto l = [a] __device__ {}; auto m = [=] __device__ { (void)n; }; auto o = [c] __host__ __device__ {}; auto p = [x = b] __device__ {}; auto q = [x = s] __device__ {}; auto r = [b] __device__ {}; }
"#,
    ));
}

#[test]
fn this_and_discarded_branches() {
    expect![[r#"
        1: 3635 at x
        2: 3691 at a: __device__
    "#]].assert_eq(&extended(
        r#"struct S { int x; void f(int a) { auto l = [=] __device__ { return x; }; auto m = [this] __device__ { return x; }; auto n = [=] { return x; };
auto o = [=] __device__ { if constexpr (true) { return a; } else { return 1; } }; auto p = [=] __device__ { int b = a; if constexpr (true) return a; }; } };
"#,
    ));
}

#[test]
fn parents() {
    expect![[r#"
        1: 3591 at __attribute__
        1: 3590 at __attribute__
        1: 299 at g: overloaded function g
        1: 3589 at )
        1: 3216 at )
        1: 1758 at )
        1: 65 at )
    "#]].assert_eq(&extended(
        r#"void f(); void g(); void g(int); void a() { auto l = [] __nv_parent(3) __device__ {}; auto m = [] __nv_parent(f) __nv_parent(f) __device__ {}; auto n = [] __nv_parent(g) __device__ {}; auto o = [] __nv_parent(f) __device__ {}; }
"#,
    ));
}

#[test]
fn calls_of_device_lambdas() {
    expect![[r#"
        1: 3464 at (: main::[lambda() (instance 1)]::operator ()() const, main
        1: 3464 at (: main::[lambda() (instance 1)]::operator ()() const, main
        1: 3623 at (: operator(), outside the bodies of device functions
        1: 3464 at (: main::[lambda() (instance 2)]::operator ()() const, main
        1: 3464 at (: main::[lambda() (instance 2)]::operator ()() const, main
        2: 3611 at [: C::P
        2: 3611 at [: C::P
    "#]].assert_eq(&extended(
        r#"int main() { auto f = [] __device__ { return 1; }; auto g = [] __device__ () -> int { return 1; }; auto h = [] { return 1; }; return f() + g() + h(); }
class C { struct P { int v; }; public: void go(); }; void C::go() { auto o = [] __host__ __device__ () -> P { return P{1}; }; auto q = [] __host__ __device__ { return P(); }; }
"#,
    ));
}

/// What stands here has been seen on the reference.
#[test]
fn where_they_may_not_stand() {
    let text = "template<int N> struct S {}; S<[]{return 1;}()> s;
template<class T> void f(T); void g() { f<decltype([]{})>(1); sizeof([]{}); }
constexpr int c = []{return 1;}(); enum { e = []{return 1;}() }; int a[([]{return 1;}())];
void k() noexcept([]{return true;}()); template<int N = []{return 1;}()> struct D {};
void t(int x) { switch (x) { case 1: []{ }(); } auto l = []{ auto m = []{}; m(); }; l(); }
";
    let mut out = String::new();
    for standard in [201402, 201703, 202002] {
        let settings = HostSettings {
            standard,
            ..HostSettings::default()
        };
        out += &format!("{standard}\n{}", with(text, settings));
    }
    expect![[r#"
        201402
        1: 2896 at [
        2: 1777 at [
        2: 1777 at [
        3: 1763 at [
        3: 1763 at [
        3: 1763 at [
        4: 1763 at [
        4: 1763 at [
        201703
        1: 2896 at [
        2: 1777 at [
        2: 1777 at [
        4: 2896 at [
        202002
        2: 304 at f: function template f
        2: 174 at sizeof
    "#]]
    .assert_eq(&out);
}
