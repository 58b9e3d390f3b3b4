//! Arrays of objects: made as values or by calls, assigned, freed.

use expect_test::expect;

use crate::{check, lowered};

const MADE: &str = r#"
struct B {
  int x;
  int y;
  constexpr __attribute__((device)) B() : x(1), y(0) {}
};
struct G {
  B b[2];
  __attribute__((device)) G() {}
};
__attribute__((device)) int value() {
  B b[2][2];
  return b[1][1].x;
}
"#;

#[test]
fn an_array_that_a_constexpr_constructor_makes_is_a_value() {
    check(
        MADE,
        "_Z5valuev",
        expect![[r#"
            function @_Z5valuev() -> int device internal {
              {
                declare %b: array(array(record @_Z1B, 2), 2)
                copy(%b, text array(array(record @_Z1B, 2), 2) [[{0: int 1}, {0: int 1}], [{0: int 1}, {0: int 1}]])
                return load(field 0 (element(element(%b, int 1), int 1)): int)
              }
            }
        "#]],
    );
}

#[test]
fn a_member_that_nothing_initialises_is_made_by_a_call() {
    let text = format!("{MADE}__attribute__((device)) void made() {{ G g; }}");
    check(
        &text,
        "_ZN1GC1Ev",
        expect![[r#"
            function @_ZN1GC1Ev(%this: ptr(record @_Z1G)) -> void device internal inline {
              call @__cxa_vec_ctor(convert pointer (address(field 0 (deref(load(%this))): array(record @_Z1B, 2))): ptr(void), ulong 2, ulong 8, function @_ZN1BC1Ev: ptr(fn(ptr(void)) -> void), ptr(fn(ptr(void)) -> void) zero): ptr(void)
              {
              }
            }
        "#]],
    );
}

#[test]
fn a_constexpr_array_whose_initialiser_has_its_bound_is_const() {
    let text = lowered(
        "__attribute__((device)) constexpr int t[] = {1, 2};
__attribute__((global)) void k(int *p) { *p = t[*p]; }
",
    );
    let variables = text.lines().filter(|l| l.starts_with("variable"));
    expect!["variable @t: const array(int, 2) device internal kept = [1, 2]"]
        .assert_eq(&variables.collect::<Vec<_>>().join("\n"));
}

#[test]
fn an_array_of_unknown_length_is_cleared() {
    check(
        "__attribute__((device)) int *f(int n) { return new int[n]{3, n}; }",
        "_Z1fi",
        expect![[r#"
            function @_Z1fi(%n: int) -> ptr(int) device internal {
              {
                declare %#1: ulong
                declare %#2: ulong
                declare %#3: ptr(int)
                declare %#4: ptr(array(int, 2))
                return comma(comma(comma(comma(comma(comma(comma(store(%#1, convert integer (load(%n)): ulong), store(%#2, multiply(load(%#1), ulong 4))), store(%#3, convert pointer (call @_Znam(load(%#2)): ptr(void)): ptr(int))), builtin __gen_nvvm_memset(convert pointer (load(%#3)): ptr(void), int 0, multiply(load(%#1), ulong 4)): ptr(void)), store(%#4, convert pointer (load(%#3)): ptr(array(int, 2)))), store(element(deref(load(%#4)), ulong 0), int 3)), store(element(deref(load(%#4)), ulong 1), load(%n))), load(%#3))
              }
            }
        "#]],
    );
}

#[test]
fn what_code_calls_is_defined() {
    let text = lowered(&format!(
        "{MADE}__attribute__((device)) void made() {{ G g; }}"
    ));
    let defined = text.lines().find(|l| l.starts_with("function @_ZN1BC1Ev"));
    assert!(defined.is_some_and(|l| l.ends_with('{')), "{text}");
}

#[test]
fn elements_are_assigned_one_after_the_other() {
    check(
        r#"
struct H {
  short a;
  __attribute__((device)) H &operator=(const H &o) { a = o.a; return *this; }
};
struct T {
  H x[2][3];
};
__attribute__((device)) void f(T *p) { p[0] = p[1]; }
"#,
        "_ZN1TaSERKS_",
        expect![[r#"
            function @_ZN1TaSERKS_(%this: ptr(record @_Z1T), %#1: ptr(const record @_Z1T)) -> ptr(record @_Z1T) device internal inline align 2 {
              declare %#2: ulong
              store(%#2, ulong 0)
              loop after while less(pre_increment(%#2), ulong 6) {
                call @_ZN1HaSERKS_(add(convert pointer (address(field 0 (deref(load(%this))): array(array(record @_Z1H, 3), 2))): ptr(record @_Z1H), load(%#2)), add(convert pointer (address(field 0 (deref(load(%#1))): array(array(record @_Z1H, 3), 2))): ptr(const record @_Z1H), load(%#2))): ptr(record @_Z1H)
              }
              return load(%this)
            }
        "#]],
    );
}

#[test]
fn what_nothing_destroys_is_freed_without_asking_for_null() {
    check(
        r#"
__attribute__((device)) void f(int *p) { delete[] p; }
"#,
        "_Z1fPi",
        expect![[r#"
            function @_Z1fPi(%p: ptr(int)) -> void device internal {
              {
                call @_ZdaPv(convert pointer (load(%p)): ptr(void))
              }
            }
        "#]],
    );
}

#[test]
fn elements_are_made_with_default_arguments_by_a_function_of_their_own() {
    check(
        "struct A { int v; __attribute__((device)) A(int x = 1, const int &y = 2) : v(x + y) {} };
         __attribute__((device)) int h(int n) { A a[3] = {4}; auto *b = new A[n][2]; return a[n].v + b[n][1].v; }",
        "_Z1hi",
        expect![[r#"
            function @_Z1hi(%n: int) -> int device internal {
              {
                declare %a: array(record @_Z1A, 3)
                declare %#1: int
                call @_ZN1AC1EiRKi(address(element(%a, ulong 0)), int 4, convert pointer (comma(store(%#1, int 2), address(%#1))): ptr(const int))
                call @__cxa_vec_ctor(convert pointer (add(address(element(%a, int 0)), ulong 1)): ptr(void), ulong 2, ulong 4, function @_ZN1AC1EiRKi__by_default: ptr(fn(ptr(void)) -> void), ptr(fn(ptr(void)) -> void) zero): ptr(void)
                declare %b: ptr(array(record @_Z1A, 2))
                declare %#2: ulong
                declare %#3: ulong
                declare %#4: ptr(array(record @_Z1A, 2))
                store(%b, comma(comma(comma(comma(store(%#2, convert integer (load(%n)): ulong), store(%#3, multiply(load(%#2), ulong 8))), store(%#4, convert pointer (call @_Znam(load(%#3)): ptr(void)): ptr(array(record @_Z1A, 2)))), call @__cxa_vec_ctor(convert pointer (load(%#4)): ptr(void), multiply(load(%#2), ulong 2), ulong 4, function @_ZN1AC1EiRKi__by_default: ptr(fn(ptr(void)) -> void), ptr(fn(ptr(void)) -> void) zero): ptr(void)), load(%#4)))
                return add(load(field 0 (element(%a, load(%n))): int), load(field 0 (element(deref(add(load(%b), load(%n))), int 1)): int))
              }
            }
        "#]],
    );
    check(
        "struct A { int v; __attribute__((device)) A(int x = 1, const int &y = 2) : v(x + y) {} };
         __attribute__((device)) int h(int n) { A a[3]; return a[n].v; }",
        "_ZN1AC1EiRKi__by_default",
        expect![[r#"
            function @_ZN1AC1EiRKi__by_default(%this: ptr(record @_Z1A)) -> void device internal inline {
              declare %#1: int
              call @_ZN1AC1EiRKi(load(%this), int 1, convert pointer (comma(store(%#1, int 2), address(%#1))): ptr(const int))
            }
        "#]],
    );
}

#[test]
fn an_array_of_unknown_length_may_begin_with_listed_objects() {
    check(
        "struct A { int v; __attribute__((device)) A(int); __attribute__((device)) A(); __attribute__((device)) ~A(); };
         __attribute__((device)) int h(int n) { A *a = new A[n]{4, 5}; return a[n].v; }",
        "_Z1hi",
        expect![[r#"
            function @_Z1hi(%n: int) -> int device internal {
              {
                declare %a: ptr(record @_Z1A)
                declare %#1: ulong
                declare %#2: ptr(record @_Z1A)
                declare %#3: ptr(array(record @_Z1A, 2))
                store(%a, comma(comma(comma(comma(comma(comma(comma(store(%#1, convert integer (load(%n)): ulong), store(%#2, convert pointer (call @__cxa_vec_new3(load(%#1), ulong 4, ulong 8, ptr(fn(ptr(void)) -> void) zero, function @_ZN1AD1Ev: ptr(fn(ptr(void)) -> void), function @_Znam: ptr(fn(ulong) -> ptr(void)), function @_ZdaPvm: ptr(fn(ptr(void), ulong) -> void)): ptr(void)): ptr(record @_Z1A))), builtin __gen_nvvm_memset(convert pointer (load(%#2)): ptr(void), int 0, multiply(load(%#1), ulong 4)): ptr(void)), store(%#3, convert pointer (load(%#2)): ptr(array(record @_Z1A, 2)))), call @_ZN1AC1Ei(address(element(deref(load(%#3)), ulong 0)), int 4)), call @_ZN1AC1Ei(add(address(element(deref(load(%#3)), int 0)), ulong 1), int 5)), call @__cxa_vec_ctor(convert pointer (add(load(%#2), ulong 2)): ptr(void), subtract(load(%#1), ulong 2), ulong 4, function @_ZN1AC1Ev: ptr(fn(ptr(void)) -> void), ptr(fn(ptr(void)) -> void) zero): ptr(void)), load(%#2)))
                return load(field 0 (deref(add(load(%a), load(%n)))): int)
              }
            }
        "#]],
    );
}

#[test]
fn the_objects_of_an_array_of_arrays_are_counted_through() {
    check(
        "struct A { int v; __attribute__((device)) A(); __attribute__((device)) ~A(); };
         __attribute__((device)) void h(int n) { auto *a = new A[n][3]; delete[] a; }",
        "_Z1hi",
        expect![[r#"
            function @_Z1hi(%n: int) -> void device internal {
              {
                declare %a: ptr(array(record @_Z1A, 3))
                store(%a, convert pointer (call @__cxa_vec_new3(multiply(convert integer (load(%n)): ulong, ulong 3), ulong 4, ulong 8, function @_ZN1AC1Ev: ptr(fn(ptr(void)) -> void), function @_ZN1AD1Ev: ptr(fn(ptr(void)) -> void), function @_Znam: ptr(fn(ulong) -> ptr(void)), function @_ZdaPvm: ptr(fn(ptr(void), ulong) -> void)): ptr(void)): ptr(array(record @_Z1A, 3)))
                call @__cxa_vec_delete3(convert pointer (load(%a)): ptr(void), ulong 4, ulong 8, function @_ZN1AD1Ev: ptr(fn(ptr(void)) -> void), function @_ZdaPvm: ptr(fn(ptr(void), ulong) -> void))
              }
            }
        "#]],
    );
}

#[test]
fn an_array_is_freed_with_the_size_that_stands_before_it() {
    let check = |freed: &str, want| {
        let text = format!(
            "struct A {{ int v; __attribute__((device)) void *operator new[](unsigned long); {freed} }};
             __attribute__((device)) void h(int n) {{ A *a = new A[n]; delete[] a; }}"
        );
        super::check(&text, "_Z1hi", want);
    };
    check(
        "__attribute__((device)) void operator delete[](void *, unsigned long);",
        expect![[r#"
            function @_Z1hi(%n: int) -> void device internal {
              {
                declare %a: ptr(record @_Z1A)
                store(%a, convert pointer (call @__cxa_vec_new3(convert integer (load(%n)): ulong, ulong 4, ulong 8, ptr(fn(ptr(void)) -> void) zero, ptr(fn(ptr(void)) -> void) zero, function @_ZN1AnaEm: ptr(fn(ulong) -> ptr(void)), function @_ZN1AdaEPvm: ptr(fn(ptr(void), ulong) -> void)): ptr(void)): ptr(record @_Z1A))
                call @__cxa_vec_delete3(convert pointer (load(%a)): ptr(void), ulong 4, ulong 8, ptr(fn(ptr(void)) -> void) zero, function @_ZN1AdaEPvm: ptr(fn(ptr(void), ulong) -> void))
              }
            }
        "#]],
    );
    check(
        "__attribute__((device)) void operator delete[](void *); __attribute__((device)) ~A();",
        expect![[r#"
            function @_Z1hi(%n: int) -> void device internal {
              {
                declare %a: ptr(record @_Z1A)
                store(%a, convert pointer (call @__cxa_vec_new2(convert integer (load(%n)): ulong, ulong 4, ulong 8, ptr(fn(ptr(void)) -> void) zero, function @_ZN1AD1Ev: ptr(fn(ptr(void)) -> void), function @_ZN1AnaEm: ptr(fn(ulong) -> ptr(void)), function @_ZN1AdaEPv: ptr(fn(ptr(void)) -> void)): ptr(void)): ptr(record @_Z1A))
                call @__cxa_vec_delete2(convert pointer (load(%a)): ptr(void), ulong 4, ulong 8, function @_ZN1AD1Ev: ptr(fn(ptr(void)) -> void), function @_ZN1AdaEPv: ptr(fn(ptr(void)) -> void))
              }
            }
        "#]],
    );
    check(
        "__attribute__((device)) void operator delete[](void *);",
        expect![[r#"
            function @_Z1hi(%n: int) -> void device internal {
              {
                declare %a: ptr(record @_Z1A)
                declare %#1: ulong
                declare %#2: ulong
                declare %#3: ptr(record @_Z1A)
                store(%a, comma(comma(comma(store(%#1, convert integer (load(%n)): ulong), store(%#2, multiply(load(%#1), ulong 4))), store(%#3, convert pointer (call @_ZN1AnaEm(load(%#2)): ptr(void)): ptr(record @_Z1A))), load(%#3)))
                call @_ZN1AdaEPv(convert pointer (load(%a)): ptr(void))
              }
            }
        "#]],
    );
}

#[test]
fn what_has_a_greater_alignment_is_allocated_with_it() {
    check(
        "struct alignas(64) A { char c[64]; };
         __attribute__((device)) void h(int n) { A *a = new A, *b = new A[n]; delete a; delete[] b; }",
        "_Z1hi",
        expect![[r#"
            function @_Z1hi(%n: int) -> void device internal {
              {
                declare %a: ptr(record @_Z1A)
                declare %#1: ulong
                declare %#2: ptr(record @_Z1A)
                store(%a, comma(comma(store(%#1, ulong 64), store(%#2, convert pointer (call @_ZnwmSt11align_val_t(load(%#1), ulong 64): ptr(void)): ptr(record @_Z1A))), load(%#2)))
                declare %b: ptr(record @_Z1A)
                declare %#3: ulong
                declare %#4: ulong
                declare %#5: ptr(record @_Z1A)
                store(%b, comma(comma(comma(store(%#3, convert integer (load(%n)): ulong), store(%#4, multiply(load(%#3), ulong 64))), store(%#5, convert pointer (call @_ZnamSt11align_val_t(load(%#4), ulong 64): ptr(void)): ptr(record @_Z1A))), load(%#5)))
                call @_ZdlPvmSt11align_val_t(convert pointer (load(%a)): ptr(void), ulong 64, ulong 64)
                call @_ZdaPvSt11align_val_t(convert pointer (load(%b)): ptr(void), ulong 64)
              }
            }
        "#]],
    );
}
