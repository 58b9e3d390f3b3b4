//! Each row of the table of what silences what: a program in which something is silenced, and one in which it is not.

use expect_test::expect;

use crate::testing::findings;

#[test]
fn no_type_to_deduce() {
    expect![[r#"
        2: 84 at int
    "#]]
    .assert_eq(&findings(
        r#"
auto int i;
"#,
    ));
    expect![[r#"
        2: 1593 at i
    "#]]
    .assert_eq(&findings(
        r#"
auto i;
"#,
    ));
}

#[test]
fn no_destructor() {
    expect![[r#"
        4: 279 at ~
        5: 279 at ~
    "#]]
    .assert_eq(&findings(
        r#"
struct A {
  ~A();
  ~B();
  ~B();
};
"#,
    ));
    expect![[r#"
        4: 403 at f: function A::f() of token 4
    "#]]
    .assert_eq(&findings(
        r#"
struct A {
  int f();
  int f();
};
"#,
    ));
}

#[test]
fn definitions_that_fit_nothing() {
    expect![[r#"
        3: 135 at f: class template A<T>, f
    "#]]
    .assert_eq(&findings(
        r#"
template <class T> struct A {};
template <class T> void A<T>::f() {
  int x = "";
}
"#,
    ));
    expect![[r#"
        6: 177 at x: variable x
        6: 144 at "": const char *, int
    "#]]
    .assert_eq(&findings(
        r#"
template <class T> struct A {
  void f();
};
template <class T> void A<T>::f() {
  int x = "";
}
"#,
    ));
}

#[test]
fn instantiations_that_fit_nothing() {
    expect![[r#"
        3: 147 at p:  void p() of token 1
    "#]]
    .assert_eq(&findings(
        r#"
void p();
template void p();
"#,
    ));
    expect![[r#"
        3: 489 at void: function f(T) [with T=int]
    "#]]
    .assert_eq(&findings(
        r#"
template <class T> void f(T);
template void f<int>(int);
"#,
    ));
}
