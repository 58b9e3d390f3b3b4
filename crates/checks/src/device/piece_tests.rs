//! What the device pass says of the code that the device may run, instances and closures among it, in programs that the
//! reference has been asked about.

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{HostOptions, HostSettings, SourceFile};
use expect_test::{Expect, expect};
use salsa::Setter;

use crate::testing::{device, device_with, expand, findings, unreferenced};

/// The lines of findings with one of these numbers, program by program.
fn check(programs: &[&str], numbers: &[u16], expected: Expect) {
    let mut out = String::new();
    for program in programs {
        let found = device(program, 80);
        for line in found.lines() {
            let number = line.split(' ').nth(1).and_then(|n| n.parse().ok());
            if number.is_some_and(|n| numbers.contains(&n)) {
                out.push_str(line);
                out.push('\n');
            }
        }
        out.push_str("--\n");
    }
    expected.assert_eq(&out);
}

#[test]
fn members_of_anonymous_unions() {
    check(
        &[
            r#"namespace n { static union { int ua; float ub; }; __global__ void k(int*p) { *p = ua; ub = 2; int &r = ua; (void)ub; } }
__device__ int f() { return n::ua; }
__host__ __device__ int g() { return n::ua; }
int h() { return n::ua; }"#,
            r#"static union { int ua; float ub; struct { int x, y; } s; int arr[4]; };
__device__ int f() { return s.x + arr[1] + sizeof(ua) + decltype(ub)(1); }
__device__ int *g() { return &ua; }
template<class T> __device__ T h(T t) { return t + ua; }
__global__ void k() { h(1); h(1.0); auto l = [] { return ua; }; l(); auto l2 = [] __device__ { return ua; }; }"#,
            r#"static union { int ua; float ub; };
template<class T> __device__ T h(T t) { return t + ua; }
struct S { __device__ int m() { return ua; } __device__ S() : q(ua) {} int q; int d = ua; };
__device__ int v = ua;"#,
        ],
        &[3561],
        expect![[r#"
            1: 3561 at ua
            1: 3561 at ub
            1: 3561 at ua
            1: 3561 at ub
            2: 3561 at ua
            3: 3561 at ua
            --
            2: 3561 at s
            2: 3561 at arr
            2: 3561 at ua
            2: 3561 at ub
            3: 3561 at ua
            4: 3561 at ua
            5: 3561 at ua
            5: 3561 at ua
            --
            3: 3561 at ua
            3: 3561 at ua
            --
        "#]],
    );
}

#[test]
fn names_that_are_not_ascii() {
    check(
        &[
            r#"__global__ void gr\u00f6sse(int *o) { *o = 2; }
__device__ int v\u00f6r; __constant__ int c\u00f6 = 1; static __device__ int sv\u00f6; __managed__ int m\u00f6;
__device__ int f\u00f6(int p\u00f6) { int l\u00f6 = p\u00f6; return l\u00f6 + v\u00f6r; }
__host__ __device__ int hd\u00f6() { return 0; }
int h\u00f6() { return 0; }"#,
            r#"struct S\u00f6 { __device__ int m\u00f6() { return 1; } int d; };
namespace n\u00f6 { __device__ int f() { return 1; } __global__ void k() {} __device__ int v; }
template<class T> __device__ T t\u00f6(T x) { return x; }
__global__ void k2() { t\u00f6(1); S\u00f6 s; s.m\u00f6(); }"#,
            r#"struct A { __device__ int operator()(int) { return 0; } struct B\u00f6 { __device__ B\u00f6() {} __device__ static int f\u00f6(int); }; };
__device__ int A::B\u00f6::f\u00f6(int) { return 1; }
__device__ void f\u00f6(int); __device__ void f\u00f6(int) {}"#,
            r#"template<class T> struct S\u00f6 { __device__ T m\u00f6() { return T(); } };
template<class T> __device__ T t(T x) { return x; }
struct B\u00f6 {};
__global__ void k(S\u00f6<int> s) { s.m\u00f6(); t(s); t(B\u00f6()); }
__global__ void k3(B\u00f6 b) { }"#,
        ],
        &[3658],
        expect![[r#"
            1: 3658 at gr\u00f6sse: grösse
            2: 3658 at v\u00f6r: vör
            2: 3658 at c\u00f6: cö
            2: 3658 at sv\u00f6: svö
            2: 3658 at m\u00f6: mö
            3: 3658 at f\u00f6: fö
            4: 3658 at hd\u00f6: hdö
            --
            1: 3658 at m\u00f6: mö
            3: 3658 at t\u00f6: tö
            --
            1: 3658 at B\u00f6: Bö
            1: 3658 at f\u00f6: fö
            3: 3658 at f\u00f6: fö
            3: 3658 at f\u00f6: fö
            --
            1: 3658 at m\u00f6: mö
            --
        "#]],
    );
}

#[test]
fn functions_that_nothing_defines() {
    check(
        &[
            r#"static __device__ int ghost(int);
__global__ void k(int *o) { o[0] = ghost(o[1]); }"#,
            r#"static __device__ int ghost(int);
inline __device__ int inl() { return ghost(1); }"#,
            r#"static __device__ int ghost(int);
template<class T> __device__ T t(T x) { return ghost(1); }"#,
            r#"namespace { __device__ int ghost(int); }
template<class T> __device__ T t(T x) { return ghost(x); }
__global__ void k(int *o) { o[0] = t(1); }"#,
            r#"static __global__ void ghost(int);
void k() { ghost<<<1,1>>>(1); }"#,
            r#"static __device__ int ghost(int); static __device__ int ghost(float);
__device__ int h() { return ghost(1); }"#,
            r#"static __device__ int ghost(int); static __device__ int ghost(float) { return 1; }
__device__ int h() { return ghost(1) + ghost(1.0f); }"#,
            r#"namespace n { namespace { __host__ __device__ int hh(); } int u() { return hh(); } } static int sv(); int z = sv();"#,
            r#"static int ghost(int);
template<class T> T t(T x) { return ghost(1); }
int h() { return t(1); }"#,
        ],
        &[114],
        expect![[r#"
            1: 114 at ghost: function ghost
            --
            1: 114 at ghost: function ghost
            --
            --
            1: 114 at ghost: function <unnamed>::ghost
            --
            1: 114 at ghost: function ghost
            --
            1: 114 at ghost: function ghost
            --
            1: 114 at ghost: function ghost
            --
            1: 114 at hh: function n::<unnamed>::hh
            1: 114 at sv: function sv
            --
            1: 114 at ghost: function ghost
            --
        "#]],
    );
}

#[test]
fn types_that_no_gpu_has() {
    check(
        &[
            r#"__device__ __float128 q;
__device__ __float128 *p;
__device__ __float128 arr[2];
__device__ void f(__float128 a) { __float128 b = a; b = b + 1; }"#,
            r#"__float128 h; 
void hf(__float128 a) { __float128 b = a; }
__host__ __device__ void hd(__float128 a) { __float128 b = a; b += 2; }
__global__ void k(__float128 *a) { *a = 1; }"#,
            r#"struct S { __float128 a; };
__device__ S s;
__global__ void k(S s) { auto x = s.a; sizeof(__float128); }
typedef __float128 Q;
__device__ Q q;
__device__ Q fq() { return 0; }"#,
            r#"typedef float v4 __attribute__((vector_size(16)));
__device__ void vv(v4 *p) { *p = *p + *p; }"#,
            r#"struct B { __float128 x; }; struct D : B { int y; }; __device__ D d; __device__ D *dp; __device__ void f(D &x) { D y; D *z; x.x = 1; B q[2]; }
union U { __float128 x; int i; }; __device__ U u; struct P { __float128 *p; }; __device__ P p; struct F { void (*f)(__float128); static __float128 s; void m(__float128); }; __device__ F fff;"#,
            r#"typedef float v4 __attribute__((vector_size(16))); typedef v4 w4; struct S { __device__ v4 m(const v4 &a, w4 b, int c) const; v4 q; }; __device__ w4 g1; __device__ const v4 *g2; __device__ v4 g3[2][3]; __device__ S s1; __device__ void fs(S *s, int); extern "C" __device__ void ec(v4);
__device__ auto tr(v4 a) -> v4; __device__ void va(v4, ...); namespace n { typedef v4 nv; } __device__ void nn(n::nv x, unsigned const int &u, const char *const *s);"#,
        ],
        &[3563],
        expect![[r#"
            1: 3563 at q: __float128, is, 128-bit floating-point
            2: 3563 at p: __float128 *, contains, 128-bit floating-point
            3: 3563 at arr: __float128 [2], contains, 128-bit floating-point
            4: 3563 at f: void (__float128), contains, 128-bit floating-point
            4: 3563 at __float128: __float128, is, 128-bit floating-point
            --
            3: 3563 at hd: void (__float128), contains, 128-bit floating-point
            3: 3563 at __float128: __float128, is, 128-bit floating-point
            4: 3563 at k: void (__float128 *), contains, 128-bit floating-point
            --
            2: 3563 at s: S, contains, 128-bit floating-point
            3: 3563 at k: void (S), contains, 128-bit floating-point
            3: 3563 at __float128: __float128, is, 128-bit floating-point
            5: 3563 at q: Q = __float128, is, 128-bit floating-point
            6: 3563 at fq: Q () = __float128 (), contains, 128-bit floating-point
            --
            2: 3563 at vv: void (v4 *) = void (__attribute((vector_size(16))) float *), contains, vector
            --
            1: 3563 at d: D, contains, 128-bit floating-point
            1: 3563 at dp: D *, contains, 128-bit floating-point
            1: 3563 at f: void (D &), contains, 128-bit floating-point
            1: 3563 at D: D, contains, 128-bit floating-point
            1: 3563 at D: D, contains, 128-bit floating-point
            1: 3563 at B: B, contains, 128-bit floating-point
            2: 3563 at u: U, contains, 128-bit floating-point
            2: 3563 at p: P, contains, 128-bit floating-point
            2: 3563 at fff: F, contains, 128-bit floating-point
            --
            1: 3563 at m: v4 (const v4 &, w4, int) const = __attribute((vector_size(16))) float (const v4 &, __attribute((vector_size(16))) float, int) const, contains, vector
            1: 3563 at g1: w4 = __attribute((vector_size(16))) float, is, vector
            1: 3563 at g2: const v4 *, contains, vector
            1: 3563 at g3: v4 [2][3] = __attribute((vector_size(16))) float [2][3], contains, vector
            1: 3563 at s1: S, contains, vector
            1: 3563 at fs: void (S *, int), contains, vector
            1: 3563 at ec: void (v4) = void (__attribute((vector_size(16))) float), contains, vector
            2: 3563 at tr: auto (v4)->v4 = auto (__attribute((vector_size(16))) float)->__attribute((vector_size(16))) float, contains, vector
            2: 3563 at va: void (v4, ...) = void (__attribute((vector_size(16))) float, ...), contains, vector
            2: 3563 at nn: void (n::nv, const unsigned int &, const char *const *) = void (__attribute((vector_size(16))) float, const unsigned int &, const char *const *), contains, vector
            --
        "#]],
    );
}

#[test]
fn operations_on_vectors() {
    check(
        &[
            r#"typedef float v4 __attribute__((vector_size(16)));
__device__ v4 g;
__global__ void k(v4 a, v4 b) { v4 c = a; c[0] = 1; a += b; }
__host__ __device__ v4 hd(v4 a) { return -a; }"#,
            r#"typedef float v4 __attribute__((vector_size(16)));
__device__ v4 f(v4 a, v4 b) { return a * b - a; }
__device__ v4 g(v4 a, v4 b) { v4 c = a * b; return f(a + b, c); }
template<class T> __device__ T h(T a) { return a + a; }
__device__ void k(v4 a) { h(a); h(1); auto l = [](v4 q) { return q + q; }; l(a); }"#,
        ],
        &[3694],
        expect![[r#"
            3: 3694 at +=
            --
            2: 3694 at *
            2: 3694 at -
            3: 3694 at *
            3: 3694 at +
            4: 3694 at +
            5: 3694 at +
            --
        "#]],
    );
}

#[test]
fn addresses_of_atomic_functions() {
    check(
        &[
            r#"typedef int (*PF)(int*, int, int);
__device__ void f(int *p) { PF q = (PF)__nv_atomic_load_n;}"#,
            r#"__device__ void f(int *p) { auto q = &__nv_atomic_load_n; }"#,
            r#"void h(int *p) { (void)__nv_atomic_load_n; }
__host__ __device__ void h2(int *p) { (void)__nv_atomic_load_n; (void)&__nv_atomic_add; }"#,
            r#"template<class F> __device__ void call(F f);
__device__ void f(int *p) { call(__nv_atomic_store_n); call(&__nv_atomic_thread_fence); __nv_atomic_thread_fence; }"#,
        ],
        &[3768, 177],
        expect![[r#"
            2: 3768 at (
            2: 177 at q: variable q
            --
            1: 3768 at &
            1: 177 at q: variable q
            --
            2: 3768 at &
            --
            2: 3768 at __nv_atomic_store_n
            2: 3768 at &
            --
        "#]],
    );
}

#[test]
fn variables_of_the_host_in_instances_closures_and_references() {
    check(
        &[
            r#"int hv; int ha[3]; const int hc = 3; constexpr int hx = 4; struct P { int q; int a[2]; } hp;
template<class T> __device__ T t(T x) { hv = 1; return hv + ha[1] + hc + hx + hp.q; }
__global__ void k() { t(1); }"#,
            r#"int hv; int ha[3]; const int hc = 3;
__global__ void k() { auto l = [] { return hv + ha[1] + hc; }; l(); auto m = [] { hv = 1; }; m(); }"#,
            r#"int hv; int &hr = hv; int *hp = &hv; const int &hcr = hv;
__global__ void k() { hr = 1; int z = hr; *hp = 2; int *q = &hr; z = hcr; }"#,
            r#"template<class T> __device__ T t(T x) { extern T gg; return x; } int hv; 
template<class T> __device__ T u(T x) { hv += x; return hv; }
__global__ void k() { u(1); u(2.0); }"#,
            r#"int hv; struct S { template<class T> __device__ void g(T x) { hv = x; auto l = [] { return hv; }; l(); } }; __global__ void k() { S().g(1); }
template<class T> struct ST { __device__ void f() { hv = 1; } __device__ ~ST() { hv = 2; } __device__ ST() : q(hv) {} int q; }; __device__ void h() { ST<int> s; s.f(); }"#,
            r#"struct C { int x; __device__ int get() { return x; } C(const C &) = default; __device__ C() {} }; C c; C arr[3];
__device__ void byv(C); __device__ void byr(C &); __device__ void byp(const C *); __device__ void byi(int &, const int &);
__global__ void k() { byv(c); byr(c); byp(&c); byi(c.x, c.x); arr[1].get(); byp(arr); byp(arr + 1); byp(&arr[2]); byi(arr[1].x, 3); }"#,
        ],
        &[3551, 3552, 3553, 3525],
        expect![[r#"
            2: 3552 at hv: variable hv
            2: 3525 at 1: hv
            2: 3551 at hv: variable hv
            2: 3525 at hv: hv
            2: 3551 at ha: variable ha
            2: 3525 at ha: ha
            2: 3551 at hp: variable hp
            2: 3525 at hp: hp
            --
            2: 3551 at hv: variable hv
            2: 3525 at hv: hv
            2: 3551 at ha: variable ha
            2: 3525 at ha: ha
            2: 3552 at hv: variable hv
            2: 3525 at 1: hv
            --
            2: 3551 at hr: variable hr
            2: 3525 at hr: hv
            2: 3551 at hr: variable hr
            2: 3525 at hr: hv
            2: 3551 at hp: variable hp
            2: 3525 at hp: hp
            2: 3525 at =: hv
            2: 3551 at hr: variable hr
            2: 3551 at hcr: variable hcr
            2: 3525 at hcr: hv
            --
            2: 3551 at hv: variable hv
            2: 3552 at hv: variable hv
            2: 3551 at hv: variable hv
            2: 3552 at hv: variable hv
            2: 3525 at x: hv
            2: 3525 at x: hv
            2: 3551 at hv: variable hv
            2: 3525 at hv: hv
            2: 3551 at hv: variable hv
            2: 3525 at hv: hv
            --
            1: 3552 at hv: variable hv
            1: 3525 at x: hv
            1: 3551 at hv: variable hv
            1: 3525 at hv: hv
            2: 3552 at hv: variable hv
            2: 3525 at 1: hv
            2: 3552 at hv: variable hv
            2: 3525 at 2: hv
            2: 3551 at hv: variable hv
            2: 3525 at hv: hv
            --
            3: 3551 at c: variable c
            3: 3525 at c: c
            3: 3525 at byr: c
            3: 3553 at c: variable c
            3: 3525 at &: c
            3: 3553 at c: variable c
            3: 3525 at byi: c
            3: 3525 at byi: c
            3: 3553 at c: variable c
            3: 3553 at c: variable c
            3: 3553 at arr: variable arr
            3: 3525 at arr: arr
            3: 3553 at arr: variable arr
            3: 3525 at arr: arr
            3: 3553 at arr: variable arr
            3: 3525 at arr: arr
            3: 3525 at &: arr
            3: 3553 at arr: variable arr
            3: 3525 at byi: arr
            3: 3553 at arr: variable arr
            --
        "#]],
    );
}

#[test]
fn constant_expressions_that_call_the_host() {
    check(
        &[
            r#"constexpr int cf(int x) { return x + 1; } struct C { int v; constexpr C(int a) : v(a) {} constexpr int g() const { return v; } };
__device__ void f() { static_assert(cf(1) == 2, ""); int a[cf(2)]; constexpr int q = cf(3); enum { e = cf(4) }; switch (a[0]) { case cf(5): break; } }"#,
            r#"constexpr int cf(int x) { return x + 1; } template<int N> struct I { static const int v = N; }; template<int N> __device__ int ft() { return N; }
__global__ void f() { I<cf(1)> i; ft<cf(2)>(); int z = I<cf(3)>::v; if constexpr (cf(4)) { } int bf = alignof(I<cf(5)>); static_assert(sizeof(I<cf(6)>) > 0, ""); }"#,
            r#"constexpr int cf(int x) { return x + 1; } struct S { __device__ void m() { static_assert(cf(1) == 2, ""); int a[cf(2)]; auto l = [] { int b[cf(3)]; static_assert(cf(1), ""); }; l(); } int d[cf(4)]; static_assert(cf(5), ""); };"#,
        ],
        &[3474, 3476, 3470],
        expect![[r#"
            2: 3474 at cf: cf, f
            2: 3474 at cf: cf, f
            2: 3474 at cf: cf, f
            2: 3474 at cf: cf, f
            2: 3474 at cf: cf, f
            --
            2: 3476 at cf: cf, f
            2: 3476 at cf: cf, f
            2: 3476 at cf: cf, f
            2: 3476 at cf: cf, f
            2: 3476 at cf: cf, f
            2: 3476 at cf: cf, f
            --
            1: 3474 at cf: cf, m
            1: 3474 at cf: cf, m
            1: 3474 at cf: cf, operator()
            1: 3474 at cf: cf, operator()
            --
        "#]],
    );
}

#[test]
fn functions_that_had_better_not_be_called() {
    let settings = HostSettings {
        check_clock_call: true,
        ..HostSettings::default()
    };
    let clock = "extern \"C\" __device__ int clock();\n";
    let program = r#"__device__ int f(int x) { return clock() + __ffs(x);}
__global__ void k() { clock(); clock64(); }
int h() { return clock(); }
__host__ __device__ int hd() { return clock(); }
template<class T> __device__ T t(T x) { return clock() + x; }
__device__ void g() { t(1); t(1.0); auto l = [] { return clock(); }; l(); auto p = &clock; }"#;
    let found = device_with(&format!("{clock}{program}"), 80, settings);
    let told: Vec<&str> = found.lines().filter(|l| l.contains(" 3741 ")).collect();
    expect![[r#"
        3: 3741 at clock: clock, 3479268, use clock64() instead
        5: 3741 at clock: clock, 3479268, use clock64() instead
        6: 3741 at clock: clock, 3479268, use clock64() instead
        6: 3741 at clock: clock, 3479268, use clock64() instead
        7: 3741 at clock: clock, 3479268, use clock64() instead
        7: 3741 at &: clock, 3479268, use clock64() instead"#]]
    .assert_eq(&told.join("\n"));
    assert!(!device(&format!("{clock}{program}"), 80).contains(" 3741 "));
}

#[test]
fn what_each_mention_of_a_name_means() {
    let programs = [
        r#"static int a(int) { return 1; } static int a(float) { return 2; } static int b(int) { return 1; } static int a(double) { return 1; } static int c() { return 1; }
int h() { return a(1.0f); }"#,
        r#"static int a(int); static int a(float); static int a(int) { return 1; } static int a(float) { return 1; }
static int z = 1; int y() { int z = 2; return z; }"#,
        r#"namespace in { static int z = 1; } namespace out { static int z = 2; int q() { return z; } } int z = 3;
struct S { int z; int m() { return z; } }; static int m() { return 1; } static const int w = 2; enum { w2 = w };"#,
        r#"static int t(int) { return 1; } template<class T> static int t(T x) { return 2; } int u() { return t<int>(1); }
template<class T> int p(T x) { return t(x); }"#,
        r#"static int t(int) { return 1; } static int t(float) { return 1; } template<class T> int p(T x) { return t(x); } int u() { return p(1); }
static int s(int) { return 1; } static int s(float) { return 1; } template<class T> int p2(T x) { return s(1); }"#,
        r#"namespace { int v = 1; int f(int) { return 1; } int f(float) { return 1; } struct L { int v; int f() { return v; } }; } int u(L l) { return l.f() + l.v; }"#,
        r#"static int a(int) { return 1; } static int a(float) { return 2; } int (*fp)(int) = a; static int b(int) { return 1; } static int b(float) { return 2; } int (*fp2)(int) = &b;
struct S { friend int a2(S); }; static int c(int) { return 1; } static int c(float) { return 1; } auto l = [] { return c(1); };"#,
        r#"static int rec(int x) { return x ? rec(x - 1) : 0; } static int rec(float x) { return 1; } static int m1(int); static int m2(int x) { return m1(x); } static int m1(int x) { return m2(x); } static int m1(float) { return 1; }"#,
    ];
    let found: Vec<String> = programs.iter().map(|p| unreferenced(p)).collect();
    expect![[r#"
        177: function a(int)
        177: function b
        177: function a(double)
        177: function c
        --
        177: function a(int)
        177: function a(float)
        177: variable z
        --
        177: function m
        177: variable in::z
        --
        177: function t(int)
        --
        177: function t(float)
        177: function s(int)
        177: function s(float)
        --
        177: variable <unnamed>::v
        177: function <unnamed>::f(int)
        177: function <unnamed>::f(float)
        --
        177: function a(float)
        177: function b(float)
        177: function c(float)
        --
        177: function rec(float)
        177: function m1(float)
    "#]]
    .assert_eq(&found.join("--\n"));
}

#[test]
fn ends_that_are_reached() {
    let headers = "void exit(int) __attribute__((noreturn)); int printf(const char *, ...); extern \"C\" __device__ void __syncthreads(); __device__ void __trap();\n";
    let programs = r#"int b1(int x) { printf("a"); } int b2(int x) { exit(1); } int b3(int x) { x ? exit(1) : exit(2); } int b4(int x) { x ? (void)0 : exit(2); }
int b5(int x) { if (x) exit(1); } int b6(int x) { if (x) exit(1); else exit(2); } int b7(int x) { for (;;) printf("a"); } int b8(int x) { while (x) return 1; }
int b9(int x) { x && (exit(1), 0); } int b10(int x) { switch (x) { case 1: exit(1); default: return 2; } } int b11(int x) { switch (x) { case 1: return 2; default: printf("b"); } }
__device__ int d1(int x) { __syncthreads(); } __device__ int d2(int x) { __trap(); } __device__ int d3(int x) { __constant__ int c; } __device__ int d4(int x) { __builtin_unreachable(); }
int l1(int x) { auto l = [] { exit(1); }; } auto a1() { printf("a"); } struct S { int m() { printf("a"); } }; template<class T> int t1(T x) { printf("a"); } int main() { printf("a"); }
"#;
    let only = |found: String| {
        let lines: Vec<String> = (found.lines().filter(|l| l.contains(" 940 ")))
            .map(str::to_owned)
            .collect();
        lines.join("\n")
    };
    let text = format!("{headers}{programs}");
    expect![[r#"
        2: 940 at }: function b1
        2: 940 at }: function b4
        3: 940 at }: function b5
        3: 940 at }: function b8
        4: 940 at }: function b9
        4: 940 at }: function b11
        5: 940 at }: function d1
        5: 940 at }: function d3
        6: 940 at }: function l1
        6: 940 at }: function S::m"#]]
    .assert_eq(&only(device(&text, 80)));
    expect![[r#"
        2: 940 at }: function b1
        2: 940 at }: function b4
        3: 940 at }: function b5
        3: 940 at }: function b8
        4: 940 at }: function b9
        4: 940 at }: function b11
        6: 940 at }: function l1
        6: 940 at }: function S::m"#]]
    .assert_eq(&only(findings(&text)));
}

#[test]
fn launches_in_instances_and_closures() {
    check(
        &[
            r#"template<class T> __global__ void c(T x) {} template<class T> __global__ void k(T x) { c<<<1,1>>>(x); c<T><<<1,1>>>(x); if (x) k<<<1,1>>>(x); }
template<class T> __device__ void d(T x) { c<<<1,1>>>(x); auto l = [=] { c<<<1,1>>>(x); }; l(); }
void h() { k<<<1,1>>>(1); k<<<1,1>>>(2.0f); } __device__ void dd() { d(1); auto l = [] { c<<<1,1>>>(1); }; l(); }
struct S { __device__ void m() { c<<<1,1>>>(1); } template<class T> __device__ void n(T t) { c<<<1,1>>>(t); } }; __device__ void ee() { S().n(1); }"#,
            r#"template<class T> __global__ void c(T x) {} template<class T> __device__ void unused(T x) { c<<<1,1>>>(1); c<<<1,1>>>(x); } __global__ void pk(int) {} template<class T> __device__ void unused2(T x) { pk<<<1,1>>>(1); }"#,
        ],
        &[3480],
        expect![[r#"
            1: 3480 at c
            1: 3480 at c
            1: 3480 at k
            2: 3480 at c
            2: 3480 at c
            3: 3480 at c
            4: 3480 at c
            4: 3480 at c
            --
            --
        "#]],
    );
}

#[test]
fn variables_that_bodies_declare() {
    check(
        &[
            r#"__device__ void f() { extern __device__ int a; extern __shared__ int sh[]; extern __constant__ int c; a = 1; extern int hostv; } 
void h() { extern __device__ int b; extern int q; } __global__ void k() { { extern __device__ int a; a = 2; } }"#,
            r#"__device__ int later; __device__ void f() { extern __device__ int later; later = 1; extern __device__ int defd; defd = 3; } __device__ int defd; namespace n { __device__ void g() { extern __device__ int z; z = 1; } }
template<class T> __device__ void t() { extern __device__ int tz; tz = 1; } __global__ void k() { t<int>(); t<float>(); }"#,
            r#"extern __device__ int top; __device__ void f() { extern __device__ int top; top = 1; auto l = [] { extern __device__ int inl; return inl; }; l(); } struct S { __device__ void m() { extern __device__ int mm; mm = 2; } };"#,
        ],
        &[3501],
        expect![[r#"
            1: 3501 at a: a
            1: 3501 at c: c
            2: 3501 at b: b
            --
            1: 3501 at z: n::z
            2: 3501 at tz: tz
            --
            1: 3501 at top: top
            1: 3501 at inl: inl
            1: 3501 at mm: mm
            --
        "#]],
    );
}

#[test]
fn static_variables_of_all_code() {
    check(
        &[
            r#"struct C { int x; __device__ C() { x = 1; } }; struct D { C c; }; struct E { int a = 3; }; struct F { __device__ F() {} }; struct G { __device__ ~G() {} }; template<class T> struct H { T t; __device__ H() : t() {} };
__global__ void k() { __shared__ C a; __shared__ D b; __shared__ E e; __shared__ F f; __shared__ G g; __shared__ C arr[3]; __shared__ H<int> h; static __shared__ C sc; static C st; static D sd; static E se; static F sf; static H<int> sh; }"#,
            r#"struct C { int x; __device__ C() { x = 1; } }; template<class T> __global__ void k() { __shared__ T a; __shared__ C b; static C c; } void h() { k<C><<<1,1>>>(); k<int><<<1,1>>>(); }
struct M { __device__ void m() { __shared__ C c; } }; __device__ void u() { auto l = [] { __shared__ C c; }; l(); } __host__ __device__ void hd() { __shared__ C c; }"#,
            r#"struct G3 { G3() = default; __host__ __device__ ~G3() { if (threadIdx.x) __trap(); } int z; }; __global__ void k() { __shared__ G3 g; __shared__ G3 h[2]; } struct W { G3 g; }; __device__ void d() { __shared__ W w; static G3 s; }"#,
        ],
        &[3511],
        expect![[r#"
            2: 3511 at a: __shared__
            2: 3511 at b: __shared__
            2: 3511 at arr: __shared__
            2: 3511 at h: __shared__
            2: 3511 at sc: __shared__
            2: 3511 at st: __device__
            2: 3511 at sd: __device__
            2: 3511 at sh: __device__
            --
            1: 3511 at a: __shared__
            1: 3511 at b: __shared__
            1: 3511 at c: __device__
            2: 3511 at c: __shared__
            2: 3511 at c: __shared__
            2: 3511 at c: __shared__
            --
            --
        "#]],
    );
}

#[test]
fn parameters_that_are_only_set() {
    check(
        &[
            r#"int f(int a) { (void)a; return 0; } int g(int b) { return sizeof(b); } int h(int c) { return 0; } void i(int d) { d; } int j(int e) { e++; return 0; } int k(int f) { f += 1; return 0; } int l(int g) { return g = 2; } int m(const int &q, int &r) { r = 1; return 0; }
struct D { ~D(); int x; }; void n(D d) { d.x = 1; } struct C { C(int z) { z = 1; } int q; C(int y, int) : q(y) { y = 2; } void m(int w) { w = 1; } }; void o(int a[3]) { a = 0; } void p(int a[3]) { a[0] = 1; } void q(int *s) { *s = 1; s = 0; } void r(int t = 1) { t = 3; }"#,
            r#"template<class T> __device__ void t(T x, T *y, const T &z) { x = 1; y = 0; } template<class T> struct S { __device__ void m(int q, T r) { q = 1; r = 2; } }; __global__ void k() { t(1, (int*)0, 2); S<float> s; s.m(1, 2); } template<class T> void uninst(int q) { q = 1; }
void u() { auto l = [](int z, auto y) { z = 1; y = 2; }; l(1, 2); try { } catch (int e) { e = 1; } for (int i : {1}) { i = 2; } } void v([[maybe_unused]] int a, int b __attribute__((unused))) { a = 1; b = 2; } extern "C" void ec(int q) { q = 1; } static void un(int q) { q = 1; } int main(int argc, char **argv) { argc = 1; argv = 0; }"#,
            r#"__device__ int f(int a, int b, int *c) { a = 1; b++; c = 0; return 0; } int g(int a) { a = 2; return 1; } struct P { int x; }; void h(P p, P &q, P *r) { p.x = 1; q.x = 1; r = 0; }
template<class T> __device__ void t(T x) { x = 1; } void u() { auto l = [](int z) { z = 1; }; l(1); } __global__ void k(int n) { n = 3; t(n); }"#,
        ],
        &[550],
        expect![[r#"
            1: 550 at g: parameter g
            2: 550 at d: parameter d
            2: 550 at z: parameter z
            2: 550 at w: parameter w
            2: 550 at a: parameter a
            2: 550 at t: parameter t
            --
            1: 550 at x: parameter x
            1: 550 at y: parameter y
            1: 550 at q: parameter q
            1: 550 at r: parameter r
            2: 550 at z: parameter z
            2: 550 at e: handler parameter e
            2: 550 at a: parameter a
            2: 550 at b: parameter b
            2: 550 at q: parameter q
            2: 550 at q: parameter q
            2: 550 at argc: parameter argc
            2: 550 at argv: parameter argv
            --
            1: 550 at a: parameter a
            1: 550 at c: parameter c
            1: 550 at a: parameter a
            1: 550 at p: parameter p
            1: 550 at r: parameter r
            2: 550 at x: parameter x
            2: 550 at z: parameter z
            --
        "#]],
    );
}

/// Whether the search for types that no GPU has runs again, and the rules that rest on it.
fn executed_after(edit: impl Fn(&str) -> String) -> String {
    let mut l = LoggedDatabase::default();
    let text =
        expand("__device__ int f(int x) { return x; }\n__device__ int g(int x) { return x; }\n");
    let file = SourceFile::new(&l.db, "a.cu".into(), text.clone().into());
    let options = HostOptions::new(&l.db, HostSettings::default());
    let ask = |db: &dyn cleave_base_db::Db| {
        for &node in &cleave_names::item_map(db, file).nodes {
            crate::device_findings(db, file, node, options, Some(80));
        }
    };
    ask(&l.db);
    let _ = l.executed();
    file.set_text(&mut l.db).to(edit(&text).into());
    ask(&l.db);
    let ran = l.executed();
    let ran: Vec<String> = ran
        .into_iter()
        .filter(|q| q.starts_with("possible"))
        .collect();
    ran.join(", ")
}

#[test]
fn layout_looks_for_no_types() {
    expect![[""]].assert_eq(&executed_after(|t| {
        t.replace("return x", "return  /* c */ x")
    }));
    expect![["possible"]].assert_eq(&executed_after(|t| t.replacen("return x", "return 3", 1)));
}
