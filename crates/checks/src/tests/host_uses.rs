//! Device variables in host code.

use expect_test::expect;

use crate::testing::findings;

#[test]
fn variables_of_the_device_in_host_code() {
    expect![[r#"
        2: 3548 at s: __device__, variable s
        2: 3548 at s: __device__, variable s
        2: 3548 at p: __device__, variable p
        2: 3548 at i: __device__, variable i
        2: 3548 at s: __device__, variable s
        2: 3548 at i: __device__, variable i
        2: 3548 at i: __device__, variable i
        2: 3548 at c: __constant__, variable c
        2: 3548 at i: __device__, variable i
        2: 3548 at i: __device__, variable i
        3: 3549 at s: __device__, variable s
        3: 3548 at s: __device__, variable s
        3: 3549 at s: __device__, variable s
        3: 3548 at i: __device__, variable i
        3: 3549 at i: __device__, variable i
        3: 3548 at p: __device__, variable p
        3: 3549 at s: __device__, variable s
        3: 3548 at t: __device__, variable t
        3: 137 at c
        4: 174 at i
        4: 174 at sizeof
        5: 3548 at i: __device__, variable i
        5: 3548 at i: __device__, variable i
        5: 3612 at {
        5: 3548 at i: __device__, variable i
        6: 3548 at i: __device__, variable i
        6: 3695 at {
        7: 3548 at i: __device__, variable i
        7: 3549 at i: __device__, variable i
        7: 3548 at v: __device__, variable v<int>
        8: 3548 at i: __device__, variable i
        8: 3549 at i: __device__, variable i
        8: 3548 at i: __device__, variable i
        8: 3549 at i: __device__, variable i
    "#]].assert_eq(&findings(
        r#"struct S { int m, a[2]; int f(); }; __device__ S s, t; __device__ int i, *p; __constant__ int c; __device__ const int k = 1; __managed__ int g;
int read() { int x = s.m + s.a[1] + *p + i; auto y = s; if (i && !i) x = c + k + g; return x ? i : -i; }
void write() { s.m = 1; s.a[1]++; i += 2; *p = 3; s = t; c = 4; }
void neither() { (void)i; i; sizeof(i); int &r = i; int *q = &i; s.f(); int &z = s.a[0]; }
void closures() { auto l = [] { return i; }; auto m = [x = i] __device__ { return x + i; }; struct L { int m() { return i; } }; }
struct N { int q, r = i; N() : q(i) {} }; __device__ void own() { i = 1; } __global__ void kernel() { i = 2; }
template <class T> T tf(T a) { int x = i; i = 2; T y = i; y = a + i; return i; } template <class T> __device__ T v; int f() { return v<int>; }
void operands() { asm("" :: "r"(i)); asm("" : "=r"(i)); asm("" : "+r"(i)); }
"#,
    ));
}

#[test]
fn addresses_of_shared_variables() {
    expect![[r#"
        2: 3550 at s: __shared__, variable s
        2: 3550 at a: __shared__, variable a
        2: 3550 at a: __shared__, variable a
        2: 3550 at a: __shared__, variable a
        2: 3550 at a: __shared__, variable a
        2: 3550 at p: __shared__, variable p
        2: 3550 at p: __shared__, variable p
        2: 3549 at a: __shared__, variable a
        2: 3548 at a: __shared__, variable a
        2: 3548 at a: __shared__, variable a
        2: 3550 at s: __shared__, variable s
        3: 3550 at s: __shared__, variable s
    "#]].assert_eq(&findings(
        r#"__shared__ int s, a[4]; struct P { int m, n[2]; }; __shared__ P p; void take(int *);
int *host() { int &r = s; int *q = a; take(a); take(&a[1]); q = a + 1; q = p.n; q = &p.m; a[1] = *(a + 2) + *a; return &s; }
template <class T> int *f(T) { int *q = &s; return &s; }
"#,
    ));
}
