//! What is kept of small programs. Each list is what the reference defines.

use cleave_base_db::HostSettings;
use expect_test::{Expect, expect};

use crate::{database, listed};

fn check_with(text: &str, settings: HostSettings, want: Expect) {
    let text = format!("# 1 \"a.cu\"\n{}\n", text.trim());
    let text = text
        .replace("__device__", "__attribute__((device))")
        .replace("__host__", "__attribute__((host))")
        .replace("__global__", "__attribute__((global))")
        .replace("__shared__", "__attribute__((shared))");
    let (l, file, options) = database(&text, settings);
    want.assert_eq(&listed(&l, file, options));
}

fn check(text: &str, want: Expect) {
    check_with(text, HostSettings::default(), want);
}

#[test]
fn external_functions_and_what_they_call() {
    check(
        "
__device__ int helper(int a) { return a; }
static __device__ int used(int a) { return a; }
static __device__ int unused(int a) { return a; }
inline __device__ int inlined(int a) { return a; }
static __global__ void k(int *p) { *p = used(1); }
__device__ int out() { return inlined(2); }
",
        expect![[r#"
            _Z3outv
            _Z6helperi
            _Z7inlinedi
            _ZN12_INTERNAL_id4usedEi
            kernel _Z1kPi
        "#]],
    );
}

#[test]
fn live_host_code_counts_and_dead_host_code_does_not() {
    check(
        "
inline __host__ __device__ int live(int a) { return a; }
inline __host__ __device__ int dead(int a) { return a; }
static int nobody() { return dead(1); }
int main() { return live(1); }
",
        expect![[r#"
            _Z4livei
        "#]],
    );
}

#[test]
fn kernels_are_instantiated_even_for_dead_host_code() {
    check(
        "
template <class T> __global__ void fill(T *p) { p[0] = T(); }
static void dead(int *p) { fill<<<1, 1>>>(p); }
template <class U> void never(U *u) { fill<<<1, 1>>>((char *)u); }
template <class U> void instantiated(U *u) { fill<<<1, 1>>>(u); }
void live(float *p) { instantiated(p); }
",
        expect![[r#"
            kernel _Z4fillIfEvPT_
            kernel _Z4fillIiEvPT_
        "#]],
    );
}

#[test]
fn branches_that_constants_decide_against() {
    check(
        "
static __device__ int in_if0(int a) { return a + 13; }
static __device__ int in_discarded(int a) { return a + 14; }
static __device__ int in_sizeof(int a) { return a + 15; }
__global__ void k(int *o) {
  if (0) o[0] = in_if0(1);
  if constexpr (sizeof(int) == 8) o[1] = in_discarded(1);
  o[2] = sizeof(in_sizeof(3));
}
",
        expect![[r#"
            _ZN12_INTERNAL_id12in_discardedEi
            _ZN12_INTERNAL_id6in_if0Ei
            kernel _Z1kPi
        "#]],
    );
}

#[test]
fn calls_that_have_a_value_are_literals() {
    check(
        "
inline constexpr __device__ int sq(int a) { return a * a; }
__global__ void k(int *o) { o[0] = sq(3); }
__global__ void l(int *o) { o[0] = sq(o[1]); }
",
        expect![[r#"
            _Z2sqi
            kernel _Z1kPi
            kernel _Z1lPi
        "#]],
    );
}

#[test]
fn constructors_and_destructors_that_nobody_wrote() {
    check(
        "
struct M { __device__ M(); __device__ ~M(); };
struct P { M m; int y = 3; };
struct C { int q = 4; C() = default; };
__device__ void f() { P p; C c; C *h = new C; }
",
        expect![[r#"
            _Z1fv
            _ZN1PC1Ev
            _ZN1PC2Ev
            _ZN1PD1Ev
            _ZN1PD2Ev
            declared _ZN1MC1Ev
            declared _ZN1MC2Ev
            declared _ZN1MD1Ev
            declared _ZN1MD2Ev
        "#]],
    );
}

#[test]
fn virtual_tables_use_final_overriders() {
    check(
        "
struct I { __device__ virtual int run(int) = 0; __device__ virtual void spare() {} };
struct A : I { __device__ int run(int a) override { return a; } };
struct B : I { __device__ int run(int a) override { return 2 * a; } };
__global__ void k(I *p) { A a; p->run(a.run(1)); }
",
        expect![[r#"
            _ZN1A3runEi
            _ZN1I5spareEv
            kernel _Z1kP1I
        "#]],
    );
}

#[test]
fn classes_with_virtual_bases_have_one_variant() {
    check(
        "
struct B { int v; __device__ B() : v(1) { } };
struct D : virtual B { __device__ D() { } };
__device__ int f() { D d; return d.v; }
",
        expect![[r#"
            _Z1fv
            _ZN1BC1Ev
            _ZN1BC2Ev
            _ZN1DC2Ev
        "#]],
    );
}

#[test]
fn virtual_bases_of_bases_are_made_and_destroyed() {
    check(
        "
struct A { int a; __device__ A() : a(0) {} __device__ A(int q) : a(q) {} __device__ virtual ~A() {} };
struct B : virtual A { __device__ B() : A(1) {} };
struct D : B { __device__ D() {} };
__global__ void k(A **p) { p[0] = new D; }
",
        expect![[r#"
            _ZN1AC1Ei
            _ZN1AC1Ev
            _ZN1AC2Ei
            _ZN1AC2Ev
            _ZN1AD0Ev
            _ZN1AD1Ev
            _ZN1AD2Ev
            _ZN1BC2Ev
            _ZN1BD0Ev
            _ZN1BD2Ev
            _ZN1DC2Ev
            _ZN1DD0Ev
            _ZN1DD2Ev
            kernel _Z1kPP1A
        "#]],
    );
}

#[test]
fn a_virtual_call_of_a_known_object_uses_its_overrider() {
    check(
        "
struct A { __device__ virtual int f() { return 1; } };
struct B : A { __device__ int f() override { return 2; } };
struct C : B {};
struct H { C c; };
__global__ void member(H *h, int *o) { *o = h->c.f(); }
__global__ void unknown(A *a, int *o) { *o = a->f(); }
",
        expect![[r#"
            _ZN1B1fEv
            kernel _Z6memberP1HPi
            kernel _Z7unknownP1APi
        "#]],
    );
}

#[test]
fn inherited_constructors_have_names_of_their_own() {
    check(
        "
struct B { int v; __device__ B(int a) : v(a) {} };
struct D : B { using B::B; };
__device__ int f() { D d(1); return d.v; }
",
        expect![[r#"
            _Z1fv
            _ZN1BC1Ei
            _ZN1BC2Ei
            _ZN1DCI11BEi
            _ZN1DCI21BEi
        "#]],
    );
}

#[test]
fn an_inherited_constructor_may_be_inherited_again() {
    check(
        "
struct B { int v; __device__ B(int a) : v(a) {} };
struct Other { int o; __device__ Other(int a = 1) : o(a) {} };
struct C : Other, B { using B::B; };
struct D : C { using C::C; };
__device__ int f() { D d(2); return d.v; }
",
        expect![[r#"
            _Z1fv
            _ZN1BC1Ei
            _ZN1BC2Ei
            _ZN1CCI11BEi
            _ZN1CCI21BEi
            _ZN1DCI11BEi
            _ZN1DCI21BEi
            _ZN5OtherC1Ei
            _ZN5OtherC2Ei
        "#]],
    );
}

#[test]
fn host_virtual_tables_name_what_runs_on_the_device() {
    check(
        "
inline __host__ __device__ int a() { return 1; }
inline __host__ __device__ int b() { return 1; }
template <class T> __global__ void k(T) {}
template <class T> struct S {
  virtual int host() { k<<<1, 1>>>(T()); return a(); }
  __host__ __device__ virtual int both() { return b(); }
};
int main() { S<int> s; return 0; }
",
        expect![[r#"
            _Z1bv
            _ZN1SIiE4bothEv
            kernel _Z1kIiEvT_
        "#]],
    );
}

#[test]
fn a_function_that_nothing_overrides_is_called() {
    check(
        "
inline __host__ __device__ int a() { return 1; }
inline __host__ __device__ int b() { return 1; }
inline __host__ __device__ int c() { return 1; }
struct A { virtual int f() { return a(); } };
struct B final : A { int f() override { return b(); } };
struct C : A { int f() final { return c(); } };
int main() { A *p = new B; B *q = new B; C *r = new C; return p->f() + q->f() + r->f(); }
",
        expect![[r#"
            _Z1bv
            _Z1cv
        "#]],
    );
}

#[test]
fn what_a_constant_decides_against_in_an_expression_is_instantiated_only() {
    check(
        "
inline __host__ __device__ int a(int x) { return x; }
inline __host__ __device__ int b(int x) { return x; }
inline __host__ __device__ int c(int x) { return x; }
inline __host__ __device__ int d(int x) { return x; }
inline __host__ __device__ int e(int x) { return x; }
inline __host__ __device__ int f(int x) { return x; }
template <int N> __global__ void k() {}
template <int N> int host() { k<N><<<1, 1>>>(); return N; }
template <bool B> int pick(int x) {
  if (B) x += a(x); else x += b(x);
  x += B ? c(x) : d(x);
  x += B || e(x);
  x += B && f(x);
  return x + (B ? host<1>() : host<2>());
}
int main(int n, char **) { return pick<true>(n); }
",
        expect![[r#"
            _Z1ai
            _Z1bi
            _Z1ci
            _Z1fi
            kernel _Z1kILi1EEvv
            kernel _Z1kILi2EEvv
        "#]],
    );
}

#[test]
fn a_copy_of_an_empty_object_does_not_call_who_says_which() {
    check(
        "
struct E {}; struct N { int n; };
template <class T> constexpr __device__ T &&moved(T &t) { return static_cast<T &&>(t); }
__device__ int take(E); __device__ int take(N);
__device__ int f(E e, N n) { return take(moved(e)) + take(moved(n)); }
__device__ int g(E &e) { return take(moved<const E>(e)); }
",
        expect![[r#"
            _Z1f1E1N
            _Z1gR1E
            _Z5movedI1NEOT_RS1_
            _Z5movedIK1EEOT_RS2_
            declared _Z4take1E
            declared _Z4take1N
        "#]],
    );
}

#[test]
fn a_base_is_copied_by_a_call_if_its_class_declares_a_constructor() {
    check(
        "
struct A { int *p; __device__ A(int *) {} };
struct B { int *p; };
struct C : A { __device__ C(const C &o) : A(o) {} };
struct D : B { __device__ D(const D &o) : B(o) {} };
struct E : A { __device__ E(const A &o) : A{o} {} };
struct F { A m; __device__ F(const A &o) : m(o) {} };
__device__ void f(C &c, D &d, A &a) { C x(c); D y(d); E z(a); F w(a); }
",
        expect![[r#"
            _Z1fR1CR1DR1A
            _ZN1AC1ERKS_
            _ZN1AC2ERKS_
            _ZN1CC1ERKS_
            _ZN1CC2ERKS_
            _ZN1DC1ERKS_
            _ZN1DC2ERKS_
            _ZN1EC1ERK1A
            _ZN1EC2ERK1A
            _ZN1FC1ERK1A
            _ZN1FC2ERK1A
        "#]],
    );
}

#[test]
fn what_is_not_inline_and_defined_elsewhere_is_not_looked_into() {
    check(
        "
inline __host__ __device__ int a() { return 1; }
inline __host__ __device__ int b() { return 1; }
template <class T> struct S { int in() { return a(); } int out(); };
template <class T> int S<T>::out() { return b(); }
extern template struct S<int>;
int main() { S<int> s; return s.in() + s.out(); }
",
        expect![[r#"
            _Z1av
        "#]],
    );
}

#[test]
fn closures_run_where_they_are_annotated() {
    check_with(
        "
typedef int (*fn)(int);
int main() {
  fn f = [] __host__ __device__ (int x) { return x + 1; };
  auto g = [] __device__ (int x) { return x; };
  return f(1);
}
",
        HostSettings {
            extended_lambda: true,
            ..HostSettings::default()
        },
        expect![[r#"
            _ZZ4mainENKUliE_clEi
            _ZZ4mainENUliE_4_FUNEi
        "#]],
    );
}

#[test]
fn arguments_make_instances_internal() {
    check(
        "
namespace { struct A {}; }
template <class T> struct S {};
template <class T> __device__ int f(T) { return 3; }
__device__ int all() { return f(A()) + f(S<A>()) + f((A *)0) + f(1); }
",
        expect![[r#"
            _Z1fIPN14_GLOBAL__N__id1AEEiT_
            _Z1fIiEiT_
            _Z3allv
            _ZN12_INTERNAL_id1fI1SIN14_GLOBAL__N__id1AEEEEiT_
            _ZN12_INTERNAL_id1fIN14_GLOBAL__N__id1AEEEiT_
        "#]],
    );
}

#[test]
fn separate_compilation_makes_internal_kernels_unique() {
    check_with(
        "
static __global__ void k() {}
static __device__ int v;
namespace n { static __device__ int w; }
extern __device__ int x;
template <class T> __global__ void t(T) {}
extern template __global__ void t(int);
void host() { t<<<1, 1>>>(1); t<<<1, 1>>>(1.0); }
",
        HostSettings {
            relocatable: true,
            ..HostSettings::default()
        },
        expect![[r#"
            declared kernel _Z1tIiEvT_
            declared variable x
            kernel _Z1tIdEvT_
            kernel __nv_static_3__id__Z1kv
            variable __nv_static_3__id__ZN12_INTERNAL_id1n1wE
            variable __nv_static_3__id_v
        "#]],
    );
}

#[test]
fn the_returned_variable_is_neither_moved_nor_destroyed() {
    check(
        "
struct V { float *p; __device__ V(); __device__ V(V &&); __device__ ~V(); };
__device__ V named() { V v; return v; }
",
        expect![[r#"
            _Z5namedv
            declared _ZN1VC1Ev
            declared _ZN1VC2Ev
        "#]],
    );
    check(
        "
struct V { float *p; __device__ V(); __device__ V(V &&); __device__ ~V(); };
__device__ V either(bool b) { V v; V w; if (b) return v; return w; }
",
        expect![[r#"
            _Z6eitherb
            declared _ZN1VC1EOS_
            declared _ZN1VC1Ev
            declared _ZN1VC2EOS_
            declared _ZN1VC2Ev
            declared _ZN1VD1Ev
            declared _ZN1VD2Ev
        "#]],
    );
}

#[test]
fn placement_new_calls_its_allocation_function() {
    check(
        "
inline __host__ __device__ void *operator new(unsigned long, void *p) noexcept { return p; }
__global__ void k(void *p) { new (p) int(3); }
",
        expect![[r#"
            _ZnwmPv
            kernel _Z1kPv
        "#]],
    );
}

#[test]
fn calls_that_ask_whether_they_are_constant_stay() {
    check(
        "
constexpr __device__ bool asks() { return __builtin_is_constant_evaluated(); }
constexpr __device__ int depends() { return asks() ? 1 : 2; }
constexpr __device__ int plain() { return 3; }
__device__ int called() { return depends() + plain(); }
",
        expect![[r#"
            _Z4asksv
            _Z6calledv
            _Z7dependsv
        "#]],
    );
}

#[test]
fn lambdas_of_discarded_statements_have_no_number() {
    check(
        "
template <int N> __device__ int chosen(int a) {
  if constexpr (N == 0) { auto l = [=] { return a; }; return l(); }
  else { auto l = [=] { return a + 1; }; return l(); }
}
__device__ int both(int a) { return chosen<0>(a) + chosen<1>(a); }
",
        expect![[r#"
            _Z4bothi
            _Z6chosenILi0EEii
            _Z6chosenILi1EEii
            _ZZ6chosenILi0EEiiENKUlvE_clEv
            _ZZ6chosenILi1EEiiENKUlvE_clEv
        "#]],
    );
}

#[test]
fn template_parameters_are_told_apart_by_the_templates_around() {
    check(
        "
template <class T> struct Out {
  template <class U> __device__ int in(U u) { auto l = [=](auto x) { return x; }; return l(u); }
};
template <class F> __device__ int run(F f) { return f(1); }
template <class T> __device__ int make(T t) { return run([=](auto x) { return x; }); }
__device__ int all() { return Out<int>().in(2.0f) + make(1L); }
namespace { namespace { __device__ int inner() { return 1; } } }
__device__ int outer() { return inner(); }
",
        expect![[r#"
            _Z3allv
            _Z3runIZ4makeIlEiT_EUlT_E_EiS1_
            _Z4makeIlEiT_
            _Z5outerv
            _ZN12_INTERNAL_id14_GLOBAL__N__id11_GLOBAL__N_5innerEv
            _ZN3OutIiE2inIfEEiT_
            _ZZN3OutIiE2inIfEEiT_ENKUlT_E_clIfEEDaS3_
        "#]],
    );
}

#[test]
fn what_frees_is_used_by_whoever_frees() {
    check(
        "typedef unsigned long size_t;
struct X { __attribute__((device)) X(int) {} __attribute__((device)) void operator delete(void *) {} };
struct Y { __attribute__((device)) Y() {} __attribute__((device)) void operator delete[](void *) {} };
struct Z { __attribute__((device)) virtual ~Z() {} __attribute__((device)) void operator delete(void *) {} };
struct R : Z {};
struct S { __attribute__((device)) void operator delete(void *) {} __attribute__((device)) void operator delete[](void *) {} };
__attribute__((global)) void k(int n, S *s) { new X(3); new Y[n]; R r; ::delete s; delete[] s; }
",
        expect![[r#"
            _ZN1RD0Ev
            _ZN1RD1Ev
            _ZN1RD2Ev
            _ZN1SdaEPv
            _ZN1XC1Ei
            _ZN1XC2Ei
            _ZN1YC1Ev
            _ZN1YC2Ev
            _ZN1YdaEPv
            _ZN1ZD0Ev
            _ZN1ZD1Ev
            _ZN1ZD2Ev
            _ZN1ZdlEPv
            kernel _Z1kiP1S
        "#]],
    );
}

#[test]
fn closures_are_numbered_by_what_they_see() {
    check(
        "
template <class T> struct Traits { using Ordered = unsigned; };
template <class T> __global__ void k(T *p) {
  using Ordered = typename Traits<T>::Ordered;
  auto first = [=](Ordered o, int i) {
    __shared__ int shared;
    shared = i;
    p[i] = o;
  };
  auto second = [=](unsigned o, int i) { p[i] = o + 1; };
  auto third = [=](auto o, int i) { p[i] = o; };
  first(1u, 2);
  second(1u, 2);
  third(1u, 2);
}
template __global__ void k<float>(float *);
",
        expect![[r#"
            _ZZ1kIfEvPT_ENKUlT_iE_clIjEEDaS2_i
            _ZZ1kIfEvPT_ENKUljiE0_clEji
            _ZZ1kIfEvPT_ENKUljiE_clEji
            kernel _Z1kIfEvPT_
            variable _ZZZ1kIfEvPT_ENKUljiE_clEjiE6shared
        "#]],
    );
}

#[test]
fn a_lambda_of_the_host_is_kept_with_relaxed_constexpr() {
    let text = "
void host(int);
void f() {
  auto l = [](int i) { host(i); };
  l(1);
}
";
    check(text, expect![[r#""#]]);
    let settings = HostSettings {
        relaxed_constexpr: true,
        ..HostSettings::default()
    };
    check_with(
        text,
        settings,
        expect![[r#"
        _ZZ1fvENKUliE_clEi
    "#]],
    );
}

#[test]
fn parts_that_nothing_initialises_are_made_by_calls() {
    check(
        "
struct B { int x; constexpr __device__ B() : x(1) {} };
struct G { B b[2]; B c; __device__ G() {} };
struct H { B b; __device__ H() : b() {} };
__device__ void f() { G g; }
__device__ void g() { H h; }
",
        expect![[r#"
            _Z1fv
            _Z1gv
            _ZN1BC1Ev
            _ZN1BC2Ev
            _ZN1GC1Ev
            _ZN1GC2Ev
            _ZN1HC1Ev
            _ZN1HC2Ev
        "#]],
    );
}

/// An explicit instantiation of a class is one of its member classes too ([temp.explicit]/10).
#[test]
fn explicit_instantiations_reach_into_member_classes() {
    check(
        "
template <class T> struct B {
    struct I {
        __device__ int deep();
        struct J { static __device__ int deeper() { return 3; } };
    };
    struct F { __device__ int f() { return 2; } };
    template <class U> struct K { __device__ int k() { return 4; } };
    struct O;
    B *next;
    __device__ int own() { return 1; }
};
template <class T> __device__ int B<T>::I::deep() { return sizeof(T); }
template <class T> struct B<T>::O { __device__ int o() { return 5; } };
template <> struct B<char>::F { __device__ int other() { return 8; } };
template struct B<char>;
",
        expect![[r#"
            _ZN1BIcE1I1J6deeperEv
            _ZN1BIcE1I4deepEv
            _ZN1BIcE1O1oEv
            _ZN1BIcE3ownEv
        "#]],
    );
}
