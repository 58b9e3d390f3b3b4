//! Calls, results, arguments, objects of classes.

use expect_test::expect;

use crate::{check, lowered};

/// A class that is passed by reference, and functions that use it.
const OBJECTS: &str = r#"
struct N {
  int a;
  __attribute__((device)) N(int x) : a(x) {}
  __attribute__((device)) N(const N &o) : a(o.a + 1) {}
  __attribute__((device)) ~N() { a = 0; }
};
struct P { int x, y; };
__attribute__((device)) N make(int x) { return N(x); }
__attribute__((device)) N named(int x) { N n(x); n.a++; return n; }
__attribute__((device)) int take(N n, P p) { return n.a + p.y; }
__attribute__((device)) int both() { return take(make(1), P{2, 3}) + 4; }
"#;

#[test]
fn an_object_is_made_in_the_return_slot() {
    check(
        OBJECTS,
        "_Z4makei",
        expect![[r#"
        function @_Z4makei(%#1: ptr(record @_Z1N), %x: int) -> void device internal return_slot {
          {
            call @_ZN1NC1Ei(load(%#1), load(%x))
            return
          }
        }
    "#]],
    );
}

#[test]
fn a_variable_that_is_returned_is_made_there_too() {
    check(
        OBJECTS,
        "_Z5namedi",
        expect![[r#"
        function @_Z5namedi(%#1: ptr(record @_Z1N), %x: int) -> void device internal return_slot {
          {
            call @_ZN1NC1Ei(load(%#1), load(%x))
            post_increment(field 0 (deref(load(%#1))): int)
            return
          }
        }
    "#]],
    );
}

#[test]
fn temporaries_end_with_the_full_expression() {
    check(
        OBJECTS,
        "_Z4bothv",
        expect![[r#"
        function @_Z4bothv() -> int device internal {
          {
            declare %#1: record @_Z1N
            declare %#2: record @_Z1P
            declare %#3: ptr(record @_Z1N)
            declare %#4: record @_Z1P
            declare %#5: int
            return comma(comma(store(%#5, add(comma(comma(store(%#3, comma(call @_Z4makei(address(%#1), int 1), address(%#1))), store(%#4, comma(comma(comma(clear(%#2), store(field 0 (%#2): int, int 2)), store(field 1 (%#2): int, int 3)), load(%#2)))), call @_Z4take1N1P(load(%#3), load(%#4)): int), int 4)), call @_ZN1ND1Ev(address(%#1))), load(%#5))
          }
        }
    "#]],
    );
}

#[test]
fn arguments_are_evaluated_from_the_left() {
    check(
        "__attribute__((device)) int two(int a, int b) { return a - b; }
         __attribute__((device)) int f(int *p) { return two(*p++, *p++); }",
        "_Z1fPi",
        expect![[r#"
            function @_Z1fPi(%p: ptr(int)) -> int device internal {
              {
                declare %#1: int
                declare %#2: int
                return comma(comma(store(%#1, load(deref(post_increment(%p)))), store(%#2, load(deref(post_increment(%p))))), call @_Z3twoii(load(%#1), load(%#2)): int)
              }
            }
        "#]],
    );
}

#[test]
fn a_constant_call_is_a_literal() {
    check(
        "__attribute__((device)) constexpr int square(int x) { return x * x; }
         __attribute__((device)) int f() { return square(7); }",
        "_Z1fv",
        expect![[r#"
            function @_Z1fv() -> int device internal {
              {
                return int 49
              }
            }
        "#]],
    );
}

#[test]
fn a_reference_is_read_through() {
    check(
        "__attribute__((device)) int target = 3;
         __attribute__((device)) int &alias = target;
         __attribute__((device)) int f() { return alias; }",
        "_Z1fv",
        expect![[r#"
            function @_Z1fv() -> int device internal {
              {
                return load(deref(ptr(int) @target))
              }
            }
        "#]],
    );
}

#[test]
fn a_block_may_declare_a_variable_of_the_file_again() {
    let text = "__attribute__((device)) int total = 3;
                __attribute__((device)) int f() { extern __attribute__((device)) int total; return total; }";
    expect![[r#"
        cleave-il 1

        variable @total: int device internal kept = 3

        function @_Z1fv() -> int device internal {
          {
            return load(@total: int)
          }
        }
    "#]]
    .assert_eq(&lowered(text));
}

#[test]
fn what_is_not_understood_refuses_the_whole() {
    let text = "__attribute__((device)) void f() { throw 1; }
                __attribute__((device)) int g() { return 1; }";
    expect![[r#"
        refused: an exception
    "#]]
    .assert_eq(&lowered(text));
}
