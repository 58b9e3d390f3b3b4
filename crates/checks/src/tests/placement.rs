//! Where attributes may stand, in declarations, types, statements and expressions.

use expect_test::expect;

use crate::testing::findings;

#[test]
fn attributes_of_types() {
    expect![[r#"
        1: 1866 at device
        1: 1835 at device: __device__
        1: 1835 at device: __device__
        1: 1866 at device
        2: 1835 at device: __device__
        2: 1835 at device: __device__
        2: 1835 at device: __device__
        2: 1847 at __attribute__
        3: 1835 at device: __device__
        3: 1847 at __attribute__
        3: 1098 at device
        4: 2274 at device
        4: 1866 at device
        4: 1835 at device: __device__
        4: 1835 at device: __device__
        4: 3485 at device
    "#]].assert_eq(&findings(
        r#"__device__ class A; struct __device__ B {}; enum __device__ C { c }; __device__ enum D { d };
using E __device__ = int; using F = int __device__; typedef int G __device__; __device__ using H = int;
enum I { i __device__ }; template<class T> __device__ struct J {}; template<__device__ int N> struct K;
struct L { __device__; __device__ friend class M; __device__ int : 3; __device__ int n; static __device__ int o; };
"#,
    ));
}

#[test]
fn attributes_of_parameters_and_operands() {
    expect![[r#"
        1: 1835 at shared: __shared__
        1: 1835 at device: __device__
        1: 1835 at shared: __shared__
        2: 1835 at device: __device__
        3: 1835 at device: __device__
        3: 3537 at shared: shared
        3: 1098 at host
        3: 1835 at grid_constant: grid_constant
    "#]].assert_eq(&findings(
        r#"void a(__shared__ int *x, int y __attribute__((device))); auto b = [](__shared__ int x) {};
void (*c)(__device__ int); void (__device__ *d)(int);
void e(int x) { int y = (__device__ int)x; new __shared__ int; new __host__ int; try {} catch (__grid_constant__ int q) {} }
"#,
    ));
}

#[test]
fn attributes_of_statements() {
    expect![[r#"
        1: 1835 at device: __device__
        1: 1835 at device: __device__
        1: 1835 at device: __device__
        1: 1835 at device: __device__
        1: 1866 at device
        1: 1835 at host: __host__
        2: 1113 at __attribute__
    "#]].assert_eq(&findings(
        r#"void a(int x) { __device__; __device__ return; y: __device__ ; __device__ x = 1; goto y; __device__ struct L {}; __host__ int z; }
int b() __device__ { return 1; }
"#,
    ));
}

#[test]
fn attributes_where_they_belong() {
    assert_eq!(
        findings(
            r#"__device__ int a, b(); int c __device__, d; __global__ void e(); struct S { __device__ void f(); __host__ __device__ S(); friend __device__ void g(S); };
typedef int F(int); __device__ F h; __tile__ int i; __attribute__((device_builtin)) int j; __device__ static_assert(true, "");
template<class T> __device__ T k; template<class T> __host__ __device__ T l(T); void m() { extern __device__ int n; __device__ void o(); }
"#,
        ),
        ""
    );
}

#[test]
fn attribute_arguments() {
    expect![[r#"
        1: 125 at 1
        1: 29 at )
        1: 1910 at ): block_size
        1: 1910 at ): __block_size__
        1: 40 at )
        1: 18 at ,
        2: 28 at v
        2: 2412 at 1.5: double
        2: 3705 at launch_bounds
        3: 3705 at launch_bounds
        3: 29 at )
        3: 1094 at (: noinline
    "#]].assert_eq(&findings(
        r#"__global__ void __block_size__(1, 2, 3) a(); __global__ void __block_size__((1, 2)) b(); __global__ void __block_size__((1, 1, 1, 1)) c();
int v; constexpr int K = -1; __global__ void __launch_bounds__(v) d(); __global__ void __launch_bounds__(1.5) e(); __global__ void __launch_bounds__(1, 2, K) f();
__global__ void __launch_bounds__(1, 2, 2 - 5) g(); __global__ void __launch_bounds__(1, ) h(); __attribute__((noinline(1))) void i();
"#,
    ));
}
