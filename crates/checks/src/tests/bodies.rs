//! Calls, variables, builtins and statements in bodies.

use expect_test::expect;

use crate::testing::findings;

#[test]
fn calls_of_members() {
    expect![[r#"
        2: 3464 at d: S::d(), a
        2: 3464 at d: S::d(), a
        2: 3464 at S: S::s(int) | _ZN1S1sE1?, a
        2: 3464 at s: S::s(int) | _ZN1S1sE1?, a
        2: 3464 at +: S::operator +(int) | _ZN1SplE1?, a
        2: 3464 at (: S::operator ()(int) | _ZN1SclE1?, a
        2: 3464 at (: S::operator ()(int) | _ZN1SclE1?, a
        2: 3464 at d: S::d(), a
        3: 3464 at x: S::~S(), b
        3: 3464 at x: S::S(int) | _ZN1SC1E1?, b
        3: 3464 at new: S::S(int) | _ZN1SC1E1?, b
        3: 3464 at new: S::~S(), b
        3: 3464 at d: S::d(), m
        3: 3464 at d: S::d(), m
        3: 3464 at d: S::d(), n
        4: 3464 at f: f(int) | _Z1f1?, c
        4: 3464 at f: f(int, int) | _Z1f1?1?, c
        5: 3464 at t: T1  ::t<float, (int)3> (T1) | _Z1tI1?L1?3EE1?1?, e
    "#]].assert_eq(&findings(
        r#"struct S { __device__ void d(); __device__ static void s(int); __device__ S(int); S(); __device__ ~S(); __device__ int operator+(int); __device__ int operator()(int); void h(); };
void a(S &s, S *p) { s.d(); p->d(); S::s(1); s.s(1); s + 1; s(1); (*p).d(); s.h(); }
void b() { S x(1); delete new S(1); } struct T { S s; void m() { s.d(); this->s.d(); } }; struct U : S { void n() { d(); } };
__device__ void f(int); __device__ void f(int, int); void f(char, int, int); void c() { f(1); f(1, 2); f('c', 1, 2); }
template<class T, int N> __device__ T t(T a); void e() { t<float, 3>(1.f); }
"#,
    ));
}

#[test]
fn calls_of_members_that_are_fine() {
    assert_eq!(
        findings(
            r#"struct S { __device__ void d(); void d(int); __host__ __device__ S(); ~S() = default; template<class T> __device__ void t(T); };
void a(S &s) { s.d(1); S x; (void)sizeof(s.d(), 1); } __device__ void b(S &s) { s.d(); } template<class T> void c(T t) { t.d(); }
struct D { __device__ D(); D(int); }; void e() { D d(1); extern D q; extern D *p; D &r = *p; }
"#,
        ),
        ""
    );
}

#[test]
fn device_variables_in_host_code() {
    expect![[r#"
        2: 3548 at d: __device__, variable d
        2: 3548 at d: __device__, variable d
        2: 3548 at d: __device__, variable d
        2: 3549 at d: __device__, variable d
        2: 3548 at d: __device__, variable d
        2: 3549 at d: __device__, variable d
        2: 3549 at a: __device__, variable a
        2: 3548 at a: __device__, variable a
        2: 3548 at d: __device__, variable d
        2: 3548 at p: __device__, variable p
        2: 3548 at d: __device__, variable d
        2: 3548 at c: __constant__, variable c
        2: 3548 at d: __device__, variable d
        2: 137 at c
        2: 3549 at ca: __constant__, variable ca
        2: 3548 at d: __device__, variable d
        3: 3548 at d: __device__, variable d
        3: 3548 at c: __constant__, variable c
        3: 3550 at s: __shared__, variable s
        3: 174 at sizeof
        3: 3549 at d: __device__, variable d
    "#]].assert_eq(&findings(
        r#"__device__ int d, a[3]; __constant__ int c, ca[2]; __shared__ int s; __device__ int *p; void take(int);
int f() { return d; } int &g() { return d; } int h(int x) { x = d; d += 1; d++; a[1] = 2; x = a[d]; *p = 1; if (d) x = -c; take(d); c = 1; ca[0] = 1; return x ? d : 1; }
void i() { int x = d, &y = d; auto z = c; int *q = &d, *r = &s; (void)d; sizeof(d); } __device__ int j() { return d = 1; } template<class T> void k(T t) { d = 1; t = d; }
"#,
    ));
}

#[test]
fn atomic_functions() {
    expect![[r#"
        1: 3695 at {
        1: 3746 at p
        1: 3747 at p
        1: 3755 at p
        2: 3748 at s
        2: 3751 at l
        2: 3752 at f
        2: 3770 at f
        2: 3771 at f
        2: 3767 at o
        3: 3750 at s
        3: 3749 at c
        3: 3769 at )
        3: 1645 at )
        4: 3753 at p
        4: 3695 at {
        5: 3728 at __wgmma_mma_async_tf32
        5: 3730 at __wgmma_mma_async_tf32
        5: 3729 at x
        5: 165 at )
        5: 3729 at )
        5: 3729 at )
        5: 3729 at )
        5: 3729 at )
    "#]].assert_eq(&findings(
        r#"struct S { int a[5]; }; __global__ void k(int *p, short *s, float *f, long *l, S *o, char *c, int q) { __nv_atomic_load_n(p, 9, 3); __nv_atomic_load_n(p, 5, 9); __nv_atomic_load_n(p, q, 3);
