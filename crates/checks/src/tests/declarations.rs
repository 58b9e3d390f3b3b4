//! Kernels, memory spaces and names over several declarations.

use expect_test::expect;

use crate::testing::findings;

#[test]
fn return_types_of_kernels() {
    expect![[r#"
        1: 3505 at global
        1: 3505 at global
        1: 3505 at global
        1: 3505 at global
        2: 3695 at {
        2: 3505 at global
        2: 3695 at {
        2: 3505 at global
        3: 3505 at global
        3: 815 at const
    "#]].assert_eq(&findings(
        r#"typedef int I; __global__ I a(); struct S {}; __global__ S b(); using F = float; __global__ F c(); __global__ auto d() -> int;
template<class T> __global__ int e(T) { return 1; } template<class T> __global__ int f(T) { return 1; } template __global__ int f<int>(int);
typedef int G(); __global__ G g; const int h();
"#,
    ));
}

#[test]
fn kernels_of_classes_and_friends() {
    expect![[r#"
        1: 3505 at global
        1: 3688 at global
        1: 3507 at global: __global__
        1: 3643 at b
        1: 3695 at {
        1: 3688 at global
        1: 3695 at {
        2: 3507 at global: __global__
        2: 3695 at {
        2: 3644 at global
        2: 3647 at global
        3: 3573 at A
        3: 3574 at B
        3: 2097 at C: template parameter C, function template d
    "#]].assert_eq(&findings(
        r#"struct S { void a(); __global__ operator int(); template<class T> friend __global__ void b(T) {} }; __global__ void S::a() {}
inline void c(); __global__ void c() {} __global__ void operator delete(void *, S);
template<class... A, class... B, class... C> __global__ void d(B...);
"#,
    ));
}

#[test]
fn main() {
    expect![[r#"
        1: 378 at main
    "#]]
    .assert_eq(&findings(
        r#"static int main();
"#,
    ));
}

#[test]
fn spaces_of_redeclarations() {
    expect![[r#"
        1: 3481 at device
        1: 489 at __attribute__: function b(T) [with T=int]
        1: 3481 at global
        2: 3481 at device
        2: 3481 at global
        2: 3688 at global
        2: 3695 at {
        3: 3481 at device
        4: 3481 at constant
        4: 3568 at h
    "#]].assert_eq(&findings(
        r#"template<class T> __global__ void a(T); template<> __device__ void a<int>(int); template<class T> __device__ void b(T); template __global__ void b<int>(int);
struct S { friend __global__ void c(S); __device__ void d(); }; __device__ void c(S); __global__ void S::d() {}
__global__ void e(int *p); __device__ void e(int p[]); __global__ __tile_global__ void f();
extern __shared__ int g; extern __constant__ int g; __managed__ int h; extern __constant__ int h;
"#,
    ));
}

#[test]
fn overloads_may_have_their_own_spaces() {
    assert_eq!(
        findings(
            r#"__global__ void a(int); __device__ void a(float); template<class T, int N> __host__ void b(T); template<class T, class U> __global__ void b(T);
__device__ int c(); __host__ int c(); namespace n { __global__ void d(); } __device__ void d();
"#,
        ),
        ""
    );
}

#[test]
fn memory_spaces_by_type() {
    expect![[r#"
        1: 3566 at a
        1: 3567 at b
        1: 3566 at c
        2: 3579 at e: __device__
        2: 3578 at [: __device__
        3: 3669 at global: Z
        3: 3695 at {
        3: 3669 at device: Y
    "#]].assert_eq(&findings(
        r#"typedef const int CI; __managed__ CI a = 1; typedef int &R; int z; __managed__ R b = z; __managed__ int *const c = 0; __managed__ const int *d;
inline namespace { __device__ int e; } struct P { int x, y; }; __device__ auto [f, g] = P{1, 2};
struct Z { int a[0]; }; __global__ void h(Z z) {} struct Y { Z z; }; __device__ void i(Y) {} __device__ void j(Z);
"#,
    ));
}

#[test]
fn launch_attributes_over_declarations() {
    expect![[r#"
        1: 3719 at a: __launch_bounds__ and __maxnreg__
        1: 3707 at b: __cluster_dims__
        2: 3535 at launch_bounds: __launch_bounds__
        2: 3534 at c: __launch_bounds__
        2: 3535 at launch_bounds: __launch_bounds__
    "#]].assert_eq(&findings(
        r#"__maxnreg__(1) __global__ void a(); __launch_bounds__(1) __global__ void a(); __launch_bounds__(1, 1, 3) __global__ void b(); __cluster_dims__(4) __global__ void b();
struct S { __launch_bounds__(1) void c(); }; __launch_bounds__(1) void S::c() {}
"#,
    ));
}

#[test]
fn names_declared_twice() {
    expect![[r#"
        1: 3369 at A: class A, token 1
        1: 256 at B:  B of token 2
        1: 311 at c
        1: 307 at 2
        1: 147 at e:  int e of token 2
        2: 101 at a: a
        2: 101 at x: x
        2: 101 at p: p
        2: 101 at q: q
        3: 114 at i: function i
    "#]].assert_eq(&findings(
        r#"struct A {}; struct A {}; typedef int B; typedef long B; int c(int); char c(int); void d(int = 1); void d(int = 2); extern int e; float e;
struct F { int a; void a(); }; enum G { x, x }; void h(int p) { int p; int q; int q; { int q; } }
static __device__ int i(int); __device__ int j() { return i(1); }
"#,
    ));
}

#[test]
fn names_that_may_be_declared_again() {
    assert_eq!(
        findings(
            r#"struct A; struct A {}; typedef int B; typedef int B; int c(int); int c(char); void d(int = 1); void d(int); extern int e; int e;
template<class T> struct F { T a; }; template<> struct F<int> { int a; }; void g(int p) { { int p; } for (int i;;) { { int i; } } }
static int h(); static int h() { return 1; } int i() { return h(); } static int j(); struct K { int m; int m2(); struct m3 {}; int m4; };
"#,
        ),
        ""
    );
}
