//! Members that are ambiguous, objects that functions do not take, classes without a definition.

use expect_test::expect;

use crate::tests::diagnostics::check;

#[test]
fn ambiguous_members_and_bases() {
    check(
        "struct A { int x; static int s; void f(); }; struct B : A { }; struct C : A { }; struct D : B, C { int g() { f(); s; return x; } };
int a(D d, D *p) { d.s; d.B::x = 1; d.f(); A &r = d; A *q = p; return d.x; }
struct X { int m; }; struct Y { int m; }; struct Z : X, Y { int h() { return m; } }; int b(Z z) { return z.m + z.X::m; }
struct V : virtual A { }; struct W : virtual A { }; struct U : V, W { int g() { return x; } };
",
        expect![[r#"
            266 @ f D::f
            266 @ x D::x
            174 @ s
            266 @ f D::f
            286 @ d A
            286 @ p A
            266 @ x D::x
            174 @ d
            266 @ m Z::m
            266 @ m Z::m
        "#]],
    );
}

#[test]
fn objects_with_qualifiers() {
    check(
        "struct A { void f() const { g(); } void g(); void h(int); void h(int, int) const; void k(int); void r() &&; };
void a(const A x, A y) { x.g(); x.h(1); x.h(1, 2); x.h(); x.k(); y.r(); A().r(); y.g(); }
",
        expect![[r#"
            1086 @ g A::g
            1086 @ x A::g
            1087 @ h …
              3322 @ h
            304 @ h …
              3322 @ h
              3322 @ h
            165 @ )
            1086 @ x A::k
            2633 @ y …
        "#]],
    );
}

#[test]
fn classes_without_a_definition() {
    check(
        "struct A; A g(); struct D; struct E { D *d; int f() { return d->x; } }; struct D { int x; };
void a(A *p, A &r) { p->x; r.x; new A; delete p; g(); g(); sizeof(A); sizeof(r); decltype(g()) *q; }
A b(A x) { }
template <class T> void t(A *p) { p->x; sizeof(A); }
",
        expect![[r#"
            833 @ p A
            70 @ r A
            70 @ A A
            409 @ ( g; A
            70 @ A A
            70 @ ( A
            414 @ p
            409 @ b b; A
            70 @ A A
            940 @ } b
            70 @ A A
        "#]],
    );
}
