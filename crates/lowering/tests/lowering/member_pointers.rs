//! Pointers to members: conversions and comparisons.

use expect_test::expect;

use crate::check;

const TEXT: &str = r#"
struct A { int a; __attribute__((device)) int f() { return a; } };
struct P { int p; __attribute__((device)) int g() { return p; } };
struct D : A, P { int d; };
__attribute__((device)) int (D::*derived(int (P::*m)()))() { return m; }
__attribute__((device)) int P::*base(int D::*m) { return static_cast<int P::*>(m); }
__attribute__((device)) bool same(int (D::*a)(), int (D::*b)()) { return a == b; }
__attribute__((device)) bool is(int (D::*a)()) { return a != nullptr; }
__attribute__((device)) int call(D *d, int (D::*m)()) { return (d->*m)(); }
"#;

#[test]
fn a_pointer_to_a_function_of_a_base_adds_to_the_object() {
    check(
        TEXT,
        "_Z7derivedM1PFivE",
        expect![[r#"
        function @_Z7derivedM1PFivE(%m: memfn) -> memfn device internal {
          {
            declare %#1: memfn
            return comma(comma(store(%#1, load(%m)), conditional(either(convert truth (member_function(load(%#1)): ptr(fn() -> void)): bool, convert truth (member_adjustment(load(%#1))): bool), convert discard (compound add long (deref(convert pointer (add(convert pointer (address(%#1)): ptr(char), long 8)): ptr(long)), long 4)): void, convert discard (int 0): void)), load(%#1))
          }
        }
    "#]],
    );
}

#[test]
fn a_pointer_to_a_member_of_a_derived_class_stays_null() {
    check(
        TEXT,
        "_Z4baseM1Di",
        expect![[r#"
        function @_Z4baseM1Di(%m: long) -> long device internal {
          {
            declare %#1: long
            return comma(store(%#1, load(%m)), conditional(not_equal(load(%#1), long -1), add(load(%#1), long -4), long -1))
          }
        }
    "#]],
    );
}

#[test]
fn null_is_null_whatever_it_adds() {
    check(
        TEXT,
        "_Z4sameM1DFivES1_",
        expect![[r#"
        function @_Z4sameM1DFivES1_(%a: memfn, %b: memfn) -> bool device internal {
          {
            return both(equal(member_function(load(%a)): ptr(fn() -> void), member_function(load(%b)): ptr(fn() -> void)), either(equal(convert pointer_to_integer (member_function(load(%a)): ptr(fn() -> void)): long, long 0), equal(member_adjustment(load(%a)), member_adjustment(load(%b)))))
          }
        }
    "#]],
    );
    check(
        TEXT,
        "_Z2isM1DFivE",
        expect![[r#"
        function @_Z2isM1DFivE(%a: memfn) -> bool device internal {
          {
            return not_equal(member_function(load(%a)): ptr(fn() -> void), ptr(fn() -> void) zero)
          }
        }
    "#]],
    );
}

#[test]
fn a_local_is_read_where_it_is() {
    check(
        TEXT,
        "_Z4callP1DMS_FivE",
        expect![[r#"
        function @_Z4callP1DMS_FivE(%d: ptr(record @_Z1D), %m: memfn) -> int device internal {
          {
            declare %#1: ptr(record @_Z1D)
            declare %#2: ptr(fn(ptr(record @_Z1D)) -> int)
            return comma(comma(store(%#1, convert pointer (add(convert pointer (load(%d)): ptr(char), member_adjustment(load(%m)))): ptr(record @_Z1D)), store(%#2, convert pointer (conditional(equal(and(convert pointer_to_integer (member_function(load(%m)): ptr(fn() -> void)): long, long 1), long 0), member_function(load(%m)): ptr(fn() -> void), load(deref(convert pointer (add(convert pointer (load(deref(convert pointer (load(%#1)): ptr(ptr(ptr(fn() -> void)))))): ptr(char), subtract(convert pointer_to_integer (member_function(load(%m)): ptr(fn() -> void)): long, long 1))): ptr(ptr(fn() -> void)))))): ptr(fn(ptr(record @_Z1D)) -> int))), call_pointer(load(%#2), load(%#1)))
          }
        }
    "#]],
    );
}

#[test]
fn a_member_of_an_anonymous_union_is_one_of_the_class_around() {
    check(
        "struct T { int tag; union { int i; struct { char a; int c; }; }; };
         __attribute__((device)) int f(T *t) { int T::*p = &T::c; return t->*p; }",
        "_Z1fP1T",
        expect![[r#"
            function @_Z1fP1T(%t: ptr(record @_Z1T)) -> int device internal {
              {
                declare %p: long
                store(%p, long 8)
                return load(deref(convert pointer (add(convert pointer (load(%t)): ptr(char), load(%p))): ptr(int)))
              }
            }
        "#]],
    );
}