__nv_atomic_add(s, 1, 5, 3); __nv_atomic_add(l, 1, 5, 3); __nv_atomic_max(f, 1, 5, 3); __nv_atomic_and(f, 1, 5, 3); __nv_atomic_load_n(f, 5, 3); __nv_atomic_load(o, o, 5, 3);
__nv_atomic_exchange_n(s, 1, 5, 3); __nv_atomic_compare_exchange_n(c, c, 1, false, 5, 5, 3); __nv_atomic_add(); __nv_atomic_add(p, 1, 5, 3); __nv_atomic_load(f, f, 5, 3); }
void h(int *p) { __nv_atomic_add(p, 1, 5, 3); } template<class T> __global__ void t(T *p, T q) { __nv_atomic_add(p, q, q, 3); }
__device__ void w(int x) { __wgmma_mma_async_tf32(x, 1); }
"#,
    ));
}

#[test]
fn asm_statements() {
    expect![[r#"
        1: 3720 at "C"
        1: 3622 at "cc"
    "#]].assert_eq(&findings(
        r#"void h(const char *p) { asm("" ::: "cc"); asm("" :: "C"(p)); } __device__ void d(const char *p) { asm volatile("" : : : "memory", "cc"); asm("" :: "C"(p)); }
"#,
    ));
}

#[test]
fn deduced_return_types() {
    expect![[r#"
        2: 3464 at f: f(int) | _Z1f1?, a
        2: 3623 at f: f, outside the bodies of device functions
        2: 3623 at f: f, outside the bodies of device functions
        2: 3623 at f: f, outside the bodies of device functions
        2: 174 at sizeof
        2: 3464 at g: g(), a
    "#]].assert_eq(&findings(
        r#"__device__ auto f(int a) { return a; } __device__ auto g() -> int; __device__ constexpr auto h() { return 1; }
void a() { f(1); auto p = &f; sizeof(f(1)); g(); } __device__ void b() { f(1); }
"#,
    ));
}

#[test]
fn labels_and_switches() {
    expect![[r#"
        1: 1578 at 1: token 13
        1: 124 at default
        1: 114 at nowhere: label nowhere
        1: 3369 at l: label l, token 30
        1: 116 at break
        1: 114 at n: label n
    "#]].assert_eq(&findings(
        r#"void f(int x) { switch (x) { case 1: ; case 1: ; default: ; default: ; } goto nowhere; l: ; l: ; break; for (;;) { break; } { auto m = [] { n: ; }; goto n; } }
void g(int x) { switch (x) { case 1: switch (x) { case 1: break; default: ; } default: break; } goto l; l: ; }
"#,
    ));
}

