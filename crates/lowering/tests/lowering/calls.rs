//! Arguments of calls and objects of member calls: which are set aside, and in which order.

use expect_test::expect;

use crate::check;

/// Constructors, and functions that take references.
const DECLARED: &str = "struct R { int a, b; __attribute__((device)) R(int, int); };
     struct D : R { using R::R; };
     __attribute__((device)) void to(int, int &);
     __attribute__((device)) void at(int, int *);
     __attribute__((device)) void both(int &, int &);
     ";

#[test]
fn elements_of_a_list_have_an_order_and_arguments_in_parentheses_have_none() {
    let text = format!(
        "{DECLARED}__attribute__((device)) void f(int *p) {{
           R a(p[0], p[1]);
           R b{{p[0], p[1]}};
           D c(p[0], p[1]);
           D d{{p[0], p[1]}};
           R e{{p[0], 3}};
         }}"
    );
    check(
        &text,
        "_Z1fPi",
        expect![[r#"
        function @_Z1fPi(%p: ptr(int)) -> void device internal {
          {
            declare %a: record @_Z1R
            call @_ZN1RC1Eii(address(%a), load(deref(add(load(%p), int 0))), load(deref(add(load(%p), int 1))))
            declare %b: record @_Z1R
            declare %#1: int
            declare %#2: int
            store(%#1, load(deref(add(load(%p), int 0))))
            store(%#2, load(deref(add(load(%p), int 1))))
            call @_ZN1RC1Eii(address(%b), load(%#1), load(%#2))
            declare %c: record @_Z1D
            call @_ZN1DCI11REii(address(%c), load(deref(add(load(%p), int 0))), load(deref(add(load(%p), int 1))))
            declare %d: record @_Z1D
            declare %#3: int
            declare %#4: int
            store(%#3, load(deref(add(load(%p), int 0))))
            store(%#4, load(deref(add(load(%p), int 1))))
            call @_ZN1DCI11REii(address(%d), load(%#3), load(%#4))
            declare %e: record @_Z1R
            call @_ZN1RC1Eii(address(%e), load(deref(add(load(%p), int 0))), int 3)
          }
        }
    "#]],
    );
}

#[test]
fn a_reference_counts_among_the_arguments_and_a_pointer_does_not() {
    let text = format!(
        "{DECLARED}__attribute__((device)) int global;
         __attribute__((device)) void f(int *p) {{
           int a, b;
           to(p[0], a);
           to(p[0], global);
           at(p[0], &a);
           both(a, b);
         }}"
    );
    check(
        &text,
        "_Z1fPi",
        expect![[r#"
        function @_Z1fPi(%p: ptr(int)) -> void device internal {
          {
            declare %a: int
            declare %b: int
            declare %#1: int
            comma(store(%#1, load(deref(add(load(%p), int 0)))), call @_Z2toiRi(load(%#1), address(%a)))
            declare %#2: int
            comma(store(%#2, load(deref(add(load(%p), int 0)))), call @_Z2toiRi(load(%#2), address(@global: int)))
            call @_Z2atiPi(load(deref(add(load(%p), int 0))), address(%a))
            call @_Z4bothRiS_(address(%a), address(%b))
          }
        }
    "#]],
    );
}

#[test]
fn an_object_counts_among_the_arguments() {
    check(
        "struct E {};
         __attribute__((device)) void with(int, E);
         __attribute__((device)) void f(int *p, E e) { with(p[0], e); }",
        "_Z1fPi1E",
        expect![[r#"
            function @_Z1fPi1E(%p: ptr(int), %e: record @_Z1E) -> void device internal {
              {
                declare %#1: int
                declare %#2: record @_Z1E
                comma(comma(store(%#1, load(deref(add(load(%p), int 0)))), store(%#2, load(%e))), call @_Z4withi1E(load(%#1), load(%#2)))
              }
            }
        "#]],
    );
}

#[test]
fn a_result_with_tail_padding_is_copied_before_a_member_is_called() {
    check(
        "struct B { long a; int b; __attribute__((device)) B(); __attribute__((device)) bool is() const; };
         struct C : B { __attribute__((device)) C(); };
         __attribute__((device)) B b();
         __attribute__((device)) C c();
         __attribute__((device)) void f() { b().is(), c().is(), B().is(); }",
        "_Z1fv",
        expect![[r#"
            function @_Z1fv() -> void device internal {
              {
                declare %#1: record @_Z1B
                declare %#2: record @_Z1B
                declare %#3: record @_Z1C
                declare %#4: record @_Z1B
                convert discard (comma(comma(call @_ZNK1B2isEv(convert pointer (comma(convert pointer (builtin __gen_nvvm_memcpy(convert pointer (address(%#1)): ptr(void), convert pointer (comma(store(%#2, call @_Z1bv(): record @_Z1B), address(%#2))): ptr(void), ulong 12): ptr(void)): ptr(record @_Z1B), address(%#1))): ptr(const record @_Z1B)): bool, call @_ZNK1B2isEv(convert pointer (address(field 0 (deref(comma(store(%#3, call @_Z1cv(): record @_Z1C), address(%#3)))): record @_Z1B)): ptr(const record @_Z1B)): bool), call @_ZNK1B2isEv(convert pointer (comma(call @_ZN1BC1Ev(address(%#4)), address(%#4))): ptr(const record @_Z1B)): bool)): void
              }
            }
        "#]],
    );
}

#[test]
fn an_operand_with_an_effect_comes_before_an_object_that_is_not_fixed() {
    check(
        "struct H { int a; __attribute__((device)) H &operator=(int); };
         __attribute__((device)) int next();
         __attribute__((device)) void f(H *p, H &r, int i) {
           int n = i;
           H *l = p;
           *p = next(), p[1] = next(), p[i] = next();
           r = next();
           *l = next();
           p[n] = next(), p[i + 1] = next(), p[n] = i;
         }",
        "_Z1fP1HRS_i",
        expect![[r#"
            function @_Z1fP1HRS_i(%p: ptr(record @_Z1H), %r: ptr(record @_Z1H), %i: int) -> void device internal {
              {
                declare %n: int
                store(%n, load(%i))
                declare %l: ptr(record @_Z1H)
                store(%l, load(%p))
                comma(comma(call @_ZN1HaSEi(load(%p), call @_Z4nextv(): int): ptr(record @_Z1H), call @_ZN1HaSEi(add(load(%p), int 1), call @_Z4nextv(): int): ptr(record @_Z1H)), call @_ZN1HaSEi(add(load(%p), load(%i)), call @_Z4nextv(): int): ptr(record @_Z1H))
                declare %#1: int
                comma(store(%#1, call @_Z4nextv(): int), call @_ZN1HaSEi(load(%r), load(%#1)): ptr(record @_Z1H))
                declare %#2: int
                comma(store(%#2, call @_Z4nextv(): int), call @_ZN1HaSEi(load(%l), load(%#2)): ptr(record @_Z1H))
                declare %#3: int
                declare %#4: int
                comma(comma(comma(store(%#3, call @_Z4nextv(): int), call @_ZN1HaSEi(add(load(%p), load(%n)), load(%#3)): ptr(record @_Z1H)), comma(store(%#4, call @_Z4nextv(): int), call @_ZN1HaSEi(add(load(%p), add(load(%i), int 1)), load(%#4)): ptr(record @_Z1H))), call @_ZN1HaSEi(add(load(%p), load(%n)), load(%i)): ptr(record @_Z1H))
              }
            }
        "#]],
    );
}

#[test]
fn an_object_without_members_is_read_unless_it_is_known() {
    check(
        "struct E {};
         struct D : E {};
         __attribute__((device)) int with(E);
         __attribute__((device)) int f(E &e, D d) { return with(e) + with(E{}) + with(E()) + with(D()) + with(d); }",
        "_Z1fR1E1D",
        expect![[r#"
            function @_Z1fR1E1D(%e: ptr(record @_Z1E), %d: record @_Z1D) -> int device internal {
              {
                declare %#1: record @_Z1E
                return add(add(add(add(call @_Z4with1E(load(deref(load(%e)))): int, call @_Z4with1E(record @_Z1E zero): int), call @_Z4with1E(load(%#1)): int), call @_Z4with1E(record @_Z1E zero): int), call @_Z4with1E(load(text record @_Z1E zero)): int)
              }
            }
        "#]],
    );
}

#[test]
fn a_trivial_assignment_operator_is_called_by_its_name_alone() {
    check(
        "struct P { int x, y; };
         __attribute__((device)) void h(P &a, const P &b) { a.operator=(b); a = b; }",
        "_Z1hR1PRKS_",
        expect![[r#"
            function @_Z1hR1PRKS_(%a: ptr(record @_Z1P), %b: ptr(const record @_Z1P)) -> void device internal {
              {
                call @_ZN1PaSERKS_(load(%a), load(%b)): ptr(record @_Z1P)
                store(deref(load(%a)), load(deref(load(%b))))
              }
            }
        "#]],
    );
}

#[test]
fn an_empty_object_that_is_captured_by_reference_is_known() {
    check(
        "struct Yes { __attribute__((device)) constexpr operator bool() const { return true; } };
         __attribute__((device)) bool h(Yes yes, int n) { auto f = [&] { return yes || n > 3; }; return f(); }",
        "_Z1h3Yesi",
        expect![[r#"
            function @_Z1h3Yesi(%yes: record @_Z3Yes, %n: int) -> bool device internal {
              {
                declare %f: record @_ZZ1h3YesiEUlvE_
                store(field 0 (%f): ptr(record @_Z3Yes), address(%yes))
                store(field 1 (%f): ptr(int), address(%n))
                return bool 1
              }
            }
        "#]],
    );
}

#[test]
fn a_temporary_is_made_before_the_place_that_it_is_assigned_to() {
    check(
        "struct P { int x, y; __attribute__((device)) P(int); };
         struct T { long l; P p; };
         __attribute__((device)) void h(T *t, int i) { t->p = P(i); }",
        "_Z1hP1Ti",
        expect![[r#"
            function @_Z1hP1Ti(%t: ptr(record @_Z1T), %i: int) -> void device internal {
              {
                declare %#1: record @_Z1P
                declare %#2: record @_Z1P
                convert discard (comma(store(%#2, comma(call @_ZN1PC1Ei(address(%#1), load(%i)), load(%#1))), store(field 1 (deref(load(%t))): record @_Z1P, load(%#2)))): void
              }
            }
        "#]],
    );
}

#[test]
fn what_the_parentheses_of_a_base_make_is_moved_into_it() {
    check(
        "struct B { int x; __attribute__((device)) B(int); };
         __attribute__((device)) B make(int);
         struct D : B { __attribute__((device)) D(int i) : B(make(i)) {} __attribute__((device)) D(char c) : B(c) {} __attribute__((device)) D(long l) : B{make(l)} {} };
         __attribute__((device)) void h() { D a(1), b('c'), c(2L); }",
        "_ZN1DC1Ei",
        expect![[r#"
            function @_ZN1DC1Ei(%this: ptr(record @_Z1D), %i: int) -> void device internal inline {
              declare %#1: record @_Z1B
              call @_ZN1BC2EOS_(address(field 0 (deref(load(%this))): record @_Z1B), convert pointer (comma(store(%#1, call @_Z4makei(load(%i)): record @_Z1B), address(%#1))): ptr(const record @_Z1B))
              {
              }
            }
        "#]],
    );
}

#[test]
fn a_copy_of_an_object_without_members_may_be_a_constant() {
    check(
        r#"
struct E {};
struct H : E { int x; };
constexpr E constant{};
__attribute__((device)) int with(int, E, int);
__attribute__((device)) int next();
__attribute__((device)) void f(E e, const E &r, H h)
{
    int first = with(next(), e, 1);
    int second = with(next(), r, 1);
    first = with(next(), e, 1);
    first = with(next(), h, 1);
    first = with(next(), constant, 1);
}
"#,
        "_Z1f1ERKS_1H",
        expect![[r#"
            function @_Z1f1ERKS_1H(%e: record @_Z1E, %r: ptr(const record @_Z1E), %h: record @_Z1H) -> void device internal {
              {
                declare %first: int
                declare %#1: int
                store(%first, comma(store(%#1, call @_Z4nextv(): int), call @_Z4withi1Ei(load(%#1), load(text record @_Z1E zero), int 1): int))
                declare %second: int
                declare %#2: int
                declare %#3: record @_Z1E
                store(%second, comma(comma(store(%#2, call @_Z4nextv(): int), store(%#3, load(deref(load(%r))))), call @_Z4withi1Ei(load(%#2), load(%#3), int 1): int))
                declare %#4: int
                declare %#5: record @_Z1E
                store(%first, comma(comma(store(%#4, call @_Z4nextv(): int), store(%#5, load(%e))), call @_Z4withi1Ei(load(%#4), load(%#5), int 1): int))
                declare %#6: int
                store(%first, comma(store(%#6, call @_Z4nextv(): int), call @_Z4withi1Ei(load(%#6), load(text record @_Z1E zero), int 1): int))
                declare %#7: int
                store(%first, comma(store(%#7, call @_Z4nextv(): int), call @_Z4withi1Ei(load(%#7), load(text record @_Z1E zero), int 1): int))
              }
            }
        "#]],
    );
}

#[test]
fn variable_arguments_are_read_from_a_list() {
    let text = "typedef __builtin_va_list va_list;
         __attribute__((device)) long next(const char *, va_list l) { return __builtin_va_arg(l, long); }
         __attribute__((device)) int f(int n, ...) {
           va_list l, m;
           __builtin_va_start(l, n);
           __builtin_va_copy(m, l);
           int s = __builtin_va_arg(l, int) + next(0, m);
           __builtin_va_end(l);
           return s;
         }";
    check(
        text,
        "_Z1fiz",
        expect![[r#"
        function @_Z1fiz(%n: int, ...) -> int device internal {
          {
            declare %l: array(va_list, 1)
            declare %m: array(va_list, 1)
            builtin __builtin_va_start(element(%l, int 0), load(%n))
            builtin __builtin_va_copy(element(%m, int 0), element(%l, int 0))
            declare %s: int
            store(%s, convert integer (add(convert integer (next_argument(address(element(%l, int 0))): int): long, call @_Z4nextPKcP13__va_list_tag(ptr(const char) zero, address(element(%m, int 0))): long)): int)
            builtin __builtin_va_end(element(%l, int 0))
            return load(%s)
          }
        }
    "#]],
    );
    check(
        text,
        "_Z4nextPKcP13__va_list_tag",
        expect![[r#"
        function @_Z4nextPKcP13__va_list_tag(%#1: ptr(const char), %l: ptr(va_list)) -> long device internal {
          {
            return next_argument(load(%l)): long
          }
        }
    "#]],
    );
}
