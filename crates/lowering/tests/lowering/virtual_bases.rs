//! Virtual bases: tables of tables, variants of constructors and destructors, thunks, places.

use expect_test::expect;

use crate::{check, lowered};

const DIAMOND: &str = r#"
struct A { int a; __attribute__((device)) A(int q) : a(q) {} __attribute__((device)) virtual A *self() { return this; } };
struct B : virtual A { int b; __attribute__((device)) B(int q) : A(q), b(q) {} __attribute__((device)) B *self() override { return this; } };
struct C : virtual A { int c; __attribute__((device)) C() : A(2), c(3) {} __attribute__((device)) ~C() { c = 0; } };
struct E : B, C { __attribute__((device)) E(int q) : A(q + 1), B(q) { a = q; } __attribute__((device)) E(long q) : E((int)q) {} };
__attribute__((device)) int through(B *p) { return p->a; }
__attribute__((device)) int known(int q) { E e(q); return e.a + through(&e); }
"#;

#[test]
fn a_constructor_for_complete_objects_makes_virtual_bases() {
    check(
        DIAMOND,
        "_ZN1EC1Ei",
        expect![[r#"
        function @_ZN1EC1Ei(%this: ptr(record @_Z1E), %q: int) -> void device internal inline {
          declare %#1: ptr(const ptr(const long))
          store(%#1, address(element(@_ZTT1E: array(ptr(const long)), int 0)): ptr(const ptr(const long)))
          store(field 0 (field 0 (deref(load(%this))): record @_Z1B): ptr(const long), load(deref(load(%#1))))
          call @_ZN1AC2Ei(address(field 2 (deref(load(%this))): record @_Z1A), add(load(%q), int 1))
          call @_ZN1EC2Ei(load(%this), load(%#1), load(%q))
        }
    "#]],
    );
}

#[test]
fn a_constructor_for_bases_takes_tables_from_a_table() {
    check(
        DIAMOND,
        "_ZN1EC2Ei",
        expect![[r#"
        function @_ZN1EC2Ei(%this: ptr(record @_Z1E), %#1: ptr(const ptr(const long)), %q: int) -> void device internal inline {
          call @_ZN1BC2Ei(address(field 0 (deref(load(%this))): record @_Z1B), add(load(%#1), ulong 1), load(%q))
          call @_ZN1CC2Ev(address(field 1 (deref(load(%this))): record @_Z1C), add(load(%#1), ulong 3))
          declare %#2: ptr(record @_Z1E)
          store(field 0 (field 0 (deref(load(%this))): record @_Z1B): ptr(const long), load(deref(load(%#1))))
          store(field 0 (deref(comma(store(%#2, load(%this)), convert pointer (add(convert pointer (load(%#2)): ptr(char), virtual_offset -24 (load(%#2)))): ptr(record @_Z1A)))): ptr(const long), load(deref(add(load(%#1), ulong 5))))
          store(field 0 (field 1 (deref(load(%this))): record @_Z1C): ptr(const long), load(deref(add(load(%#1), ulong 6))))
          {
            declare %#3: ptr(record @_Z1E)
            store(field 1 (deref(comma(store(%#3, load(%this)), convert pointer (add(convert pointer (load(%#3)): ptr(char), virtual_offset -24 (load(%#3)))): ptr(record @_Z1A)))): int, load(%q))
          }
        }
    "#]],
    );
}

#[test]
fn a_delegating_constructor_makes_objects_of_either_sort() {
    let text = DIAMOND.replace("E e(q)", "E e((long)q)");
    check(
        &text,
        "_ZN1EC9El",
        expect![[r#"
        function @_ZN1EC9El(%this: ptr(record @_Z1E), %#1: ptr(const ptr(const long)), %q: long) -> void device internal inline {
          if convert truth (load(%#1)): bool {
            call @_ZN1EC2Ei(load(%this), load(%#1), convert integer (load(%q)): int)
          } else {
            call @_ZN1EC1Ei(load(%this), convert integer (load(%q)): int)
          }
          {
          }
        }
    "#]],
    );
}

#[test]
fn a_destructor_destroys_virtual_bases_of_complete_objects_alone() {
    let text = DIAMOND.replace(
        "virtual A *self",
        "~A() { a = 0; } __attribute__((device)) virtual A *self",
    );
    check(
        &text,
        "_ZN1ED1Ev",
        expect![[r#"
        function @_ZN1ED1Ev(%this: ptr(record @_Z1E)) -> void device internal inline align 2 {
          declare %#1: ptr(const ptr(const long))
          store(%#1, address(element(@_ZTT1E: array(ptr(const long)), int 0)): ptr(const ptr(const long)))
          call @_ZN1ED2Ev(load(%this), load(%#1))
          call @_ZN1AD2Ev(address(field 2 (deref(load(%this))): record @_Z1A))
        }
    "#]],
    );
    check(
        &text,
        "_ZN1ED2Ev",
        expect![[r#"
        function @_ZN1ED2Ev(%this: ptr(record @_Z1E), %#1: ptr(const ptr(const long))) -> void device internal inline align 2 {
          declare %#2: ptr(record @_Z1E)
          store(field 0 (field 0 (deref(load(%this))): record @_Z1B): ptr(const long), load(deref(load(%#1))))
          store(field 0 (deref(comma(store(%#2, load(%this)), convert pointer (add(convert pointer (load(%#2)): ptr(char), virtual_offset -24 (load(%#2)))): ptr(record @_Z1A)))): ptr(const long), load(deref(add(load(%#1), ulong 5))))
          store(field 0 (field 1 (deref(load(%this))): record @_Z1C): ptr(const long), load(deref(add(load(%#1), ulong 6))))
          call @_ZN1CD2Ev(address(field 1 (deref(load(%this))): record @_Z1C), add(load(%#1), ulong 3))
          call @_ZN1BD2Ev(address(field 0 (deref(load(%this))): record @_Z1B), add(load(%#1), ulong 1))
        }
    "#]],
    );
}

#[test]
fn a_covariant_result_is_converted_by_a_thunk() {
    check(
        DIAMOND,
        "_ZTcv0_n24_v0_n24_N1B4selfEv",
        expect![[r#"
        function @_ZTcv0_n24_v0_n24_N1B4selfEv(%this: ptr(record @_Z1B)) -> ptr(record @_Z1B) device internal inline align 2 {
          declare %#1: ptr(record @_Z1B)
          store(%#1, call @_ZN1B4selfEv(convert pointer (add(convert pointer (load(%this)): ptr(char), virtual_offset -24 (load(%this)))): ptr(record @_Z1B)): ptr(record @_Z1B))
          return conditional(convert truth (load(%#1)): bool, convert pointer (add(convert pointer (load(%#1)): ptr(char), virtual_offset -24 (load(%#1)))): ptr(record @_Z1B), ptr(record @_Z1B) zero)
        }
    "#]],
    );
}

#[test]
fn pointers_ask_the_table_and_objects_do_not() {
    check(
        DIAMOND,
        "_Z7throughP1B",
        expect![[r#"
        function @_Z7throughP1B(%p: ptr(record @_Z1B)) -> int device internal {
          {
            declare %#1: ptr(record @_Z1B)
            return load(field 1 (deref(comma(store(%#1, load(%p)), convert pointer (add(convert pointer (load(%#1)): ptr(char), virtual_offset -24 (load(%#1)))): ptr(record @_Z1A)))): int)
          }
        }
    "#]],
    );
    check(
        DIAMOND,
        "_Z5knowni",
        expect![[r#"
        function @_Z5knowni(%q: int) -> int device internal {
          {
            declare %e: record @_Z1E
            call @_ZN1EC1Ei(address(%e), load(%q))
            declare %#1: int
            store(%#1, add(load(field 1 (field 2 (%e): record @_Z1A): int), call @_Z7throughP1B(address(field 0 (%e): record @_Z1B)): int))
            call @_ZN1ED1Ev(address(%e))
            return load(%#1)
          }
        }
    "#]],
    );
}

#[test]
fn tables_of_a_diamond() {
    let text = lowered(DIAMOND);
    let tables: Vec<&str> = text.lines().filter(|l| l.contains("@_ZT")).collect();
    let tables: Vec<&str> = tables
        .into_iter()
        .filter(|l| l.starts_with("variable"))
        .collect();
    expect![[r#"
        variable @_ZTT1E: const array(ptr(const long), 7) device internal = [@_ZTV1E + 24, @_ZTV1B__1E + 24, @_ZTV1A__1B__1E + 24, @_ZTV1C__1E + 24, @_ZTV1A__1C__1E + 24, @_ZTV1E + 80, @_ZTV1E + 56]
        variable @_ZTT1C: const array(ptr(const long), 2) device internal = [@_ZTV1C + 24, @_ZTV1C + 48]
        variable @_ZTT1B: const array(ptr(const long), 2) device internal = [@_ZTV1B + 24, @_ZTV1B + 56]
        variable @_ZTV1A: const array(long, 3) device internal = [0, 0, @_ZN1A4selfEv]
        variable @_ZTV1E: const array(long, 11) device internal = [32, 0, 0, @_ZN1B4selfEv, 16, -16, 0, -32, -32, 0, @_ZTcv0_n24_v0_n24_N1B4selfEv]
        variable @_ZTV1B__1E: const array(long, 4) device internal = [32, 0, 0, @_ZN1B4selfEv]
        variable @_ZTV1A__1B__1E: const array(long, 4) device internal = [-32, -32, 0, @_ZTcv0_n24_v0_n24_N1B4selfEv]
        variable @_ZTV1C__1E: const array(long, 3) device internal = [16, 0, 0]
        variable @_ZTV1A__1C__1E: const array(long, 4) device internal = [0, -16, 0, @_ZN1A4selfEv]
        variable @_ZTV1C: const array(long, 7) device internal = [16, 0, 0, 0, -16, 0, @_ZN1A4selfEv]
        variable @_ZTV1B: const array(long, 8) device internal = [16, 0, 0, @_ZN1B4selfEv, -16, -16, 0, @_ZTcv0_n24_v0_n24_N1B4selfEv]"#]].assert_eq(&tables.join("\n"));
}
