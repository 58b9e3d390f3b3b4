//! Variables that are read before they have a value.

use expect_test::expect;

use crate::testing::findings;

/// The findings about unset variables, by line and word.
fn unset(text: &str) -> String {
    let all = findings(text);
    all.lines()
        .filter(|l| l.contains(": 549 "))
        .map(|l| format!("{l}\n"))
        .collect()
}

#[test]
fn loops_and_jumps() {
    let found = unset(
        "int in(int b) { int x; while (b) { b = x; } return x; }
int past(int b) { int x; for (int i = 0; i < b; i++) {} return x; }
int own(int b) { while (b--) { int x; while (b) { x = 1; } b = x; } do { int y; b = y; } while (b); return 0; }
int cases(int b) { int x, y; switch (b) { case 1: y = 1; break; case 2: return x; default: return y; } return 0; }
int labels(int b) { int x; l: b = x; if (b) goto l; return 0; }
int conditions() { int x; while (x) {} int y; do {} while (y); int z; for (; z;) {} return 0; }
int operands() { int x; return x + (x = 1); } int second() { int x; return (x = 1) + x; }
",
    );
    expect![[r#"
        2: 549 at x: variable x
        3: 549 at y: variable y
        4: 549 at x: variable x
        6: 549 at x: variable x
        6: 549 at y: variable y
        6: 549 at z: variable z
        7: 549 at x: variable x
    "#]]
    .assert_eq(&found);
}

#[test]
fn objects_and_arrays() {
    let found = unset(
        "struct S { int a; int get() const; void set(); int sum() const { return a; } }; void take(S); void look(const S &); struct E {}; void empty(E);
S copied() { S s; return s; } void passed() { S s; take(s); } void assigned() { S s, t; t = s; take(t); }
int called() { S s; return s.get(); } void bound() { S s; look(s); take(s); } void nothing() { E e; empty(e); }
int elements() { S a[2]; return a[1].a; } int first() { int a[2]; return *a; } int next() { int a[2]; return *(a + 1); } int address() { int a[2]; int *p = a; return a[0]; }
",
    );
    expect![[r#"
        2: 549 at s: variable s
        2: 549 at s: variable s
        2: 549 at s: variable s
        4: 549 at a: variable a
        4: 549 at a: variable a
        4: 549 at a: variable a
    "#]]
    .assert_eq(&found);
}

/// The body of a lambda comes before its captures.
#[test]
fn captures() {
    let found = unset(
        "int value() { int x; auto l = [x] { return x; }; return x; }
int implied() { int x; auto l = [=] { return 1 + x; }; return x; }
int changed() { int x; auto l = [x]() mutable { x = 1; return x; }; return x; }
int referred() { int x, y; auto l = [&x] { return y; }; auto m = [&] { return y; }; return x + y; }
int part() { int x[2]; auto l = [x] { return 1 + x[0]; }; return 0; } int unused() { int x[2]; auto l = [x] { return 0; }; return 0; }
int nested() { int x; auto l = [=] { auto m = [=] { return 2 + x; }; return m(); }; return 0; }
int generic() { int x; auto l = [x](auto y) { return x + y; }; return l(1) + x; }
int again(int b) { int x; while (b) { auto l = [x] { return x; }; b = l(); } return 0; }
",
    );
    expect![[r#"
        1: 549 at x: variable x
        2: 549 at x: variable x
        5: 549 at x: variable x
        5: 549 at x: variable x
        6: 549 at x: variable x
    "#]]
    .assert_eq(&found);
}
