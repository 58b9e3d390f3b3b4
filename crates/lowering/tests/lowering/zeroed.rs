//! Variables that are zero from the beginning of their block.

use expect_test::expect;

use crate::check;

/// (reference: device-half, Objects and temporaries)
#[test]
fn a_variable_of_which_nothing_is_known_is_zero_from_the_beginning_of_its_block() {
    check(
        "__attribute__((device)) int f(int i, int *o) { o[0] = 1; int c[3] = {1, 2, i}; int a[4] = {i}; struct S { int x, y; } s = {i}; return a[i] + c[i] + s.y; }",
        "_Z1fiPi",
        expect![[r#"
            function @_Z1fiPi(%i: int, %o: ptr(int)) -> int device internal {
              {
                declare %c: array(int, 3)
                declare %a: array(int, 4)
                copy(%a, text array(int, 4) zero)
                declare %s: record @_ZZ1fiPiE1S
                store(%s, load(text record @_ZZ1fiPiE1S zero))
                store(deref(add(load(%o), int 0)), int 1)
                clear(%c)
                store(element(%c, ulong 0), int 1)
                store(element(%c, ulong 1), int 2)
                store(element(%c, ulong 2), load(%i))
                store(element(%a, ulong 0), load(%i))
                store(field 0 (%s): int, load(%i))
                return add(add(load(element(%a, load(%i))), load(element(%c, load(%i)))), load(field 1 (%s): int))
              }
            }
        "#]],
    );
    // Nothing is unknown, or something is known.
    check(
        "__attribute__((device)) int f(int i, int *o) { o[0] = 1; int a[4] = {}; int b[4] = {i, 2}; return a[i] + b[i]; }",
        "_Z1fiPi",
        expect![[r#"
            function @_Z1fiPi(%i: int, %o: ptr(int)) -> int device internal {
              {
                store(deref(add(load(%o), int 0)), int 1)
                declare %a: array(int, 4)
                copy(%a, text array(int, 4) zero)
                declare %b: array(int, 4)
                copy(%b, text array(int, 4) [zero, 2])
                store(element(%b, ulong 0), load(%i))
                return add(load(element(%a, load(%i))), load(element(%b, load(%i))))
              }
            }
        "#]],
    );
}

/// (reference: device-half, Objects and temporaries)
#[test]
fn a_jump_to_behind_the_beginning_keeps_the_variable_in_its_place() {
    check(
        "__attribute__((device)) int f(int i) { again: int a[4] = {i}; if (a[i]) goto again; return a[1]; }",
        "_Z1fi",
        expect![[r#"
            function @_Z1fi(%i: int) -> int device internal {
              {
                label again
                declare %a: array(int, 4)
                copy(%a, text array(int, 4) zero)
                store(element(%a, ulong 0), load(%i))
                if convert truth (load(element(%a, load(%i)))): bool {
                  goto again
                }
                return load(element(%a, int 1))
              }
            }
        "#]],
    );
}

/// (reference: device-half, Objects and temporaries)
#[test]
fn an_empty_member_with_a_list_is_known() {
    check(
        "struct E {}; struct S { E e; int v; }; __attribute__((device)) int f(int i) { S a = {{}, i}; return a.v; }",
        "_Z1fi",
        expect![[r#"
            function @_Z1fi(%i: int) -> int device internal {
              {
                declare %a: record @_Z1S
                store(%a, load(text record @_Z1S zero))
                store(field 1 (%a): int, load(%i))
                return load(field 1 (%a): int)
              }
            }
        "#]],
    );
}
