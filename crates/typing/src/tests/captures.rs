//! What lambdas may capture, and what they use without.

use expect_test::expect;

use crate::tests::diagnostics::check;

#[test]
fn locals_that_are_not_captured() {
    check(
        "void a(int x) { auto l = [] { x = 1; return x + sizeof(x); }; }
void b() { const int c = 1; static int s; auto l = [] { return c + s; }; }
void d(int y) { const int c = y; int &r = y; auto l = [] { return c + r; }; }
void e(int y) { auto l = [] { return [&] { return y; }; }; auto m = [] { return [y] { return y; }; }; }
void f(int y) { auto l = [y] { return [] { return y; }; }; }
template <class T> void g(T y) { const T c = 1; auto l = [](auto a) { return y + a + c; }; }
template <int N> void h() { const int n = N; auto l = [] { return n; }; }
",
        expect![[r#"
            1735 @ x
            1735 @ x
            1735 @ c
            1735 @ r
            1877 @ y
            1877 @ y
            1735 @ y
            1735 @ y
        "#]],
    );
}

#[test]
fn this_that_is_not_captured() {
    check(
        "struct S { int m; static int s; void f(); static void t();
  void a() { auto l = [] { m = 1; f(); this->m = 2; t(); return s + sizeof(m); }; }
  void b() { auto l = [this] { auto k = [] { return m; }; f(); }; auto n = [=] { return m; }; }
  static void c() { auto l = [this] { }; }
};
void g() { auto l = [*this] { }; }
",
        expect![[r#"
            1738 @ m
            1738 @ f
            1738 @ this
            1738 @ m
            258 @ this
            258 @ *
            17 @ this
        "#]],
    );
}

#[test]
fn capture_lists() {
    check(
        "int v; void o(); typedef int T; struct S { int m; void f() { auto a = [m] { }; auto b = [=, this, this] { }; } };
void g(int x) { static int s; auto a = [v, &s, o, T] { }; }
void h(int x) { auto a = [x, &x] { }; auto b = [=, x] { }; auto c = [&, &x] { }; auto d = [=, &x, y = x, y = 1] { }; }
",
        expect![[r#"
            1730 @ m S::m
            1729 @ this
            1729 @ this
            1761 @ this
            1731 @ v
            1731 @ s
            1730 @ o o
            1730 @ T T
            1761 @ x
            1729 @ x
            1729 @ &
            1761 @ y
        "#]],
    );
}
