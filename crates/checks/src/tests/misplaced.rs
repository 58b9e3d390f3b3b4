//! Keywords of constants, declarators, member initializers and captures that may not stand where they stand.

use expect_test::expect;

use crate::testing::findings;

#[test]
fn declarators() {
    expect![[r#"
        1: 248 at *
        1: 91 at [
        1: 88 at )
        1: 91 at [
        1: 526 at void
        1: 526 at void
        2: 100 at n
    "#]].assert_eq(&findings(
        r#"int &*a; int c(int)[3]; int d[2](); int (*e)(int)[2]; int (*f())(int); int *&g = *new int *; void h(void), i(void, int), j(void k), l(void *);
int m(int n, int n); int o(int p, int (*q)(int p));
"#,
    ));
}

#[test]
fn constructors_and_captures() {
    expect![[r#"
        1: 2447 at ,
        1: 2447 at A
        2: 1761 at a
        2: 1761 at b
        2: 1729 at b
        2: 1729 at &
        3: 1729 at this
        3: 1761 at this
    "#]].assert_eq(&findings(
        r#"struct A { int x; A(); A(int) : A() {} A(char) : A(), x(1) {} A(long) : x(1), A() {} };
void f(int a, int b) { auto c = [a, a] {}; auto d = [&a, b, &b] {}; auto e = [=, &a, b] {}; auto g = [&, &a, b] {}; auto h = [=, z = a] {}; }
struct B { void m() { auto c = [=, this] {}; auto d = [=, *this] {}; auto e = [&, this] {}; auto f = [this, this] {}; } };
"#,
    ));
}

#[test]
fn constants() {
    expect![[r#"
        1: 2390 at virtual
        1: 2395 at constexpr
    "#]].assert_eq(&findings(
        r#"struct V { constexpr virtual int f() { return 1; } constexpr ~V(); }; constexpr static int a = 1;
"#,
    ));
}
