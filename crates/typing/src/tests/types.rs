//! Names and types of plain declarations.

use expect_test::expect;

use crate::tests::check;

#[test]
fn simple_types() {
    check(
        "int a; const int *b; int *const c = nullptr; typedef unsigned long size_t; size_t d; int e[3][4]; int (*f)(int, char *);
         int &g = a; using R = int &; using RR = R &&; using F = void (const int, int[3], int (char)); struct S { int m; }; S s;
         int S::*pm; void (S::*pf)(int) const; enum E { x, y }; E z; using CA = const int[2]; extern volatile long v;",
        expect![[r#"
            a: int
            b: const int *
            c: int *const
            size_t: unsigned long
            d: unsigned long
            e: int [3][4]
            f: int (*)(int, char *)
            g: int &
            R: int &
            RR: int &
            F: void (int, int *, int (*)(char))
            s: S
            pm: int S::*
            pf: void (S::*)(int) const
            z: E
            CA: const int [2]
            v: volatile long
        "#]],
    );
}

#[test]
fn namespaces() {
    check(
        "namespace a { struct X; namespace b { struct Y { typedef int T; }; } inline namespace v { struct Z; } namespace { struct U; } }
         namespace c { using namespace a; using a::b::Y; X *x(); typedef Z *PZ; }
         namespace d = a::b; using d::Y; a::X *p1; a::Z *p2; a::U *p3; c::Y *p4; c::X *p5; d::Y::T p6; Y::T p7; c::PZ p8;
         struct H { typedef char T; }; void H(); H::T p9; extern \"C\" { struct K { struct N *next; }; } K k; typedef struct W *PW; PW p10; struct W { int i; };",
        expect![[r#"
            p1: a::X *
            p2: a::v::Z *
            p3: a::<unnamed>::U *
            p4: a::b::Y *
            p5: a::X *
            p6: int
            p7: int
            p8: a::v::Z *
            p9: char
            k: K
            PW: W *
            p10: W *
        "#]],
    );
}

#[test]
fn members_of_classes() {
    check(
        "struct B { typedef int T; struct N { T t; }; enum { e1, e2 }; static T s; };
         struct D : B { T m; N n; typedef D Self; Self *next; struct I : B::N { using U = T; }; };
         D::T a; D::N b; D::Self c; D::I::U d; struct M { struct L; L *l; using X = decltype(0); }; struct M::L { M *m; }; M::L e;",
        expect![[r#"
            a: int
            b: B::N
            c: D
            d: int
            e: M::L
        "#]],
    );
}
