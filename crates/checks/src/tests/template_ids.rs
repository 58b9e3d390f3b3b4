//! The number and sort of template arguments.

use expect_test::expect;

use crate::testing::findings;

#[test]
fn numbers_of_arguments() {
    expect![[r#"
        2: 442 at >: class template A
        2: 443 at 3: class template A
        3: 442 at >: class template A
        3: 443 at 2: class template A
        3: 442 at >: class template A
        4: 442 at >: alias template n::L
        4: 443 at int: variable template n::v
    "#]]
    .assert_eq(&findings(
        r#"template <class T, int N> struct A {}; template <class T, class U = int> struct D; template <class... T> struct P {};
A<int> a; A<int, 2, 3> *b; D<> *c; D<int> *d; D<int, int, int> *e; P<> f; P<int, char> g;
template <class T> void h(A<T> x, A<T, 1> y); struct B : A<int, 1, 2> { A<B> *p; };
namespace n { template <class T> using L = T; template <class T> T v = 0; } n::L<> x; int y = n::v<int, int>;
template <class... T> void k() { A<T...> a; D<T..., int> d; } void m() { struct A { }; }
template <class T, class U> struct Z; template <class T, class U = int> struct Z; template <class T, class U> struct Z {}; Z<char> z;
"#,
    ));
}

#[test]
fn types_and_values() {
    expect![[r#"
        2: 79 at 2
        2: 254 at int
        2: 254 at unsigned
        2: 254 at struct
    "#]]
    .assert_eq(&findings(
        r#"template <class T, int N> struct A {}; template <int N> struct V {}; template <class T> struct W {};
A<2, int> *a; V<unsigned long> *b; W<"x"> *c; V<int()> *d; W<int()> *e; V<struct S> *f;
"#,
    ));
}
