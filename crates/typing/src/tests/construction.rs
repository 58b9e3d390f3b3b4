//! Objects that cannot be made: of abstract classes, without a default constructor, by a constructor that is not accessible.

use expect_test::expect;

use crate::tests::diagnostics::check;

#[test]
fn objects_of_abstract_classes() {
    check(
        "struct A { virtual void f() = 0; }; struct B : A { };
void a(A *p) { new A; new B(); new A[2]; A b[2]; A(); (A)*p; static_cast<A>(*p); auto &x = *p; }
A c[3];
struct E { virtual ~E() = 0; }; struct F : E { }; F g; void h() { new F; E *e = new E; }
",
        expect![[r#"
            322 @ A A
            322 @ B B
            604 @ [ A
            604 @ b A
            389 @ A A
            389 @ A A
            389 @ A A
            604 @ c A
            322 @ E E
        "#]],
    );
}

#[test]
fn default_constructors() {
    check(
        "struct A { A(int); }; struct B { A a; };
A a; A b[2]; static A c; extern A d; struct S { static A s; }; A S::s;
void f() { new A; new A(); new A{}; A(); A{}; A x = {}; B y; B z{}; new B(); }
struct C : A { A m; C() { } C(int x) : A(x), m(x) { } C(char) : A() , m(1) { } };
template <class T> struct D : A { T t; D() { } };
",
        expect![[r#"
            291 @ a A
            291 @ b A
            291 @ c A
            291 @ s A
            291 @ A A
            289 @ ( …
              3322 @ A
            289 @ { …
              3322 @ A
            289 @ A …
              3322 @ A
            289 @ { …
              3322 @ A
            289 @ { …
              3322 @ A
            1790 @ y B
            289 @ } …
              3322 @ A
            1790 @ ( B
            291 @ { A
            291 @ { A
            289 @ ( …
              3322 @ A
        "#]],
    );
}

#[test]
fn access() {
    check(
        "class A { A(); int x; static int s; friend struct F; public: A(int); };
class P { int x; static int s; P(); protected: int y; public: P(int); };
struct B : P { int f() { return x + this->x + y + s; } B() { } B(int) : P(1) { } };
struct U : P { using P::y; }; int g(U u, P p) { return u.y + p.x; }
P p; struct F { A a; };
template <class T> int h(T t) { return t.x; } int k() { return h(P(1)); }
",
        expect![[r#"
            265 @ x …
            265 @ x …
            265 @ s …
            330 @ { …
            265 @ x …
            330 @ p …
            265 @ x …
              in int h(T) [with T=P] at the end
        "#]],
    );
}

#[test]
fn classes_defined_outside() {
    check(
        "class L { int x; struct I; struct J { int f(L *l); }; };
struct L::I { int f(L *l) { return l->x; } };
int L::J::f(L *l) { return l->x; }
",
        expect![[r#""#]],
    );
}
