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
