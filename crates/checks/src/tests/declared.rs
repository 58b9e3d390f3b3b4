//! What types decide of declarations: what overrides what, objects, initialisers, calls.

use expect_test::expect;

use crate::testing::findings;

#[test]
fn overriding() {
    expect![[r#"
        2: 1455 at f
        2: 997 at f: function B::f(int),  A::f
        2: 1850 at g: function B::g of token 12
        2: 1455 at h
        2: 317 at r: int, function B::r
        2: 2614 at n
        3: 611 at D: B::o, class D
        3: 1904 at F
    "#]].assert_eq(&findings(
        r#"struct B { virtual void f(int); virtual void g() final; void h(); virtual int r(); virtual B *cov(); virtual ~B(); virtual void o(int); virtual void o(char); };
struct A : B { void f(double) override; void g(); void h() override; float r(); A *cov(); }; struct C : B { void f(int) override; ~C() override; void n() final; };
struct D : B { void o(int); }; struct E : B { using B::o; void o(int); }; struct F final {}; struct G : F {}; template <class T> struct H : T { void x() override; };
"#,
    ));
}

#[test]
fn spaces_of_operators() {
    expect![[r#"
        2: 3545 at operator: function A::operator(), function n::B::operator()
        2: 3542 at operator: function A::operator int, function n::B::operator int
        2: 3542 at ~: function A::~A, function n::B::~B
        2: 3546 at f: function A::f, function n::B::In::f
        3: 3544 at operator: function n::B::operator int, function C::operator int
        3: 3543 at operator: function A::operator int, function C::operator int
    "#]].assert_eq(&findings(
        r#"struct A { __device__ virtual int operator()(int) const; virtual operator int(); virtual ~A(); __host__ __device__ virtual void f(); };
namespace n { struct B : A { int operator()(int) const; __device__ operator int(); __device__ ~B(); struct In : A { void f(); }; }; }
struct C : n::B { __host__ __device__ operator int(); };
"#,
    ));
}

#[test]
fn objects() {
    expect![[r#"
        1: 70 at b: I
        1: 70 at c: J<int>
        1: 70 at d: int []
        1: 70 at g: void
        1: 70 at m: I
        2: 70 at i: I
        2: 70 at j: int []
        2: 369 at l: variable l
        2: 94 at -
    "#]].assert_eq(&findings(
        r#"struct I; template <class T> struct J; extern I a; I b; J<int> c; int d[]; extern int e[]; int f[] = {1}; void g; struct K { I m; static I n; int flexible[]; };
void h() { I i; int j[]; extern I k; struct L { const int c; } l; } int m[-1]; int o[0];
"#,
    ));
}

#[test]
fn narrowing() {
    expect![[r#"
        1: 2361 at n: int, char
        1: 2361 at 2.5: double, int
        1: 2361 at n: int, char
        1: 69 at 300
        1: 2361 at n: int, char
        1: 2361 at d: double, int
        1: 2361 at d: double, int
        1: 2361 at d: double, int
    "#]].assert_eq(&findings(
        r#"struct A { char c; }; void take(A); int f(int n, double d) { char a{n}; int b{2.5}; A c{n}; char e{300}; take({n}); int *p = new int{d}; b = {d}; return {d}; }
"#,
    ));
}

#[test]
fn calls() {
    expect![[r#"
        2: 1767 at f: function F::operator()
        2: 1767 at f: function F::operator()
        2: 1767 at [: function lambda [](int)->void
        2: 1776 at t: function t(T) [with T=double] of token 6
        2: 1768 at n
        2: 2464 at "text"
        2: 300 at m
        2: 300 at m
        2: 137 at &
        2: 137 at (
        2: 1735 at n
        3: 20 at in: in
        3: 1587 at auto
        3: 1587 at auto
        3: 1593 at c
        3: 2663 at {
    "#]].assert_eq(&findings(
        r#"struct F { int operator()(int) const; int m(); }; template <class T> void t(T) = delete; template <> void t(int); void r(int &&), s(char *);
void g(F f, int n, bool b) { f(); f("s"); [](int) {}(); t(1); t(2.0); r(n); r(1); s("text"); f.m; f.m = 1; &n = nullptr; (b ? 1 : 2) = 3; int a = n; [] { return n; }; }
void h(F f) { if (f(1)) { int in = 1; } in = 2; auto a = {1, 2.0}; auto *b = 1; auto c; auto d{1, 2}; }
"#,
    ));
}
