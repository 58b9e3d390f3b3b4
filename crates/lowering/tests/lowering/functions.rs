//! Calls, results, arguments, objects of classes.

use expect_test::expect;

use crate::{check, lowered};

/// A class that is passed by reference, and functions that use it.
const OBJECTS: &str = r#"
struct N {
  int a;
  __attribute__((device)) N(int x) : a(x) {}
  __attribute__((device)) N(const N &o) : a(o.a + 1) {}
  __attribute__((device)) ~N() { a = 0; }
};
struct P { int x, y; };
__attribute__((device)) N make(int x) { return N(x); }
__attribute__((device)) N named(int x) { N n(x); n.a++; return n; }
__attribute__((device)) int take(N n, P p) { return n.a + p.y; }
__attribute__((device)) int both() { return take(make(1), P{2, 3}) + 4; }
"#;

#[test]
fn an_object_is_made_in_the_return_slot() {
    check(
        OBJECTS,
        "_Z4makei",
        expect![[r#"
        function @_Z4makei(%#1: ptr(record @_Z1N), %x: int) -> void device internal return_slot {
          {
            call @_ZN1NC1Ei(load(%#1), load(%x))
            return
          }
        }
    "#]],
    );
}

#[test]
fn a_variable_that_is_returned_is_made_there_too() {
    check(
        OBJECTS,
        "_Z5namedi",
        expect![[r#"
        function @_Z5namedi(%#1: ptr(record @_Z1N), %x: int) -> void device internal return_slot {
          {
            call @_ZN1NC1Ei(load(%#1), load(%x))
            post_increment(field 0 (deref(load(%#1))): int)
            return
          }
        }
    "#]],
    );
}

#[test]
fn what_moves_from_a_constant_object_is_left_out_as_well() {
    check(
        "struct A { int v; __attribute__((device)) A(); __attribute__((device)) A(const A &&); };
         __attribute__((device)) A h(int a) { A r; r.v = a; return r; }",
        "_Z1hi",
        expect![[r#"
            function @_Z1hi(%#1: ptr(record @_Z1A), %a: int) -> void device internal return_slot {
              {
                call @_ZN1AC1Ev(load(%#1))
                store(field 0 (deref(load(%#1))): int, load(%a))
                return
              }
            }
        "#]],
    );
}

#[test]
fn temporaries_end_with_the_full_expression() {
    check(
        OBJECTS,
        "_Z4bothv",
        expect![[r#"
            function @_Z4bothv() -> int device internal {
              {
                declare %#1: record @_Z1N
                declare %#2: ptr(record @_Z1N)
                declare %#3: int
                declare %#4: record @_Z1P
                store(%#4, load(text record @_Z1P {0: int 2, 1: int 3}))
                return comma(comma(store(%#3, add(comma(store(%#2, comma(call @_Z4makei(address(%#1), int 1), address(%#1))), call @_Z4take1N1P(load(%#2), load(%#4)): int), int 4)), call @_ZN1ND1Ev(address(%#1))), load(%#3))
              }
            }
        "#]],
    );
}

#[test]
fn arguments_are_evaluated_from_the_left() {
    check(
        "__attribute__((device)) int two(int a, int b) { return a - b; }
         __attribute__((device)) int f(int *p) { return two(*p++, *p++); }",
        "_Z1fPi",
        expect![[r#"
            function @_Z1fPi(%p: ptr(int)) -> int device internal {
              {
                declare %#1: int
                declare %#2: int
                return comma(comma(store(%#1, load(deref(post_increment(%p)))), store(%#2, load(deref(post_increment(%p))))), call @_Z3twoii(load(%#1), load(%#2)): int)
              }
            }
        "#]],
    );
}

#[test]
fn what_a_condition_chooses_is_assigned_in_each_branch() {
    check(
        "struct P { int x, y; };
         struct B { int a : 3, b : 5; };
         __attribute__((device)) int next(int n) { return n; }
         __attribute__((device)) void f(bool c, int &a, int &b, P &p, P &q, B &bits, int *at, int n) {
             (c ? a : b) = n + 1;
             (c ? a : b) += next(n);
             (c ? p : q).y = 2;
             (c ? p : q) = *(c ? &q : &p);
             (c ? bits.a : bits.b)++;
             (next(n), a) = n;
             *(c ? at : &a) = 1;
         }",
        "_Z1fbRiS_R1PS1_R1BPii",
        expect![[r#"
            function @_Z1fbRiS_R1PS1_R1BPii(%c: bool, %a: ptr(int), %b: ptr(int), %p: ptr(record @_Z1P), %q: ptr(record @_Z1P), %bits: ptr(record @_Z1B), %at: ptr(int), %n: int) -> void device internal {
              {
                conditional(load(%c), store(deref(load(%a)), add(load(%n), int 1)), store(deref(load(%b)), add(load(%n), int 1)))
                declare %#1: int
                comma(store(%#1, call @_Z4nexti(load(%n)): int), conditional(load(%c), compound add int (deref(load(%a)), load(%#1)), compound add int (deref(load(%b)), load(%#1))))
                conditional(load(%c), store(field 1 (deref(load(%p))): int, int 2), store(field 1 (deref(load(%q))): int, int 2))
                conditional(load(%c), store(deref(load(%p)), conditional(load(%c), load(deref(load(%q))), load(deref(load(%p))))), store(deref(load(%q)), conditional(load(%c), load(deref(load(%q))), load(deref(load(%p))))))
                conditional(load(%c), post_increment(field 0 (deref(load(%bits))): int), post_increment(field 1 (deref(load(%bits))): int))
                declare %#2: int
                comma(store(%#2, load(%n)), comma(call @_Z4nexti(load(%n)): int, store(deref(load(%a)), load(%#2))))
                store(deref(conditional(load(%c), load(%at), load(%a))), int 1)
              }
            }
        "#]],
    );
}

#[test]
fn a_constant_call_is_a_literal() {
    check(
        "__attribute__((device)) constexpr int square(int x) { return x * x; }
         __attribute__((device)) int f() { return square(7); }",
        "_Z1fv",
        expect![[r#"
            function @_Z1fv() -> int device internal {
              {
                return int 49
              }
            }
        "#]],
    );
}

#[test]
fn a_reference_is_read_through() {
    check(
        "__attribute__((device)) int target = 3;
         __attribute__((device)) int &alias = target;
         __attribute__((device)) int f() { return alias; }",
        "_Z1fv",
        expect![[r#"
            function @_Z1fv() -> int device internal {
              {
                return load(deref(ptr(int) @target))
              }
            }
        "#]],
    );
}

#[test]
fn a_block_may_declare_a_variable_of_the_file_again() {
    let text = "__attribute__((device)) int total = 3;
                __attribute__((device)) int f() { extern __attribute__((device)) int total; return total; }";
    expect![[r#"
        cleave-il 1

        variable @total: int device internal kept = 3

        function @_Z1fv() -> int device internal {
          {
            return load(@total: int)
          }
        }
    "#]]
    .assert_eq(&lowered(text));
}

#[test]
fn what_is_not_understood_refuses_the_whole() {
    let text = "namespace std { struct type_info { int i; }; }
                __attribute__((device)) const std::type_info &f() { return typeid(int); }
                __attribute__((device)) int g() { return 1; }";
    expect![[r#"
        refused: a glvalue
    "#]]
    .assert_eq(&lowered(text));
}

#[test]
fn statics_of_functions_are_defined() {
    let text = lowered(
        r#"
__attribute__((device)) int f() { static int next = 100; static const float low[2] = {1, 2}; return next++ + low[next]; }
__attribute__((global)) void k(int *o) { *o = f(); }
"#,
    );
    let variables: Vec<&str> = text.lines().filter(|l| l.starts_with("variable")).collect();
    expect![[r#"
        variable @_ZZ1fvE4next: int device internal = 100
        variable @_ZZ1fvE3low: const array(float, 2) device internal = [1.0, 2.0]"#]]
    .assert_eq(&variables.join("\n"));
}

#[test]
fn parameters_keep_what_is_written_of_them() {
    check(
        r#"
struct P { int x; };
__attribute__((global)) void k(const volatile P p, int *const o) { *o = p.x; }
"#,
        "_Z1k1PPi",
        expect![[r#"
            function @_Z1k1PPi(%p: const volatile record @_Z1P, %o: const ptr(int)) -> void kernel external {
              {
                store(deref(load(%o)), load(field 0 (%p): int))
              }
            }
        "#]],
    );
}

#[test]
fn a_constant_that_a_call_refers_to_is_read() {
    check(
        r#"
struct P { int a, b; };
__attribute__((device)) constexpr const int &first(const P &p) { return p.a; }
__attribute__((device)) void g(P);
static constexpr P known{1, 2};
__attribute__((device)) int f() {
  constexpr P p{3, 4};
  g(known);
  return first(p);
}
"#,
        "_Z1fv",
        expect![[r#"
            function @_Z1fv() -> int device internal {
              {
                declare %p: record @_Z1P
                store(%p, load(text record @_Z1P {0: int 3, 1: int 4}))
                declare %#1: record @_Z1P
                call @_Z1g1P(comma(comma(comma(clear(%#1), store(field 0 (%#1): int, int 1)), store(field 1 (%#1): int, int 2)), load(%#1)))
                return int 3
              }
            }
        "#]],
    );
}

#[test]
fn three_way_comparisons_choose_a_constant() {
    check(
        r#"
namespace std { struct strong_ordering { int value; static const strong_ordering less, equal, greater; };
inline constexpr strong_ordering strong_ordering::less{-1}, strong_ordering::equal{0}, strong_ordering::greater{1}; }
__attribute__((device)) std::strong_ordering f(int a, int b) { return a <=> b; }
"#,
        "_Z1fii",
        expect![[r#"
            function @_Z1fii(%a: int, %b: int) -> record @_ZSt15strong_ordering device internal {
              {
                declare %#1: record @_ZSt15strong_ordering
                store(%#1, conditional(less(load(%a), load(%b)), load(text record @_ZSt15strong_ordering {0: int -1}), conditional(less(load(%b), load(%a)), load(text record @_ZSt15strong_ordering {0: int 1}), load(text record @_ZSt15strong_ordering {0: int 0}))))
                return load(%#1)
              }
            }
        "#]],
    );
}

/// A class with a defaulted `<=>` has an `==`, which compares arrays by a loop.
#[test]
fn an_implied_equality_is_a_function() {
    check(
        r#"
namespace std { struct strong_ordering { int value; }; }
struct A { int x; int d[70]; std::strong_ordering operator<=>(const A &) const = default; };
__attribute__((device)) bool f(const A &a, const A &b) { return a == b; }
"#,
        "_ZNK1AeqERKS_",
        expect![[r#"
            function @_ZNK1AeqERKS_(%this: ptr(const record @_Z1A), %#1: ptr(const record @_Z1A)) -> bool device internal inline align 2 {
              {
                declare %#2: ulong
                if not(equal(load(field 0 (deref(load(%this))): int), load(field 0 (deref(load(%#1))): int))) {
                  return bool 0
                }
                {
                  store(%#2, ulong 0)
                  loop after while less(pre_increment(%#2), ulong 70) {
                    if not(equal(load(element(field 1 (deref(load(%this))): array(int, 70), load(%#2))), load(element(field 1 (deref(load(%#1))): array(int, 70), load(%#2))))) {
                      return bool 0
                    }
                  }
                }
                return bool 1
              }
            }
        "#]],
    );
}

#[test]
fn the_name_of_a_constructor_has_no_type() {
    check(
        r#"
__attribute__((device)) void say(const char *);
struct S { __attribute__((device)) S(int) { say(__PRETTY_FUNCTION__); } };
__attribute__((device)) void f() { S s(1); }
"#,
        "_ZN1SC1Ei",
        expect![[r#"
            function @_ZN1SC1Ei(%this: ptr(record @_Z1S), %#1: int) -> void device internal inline {
              {
                call @_Z3sayPKc(address(element(@_ZZN1SC1EiE19__PRETTY_FUNCTION__: array(char, 10), int 0)): ptr(const char))
              }
            }
        "#]],
    );
}

#[test]
fn a_converted_address_of_a_local_is_set_aside() {
    check(
        r#"
__attribute__((device)) void plain(int *, int *);
__attribute__((device)) void bytes(void *, const int *);
__attribute__((device)) void f()
{
    int a[2];
    int b;
    plain(a, &b);
    plain(a + 1, &a[1]);
    bytes(&b, a);
}
"#,
        "_Z1fv",
        expect![[r#"
            function @_Z1fv() -> void device internal {
              {
                declare %a: array(int, 2)
                declare %b: int
                call @_Z5plainPiS_(address(element(%a, int 0)), address(%b))
                declare %#1: ptr(int)
                declare %#2: ptr(int)
                comma(comma(store(%#1, add(address(element(%a, int 0)), int 1)), store(%#2, add(address(element(%a, int 0)), int 1))), call @_Z5plainPiS_(load(%#1), load(%#2)))
                declare %#3: ptr(void)
                declare %#4: ptr(const int)
                comma(comma(store(%#3, convert pointer (address(%b)): ptr(void)), store(%#4, convert pointer (address(element(%a, int 0))): ptr(const int))), call @_Z5bytesPvPKi(load(%#3), load(%#4)))
              }
            }
        "#]],
    );
}

#[test]
fn what_is_computed_of_an_address_is_set_aside() {
    check(
        r#"
struct A { float x; const float c; float f[8]; };
__attribute__((device)) int next();
__attribute__((device)) float fixed[8];
__attribute__((device)) void to(const float &, int);
__attribute__((device)) void at(float *, int);
__attribute__((device)) void is(bool, int);
__attribute__((device)) void f(A a)
{
    __attribute__((shared)) float shared[8];
    float rows[2][8];
    to(a.c, next());
    to(a.x, next());
    to(a.f[0], next());
    to(fixed[1], next());
    at(a.f, next());
    at(rows[1], next());
    at(&fixed[1], next());
    at(&shared[1], next());
    is(&a.x == a.f, next());
}
"#,
        "_Z1f1A",
        expect![[r#"
            function @_Z1f1A(%a: record @_Z1A) -> void device internal {
              {
                declare %rows: array(array(float, 8), 2)
                declare %#1: int
                comma(store(%#1, call @_Z4nextv(): int), call @_Z2toRKfi(address(field 1 (%a): float): ptr(const float), load(%#1)))
                declare %#2: ptr(const float)
                declare %#3: int
                comma(comma(store(%#2, address(field 0 (%a): float): ptr(const float)), store(%#3, call @_Z4nextv(): int)), call @_Z2toRKfi(load(%#2), load(%#3)))
                declare %#4: ptr(const float)
                declare %#5: int
                comma(comma(store(%#4, add(address(element(field 2 (%a): array(float, 8), int 0)): ptr(const float), int 0)), store(%#5, call @_Z4nextv(): int)), call @_Z2toRKfi(load(%#4), load(%#5)))
                declare %#6: ptr(const float)
                declare %#7: int
                comma(comma(store(%#6, add(address(element(@fixed: array(float, 8), int 0)): ptr(const float), int 1)), store(%#7, call @_Z4nextv(): int)), call @_Z2toRKfi(load(%#6), load(%#7)))
                call @_Z2atPfi(address(element(field 2 (%a): array(float, 8), int 0)), call @_Z4nextv(): int)
                call @_Z2atPfi(address(element(element(%rows, int 1), int 0)), call @_Z4nextv(): int)
                call @_Z2atPfi(add(address(element(@fixed: array(float, 8), int 0)), int 1), call @_Z4nextv(): int)
                declare %#8: ptr(float)
                declare %#9: int
                comma(comma(store(%#8, add(address(element(@_ZZ1f1AE6shared: array(float, 8), int 0)), int 1)), store(%#9, call @_Z4nextv(): int)), call @_Z2atPfi(load(%#8), load(%#9)))
                declare %#10: bool
                declare %#11: int
                comma(comma(store(%#10, equal(address(field 0 (%a): float), address(element(field 2 (%a): array(float, 8), int 0)))), store(%#11, call @_Z4nextv(): int)), call @_Z2isbi(load(%#10), load(%#11)))
              }
            }
        "#]],
    );
}

#[test]
fn the_right_operand_of_an_assignment_comes_first() {
    check(
        r#"
struct P { int a; int b; };
struct M { int v; __attribute__((device)) M &operator-=(P); };
__attribute__((device)) P make(int);
__attribute__((device)) P *at(int);
__attribute__((device)) M *in(int);
__attribute__((device)) void operator-=(P &, P);
__attribute__((device)) void f(M *m)
{
    *at(1) -= make(2);
    operator-=(*at(1), make(2));
    *in(1) -= make(2);
    *m -= make(2);
    in(1)->operator-=(make(2));
}
"#,
        "_Z1fP1M",
        expect![[r#"
            function @_Z1fP1M(%m: ptr(record @_Z1M)) -> void device internal {
              {
                declare %#1: record @_Z1P
                declare %#2: ptr(record @_Z1P)
                comma(comma(store(%#1, call @_Z4makei(int 2): record @_Z1P), store(%#2, call @_Z2ati(int 1): ptr(record @_Z1P))), call @_ZmIR1PS_(load(%#2), load(%#1)))
                declare %#3: ptr(record @_Z1P)
                declare %#4: record @_Z1P
                comma(comma(store(%#3, call @_Z2ati(int 1): ptr(record @_Z1P)), store(%#4, call @_Z4makei(int 2): record @_Z1P)), call @_ZmIR1PS_(load(%#3), load(%#4)))
                declare %#5: record @_Z1P
                comma(store(%#5, call @_Z4makei(int 2): record @_Z1P), call @_ZN1MmIE1P(call @_Z2ini(int 1): ptr(record @_Z1M), load(%#5)): ptr(record @_Z1M))
                call @_ZN1MmIE1P(load(%m), call @_Z4makei(int 2): record @_Z1P): ptr(record @_Z1M)
                call @_ZN1MmIE1P(call @_Z2ini(int 1): ptr(record @_Z1M), call @_Z4makei(int 2): record @_Z1P): ptr(record @_Z1M)
              }
            }
        "#]],
    );
}

#[test]
fn an_operand_is_converted_to_the_common_type_at_once() {
    check(
        r#"
enum E { e };
__attribute__((device)) long f(short s, E x, long l)
{
    return s + l + (x + l);
}
"#,
        "_Z1fs1El",
        expect![[r#"
            function @_Z1fs1El(%s: short, %x: uint, %l: long) -> long device internal {
              {
                return add(add(convert integer (load(%s)): long, load(%l)), add(convert integer (convert integer (load(%x)): int): long, load(%l)))
              }
            }
        "#]],
    );
}

#[test]
fn a_builtin_of_any_number_takes_it_as_it_is() {
    check(
        "__attribute__((device)) int f(float x, double y) { return __builtin_signbit(x) + __builtin_signbit(y); }",
        "_Z1ffd",
        expect![[r#"
            function @_Z1ffd(%x: float, %y: double) -> int device internal {
              {
                return add(builtin __builtin_signbit(load(%x)): int, builtin __builtin_signbit(load(%y)): int)
              }
            }
        "#]],
    );
}

/// A class with static members, and a function that gives an object of it.
const STATIC_MEMBERS: &str = r#"
struct S {
  int a;
  static __attribute__((device)) int rank() { return 3; }
  static const int k = 4;
  enum { e = 9 };
};
__attribute__((device)) S &made();
__attribute__((device)) int call() { return made().rank(); }
__attribute__((device)) int constant() { return made().k; }
__attribute__((device)) int enumerator() { return made().e; }
__attribute__((device)) int pointer() { int (*f)() = made().rank; return f(); }
__attribute__((device)) int nothing(S s) { return s.rank() + s.k + s.e; }
"#;

/// The expression in front of the dot is evaluated, whatever member is named ([expr.ref]/2).
#[test]
fn the_object_of_a_static_member_is_evaluated() {
    check(
        STATIC_MEMBERS,
        "_Z4callv",
        expect![[r#"
        function @_Z4callv() -> int device internal {
          {
            return comma(call @_Z4madev(): ptr(record @_Z1S), call @_ZN1S4rankEv(): int)
          }
        }
    "#]],
    );
    check(
        STATIC_MEMBERS,
        "_Z8constantv",
        expect![[r#"
        function @_Z8constantv() -> int device internal {
          {
            return comma(call @_Z4madev(): ptr(record @_Z1S), int 4)
          }
        }
    "#]],
    );
    check(
        STATIC_MEMBERS,
        "_Z10enumeratorv",
        expect![[r#"
        function @_Z10enumeratorv() -> int device internal {
          {
            return convert integer (comma(call @_Z4madev(): ptr(record @_Z1S), uint 9)): int
          }
        }
    "#]],
    );
    check(
        STATIC_MEMBERS,
        "_Z7pointerv",
        expect![[r#"
        function @_Z7pointerv() -> int device internal {
          {
            declare %f: ptr(fn() -> int)
            store(%f, comma(call @_Z4madev(): ptr(record @_Z1S), function @_ZN1S4rankEv: ptr(fn() -> int)))
            return call_pointer(load(%f))
          }
        }
    "#]],
    );
}

#[test]
fn an_object_of_a_static_member_that_does_nothing_is_left_out() {
    check(
        STATIC_MEMBERS,
        "_Z7nothing1S",
        expect![[r#"
        function @_Z7nothing1S(%s: record @_Z1S) -> int device internal {
          {
            return add(add(call @_ZN1S4rankEv(): int, int 4), convert integer (uint 9): int)
          }
        }
    "#]],
    );
}
