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
fn what_a_pointer_leads_to_is_cleared_without_its_alignment() {
    check(
        "record @_Z1S size 12 align 4 {\n  member a: array(int, 2) at 0 size 8\n  member b: int at 64 size 4\n}\n\n\
         function @k(%p: ptr(record @_Z1S)) -> void kernel external {\n  declare %l: record @_Z1S\n  clear(%l)\n  \
         clear(deref(load(%p)))\n  clear(field 0 (deref(load(%p))): array(int, 2))\n}\n",
        Purpose::Compiling,
        expect![[r#"
            struct S;
            struct S { int a[2]; int b; };
            __attribute__((global)) __attribute__((used)) extern void k(struct S *);
            __attribute__((global)) __attribute__((used)) extern void k(struct S *__l0_p)
            {
             struct S __l1_l;
             memset((char *)&__l1_l, 0, sizeof(__l1_l));
             __gen_nvvm_memset((void *)&(*__l0_p), 0, sizeof((*__l0_p)));
             __gen_nvvm_memset((void *)&((*__l0_p).a), 0, sizeof(((*__l0_p).a)));
            }

        "#]],
    );
}

#[test]
fn a_constant_right_behind_a_declaration_is_an_initialiser() {
    check(
        "record @_Z1S size 12 align 4 {\n  member a: array(int, 2) at 0 size 8\n  member b: int at 64 size 4\n}\n\n\
         function @k() -> void kernel external {\n  declare %l: record @_Z1S\n  \
         store(%l, load(text record @_Z1S {0: array(int, 2) [int 0, int 3]}))\n  \
         store(%l, load(text record @_Z1S {1: int 4}))\n}\n",
        Purpose::Compiling,
        expect![[r#"
            struct S;
            struct S { int a[2]; int b; };
            __attribute__((global)) __attribute__((used)) extern void k(void);
            __attribute__((global)) __attribute__((used)) extern void k(void)
            { static struct S __T0 = {.b = 4};
            {
             struct S __l0_l = {.a = {0, 3}};
             (__l0_l = __T0);
            }
            }

        "#]],
    );
}

#[test]
fn a_bit_of_bool_is_no_sign() {
    check(
        "record @_Z1S size 1 align 1 {\n  member a: bool at 0 width 1 size 1\n  member b: bool at 1 width 2 size 1\n}\n\n\
         function @k(%p: ptr(record @_Z1S), %n: int) -> void kernel external {\n  \
         store(field 1 (deref(load(%p))): bool, load(field 0 (deref(load(%p))): bool))\n  \
         store(%n, convert integer (load(field 0 (deref(load(%p))): bool)): int)\n}\n",
        Purpose::Compiling,
        expect![[r#"
            struct S;
            struct S { unsigned char a : 1; __nv_bool b : 2; };
            __attribute__((global)) __attribute__((used)) extern void k(struct S *, int);
            __attribute__((global)) __attribute__((used)) extern void k(struct S *__l0_p, int __l1_n)
            {
             (((*__l0_p).b) = (((*__l0_p).a) != 0));
             (__l1_n = ((int)((__nv_bool)((*__l0_p).a))));
            }

        "#]],
    );
}

#[test]
fn a_switch_over_less_than_an_int_stays_narrow() {
    check(
        "function @f(%c: char, %s: short) -> void device external {
           {
             switch load(%c) {
               case 4 to 5
               break
             }
             switch load(%s) {
               case -1
               break
             }
           }
         }",
        Purpose::Compiling,
        expect![[r#"
            __attribute__((device)) void f(char, short);
            __attribute__((device)) void f(char __l0_c, short __l1_s)
            {
             {
              switch ((unsigned char)__l0_c)
              {
               case 4 ... 5:;
               break;
              }
              switch (__l1_s)
              {
               case -1:;
               break;
              }
             }
            }

        "#]],
    );
}

#[test]
fn an_empty_member_has_its_byte() {
    check(
        "record @_Z1E size 1 align 1 {\n}\n\nrecord @_Z1S size 4 align 2 {\n  base: record @_Z1E at 0 size 0\n  \
         member e: record @_Z1E at 8 size 1\n  member s: short at 16 size 2\n}\n\n\
         function @k(%p: ptr(record @_Z1S)) -> void kernel external {\n  declare %l: record @_Z1S\n  \
         store(%l, load(deref(load(%p))))\n}\n",
        Purpose::Compiling,
        expect![[r#"
            struct E;
            struct S;
            struct E { char __p0[1]; };
            struct S { char __p0[1]; struct E e; short s; };
            __attribute__((global)) __attribute__((used)) extern void k(struct S *);
            __attribute__((global)) __attribute__((used)) extern void k(struct S *__l0_p)
            {
             struct S __l1_l;
             (__l1_l = (*__l0_p));
            }

        "#]],
    );
}

#[test]
fn a_base_with_tail_padding_is_written_member_by_member() {
    check(
        "record @_Z1A size 8 align 4 {\n  member a: int at 0 size 4\n  member b: char at 32 size 1\n}\n\n\
         record @_Z1B size 8 align 4 {\n  base: record @_Z1A at 0 size 5\n}\n\n\
         record @_Z1C size 12 align 4 {\n  base: record @_Z1A at 0 size 8\n  member c: int at 64 size 4\n}\n\n\
         function @k(%p: ptr(record @_Z1B), %q: ptr(record @_Z1C)) -> void kernel external {\n\
         store(field 1 (field 0 (deref(load(%p))): record @_Z1A): char, load(field 1 (field 0 (deref(load(%q))): record @_Z1A): char))\n}\n",
        Purpose::Compiling,
        expect![[r#"
            struct A;
            struct B;
            struct C;
            struct A { int a; char b; };
            struct B { int __i0_a; char __i0_b; };
            struct C { struct A __b0; int c; };
            __attribute__((global)) __attribute__((used)) extern void k(struct B *, struct C *);
            __attribute__((global)) __attribute__((used)) extern void k(struct B *__l0_p, struct C *__l1_q)
            {
             (((*(struct A *)&(*__l0_p)).b) = (((*__l1_q).__b0).b));
            }

        "#]],
    );
}

#[test]
fn the_function_that_names_the_unit_is_first() {
    check(
        "function @f() -> void kernel external {\n}\n\nfunction @ff() -> void device external {\n}\n\n\
         variable @__nv_static_16__00000000_1_a_ff_v: int device internal kept\n\n\
         variable @w: int device external kept = 1\n",
        Purpose::Compiling,
        expect![[r#"
            __attribute__((global)) __attribute__((used)) extern void f(void);
            __attribute__((device)) void ff(void);
            static __attribute__((device)) __attribute__((used)) int v;
            extern __attribute__((device)) __attribute__((used)) int w;
            __attribute__((device)) void ff(void)
            {
            }

            __attribute__((device)) __attribute__((used)) int w = 1;
            __attribute__((global)) __attribute__((used)) extern void f(void)
            {
            }

        "#]],
    );
}

#[test]
fn what_names_the_unit_elsewhere_stands_for_itself() {
    for (tail, first) in [
        ("main", "void main(void) { }"),
        ("12345678", "void __unit_"),
    ] {
        let len = 14 + tail.len();
        let text = format!(
            "function @f() -> void kernel external {{\n}}\n\n\
             variable @__nv_static_{len}__00000000_1_a_{tail}_v: int device internal kept = 1\n"
        );
        let text = print(&module(&text), Purpose::Compiling);
        let made = text.lines().find(|line| line.starts_with("void "));
        assert!(made.is_some_and(|line| line.starts_with(first)), "{text}");
    }
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
            struct S { int a[2]; };
            __attribute__((global)) __attribute__((used)) extern void k(struct S *, struct S *);
            __attribute__((global)) __attribute__((used)) extern void k(struct S *__l0_p, struct S *__l1_q)
            {
             int __l2_l[2];
             int __l3_m[2];
             memcpy((char *)&__l2_l, (char *)&__l3_m, sizeof(__l3_m));
             ((void)__gen_nvvm_memcpy_aligned4((void *)&((*__l0_p).a), (void *)&((*__l1_q).a), sizeof(((*__l1_q).a))));
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

#[test]
fn members_keep_their_names_and_temporaries_come_first() {
    check(
        "record @_Z1S size 12 align 4 {\n  member x: int at 0 size 4\n  member restrict: int at 32 size 4\n  \
         member _Bool: int at 64 size 4\n}\n\n\
         function @k(%p: ptr(record @_Z1S)) -> void kernel external {\n  declare %l: int\n  declare %#2: int\n  \
         store(%#2, load(field 0 (deref(load(%p))): int))\n  store(%l, load(field 1 (deref(load(%p))): int))\n  \
         store(%l, load(field 2 (deref(load(%p))): int))\n}\n",
        Purpose::Compiling,
        expect![[r#"
            struct S;
            struct S { int x; int restrict__1; int _Bool__2; };
            __attribute__((global)) __attribute__((used)) extern void k(struct S *);
            __attribute__((global)) __attribute__((used)) extern void k(struct S *__l0_p)
            {
             int __t2;
             int __l1_l;
             (__t2 = ((*__l0_p).x));
             (__l1_l = ((*__l0_p).restrict__1));
             (__l1_l = ((*__l0_p)._Bool__2));
            }

        "#]],
    );
}

#[test]
fn the_arrays_of_names_have_no_name_in_the_compiler() {
    check(
        "variable @_ZZ1kvE8__func__: const array(char, 2) device internal = array(char, 2) \"k\\{0}\"\n\n\
         function @_Z1kv() -> void kernel external {\n  \
         call @_Z1fPKc(address(element(@_ZZ1kvE8__func__: array(char, 2), int 0)): ptr(const char))\n}\n\n\
         function @_Z1fPKc(%#0: ptr(const char)) -> void device external\n",
        Purpose::Compiling,
        expect![[r#"
            __attribute__((global)) __attribute__((used)) extern void _Z1kv(void);
            __attribute__((device)) extern void _Z1fPKc(const char *);
            static __attribute__((device)) const char __unnamed_1[2];
            static __attribute__((device)) const char __unnamed_1[2] = "k";
            __attribute__((global)) __attribute__((used)) extern void _Z1kv(void)
            {
             _Z1fPKc(((const char *)(__unnamed_1)));
            }

        "#]],
    );
}

#[test]
fn a_condition_is_a_number_that_is_not_promoted() {
    check(
        "function @_Z1fhPi(%c: uchar, %p: ptr(int)) -> void device external {\n  \
         if both(convert truth (load(%c)): bool, convert truth (load(%p)): bool) {\n  return\n  }\n  \
         if not(convert integer (load(%c)): bool) {\n  return\n  }\n  \
         call @_Z1gb(convert integer (load(%c)): bool)\n}\n\n\
         function @_Z1gb(%#0: bool) -> void device external\n",
        Purpose::Compiling,
        expect![[r#"
            __attribute__((device)) void _Z1fhPi(unsigned char, int *);
            __attribute__((device)) extern void _Z1gb(__nv_bool);
            __attribute__((device)) void _Z1fhPi(unsigned char __l0_c, int *__l1_p)
            {
             if ((__l0_c && __l1_p))
             {
              return;
             }
             if ((!(__l0_c)))
             {
              return;
             }
             _Z1gb((__l0_c != 0));
            }

        "#]],
    );
}

#[test]
fn what_a_comma_leaves_is_cast_where_nobody_wants_it() {
    check(
        "function @f(%p: ptr(volatile int), %q: ptr(volatile int)) -> void device external {\n  \
         comma(store(%q, load(%p)), store(deref(load(%p)), int 1))\n  \
         store(deref(comma(comma(store(%q, load(%p)), store(deref(load(%q)), int 1)), load(%q))), int 2)\n}\n",
        Purpose::Compiling,
        expect![[r#"
            __attribute__((device)) void f(volatile int *, volatile int *);
            __attribute__((device)) void f(volatile int *__l0_p, volatile int *__l1_q)
            {
             ((__l1_q = __l0_p), (void)((*__l0_p) = 1));
             ((*(((__l1_q = __l0_p), (void)((*__l1_q) = 1)), __l1_q)) = 2);
            }

        "#]],
    );
}

/// An empty base overlaps nothing: the one before it is a member of its own.
#[test]
fn a_base_beside_an_empty_one_is_a_member() {
    check(
        "record @_Z1E size 1 align 1 {\n}\n\nrecord @_Z1B size 8 align 8 {\n  member a: long at 0 size 8\n}\n\n\
         record @_Z1S size 16 align 8 {\n  base: record @_Z1B at 0 size 8\n  member b: int at 64 size 4\n  base: record @_Z1E at 0 size 0\n}\n\n\
         function @k(%p: ptr(record @_Z1S)) -> void kernel external {\n  clear(deref(load(%p)))\n}\n",
        Purpose::Compiling,
        expect![[r#"
            struct E;
            struct B;
            struct S;
            struct E { char __p0[1]; };
            struct B { long a; };
            struct S { struct B __b0; int b; };
            __attribute__((global)) __attribute__((used)) extern void k(struct S *);
            __attribute__((global)) __attribute__((used)) extern void k(struct S *__l0_p)
            {
             __gen_nvvm_memset((void *)&(*__l0_p), 0, sizeof((*__l0_p)));
            }

        "#]],
    );
}

#[test]
fn a_variable_of_a_function_that_nothing_writes_is_constant() {
    check(
        "variable @_ZZ1fvE4read: int device internal = 3\n\nvariable @_ZZ1fvE7indexed: array(int, 2) device internal = [1, 2]\n\n\
         variable @_ZZ1fvE7written: int device internal = 4\n\nvariable @_ZZ1fvE5named: int device internal = 5\n\n\
         function @f(%i: int) -> int device external {\n  store(@_ZZ1fvE7written: int, load(@_ZZ1fvE4read: int))\n  \
         call @g(address(@_ZZ1fvE5named: int))\n  return add(load(@_ZZ1fvE7written: int), load(element(@_ZZ1fvE7indexed: array(int, 2), load(%i))))\n}\n\n\
         function @g(%p: ptr(int)) -> void device external\n",
        Purpose::Compiling,
        expect![[r#"
            __attribute__((device)) int f(int);
            __attribute__((device)) extern void g(int *);
            static __attribute__((device)) __inline__ const int (*__place_of_ZZ1fvE4read(void));
            static __attribute__((device)) const int _ZZ1fvE7indexed[2];
            static __attribute__((device)) int _ZZ1fvE7written;
            static __attribute__((device)) int _ZZ1fvE5named;
            static __attribute__((device)) __inline__ const int (*__place_of_ZZ1fvE4read(void)) { static const int object = 3; return &object; }
            static __attribute__((device)) const int _ZZ1fvE7indexed[2] = {1, 2};
            static __attribute__((device)) int _ZZ1fvE7written = 4;
            static __attribute__((device)) int _ZZ1fvE5named = 5;
            __attribute__((device)) int f(int __l0_i)
            {
             (_ZZ1fvE7written = (*__place_of_ZZ1fvE4read()));
             g(((int *)&_ZZ1fvE5named));
             return (_ZZ1fvE7written + (_ZZ1fvE7indexed)[__l0_i]);
            }

        "#]],
    );
}

#[test]
fn a_conditional_of_a_narrow_type_stays_narrow() {
    check(
        "function @f(%i: int, %c: char) -> char device external {\n  \
         return conditional(less(load(%i), int 3), load(%c), char 7)\n}\n\n\
         function @g(%i: int) -> int device external {\n  \
         return conditional(less(load(%i), int 3), load(%i), int 7)\n}\n",
        Purpose::Compiling,
        expect![[r#"
            __attribute__((device)) char f(int, char);
            __attribute__((device)) int g(int);
            __attribute__((device)) char f(int __l0_i, char __l1_c)
            {
             return ({ char __v; if ((__l0_i < 3)) __v = __l1_c; else __v = ((char)(7)); __v; });
            }

            __attribute__((device)) int g(int __l0_i)
            {
             return ((__l0_i < 3) ? __l0_i : 7);
            }

        "#]],
    );
}

#[test]
fn a_choice_between_what_is_asked_is_a_number_where_a_number_is_wanted() {
    check(
        "function @f(%c: bool, %i: int, %p: ptr(int)) -> bool device external {\n  \
         store(deref(load(%p)), convert integer (conditional(load(%c), less(load(%i), int 3), not(load(%c)))): int)\n  \
         store(deref(load(%p)), convert integer (conditional(load(%c), less(load(%i), int 3), load(%c))): int)\n  \
         store(deref(add(load(%p), convert integer (conditional(load(%c), less(load(%i), int 3), not(load(%c)))): int)), int 1)\n  \
         return conditional(load(%c), less(load(%i), int 3), not(load(%c)))\n}\n",
        Purpose::Compiling,
        expect![[r#"
            __attribute__((device)) __nv_bool f(__nv_bool, int, int *);
            __attribute__((device)) __nv_bool f(__nv_bool __l0_c, int __l1_i, int *__l2_p)
            {
             ((*__l2_p) = ((int)(__l0_c ? (__l1_i < 3) : (!(__l0_c)))));
             ((*__l2_p) = ((int)({ __nv_bool __v; if (__l0_c) __v = (__l1_i < 3); else __v = __l0_c; __v; })));
             ((*(__l2_p + ((int)({ __nv_bool __v; if (__l0_c) __v = (__l1_i < 3); else __v = (!(__l0_c)); __v; })))) = 1);
             return ({ __nv_bool __v; if (__l0_c) __v = (__l1_i < 3); else __v = (!(__l0_c)); __v; });
            }

        "#]],
    );
}

#[test]
fn constants_behind_a_function_refer_to_each_other() {
    check(
        "variable @_ZTV1C: const array(long, 2) device internal = [1, 2]\n\n\
         variable @_ZTT1C: const array(ptr(const long), 1) device internal = [@_ZTV1C + 8]\n\n\
         function @f() -> ptr(const long) device external {\n  \
         return load(element(@_ZTT1C: array(ptr(const long), 1), int 0))\n}\n",
        Purpose::Compiling,
        expect![[r#"
            __attribute__((device)) const long *f(void);
            static __attribute__((device)) __inline__ const void *__place_of_ZTV1C(int number);
            static __attribute__((device)) __inline__ const void *__place_of_ZTV1C(int number) { static const long _ZTV1C[2] = {1L, 2L}; static const long *const _ZTT1C[1] = {((const long *)((char *)&_ZTV1C + 8))}; if (number == 0) return &_ZTV1C; if (number == 1) return &_ZTT1C; return 0; }
            __attribute__((device)) const long *f(void)
            {
             return ((*(const long *const (*)[1])__place_of_ZTV1C(1)))[0];
            }

        "#]],
    );
}
