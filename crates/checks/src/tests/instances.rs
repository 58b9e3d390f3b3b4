//! What template arguments make of kernels and functions of the device, and what specialisations take over.

use expect_test::expect;

use crate::testing::{device, findings};

#[test]
fn launch_attributes_that_wait_for_arguments() {
    expect![[r#"
        1: 3695 at {
        2: 3695 at {
        2: 3685 at >
        2: 3655 at >
        2: 3788 at >
        2: 3655 at >
        3: 28 at f
    "#]].assert_eq(&findings(
        r#"template <int N> __global__ void __cluster_dims__(N, 0) a() {} template <int N> __device__ void __maxnreg__(N) b();
template <int N> __global__ void __block_size__((N, 1, 1)) c() {} void host() { a<2><<<1, 1>>>(); c<0><<<1, 1>>>(); }
int f(); __global__ void __launch_bounds__(f()) d();
"#,
    ));
}

#[test]
fn parameters_of_instances() {
    expect![[r#"
        1: 3695 at {
        2: 3669 at ,: Z
        2: 3655 at >
        2: 3655 at >
    "#]].assert_eq(&findings(
        r#"struct Z { int a[0]; }; template <class T> __global__ void t(T x) {} template <class T> void h(T x) {}
void f() { t<<<1, 1>>>(Z()); t<<<1, 1>>>(1); h(Z()); }
"#,
    ));
    expect![[r#"
        1: 3588 at a
        1: 3695 at ;
        1: 3520 at b
        1: 3695 at ;
        1: 3520 at c
        1: 3695 at ;
        2: 3697 at d
        2: 3695 at ;
        2: 3695 at {
        2: 3737 at e: e<int> 
        2: 3695 at ;
        3: 3655 at >
        3: 3655 at >
        3: 3695 at ;
    "#]].assert_eq(&device(
        r#"typedef __builtin_va_list VL; typedef int &&RR; template <class T> __global__ void a(T, VL); __global__ void b(RR); __global__ void c(int (&&x)[2]);
template <class T> __global__ void d(__grid_constant__ T &x); template <class T> __global__ void e(T) {} template <> __global__ void e<int>(int);
void h() { e<<<1, 1>>>(1); e<<<1, 1>>>('c'); }
"#,
        80,
    ));
}

#[test]
fn specialisations_have_the_spaces_of_their_templates() {
    expect![[r#"
        2: 3695 at {
        2: 3735 at k
        3: 3655 at >
        3: 3464 at a: int  ::a<int> (T1) | _Z1aI1?E1?1?, f
    "#]].assert_eq(&findings(
        r#"template <class T> __device__ int a(T) { return 1; } template <> int a<int>(int) { return 2; } template <> __host__ int a<char>(char) { return 3; }
template <class T> __global__ void k(T) {} template <> void k<int>(int) {} extern template void k<float>(float);
int f() { k<<<1, 1>>>(1); return a(1) + a('c'); }
"#,
    ));
}
