//! Problems of classes and their members.

use expect_test::expect;

use crate::tests::diagnostics::check;

#[test]
fn chains_of_classes() {
    check(
        "template<int N> struct D { static const int v = D<N-1>::v; };
template<> struct D<0> { };
int a = D<2>::v;
template<int N> struct V { enum { v = V<N-1>::v + 1 }; };
template<> struct V<0> { };
int b[V<1>::v];
template<class T> struct B { static_assert(sizeof(T) == 1, \"bad\"); };
B<int> c;
template<class T> struct C : T { };
C<int> d;
B<char> e; B<int> *p;
",
        expect![[r#"
            135 @ v D<0>; v
              in D<N> [with N=1]
              in D<N> [with N=2]
            135 @ v V<0>; v
              in V<N> [with N=1]
            1574 @ static_assert bad
              in B<T> [with T=int]
            262 @ T
              in C<T> [with T=int]
        "#]],
    );
}

#[test]
fn classes_that_are_defined_later() {
    check(
        "struct A; struct B { A a; A *p; static A s; A f(A); A many[2]; };
void f() { A l; extern A e; }
A g; extern A e;
struct A { A own; static A s; A f() { A l; return l; } struct In { A in; A *p; }; };
A h; void k() { A l; }
struct Out { struct I; I i; struct I {}; I j; struct J { Out *o; } k; };
struct V : V {}; struct W : virtual Z {}; struct X; struct Y : X {}; struct X {};
template<class T> struct P { T t; }; template<class T> void p(T t) { T u = t; } struct Q { int n; }; P<Q> q; void r() { p(Q()); }
",
        expect![[r#"
            70 @ a A
            70 @ many A [2]
            70 @ l A
            70 @ g A
            70 @ own A
            70 @ in A
            70 @ i Out::I
            70 @ V V
            262 @ Z
            70 @ X X
        "#]],
    );
}

#[test]
fn members_of_hidden_bases() {
    check(
        "struct A { int x; void f(); static int s; }; struct B : private A { using A::s; int own(B b) { return b.x; } };
int f(B b) { b.f(); b.s; return b.x; }
class C : A {}; int g(C *c) { c->f(); return c->x + c->A::x; }
struct F : private A { friend int friendly(F); }; int friendly(F f) { return f.x; }
struct P : protected A {}; struct Q : P { int q() { f(); return x; } }; int h(Q q) { return q.x; }
struct V : private A { int x; void f(); }; int i(V v) { v.f(); return v.x; }
",
        expect![[r#"
            265 @ f …
            265 @ x …
            174 @ b
            265 @ f …
            265 @ x …
            265 @ x …
        "#]],
    );
}

#[test]
fn members_that_are_defined_twice() {
    check(
        "struct A { void f(); void g() {} static int s; static const int c = 1; static inline int i = 1; static constexpr int k = 1; struct B; };
void A::f() {} void A::f() {} void A::g() {} int A::s; int A::s; const int A::c = 2; int A::i; constexpr int A::k;
struct A::B {}; struct A::B {}; struct D { struct E {}; struct E {}; enum F { a }; enum F { b }; };
template<class T> struct T1 { void f(); static int s; }; template<class T> void T1<T>::f() {} template<class T> void T1<T>::f() {}
template<class T> int T1<T>::s = 1; template<class T> int T1<T>::s = 2; template<> int T1<int>::s = 3;
struct G { void f(int = 1); void g(int); }; void G::f(int = 2) {} void G::g(int = 3) {}
",
        expect![[r#"
            3369 @ f A::f; …
            3369 @ g A::g; …
            3369 @ s A::s; …
            148 @ c A::c
            3369 @ i A::i; …
            3369 @ A A::B; …
            3369 @ E D::E; …
            3369 @ F D::F; …
            3369 @ f T1::f; …
            3369 @ s T1::s; …
            307 @ f
        "#]],
    );
}

/// What went wrong in a class may be why it has no member of a name.
#[test]
fn members_of_broken_classes() {
    check(
        "template<int N> struct C { typename C<N-1>::type x; };
template<> struct C<0> { };
C<6> c;
",
        expect![[r#"
            135 @ type C<0>; type
              in C<N> [with N=1]
              in C<N> [with N=2]
              in C<N> [with N=3]
              in C<N> [with N=4]
              in C<N> [with N=5]
              in C<N> [with N=6]
        "#]],
    );
}

#[test]
fn deduction_of_classes() {
    check(
        "template<class T> struct Two { Two(T, T); };
void f() { Two t(1, 2.0); Two u; auto x = Two(1, 2.0); Two<int> fine(1, 2); Two also(1, 2); }
",
        expect![[r#"
            289 @ t Two
              3327 @ Two
            2958 @ Two
            289 @ u Two
              3322 @ Two
            289 @ 1 Two
              3327 @ Two
            2958 @ Two
        "#]],
    );
}

#[test]
fn members_as_their_class_declares_them() {
    check(
        "struct A { int f(); int f(); void f(); int f() const; static int x; void g(int); ~A(); ~A(); A(); struct B { void k(); }; };
int A::y; void A::h() {} float A::x; int A::g(int) { return 1; } void A::g(char) {} A::A(int) {} int A::f(int) { return 1; } void A::B::k() {}
template <class T> struct C { void m(); static T s; operator int(); }; template <class T> void C<T>::m() {} template <class T> void C<T>::n() {} template <class T> C<T>::operator int() { return 1; }
struct D : A { void f(); }; void D::f() {} void D::g(int) {}
",
        expect![[r#"
            403 @ f A::f()
            311 @ f
            403 @ ~ A::~A()
            135 @ y A; y
            135 @ h A; h
            147 @ x int A::x
            147 @ g void A::g(int)
            147 @ g void A::g(int)
            493 @ A …
            493 @ f …
            135 @ n C<T>; n
            298 @ g
        "#]],
    );
}
