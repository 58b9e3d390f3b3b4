//! Variables without size, arrays of variable length, and what of the host is constant or named in code of the device.

use expect_test::expect;

use crate::testing::device;

#[test]
fn sizes_of_variables() {
    expect![[r#"
        1: 3668 at z: z
        1: 3668 at s: s
        2: 3695 at {
        2: 3668 at l: l
        2: 3668 at st: st
        2: 28 at n
        2: 28 at m
        2: 177 at l: variable l
        2: 177 at st: variable st
        3: 28 at n
        3: 3668 at b: b
        3: 3695 at {
    "#]].assert_eq(&device(
        r#"struct Z { int a[0]; }; __device__ Z z; __shared__ int s[0]; int host[0]; extern __shared__ int dynamic[];
__global__ void k(int n) { Z l; static int st[0]; int v[n + 1]; const int c = 3, m = n; int w[c], x[2][m]; v[0] = w[0] + x[0][0]; }
template <class T> __device__ void t(T n) { int a[n], b[sizeof(T) - 4]; a[0] = b[0]; } __global__ void u() { t(1); } void h(int n) { int a[n]; }
"#,
        80,
    ));
}

#[test]
fn constants_of_the_host() {
    expect![[r#"
        2: 3525 at a: a
        2: 3525 at b: b
        2: 3525 at p: p
        2: 3525 at dynamic: dynamic
        2: 3525 at open: open
        2: 3525 at text: text
    "#]].assert_eq(&device(
        r#"constexpr int a[] = {1, 2}; const int b[] = {1, 2}; struct P { int x, y[2]; }; constexpr P p{}; int fn(); const int dynamic = fn(), known = 2; extern const int open; const char *const text = "x";
__device__ int f(int i) { int folded = known + a[1]; return folded + a[i] + b[1] + p.x + p.y[0] + dynamic + open + *text; }
"#,
        80,
    ));
}

#[test]
fn functions_of_the_host_that_are_named() {
    expect![[r#"
        2: 3525 at =: fn
        2: 3525 at =: tf<int> 
        2: 3525 at =: S::m
        2: 3525 at S: S::s
        2: 3525 at &: fn
        2: 3525 at fn: fn
        2: 174 at sizeof
        2: 3525 at &: fn
        2: 550 at p: variable p
        2: 177 at m: variable m
        2: 177 at v: variable v
        3: 3695 at {
        3: 3553 at g: variable g
        3: 3476 at (: operator(), k
        3: 3476 at (: operator(), k
        3: 3525 at (: g
    "#]].assert_eq(&device(
        r#"int fn(); template <class T> T tf(T); struct S { int m(); static int s(); virtual void v(); }; __device__ void take(int (*)());
__device__ auto f() { auto p = &fn; auto q = tf<int>; auto m = &S::m; auto v = &S::v; take(S::s); take(&fn); q(1); p = fn; (void)fn; sizeof(&fn); return &fn; }
template <class T> int spec(T); template <> __device__ int spec<int>(int); __device__ int h() { return spec(1); } __host__ __device__ auto both() { return &fn; } auto g = [](int i) { return i; }; __global__ void k() { g(1); }
"#,
        80,
    ));
}

#[test]
fn parts_of_template_arguments() {
    expect![[r#"
        1: 3695 at {
        1: 3695 at {
        2: 3655 at >
        2: 3695 at ;
        2: 3655 at >
        2: 3695 at ;
        2: 3585 at k: O::P
        2: 3655 at >
        2: 3695 at ;
        2: 3587 at kt
        2: 3655 at >
        2: 3695 at ;
    "#]].assert_eq(&device(
        r#"template <class T> __global__ void k() {} template <template <class> class T> __global__ void kt() {} template <template <class> class T> struct X {};
class O { struct P {}; template <class T> struct TP {}; public: void m() { k<P (*)()><<<1, 1>>>(); k<X<TP>><<<1, 1>>>(); k<int (*)(P)><<<1, 1>>>(); kt<TP><<<1, 1>>>(); } };
"#,
        80,
    ));
}
