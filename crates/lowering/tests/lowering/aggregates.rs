//! Objects with initialisers for their parts, objects that a default constructor makes, and objects that are returned.

use expect_test::{Expect, expect};

use super::function;

const CLASSES: &str = r#"
struct Pair
{
    int a, b;
};
struct Outer
{
    Pair p;
    int k;
};
struct Made
{
    int e[2] = {};
    char n = 3;
};
struct Open
{
    int e;
    char n = 3;
};
struct Moved
{
    int x;
    __attribute__((device)) Moved();
    __attribute__((device)) Moved(Moved &&);
};
__attribute__((device)) void use(void *);
"#;

/// `code` is a declaration of `f` and what goes before it.
fn check(code: &str, want: Expect) {
    let text = format!("{CLASSES}{code}__attribute__((global)) void k(int r) {{ f(r); }}");
    want.assert_eq(&function(&text, "_Z1fi"));
}

#[test]
fn what_is_known_is_stored_first() {
    check(
        "
__attribute__((device)) void f(int r)
{
    Outer n = {{r, 2 * 3}, r};
    use(&n);
}
",
        expect![[r#"
            function @_Z1fi(%r: int) -> void device internal {
              {
                declare %n: record @_Z5Outer
                store(%n, load(text record @_Z5Outer {0: record @_Z4Pair {1: int 6}}))
                store(field 0 (field 0 (%n): record @_Z4Pair): int, load(%r))
                store(field 1 (%n): int, load(%r))
                call @_Z3usePv(convert pointer (address(%n)): ptr(void))
              }
            }
        "#]],
    );
}

#[test]
fn an_object_of_which_nothing_is_known_is_not_cleared() {
    check(
        "
__attribute__((device)) void f(int r)
{
    Outer n = {{r, r}, r};
    use(&n);
}
",
        expect![[r#"
            function @_Z1fi(%r: int) -> void device internal {
              {
                declare %n: record @_Z5Outer
                store(field 0 (field 0 (%n): record @_Z4Pair): int, load(%r))
                store(field 1 (field 0 (%n): record @_Z4Pair): int, load(%r))
                store(field 1 (%n): int, load(%r))
                call @_Z3usePv(convert pointer (address(%n)): ptr(void))
              }
            }
        "#]],
    );
}

#[test]
fn a_constructor_whose_object_is_known_is_not_called() {
    check(
        "
__attribute__((device)) void f(int r)
{
    Made m;
    use(&m);
    Open o;
    use(&o);
}
",
        expect![[r#"
            function @_Z1fi(%r: int) -> void device internal {
              {
                declare %m: record @_Z4Made
                store(%m, load(text record @_Z4Made {1: char 3}))
                call @_Z3usePv(convert pointer (address(%m)): ptr(void))
                declare %o: record @_Z4Open
                call @_ZN4OpenC1Ev(address(%o))
                call @_Z3usePv(convert pointer (address(%o)): ptr(void))
              }
            }
        "#]],
    );
}

#[test]
fn a_variable_of_the_outermost_block_is_made_in_the_return_slot() {
    check(
        "
__attribute__((device)) Moved f(int r)
{
    Moved m;
    return m;
}
",
        expect![[r#"
            function @_Z1fi(%#1: ptr(record @_Z5Moved), %r: int) -> void device internal return_slot {
              {
                call @_ZN5MovedC1Ev(load(%#1))
                return
              }
            }
        "#]],
    );
    check(
        "
__attribute__((device)) Moved f(int r)
{
    {
        Moved m;
        return m;
    }
}
",
        expect![[r#"
            function @_Z1fi(%#1: ptr(record @_Z5Moved), %r: int) -> void device internal return_slot {
              {
                {
                  declare %m: record @_Z5Moved
                  call @_ZN5MovedC1Ev(address(%m))
                  call @_ZN5MovedC1EOS_(load(%#1), address(%m))
                  return
                }
              }
            }
        "#]],
    );
}

#[test]
fn one_of_two_objects_is_read() {
    check(
        "
__attribute__((device)) Pair g(int);
__attribute__((device)) void f(int r)
{
    Pair a{}, b{}, c;
    c = r ? a : b;
    c = r ? g(1) : b;
    use(&c);
}
",
        expect![[r#"
            function @_Z1fi(%r: int) -> void device internal {
              {
                declare %a: record @_Z4Pair
                store(%a, load(text record @_Z4Pair zero))
                declare %b: record @_Z4Pair
                store(%b, load(text record @_Z4Pair zero))
                declare %c: record @_Z4Pair
                store(%c, conditional(convert truth (load(%r)): bool, load(%a), load(%b)))
                declare %#1: record @_Z4Pair
                convert discard (store(%c, comma(conditional(convert truth (load(%r)): bool, convert discard (store(%#1, call @_Z1gi(int 1): record @_Z4Pair)): void, convert discard (store(%#1, load(%b))): void), load(%#1)))): void
                call @_Z3usePv(convert pointer (address(%c)): ptr(void))
              }
            }
        "#]],
    );
}

#[test]
fn a_launch_computes_its_arguments_before_it_stores_them() {
    check(
        r#"
struct dim3 { unsigned x, y, z; constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {} };
struct CUstream_st;
__attribute__((device)) void *cudaGetParameterBufferV2(void *, dim3, dim3, unsigned);
__attribute__((device)) int cudaLaunchDeviceV2(void *, CUstream_st *);
unsigned cudaConfigureCall(dim3, dim3, unsigned long = 0, CUstream_st * = 0);
__attribute__((global)) void kernel(int a, double d, char c);
__attribute__((device)) CUstream_st *stream;
__attribute__((device)) void f(int r) { kernel<<<1, 1, 0, stream>>>(r, r * 2.0, 'c'); }
"#,
        expect![[r#"
            function @_Z1fi(%r: int) -> void device internal {
              {
                declare %#1: ptr(record @_Z11CUstream_st)
                declare %#2: ptr(void)
                declare %#3: int
                declare %#4: double
                declare %#5: record @_Z4dim3
                store(%#5, load(text record @_Z4dim3 {0: uint 1, 1: uint 1, 2: uint 1}))
                declare %#6: record @_Z4dim3
                store(%#6, load(text record @_Z4dim3 {0: uint 1, 1: uint 1, 2: uint 1}))
                comma(comma(store(%#1, load(@stream: ptr(record @_Z11CUstream_st))), store(%#2, call @_Z24cudaGetParameterBufferV2Pv4dim3S0_j(convert pointer (function @_Z6kernelidc: ptr(fn(int, double, char) -> void)): ptr(void), load(%#5), load(%#6), convert integer (convert integer (int 0): ulong): uint): ptr(void))), conditional(convert truth (load(%#2)): bool, comma(comma(comma(comma(comma(store(%#3, load(%r)), store(%#4, multiply(convert integer_to_floating (load(%r)): double, double 2.0))), store(deref(convert pointer (load(%#2)): ptr(int)), load(%#3))), store(deref(convert pointer (add(convert pointer (load(%#2)): ptr(char), ulong 8)): ptr(double)), load(%#4))), store(deref(add(convert pointer (load(%#2)): ptr(char), ulong 16)), char 99)), convert discard (call @_Z18cudaLaunchDeviceV2PvP11CUstream_st(load(%#2), load(%#1)): int): void), convert discard (int 0): void))
              }
            }
        "#]],
    );
}

#[test]
fn what_a_pointer_leads_to_is_made_in_order() {
    check(
        "
struct Both { Pair p; int a[3]; };
__attribute__((device)) void f(int n)
{
    use(new Both{{1, n}, {n, 2}});
    use(new Pair{n, 2});
    use(new Pair{1, 2});
}
",
        expect![[r#"
            function @_Z1fi(%n: int) -> void device internal {
              {
                declare %#1: ulong
                declare %#2: ptr(record @_Z4Both)
                call @_Z3usePv(convert pointer (comma(comma(comma(comma(comma(comma(comma(store(%#1, ulong 20), store(%#2, convert pointer (call @_Znwm(load(%#1)): ptr(void)): ptr(record @_Z4Both))), clear(deref(load(%#2)))), store(field 0 (field 0 (deref(load(%#2))): record @_Z4Pair): int, int 1)), store(field 1 (field 0 (deref(load(%#2))): record @_Z4Pair): int, load(%n))), store(element(field 1 (deref(load(%#2))): array(int, 3), ulong 0), load(%n))), store(element(field 1 (deref(load(%#2))): array(int, 3), ulong 1), int 2)), load(%#2))): ptr(void))
                declare %#3: ulong
                declare %#4: ptr(record @_Z4Pair)
                call @_Z3usePv(convert pointer (comma(comma(comma(comma(store(%#3, ulong 8), store(%#4, convert pointer (call @_Znwm(load(%#3)): ptr(void)): ptr(record @_Z4Pair))), store(field 0 (deref(load(%#4))): int, load(%n))), store(field 1 (deref(load(%#4))): int, int 2)), load(%#4))): ptr(void))
                declare %#5: ulong
                declare %#6: ptr(record @_Z4Pair)
                call @_Z3usePv(convert pointer (comma(comma(comma(store(%#5, ulong 8), store(%#6, convert pointer (call @_Znwm(load(%#5)): ptr(void)): ptr(record @_Z4Pair))), store(deref(load(%#6)), load(text record @_Z4Pair {0: int 1, 1: int 2}))), load(%#6))): ptr(void))
              }
            }
        "#]],
    );
}

#[test]
fn a_string_is_known() {
    check(
        "
struct Named { int n; char name[4]; };
__attribute__((device)) void f(int n) { Named a = {n, \"ab\"}; use(&a); }
",
        expect![[r#"
            function @_Z1fi(%n: int) -> void device internal {
              {
                declare %a: record @_Z5Named
                store(%a, load(text record @_Z5Named {1: array(char, 4) [97, 98]}))
                store(field 0 (%a): int, load(%n))
                call @_Z3usePv(convert pointer (address(%a)): ptr(void))
              }
            }
        "#]],
    );
}

#[test]
fn a_long_array_of_zeros_behind_a_pointer_is_copied() {
    check(
        "
struct Long { int a[2000]; __attribute__((device)) constexpr Long() : a{} {} };
struct Holder { Long l; int n; };
__attribute__((device)) void f(int n) { use(new Holder{Long(), n}); }
",
        expect![[r#"
            function @_Z1fi(%n: int) -> void device internal {
              {
                declare %#1: ulong
                declare %#2: ptr(record @_Z6Holder)
                call @_Z3usePv(convert pointer (comma(comma(comma(comma(store(%#1, ulong 8004), store(%#2, convert pointer (call @_Znwm(load(%#1)): ptr(void)): ptr(record @_Z6Holder))), store(field 0 (deref(load(%#2))): record @_Z4Long, load(text record @_Z4Long {0: array(int, 2000) []}))), store(field 1 (deref(load(%#2))): int, load(%n))), load(%#2))): ptr(void))
              }
            }
        "#]],
    );
}

#[test]
fn members_in_front_of_one_that_a_constructor_makes_are_zero() {
    check(
        "
struct Built { int x; __attribute__((device)) Built(); };
struct Front { int b; };
struct Holding : Front { int y; Built m; };
__attribute__((device)) void f(int) { Holding a{}; use(&a); }
",
        expect![[r#"
            function @_Z1fi(%#1: int) -> void device internal {
              {
                declare %a: record @_Z7Holding
                store(%a, load(text record @_Z7Holding zero))
                call @_ZN5BuiltC1Ev(address(field 2 (%a): record @_Z5Built))
                call @_Z3usePv(convert pointer (address(%a)): ptr(void))
              }
            }
        "#]],
    );
}

#[test]
fn members_in_front_of_a_designated_one_are_zero() {
    check(
        "
struct Three { int a, b, c; };
__attribute__((device)) void f(int n) { Three t = {.c = n}; use(&t); }
",
        expect![[r#"
            function @_Z1fi(%n: int) -> void device internal {
              {
                declare %t: record @_Z5Three
                store(%t, load(text record @_Z5Three zero))
                store(field 2 (%t): int, load(%n))
                call @_Z3usePv(convert pointer (address(%t)): ptr(void))
              }
            }
        "#]],
    );
}

#[test]
fn an_array_whose_first_elements_a_constructor_makes_begins_as_zero() {
    check(
        "
struct Built { int x; Built() = default; __attribute__((device)) Built(int); };
__attribute__((device)) void f(int n) { Built a[2] = {n}; use(&a); Built b = Built(); use(&b); }
",
        expect![[r#"
            function @_Z1fi(%n: int) -> void device internal {
              {
                declare %a: array(record @_Z5Built, 2)
                copy(%a, text array(record @_Z5Built, 2) zero)
                call @_ZN5BuiltC1Ei(address(element(%a, ulong 0)), load(%n))
                call @_Z3usePv(convert pointer (address(%a)): ptr(void))
                declare %b: record @_Z5Built
                store(%b, load(text record @_Z5Built zero))
                call @_Z3usePv(convert pointer (address(%b)): ptr(void))
              }
            }
        "#]],
    );
}

#[test]
fn a_list_that_is_a_default_member_initialiser_begins_with_a_constant_too() {
    check(
        "
struct Default
{
    int a;
    int e[3] = {a, 2};
};
__attribute__((device)) void f(int r)
{
    Default d = {r};
    use(&d);
}
",
        expect![[r#"
            function @_Z1fi(%r: int) -> void device internal {
              {
                declare %d: record @_Z7Default
                declare %#1: ptr(record @_Z7Default)
                store(%d, load(text record @_Z7Default {1: array(int, 3) [zero, 2]}))
                store(field 0 (%d): int, load(%r))
                store(%#1, address(%d))
                store(element(field 1 (%d): array(int, 3), ulong 0), load(field 0 (deref(load(%#1))): int))
                call @_Z3usePv(convert pointer (address(%d)): ptr(void))
              }
            }
        "#]],
    );
}
