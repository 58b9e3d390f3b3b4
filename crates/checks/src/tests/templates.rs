//! Templates by their words.

use expect_test::expect;

use crate::testing::{findings, with};
use cleave_base_db::HostSettings;

#[test]
fn a_dependent_type_without_typename() {
    expect![[r#"
        1: 757 at T: nontype T::type
        1: 757 at T: nontype T::type
        1: 757 at T: nontype T::type
        1: 757 at T: nontype T::type
        1: 757 at T: nontype T::type
        1: 757 at T: nontype T::a::b
        2: 757 at T: nontype T::type
        2: 757 at T: nontype T::type
    "#]].assert_eq(&findings(
        r#"template <class T> struct A { T::type a; T::type f(T::type x); static T::type c; typename T::type d; using U = T::type; typedef T::a::b V; int g() { return T::value; } };
template <class T> T::type f1(T::type x, typename T::type y);
template <class T> struct B : T::type { B() : T::type() {} A<typename T::type> a; };
template <class T> void f2() { T::call(); typename T::type x; } namespace N { struct T { typedef int type; }; } N::T::type v;
template <int I> struct C { struct T { typedef int type; }; T::type t; }; template <class T> struct D { struct U { typedef int type; }; U::type t; };
"#,
    ));
    assert_eq!(
        with(
            "template <class T> struct A { T::type a; };",
            HostSettings {
                standard: 202_002,
                ..HostSettings::default()
            }
        ),
        ""
    );
}

#[test]
fn heads_that_do_not_match() {
    expect![[r#"
        1: 506 at U: token 6
        2: 505 at T: token 9
    "#]].assert_eq(&findings(
        r#"template <class T> struct A {}; template <class T, class U> struct A;
template <class T, class U> struct B; template <class T> struct B {};
template <class T> struct C; template <class T> struct C {}; template <class T> struct C<T *> {}; template <> struct C<int> {};
template <class... T> struct D; template <class T, class... U> struct D<T, U...> {};
"#,
    ));
}

#[test]
fn what_cpp17_brought_to_templates() {
    let settings = HostSettings {
        standard: 201_402,
        ..HostSettings::default()
    };
    expect![[r#"
        1: 1598 at auto
        1: 1598 at auto
        2: 441 at B: class template B
        2: 441 at B: class template B
    "#]].assert_eq(&with(
        r#"template <auto V> struct A {}; template <class T, auto... V> void f();
template <class T> struct B { B(T); B copy(B b) { B c(b); return c; } }; B b(3); void g() { B c(2); B<int> d(1); }
template <class T> struct C : B<T> { void m() { B<T> b(1); } };
"#,
        settings,
    ));
}
