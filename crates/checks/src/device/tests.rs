//! The device pass's own rules, and what they must leave alone.

use expect_test::expect;

use crate::testing::device;

#[test]
fn launches() {
    expect![[r#"
        1: 3695 at {
        1: 3695 at {
        3: 3583 at take: L
        3: 3655 at >
        3: 3695 at ;
        3: 3583 at take: L
        3: 3655 at >
        3: 549 at l: variable l
        3: 3583 at take: L
        3: 3655 at >
        3: 3695 at ;
        3: 3583 at take: E
        3: 3655 at >
        3: 3695 at ;
        4: 3583 at ref: L
        4: 3655 at >
        4: 549 at p: variable p
        4: 3695 at ;
        4: 3655 at >
        4: 3695 at ;
        4: 3655 at >
        4: 3695 at ;
        4: 3655 at >
        4: 3695 at ;
        4: 3586 at take: struct <unnamed>
        4: 3655 at >
        4: 3695 at ;
        4: 3586 at take: struct <unnamed>
        4: 3655 at >
        4: 3695 at ;
        5: 3585 at take: O::P
        5: 3655 at >
        5: 3695 at ;
        5: 3655 at >
        5: 3695 at ;
        7: 3695 at {
        7: 3480 at take
        7: 3655 at >
        7: 3480 at take
        7: 3655 at >
        7: 3695 at ;
    "#]].assert_eq(&device(
        r#"template <class T> __global__ void take(T t) {} template <class T> __global__ void ref(T *t) {} template <class T> struct W {};
struct { int v; } instance; struct S {} known; struct { int v; } *pointer; typedef struct { int v; } Named;
void f() { struct L { int v; }; enum E { e }; L l; L *p; take<<<1, 1>>>(L{1}); take<<<1, 1>>>(l); take<W<L>><<<1, 1>>>(W<L>()); take<E><<<1, 1>>>(e);
  ref<<<1, 1>>>(p); take<<<1, 1>>>(1); take<<<1, 1>>>(known); take<Named><<<1, 1>>>(Named{1}); take<<<1, 1>>>(instance); take<<<1, 1>>>(pointer); }
class O { struct P {}; public: struct Q {}; void m() { take<<<1, 1>>>(P{}); take<<<1, 1>>>(Q{}); } };
template <class T> void t() { struct L {}; take<<<1, 1>>>(L{}); }
__global__ void g() { take<<<1, 1>>>(1); } __device__ void d() { struct L {}; take<<<1, 1>>>(L{}); } template <class T> __device__ void dt() { take<<<1, 1>>>(1); }
"#,
        80
    ));
}

#[test]
fn operands_of_asm() {
    expect![[r#"
        4: 3533 at "h": 4, h
        4: 3533 at "r": 2, r
        4: 3533 at "l": 4, l
        4: 3533 at "f": 8, f
        4: 3533 at "d": 4, d
        4: 3533 at "r": 8, r
        4: 3533 at "n": 4, n
        4: 3533 at "r": 1, r
        4: 3531 at "n"
        4: 3533 at "C": 4, C
        4: 3530 at "r"
        5: 3533 at "=r": 2, r
        5: 3533 at "+h": 4, h
        5: 3529 at "=rm"
        5: 3532 at "=rm": m
        5: 1123 at "r"
        5: 3721 at "=C"
        5: 3533 at "=C": 4, C
        5: 1122 at "="
        5: 3529 at "r="
        5: 1120 at "r=": =
        5: 1124 at "=r"
        5: 1122 at ""
        5: 1121 at "j": j
        5: 3532 at "m": m
        5: 1120 at "@": @
        5: 3533 at "E": 4, F
        7: 1123 at "r"
        7: 1124 at "=r"
        9: 3533 at "r": 2, r
    "#]].assert_eq(&device(
        r#"struct P { int a, b; };
__device__ void f(short s, int i, long l, float x, double y, int *p, P c) {
  asm("" :: "h"(s), "r"(i), "l"(l), "f"(x), "d"(y), "l"(p), "n"(3), "f"(1.f), "l"((long)1));
  asm("" :: "h"(i), "r"(s), "l"(x), "f"(y), "d"(x), "r"(p), "n"(x), "r"((char)1), "n"(i), "C"(i), "r"(c));
  asm("" : "=r"(s), "+h"(i), "=rm"(i), "r"(i), "=C"(i), "="(i), "r="(i) : "=r"(i), ""(i), "j"(i), "m"(i), "@"(i), "E"(i));
}
void h(int i) { asm("" : "r"(i) : "j"(i), "rr"(i), "=r"(i)); }
template <class T> __device__ void t(T t, int i) { asm("" :: "h"(i)); }
__host__ __device__ void hd(short s) { asm("" :: "r"(s)); }
"#,
        80
    ));
}

#[test]
fn redeclared_spaces() {
    let found = device(
        "__global__ void k1(); void k1();
__global__ void k2(); __host__ void k2();
__global__ void k3(); __device__ void k3();
__global__ void k4(); __host__ __device__ void k4();
__device__ int d1(); __global__ int d1();
__device__ int d2(); __host__ int d2();
__device__ int d3(); __host__ __device__ int d3();
__device__ int d4(); int d4();
int h1(); __global__ void h1(int); int h2(); __device__ int h2();
__host__ int h3(); __host__ __device__ int h3();
int h4(); __host__ int h4();
__host__ __device__ int b(); __global__ int b();
namespace n { int h(); __device__ int h(); }",
        80,
    );
    expect![[r#"
        1: 3695 at ;
        1: 3487 at k1: function k1
        2: 3695 at ;
        2: 3488 at k2: function k2
        3: 3695 at ;
        3: 3489 at k3: function k3
        4: 3695 at ;
        4: 3490 at k4: function k4
        5: 3505 at global
        5: 3491 at d1: function d1
        5: 3695 at ;
        6: 3492 at d2: function d2
        7: 3493 at d3: function d3
        8: 3494 at d4: function d4
        9: 3695 at ;
        9: 3496 at h2: function h2
        10: 3497 at h3: function h3
        12: 3505 at global
        12: 3498 at b: function b
        12: 3695 at ;
        13: 3496 at h: function n::h
    "#]]
    .assert_eq(&found);
}

#[test]
fn what_goes_together() {
    let found = device(
        "__host__ __device__ int a(); int a();
__host__ __device__ int b(); __device__ int b();
__device__ int c(); __device__ int c();
int d(); __device__ int d(int);
__host__ int twice() { return 1; } __device__ int twice() { return 2; }
template<class T> __global__ void r(T &&);
__global__ void __cluster_dims__(2) k1() {}
template<class T> __device__ void t(T n) { throw n; }
template<class T> struct S { __device__ void m() { throw 1; } };
__global__ void g(const int __grid_constant__ n, int *const __grid_constant__ p);
void host() { throw 1; }
__device__ int e;
extern __device__ int later; __device__ int later;
extern __device__ int open[];",
        90,
    );
    expect![[r#"
        5: 3369 at twice: function twice, token 7
        6: 3695 at ;
        7: 3695 at {
        10: 3695 at ;
    "#]]
    .assert_eq(&found);
}

#[test]
fn attributes_of_newer_gpus() {
    let found = device(
        "__global__ void __cluster_dims__(2) k1() {}
__global__ void __block_size__((128, 1, 1)) k2() {}
__global__ void __launch_bounds__(128, 1, 2) k3() {}
__global__ void __launch_bounds__(128, 1) k4() {}",
        80,
    );
    expect![[r#"
        1: 3687 at cluster_dims
        1: 3695 at {
        2: 3790 at block_size
        2: 3695 at {
        3: 3704 at launch_bounds
    "#]]
    .assert_eq(&found);
}

#[test]
fn kernels() {
    let found = device(
        "namespace std { template<class T> class initializer_list; }
constexpr __global__ void k1() {}
__global__ void k2(int &&n);
__global__ void k3(__builtin_va_list v);
__global__ void k4(std::initializer_list<int> l);
inline namespace { __global__ void k5() {} }
__global__ void k6(__grid_constant__ int n);
__global__ void k7(const __grid_constant__ int &n);
__global__ void k8(const int *__grid_constant__ n);",
        80,
    );
    expect![[r#"
        2: 3507 at global: __global__
        2: 3575 at k1
        2: 3695 at {
        3: 3520 at k2
        3: 3695 at ;
        4: 3588 at k3
        4: 3695 at ;
        5: 3572 at k4
        5: 3695 at ;
        6: 3581 at k5
        6: 3695 at {
        7: 3696 at k6
        7: 3695 at ;
        8: 3696 at k7
        8: 3697 at k7
        8: 3695 at ;
        9: 3696 at k8
        9: 3695 at ;
    "#]]
    .assert_eq(&found);
}

#[test]
fn bodies() {
    let found = device(
        "__device__ int a(int n) { if (n) throw n; try { } catch (...) { } return n; }
__host__ __device__ void b() { static thread_local int n; }
__device__ void *c() { here: return &&here; }
__device__ bool d(bool x, bool y) { return x &&y; }
__device__ void e() try { } catch (...) { }
struct A { virtual void v(); };
__device__ A *g(A *a) { (void)typeid(int); return dynamic_cast<A *>(a); }
A *host(A *a) { return dynamic_cast<A *>(a); }",
        80,
    );
    expect![[r#"
        1: 3517 at throw
        1: 3517 at try
        2: 3571 at static
        2: 177 at n: variable n
        3: 3539 at &&
        5: 3517 at try
        7: 3645 at typeid: typeid
        7: 3645 at dynamic_cast: dynamic_cast
    "#]]
    .assert_eq(&found);
}

#[test]
fn variables() {
    let found = device(
        "__device__ thread_local int a;
static __constant__ thread_local int b;
thread_local int c;
extern __device__ int d;
namespace n { extern __managed__ int e; }
__attribute__((device)) __attribute__((noinline)) __attribute__((nv_inline_hint)) int f();
__device__ __noinline__ __attribute__((nv_inline_hint)) int g();",
        80,
    );
    expect![[r#"
        1: 3570 at thread_local: __device__
        2: 3570 at static: __constant__
        4: 3501 at d: d
        5: 3501 at e: n::e
        6: 3712 at f
        7: 3712 at g
    "#]]
    .assert_eq(&found);
}

#[test]
fn unused_variables() {
    let found = device(
        "struct P { int a; }; struct C { C(); }; int side(); int with(const P &);
void host(int p, P t) {
  int never = p + 1; int set; set = 3; int read = 0; side(); (void)read;
  int used = 0; used += 2; int made = side(); C object; P part; part.a = 3;
  const int constant = 3; (void)constant; int outer = 1; { int outer = 2; outer = 3; } (void)sizeof(outer);
  auto closure = [=] { int inside; return p; }; auto holds = [c = C()] {}; int other = t.a; int copy = with(t);
  int shown; auto captures = [&] { shown = 1; }; captures(); volatile int v; [[maybe_unused]] int m; for (int i = 0;;) break;
}
template<class T> void instantiated(T t) { int once; T dependent; }
template<class T> void never(T t) { int unseen; }
template void instantiated(int); template void instantiated(char);
__device__ void d() { __shared__ int s[3]; int *q; q[0] = 1; int arr[2]; arr[0] = 1; }",
        80,
    );
    expect![[r#"
        5: 550 at outer: variable outer
        6: 177 at inside: variable inside
        7: 177 at i: variable i
        3: 177 at never: variable never
        3: 550 at set: variable set
        3: 550 at read: variable read
        4: 550 at part: variable part
        5: 550 at outer: variable outer
        6: 177 at closure: variable closure
        6: 177 at other: variable other
        9: 177 at once: variable once
        12: 549 at q: variable q
        12: 177 at s: variable s
        12: 550 at arr: variable arr
    "#]]
    .assert_eq(&found);
}

#[test]
fn calls_of_host_functions() {
    let found = device(
        "int h(int); constexpr int c(int a) { return a; } namespace n { int f(); int f(int); }
__device__ int d() { return h(1); }
__host__ __device__ int hd(int i) { return h(1) + n::f() + c(i); }
__global__ void k() { h(1); }
__device__ int dc() { return c(1); }
static __device__ int quiet() { return h(1); }
inline __host__ __device__ int unseen() { return h(1); }
template<class T> __device__ int t(T) { return h(1); }
__device__ int sized() { return sizeof(h(1)); }",
        80,
    );
    expect![[r#"
        2: 3473 at h: h(int), d
        2: 3525 at h: h
        3: 3468 at h: h(int), hd
        3: 3468 at n: n::f(), hd
        3: 3470 at c: c, hd
        3: 3470 at c: c(int), hd
        3: 3472 at (
        4: 3695 at {
        4: 3475 at h: h(int), k
        4: 3525 at h: h
        5: 3474 at c: c, dc
    "#]]
    .assert_eq(&found);
}

#[test]
fn what_a_file_keeps_to_itself_and_never_names() {
    let found = crate::testing::unreferenced(
        "static int s1; static int s2 = 3; const int c1 = 3; extern const int e1; const int e1 = 4; static volatile int v;
namespace { int n1; void f1() {} } static int side(); static int made = side();
static void f2(); static void f2() {} static void twice(int) {} static void twice(char) {} void user() { s2 = 1; }
struct C { C(); }; static C object; static __device__ int d1; static __global__ void k1() {} static void again() { again(); }
template<class T> static void t1() {} static inline void f3() {} namespace a { static int n2; } static void late();
static void attributed() __attribute__((unused)); static void attributed() {}",
    );
    expect![[r#"
        177: variable s1
        177: variable c1
        177: function f2
        177: function twice(int)
        177: function twice(char)
        177: variable d1
        177: function k1
        177: function f3
        177: function late
        177: variable <unnamed>::n1
        177: function <unnamed>::f1
        177: variable a::n2
    "#]]
    .assert_eq(&found);
}

#[test]
fn host_variables() {
    let found = device(
        "int h = 1; static int s; const int c = 2; constexpr int e = 3; __device__ int d; __managed__ int m; namespace n { int x; }
__device__ int read() { return h + c + e + d + m + n::x; }
__device__ void written() { h = 1; s++; }
__device__ int *taken() { return &h; }
__device__ const int *constant() { return &c; }
inline __host__ __device__ int unseen() { return h; }
__device__ int sized() { return sizeof(h); }
int on_host() { return h; } __device__ int folded() { return (false ? h : 1) + (false && h); }",
        80,
    );
    expect![[r#"
        2: 3551 at h: variable h
        2: 3525 at h: h
        2: 3525 at n: n::x
        2: 3551 at x: variable n::x
        3: 3552 at h: variable h
        3: 3525 at 1: h
        3: 3551 at s: variable s
        3: 3552 at s: variable s
        3: 3525 at s: s
        4: 3525 at &: h
        4: 3553 at h: variable h
        5: 3525 at &: c
        6: 3551 at h: variable h
        8: 3551 at h: variable h
        8: 3551 at h: variable h
    "#]]
    .assert_eq(&found);
}

#[test]
fn calls_of_host_functions_in_every_form() {
    let found = device(
        "struct H { H(); H(int); ~H(); int get() const; int operator+(int) const; operator bool() const; static int st(); int &operator[](int); virtual int v(); constexpr int c() const { return 1; } };
__device__ int a(const H &h) { return h.get() + (h + 1) + H::st(); }
__device__ bool b(H &h) { if (h) return true; return h[2]; }
__device__ void c(H *p) { H x(1); p->v(); p->c(); delete new H; }
struct D { __device__ D(); __device__ int f() const; __device__ operator int() const; D(const D &) = default; };
__device__ int fine(bool x) { D d; D e = d; return d.f() + e + (x ? d.f() : 0) + sizeof(H().get()); }
__host__ __device__ int both(const H &h, bool x) { return x ? h.get() : 0; }
int on_host(const H &h) { return h.get(); } template <class T> __device__ int t(const H &h) { return h.get(); }
struct M { __device__ int r(const H &h); }; __device__ int M::r(const H &h) { return h.get(); }
__device__ int folded(const H &h) { return false && h.get(); }",
        80,
    );
    expect![[r#"
        2: 3473 at h: H::get() const, a
        2: 3525 at get: H::get const
        2: 3473 at h: H::operator +(int) const, a
        2: 3525 at h: H::operator + const
        2: 3473 at H: H::st(), a
        2: 3525 at H: H::st
        3: 3473 at if: H::operator bool() const, b
        3: 3525 at if: H::operator bool const
        3: 3473 at h: H::operator [](int), b
        3: 3525 at h: H::operator []
        4: 3473 at x: H::H(int), c
        4: 3525 at x: H::H
        4: 3473 at x: H::~H(), c
        4: 3525 at x: H::~H
        4: 3473 at v: v, c
        4: 3474 at c: c, c
        4: 3473 at new: H::~H(), c
        4: 3525 at new: H::~H
        4: 3473 at new: H::H(), c
        4: 3525 at new: H::H
        7: 3468 at h: H::get() const, both
        9: 3473 at h: H::get() const, M::r
        9: 3525 at get: H::get const
    "#]]
    .assert_eq(&found);
}

#[test]
fn initializers_that_run() {
    let found = device(
        "struct N { int z; __device__ N() : z(3) {} }; struct E { int z; __device__ E() {} }; struct C { int z; constexpr __device__ C() : z(2) {} }; struct A { N n; };
__device__ int f(); __device__ constexpr int c() { return 2; }
__device__ N g1; __device__ E g2; __device__ C g3; __device__ int g4 = f(); __device__ int g5 = c(); __constant__ int g6 = f(); __device__ int g7 = g4; __device__ int *g8 = &g4; __device__ A g9; __device__ E g10[3]; extern __device__ N g11; __device__ int g12 = sizeof(f()); N on_host;
__global__ void k() { __shared__ N s; static N t; static int u = f(); static int v = c(); __shared__ E w; static int x = 3; int y = f(); }
int host() { static int u = f(); return u; }",
        80,
    );
    let ours = |line: &&str| line.contains("3518") || line.contains("3511");
    let found: Vec<&str> = found.lines().filter(ours).collect();
    expect![[r#"
        3: 3518 at g1: __device__
        3: 3518 at g4: __device__
        3: 3518 at g6: __constant__
        3: 3518 at g7: __device__
        3: 3518 at g9: __device__
        4: 3511 at s: __shared__
        4: 3511 at t: __device__
        4: 3511 at u: __device__"#]]
    .assert_eq(&found.join("\n"));
}

#[test]
fn template_arguments() {
    let found = device(
        "template <class T> __global__ void k(T *); template <class T> struct W {}; template <class T> __device__ T v; template <template <class> class T> __global__ void kt();
void f() { struct L {}; L l; W<L> w; k<<<1, 1>>>(&l); k<<<1, 1>>>(&w); (void)&k<L>; (void)&v<L>; }
__device__ void d() { struct L {}; (void)&k<L>; } __host__ __device__ void b() { struct S {}; (void)&k<S>; }
class O { struct P { struct Q {}; }; template <class T> struct R {}; void m() { (void)&k<P::Q>; (void)&kt<R>; } };
enum { A } a; typedef enum { B } T; void h() { k<<<1, 1>>>(&a); k<<<1, 1>>>((T *)0); (void)&k<int>; }",
        90,
    );
    let ours = |line: &&str| !line.contains(": 3655") && !line.contains(": 177");
    let found: Vec<&str> = found.lines().filter(ours).collect();
    expect![[r#"
        1: 3737 at k: k<    ::f()   ::L> 
        1: 3737 at k: k<    ::W<    ::f()   ::L> > 
        1: 3737 at k: k<    ::d()   ::L> 
        1: 3737 at k: k<    ::b()   ::S> 
        1: 3737 at k: k<    ::T> 
        1: 3737 at k: k<int> 
        1: 3695 at ;
        1: 3695 at ;
        2: 3583 at k: L
        2: 3583 at k: L
        2: 3638 at >: L
        3: 3714 at S: S, b, k
        4: 3585 at k: O::P
        4: 3587 at kt
        5: 3586 at k: enum <unnamed>"#]]
    .assert_eq(&found.join("\n"));
}

/// Each of these overflowed the stack or did not come back before instantiations had one limit for all ways to nest.
#[test]
fn endless_instantiations_come_to_an_end() {
    for program in [
        "template<class T> struct V : V<V<T>> {}; void f() { V<int> v; v.x; V<int>::type a; }",
        "template<int n> struct F { static const int v = F<n + 1>::v; }; void f() { int b = F<0>::v; (void)b; }",
        "template<class T> auto g(T t) { return g(&t); } void f() { g(1); }",
    ] {
        // As the driver does, which works on a big stack.
        let run = std::thread::Builder::new().stack_size(512 << 20);
        let thread = run.spawn(move || device(program, 80)).unwrap();
        assert!(thread.join().is_ok(), "{program}");
    }
}

#[test]
fn calls_of_inline_functions() {
    expect![[r#"
        1: 821 at only: function only
        4: 3471 at (
        4: 3471 at (
        6: 3471 at (
        6: 3471 at (
        6: 3471 at (
        6: 3471 at (
        6: 3471 at (
        6: 3471 at (
        8: 3471 at (
        8: 3471 at (
    "#]].assert_eq(&device(
        r#"inline void inl(int) {} void ext(int); void stat(int a) { ext(a); } inline void only(int);
struct H { void m() {} static void s() {} void later(); int operator()(int) { return 1; } template <class U> void t(U) {} };
void H::later() {} template <class T> void outer(T) {} template <class T> inline void inl_t(T) {}
__host__ __device__ inline void a() { inl(1); only(1); }
__host__ __device__ inline void b() { ext(1); stat(1); outer(1); }
__host__ __device__ inline void c(H &h, H *p) { h.m(); p->m(); H::s(); h(1); h.t(1); inl_t(1); }
__host__ __device__ inline void d(H &h) { h.later(); }
struct Q { __host__ __device__ Q() { inl(1); } __host__ __device__ ~Q() { inl(2); } };
__device__ inline void e() { inl(1); }
#pragma nv_exec_check_disable
__host__ __device__ inline void f() { inl(1); }
"#,
        80,
    ));
}

#[test]
fn calls_of_instances() {
    expect![[r#"
        3: 3468 at t: H::t(), c1<    ::H> 
        3: 3471 at (
        4: 3468 at t: H::operator ()(int) const, c2<    ::H> 
        5: 3468 at u: H::H(), c4<    ::H> 
        5: 3468 at u: H::~H(), c4<    ::H> 
        6: 3468 at v: v, c6
        7: 3468 at hg: hg(int), c7<int> 
        7: 3468 at hf: hf(), c7<int> 
        8: 3468 at q: n::q( ::n::A, int *), c8< ::n::A, (int)3> 
        8: 3468 at n: void n::w< ::n::A> (T1), c8< ::n::A, (int)3> 
        9: 3468 at hf: hf(), K<    ::H> ::m
        9: 3468 at t: H::t(), K<    ::H> ::m
        9: 3471 at (
    "#]].assert_eq(&device(
        r#"struct H { void t() {} int operator()(int) const; virtual void v(); H(); H(const H &); ~H(); };
int hf(); void hg(int); namespace n { struct A {}; void q(A, int *); template <class T> void w(T); }
template <class T> __host__ __device__ void c1(T &t) { t.t(); }
template <class T> __host__ __device__ int c2(T &t) { return t(1); }
template <class T> __host__ __device__ void c4(T &t) { T u; }
template <class T> __host__ __device__ void c6(T &t) { t.v(); }
template <class T> __host__ __device__ void c7(T t) { hg(t); hf(); }
template <class T, int N> __host__ __device__ void c8(T t) { q(t, 0); n::w(t); }
template <class T> struct K { T t; __host__ __device__ void m() { hf(); t.t(); } __host__ __device__ void never() { hf(); } };
void host(H &h, K<H> k) { c1(h); c2(h); c4(h); c6(h); c7(1); c8<n::A, 3>(n::A()); k.m(); }
"#,
        80,
    ));
}

#[test]
fn calls_of_what_is_used() {
    expect![[r#"
        2: 3473 at hf: hf(), s
        2: 3525 at hf: hf
        2: 3473 at hf: hf(), i
        2: 3525 at hf: hf
        3: 3473 at hf: hf(), C::m
        3: 3525 at hf: hf
        3: 3468 at hf: hf(), C::both
        4: 3473 at hf: hf(), _NV_ANON_NAMESPACE::an
        4: 3525 at hf: hf
        5: 3695 at {
    "#]].assert_eq(&device(
        r#"int hf();
static __device__ void s() { hf(); } inline __device__ void i() { hf(); } static __device__ void never() { hf(); }
struct C { __device__ void m() { hf(); } __host__ __device__ void both() { hf(); } __device__ void never() { hf(); } };
namespace { __device__ void an() { hf(); } __device__ void anonymous_never() { hf(); } }
__global__ void k() { s(); i(); C c; c.m(); an(); c.both(); }
"#,
        80,
    ));
}

#[test]
fn closures_as_callees() {
    expect![[r#"
        1: 3470 at f: go(int)::[lambda(int) (instance 1)]::operator ()(int) const, call<    ::go(int)   ::[lambda(int) (instance 1)]> 
        1: 3470 at f: go(int)::[lambda(int) (instance 2)]::operator ()(int) const, call<    ::go(int)   ::[lambda(int) (instance 2)]> 
        1: 3470 at (: operator(), call
        1: 3470 at (: operator(), call
        1: 3472 at (
        1: 3470 at (: operator(), call
        1: 3470 at (: operator(), call
        1: 3472 at (
        2: 3612 at (
    "#]].assert_eq(&device(
        r#"template <class F> __host__ __device__ int call(F f, int v) { return f(v); }
int go(int c) { return call([=](int a) { return a * c; }, 3) + call([] __device__ (int a) { return a; }, 3); }
__device__ int here(int c) { return call([=](int a) { return a * c; }, 3); }
"#,
        80,
    ));
}

#[test]
fn closures_as_arguments() {
    expect![[r#"
        1: 3695 at {
        2: 3695 at {
        2: 3582 at k: lambda [](float)->void, defined at token 86
        2: 3655 at >
        2: 3695 at ;
        3: 3582 at k: lambda []()->void, defined at token 8
        3: 3655 at >
        3: 3695 at ;
        3: 3582 at k: lambda []()->void, defined at token 8
        3: 3655 at >
        3: 3695 at ;
        3: 3637 at >: lambda []()->void, defined at token 8
        3: 3582 at kv: lambda []()->void, defined at token 8
        3: 3582 at kv: lambda [](int)->void, defined at token 60
        3: 3655 at >
        3: 3695 at ;
        4: 3582 at k: lambda [](int)->int, defined at token 3
        4: 3655 at >
        4: 3695 at ;
        5: 177 at w: variable w
        5: 3714 at [: lambda []()->void, both, k
        5: 3480 at k
        5: 3655 at >
        5: 3695 at ;
    "#]].assert_eq(&device(
        r#"template <class T> __global__ void k(T t) {} template <class T> __device__ int v; template <class T> struct W { T t; };
template <class... T> __global__ void kv(T... t) {} template <class F> void launch(F f) { k<<<1, 1>>>(f); }
void a() { auto l = [] {}; k<<<1, 1>>>(l); k<<<1, 1>>>(W<decltype(l)>{l}); (void)v<decltype(l)>; auto m = [](int) {}; kv<<<1, 1>>>(1, l, m); launch([](float) {}); }
auto g = [](int x) { return x; }; void b() { k<<<1, 1>>>(g); }
__device__ void here() { auto l = [] {}; W<decltype(l)> w{l}; } __host__ __device__ void both() { auto l = [] {}; k<<<1, 1>>>(l); }
"#,
        80,
    ));
}

#[test]
fn instances_of_kernels() {
    expect![[r#"
        1: 3695 at {
        1: 3695 at {
        2: 3695 at {
        3: 3737 at nodef: nodef<int> 
        3: 3695 at ;
        4: 3520 at <<<
        4: 3696 at <<<
        4: 3655 at >
        4: 3695 at ;
        4: 3655 at >
        4: 3695 at ;
        4: 3655 at >
        4: 3695 at ;
        4: 3655 at >
        4: 3695 at ;
        4: 3705 at 1
        4: 3655 at >
        4: 3695 at ;
        4: 3655 at >
        4: 3695 at ;
        4: 3685 at 1
        4: 3655 at >
        4: 3695 at ;
        4: 3655 at >
    "#]].assert_eq(&device(
        r#"template <class T> __global__ void fwd(T &&x) {} template <class T> __global__ void gc(__grid_constant__ T x) {}
template <int N> __global__ void __launch_bounds__(N, 1, N) lb(int *p) {} template <int N> __global__ void __cluster_dims__(N) cd(int *p) {}
template <class T> __global__ void nodef(T *p);
void go(int i, int *p) { fwd<<<1, 1>>>(i); fwd<int><<<1, 1>>>(3); gc<<<1, 1>>>(1); gc<const int><<<1, 1>>>(1); lb<-2><<<1, 1>>>(p); lb<2><<<1, 1>>>(p); cd<0><<<1, 1>>>(p); nodef<<<1, 1>>>(p); }
"#,
        90,
    ));
}

#[test]
fn members_and_extern_variables_again() {
    expect![[r#"
        2: 3494 at g: function M::g
        2: 3496 at h: function M::h
        2: 3494 at ~: function M::~M
        2: 3494 at operator: function M::operator int
        2: 3494 at s: function M::s
        3: 3494 at m: function W<T>::m
        4: 3501 at a: a
        4: 3501 at b: b
        4: 3499 at b: host, variable b, __device__
        4: 3501 at d: d
    "#]].assert_eq(&device(
        r#"struct M { __device__ int g(); int h(); __device__ ~M(); __device__ operator int(); static __device__ void s(); __host__ __device__ void both(); };
int M::g() { return 1; } __device__ int M::h() { return 1; } M::~M() {} M::operator int() { return 1; } void M::s() {} void M::both() {}
template <class T> struct W { __device__ void m(); }; template <class T> void W<T>::m() {}
extern __device__ int a; extern int b; extern __device__ int b; extern __device__ int c; __device__ int c = 1; extern "C" __device__ int d; extern "C" { __device__ int e; }
"#,
        80,
    ));
}

#[test]
fn orders_and_scopes_of_atomics() {
    let text = r#"__device__ void f(int *p) { __nv_atomic_store_n(p, 1, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE);
__nv_atomic_load_n(p, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_CLUSTER); __nv_atomic_fetch_add(p, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_CLUSTER); }
"#;
    expect![[r#"
        1: 3757 at p
        1: 20 at __NV_ATOMIC_ACQUIRE: __NV_ATOMIC_ACQUIRE
        1: 20 at __NV_THREAD_SCOPE_DEVICE: __NV_THREAD_SCOPE_DEVICE
        2: 3756 at p
        2: 3759 at p
        2: 20 at __NV_ATOMIC_RELEASE: __NV_ATOMIC_RELEASE
        2: 20 at __NV_THREAD_SCOPE_CLUSTER: __NV_THREAD_SCOPE_CLUSTER
        2: 3763 at p
        2: 20 at __NV_ATOMIC_RELAXED: __NV_ATOMIC_RELAXED
    "#]]
    .assert_eq(&device(text, 80));
    expect![[r#"
        1: 3757 at p
        1: 20 at __NV_ATOMIC_ACQUIRE: __NV_ATOMIC_ACQUIRE
        1: 20 at __NV_THREAD_SCOPE_DEVICE: __NV_THREAD_SCOPE_DEVICE
        2: 3756 at p
        2: 20 at __NV_ATOMIC_RELEASE: __NV_ATOMIC_RELEASE
        2: 20 at __NV_THREAD_SCOPE_CLUSTER: __NV_THREAD_SCOPE_CLUSTER
        2: 20 at __NV_ATOMIC_RELAXED: __NV_ATOMIC_RELAXED
    "#]]
    .assert_eq(&device(text, 90));
}
