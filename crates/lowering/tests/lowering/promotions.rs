//! Which operands are promoted: truth values, and what is added to pointers.

use expect_test::expect;

use crate::check;

#[test]
fn what_is_added_to_a_pointer_is_not_promoted() {
    check(
        "enum E : unsigned char { e0 };
         __attribute__((device)) int h(int *p, unsigned char c, short s, bool b, E e) {
           int a[4] = {};
           p += c;
           return p[s] + a[c] + *(p - s) + p[(int)c] + p[b] + p[e] + p[c + 1];
         }",
        "_Z1hPihsb1E",
        expect![[r#"
            function @_Z1hPihsb1E(%p: ptr(int), %c: uchar, %s: short, %b: bool, %e: uchar) -> int device internal {
              {
                declare %a: array(int, 4)
                copy(%a, text array(int, 4) zero)
                compound add ptr(int) (%p, load(%c))
                return add(add(add(add(add(add(load(deref(add(load(%p), load(%s)))), load(element(%a, load(%c)))), load(deref(subtract(load(%p), load(%s))))), load(deref(add(load(%p), convert integer (load(%c)): int)))), load(deref(add(load(%p), convert integer (load(%b)): int)))), load(deref(add(load(%p), load(%e))))), load(deref(add(load(%p), add(convert integer (load(%c)): int, int 1)))))
              }
            }
        "#]],
    );
}

/// (reference: device-half, Loops and statements)
#[test]
fn a_truth_value_that_is_cast_to_bool_is_compared_with_zero_again() {
    check(
        "__attribute__((device)) bool f(bool a, bool b, bool *p) { *p = static_cast<bool>(a); if ((bool)a) *p = bool{b}; return bool(a == b); }",
        "_Z1fbbPb",
        expect![[r#"
            function @_Z1fbbPb(%a: bool, %b: bool, %p: ptr(bool)) -> bool device internal {
              {
                store(deref(load(%p)), convert truth (load(%a)): bool)
                if convert truth (load(%a)): bool {
                  store(deref(load(%p)), convert truth (load(%b)): bool)
                }
                return convert truth (equal(convert integer (load(%a)): int, convert integer (load(%b)): int)): bool
              }
            }
        "#]],
    );
    // Nothing is cast.
    check(
        "__attribute__((device)) bool f(bool a) { bool b = a; return b; }",
        "_Z1fb",
        expect![[r#"
            function @_Z1fb(%a: bool) -> bool device internal {
              {
                declare %b: bool
                store(%b, load(%a))
                return load(%b)
              }
            }
        "#]],
    );
}

/// (reference: device-half, Objects and temporaries)
#[test]
fn what_is_subtracted_from_a_pointer_is_not_promoted() {
    check(
        "struct B { unsigned n : 3; };
         __attribute__((device)) char *f(char *p, bool b, int n, B s) { p = p - (n < 3); p -= s.n; p += b; return p - s.n; }",
        "_Z1fPcbi1B",
        expect![[r#"
            function @_Z1fPcbi1B(%p: ptr(char), %b: bool, %n: int, %s: record @_Z1B) -> ptr(char) device internal {
              {
                store(%p, subtract(load(%p), less(load(%n), int 3)))
                compound subtract ptr(char) (%p, load(field 0 (%s): uint))
                compound add ptr(char) (%p, convert integer (load(%b)): int)
                return subtract(load(%p), load(field 0 (%s): uint))
              }
            }
        "#]],
    );
}
