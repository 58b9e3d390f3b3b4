//! Values that must be constants and fit: of launch attributes, bounds, widths, enumerators, cases and template arguments.

use expect_test::expect;

use crate::testing::findings;

#[test]
fn launch_attributes_of_instances() {
    let found = findings(
        "template <int N> __global__ void __launch_bounds__(64, 1, N) b(int *p) {} template __global__ void b<-1>(int *); template __global__ void b<2>(int *);
template <int N> __global__ void __cluster_dims__(N) c(int *p) {} void launch(int *p) { c<0><<<1, 1>>>(p); c<0><<<1, 1>>>(p); c<2><<<1, 1>>>(p); }
template <int N> __global__ void __maxnreg__(N) m(int *p) {} void (*address)(int *) = m<-1>;
template <int N> __global__ void __block_size__((N, 1, 1), (1, 1, N)) s(int *p) {} template <> __global__ void s<0>(int *p) {}
struct T { static constexpr int v = -1; }; __global__ void __launch_bounds__(1, 1, T::v) plain(int *p) {}
template <int N> __global__ void __launch_bounds__(32) __maxnreg__(N) either(int *p) {}
extern int g; template <int N> __global__ void __launch_bounds__(N + g) open(int *p) {}
",
    );
    expect![[r#"
        1: 3705 at *
        2: 3695 at {
        2: 3685 at 1
        2: 3655 at >
        2: 3655 at >
        2: 3655 at >
        3: 3695 at {
        3: 3717 at ;
        4: 3695 at {
        4: 3788 at int
        4: 3788 at int
        4: 3695 at {
        5: 3705 at launch_bounds
    "#]]
    .assert_eq(&found);
}

#[test]
fn bounds_widths_enumerators_and_cases() {
    let found = findings(
        "int a[1 - 2]; int zero[0]; int large[(unsigned)-1 > 3]; constexpr int n = -2; void f(int k) { int b[n]; new int[1 - 2]; new int[k]; }
struct S { int a : 1 - 2; int b : 1 - 1; int : 0; int c : 33; bool d : 9; int e : 3; }; template <int N> struct T { int a[N]; int w : N; }; T<-1> t;
enum E : unsigned char { A = 255, B, C = 256 }; enum class F { D = 3000000000u }; enum G : bool { H = 2 }; enum I : unsigned { J = (unsigned)-1 };
enum K { L }; void g(K k, int i, unsigned u) { switch (k) { case 5: case L:; } switch (u) { case -1:; } switch (i) { case 3000000000u: case 'a': case true:; } }
template <unsigned N> struct U {}; U<(unsigned)-1> u; U<static_cast<unsigned>(-1)> v; U<-1> w;
constexpr int shift = 1 << -1;
",
    );
    expect![[r#"
        1: 94 at 1
        1: 94 at n
        1: 429 at 1
        2: 105 at 1
        2: 107 at b
        2: 959 at 33: 32
        2: 959 at 9: 8
        2: 94 at 
        2: 105 at 
        3: 1749 at B: unsigned char
        3: 1749 at 256: unsigned char
        3: 1749 at 3000000000u: int
        4: 2362 at -: int, unsigned int
        4: 2362 at 3000000000u: unsigned int, int
        5: 2362 at -: int, unsigned int
        6: 62 at -
    "#]]
    .assert_eq(&found);
}

#[test]
fn explicit_arguments_with_errors() {
    let found = findings(
        "template <int N> int f(int *p); template <int N> __global__ void k(int *p); struct S {}; constexpr int take(int *p) { return 1; }
void calls(int *p) { f<take(1)>(p); f<S::x>(p); f<7 / 0>(p); }
void launches(int n, int *p) { k<take(1)><<<1, n>>>(p); k<S::x><<<(n + 1) / 2, 256>>>(p, n, 3); k<S::x><<<n, 256, 0>>>(&n, p + 1, 2); }
template <class... T> constexpr int sum(T... t) { return (t + ...); } void fold(int *p) { k<sum()><<<1, 1>>>(nullptr); k<sum(1)><<<1, 1>>>(p); }
template <class T> void open(T *p) { f<undeclared>(p); k<undeclared><<<1, 1>>>(p); }
",
    );
    expect![[r#"
        2: 167 at 1: int, int *
        2: 135 at x: class S, x
        2: 39 at /
        2: 304 at f: function template f
        3: 167 at 1: int, int *
        3: 40 at <<<
        3: 101 at n: n
        3: 3655 at >
        3: 65 at >
        3: 135 at x: class S, x
        3: 40 at <<<
        3: 757 at n: parameter n
        3: 18 at +
        3: 65 at /
        3: 3655 at >
        3: 135 at x: class S, x
        3: 40 at <<<
        3: 40 at 256
        3: 40 at 0
        3: 3655 at >
        3: 79 at &
        3: 757 at p: parameter p
        3: 18 at +
        4: 2859 at >
        4: 40 at <<<
        4: 40 at 1
        4: 3655 at >
        4: 79 at nullptr
        4: 3655 at >
        5: 20 at undeclared: undeclared
    "#]]
    .assert_eq(&found);
}

/// Operators are found by whatever their declarations spell.
#[test]
fn spellings_of_operators() {
    let found = findings(
        "struct M { int v; }; M operator bitor(M a, M b); M operator   and_eq(M a, M b); bool operator
not(M a); M operator \"\" _m(unsigned long long);
int use(M a) { return (a | a).v + (a &= a).v + !a + (3_m).v; }
",
    );
    assert_eq!(found, "");
}
