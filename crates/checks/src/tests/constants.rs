//! Constants in ordinary code, statements that do nothing, and variables without a value. What stands here has been seen on the
//! reference.

use crate::testing::findings;
use expect_test::expect;

#[test]
fn conversions() {
    expect![[r#"
        1: 68 at -
        1: 69 at -
        1: 69 at 4294967296
        1: 68 at 1
        1: 173 at -
        1: 173 at 5e9
        2: 68 at -
        2: 69 at -
        2: 69 at 256
        2: 69 at 0x1ff
        3: 68 at 128
        3: 69 at 256
        3: 68 at 127
        3: 68 at 4294967295u
        3: 69 at 1LL
        3: 173 at 1e10
        4: 68 at y
    "#]].assert_eq(&findings(
        "unsigned a = -1, b = -2147483649, c = 4294967296, d = ~0, e = 3000000000, f = 1 - 2, g = -1.0, h = 5e9, i = 1.5;
unsigned char j = -128, k = -129, l = 255, m = 256, n = 0xff, o = 0x1ff;
char p = 128, q = 256, r = 0xff, s = 127 + 1; int t = 4294967295u, u = 0xffffffff, v = -1u, w = 1LL << 40, x = 1e10;
const int y = -1; unsigned z = y; unsigned aa = -1 | 1; unsigned bb = (unsigned)-1; bool cc = 2;
",
    ));
}

#[test]
fn conversions_in_bodies() {
    expect![[r#"
        1: 68 at -
        1: 68 at -
        1: 68 at -
        2: 68 at -
        2: 69 at 300
        2: 68 at -
        2: 68 at -
        2: 68 at -
        2: 68 at -
        3: 68 at -
        3: 68 at -
        4: 68 at -
    "#]].assert_eq(&findings(
        "void tu(unsigned); unsigned ru() { return -1; } struct S { unsigned x; S() : x(-1) {} S(unsigned); }; void df(unsigned x = -1);
void f(unsigned x, char c, bool b) { x = -1; c = 300; x += -1; tu(-1); x = b ? -1 : 1; S s(-1); new unsigned(-1); unsigned a[] = {1u}; }
template<class T> void g(T t) { unsigned x = -1; tu(-1); T y = -1; }
auto l = []() -> unsigned { return -1; };
",
    ));
}

#[test]
fn operations() {
    expect![[r#"
        1: 39 at /
        1: 63 at 32
        1: 61 at +
        1: 179 at %
        1: 39 at /
        2: 39 at /
        2: 63 at 32
        2: 39 at /
        3: 39 at 0
        3: 39 at 0
        3: 63 at 40
        3: 62 at -
        3: 63 at 32
        3: 61 at -
        3: 39 at 0.0
    "#]].assert_eq(&findings(
        "int a = 1 / 0; int b = 1 << 32; int c = 2147483647 + 1; int d = 1 % 0; const int z = 0; int e = 1 / z;
constexpr int f = 1 / 0; constexpr int g = 1 << 32; static_assert(1 / 0, \"\");
int h(int x) { x = x / 0; x /= 0; x = x << 40; x = x >> -1; x >>= 32; x = -(-2147483647 - 1); return x / 0.0; }
",
    ));
}

#[test]
fn idle_statements() {
    expect![[r#"
        3: 174 at i
        3: 174 at 3
        3: 174 at -
        3: 174 at *
        3: 174 at &
        3: 174 at p
        3: 174 at s
        3: 174 at S
        3: 174 at s
        3: 174 at i
        3: 174 at i
        3: 174 at i
        3: 174 at b
        3: 174 at b
        3: 174 at sizeof
        3: 174 at f
        3: 174 at h
        4: 174 at (
        5: 174 at static_cast
        5: 174 at i
        5: 174 at i
        5: 174 at i
        7: 174 at x
        7: 174 at 3
    "#]]
    .assert_eq(&findings(
        "struct S { int x; static int s; }; int g(); volatile int v;
void f(int i, int* p, S s, bool b, void (*h)()) {
 i; 3; -i; *p; &i; p[1]; s.x; S::s; s; i, 1; i, g(); b ? 1 : 2; b && i; sizeof(i); f; h;
 g(), i; b ? g() : 2; b && g(); v; (int)i; (void)i; S(); i = 1; i++; *p++; ({ i; }); []{};
 static_cast<int>(i); for (i; i < 1; i) i;
}
template<class T> void t(T x) { x; 3; x + 1; }
",
    ));
}

#[test]
fn unset_variables() {
    expect![[r#"
        2: 549 at i: variable i
        3: 549 at i: variable i
        4: 549 at i: variable i
        5: 549 at i: variable i
        5: 549 at i: variable i
        5: 549 at q: variable q
        6: 549 at a: variable a
        6: 549 at t: variable t
        7: 549 at i: variable i
    "#]].assert_eq(&findings(
        "int g(int); void r(int&); void p(int*); struct S { int x; S(); }; struct T { int x; };
int f1() { int i; return i; } int f2() { int i; i = 1; return i; } int f3(bool b) { int i; if (b) i = 1; return i; }
int f4() { int i; r(i); return i; } int f5() { int i; p(&i); return i; } int f6() { int i; i++; return i; }
int f7() { int i; while (i < 3) i = 1; return i; } int f8() { int i; for (;;) { if (i) break; i = 1; } return i; }
int f9() { int i; g(i); g(i); return i; } int f10() { int i, j = i; return j; } int f11() { int* q; return *q; }
int f12() { int a[3]; return a[0]; } int f13() { T t; return t.x; } int f14() { S s; return s.x; } int f15() { static int i; return i; }
int f16() { int i; asm(\"\" : \"=r\"(i)); return i; } int f17() { volatile int i; return i; } int f18() { int i; x: return i; } int f19() { int i = i; return i; }
",
    ));
}

#[test]
fn what_a_function_gives_back() {
    expect![[r#"
        1: 836 at x
        1: 1056 at &
        1: 430 at 3
        1: 278 at 3
        2: 2546 at 2.0: double, int
        2: 284 at *
        2: 120 at 3
    "#]].assert_eq(&findings(
        "int& a() { int x; return x; } int* b() { int x; return &x; } const int& c() { return 3; } struct X { X() { return 3; } };
auto d() { return 1; return 2.0; } int& e() { return *(int*)0; } template<class T> int f(T t) { return \"x\"; } void g() { return 3; }
",
    ));
}

#[test]
fn bases() {
    expect![[r#"
        1: 70 at O: O
        1: 262 at I
        1: 262 at E
        1: 3377 at U
        1: 262 at Unknown
        1: 263 at D
    "#]].assert_eq(&findings(
        "struct O; struct B : O { }; typedef int I; struct D : I {}; enum E {}; struct F : E {}; union U {}; struct G : U {}; struct H : Unknown {}; struct J : D, D {};
",
    ));
}
