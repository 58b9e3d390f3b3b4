//! Bases, members, virtual tables, closures.

use expect_test::expect;

use crate::{check, function, lowered};

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
fn members_keep_that_they_are_volatile() {
    let text = lowered(
        "
struct V { volatile int a; const int b; volatile float c[2]; };
__attribute__((global)) void k(V *v) { v->a = v->b; }
",
    );
    let records = text.split("function").next().unwrap_or_default();
    expect![[r#"
        cleave-il 1

        record @_Z1V size 16 align 4 {
          member a: volatile int at 0 size 4
          member b: int at 32 size 4
          member c: volatile array(float, 2) at 64 size 8
        }

    "#]]
    .assert_eq(records);
}

#[test]
fn a_destructor_is_called_through_the_table_where_its_name_is_not_qualified() {
    check(
        "
struct V { virtual __attribute__((device)) ~V(); };
struct W : V { };
struct X final : V { };
__attribute__((device)) void f(V *v, W *w, X *x, W o)
{
    v->~V();
    w->~W();
    w->W::~W();
    w->V::~V();
    x->~X();
    o.~W();
}
",
        "_Z1fP1VP1WP1XS1_",
        expect![[r#"
            function @_Z1fP1VP1WP1XS1_(%v: ptr(record @_Z1V), %w: ptr(record @_Z1W), %x: ptr(record @_Z1X), %o: ptr(record @_Z1W)) -> void device internal {
              {
                declare %#1: ptr(record @_Z1V)
                comma(store(%#1, load(%v)), call_pointer(virtual_function 0 (load(%#1)): ptr(fn(ptr(record @_Z1V)) -> void), load(%#1)))
                declare %#2: ptr(record @_Z1W)
                comma(store(%#2, load(%w)), call_pointer(virtual_function 0 (load(%#2)): ptr(fn(ptr(record @_Z1W)) -> void), load(%#2)))
                call @_ZN1WD1Ev(load(%w))
                call @_ZN1VD1Ev(address(field 0 (deref(load(%w))): record @_Z1V))
                call @_ZN1XD1Ev(load(%x))
                call @_ZN1WD1Ev(load(%o))
              }
            }
        "#]],
    );
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

#[test]
fn an_assignment_leaves_what_lies_in_the_tail_padding() {
    check(
        r#"
struct B { B() = default; __attribute__((device)) B(int); int i; char c; };
struct D : B { char d; };
__attribute__((device)) B made();
__attribute__((device)) B *where();
__attribute__((device)) void f(D *d, const B &b, int n) {
  static_cast<B &>(*d) = b;
  static_cast<B &>(*d) = made();
  *where() = b;
  d[n] = d[1];
}
"#,
        "_Z1fP1DRK1Bi",
        expect![[r#"
            function @_Z1fP1DRK1Bi(%d: ptr(record @_Z1D), %b: ptr(const record @_Z1B), %n: int) -> void device internal {
              {
                convert pointer (builtin __gen_nvvm_memcpy_aligned4(convert pointer (address(field 0 (deref(load(%d))): record @_Z1B)): ptr(void), convert pointer (convert pointer (load(%b)): ptr(record @_Z1B)): ptr(void), ulong 5): ptr(void)): ptr(record @_Z1B)
                declare %#1: record @_Z1B
                convert discard (convert pointer (builtin __gen_nvvm_memcpy(convert pointer (address(field 0 (deref(load(%d))): record @_Z1B)): ptr(void), convert pointer (comma(store(%#1, call @_Z4madev(): record @_Z1B), address(%#1))): ptr(void), ulong 5): ptr(void)): ptr(record @_Z1B)): void
                declare %#2: record @_Z1B
                comma(store(%#2, load(deref(load(%b)))), convert pointer (builtin __gen_nvvm_memcpy(convert pointer (call @_Z5wherev(): ptr(record @_Z1B)): ptr(void), convert pointer (address(%#2)): ptr(void), ulong 5): ptr(void)): ptr(record @_Z1B))
                convert pointer (builtin __gen_nvvm_memcpy_aligned4(convert pointer (add(load(%d), load(%n))): ptr(void), convert pointer (add(load(%d), int 1)): ptr(void), ulong 6): ptr(void)): ptr(record @_Z1D)
              }
            }
        "#]],
    );
}

#[test]
fn an_object_is_assigned_where_parameters_that_nothing_modifies_lead() {
    check(
        r#"
struct P { int a[3]; };
__attribute__((device)) P made();
__attribute__((device)) void f(P *p, P *q, P &r, int n) {
  p[0] = made();
  p[n] = made();
  *p = made();
  r = made();
  q++;
  q[1] = made();
  P *local = p;
  *local = made();
}
"#,
        "_Z1fP1PS0_RS_i",
        expect![[r#"
            function @_Z1fP1PS0_RS_i(%p: ptr(record @_Z1P), %q: ptr(record @_Z1P), %r: ptr(record @_Z1P), %n: int) -> void device internal {
              {
                declare %#1: record @_Z1P
                convert discard (comma(store(%#1, call @_Z4madev(): record @_Z1P), store(deref(add(load(%p), int 0)), load(%#1)))): void
                declare %#2: record @_Z1P
                convert discard (comma(store(%#2, call @_Z4madev(): record @_Z1P), store(deref(add(load(%p), load(%n))), load(%#2)))): void
                declare %#3: record @_Z1P
                convert discard (comma(store(%#3, call @_Z4madev(): record @_Z1P), store(deref(load(%p)), load(%#3)))): void
                declare %#4: record @_Z1P
                convert discard (comma(store(%#4, call @_Z4madev(): record @_Z1P), store(deref(load(%r)), load(%#4)))): void
                post_increment(%q)
                declare %#5: record @_Z1P
                convert discard (comma(store(%#5, call @_Z4madev(): record @_Z1P), store(deref(add(load(%q), int 1)), load(%#5)))): void
                declare %local: ptr(record @_Z1P)
                store(%local, load(%p))
                declare %#6: record @_Z1P
                convert discard (comma(store(%#6, call @_Z4madev(): record @_Z1P), store(deref(load(%local)), load(%#6)))): void
              }
            }
        "#]],
    );
}

/// One base that is copied as bytes, and three for which a constructor is called, but for the one in braces.
#[test]
fn a_base_that_may_take_a_constructor_to_make_is_copied_by_one() {
    let copied = |class: &str, init: &str| {
        let text = format!(
            "struct Plain {{ int a; const int b; }};
             struct Declares {{ int a; Declares() = default; Declares(const Declares &) = default; }};
             struct Refers {{ int &a; }};
             struct Holds {{ int b; Refers a[2]; }};
             template <class T> struct Of : T {{ __attribute__((device)) Of(const T &t) : T{init} {{}} }};
             __attribute__((device)) void f({class} &t) {{ Of<{class}> o(t); }}"
        );
        let mangled = format!("_ZN2OfI{}{class}EC1ERKS0_", class.len());
        function(&text, &mangled).contains("call @")
    };
    assert!(!copied("Plain", "(t)"));
    assert!(copied("Declares", "(t)"));
    assert!(!copied("Declares", "{t}"));
    assert!(copied("Refers", "(t)"));
    assert!(copied("Holds", "(t)"));
}

/// A variant that only calls another one may be inlined or not.
#[test]
fn the_variant_with_the_body_is_the_one_that_is_always_inlined() {
    let text = lowered(
        "struct B { int b; __attribute__((device, always_inline)) B(int x) : b(x) {} };
         struct D : B { __attribute__((device)) D() : B(1) {} };
         struct V : virtual B { __attribute__((device, always_inline)) V() : B(2) {} };
         __attribute__((device)) void f() { D d; V v; }",
    );
    let heads = text.lines().filter(|l| l.contains("always_inline"));
    let names: Vec<&str> = heads.filter_map(|l| l.split(['@', '(']).nth(1)).collect();
    assert_eq!(names, ["_ZN1VC2Ev", "_ZN1BC1Ei"]);
}

#[test]
fn an_object_whose_padding_others_may_use_is_set_aside_before_it_is_assigned() {
    check(
        "struct B { long b; int a; __attribute__((device)) B(int x) : b(x), a(x) {} };
         __attribute__((device)) B made();
         __attribute__((device)) void f(B *p, B b) { *p = B(1); *p = made(); b = B(2); }",
        "_Z1fP1BS_",
        expect![[r#"
            function @_Z1fP1BS_(%p: ptr(record @_Z1B), %b: record @_Z1B) -> void device internal {
              {
                declare %#1: record @_Z1B
                declare %#2: record @_Z1B
                convert discard (comma(store(%#2, comma(call @_ZN1BC1Ei(address(%#1), int 1), load(%#1))), convert pointer (builtin __gen_nvvm_memcpy_aligned8(convert pointer (load(%p)): ptr(void), convert pointer (address(%#2)): ptr(void), ulong 12): ptr(void)): ptr(record @_Z1B))): void
                declare %#3: record @_Z1B
                convert discard (comma(store(%#3, call @_Z4madev(): record @_Z1B), convert pointer (builtin __gen_nvvm_memcpy_aligned8(convert pointer (load(%p)): ptr(void), convert pointer (address(%#3)): ptr(void), ulong 12): ptr(void)): ptr(record @_Z1B))): void
                declare %#4: record @_Z1B
                convert discard (convert pointer (builtin __gen_nvvm_memcpy(convert pointer (address(%b)): ptr(void), convert pointer (comma(call @_ZN1BC1Ei(address(%#4), int 2), address(%#4))): ptr(void), ulong 12): ptr(void)): ptr(record @_Z1B)): void
              }
            }
        "#]],
    );
}

/// (reference: device-half, Objects and temporaries)
#[test]
fn an_object_of_a_dynamic_class_that_is_a_constant_names_its_tables() {
    let classes = "struct A { int a = 1; __attribute__((device)) virtual int f() { return a; } };
        struct B { int b = 2; __attribute__((device)) virtual int g() { return b; } };
        struct C : A, B { __attribute__((device)) int g() override { return 3; } };
        ";
    check(
        &format!("{classes}__attribute__((device)) int f() {{ C c; return c.a; }}"),
        "_Z1fv",
        expect![[r#"
            function @_Z1fv() -> int device internal {
              {
                declare %c: record @_Z1C
                store(%c, load(text record @_Z1C {0: record @_Z1A {0: ptr(const long) @_ZTV1C + 16, 1: int 1}, 1: record @_Z1B {0: ptr(const long) @_ZTV1C + 48, 1: int 2}}))
                return load(field 1 (field 0 (%c): record @_Z1A): int)
              }
            }
        "#]],
    );
    check(
        &format!("{classes}__attribute__((device)) C *g() {{ return new C; }}"),
        "_Z1gv",
        expect![[r#"
            function @_Z1gv() -> ptr(record @_Z1C) device internal {
              {
                declare %#1: ulong
                declare %#2: ptr(record @_Z1C)
                return comma(comma(comma(store(%#1, ulong 32), store(%#2, convert pointer (call @_Znwm(load(%#1)): ptr(void)): ptr(record @_Z1C))), store(deref(load(%#2)), load(text record @_Z1C {0: record @_Z1A {0: ptr(const long) @_ZTV1C + 16, 1: int 1}, 1: record @_Z1B {0: ptr(const long) @_ZTV1C + 48, 1: int 2}}))), load(%#2))
              }
            }
        "#]],
    );
}

/// (reference: device-half, Objects and temporaries)
#[test]
fn a_variable_of_a_dynamic_class_refers_to_its_table() {
    let text = crate::lowered(
        "struct A { __attribute__((device)) virtual int f() { return 1; } }; __attribute__((device)) A a;",
    );
    let variable = text.lines().find(|line| line.starts_with("variable @a:"));
    expect!["variable @a: record @_Z1A device internal kept = {0: ptr(const long) @_ZTV1A + 16}"]
        .assert_eq(variable.unwrap_or_default());
}

/// (reference: device-half, Objects and temporaries)
#[test]
fn parentheses_without_arguments_make_the_value_of_default_member_initialisers() {
    check(
        "struct C { int i = 3; float f = 2; }; __attribute__((device)) void f(C *o) { *o = C(); C c = C(); o[1] = c; }",
        "_Z1fP1C",
        expect![[r#"
            function @_Z1fP1C(%o: ptr(record @_Z1C)) -> void device internal {
              {
                declare %#1: record @_Z1C
                declare %#2: record @_Z1C
                convert discard (comma(store(%#2, comma(store(%#1, load(text record @_Z1C {0: int 3, 1: float 2.0})), load(%#1))), store(deref(load(%o)), load(%#2)))): void
                declare %c: record @_Z1C
                store(%c, load(text record @_Z1C {0: int 3, 1: float 2.0}))
                store(deref(add(load(%o), int 1)), load(%c))
              }
            }
        "#]],
    );
}
