//! Initialisation and deduction: lists, constructors' initialisers, structured bindings, placeholders, casts.

use expect_test::expect;

use crate::testing::findings;

#[test]
fn constructors_initialise_their_own_members_and_bases_once() {
    expect![[r#"
        3: 292 at y: y, A
        3: 359 at x: member A::x
        3: 357 at B: B
        3: 292 at s: s, A
        3: 292 at n: n, A
        3: 827 at v
        4: 289 at (: constructor B::B
        4: 146 at 2
        4: 1856 at 1: member A::a
        5: 292 at V: V, A
        7: 2446 at D
    "#]]
    .assert_eq(&findings(
        "struct B { B(int); }; struct N { int n; }; struct V {}; struct W : virtual V {};
struct A : B, N { int x; static int s; union { int u; float v; }; int a[2]; struct { int q; };
  A() : B(1), x(1), y(2), x(3), B(4), s(5), n(6), u(7), v(8), q(9) {}
  A(int) : B(), N(), x(1, 2), a(1) {}
  A(char) : V(), A::B(1), N{} {} };
struct X : W { X() : V() {} }; struct I : W { I() : W() {} }; struct J : I { J() : W() {} };
struct D { D() : D(1) {} D(int) : D('c') {} D(char) : D() {} D(long) : D(1) {} };
template <class T> struct P : T { P() : T(), x(1), z(2) {} int x; };
",
    ));
}

#[test]
fn members_are_initialised_in_the_order_of_their_declarations() {
    expect![[r#"
        4: 1719 at a: member n::A::a, member n::A::c
        6: 1719 at b: member n::A::b, member n::A::c
        11: 1719 at p: member n::A::In::p, member n::A::In::q
        14: 1719 at b: member n::A::b, member n::A::c
    "#]]
    .assert_eq(&findings(
        "namespace n {
struct A {
    int a, b, c;
    A(int) : c(1), a(2), b(3) {}
    A(char) : a(1), b(2), c(3) {}
    A(float) : c{1}, b{2}, a{3} {}
    A(double);
    struct In {
        int p;
        int q;
        In() : q(1), p(2) {}
    };
};
A::A(double) : a(1), c(2), b(3) {}
}
",
    ));
}

#[test]
fn structured_bindings_have_as_many_names_as_parts() {
    expect![[r#"
        4: 2830 at [
        4: 2829 at r2
        4: 2830 at [
        4: 2828 at [: int
        5: 2828 at [: B
        5: 2828 at p7: E
        5: 2845 at p8: member H::x
        5: 2828 at [: U
        5: 2828 at [: N
        5: 101 at i: i
        5: 101 at k: k
    "#]].assert_eq(&findings(
        "struct A { int x, y; }; struct B : A { int z; }; struct E {}; class H { int x; public: void m() { auto [a] = *this; } };
union U { int a; }; struct N { int x; union { int y; }; };
void f(A a, B b, E e, H h, U u, N n, int (&r)[2], int i) {
  auto [p] = a; auto [p2, q2, r2] = a; auto [p3, q3] = a; auto &[p4] = r; auto [p5] = i;
  auto [p6, q6] = b; auto [p7] = e; auto [p8] = h; auto [p9] = u; auto [pa, qa] = n; auto [i, j] = a; auto [k, k] = a;
}
",
    ));
}

#[test]
fn placeholders_stand_for_one_type() {
    expect![[r#"
        3: 1594 at b: double, int
        3: 1594 at g: unsigned int, int
        3: 1589 at auto
        3: 1587 at auto
        4: 1586 at j
        4: 1586 at k
        4: 2366 at {
        4: 2547 at undefined: function undefined of token 1
        6: 2678 at {
    "#]].assert_eq(&findings(
        "void v(); auto undefined();
void f() {
  auto a = 1, b = 2.0; auto c = 1, *d = &c; const auto e = 1, &g = 2u; auto h[2] = {1, 2}; auto i = v();
  auto j = j; auto k = sizeof(k); auto l = [] { return {1}; }; undefined(); auto m = 1, n = 2;
}
auto list() { return {1, 2}; }
",
    ));
}

#[test]
fn lists_and_strings_fit_what_they_initialise() {
    expect![[r#"
        2: 144 at "ab": const char [3], char [2]
        2: 991 at {
        2: 2904 at x
        2: 2906 at x
        2: 136 at z: class A, z
        3: 146 at 2
        3: 175 at [
        3: 1045 at x
        3: 1045 at [
        3: 2357 at x: C
        3: 2344 at {: int
        4: 144 at 1: int, E
        4: 144 at 1: int, F
        4: 2361 at 1.5: double, E
        5: 811 at ;: variable u, A
    "#]].assert_eq(&findings(
        "struct A { int x, y; }; struct C { C(int); int x; }; enum class E { e }; enum F { g }; enum G : char { h };
char a[2] = \"ab\", b[3] = \"ab\"; A c = {{1}, 2}; A d = {.y = 1, .x = 2}; A e = {.x = 1, .x = 2}; A i = {.z = 1};
int j[2] = {[1] = 1, 2}; int k[2] = {[2] = 1}; int l[2] = {.x = 1}; A m = {[0] = 1}; C n = {.x = 1}; int o{{1}};
E p{1}; E q = {1}; F r{1}; G s{1}; E t{1.5};
const A u; const C *w; struct Y { int x = 1; } const z;
",
    ));
}

#[test]
fn what_is_private_or_deleted_is_not_destroyed_or_converted_to() {
    expect![[r#"
        4: 1776 at a: function R::~R() noexcept of token 3
        4: 330 at x: function S::~S() noexcept of token 3
        4: 1776 at r: function R::~R() noexcept of token 3
        4: 330 at s: function S::~S() noexcept of token 3
        4: 330 at p: function P::~P() noexcept of token 3
        4: 269 at b: A
        4: 269 at c: A
        4: 269 at d: A
        5: 269 at A: A
        5: 174 at static_cast
        5: 1280 at static_cast: A
        5: 174 at static_cast
        7: 330 at t: function S::~S() noexcept of token 3
        7: 1776 at u: function R::~R() noexcept of token 3
    "#]].assert_eq(&findings(
        "class P { ~P(); friend struct Q; }; struct R { ~R() = delete; }; class S { ~S(); static S own; void m() { S s; } };
struct A {}; struct B : private A { A *m() { return this; } }; struct C : B {}; struct D : protected A { friend void g(D &); };
void f(P *p, R *r, S *s, B *b, B &c, C *d, D *e) {
  R a; static S x; delete r; delete s; delete p; A *h = b; A &i = c; A *j = d; A *k = e; A *l = (A *)b;
  static_cast<A *>(b); static_cast<B *>(h);
}
S t; R u[2]; extern R v;
",
    ));
}

#[test]
fn overloaded_functions_need_somebody_to_choose() {
    expect![[r#"
        2: 386 at g: overloaded function g
        2: 386 at t: function template t
        2: 504 at A
        2: 416 at 1.5: double, W
        2: 144 at p: void (*)(char), void *
        3: 299 at g: overloaded function g
        3: 299 at g: overloaded function g
        3: 299 at g: overloaded function g
        3: 2710 at ==
        3: 171 at static_cast
        3: 174 at static_cast
        3: 2380 at (
        3: 174 at (
        3: 767 at (
        3: 174 at (
        3: 767 at reinterpret_cast
        3: 174 at reinterpret_cast
    "#]].assert_eq(&findings(
        "void g(int); void g(double); template <class T> void t(T); struct A { void m(); void o(); void o(int); }; void (A::*fine)(int) = &A::o; struct W { W(int); W(char); };
void (*p)(char) = g; int *q = t; void (A::*r)() = A::m; W w = 1.5; void *v = p; 
void f(bool b) { g; !g; if (g) ; b = v == p; static_cast<void *>(p); (void *)&A::m; (int)v; reinterpret_cast<char>(v); }
",
    ));
}

#[test]
fn arrays_and_objects_that_new_makes() {
    expect![[r#"
        2: 2373 at 1.5: double, unsigned long
        2: 2373 at E: E, unsigned long
        2: 2373 at nullptr: std::nullptr_t, unsigned long
        2: 70 at T: int []
        2: 71 at (
        4: 2140 at 1.5
        4: 2140 at x
        4: 2140 at E
        4: 70 at void: void
        4: 356 at int
        4: 70 at int: int []
        4: 70 at int: int []
        4: 1593 at auto
        4: 391 at 1
        5: 435 at g
        5: 1765 at r
        5: 18 at ,
        5: 174 at int
    "#]].assert_eq(&findings(
        "enum class E { e }; typedef int T[]; struct F { int b : 2; };
int a[1.5]; int b[E::e]; int c[nullptr]; int d[sizeof(T)]; int h[sizeof(F().b)];
void f(double x, void (*g)(), int (*r)[2]) {
  int e[1.5]; int k[x]; int m[E::e]; new void; new int &; new int[]; new int[]{1}; new auto; new int[2](1);
  delete g; delete r; int(1, 2);
}
",
    ));
}
