//! What libraries write and programs seldom do: templates that are named in roundabout ways, packs without elements, parts of
//! complex numbers.

use cleave_base_db::HostSettings;
use expect_test::expect;

use crate::{check, database, lowered, module};

#[test]
fn a_complex_number_is_made_of_its_parts() {
    check(
        "__attribute__((device)) float f(float a, float b) {
           __complex__ float z{a, b};
           __imag__ z += 1;
           return __real__ z;
         }",
        "_Z1fff",
        expect![[r#"
            function @_Z1fff(%a: float, %b: float) -> float device internal {
              {
                declare %z: complex(float)
                store(%z, builtin __builtin_complex(load(%a), load(%b)): complex(float))
                compound add float (imaginary(%z), convert integer_to_floating (int 1): float)
                return load(real(%z))
              }
            }
        "#]],
    );
}

#[test]
fn an_implicit_assignment_is_called_by_its_name() {
    check(
        "struct B { int i; };
         struct D : B {
           int j;
           __attribute__((device)) D &operator=(const D &o) { B::operator=(o); j = o.j; return *this; }
         };
         __attribute__((device)) void f(D &a, D &b, B &c) { a = b; c.operator=(a); }",
        "_ZN1DaSERKS_",
        expect![[r#"
            function @_ZN1DaSERKS_(%this: ptr(record @_Z1D), %o: ptr(const record @_Z1D)) -> ptr(record @_Z1D) device internal inline align 2 {
              {
                call @_ZN1BaSERKS_(address(field 0 (deref(load(%this))): record @_Z1B), address(field 0 (deref(load(%o))): record @_Z1B): ptr(const record @_Z1B)): ptr(record @_Z1B)
                store(field 1 (deref(load(%this))): int, load(field 1 (deref(load(%o))): int))
                return load(%this)
              }
            }
        "#]],
    );
}

#[test]
fn a_lambda_expands_a_pack_without_elements() {
    check(
        "struct F { template <class... T> __attribute__((device)) int operator()(T...) { return sizeof...(T); } };
         template <class... T> __attribute__((device)) int g(F f, T... t) {
           auto outer = [&](auto... u) { auto inner = [&](int i) { return f((u + i)...); }; return inner(3); };
           return outer(t...);
         }
         __attribute__((device)) int none() { return g(F{}); }",
        "_ZZZ1gIJEEi1FDpT_ENKUlDpT_E_clIJEEEDaS4_ENKUliE_clEi",
        expect![[r#"
            function @_ZZZ1gIJEEi1FDpT_ENKUlDpT_E_clIJEEEDaS4_ENKUliE_clEi(%this: ptr(const record @_ZZZ1gIJEEi1FDpT_ENKUlDpT_E_clIJEEEDaS4_EUliE_), %i: int) -> int device internal inline align 2 {
              {
                return call @_ZN1FclIJEEEiDpT_(load(field 0 (deref(load(%this))): ptr(record @_Z1F))): int
              }
            }
        "#]],
    );
}

#[test]
fn a_member_template_is_called_without_the_keyword() {
    check(
        "struct Q { template <int n> __attribute__((device)) static int f(int x) { return x + n; } };
         template <class A> __attribute__((device)) int g(int y) { return A::f<3>(y) * 5 + 2; }
         __attribute__((device)) int h() { return g<Q>(1); }",
        "_Z1gI1QEii",
        expect![[r#"
            function @_Z1gI1QEii(%y: int) -> int device internal {
              {
                return add(multiply(call @_ZN1Q1fILi3EEEii(load(%y)): int, int 5), int 2)
              }
            }
        "#]],
    );
}

#[test]
fn local_statics_see_the_directives_around_them() {
    let il = lowered(
        "namespace n { constexpr int v = 4; namespace m { struct P { int a; }; } }
         __attribute__((device)) int f(int *p) {
           using namespace n;
           using n::v;
           namespace k = n::m;
           static auto x = v;
           static k::P y = {v};
           auto l = [=] __attribute__((device)) (int i) { __attribute__((shared)) int w[v]; return w[i]; };
           return x++ + y.a++ + l(p[0]);
         }",
    );
    let variables: String = il
        .lines()
        .filter(|l| l.starts_with("variable"))
        .map(|l| l.to_owned() + "\n")
        .collect();
    expect![[r#"
        variable @_ZZZ1fPiENKUliE_clEiE1w: array(int, 4) shared internal
        variable @_ZZ1fPiE1x: int device internal = 4
        variable @_ZZ1fPiE1y: record @_ZN1n1m1PE device internal = {0: int 4}
    "#]]
    .assert_eq(&variables);
}

#[test]
fn a_member_is_made_with_the_default_arguments_of_its_constructor() {
    check(
        "struct P { long a, b; __attribute__((device)) P(long a, long b); };
         __attribute__((device)) long next();
         struct T { long v; __attribute__((device)) T(long m = 3, long n = next(), long o = next()) : v(m + n - o) {} };
         struct V { T t; int i; __attribute__((device)) V(int a) : i(a) {} };
         __attribute__((device)) long f(int a) { V v(a); return v.t.v; }",
        "_ZN1VC1Ei",
        expect![[r#"
            function @_ZN1VC1Ei(%this: ptr(record @_Z1V), %a: int) -> void device internal inline {
              call @_ZN1TC1Elll(address(field 0 (deref(load(%this))): record @_Z1T), convert integer (int 3): long, call @_Z4nextv(): long, call @_Z4nextv(): long)
              store(field 1 (deref(load(%this))): int, load(%a))
              {
              }
            }
        "#]],
    );
}

#[test]
fn a_template_template_parameter_is_called_by_its_specialisation() {
    check(
        "template <class T> struct F { __attribute__((device)) int operator()() const { return sizeof(T); } };
         template <template <class> class TF> __attribute__((device)) int each() { return TF<char>()() + TF<int>{}(); }
         __attribute__((device)) int f() { return each<F>(); }",
        "_Z4eachI1FEiv",
        expect![[r#"
            function @_Z4eachI1FEiv() -> int device internal {
              {
                declare %#1: record @_Z1FIcE
                declare %#2: record @_Z1FIiE
                return add(call @_ZNK1FIcEclEv(convert pointer (address(%#1)): ptr(const record @_Z1FIcE)): int, call @_ZNK1FIiEclEv(convert pointer (address(%#2)): ptr(const record @_Z1FIiE)): int)
              }
            }
        "#]],
    );
}

#[test]
fn names_follow_what_aliases_and_conversions_write() {
    let il = lowered(
        "namespace de {
           template <class A, class... B> struct mi { using type = A; };
           template <class... T> __attribute__((device)) auto impl(int) -> typename mi<T...>::type;
           template <class... T> using system = decltype(impl<T...>(0));
         }
         template <class T> struct P { T t; };
         template <class A, class... B> __attribute__((device)) auto f(P<A> &a, P<B> &...) -> de::system<A, B...> & { return a.t; }
         template <class T> __attribute__((device)) T g(T);
         template <class T> __attribute__((device)) auto h(T t) -> decltype(P<decltype(g(t))>{t}) { return {t}; }
         template <bool, class T> struct E { using type = T; };
         struct C {
           int i;
           template <class U = int> __attribute__((device)) operator typename E<sizeof(U) == 4, U>::type() const { return i; }
         };
         __attribute__((device)) int use(P<int> &a, P<long> &b, C c) { return f(a, b) + h(a.t).t + c; }",
    );
    let functions: String = (il.lines())
        .filter_map(|l| l.strip_prefix("function @")?.split('(').next())
        .map(|name| name.to_owned() + "\n")
        .collect();
    expect![[r#"
        _Z3useR1PIiERS_IlE1C
        _Z1fIiJlEERDTcl4implIT_DpT0_ELi0EEER1PIS0_EDpRS5_IS1_E
        _Z1hIiEDTtl1PIDTcl1gfp_EEEfp_EET_
        _ZNK1CcvN1EIXeqstT_Li4EES2_E4typeEIiEEv
    "#]]
    .assert_eq(&functions);
}

#[test]
fn names_have_the_qualifiers_of_callees_as_they_are_written() {
    let il = lowered(
        "namespace a { namespace b {
           template <class P> struct done { static __attribute__((device)) int call(P); static constexpr int v = 3; };
           template <class P> using other = a::b::done<P>;
           template <class P> __attribute__((device)) int fn(P);
           template <class P> __attribute__((device)) decltype(done<P>::call(P())) f1(P) { return 3; }
           template <class P> __attribute__((device)) decltype(b::done<P>::call(P())) f2(P) { return 3; }
           template <class P> __attribute__((device)) decltype(b::other<P>::call(P())) f3(P) { return 3; }
           template <class P> __attribute__((device)) decltype(b::fn(P())) f4(P) { return 3; }
           template <class P> __attribute__((device)) decltype(done<P>::v + P()) f5(P) { return 3; }
         } }
         __attribute__((device)) int use() { using namespace a::b; return f1(1) + f2(1) + f3(1) + f4(1) + f5(1); }",
    );
    let functions: String = (il.lines())
        .filter_map(|l| l.strip_prefix("function @")?.split('(').next())
        .map(|name| name.to_owned() + "\n")
        .collect();
    expect![[r#"
        _Z3usev
        _ZN1a1b2f1IiEEDTclsr4doneIT_EE4callcvS2__EEES2_
        _ZN1a1b2f2IiEEDTclsr1b4doneIT_EE4callcvS2__EEES2_
        _ZN1a1b2f3IiEEDTclsr1b4doneIT_EE4callcvS2__EEES2_
        _ZN1a1b2f4IiEEDTclsr1bE2fncvT__EEES2_
        _ZN1a1b2f5IiEEDTplsr1a1b4doneIT_EE1vcvS2__EES2_
    "#]]
    .assert_eq(&functions);
}

#[test]
fn conversion_functions_are_defined_however_their_types_are_written() {
    let il = lowered(
        "namespace n { struct Q { int i; }; }
         struct B {
           int x;
           __attribute__((device)) operator signed char() const;
           __attribute__((device)) operator long unsigned() const;
           __attribute__((device)) operator n::Q() const;
           __attribute__((device)) operator const int *() const;
         };
         __attribute__((device)) B::operator signed char() const { return x; }
         __attribute__((device)) B::operator unsigned  long int() const { return x; }
         __attribute__((device)) B::operator n::Q() const { return {x}; }
         __attribute__((device)) B::operator int const*() const { return &x; }
         __attribute__((device)) int f(B b) {
           n::Q q = b;
           const int *p = b;
           return static_cast<signed char>(b) + static_cast<unsigned long>(b) + q.i + *p;
         }",
    );
    let declared: String = (il.lines())
        .filter(|l| l.starts_with("function") && !l.ends_with('{'))
        .map(|l| l.to_owned() + "\n")
        .collect();
    expect![[r#""#]].assert_eq(&declared);
}

#[test]
fn an_expansion_within_another_takes_the_whole_pack() {
    let il = lowered(
        "template <class O, class R> struct Has { __attribute__((device)) int f() { return static_cast<R *>(this)->n; } };
         struct A {}; struct B {};
         template <class... O> struct Ref : Has<O, Ref<O...>>... { int n; };
         __attribute__((device)) int g(Ref<A, B> &r) { return static_cast<Has<B, Ref<A, B>> &>(r).f(); }
         template <class... T> __attribute__((device)) int sum(T... t) { return (0 + ... + t); }
         template <class... T> __attribute__((device)) int all(T... t) { return sum((t * sum(t...))...); }
         __attribute__((device)) int h(int x) { return all(x, 2L); }",
    );
    let functions: String = (il.lines())
        .filter_map(|l| l.strip_prefix("function @")?.split('(').next())
        .map(|name| name.to_owned() + "\n")
        .collect();
    expect![[r#"
        _Z1gR3RefIJ1A1BEE
        _Z1hi
        _ZN3HasI1B3RefIJ1AS0_EEE1fEv
        _Z3allIJilEEiDpT_
        _Z3sumIJilEEiDpT_
    "#]]
    .assert_eq(&functions);
}

#[test]
fn nothing_is_reached_behind_a_throw() {
    let settings = HostSettings {
        relaxed_constexpr: true,
        ..HostSettings::default()
    };
    let (l, file, options) = database(
        "constexpr int f(int x) { if (x < 0) throw 1; return x > 9 ? throw 2 : x; }
         __attribute__((device)) int g(int x) { return f(x); }",
        settings,
    );
    let module = module(&l, file, options).expect("the text is understood");
    let faults = cleave_il::verify(&module);
    assert!(faults.is_empty(), "{faults:?}");
    let thrown: String = (cleave_il::print(&module).lines())
        .filter(|l| l.contains("unreachable"))
        .map(|l| l.trim().to_owned() + "\n")
        .collect();
    expect![[r#"
        builtin __builtin_unreachable()
        return conditional(greater(load(%x), int 9), load(deref(comma(builtin __builtin_unreachable(), ptr(int) zero))), load(%x))
    "#]].assert_eq(&thrown);
}
