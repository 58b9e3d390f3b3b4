//! Names that are given to two things, and functions that nothing defines.

use expect_test::expect;

use crate::testing::findings;

#[test]
fn one_name_for_several_sorts() {
    let found = findings(
        "int f(int); bool f = false;
template <class T> int g(T); int g; template <class T> int h(T); template <class T> bool h = true;
namespace N { int a(int); typedef int a; int b; int b(); enum E { c }; int c; }
struct tag; int tag; void tag(); using alias = int; int alias;
const char *const p(int (*)(int)) noexcept; bool p; int (*q)(int); void q(); int o(int); int o(long); int o;
inline namespace I { int own(); } int own; namespace { int hidden; } int hidden();
",
    );
    expect![[r#"
        1: 147 at f:  int f(int) of token 1
        2: 147 at g: function template int g(T) of token 6
        2: 101 at h: h
        3: 101 at a: a
        3: 147 at b:  int N::b of token 1
        3: 101 at c: c
        4: 147 at tag:  int tag of token 1
        4: 101 at alias: alias
        5: 147 at p:  const char *const p(int (*)(int)) noexcept of token 4
        5: 147 at q:  int (*q)(int) of token 3
        5: 147 at o: overloaded function o of token 1
    "#]]
    .assert_eq(&found);
}

#[test]
fn one_entity_with_several_types() {
    let found = findings(
        "struct S {}; S *f(); S f(); extern const int a; extern int a; extern int c[]; extern int c[3];
typedef int F(int); F g; int g(int); extern S *s; struct S *s; int h(int); long h(long);
",
    );
    expect![[r#"
        1: 311 at f
        1: 147 at a:  const int a of token 3
    "#]]
    .assert_eq(&found);
}

#[test]
fn members_of_several_sorts() {
    let found = findings(
        "struct S { int f(int); bool f; typedef int t; void t(); enum { e }; int e; struct q; int q; void q(); void o(); void o(int); template <class T> void o(T); };
",
    );
    expect![[r#"
        1: 101 at f: f
        1: 101 at t: t
        1: 101 at e: e
        1: 101 at q: q
    "#]]
    .assert_eq(&found);
}

#[test]
fn inline_functions_without_definition() {
    let text = "inline int used(); inline int unused(); int g() { return used() + sizeof(unused()); }
constexpr int later(int); inline int later(long) { return 1; } int h() { return later(1) + later(1L); }
struct S { inline void m(); constexpr int n(); virtual inline void v(); void out(); }; void i(S s) { s.m(); s.n(); s.v(); s.out(); }
template <class T> inline void t(T); void j() { t(1); } inline int only(); template <class T> void k() { only(); }
namespace N { struct T { friend inline int fr(T); }; } int l() { return fr(N::T()); } static inline int own(); int m() { return own(); }
inline int defined(); int n() { return defined(); } inline int defined() { return 1; }
";
    expect![[r#"
        1: 821 at used: function used
        2: 821 at later: function later(int)
        3: 114 at m: function S::m
        3: 114 at n: function S::n
        4: 821 at t: function t(T) [with T=int]
        4: 821 at only: function only
        5: 821 at fr: function N::fr
        5: 114 at own: function own
    "#]]
    .assert_eq(&findings(text));
}

#[test]
fn templates_that_are_defined_twice() {
    let found = findings(
        "template <class T> void g(T) {} template <class U> void g(U) {}
template <class T> struct A { void f(); }; template <class T> void A<T>::f() {} template <class T> void A<T>::f() {}
template <class T> struct B {}; template <> struct B<int> {}; template <> struct B<int> {};
template <class T> struct C {}; template struct C<int>; template struct C<int>;
",
    );
    expect![[r#"
        1: 3369 at g: function template g, token 6
        2: 3369 at f: function A<T>::f, token 11
        3: 3369 at B: class B<int>, token 4
        4: 760 at struct: class C<int>
    "#]]
    .assert_eq(&found);
}

#[test]
fn templates_that_are_told_apart() {
    let found = findings(
        "template <class T> void f(T) {} template <class T> void f(T *) {} template <int N> void f(int) {}
template <bool B> struct E { typedef int type; }; template <class T, typename E<sizeof(T) == 1>::type = 0> void g(T) {} template <class T, typename E<sizeof(T) != 1>::type = 0> void g(T) {}
template <class T> auto h(T t) -> decltype(t.a()) {} template <class T> auto h(T t) -> decltype(t.b()) {}
template <class T> struct C {}; template <class T> struct C<T *> {}; template <class T> struct C<T &> {}; template <> struct C<int *> {};
extern template struct C<int>; template struct C<int>; template struct C<long>;
template <class T> concept K = true; template <K T> void k(T) {} template <class T> void k(T) {}
",
    );
    assert_eq!(found, "");
}
