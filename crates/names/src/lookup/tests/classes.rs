//! Members, bases and friends of classes of other items.

use cleave_syntax::SyntaxKind::*;

use crate::lookup::tests::{ONE, check};

#[test]
fn members_of_classes_of_other_items() {
    check(&[
        (
            "struct A { static const int a = 0; int f(); }; template <int, int> int a(int); int A::f() { return g(a < b, c > (4)); }",
            "a < b",
            BINARY_EXPRESSION,
        ),
        (
            "template <class T> struct A { static const int a = 0; int f(); }; template <int, int> int a(int); template <class T> int A<T>::f() { return g(a < b, c > (4)); }",
            "a < b",
            BINARY_EXPRESSION,
        ),
        (
            "struct A { struct B { int f(); }; static const int a = 0; }; template <int, int> int a(int); int A::B::f() { return g(a < b, c > (4)); }",
            "a < b",
            BINARY_EXPRESSION,
        ),
        (
            "struct A { struct B; static const int a = 0; }; template <int, int> int a(int); struct A::B { int f() { return g(a < b, c > (4)); } };",
            "a < b",
            BINARY_EXPRESSION,
        ),
        (
            "struct A { struct B; }; struct A::B { static const int a = 0; }; int r = g(A::B::a < b, c > (4));",
            "A::B::a < b",
            BINARY_EXPRESSION,
        ),
        (
            "struct A { static const int a = 0; static int x; }; template <int, int> int a(int); int A::x = g(a < b, c > (4));",
            "a < b",
            BINARY_EXPRESSION,
        ),
        (
            "struct A { template <int, int> static int a(int); int f(); }; const int a = 0; int A::f() { return g(a < b, c > (4)); }",
            ONE,
            TEMPLATE_ID,
        ),
        (
            "template <class T> struct A { typedef int t; void f(int); }; template <class T> void A<T>::f(int x) { A<T>::t * y; y = &x; }",
            "A<T>::t * y;",
            SIMPLE_DECLARATION,
        ),
        (
            "template <class T> struct A { A *f(); }; template <class T> A<T> *A<T>::f() { A (q); return nullptr; }",
            "A (q);",
            SIMPLE_DECLARATION,
        ),
        (
            "struct A { enum { a, z }; }; int r = g(A::a < b, c > (4));",
            "A::a < b",
            BINARY_EXPRESSION,
        ),
        (
            "enum class A { a, z }; bool g(bool, int); bool r = g(A::a < A::z, c > (4));",
            "A::a < A::z",
            BINARY_EXPRESSION,
        ),
        (
            "typedef struct { enum { a }; } A; int r = g(A::a < b, c > (4));",
            "A::a < b",
            BINARY_EXPRESSION,
        ),
        (
            "struct A { struct B {}; }; void f() { A::B (p); A::B &q = p; }",
            "A::B (p);",
            SIMPLE_DECLARATION,
        ),
        (
            "struct A { static int B; }; void f(int p) { A::B * p; p = 3; }",
            "A::B * p;",
            EXPRESSION_STATEMENT,
        ),
    ]);
}

#[test]
fn bases_of_other_items() {
    const OUTER: &str = "template <int, int> int a(int);";
    let with = |p: &str| format!("{OUTER} {p}");
    let programs = [
        ("struct A { static const int a = 0; }; struct D : A { int f() { return g(a < b, c > (4)); } };", "a < b", BINARY_EXPRESSION),
        ("struct A { static const int a = 0; }; struct B : A {}; struct D : private B { int f() { return g(a < b, c > (4)); } };", "a < b", BINARY_EXPRESSION),
        ("struct A { static const int a = 0; }; using B = A; struct D : B { int f() { return g(a < b, c > (4)); } };", "a < b", BINARY_EXPRESSION),
        ("struct A { static const int a = 0; }; struct D : A { int f(); }; int D::f() { return g(a < b, c > (4)); }", "a < b", BINARY_EXPRESSION),
        ("template <class T> struct A { static const int a = 0; }; struct D : A<int> { int f() { return g(a < b, c > (4)); } };", "a < b", BINARY_EXPRESSION),
        ("template <class T> struct A { static const int a = 0; }; template <class T> struct D : A<T> { int f() { return g(a < b, c > (4)); } };", ONE, TEMPLATE_ID),
        ("template <class T> struct A { static const int a = 0; }; template <class T> struct D : A<T> { int f(); }; template <class T> int D<T>::f() { return g(a < b, c > (4)); }", ONE, TEMPLATE_ID),
        ("template <class T> struct A { static const int a = 0; }; template <class T> struct D : A<int> { int f(); }; template <class T> int D<T>::f() { return g(a < b, c > (4)); }", "a < b", BINARY_EXPRESSION),
        ("struct A { static const int a = 0; }; struct D : private A { using A::a; int f(); }; int r = g(D::a < b, c > (4));", "D::a < b", BINARY_EXPRESSION),
        ("struct A { static const int a = 0; }; struct D : A { using A::a; int f() { return g(a < b, c > (4)); } };", "a < b", BINARY_EXPRESSION),
        ("struct A { typedef int t; }; struct D : A {}; void f() { D::t (p); p = 3; }", "D::t (p);", SIMPLE_DECLARATION),
        ("struct A { static int t; }; struct D : A {}; void f(int p) { D::t * p; p = 3; }", "D::t * p;", EXPRESSION_STATEMENT),
    ]
    .map(|(p, s, k)| (with(p), s, k));
    check(&programs.each_ref().map(|(p, s, k)| (p.as_str(), *s, *k)));
}

#[test]
fn friends_and_elaborated_types() {
    check(&[
        (
            "template <int, int> int a(int); namespace n { struct X { friend int a(X); int f() { return g(a < b, c > (4)); } }; }",
            ONE,
            TEMPLATE_ID,
        ),
        (
            "template <int, int> int a(int); namespace n { struct X { friend int a(X); }; int r = g(a < b, c > (4)); }",
            ONE,
            TEMPLATE_ID,
        ),
        (
            "struct S *make(); void f() { S (*p); p = make(); }",
            "S (*p);",
            SIMPLE_DECLARATION,
        ),
        (
            "struct S { int m; } s; struct S *make(); void f() { S (p); p.m = 1; }",
            "S (p);",
            SIMPLE_DECLARATION,
        ),
        (
            "typedef struct S { int m; } R; void f() { S (p); p.m = 1; }",
            "S (p);",
            SIMPLE_DECLARATION,
        ),
        (
            "typedef enum S { z } R; void f() { S (p); p = z; }",
            "S (p);",
            SIMPLE_DECLARATION,
        ),
    ]);
}

#[test]
fn conversion_functions() {
    check(&[
        (
            "struct t {}; struct A { operator t *(); }; A::operator t *() { return nullptr; }",
            "operator t *",
            CONVERSION_FUNCTION_ID,
        ),
        (
            "struct A { struct t {}; operator t *(); }; A::operator A::t *() { return nullptr; }",
            "operator A::t *",
            CONVERSION_FUNCTION_ID,
        ),
    ]);
}
