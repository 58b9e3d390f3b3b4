//! The C of small modules.

use expect_test::{Expect, expect};

use super::module;
use crate::c::{Purpose, print};

/// What stands in the C of a module behind the words that every text begins with.
fn check(text: &str, purpose: Purpose, want: Expect) {
    let text = print(&module(text), purpose);
    let empty = print(&crate::Module::default(), purpose);
    want.assert_eq(text.strip_prefix(&empty).unwrap_or(&text));
}

#[test]
fn a_function_that_others_may_define_is_inline() {
    check(
        "function @once() -> void device link_once {\n  return\n}\n\nfunction @stays() -> void device weak {\n  return\n}\n\n\
         function @own() -> void device internal {\n  return\n}\n\nfunction @k() -> void kernel weak {\n  call @once()\n  call @own()\n}\n",
        Purpose::Compiling,
        expect![[r#"
            __attribute__((device)) __inline__ void once(void);
            __attribute__((device)) __inline__ __attribute__((__used__)) void stays(void);
            __attribute__((device)) static void own(void);
            __attribute__((global)) __attribute__((used)) __inline__ void k(void);
            __attribute__((device)) __inline__ void once(void)
            {
             return;
            }

            __attribute__((device)) __inline__ __attribute__((__used__)) void stays(void)
            {
             return;
            }

            __attribute__((device)) static void own(void)
            {
             return;
            }

            __attribute__((global)) __attribute__((used)) __inline__ void k(void)
            {
             once();
             own();
            }

        "#]],
    );
}

#[test]
fn what_a_pointer_leads_to_is_cleared_with_its_alignment() {
    check(
        "record @_Z1S size 12 align 4 {\n  member a: array(int, 2) at 0 size 8\n  member b: int at 64 size 4\n}\n\n\
         function @k(%p: ptr(record @_Z1S)) -> void kernel external {\n  declare %l: record @_Z1S\n  clear(%l)\n  \
         clear(deref(load(%p)))\n  clear(field 0 (deref(load(%p))): array(int, 2))\n}\n",
        Purpose::Compiling,
        expect![[r#"
            struct S;
            struct S { int a_0[2]; int b_1; };
            __attribute__((global)) __attribute__((used)) extern void k(struct S *);
            __attribute__((global)) __attribute__((used)) extern void k(struct S *__l0_p)
            {
             struct S __l1_l;
             memset((char *)&__l1_l, 0, sizeof(__l1_l));
             ((*__l0_p) = ((struct S){0}));
             ({ struct { int __a[2]; } __z = {0}; *(__typeof__(__z) *)&((*__l0_p).a_0) = __z; });
            }

        "#]],
    );
}

#[test]
fn a_unique_name_is_for_reading() {
    let text = "function @__nv_static_2__a_k() -> void kernel internal {\n}\n";
    check(
        text,
        Purpose::Compiling,
        expect![[r#"
        __attribute__((global)) __attribute__((used)) static void k(void);
        __attribute__((global)) __attribute__((used)) static void k(void)
        {
        }

    "#]],
    );
    check(
        text,
        Purpose::Reading,
        expect![[r#"
        __global__ static void __nv_static_2__a_k(void);
        __global__ static void __nv_static_2__a_k(void)
        {
        }

    "#]],
    );
}

#[test]
fn an_array_behind_a_pointer_is_copied_with_its_alignment() {
    check(
        "record @_Z1S size 8 align 4 {\n  member a: array(int, 2) at 0 size 8\n}\n\n\
         function @k(%p: ptr(record @_Z1S), %q: ptr(record @_Z1S)) -> void kernel external {\n  declare %l: array(int, 2)\n  \
         declare %m: array(int, 2)\n  copy(%l, %m)\n  \
         copy(field 0 (deref(load(%p))): array(int, 2), field 0 (deref(load(%q))): array(int, 2))\n}\n",
        Purpose::Compiling,
        expect![[r#"
            struct S;
            struct S { int a_0[2]; };
            __attribute__((global)) __attribute__((used)) extern void k(struct S *, struct S *);
            __attribute__((global)) __attribute__((used)) extern void k(struct S *__l0_p, struct S *__l1_q)
            {
             int __l2_l[2];
             int __l3_m[2];
             memcpy((char *)&__l2_l, (char *)&__l3_m, sizeof(__l3_m));
             ({ struct { int __a[2]; } *__d = (void *)&((*__l0_p).a_0); *__d = *(__typeof__(__d))&((*__l1_q).a_0); });
            }

        "#]],
    );
}

#[test]
fn what_has_lines_has_markers() {
    check(
        "function @f(%n: int) -> void kernel external at \"a.cu\":7 {\n  if not_equal(load(%n), int 0) !2 {\n    return !3\n  }\n  \
         return\n}\n",
        Purpose::Compiling,
        expect![[r#"
            __attribute__((global)) __attribute__((used)) extern void f(int);
            # 7 "a.cu"
            __attribute__((global)) __attribute__((used)) extern void f(int __l0_n)
            # 7 "a.cu"
            {
            # 9 "a.cu"
             if ((__l0_n != 0))
            # 9 "a.cu"
             {
            # 10 "a.cu"
              return;
            # 10 "a.cu"
             }
            # 10 "a.cu"
             return;
            # 10 "a.cu"
            }

        "#]],
    );
}
