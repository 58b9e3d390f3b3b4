//! What the optimiser of the device sees of a text, and so must be as the reference writes it: the order of temporaries and variables,
//! what is set aside, and in which form operators are written.

use expect_test::expect;

use crate::{check, lowered};

#[test]
fn a_temporary_is_declared_where_its_argument_stands() {
    check(
        "struct P { float a, b; __attribute__((device)) P(float); };
         __attribute__((device)) int g(int, int);
         __attribute__((device)) int f(int, const P &, int);
         __attribute__((device)) void h(int *p) { p[0] = f(p[1], P(p[2]), g(p[3], p[4])); }",
        "_Z1hPi",
        expect![[r#"
            function @_Z1hPi(%p: ptr(int)) -> void device internal {
              {
                declare %#1: int
                declare %#2: record @_Z1P
                declare %#3: ptr(const record @_Z1P)
                declare %#4: int
                declare %#5: int
                declare %#6: int
                convert discard (store(deref(add(load(%p), int 0)), comma(comma(comma(store(%#1, load(deref(add(load(%p), int 1)))), store(%#3, convert pointer (comma(call @_ZN1PC1Ef(address(%#2), convert integer_to_floating (load(deref(add(load(%p), int 2)))): float), address(%#2))): ptr(const record @_Z1P))), store(%#6, comma(comma(store(%#4, load(deref(add(load(%p), int 3)))), store(%#5, load(deref(add(load(%p), int 4))))), call @_Z1gii(load(%#4), load(%#5)): int))), call @_Z1fiRK1Pi(load(%#1), load(%#3), load(%#6)): int))): void
              }
            }
        "#]],
    );
}

#[test]
fn the_right_operand_of_an_assignment_is_declared_first() {
    check(
        "__attribute__((device)) int g(int, int);
         __attribute__((device)) void h(int *p) { p[g(p[0], p[1])] += g(p[2], p[3]); }",
        "_Z1hPi",
        expect![[r#"
            function @_Z1hPi(%p: ptr(int)) -> void device internal {
              {
                declare %#1: int
                declare %#2: int
                declare %#3: int
                declare %#4: int
                compound add int (deref(add(load(%p), comma(comma(store(%#3, load(deref(add(load(%p), int 0)))), store(%#4, load(deref(add(load(%p), int 1))))), call @_Z1gii(load(%#3), load(%#4)): int))), comma(comma(store(%#1, load(deref(add(load(%p), int 2)))), store(%#2, load(deref(add(load(%p), int 3))))), call @_Z1gii(load(%#1), load(%#2)): int))
              }
            }
        "#]],
    );
    check(
        "struct P { int a; __attribute__((device)) P(int); };
         struct Q { int v; __attribute__((device)) Q &operator+=(const P &); };
         __attribute__((device)) Q q(int, int);
         __attribute__((device)) void h(int *p) { q(p[0], p[1]) += P(p[2]); }",
        "_Z1hPi",
        expect![[r#"
            function @_Z1hPi(%p: ptr(int)) -> void device internal {
              {
                declare %#1: record @_Z1Q
                declare %#2: record @_Z1P
                declare %#3: ptr(const record @_Z1P)
                declare %#4: int
                declare %#5: int
                convert discard (comma(store(%#3, convert pointer (comma(call @_ZN1PC1Ei(address(%#2), load(deref(add(load(%p), int 2)))), address(%#2))): ptr(const record @_Z1P)), call @_ZN1QpLERK1P(comma(store(%#1, comma(comma(store(%#4, load(deref(add(load(%p), int 0)))), store(%#5, load(deref(add(load(%p), int 1))))), call @_Z1qii(load(%#4), load(%#5)): record @_Z1Q)), address(%#1)), load(%#3)): ptr(record @_Z1Q))): void
              }
            }
        "#]],
    );
}

#[test]
fn what_is_returned_is_declared_before_what_it_needs() {
    check(
        "struct P { float a, b; };
         __attribute__((device)) P g(float, float);
         __attribute__((device)) P h(P x) { return g(x.a, x.b); }",
        "_Z1h1P",
        expect![[r#"
            function @_Z1h1P(%x: record @_Z1P) -> record @_Z1P device internal {
              {
                declare %#1: record @_Z1P
                declare %#2: float
                declare %#3: float
                store(%#1, comma(comma(store(%#2, load(field 0 (%x): float)), store(%#3, load(field 1 (%x): float))), call @_Z1gff(load(%#2), load(%#3)): record @_Z1P))
                return load(%#1)
              }
            }
        "#]],
    );
}

#[test]
fn an_object_that_is_read_through_a_call_is_set_aside() {
    check(
        "struct P { int a, b; };
         __attribute__((device)) P &g(P *);
         __attribute__((device)) void h(P *p, P *q, int *i) { *p = g(q); p[1] = g(q); p[*i] = g(q); *p = q[*i]; g(p) = *q; P x; x = g(q); g(q); }",
        "_Z1hP1PS0_Pi",
        expect![[r#"
            function @_Z1hP1PS0_Pi(%p: ptr(record @_Z1P), %q: ptr(record @_Z1P), %i: ptr(int)) -> void device internal {
              {
                declare %#1: record @_Z1P
                comma(store(%#1, load(deref(call @_Z1gP1P(load(%q)): ptr(record @_Z1P)))), store(deref(load(%p)), load(%#1)))
                store(deref(add(load(%p), int 1)), load(deref(call @_Z1gP1P(load(%q)): ptr(record @_Z1P))))
                declare %#2: record @_Z1P
                comma(store(%#2, load(deref(call @_Z1gP1P(load(%q)): ptr(record @_Z1P)))), store(deref(add(load(%p), load(deref(load(%i))))), load(%#2)))
                store(deref(load(%p)), load(deref(add(load(%q), load(deref(load(%i)))))))
                declare %#3: record @_Z1P
                comma(store(%#3, load(deref(load(%q)))), store(deref(call @_Z1gP1P(load(%p)): ptr(record @_Z1P)), load(%#3)))
                declare %x: record @_Z1P
                store(%x, load(deref(call @_Z1gP1P(load(%q)): ptr(record @_Z1P))))
                call @_Z1gP1P(load(%q)): ptr(record @_Z1P)
              }
            }
        "#]],
    );
}

#[test]
fn a_result_that_nobody_wants_has_no_object() {
    check(
        "struct P { int a, b; };
         __attribute__((device)) P g(int);
         __attribute__((device)) void h() { g(1); }",
        "_Z1hv",
        expect![[r#"
            function @_Z1hv() -> void device internal {
              {
                convert discard (call @_Z1gi(int 1): record @_Z1P): void
              }
            }
        "#]],
    );
}

#[test]
fn a_floating_division_into_an_object_reads_it_first() {
    check(
        "__attribute__((device)) void h(float *f, double *d, int *p) {
           f[p[0]] /= f[1];
           f[2] /= d[2];
           p[3] /= f[3];
           p[4] /= p[5];
           f[p[6]++] /= f[7];
         }",
        "_Z1hPfPdPi",
        expect![[r#"
            function @_Z1hPfPdPi(%f: ptr(float), %d: ptr(double), %p: ptr(int)) -> void device internal {
              {
                store(deref(add(load(%f), load(deref(add(load(%p), int 0))))), divide(load(deref(add(load(%f), load(deref(add(load(%p), int 0)))))), load(deref(add(load(%f), int 1)))))
                store(deref(add(load(%f), int 2)), convert floating (divide(convert floating (load(deref(add(load(%f), int 2)))): double, load(deref(add(load(%d), int 2))))): float)
                store(deref(add(load(%p), int 3)), convert floating_to_integer (divide(convert integer_to_floating (load(deref(add(load(%p), int 3)))): float, load(deref(add(load(%f), int 3))))): int)
                compound divide int (deref(add(load(%p), int 4)), load(deref(add(load(%p), int 5))))
                declare %#1: float
                declare %#2: ptr(float)
                comma(comma(store(%#1, load(deref(add(load(%f), int 7)))), store(%#2, add(load(%f), post_increment(deref(add(load(%p), int 6)))))), store(deref(load(%#2)), divide(load(deref(load(%#2))), load(%#1))))
              }
            }
        "#]],
    );
}

#[test]
fn what_is_stored_into_something_volatile_is_left() {
    check(
        "__attribute__((device)) int h(volatile int *p, int *q) {
           int t = p[1] = q[2];
           volatile int &r = p[3] += 4;
           return t + r;
         }",
        "_Z1hPViPi",
        expect![[r#"
            function @_Z1hPViPi(%p: ptr(volatile int), %q: ptr(int)) -> int device internal {
              {
                declare %t: int
                store(%t, store(deref(add(load(%p), int 1)), load(deref(add(load(%q), int 2)))))
                declare %r: ptr(volatile int)
                declare %#1: ptr(volatile int)
                store(%r, comma(comma(store(%#1, add(load(%p), int 3)), compound add int (deref(load(%#1)), int 4)), load(%#1)))
                return add(load(%t), load(deref(load(%r))))
              }
            }
        "#]],
    );
}

#[test]
fn conditions_are_expected_to_hold_or_not() {
    check(
        "__attribute__((device)) void h(int *p, int x) {
           if (x > 1) [[likely]] p[0] = 1;
           if (x > 2) p[0] = 2; else [[likely]] p[0] = 3;
           if (x > 3) { [[unlikely]] p[0] = 4; p[1] = 5; }
           if (x > 4) { p[1] = 5; [[unlikely]] p[0] = 4; }
           if (x > 5) [[__unlikely__]] p[0] = 6; else [[unlikely]] p[0] = 7;
           while (x > 6) [[unlikely]] --x;
           for (; x > 7; --x) [[likely]] ++p;
           if (x > 8) [[gnu::unlikely]] p[0] = 4;
           if (x > 9) [[likely]] l: p[0] = 1;
           if (x) [[likely]] goto l;
         }",
        "_Z1hPii",
        expect![[r#"
            function @_Z1hPii(%p: ptr(int), %x: int) -> void device internal {
              {
                if convert truth (builtin __builtin_expect(conditional(greater(load(%x), int 1), long 1, long 0), long 1): long): bool {
                  store(deref(add(load(%p), int 0)), int 1)
                }
                if convert truth (builtin __builtin_expect(conditional(greater(load(%x), int 2), long 1, long 0), long 0): long): bool {
                  store(deref(add(load(%p), int 0)), int 2)
                } else {
                  store(deref(add(load(%p), int 0)), int 3)
                }
                if convert truth (builtin __builtin_expect(conditional(greater(load(%x), int 3), long 1, long 0), long 0): long): bool {
                  store(deref(add(load(%p), int 0)), int 4)
                  store(deref(add(load(%p), int 1)), int 5)
                }
                if greater(load(%x), int 4) {
                  store(deref(add(load(%p), int 1)), int 5)
                  store(deref(add(load(%p), int 0)), int 4)
                }
                if convert truth (builtin __builtin_expect(conditional(greater(load(%x), int 5), long 1, long 0), long 1): long): bool {
                  store(deref(add(load(%p), int 0)), int 6)
                } else {
                  store(deref(add(load(%p), int 0)), int 7)
                }
                loop while convert truth (builtin __builtin_expect(conditional(greater(load(%x), int 6), long 1, long 0), long 0): long): bool {
                  pre_decrement(%x)
                }
                loop while convert truth (builtin __builtin_expect(conditional(greater(load(%x), int 7), long 1, long 0), long 1): long): bool step pre_decrement(%x) {
                  pre_increment(%p)
                }
                if greater(load(%x), int 8) {
                  store(deref(add(load(%p), int 0)), int 4)
                }
                if greater(load(%x), int 9) {
                  label l
                  store(deref(add(load(%p), int 0)), int 1)
                }
                if convert truth (builtin __builtin_expect(conditional(convert truth (load(%x)): bool, long 1, long 0), long 1): long): bool {
                  goto l
                }
              }
            }
        "#]],
    );
}

#[test]
fn variables_of_functions_stand_in_the_order_of_instantiation() {
    let il = lowered(
        "template <class T> __attribute__((device)) T a(T x) { __attribute__((shared)) T in_a; in_a = x; return in_a; }
         template <class T> __attribute__((device)) T b(T x) { __attribute__((shared)) T in_b; in_b = a(x); return in_b; }
         template <class T> __attribute__((global)) void k(T *p) { __attribute__((shared)) T in_k; in_k = *p; do { *p = a(in_k); } while (b(in_k)); }
         __attribute__((device)) int f(int x) {
           __attribute__((shared)) int in_f, second;
           auto l = [](int i) { __attribute__((shared)) int in_l; in_l = i; return in_l; };
           second = in_f = x;
           return l(second) + b(in_f);
         }
         template __attribute__((global)) void k<float>(float *);
         template __attribute__((global)) void k<int>(int *);",
    );
    let variables: String = il
        .lines()
        .filter(|l| l.starts_with("variable"))
        .map(|l| l.to_owned() + "\n")
        .collect();
    expect![[r#"
        variable @_ZZZ1fiENKUliE_clEiE4in_l: int shared internal
        variable @_ZZ1fiE4in_f: int shared internal
        variable @_ZZ1fiE6second: int shared internal
        variable @_ZZ1aIiET_S0_E4in_a: int shared internal
        variable @_ZZ1bIiET_S0_E4in_b: int shared internal
        variable @_ZZ1aIfET_S0_E4in_a: float shared internal
        variable @_ZZ1bIfET_S0_E4in_b: float shared internal
        variable @_ZZ1kIfEvPT_E4in_k: float shared internal
        variable @_ZZ1kIiEvPT_E4in_k: int shared internal
    "#]]
    .assert_eq(&variables);
}

#[test]
fn a_mutable_member_is_one_of_an_object_that_may_be_modified() {
    check(
        "struct M { mutable int m; int n; };
         struct O { M i; };
         __attribute__((device)) int h(const O *p, const volatile M &v) { const M c{1, 2}; c.m = v.m; return ++p->i.m + p->i.n + c.n; }",
        "_Z1hPK1ORVK1M",
        expect![[r#"
            function @_Z1hPK1ORVK1M(%p: ptr(const record @_Z1O), %v: ptr(const volatile record @_Z1M)) -> int device internal {
              {
                declare %c: record @_Z1M
                store(%c, load(text record @_Z1M {0: int 1, 1: int 2}))
                store(field 0 (deref(convert pointer (address(%c): ptr(const record @_Z1M)): ptr(record @_Z1M))): int, load(field 0 (deref(convert pointer (load(%v)): ptr(volatile record @_Z1M))): int))
                return add(add(pre_increment(field 0 (deref(convert pointer (address(field 0 (deref(load(%p))): record @_Z1M): ptr(const record @_Z1M)): ptr(record @_Z1M))): int), load(field 1 (field 0 (deref(load(%p))): record @_Z1M): int)), load(field 1 (%c): int))
              }
            }
        "#]],
    );
}

#[test]
fn what_is_volatile_is_read_though_nobody_wants_it() {
    check(
        "struct S { volatile int v; int w; };
         __attribute__((device)) void h(volatile int *p, S &s, int n) {
           volatile int l = 1;
           volatile int &r = p[2];
           *p; (void)p[1]; s.v; l; n ? *p : p[1]; n, *p;
           r; s.w; n;
         }",
        "_Z1hPViR1Si",
        expect![[r#"
            function @_Z1hPViR1Si(%p: ptr(volatile int), %s: ptr(record @_Z1S), %n: int) -> void device internal {
              {
                declare %l: volatile int
                store(%l, int 1)
                declare %r: ptr(volatile int)
                store(%r, add(load(%p), int 2))
                load(deref(load(%p)))
                load(deref(add(load(%p), int 1)))
                load(field 0 (deref(load(%s))): int)
                load(%l)
                conditional(convert truth (load(%n)): bool, convert discard (load(deref(load(%p)))): void, convert discard (load(deref(add(load(%p), int 1)))): void)
                comma(convert discard (address(%n)): void, load(deref(load(%p))))
                convert discard (load(%r)): void
                convert discard (address(field 1 (deref(load(%s))): int)): void
                convert discard (address(%n)): void
              }
            }
        "#]],
    );
}

#[test]
fn a_reference_to_what_has_no_address_is_one_to_a_copy() {
    check(
        "struct uint3 { unsigned x, y, z; };
         extern const __attribute__((device_builtin)) uint3 threadIdx;
         __attribute__((device)) int g(const uint3 &, const unsigned &);
         __attribute__((device)) int h() { const uint3 &t = threadIdx; return g(threadIdx, threadIdx.y) + t.x; }",
        "_Z1hv",
        expect![[r#"
            function @_Z1hv() -> int device internal {
              {
                declare %t: ptr(const record @_Z5uint3)
                declare %#1: record @_Z5uint3
                store(%t, comma(store(%#1, load(@threadIdx: record @_Z5uint3)), address(%#1): ptr(const record @_Z5uint3)))
                declare %#2: record @_Z5uint3
                declare %#3: ptr(const record @_Z5uint3)
                declare %#4: uint
                declare %#5: ptr(const uint)
                return convert integer (add(convert integer (comma(comma(store(%#3, comma(store(%#2, load(@threadIdx: record @_Z5uint3)), address(%#2): ptr(const record @_Z5uint3))), store(%#5, comma(store(%#4, load(field 1 (@threadIdx: record @_Z5uint3): uint)), address(%#4): ptr(const uint)))), call @_Z1gRK5uint3RKj(load(%#3), load(%#5)): int)): uint, load(field 0 (deref(load(%t))): uint))): int
              }
            }
        "#]],
    );
}

#[test]
fn the_branch_that_a_constant_chooses_is_one_that_is_always_taken() {
    check(
        "template <int N> __attribute__((device)) int f(int a) {
           if constexpr (N == 1) { return a; } else if constexpr (constexpr int m = N + 1; m == 3) { int b = a; return b + m; }
           if constexpr (N == 3) a = 1;
           return 2;
         }
         __attribute__((device)) int h(int a) { return f<2>(a); }",
        "_Z1fILi2EEii",
        expect![[r#"
            function @_Z1fILi2EEii(%a: int) -> int device internal {
              {
                taken {
                  declare %m: int
                  store(%m, int 3)
                  taken {
                    declare %b: int
                    store(%b, load(%a))
                    return add(load(%b), int 3)
                  }
                }
                {
                }
                return int 2
              }
            }
        "#]],
    );
}

#[test]
fn the_right_operand_of_an_operator_comes_before_the_object_unless_it_stays_the_same() {
    check(
        "struct P { float *p; __attribute__((device)) P &operator=(float); __attribute__((device)) P &operator+=(const float &); };
         struct T { __attribute__((device)) P operator[](int); __attribute__((device)) P at(int &); };
         __attribute__((device)) void h(T &t, float x, const float y, float *p, int i, int j) {
           t[i] = x;
           t[i] = y;
           t[i] = p[i];
           t[i] += *p;
           t.at(j) = j;
         }",
        "_Z1hR1TffPfii",
        expect![[r#"
            function @_Z1hR1TffPfii(%t: ptr(record @_Z1T), %x: float, %y: const float, %p: ptr(float), %i: int, %j: int) -> void device internal {
              {
                declare %#1: record @_Z1P
                convert discard (call @_ZN1PaSEf(comma(store(%#1, call @_ZN1TixEi(load(%t), load(%i)): record @_Z1P), address(%#1)), load(%x)): ptr(record @_Z1P)): void
                declare %#2: record @_Z1P
                declare %#3: float
                convert discard (comma(store(%#3, load(%y)), call @_ZN1PaSEf(comma(store(%#2, call @_ZN1TixEi(load(%t), load(%i)): record @_Z1P), address(%#2)), load(%#3)): ptr(record @_Z1P))): void
                declare %#4: record @_Z1P
                declare %#5: float
                convert discard (comma(store(%#5, load(deref(add(load(%p), load(%i))))), call @_ZN1PaSEf(comma(store(%#4, call @_ZN1TixEi(load(%t), load(%i)): record @_Z1P), address(%#4)), load(%#5)): ptr(record @_Z1P))): void
                declare %#6: record @_Z1P
                convert discard (call @_ZN1PpLERKf(comma(store(%#6, call @_ZN1TixEi(load(%t), load(%i)): record @_Z1P), address(%#6)), convert pointer (load(%p)): ptr(const float)): ptr(record @_Z1P)): void
                declare %#7: record @_Z1P
                declare %#8: float
                convert discard (comma(store(%#8, convert integer_to_floating (load(%j)): float), call @_ZN1PaSEf(comma(store(%#7, call @_ZN1T2atERi(load(%t), address(%j)): record @_Z1P), address(%#7)), load(%#8)): ptr(record @_Z1P))): void
              }
            }
        "#]],
    );
}

#[test]
fn the_static_variables_of_a_block_stand_before_those_within() {
    let text = lowered(
        "__attribute__((device)) int h(int n) {
           static int a;
           if (n) { static int b; { static int c; c = n; } static int d; b = d; }
           for (;;) { static int e; e = n; break; }
           static int f;
           return a++ + f;
         }",
    );
    let order: String = text
        .lines()
        .filter_map(|line| line.strip_prefix("variable @_ZZ1hiE1"))
        .filter_map(|name| name.chars().next())
        .collect();
    assert_eq!(order, "afbdce");
}

#[test]
fn what_a_volatile_object_is_copied_from_is_read_as_volatile() {
    check(
        "struct F { float x, y; };
         __attribute__((device)) F made();
         __attribute__((device)) float h(F *a, int i) {
           volatile F v = a[i];
           volatile F u = i ? a[0] : a[1];
           volatile F w = made();
           volatile F list[1] = {a[i]};
           volatile F braces{a[i]};
           return v.x + u.x + w.x + list[0].x + braces.x;
         }",
        "_Z1hP1Fi",
        expect![[r#"
            function @_Z1hP1Fi(%a: ptr(record @_Z1F), %i: int) -> float device internal {
              {
                declare %v: volatile record @_Z1F
                store(%v, load(deref(convert pointer (add(load(%a), load(%i))): ptr(volatile record @_Z1F))))
                declare %u: volatile record @_Z1F
                store(%u, conditional(convert truth (load(%i)): bool, load(deref(convert pointer (add(load(%a), int 0)): ptr(volatile record @_Z1F))), load(deref(convert pointer (add(load(%a), int 1)): ptr(volatile record @_Z1F)))))
                declare %w: volatile record @_Z1F
                declare %#1: record @_Z1F
                store(%w, load(deref(comma(store(%#1, call @_Z4madev(): record @_Z1F), convert pointer (address(%#1)): ptr(volatile record @_Z1F)))))
                declare %list: volatile array(record @_Z1F, 1)
                store(element(%list, ulong 0), load(deref(add(load(%a), load(%i)))))
                declare %braces: volatile record @_Z1F
                store(%braces, load(deref(add(load(%a), load(%i)))))
                return add(add(add(add(load(field 0 (%v): float), load(field 0 (%u): float)), load(field 0 (%w): float)), load(field 0 (element(%list, int 0)): float)), load(field 0 (%braces): float))
              }
            }
        "#]],
    );
    check(
        "struct F { float x, y; };
         struct H { volatile F m; __attribute__((device)) H(F &f) : m(f) {} };
         __attribute__((device)) void h(F &f) { H h(f); }",
        "_ZN1HC1ER1F",
        expect![[r#"
            function @_ZN1HC1ER1F(%this: ptr(record @_Z1H), %f: ptr(record @_Z1F)) -> void device internal inline {
              store(field 0 (deref(load(%this))): record @_Z1F, load(deref(convert pointer (load(%f)): ptr(volatile record @_Z1F))))
              {
              }
            }
        "#]],
    );
}

#[test]
fn an_array_of_unions_is_left_as_it_is_and_an_empty_list_clears_a_union() {
    check(
        "union U { int a; float b; }; union H { U half[2]; long l; };
         __attribute__((device)) void h(int *p) { U u[2]; u[0].a = p[0]; H v = {}; p[1] = u[0].a + v.l; }
         __attribute__((device)) H r() { return H{}; }",
        "_Z1hPi",
        expect![[r#"
            function @_Z1hPi(%p: ptr(int)) -> void device internal {
              {
                declare %u: array(record @_Z1U, 2)
                store(field 0 (element(%u, int 0)): int, load(deref(add(load(%p), int 0))))
                declare %v: record @_Z1H
                clear(%v)
                store(deref(add(load(%p), int 1)), convert integer (add(convert integer (load(field 0 (element(%u, int 0)): int)): long, load(field 1 (%v): long))): int)
              }
            }
        "#]],
    );
    check(
        "union U { int a; float b; }; union H { U half[2]; long l; };
         __attribute__((device)) H r() { return H{}; }",
        "_Z1rv",
        expect![[r#"
            function @_Z1rv() -> record @_Z1H device internal {
              {
                declare %#1: record @_Z1H
                return comma(store(%#1, load(text record @_Z1H {0: array(record @_Z1U, 2) []})), load(%#1))
              }
            }
        "#]],
    );
}

#[test]
fn what_has_no_effect_is_assigned_in_each_branch() {
    check(
        "__attribute__((device)) void h(bool c, int &a, int &b) { (c ? a : b) = (c && a) + (c ? 3 : b); }",
        "_Z1hbRiS_",
        expect![[r#"
            function @_Z1hbRiS_(%c: bool, %a: ptr(int), %b: ptr(int)) -> void device internal {
              {
                conditional(load(%c), store(deref(load(%a)), add(convert integer (both(load(%c), convert truth (load(deref(load(%a)))): bool)): int, conditional(load(%c), int 3, load(deref(load(%b)))))), store(deref(load(%b)), add(convert integer (both(load(%c), convert truth (load(deref(load(%a)))): bool)): int, conditional(load(%c), int 3, load(deref(load(%b)))))))
              }
            }
        "#]],
    );
    check(
        "__attribute__((device)) void h(bool c, int &a, int &b, volatile int &v) { (c ? a : b) = v; }",
        "_Z1hbRiS_RVi",
        expect![[r#"
            function @_Z1hbRiS_RVi(%c: bool, %a: ptr(int), %b: ptr(int), %v: ptr(volatile int)) -> void device internal {
              {
                declare %#1: int
                comma(store(%#1, load(deref(load(%v)))), conditional(load(%c), store(deref(load(%a)), load(%#1)), store(deref(load(%b)), load(%#1))))
              }
            }
        "#]],
    );
}

#[test]
fn an_explicit_specialisation_has_its_attributes_and_those_of_its_template() {
    check(
        "template <int N> __attribute__((device)) __attribute__((pure)) int f(int);
         template <> __attribute__((device)) __attribute__((always_inline)) int f<1>(int a) { return a; }
         __attribute__((device)) int g(int a) { return f<1>(a); }",
        "_Z1fILi1EEii",
        expect![[r#"
            function @_Z1fILi1EEii(%a: int) -> int device internal always_inline pure {
              {
                return load(%a)
              }
            }
        "#]],
    );
}

#[test]
fn function_templates_are_abbreviated_by_what_they_name() {
    let text = lowered(
        "template <class A, class F> __attribute__((device)) void f(A, F) {}
         template <class A> __attribute__((device)) void f(A a) { f(a, [](int i) { return i; }); }
         struct S { template <class A> __attribute__((device)) void m(A) const { f([](int i) { return i; }, [](int i) { return -i; }); } };
         __attribute__((device)) void g(S s) { f(1); s.m(2); }",
    );
    let names = text.lines().filter_map(|l| l.strip_prefix("function @"));
    let names: Vec<&str> = names.filter_map(|l| l.split('(').next()).collect();
    expect![[r#"
        _Z1g1S
        _Z1fIiEvT_
        _ZNK1S1mIiEEvT_
        _Z1fIiZ1fIiEvT_EUliE_EvS1_T0_
        _Z1fIZNK1S1mIiEEvT_EUliE_ZS1_IiEvS2_EUliE0_EvS2_T0_"#]]
    .assert_eq(&names.join("\n"));
}

/// (reference: device-half, Uses)
#[test]
fn a_result_of_a_deduced_type_is_moved() {
    let text =
        "struct S { int m; __attribute__((device)) S(int); __attribute__((device)) S(S &&); };
         __attribute__((device)) auto f() { S s(1); return s; }
         __attribute__((device)) S g() { S s(1); return s; }";
    check(
        text,
        "_Z1fv",
        expect![[r#"
        function @_Z1fv(%#1: ptr(record @_Z1S)) -> void device internal return_slot {
          {
            declare %s: record @_Z1S
            call @_ZN1SC1Ei(address(%s), int 1)
            call @_ZN1SC1EOS_(load(%#1), address(%s))
            return
          }
        }
    "#]],
    );
    check(
        text,
        "_Z1gv",
        expect![[r#"
        function @_Z1gv(%#1: ptr(record @_Z1S)) -> void device internal return_slot {
          {
            call @_ZN1SC1Ei(load(%#1), int 1)
            return
          }
        }
    "#]],
    );
}

#[test]
fn a_bit_field_that_nobody_wants_is_its_object() {
    check(
        "struct S { int a : 3; };
         __attribute__((device)) int f(S *s) { return s->a, 2; }",
        "_Z1fP1S",
        expect![[r#"
            function @_Z1fP1S(%s: ptr(record @_Z1S)) -> int device internal {
              {
                return comma(convert discard (load(%s)): void, int 2)
              }
            }
        "#]],
    );
}

#[test]
fn an_inherited_constructor_with_default_arguments_makes_an_object() {
    check(
        "struct B { int x; __attribute__((device)) B(int a = 1); };
         struct D : B { using B::B; __attribute__((device)) D(char); int w = x; };
         __attribute__((device)) int f() { D d; return d.w; }",
        "_Z1fv",
        expect![[r#"
            function @_Z1fv() -> int device internal {
              {
                declare %d: record @_Z1D
                call @_ZN1DCI11BEi(address(%d), int 1)
                return load(field 1 (%d): int)
              }
            }
        "#]],
    );
}

#[test]
fn an_assignment_of_an_object_is_the_value_that_it_stores() {
    check(
        "struct S { int x, y; };
         __attribute__((device)) S *at(int);
         __attribute__((device)) void f(S *a, S *b, int n) {
           S d = (*at(1) = *at(2));
           a[0] = a[1] = b[n];
           d = n ? (a[2] = d) : b[3];
         }",
        "_Z1fP1SS0_i",
        expect![[r#"
            function @_Z1fP1SS0_i(%a: ptr(record @_Z1S), %b: ptr(record @_Z1S), %n: int) -> void device internal {
              {
                declare %d: record @_Z1S
                declare %#1: record @_Z1S
                store(%d, comma(store(%#1, load(deref(call @_Z2ati(int 2): ptr(record @_Z1S)))), store(deref(call @_Z2ati(int 1): ptr(record @_Z1S)), load(%#1))))
                store(deref(add(load(%a), int 0)), store(deref(add(load(%a), int 1)), load(deref(add(load(%b), load(%n))))))
                declare %#2: ptr(record @_Z1S)
                declare %#3: record @_Z1S
                comma(store(%#3, conditional(convert truth (load(%n)): bool, load(deref(comma(comma(store(%#2, add(load(%a), int 2)), store(deref(load(%#2)), load(%d))), load(%#2)))), load(deref(add(load(%b), int 3))))), store(%d, load(%#3)))
              }
            }
        "#]],
    );
}
