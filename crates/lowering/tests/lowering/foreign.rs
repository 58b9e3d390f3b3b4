//! What libraries write and programs seldom do: templates that are named in roundabout ways, packs without elements, parts of
//! complex numbers.

use expect_test::expect;

use crate::{check, lowered};

#[test]
fn a_complex_number_is_made_of_its_parts() {
    check(
        "__attribute__((device)) float f(float a, float b) {
           __complex__ float z{a, b};
           __imag__ z += 1;
           return __real__ z;
         }",
        "_Z1fff",
        expect![[r#"
            function @_Z1fff(%a: float, %b: float) -> float device internal {
              {
                declare %z: complex(float)
                store(%z, builtin __builtin_complex(load(%a), load(%b)): complex(float))
                compound add float (imaginary(%z), convert integer_to_floating (int 1): float)
                return load(real(%z))
              }
            }
        "#]],
    );
}

#[test]
fn an_implicit_assignment_is_called_by_its_name() {
    check(
        "struct B { int i; };
         struct D : B {
           int j;
           __attribute__((device)) D &operator=(const D &o) { B::operator=(o); j = o.j; return *this; }
         };
         __attribute__((device)) void f(D &a, D &b, B &c) { a = b; c.operator=(a); }",
        "_ZN1DaSERKS_",
        expect![[r#"
            function @_ZN1DaSERKS_(%this: ptr(record @_Z1D), %o: ptr(const record @_Z1D)) -> ptr(record @_Z1D) device internal inline align 2 {
              {
                store(field 0 (deref(load(%this))): record @_Z1B, load(field 0 (deref(load(%o))): record @_Z1B))
                store(field 1 (deref(load(%this))): int, load(field 1 (deref(load(%o))): int))
                return load(%this)
              }
            }
        "#]],
    );
}

#[test]
fn a_lambda_expands_a_pack_without_elements() {
    check(
        "struct F { template <class... T> __attribute__((device)) int operator()(T...) { return sizeof...(T); } };
         template <class... T> __attribute__((device)) int g(F f, T... t) {
           auto outer = [&](auto... u) { auto inner = [&](int i) { return f((u + i)...); }; return inner(3); };
           return outer(t...);
         }
         __attribute__((device)) int none() { return g(F{}); }",
        "_ZZZ1gIJEEi1FDpT_ENKUlDpT_E_clIJEEEDaS4_ENKUliE_clEi",
        expect![[r#"
            function @_ZZZ1gIJEEi1FDpT_ENKUlDpT_E_clIJEEEDaS4_ENKUliE_clEi(%this: ptr(const record @_ZZZ1gIJEEi1FDpT_ENKUlDpT_E_clIJEEEDaS4_EUliE_), %i: int) -> int device internal inline align 2 {
              {
                return call @_ZN1FclIJEEEiDpT_(load(field 0 (deref(load(%this))): ptr(record @_Z1F))): int
              }
            }
        "#]],
    );
}

#[test]
fn a_member_template_is_called_without_the_keyword() {
    check(
        "struct Q { template <int n> __attribute__((device)) static int f(int x) { return x + n; } };
         template <class A> __attribute__((device)) int g(int y) { return A::f<3>(y) * 5 + 2; }
         __attribute__((device)) int h() { return g<Q>(1); }",
        "_Z1gI1QEii",
        expect![[r#"
            function @_Z1gI1QEii(%y: int) -> int device internal {
              {
                return add(multiply(call @_ZN1Q1fILi3EEEii(load(%y)): int, int 5), int 2)
              }
            }
        "#]],
    );
}

#[test]
fn local_statics_see_the_directives_around_them() {
    let il = lowered(
        "namespace n { constexpr int v = 4; namespace m { struct P { int a; }; } }
         __attribute__((device)) int f(int *p) {
           using namespace n;
           using n::v;
           namespace k = n::m;
           static auto x = v;
           static k::P y = {v};
           auto l = [=] __attribute__((device)) (int i) { __attribute__((shared)) int w[v]; return w[i]; };
           return x++ + y.a++ + l(p[0]);
         }",
    );
    let variables: String = il
        .lines()
        .filter(|l| l.starts_with("variable"))
        .map(|l| l.to_owned() + "\n")
        .collect();
    expect![[r#"
        variable @_ZZZ1fPiENKUliE_clEiE1w: array(int, 4) shared internal
        variable @_ZZ1fPiE1x: int device internal = 4
        variable @_ZZ1fPiE1y: record @_ZN1n1m1PE device internal = {0: int 4}
    "#]]
    .assert_eq(&variables);
}