#[test]
fn variables_of_local_classes_and_conditions() {
    expect![[r#"
        1: 1835 at device: __device__
        1: 817 at static
        1: 3485 at device
        1: 3688 at global
        1: 3483 at s: a static, __shared__
        1: 3483 at v: a static, __shared__
        1: 3510 at v
        1: 3548 at 1: __shared__, variable v
        1: 3483 at w: an automatic, __device__
        1: 3483 at vla: a static, __shared__
        1: 893 at vla
        2: 3695 at {
        2: 3578 at [: __device__
    "#]].assert_eq(&findings(
        r#"void f(int n) { struct L { __device__ int x; static __device__ int y; __global__ void k(); void m() { __shared__ int s; } }; if (__shared__ int v = 1) {} for (__device__ int w; n;) {} __shared__ int vla[n]; }
struct P { int x, y; }; __global__ void k() { __device__ auto [a, b] = P{}; }
"#,
    ));
}

#[test]
fn numbers_of_arguments() {
    expect![[r#"
        1: 165 at )
        2: 140 at 2
        2: 165 at )
        2: 140 at 3
        2: 165 at )
        2: 165 at )
        2: 3655 at >
        2: 140 at 2
        2: 109 at p
        2: 109 at p
        2: 3655 at >
        3: 2809 at (
    "#]].assert_eq(&findings(
        r#"int f(int); int g(int, int = 2); void v(int, ...); namespace n { void w(int); } __global__ void k(int); int i = f();
void h(int p) { f(1, 2); g(); g(1, 2, 3); v(); n::w(); k<<<1, 1>>>(1, 2); p(1); p<<<1, 1>>>(); }
[[nodiscard]] int d(); void e() { d(); (void)d(); int x = d() + 1; x = 2; }
"#,
    ));
}

#[test]
fn numbers_of_arguments_that_are_fine() {
    assert_eq!(
        findings(
            r#"int f(int); int f(int, int); int g(int, int = 2); template<class T> void t(T); struct S { typedef char C; static C c(int x) { return C(x); } void f(); void m() { f(); } };
template<class T> void h(T a) { f(a); g(a); g(1); t(a); } void i(int (*f)()) { f(); } template<class T> struct B : T { void m() { f(1); } };
__attribute__((const)) int q(); [[gnu::const]] int r(); void j() { g(1); g(1, 2); decltype(f(1)) x = f(1); (void)x; }
void k(int, int = 1); void k(int = 2, int); void l() { k(); k(1); k(1, 2); }
"#,
        ),
        ""
    );
}

#[test]
fn assignments_to_constants() {
    expect![[r#"
        1: 137 at c
        1: 137 at d
        1: 137 at p
        1: 137 at q
        1: 137 at ar
    "#]].assert_eq(&findings(
        r#"const int c = 1; constexpr int d = 2; void a(const int p, int *const q, const int *s, const int (&r)[2]) { c = 2; d += 3; --p; q = 0; s = 0; *q = 1; const int ar[2] = {1, 2}; ar[0] = 1; int x; x = c; }
template<class T> void t() { c = 2; }
"#,
    ));
}

#[test]
fn a_local_means_nothing_outside_of_its_scope() {
    let found = findings(
        "template <class T> void check(T);
void f(int *data) {
    check(1);
    for (int k = 0; k < 2; ++k) { int check = data[k]; check(2); }
    check(3);
}
void g() { struct S { int m() { return check(1); } int check; }; }
",
    );
    expect![[r#"
        4: 109 at check
        7: 109 at check
    "#]]
    .assert_eq(&found);
}

#[test]
fn bits_written_as_such_change_no_sign() {
    let found = findings(
        "int a() { int m = 0xffffffff; m = 037777777777; return m; }
int b() { int m = 4294967295; short n = 0xfffff; return m + n; }
",
    );
    expect![[r#"
        2: 68 at 4294967295
        2: 69 at 0xfffff
    "#]]
    .assert_eq(&found);
}

#[test]
fn what_nothing_uses_is_found_where_it_is_asked_for() {
    let text = "void host(int p) {
    int never;
    int only_set;
    only_set = 3;
    int used = p;
    p = used;
}
__global__ void kernel(int* p) {
    int mine;
    *p = 1;
}
";
    expect![[r#"
        2: 177 at never: variable never
        3: 550 at only_set: variable only_set
        8: 3695 at {
        9: 177 at mine: variable mine
    "#]]
    .assert_eq(&crate::testing::unused(text));
    assert_eq!(findings(text), "8: 3695 at {\n");
}
