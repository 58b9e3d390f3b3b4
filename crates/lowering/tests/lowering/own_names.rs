//! The arrays that functions have their names in: their linker names, their texts, their order.

use crate::{database, module};
use cleave_base_db::HostSettings;
use cleave_il::ConstantKind;
use expect_test::{Expect, expect};
use std::fmt::Write as _;

/// The arrays of a module, each with its text.
fn arrays(text: &str, want: Expect) {
    let (l, file, options) = database(text, HostSettings::default());
    let module = module(&l, file, options).expect("the text is understood");
    let faults = cleave_il::verify(&module);
    assert!(faults.is_empty(), "{faults:?}");
    let mut out = String::new();
    for variable in &module.variables {
        let Some(value) = variable.value else {
            continue;
        };
        if let ConstantKind::Text(units) = &variable.code.constants[value].kind {
            let text: String = (units.iter().take_while(|u| **u != 0))
                .filter_map(|u| char::from_u32(*u))
                .collect();
            let _ = writeln!(out, "{}: {text}", variable.name);
        }
    }
    want.assert_eq(&out);
}

#[test]
fn each_function_has_an_array_for_each_way_to_ask() {
    arrays(
        r#"
__attribute__((device)) void say(const char *);
template <class T> __attribute__((device)) void t(T) { say(__func__); }
__attribute__((global)) void k() { say(__func__); say(__FUNCTION__); say(__PRETTY_FUNCTION__); t(1); }
__attribute__((device)) void unused() { say(__func__); }
extern "C" __attribute__((device)) void c() { say(__func__); }
struct S { __attribute__((device)) S(int) { say(__func__); } };
struct My_operator { __attribute__((device)) ~My_operator() { say(__func__); } __attribute__((device)) void operator+(int) { say(__func__); } };
__attribute__((device)) void f() { S s(1); c(); unused(); My_operator o; o + 1; }
"#,
        expect![[r#"
            _ZZ1kvE8__func__: k
            _ZZ1kvE19__PRETTY_FUNCTION__: void k()
            _ZZ6unusedvE8__func__: unused
            _ZZ1cE8__func__: c
            _ZZN1SC1EiE8__func__: S
            _ZZN11My_operatorD1EvE8__func__: ~My_operator
            _ZZN11My_operatorplEiE8__func__: operator+
            _ZZ1tIiEvT_E8__func__: t
        "#]],
    );
}

#[test]
fn signatures_are_spelled_as_declared_with_what_parameters_stand_for() {
    arrays(
        r#"
__attribute__((device)) void say(const char *);
struct A {
  static constexpr __attribute__((device)) int s(int) { say(__PRETTY_FUNCTION__); return 1; }
  __attribute__((device)) bool c() const noexcept { say(__PRETTY_FUNCTION__); return true; }
  __attribute__((device)) ~A() { say(__PRETTY_FUNCTION__); }
  __attribute__((device)) operator int() { say(__PRETTY_FUNCTION__); return 1; }
  __attribute__((device)) int (*p(char))(long) { say(__PRETTY_FUNCTION__); return 0; }
};
template <class T> struct B {
  template <class U, bool V> static __attribute__((device)) void m(U) { say(__PRETTY_FUNCTION__); }
  __attribute__((device)) B() { say(__PRETTY_FUNCTION__); }
  friend __attribute__((device)) void g(B) { say(__PRETTY_FUNCTION__); }
};
template <class T, int N, class... P> __attribute__((device)) void v(T *, P...) { say(__PRETTY_FUNCTION__); }
template <class... P> __attribute__((device)) void none(P...) { say(__PRETTY_FUNCTION__); }
template <class, int = 4> __attribute__((device)) void unnamed() { say(__PRETTY_FUNCTION__); }
template <class T> __attribute__((device)) T e(T x) { say(__PRETTY_FUNCTION__); return x; }
template <> __attribute__((device)) long e(long x) { say(__PRETTY_FUNCTION__); return x; }
__attribute__((device)) auto after(int) -> int { say(__PRETTY_FUNCTION__); return 1; }
__attribute__((global)) void k(const float *__restrict__ p) {
  A::s(1);
  A a;
  a.c();
  (int)a;
  a.p('c');
  B<int>::m<char, true>('c');
  B<int> b;
  g(b);
  v<int, 3, char, float>((int *)0, 'c', 1.f);
  none();
  unnamed<int>();
  e(1);
  e(1l);
  after(1);
  say(__PRETTY_FUNCTION__);
  auto l = [](auto x) { say(__PRETTY_FUNCTION__); };
  l(1);
  [](bool) mutable { say(__PRETTY_FUNCTION__); }(true);
}
"#,
        expect![[r#"
            _ZZN1A1sEiE19__PRETTY_FUNCTION__: static constexpr int A::s(int)
            _ZZNK1A1cEvE19__PRETTY_FUNCTION__: __nv_bool A::c() const noexcept
            _ZZN1AD1EvE19__PRETTY_FUNCTION__: A::~A() noexcept
            _ZZN1AcviEvE19__PRETTY_FUNCTION__: A::operator int()
            _ZZN1A1pEcE19__PRETTY_FUNCTION__: int (*A::p(char))(long)
            _ZZ1eIlET_S0_E19__PRETTY_FUNCTION__: T e(T) [with T = long]
            _ZZ5afteriE19__PRETTY_FUNCTION__: auto after(int)->int
            _ZZ1kPKfE19__PRETTY_FUNCTION__: void k(const float *)
            _ZZZ1kPKfENKUlT_E_clIiEEDaS1_E19__PRETTY_FUNCTION__: lambda [](auto)->auto::operator()(auto)->auto [with <auto-1> = int]
            _ZZZ1kPKfENUlbE_clEbE19__PRETTY_FUNCTION__: lambda [](__nv_bool) mutable->auto::operator()(__nv_bool) mutable->auto
            _ZZN1BIiE1mIcLb1EEEvT_E19__PRETTY_FUNCTION__: static void B<T>::m(U) [with U = char; __nv_bool V = true; T = int]
            _ZZN1BIiEC1EvE19__PRETTY_FUNCTION__: B<T>::B() [with T = int]
            _ZZ1g1BIiEE19__PRETTY_FUNCTION__: void g(B<int>)
            _ZZ1vIiLi3EJcfEEvPT_DpT1_E19__PRETTY_FUNCTION__: void v(T *, P...) [with T = int; int N = 3; P = char; P = float]
            _ZZ4noneIJEEvDpT_E19__PRETTY_FUNCTION__: void none(P...)]
            _ZZ7unnamedIiLi4EEvvE19__PRETTY_FUNCTION__: void unnamed() [with <template-parameter-1-1> = int; int <anonymous> = 4]
            _ZZ1eIiET_S0_E19__PRETTY_FUNCTION__: T e(T) [with T = int]
        "#]],
    );
}

#[test]
fn a_partial_specialisation_is_spelled_with_its_arguments_and_its_members_stand_as_they_are_declared()
 {
    arrays(
        r#"
__attribute__((device)) void say(const char *);
template <class T, class U> struct C;
template <class T, int N> struct C<T *, int[N]> {
  __attribute__((device)) void m(T) { say(__PRETTY_FUNCTION__); }
  template <class V> __attribute__((device)) void n(V) { say(__PRETTY_FUNCTION__); }
  __attribute__((device)) C() { say(__PRETTY_FUNCTION__); }
};
__attribute__((global)) void k() { C<char *, int[3]> c; c.n(1); c.m('c'); }
"#,
        expect![[r#"
            _ZZN1CIPcA3_iE1mEcE19__PRETTY_FUNCTION__: void C<T *, int [N]>::m(T) [with T = char; int N = 3]
            _ZZN1CIPcA3_iEC1EvE19__PRETTY_FUNCTION__: C<T *, int [N]>::C() [with T = char; int N = 3]
            _ZZN1CIPcA3_iE1nIiEEvT_E19__PRETTY_FUNCTION__: void C<T *, int [N]>::n(V) [with V = int; T = char; int N = 3]
        "#]],
    );
}
