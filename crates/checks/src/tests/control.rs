//! Bodies whose end is reached, jumps and switches.

use expect_test::expect;

use crate::testing::findings;

#[test]
fn an_end_that_is_reached() {
    expect![[r#"
        2: 940 at }: function a
        3: 940 at }: function b
        4: 940 at }: function c
        5: 940 at }: function d
        6: 940 at }: function e
        7: 940 at }: function f
        8: 940 at }: function S::operator+
        9: 940 at }: function S::m
        10: 940 at }: function g
        11: 940 at }: function lambda []()->int
    "#]]
    .assert_eq(&findings(
        "[[noreturn]] void die(); void back(); extern int n;
int a(int x) { if (x > 1) return 1; }
int b(int x) { while (x) return 1; }
int c(int x) { switch (x) { case 1: return 1; case 2: break; default: return 2; } }
int d(int x) { do { if (x) break; return 1; } while (1); }
int e(int x) { back(); }
auto f(int x) { if (x) return 1; }
struct S { int m(int); int operator+(int) { } };
int S::m(int x) { for (;;) { break; } }
int g() { try { return 1; } catch (...) { } }
int h() { auto l = []() -> int { }; return 1; }
",
    ));
}

#[test]
fn an_end_that_may_not_be_reached() {
    assert_eq!(
        findings(
            "[[noreturn]] void die(); void back(); constexpr bool yes() { return true; } const int one = 1;
int a(int x) { if (x) return 1; die(); }
int b(int x) { for (;;) { back(); } }
int c(int x) { while (1) { if (x) continue; return x; } }
int d(int x) { switch (x) { case 1: for (;;) { break; } return 1; default: throw 1; } }
int e(int x) { if (x) return 1; else throw 2; }
int f(int x) { if (yes()) return 1; }
int g(int x) { if (one) return 1; if (sizeof(int) == 4) return 2; }
int h(int x) { exit(1); }
int i(int x) { do { return 1; } while (x); }
int j(int x) { again: if (x) return 1; goto again; }
int k(int x) { __builtin_unreachable(); }
template <class T> int l(T) { }
",
        )
        .replace("8: 20 at exit: exit\n", "")
        .replace("9: 20 at exit: exit\n", ""),
        ""
    );
}

#[test]
fn jumps_past_initializers() {
    expect![[r#"
        2: 546 at goto
        3: 546 at goto
        4: 546 at goto
        5: 546 at switch
    "#]]
    .assert_eq(&findings(
        "struct S { S(); };
void a(int x) { if (x) goto over; int y = 3; over: ; }
void b(int x) { goto over; S y; over: ; }
void c(int x) { goto in; { int y = 1; in: ; } }
void d(int x) { switch (x) { case 1: int y = 1; case 2: ; } }
void e(int x) { back: int y = 1; goto back; }
void f(int x) { goto over; int y; static int z = 1; { int w = 1; } over: ; }
void g(int x) { switch (x) { case 1: { int y = 1; } case 2: int z; } }
void h(int x) { switch (int y = x; y) { case 1: ; } switch (int y = x) { case 1: ; } }
",
    ));
}

#[test]
fn parts_of_a_switch_and_of_a_loop() {
    expect![[r#"
        2: 115 at continue
        2: 121 at case
        2: 122 at default
        2: 115 at continue
        3: 1578 at A: token 13
        5: 1578 at 1: token 18
    "#]]
    .assert_eq(&findings(
        "enum E { A, B };
void a(int x) { continue; case 1: ; default: ; switch (x) { case 1: continue; } }
void b(E e) { switch (e) { case A: case B: case A: ; } }
template <class T> void c(T x) { switch (x) { case 1: case 1: ; } }
template <class T> void d(int x) { switch (x) { case 1: case 1: ; } }
",
    ));
}
