//! What is a constant in the text that the optimiser of the device sees, as the reference writes it: literals, what temporaries begin
//! with, and what `__builtin_is_constant_evaluated` gives.

use expect_test::expect;

use crate::check;

#[test]
fn constants_are_not_set_aside() {
    check(
        "struct P { int a, b; };
         __attribute__((device)) int f(unsigned, int, float, P);
         __attribute__((device)) void h(int *p) { p[0] = f(unsigned(-1), p[1], -1.0f, P{1, 2}); }",
        "_Z1hPi",
        expect![[r#"
            function @_Z1hPi(%p: ptr(int)) -> void device internal {
              {
                declare %#1: int
                declare %#2: record @_Z1P
                store(%#2, load(text record @_Z1P {0: int 1, 1: int 2}))
                store(deref(add(load(%p), int 0)), comma(store(%#1, load(deref(add(load(%p), int 1)))), call @_Z1fjif1P(convert integer (negate(int 1)): uint, load(%#1), negate(float 1.0), load(%#2)): int))
              }
            }
        "#]],
    );
}

#[test]
fn what_parentheses_make_of_constants_is_a_constant() {
    check(
        "struct P { int a, b; constexpr __attribute__((device)) P(int x, int y = 3) : a(x), b(y) {} };
         struct Q { int a; int b = 4; };
         __attribute__((device)) int f(int, P);
         __attribute__((device)) int g(int, const P &);
         __attribute__((device)) int h(int, const Q &);
         __attribute__((device)) void k(int *p) {
           f(p[0], P(1)); f(p[1], 2); f(p[2], P{3}); g(p[3], P(4)); g(p[4], 5); h(p[5], Q{}); h(p[6], Q());
         }",
        "_Z1kPi",
        expect![[r#"
            function @_Z1kPi(%p: ptr(int)) -> void device internal {
              {
                declare %#1: int
                comma(store(%#1, load(deref(add(load(%p), int 0)))), call @_Z1fi1P(load(%#1), load(text record @_Z1P {0: int 1, 1: int 3})): int)
                declare %#2: int
                declare %#3: record @_Z1P
                store(%#3, load(text record @_Z1P {0: int 2, 1: int 3}))
                comma(store(%#2, load(deref(add(load(%p), int 1)))), call @_Z1fi1P(load(%#2), load(%#3)): int)
                declare %#4: int
                declare %#5: record @_Z1P
                store(%#5, load(text record @_Z1P {0: int 3, 1: int 3}))
                comma(store(%#4, load(deref(add(load(%p), int 2)))), call @_Z1fi1P(load(%#4), load(%#5)): int)
                declare %#6: int
                declare %#7: record @_Z1P
                declare %#8: ptr(const record @_Z1P)
                convert discard (comma(comma(store(%#6, load(deref(add(load(%p), int 3)))), store(%#8, convert pointer (comma(store(%#7, load(text record @_Z1P {0: int 4, 1: int 3})), address(%#7))): ptr(const record @_Z1P))), call @_Z1giRK1P(load(%#6), load(%#8)): int)): void
                declare %#9: int
                declare %#10: ptr(const record @_Z1P)
                declare %#11: record @_Z1P
                store(%#11, load(text record @_Z1P {0: int 5, 1: int 3}))
                convert discard (comma(comma(store(%#9, load(deref(add(load(%p), int 4)))), store(%#10, address(%#11): ptr(const record @_Z1P))), call @_Z1giRK1P(load(%#9), load(%#10)): int)): void
                declare %#12: int
                declare %#13: ptr(const record @_Z1Q)
                declare %#14: record @_Z1Q
                store(%#14, load(text record @_Z1Q {1: int 4}))
                convert discard (comma(comma(store(%#12, load(deref(add(load(%p), int 5)))), store(%#13, address(%#14): ptr(const record @_Z1Q))), call @_Z1hiRK1Q(load(%#12), load(%#13)): int)): void
                declare %#15: int
                declare %#16: record @_Z1Q
                declare %#17: ptr(const record @_Z1Q)
                convert discard (comma(comma(store(%#15, load(deref(add(load(%p), int 6)))), store(%#17, convert pointer (comma(comma(clear(%#16), call @_ZN1QC1Ev(address(%#16))), address(%#16))): ptr(const record @_Z1Q))), call @_Z1hiRK1Q(load(%#15), load(%#17)): int)): void
              }
            }
        "#]],
    );
}

#[test]
fn constants_are_literals_wherever_they_are_read() {
    check(
        "struct I { int n[2]; float f; };
         struct S { int a; I i; };
         constexpr S g{1, {{2, 3}, 4.f}};
         __attribute__((device)) int h(int x) {
           constexpr short s = 5, t = 6;
           constexpr S l{7, {{8, 9}, 1.f}};
           const S m{7, {{8, 9}, 1.f}};
           return (x ? s : t) + g.a + int(g.i.f) + l.a + l.i.n[1] + m.a;
         }",
        "_Z1hi",
        expect![[r#"
            function @_Z1hi(%x: int) -> int device internal {
              {
                declare %s: short
                store(%s, short 5)
                declare %t: short
                store(%t, short 6)
                declare %l: record @_Z1S
                store(%l, load(text record @_Z1S {0: int 7, 1: record @_Z1I {0: array(int, 2) [8, 9], 1: float 1.0}}))
                declare %m: record @_Z1S
                store(%m, load(text record @_Z1S {0: int 7, 1: record @_Z1I {0: array(int, 2) [8, 9], 1: float 1.0}}))
                return add(add(add(add(add(convert integer (conditional(convert truth (load(%x)): bool, short 5, short 6)): int, int 1), convert floating_to_integer (float 4.0): int), int 7), load(element(field 0 (field 1 (%l): record @_Z1I): array(int, 2), int 1))), load(field 0 (%m): int))
              }
            }
        "#]],
    );
}

#[test]
fn whether_an_operand_is_constant_is_known() {
    check(
        "__attribute__((device)) int h(int n) { constexpr int c = 4; return __builtin_constant_p(c + 1) * 10 + __builtin_constant_p(n); }",
        "_Z1hi",
        expect![[r#"
            function @_Z1hi(%n: int) -> int device internal {
              {
                declare %c: int
                store(%c, int 4)
                return add(multiply(int 1, int 10), int 0)
              }
            }
        "#]],
    );
}

#[test]
fn a_temporary_begins_with_its_constant_before_the_statement() {
    check(
        r#"
struct S { int a, b, c; };
__attribute__((device)) int take(S, int);
__attribute__((device)) int refer(const S &, int);
__attribute__((device)) int next();
__attribute__((device)) void f(S *s, int n)
{
    *s = {1, 2, 3};
    *s = {1, 2};
    *s = {n, 2, 3};
    n = n ? take({4, 5, 6}, next()) : refer({7, 8, n}, next());
    while (take({1, 2, n}, next())) n--;
}
"#,
        "_Z1fP1Si",
        expect![[r#"
            function @_Z1fP1Si(%s: ptr(record @_Z1S), %n: int) -> void device internal {
              {
                declare %#1: record @_Z1S
                store(%#1, load(text record @_Z1S {0: int 1, 1: int 2, 2: int 3}))
                convert discard (store(deref(load(%s)), load(%#1))): void
                declare %#2: record @_Z1S
                declare %#3: record @_Z1S
                convert discard (comma(store(%#3, comma(store(%#2, load(text record @_Z1S {0: int 1, 1: int 2, 2: int 0})), load(%#2))), store(deref(load(%s)), load(%#3)))): void
                declare %#4: record @_Z1S
                declare %#5: record @_Z1S
                store(%#5, load(text record @_Z1S {1: int 2, 2: int 3}))
                convert discard (comma(store(%#4, comma(store(field 0 (%#5): int, load(%n)), load(%#5))), store(deref(load(%s)), load(%#4)))): void
                declare %#6: int
                declare %#7: ptr(const record @_Z1S)
                declare %#8: int
                declare %#9: record @_Z1S
                store(%#9, load(text record @_Z1S {0: int 4, 1: int 5, 2: int 6}))
                declare %#10: record @_Z1S
                store(%#10, load(text record @_Z1S {0: int 7, 1: int 8}))
                convert discard (store(%n, conditional(convert truth (load(%n)): bool, comma(store(%#6, call @_Z4nextv(): int), call @_Z4take1Si(load(%#9), load(%#6)): int), comma(comma(store(%#7, convert pointer (comma(store(field 2 (%#10): int, load(%n)), address(%#10))): ptr(const record @_Z1S)), store(%#8, call @_Z4nextv(): int)), call @_Z5referRK1Si(load(%#7), load(%#8)): int)))): void
                declare %#11: record @_Z1S
                declare %#12: record @_Z1S
                declare %#13: int
                loop while convert truth (comma(comma(store(%#12, comma(comma(comma(comma(comma(clear(%#11), store(field 0 (%#11): int, int 1)), store(field 1 (%#11): int, int 2)), store(field 2 (%#11): int, int 0)), store(field 2 (%#11): int, load(%n))), load(%#11))), store(%#13, call @_Z4nextv(): int)), call @_Z4take1Si(load(%#12), load(%#13)): int)): bool {
                  post_decrement(%n)
                }
              }
            }
        "#]],
    );
}

#[test]
fn a_list_without_a_type_is_a_constant_of_a_class_with_a_constructor() {
    check(
        r#"
struct C { int a; constexpr __attribute__((device)) C(int x, int y) : a(x + y) {} };
__attribute__((device)) int take(C, int);
__attribute__((device)) int refer(const C &, int);
__attribute__((device)) int next();
__attribute__((device)) void f(C *c)
{
    *c = {1, 2};
    *c = C{1, 2};
    take({1, 2}, next());
    refer({1, 2}, next());
    refer(C{1, 2}, next());
}
"#,
        "_Z1fP1C",
        expect![[r#"
            function @_Z1fP1C(%c: ptr(record @_Z1C)) -> void device internal {
              {
                convert discard (store(deref(load(%c)), load(text record @_Z1C {0: int 3}))): void
                declare %#1: record @_Z1C
                store(%#1, load(text record @_Z1C {0: int 3}))
                convert discard (store(deref(load(%c)), load(%#1))): void
                declare %#2: int
                comma(store(%#2, call @_Z4nextv(): int), call @_Z4take1Ci(load(text record @_Z1C {0: int 3}), load(%#2)): int)
                declare %#3: int
                declare %#4: record @_Z1C
                store(%#4, load(text record @_Z1C {0: int 3}))
                convert discard (comma(store(%#3, call @_Z4nextv(): int), call @_Z5referRK1Ci(address(%#4): ptr(const record @_Z1C), load(%#3)): int)): void
                declare %#5: ptr(const record @_Z1C)
                declare %#6: int
                declare %#7: record @_Z1C
                store(%#7, load(text record @_Z1C {0: int 3}))
                convert discard (comma(comma(store(%#5, address(%#7): ptr(const record @_Z1C)), store(%#6, call @_Z4nextv(): int)), call @_Z5referRK1Ci(load(%#5), load(%#6)): int)): void
              }
            }
        "#]],
    );
}

#[test]
fn a_constant_is_one_for_code_that_asks() {
    check(
        r#"
constexpr __attribute__((device)) int asks(int x) { return __builtin_is_constant_evaluated() ? x : -x; }
struct S { int a = asks(5); };
__attribute__((device)) void take(const int *, S);
__attribute__((device)) void f(int n)
{
    const int known = asks(1);
    const int unknown = asks(n);
    int plain = asks(2);
    constexpr int all[2] = {asks(3), asks(4)};
    take(all, S());
}
"#,
        "_Z1fi",
        expect![[r#"
            function @_Z1fi(%n: int) -> void device internal {
              {
                declare %known: int
                store(%known, int 1)
                declare %unknown: int
                store(%unknown, call @_Z4asksi(load(%n)): int)
                declare %plain: int
                store(%plain, call @_Z4asksi(int 2): int)
                declare %all: array(int, 2)
                copy(%all, text array(int, 2) [3, 4])
                declare %#1: record @_Z1S
                call @_Z4takePKi1S(address(element(%all, int 0)): ptr(const int), comma(comma(clear(%#1), call @_ZN1SC1Ev(address(%#1))), load(%#1)))
              }
            }
        "#]],
    );
}

/// A pointer to what a closure is converted to is no pointer to its call operator. Where no function's code makes the closure and it has no
/// annotation, nothing defines what it is converted to, and the reference has a null pointer.
#[test]
fn closures_are_converted_in_constants() {
    let text = "typedef int (*P)(int);
         __attribute__((device)) P outside = [](int a) { return a; };
         __attribute__((device)) P annotated = [] __attribute__((device)) (int a) { return a; };
         __attribute__((device)) int f(int n) {
           constexpr P local = [](int a) { return a + 1; };
           static constexpr P all[] = {[](int a) { return a + 2; }, local};
           return local(n) + all[n](n);
         }";
    let settings = cleave_base_db::HostSettings {
        extended_lambda: true,
        ..cleave_base_db::HostSettings::default()
    };
    let (l, file, options) = crate::database(text, settings);
    let module = crate::module(&l, file, options).expect("the text is understood");
    let all = cleave_il::print(&module);
    let lines = |word: &str| -> String {
        let wanted = all.lines().filter(|line| line.contains(word));
        wanted.map(|line| format!("{}\n", line.trim())).collect()
    };
    expect![[r#"
        variable @outside: ptr(fn(int) -> int) device internal kept = zero
        variable @annotated: ptr(fn(int) -> int) device internal kept = @_ZN9annotatedMUliE_4_FUNEi
        variable @_ZZ1fiE3all: const array(ptr(fn(int) -> int), 2) device internal = [@_ZZ1fiENUliE0_4_FUNEi, @_ZZ1fiENUliE_4_FUNEi]
        function @_Z1fi(%n: int) -> int device internal {
        function @_ZN9annotatedMUliE_4_FUNEi(%#1: int) -> int device internal {
        function @_ZZ1fiENUliE_4_FUNEi(%#1: int) -> int device internal {
        function @_ZNK9annotatedMUliE_clEi(%this: ptr(const record @_ZN9annotatedMUliE_E), %a: int) -> int device internal inline align 2 {
        function @_ZZ1fiENKUliE_clEi(%this: ptr(const record @_ZZ1fiEUliE_), %a: int) -> int device internal inline align 2 {
        function @_ZZ1fiENUliE0_4_FUNEi(%#1: int) -> int device internal {
        function @_ZZ1fiENKUliE0_clEi(%this: ptr(const record @_ZZ1fiEUliE0_), %a: int) -> int device internal inline align 2 {
        return add(call_pointer(ptr(fn(int) -> int) @_ZZ1fiENUliE_4_FUNEi, load(%n)), call_pointer(load(element(@_ZZ1fiE3all: array(ptr(fn(int) -> int), 2), load(%n))), load(%n)))
    "#]].assert_eq(&(lines("variable @") + &lines("function @") + &lines("call_pointer")));
}

/// Without relocatable device code each unit has its own.
#[test]
fn inline_variables_are_shared_among_units() {
    let settings = cleave_base_db::HostSettings {
        relocatable: true,
        ..cleave_base_db::HostSettings::default()
    };
    let text = "struct S { static inline __attribute__((device)) int of_class = 1; };
         inline __attribute__((device)) int of_namespace = 2;
         inline constexpr __attribute__((device)) int constant = 3;
         constexpr __attribute__((device)) int own = 4;
         __attribute__((device)) int plain = 5;
         __attribute__((device)) int f(const int *p) { return *p; }
         __attribute__((device)) int g() { return f(&S::of_class) + f(&of_namespace) + f(&constant) + f(&own) + f(&plain); }";
    let (l, file, options) = crate::database(text, settings);
    let module = crate::module(&l, file, options).expect("the text is understood");
    let linkage: Vec<String> = (module.variables.iter())
        .map(|v| format!("{} {:?}", v.name, v.linkage))
        .collect();
    expect![[r#"
        _ZN1S8of_classE Weak
        of_namespace Weak
        constant Weak
        __nv_static_26__00000000_8_input_cu_plain_own Internal
        plain External"#]]
    .assert_eq(&linkage.join("\n"));
}
