//! Loops, jumps, assembly: what is destroyed on the way out is destroyed there.

use expect_test::expect;

use crate::check;

#[test]
fn a_loop_is_left_through_destructors() {
    check(
        r#"
struct N { int a; __attribute__((device)) N(int x) : a(x) {} __attribute__((device)) ~N() { a = 0; } };
__attribute__((device)) int f(int n) {
  while (n) {
    N q(n);
    if (q.a == 3) break;
    if (q.a == 4) return 5;
    --n;
  }
  return n;
}
"#,
        "_Z1fi",
        expect![[r#"
            function @_Z1fi(%n: int) -> int device internal {
              {
                loop while convert truth (load(%n)): bool {
                  declare %q: record @_Z1N
                  call @_ZN1NC1Ei(address(%q), load(%n))
                  if equal(load(field 0 (%q): int), int 3) {
                    call @_ZN1ND1Ev(address(%q))
                    break
                  }
                  if equal(load(field 0 (%q): int), int 4) {
                    declare %#1: int
                    store(%#1, int 5)
                    call @_ZN1ND1Ev(address(%q))
                    return load(%#1)
                  }
                  pre_decrement(%n)
                  call @_ZN1ND1Ev(address(%q))
                }
                return load(%n)
              }
            }
        "#]],
    );
}

#[test]
fn assembly_and_unrolled_loops() {
    check(
        r#"
__attribute__((device)) int f(int n) {
  int r = 0;
#pragma unroll 4
  for (int i = 0; i < n; ++i) asm volatile("add.s32 %0, %0, %1;" : "+r"(r) : "r"(i));
  return r;
}
"#,
        "_Z1fi",
        expect![[r#"
            function @_Z1fi(%n: int) -> int device internal {
              {
                declare %r: int
                store(%r, int 0)
                {
                  declare %i: int
                  store(%i, int 0)
                  loop while less(load(%i), load(%n)) step pre_increment(%i) unroll 4 {
                    asm volatile extended "add.s32 %0, %0, %1;" out("+r" %r) in("r" load(%i))
                  }
                }
                return load(%r)
              }
            }
        "#]],
    );
}

#[test]
fn a_jump_destroys_what_it_leaves() {
    check(
        r#"
struct N { int a; __attribute__((device)) N(int x) : a(x) {} __attribute__((device)) ~N() { a = 0; } };
__attribute__((device)) int f(int n) {
  N outer(n);
again:
  {
    N left(n);
    if (--n) {
      N inner(n);
      goto again;
    }
  }
  return n;
}
"#,
        "_Z1fi",
        expect![[r#"
            function @_Z1fi(%n: int) -> int device internal {
              {
                declare %outer: record @_Z1N
                call @_ZN1NC1Ei(address(%outer), load(%n))
                label again
                {
                  declare %left: record @_Z1N
                  call @_ZN1NC1Ei(address(%left), load(%n))
                  if convert truth (pre_decrement(%n)): bool {
                    declare %inner: record @_Z1N
                    call @_ZN1NC1Ei(address(%inner), load(%n))
                    call @_ZN1ND1Ev(address(%inner))
                    call @_ZN1ND1Ev(address(%left))
                    goto again
                  }
                  call @_ZN1ND1Ev(address(%left))
                }
                declare %#1: int
                store(%#1, load(%n))
                call @_ZN1ND1Ev(address(%outer))
                return load(%#1)
              }
            }
        "#]],
    );
}

#[test]
fn one_block_without_variables_keeps_its_temporaries() {
    check(
        r#"
__attribute__((device)) int two(int, int);
__attribute__((device)) int f(int n, int k)
{
    while (n < k)
        n += two(n, k++);
    while (k < n)
        n -= two(n, k++);
    return n;
}
"#,
        "_Z1fii",
        expect![[r#"
            function @_Z1fii(%n: int, %k: int) -> int device internal {
              {
                declare %#1: int
                declare %#2: int
                loop while less(load(%n), load(%k)) {
                  declare %#3: int
                  declare %#4: int
                  compound add int (%n, comma(comma(store(%#3, load(%n)), store(%#4, post_increment(%k))), call @_Z3twoii(load(%#3), load(%#4)): int))
                }
                loop while less(load(%k), load(%n)) {
                  compound subtract int (%n, comma(comma(store(%#1, load(%n)), store(%#2, post_increment(%k))), call @_Z3twoii(load(%#1), load(%#2)): int))
                }
                return load(%n)
              }
            }
        "#]],
    );
}

#[test]
fn a_block_with_variables_leaves_none_to_those_beside_it() {
    check(
        r#"
struct N { int a; __attribute__((device)) N(int x) : a(x) {} __attribute__((device)) ~N() { a = 0; } };
__attribute__((device)) int two(int, int);
__attribute__((device)) int f(int n, int k)
{
    while (n < k)
        n += two(n, k++);
    if (n)
        n -= N(k).a;
    return n;
}
"#,
        "_Z1fii",
        expect![[r#"
            function @_Z1fii(%n: int, %k: int) -> int device internal {
              {
                declare %#1: int
                declare %#2: int
                loop while less(load(%n), load(%k)) {
                  compound add int (%n, comma(comma(store(%#1, load(%n)), store(%#2, post_increment(%k))), call @_Z3twoii(load(%#1), load(%#2)): int))
                }
                if convert truth (load(%n)): bool {
                  declare %#3: record @_Z1N
                  comma(convert discard (compound subtract int (%n, load(field 0 (deref(comma(call @_ZN1NC1Ei(address(%#3), load(%k)), address(%#3)))): int))): void, call @_ZN1ND1Ev(address(%#3)))
                }
                return load(%n)
              }
            }
        "#]],
    );
}

#[test]
fn a_block_around_one_with_variables_keeps_its_temporaries() {
    check(
        r#"
__attribute__((device)) int two(int, int);
__attribute__((device)) void f(int n, int k)
{
    {
        {
            int i = 1;
            two(n, k++ + i);
        }
        if (n) {
            two(n, k++);
        }
        two(n, k++);
    }
    two(n, k++);
}
"#,
        "_Z1fii",
        expect![[r#"
            function @_Z1fii(%n: int, %k: int) -> void device internal {
              {
                {
                  declare %#1: int
                  declare %#2: int
                  declare %#3: int
                  declare %#4: int
                  {
                    declare %i: int
                    store(%i, int 1)
                    declare %#5: int
                    declare %#6: int
                    comma(comma(store(%#5, load(%n)), store(%#6, add(post_increment(%k), load(%i)))), call @_Z3twoii(load(%#5), load(%#6)): int)
                  }
                  if convert truth (load(%n)): bool {
                    comma(comma(store(%#1, load(%n)), store(%#2, post_increment(%k))), call @_Z3twoii(load(%#1), load(%#2)): int)
                  }
                  comma(comma(store(%#3, load(%n)), store(%#4, post_increment(%k))), call @_Z3twoii(load(%#3), load(%#4)): int)
                }
                declare %#7: int
                declare %#8: int
                comma(comma(store(%#7, load(%n)), store(%#8, post_increment(%k))), call @_Z3twoii(load(%#7), load(%#8)): int)
              }
            }
        "#]],
    );
}

#[test]
fn the_first_temporary_that_is_made_stays_in_its_block() {
    check(
        r#"
__attribute__((device)) int two(int, int);
__attribute__((device)) void f(int n, int k)
{
    if (n) {
        if (k) {
            two(n, k++);
        }
        two(n, k++);
    }
}
"#,
        "_Z1fii",
        expect![[r#"
            function @_Z1fii(%n: int, %k: int) -> void device internal {
              {
                declare %#1: int
                declare %#2: int
                if convert truth (load(%n)): bool {
                  if convert truth (load(%k)): bool {
                    declare %#3: int
                    declare %#4: int
                    comma(comma(store(%#3, load(%n)), store(%#4, post_increment(%k))), call @_Z3twoii(load(%#3), load(%#4)): int)
                  }
                  comma(comma(store(%#1, load(%n)), store(%#2, post_increment(%k))), call @_Z3twoii(load(%#1), load(%#2)): int)
                }
              }
            }
        "#]],
    );
}

#[test]
fn in_an_inline_function_no_temporary_stays_in_its_block() {
    check(
        r#"
__attribute__((device)) int two(int, int);
__attribute__((device)) inline int f(int n, int k)
{
    while (n < k) {
        n += two(n, k++);
    }
    return n;
}
__attribute__((device)) int g(int n) { return f(n, n); }
"#,
        "_Z1fii",
        expect![[r#"
            function @_Z1fii(%n: int, %k: int) -> int device internal inline {
              {
                declare %#1: int
                declare %#2: int
                loop while less(load(%n), load(%k)) {
                  compound add int (%n, comma(comma(store(%#1, load(%n)), store(%#2, post_increment(%k))), call @_Z3twoii(load(%#1), load(%#2)): int))
                }
                return load(%n)
              }
            }
        "#]],
    );
}

#[test]
fn a_value_that_is_assigned_is_an_object_unless_it_is_a_glvalue() {
    check(
        r#"
struct P { int a, b; };
__attribute__((device)) P made();
__attribute__((device)) inline void f(P *p, P *q, int n)
{
    int i = n;
    if (i) {
        *p = made();
    }
    if (n) {
        p[i++] = q[i++];
    }
}
__attribute__((device)) void g(P *p) { f(p, p, 1); }
"#,
        "_Z1fP1PS0_i",
        expect![[r#"
            function @_Z1fP1PS0_i(%p: ptr(record @_Z1P), %q: ptr(record @_Z1P), %n: int) -> void device internal inline {
              {
                declare %#1: record @_Z1P
                declare %i: int
                store(%i, load(%n))
                if convert truth (load(%i)): bool {
                  declare %#2: record @_Z1P
                  convert discard (comma(store(%#2, call @_Z4madev(): record @_Z1P), store(deref(load(%p)), load(%#2)))): void
                }
                if convert truth (load(%n)): bool {
                  comma(store(%#1, load(deref(add(load(%q), post_increment(%i))))), store(deref(add(load(%p), post_increment(%i))), load(%#1)))
                }
              }
            }
        "#]],
    );
}

#[test]
fn an_object_that_a_condition_with_effects_chooses_is_set_aside() {
    check(
        r#"
struct E { int a, b; };
__attribute__((device)) bool asked();
__attribute__((device)) E f(E *p, E x, bool c)
{
    x = c ? p[1] : x;
    x = asked() ? p[1] : x;
    E y = asked() ? p[2] : x;
    return y;
}
"#,
        "_Z1fP1ES_b",
        expect![[r#"
            function @_Z1fP1ES_b(%p: ptr(record @_Z1E), %x: record @_Z1E, %c: bool) -> record @_Z1E device internal {
              {
                store(%x, conditional(load(%c), load(deref(add(load(%p), int 1))), load(%x)))
                declare %#1: record @_Z1E
                comma(store(%#1, conditional(call @_Z5askedv(): bool, load(deref(add(load(%p), int 1))), load(%x))), store(%x, load(%#1)))
                declare %y: record @_Z1E
                store(%y, conditional(call @_Z5askedv(): bool, load(deref(add(load(%p), int 2))), load(%x)))
                declare %#2: record @_Z1E
                store(%#2, load(%y))
                return load(%#2)
              }
            }
        "#]],
    );
}

#[test]
fn a_variable_begins_with_a_constant_that_is_all_zero() {
    check(
        r#"
struct S { int a; long b; };
struct U { union { int a; double d; }; };
struct D { int a = 2; long b; };
__attribute__((device)) int made();
__attribute__((device)) void f()
{
    S s{};
    S t = S();
    S array[2] = {};
    S u = {made()};
    U v = U();
    D w = D();
}
"#,
        "_Z1fv",
        expect![[r#"
            function @_Z1fv() -> void device internal {
              {
                declare %s: record @_Z1S
                declare %t: record @_Z1S
                declare %array: array(record @_Z1S, 2)
                declare %u: record @_Z1S
                store(%u, load(text record @_Z1S zero))
                clear(%s)
                clear(%t)
                clear(%array)
                store(field 0 (%u): int, call @_Z4madev(): int)
                declare %v: record @_Z1U
                clear(%v)
                declare %w: record @_Z1D
                clear(%w)
                call @_ZN1DC1Ev(address(%w))
              }
            }
        "#]],
    );
}
