//! Declarations that may not be.

use expect_test::expect;

use crate::testing::findings;

#[test]
fn operators() {
    let found = findings(
        "struct A {}; int operator+(int, int); A operator+(A, A, A); A operator=(A, A); bool operator<(A); A operator-(A, ...); A operator++(A, float);
struct B { B operator+(B, B); static B operator-(B); B &operator[](int); B operator()(int, int = 1); bool operator==(const B &) const = default; void *operator new(unsigned long); };
A operator-(A); A operator not(A); A operator bitand(A); A operator*(A, int); A operator++(A &, int); bool operator,(A, A = A()); enum E { e }; E operator|(E, E); template <class T> T operator%(T, T);
",
    );
    expect![[r#"
        1: 898 at operator
        1: 344 at operator
        1: 341 at operator: operator=
        1: 345 at operator
        1: 559 at operator
        1: 500 at operator: operator++
        2: 344 at operator
        2: 342 at operator
        2: 1774 at operator
        3: 347 at =
    "#]]
    .assert_eq(&found);
}

#[test]
fn constructors_and_destructors() {
    let found = findings(
        "struct A { A(A); A(const A &); virtual A(int); static A(char); A() const; ~A(int); int ~A(); explicit ~A(); virtual ~A(); };
template <class T> struct B { B(B); template <class U> B(U); B(B &, int); }; namespace n { struct C { struct D { D(D, int = 1); }; }; }
",
    );
    expect![[r#"
        1: 408 at A: A, A
        1: 377 at virtual
        1: 378 at static
        1: 1668 at const
        1: 407 at int
        1: 964 at int
        1: 771 at explicit
        1: 403 at ~: function A::~A() of token 39
        1: 403 at ~: function A::~A() of token 39
        2: 408 at B: B<T>, B<T>
        2: 408 at D: n::C::D, n::C::D
    "#]]
    .assert_eq(&found);
}

#[test]
fn storage_classes_and_other_specifiers() {
    let found = findings(
        "static extern int a; register int b; mutable int c; virtual void d(); explicit void e(); friend void f(); static thread_local int g; extern \"C\" int h;
struct A { extern int a; mutable int b; mutable void c(); virtual int d; virtual static void e(); friend static void f(); inline int g; constexpr int h; static constexpr int i = 1; static inline int j; explicit A(int); explicit operator int(); static operator char(); explicit int k; };
void p(static int a, register int b, typedef int c, inline int d);
",
    );
    expect![[r#"
        1: 81 at extern
        1: 149 at register
        1: 719 at mutable
        1: 239 at virtual
        1: 771 at explicit
        1: 239 at friend
        2: 328 at extern
        2: 719 at mutable
        2: 377 at virtual
        2: 314 at virtual
        2: 784 at static
        2: 2860 at inline
        2: 2386 at constexpr
        2: 436 at operator
        2: 771 at explicit
        3: 85 at static
        3: 935 at typedef
        3: 238 at inline
    "#]]
    .assert_eq(&found);
}

#[test]
fn type_specifiers() {
    let found = findings(
        "long float a; unsigned signed b; long long long c; int float d; unsigned unsigned e; const const int f = 1; long bool g; long double long h; auto int i;
long long unsigned int j; long double k; signed char l; int long static m; short unsigned n; volatile const int o = 1; unsigned p; double long q; void r(unsigned long, const char *);
",
    );
    expect![[r#"
        1: 84 at long
        1: 84 at signed
        1: 84 at long
        1: 84 at float
        1: 240 at unsigned
        1: 83 at const
        1: 84 at long
        1: 84 at long
        1: 84 at int
    "#]]
    .assert_eq(&found);
}

#[test]
fn parameters() {
    let found = findings(
        "void a(int x, int x); void b(void, int); void c(void x); void d(void); void e(int p = 1, int); void f(int, int = 1); void f(int = 2, int); struct S { void g(int = 1, int); };
template <class T, class T> void h(); template <class T> struct U { int T; }; template <class T = int, class V> struct W {}; template <class T = int, class... V> struct X {}; template <class T = int, class V> void i(V);
",
    );
    expect![[r#"
        1: 100 at x
        1: 526 at void
        1: 526 at void
        1: 306 at 1
        1: 306 at 1
        2: 496 at T: T
        2: 496 at T: T
        2: 306 at T
    "#]]
    .assert_eq(&found);
}

#[test]
fn shapes_and_members() {
    let found = findings(
        "extern int &a[2]; extern int &*b; void c[2]; void d(int &x[2], int (&y)[2]); extern void *e[2]; extern int (&f)[2];
struct A {}; union B : A { int &r; virtual void v(); }; struct C { float f : 3; int g : 2; int *h : 1; unsigned i : 4; union { int x; void m(); }; union { int y; private: int z; }; };
struct D { char c[sizeof(int) ? 2 : 1]; int *p = 1 ? nullptr : nullptr, *q{1 ? nullptr : nullptr}; };
",
    );
    expect![[r#"
        1: 251 at a
        1: 248 at *
        1: 89 at c
        1: 251 at x
        2: 241 at :
        2: 934 at int
        2: 377 at virtual
        2: 106 at float
        2: 106 at int
        2: 364 at {
        2: 363 at {
    "#]]
    .assert_eq(&found);
}

#[test]
fn defaulted_functions() {
    let found = findings(
        "struct A { A() = default; A(const A &) = default; A(A &&) = default; A &operator=(const A &) = default; A &operator=(A &&) = default; ~A() = default; };
struct B { int f() = default; B(int) = default; B(B &) = default; B(const B &&) = default; void operator=(const B &) = default; bool operator==(const B &) const = default; template <class T> B(T) = default; };
struct C { C(); C(int); C(const C &); int f(); }; C::C() = default; C::C(const C &) = default; C::C(int) = default; int C::f() = default; int g() = default; template <class T> void h() = default;
template <class T> struct D { D(); D(T) = default; D &operator=(const D<T> &) = default; auto operator=(D &&) -> D & = default; }; template <class T> D<T>::D() = default;
",
    );
    expect![[r#"
        2: 1774 at f
        2: 1808 at B
        2: 1808 at B
        2: 1806 at operator
        2: 1774 at operator
        2: 1807 at =
        3: 1808 at C
        3: 1774 at default
        3: 1774 at default
        3: 1807 at h
        4: 1808 at D
    "#]]
    .assert_eq(&found);
}

#[test]
fn conversions_and_names_of_classes() {
    let found = findings(
        "struct A { operator int() const; explicit operator bool(); int operator float(); operator char(int); const operator short(); operator void (*)(int)(); };
struct B { ~C(); void B(); int x; }; struct C { int C; }; struct D { int D; D(); }; struct E { E(); int E; }; struct F { static int F; typedef int G; enum { F2 }; struct F3 {}; };
struct G { enum { G }; }; struct H { typedef int H; void f(); }; template <class T> struct I { ~J(); ~I(); void I(); };
struct J { auto f() -> int; int g() -> int; auto *h() -> int; const auto i() -> int; auto operator()() -> int; operator int() -> int; }; auto ok() -> int *; int no() -> int; struct K {}; K unknown() -> K; template <class T> struct L { L(T); }; template <class T> L(T) -> L<T>;
",
    );
    expect![[r#"
        1: 452 at int
        1: 343 at operator
        1: 452 at const
        1: 343 at operator
        2: 279 at ~
        2: 405 at B
        2: 1081 at D
        2: 280 at E
        2: 280 at F
        3: 280 at G
        3: 280 at H
        3: 279 at ~
        3: 405 at I
        4: 1823 at ->
        4: 1825 at *
        4: 1825 at i
        4: 1823 at ->
        4: 1823 at ->
    "#]]
    .assert_eq(&found);
}

#[test]
fn virtual_specifiers_and_storage_classes() {
    let found = findings(
        "struct A { virtual void f() = 0; virtual void z() = 0x0; virtual void y() = 00; void g() = 0; static void h() = 0; static void i() override; static void j() override final; }; struct B : A { void f() = 0; ~B() = 0; };
struct C { mutable const int x = 1; mutable const int *p; mutable int &r; thread_local int t; static thread_local int u; virtual virtual void v(); inline inline void w(); static constexpr int k; };
struct D { static int s; void m(); }; extern int D::s; extern void D::m(); namespace N { extern int v; void g(); } extern int N::v;
struct E { static int a = 1; static const int b = 1; static const float c = 1; static int *d = 0; static const int e[] = {1}; static inline int f = 1; static constexpr int g[] = {1}; static const volatile int h = 1; }; template <class T> struct G { static T x = 1; };
typedef void F1(int a, int a); void (*p)(int b, int b); void k(void (*q)(int d, int d), int e, int e) { void (*l)(int a, int a); auto m = [](int x, int x) {}; void n(int y, int y); }
",
    );
    expect![[r#"
        1: 319 at =
        1: 319 at =
        1: 2884 at override
        1: 2884 at override
        1: 2614 at j
        1: 319 at =
        2: 719 at mutable
        2: 1572 at mutable
        2: 2501 at thread_local
        2: 240 at virtual
        2: 240 at inline
        2: 257 at k: member C::k
        3: 80 at extern
        3: 80 at extern
        4: 1592 at =
        4: 1592 at =
        4: 1591 at =: const int []
        5: 100 at a
        5: 100 at b
        5: 100 at d
        5: 100 at e
        5: 100 at a
        5: 100 at x
        5: 100 at y
    "#]]
    .assert_eq(&found);
}
