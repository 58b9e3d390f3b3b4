//! What is kept of small programs; objects have a module of their own. Each list is what the reference defines.

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

pub(crate) fn check(text: &str, want: Expect) {
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

/// Templates that nothing but dead host code names are instantiated, and the kernels that their instances name; what an explicit
/// instantiation says to be defined elsewhere is not.
#[test]
fn instances_that_dead_host_code_names_name_kernels() {
    check(
        "
template <class T> __attribute__((global)) void k(T) {}
template <class T> void one(T t) { k<<<1, 1>>>(t); }
template <class T> void two(T t) { one(t); }
template <class T> struct S {
  S() { k<<<1, 1>>>((T *)0); }
  void called(T t) { one(t); }
  void idle(T t) { k<<<1, 1>>>((T **)0); }
  virtual void overridden() { k<<<1, 1>>>((const T *)0); }
};
inline void dead() { two(1); }
struct A {
  void inside() { S<char> s; s.called('c'); }
  void generic() { auto l = [](auto x) { one(x); }; l(2.0f); }
};
extern template void two(short);
inline void elsewhere() { two(short(1)); }
inline int unevaluated() { return sizeof(two(1u), 1); }
",
        expect![[r#"
            kernel _Z1kIPKcEvT_
            kernel _Z1kIPcEvT_
            kernel _Z1kIcEvT_
            kernel _Z1kIfEvT_
            kernel _Z1kIiEvT_
        "#]],
    );
}

/// A friend declaration that names a specialisation is no function of its own ([temp.friend]/1).
#[test]
fn friends_that_name_specialisations() {
    check(
        "
template <class T> struct Box;
template <class T> __attribute__((device)) int open(Box<T> *b);
template <class T> struct Box { T v; friend int open<>(Box<T> *b); };
template <class T> __attribute__((device)) int open(Box<T> *b) { return b->v; }
__attribute__((global)) void k(Box<int> *b) { open(b); }
",
        expect![[r#"
            _Z4openIiEiP3BoxIT_E
            kernel _Z1kP3BoxIiE
        "#]],
    );
}

/// The device does not have a constant object of the host: its parts are literals.
#[test]
fn parts_of_constant_objects_are_literals() {
    check(
        "
struct P { int v; int w[2]; };
struct S { static constexpr P p = {1, {2, 3}}; static constexpr int a[2] = {4, 5}; };
constexpr P q = {6, {7, 8}};
__attribute__((global)) void k(int *o) { o[0] = S::p.v; o[1] = S::p.w[1]; o[2] = S::a[1]; o[3] = q.v; }
",
        expect![[r#"
            kernel _Z1kPi
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

#[test]
fn members_of_local_classes_are_instantiated_with_the_function() {
    check_with(
        "
template <class T> __attribute__((global)) void kernel(T *p) { *p = 0; }
template <class T> __attribute__((host)) __attribute__((device)) void get(T *p) {
  struct Path {
    static void host(T *p) { kernel<T><<<1, 1>>>(p); }
    static __attribute__((device)) void device(T *p) { *p = 1; }
  };
#ifdef __CUDA_ARCH__
  *p = 2;
#endif
}
void run(int *p) { get(p); }
",
        HostSettings::default(),
        expect![[r#"
            _Z3getIiEvPT_
            kernel _Z6kernelIiEvPT_
        "#]],
    );
}

#[test]
fn a_pointer_to_a_virtual_member_uses_no_function() {
    check(
        "
struct S { __device__ virtual int f() { return 1; } __device__ int g() { return 2; } };
__global__ void k(S *s, int *p) { int (S::*f)() = &S::f; int (S::*g)() = &S::g; *p = (s->*f)() + (s->*g)(); }
",
        expect![[r#"
            _ZN1S1gEv
            kernel _Z1kP1SPi
        "#]],
    );
}

#[test]
fn an_instance_may_be_named_by_a_captured_constant() {
    check(
        "
template <int N> __global__ void k(int *p) { *p = N; }
struct P { int x, y; };
void use(const int &);
void host(int *p) {
  const int n = 3;
  constexpr P c{4, 5};
  auto f = [&](auto) { use(n); use(c.x); k<n><<<1, 1>>>(p); k<c.y><<<1, 1>>>(p); };
  f(1);
}
",
        expect![[r#"
            kernel _Z1kILi3EEvPi
            kernel _Z1kILi5EEvPi
        "#]],
    );
}

#[test]
fn a_long_chain_of_conditions_is_gone_through_once() {
    let chain = vec!["same(1)"; 200].join(" || ");
    let nested = (0..60).fold("1".to_owned(), |c, _| format!("(({c}) ? same(2) : 0)"));
    check(
        &format!(
            "bool same(int);
template <int N> __global__ void k(int *p) {{ *p = N; }}
void host(int *p) {{ if ({chain}) k<1><<<1, 1>>>(p); if ({nested}) k<2><<<1, 1>>>(p); }}"
        ),
        expect![[r#"
            kernel _Z1kILi1EEvPi
            kernel _Z1kILi2EEvPi
        "#]],
    );
}

/// The parameters of a generic lambda stand for themselves, whatever pattern its closure type is named in.
#[test]
fn a_generic_lambda_is_named_within_a_member_template() {
    check(
        "
template <class F> struct D {
  template <class P> static __device__ int go(F f, P *p) { f(p); return 1; }
  template <class P> struct In {
    template <class Q> static __device__ P run(F f, Q *q) { f(q); return 0; }
  };
};
template <class F> __device__ int all(F f, int *o) { return D<F>::go(f, o) + D<F>::template In<int>::run(f, o); }
template <class A> struct H {
  template <class B> __device__ void m(B b, int *o) {
    all([](auto p) { *p = 3; }, o);
    all([b](auto p, B c = 1) { *p = b + c; }, o);
    all([](int *p) { *p = 5; }, o);
  }
};
__global__ void k(int *o) {
  all([](auto p) { *p = 1; }, o);
  all([](auto p) { *p = 2; }, o);
  H<char>().m(3, o);
}
",
        expect![[r#"
            _Z3allIZ1kPiEUlT_E0_EiS1_S0_
            _Z3allIZ1kPiEUlT_E_EiS1_S0_
            _Z3allIZN1HIcE1mIiEEvT_PiEUlS4_E_EiT_S4_
            _Z3allIZN1HIcE1mIiEEvT_PiEUlT_E_EiT_S4_
            _Z3allIZN1HIcE1mIiEEvT_PiEUlT_iE_EiT_S4_
            _ZN1DIZ1kPiEUlT_E0_E2InIiE3runIiEEiS2_PT_
            _ZN1DIZ1kPiEUlT_E0_E2goIiEEiS2_PT_
            _ZN1DIZ1kPiEUlT_E_E2InIiE3runIiEEiS2_PT_
            _ZN1DIZ1kPiEUlT_E_E2goIiEEiS2_PT_
            _ZN1DIZN1HIcE1mIiEEvT_PiEUlS4_E_E2InIiE3runIiEEiS5_PT_
            _ZN1DIZN1HIcE1mIiEEvT_PiEUlS4_E_E2goIiEEiS5_PS3_
            _ZN1DIZN1HIcE1mIiEEvT_PiEUlT_E_E2InIiE3runIiEEiS6_PS5_
            _ZN1DIZN1HIcE1mIiEEvT_PiEUlT_E_E2goIiEEiS6_PS3_
            _ZN1DIZN1HIcE1mIiEEvT_PiEUlT_iE_E2InIiE3runIiEEiS6_PS5_
            _ZN1DIZN1HIcE1mIiEEvT_PiEUlT_iE_E2goIiEEiS6_PS3_
            _ZN1HIcE1mIiEEvT_Pi
            _ZZ1kPiENKUlT_E0_clIS_EEDaS0_
            _ZZ1kPiENKUlT_E_clIS_EEDaS0_
            _ZZN1HIcE1mIiEEvT_PiENKUlS3_E_clES3_
            _ZZN1HIcE1mIiEEvT_PiENKUlT_E_clIS3_EEDaS4_
            _ZZN1HIcE1mIiEEvT_PiENKUlT_iE_clIS3_EEDaS4_i
            kernel _Z1kPi
        "#]],
    );
}
