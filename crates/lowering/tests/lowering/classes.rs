//! Bases, members, virtual tables, closures.

use expect_test::expect;

use crate::{check, lowered};

const VIRTUAL: &str = r#"
struct B { virtual __attribute__((device)) int f() { return b; } int b; };
struct D : B { __attribute__((device)) int f() override { return b + d; } int d; };
__attribute__((device)) int call(B *p) { return p->f(); }
__attribute__((device)) int made() { D d; d.b = 1; d.d = 2; return call(&d); }
"#;

#[test]
fn a_virtual_call_goes_through_the_table() {
    check(
        VIRTUAL,
        "_Z4callP1B",
        expect![[r#"
        function @_Z4callP1B(%p: ptr(record @_Z1B)) -> int device internal {
          {
            declare %#1: ptr(record @_Z1B)
            return comma(store(%#1, load(%p)), call_pointer(virtual_function 0 (load(%#1)): ptr(fn(ptr(record @_Z1B)) -> int), load(%#1)))
          }
        }
    "#]],
    );
}

#[test]
fn records_and_tables_of_a_hierarchy() {
    let text = lowered(VIRTUAL);
    let records = text.split("function").next().unwrap_or_default();
    expect![[r#"
        cleave-il 1

        record @_Z1B size 16 align 8 {
          vtable: ptr(const long) at 0 size 8
          member b: int at 64 size 4
        }

        record @_Z1D size 16 align 8 {
          base: record @_Z1B at 0 size 12
          member d: int at 96 size 4
        }

        variable @_ZTV1D: const array(long, 3) device internal = [0, 0, @_ZN1D1fEv]

        variable @_ZTV1B: const array(long, 3) device internal = [0, 0, @_ZN1B1fEv]

    "#]]
    .assert_eq(records);
}

#[test]
fn captures_are_members_of_the_closure() {
    check(
        "__attribute__((device)) int f(int a, float &b) { auto l = [=, &b](int x) { b = x; return x + a; }; return l(3); }",
        "_ZZ1fiRfENKUliE_clEi",
        expect![[r#"
            function @_ZZ1fiRfENKUliE_clEi(%this: ptr(const record @_ZZ1fiRfEUliE_), %x: int) -> int device internal inline align 2 {
              {
                store(deref(load(field 0 (deref(load(%this))): ptr(float))), convert integer_to_floating (load(%x)): float)
                return add(load(%x), load(field 1 (deref(load(%this))): int))
              }
            }
        "#]],
    );
}

#[test]
fn a_table_of_another_base_names_thunks() {
    let text = lowered(
        r#"
struct A { virtual __attribute__((device)) int f() { return 1; } int a; };
struct B { virtual __attribute__((device)) int g() { return 2; } int b; };
struct C : A, B { __attribute__((device)) int g() override { return a; } };
__attribute__((device)) int use(B *p) { return p->g(); }
__attribute__((device)) int made() { C c; return use(&c); }
"#,
    );
    let start = text.find("variable @_ZTV1C").expect("the table is there");
    let table = text[start..].lines().next().unwrap_or_default();
    let thunk = text
        .find("function @_ZThn16_N1C1gEv")
        .expect("the thunk is there");
    let thunk = text[thunk..].split("\n\n").next().unwrap_or_default();
    expect![[r#"
        variable @_ZTV1C: const array(long, 7) device internal = [0, 0, @_ZN1A1fEv, @_ZN1C1gEv, -16, 0, @_ZThn16_N1C1gEv]
        function @_ZThn16_N1C1gEv(%this: ptr(record @_Z1C)) -> int device internal inline align 2 {
          return call @_ZN1C1gEv(convert pointer (add(convert pointer (load(%this)): ptr(char), long -16)): ptr(record @_Z1C)): int
        }

    "#]].assert_eq(&format!("{table}\n{thunk}\n"));
}

#[test]
fn a_table_has_nothing_where_a_function_is_pure() {
    let text = lowered(
        r#"
struct A { virtual __attribute__((device)) int f() = 0; virtual __attribute__((device)) int g() { return 1; } __attribute__((device)) A() {} };
struct B : A { __attribute__((device)) int f() override { return 2; } };
__attribute__((device)) int made() { B b; return b.f(); }
"#,
    );
    let tables = text.lines().filter(|l| l.starts_with("variable @_ZTV"));
    let pure = text.lines().filter(|l| l.contains("_ZN1A1fEv"));
    expect![[r#"
        variable @_ZTV1A: const array(long, 4) device internal = [0, 0, 0, @_ZN1A1gEv]
        variable @_ZTV1B: const array(long, 4) device internal = [0, 0, @_ZN1B1fEv, @_ZN1A1gEv]"#]]
    .assert_eq(&tables.chain(pure).collect::<Vec<_>>().join("\n"));
}

#[test]
fn members_and_bases_are_destroyed_in_reverse() {
    check(
        r#"
struct P { int a; __attribute__((device)) ~P() { a = 0; } };
struct Q { int b; __attribute__((device)) ~Q() { b = 0; } };
struct R { int c; __attribute__((device)) ~R() { c = 0; } };
struct D : P { Q q; R r; __attribute__((device)) ~D() { a = 1; } };
__attribute__((device)) void f(D *d) { d->~D(); }
"#,
        "_ZN1DD1Ev",
        expect![[r#"
            function @_ZN1DD1Ev(%this: ptr(record @_Z1D)) -> void device internal inline nothrow align 2 {
              {
                store(field 0 (field 0 (deref(load(%this))): record @_Z1P): int, int 1)
              }
              call @_ZN1RD1Ev(address(field 2 (deref(load(%this))): record @_Z1R))
              call @_ZN1QD1Ev(address(field 1 (deref(load(%this))): record @_Z1Q))
              call @_ZN1PD2Ev(address(field 0 (deref(load(%this))): record @_Z1P))
            }
        "#]],
    );
}
