//! Types, enumerators and protected members that are not accessible, and linkage that declarations disagree about.

use expect_test::expect;

use crate::testing::findings;

#[test]
fn types_and_enumerators() {
    let found = findings(
        "class A { class B { public: class I {}; }; enum E { e }; typedef int T; template <class X> struct Q {}; union W {}; friend struct F; friend A::T ff(A::T); };
A::B b; A::E ee; A::T t; A::Q<int> q; A::W w; int x = A::e; A::B::I i; void f(A::B) { A::T y; auto l = [](int z) { return A::e; }; } struct D : A::B {}; int n = sizeof(A::T);
struct F { A::T t; static A::B g(A::E x = A::e); }; A::B F::g(A::E) { A::T y; return {}; } A::T ff(A::T z) { A::T y = A::e; return y; }
template <class T> void h() { A::T y; } class P { typedef int T; T m(T); static T s; enum { v }; int a[v]; }; P::T P::m(P::T z) { return v; } P::T P::s;
",
    );
    expect![[r#"
        2: 265 at B: class A::B of token 4
        2: 265 at E: enum A::E of token 16
        2: 265 at T: type A::T of token 23
        2: 265 at Q: class template A::Q of token 31
        2: 265 at W: union A::W of token 36
        2: 265 at e: constant A::e of token 18
        2: 265 at B: class A::B of token 4
        2: 265 at B: class A::B of token 4
        2: 265 at T: type A::T of token 23
        2: 265 at e: constant A::e of token 18
        2: 265 at B: class A::B of token 4
        2: 265 at T: type A::T of token 23
    "#]]
    .assert_eq(&found);
}

#[test]
fn protected_members_of_other_objects() {
    let found = findings(
        "struct A { protected: int q; void f(); static int s; }; struct D : A { void g(A *a, D *d, A &r) { a->q = 1; d->q = 2; r.f(); q = 3; f(); A::f(); a->s = 1; } friend int k(D *d); friend int in(A *a, D *d) { return d->q; } };
int k(D *d) { return d->q; } struct E : D { int m(D *d, E *e) { return d->q + e->q; } }; int no(D *d) { return d->q; }
template <class T> struct X { protected: T q; }; template <class T> struct Y : X<T> { void g(X<T> *a) { a->q = 1; } };
",
    );
    expect![[r#"
        1: 410 at q: member A::q of token 6, A
        1: 410 at f: function A::f of token 9, A
        2: 410 at q: member A::q of token 6, D
        2: 265 at q: member A::q of token 6
    "#]]
    .assert_eq(&found);
}

#[test]
fn linkage_of_c() {
    let found = findings(
        "extern \"C\" int g(); namespace N { extern \"C\" float g(); } namespace M { extern \"C\" int g(); } extern \"C\" { int g(int); int h(int); } void i(); extern \"C\" void i(); static void j(); extern \"C\" void j();
int x; extern \"C\" int x; namespace N { int y; } extern \"C\" int y; extern \"C\" void k(); void k() {} struct S { void m(); }; extern \"C\" { void S::m() {} }
",
    );
    expect![[r#"
        1: 338 at g: overloaded function g
        1: 338 at g: overloaded function N::g
        1: 338 at g: overloaded function g
        1: 337 at i:  i of token 1
        2: 337 at x:  x of token 1
    "#]]
    .assert_eq(&found);
}

#[test]
fn conversions_to_nothing_else() {
    let found = findings(
        "struct B {}; struct A : B { operator void(); operator A &(); operator const B &() const; operator B *(); operator int(); }; template <class T> struct C { operator C(); };
struct D { D(); D(const D &); D(int); }; D::D() = default; D::D(const D &) = default; struct E { E() noexcept; }; E::E() = default;
void f() { static int s = s; int *p = p; int a = a + 1; static int t = sizeof t; thread_local int u = u; extern int v; }
",
    );
    expect![[r#"
        1: 554 at operator: A::operator void()
        1: 554 at operator: A::operator A &()
        1: 554 at operator: A::operator const B &() const
        3: 549 at s: variable s
        3: 549 at p: variable p
        3: 549 at a: variable a
        3: 549 at u: variable u
    "#]]
    .assert_eq(&found);
}

#[test]
fn inherited_and_overloaded_functions() {
    let found = findings(
        "class C { int p(); int p(int); protected: int q(); public: int r(); }; struct D : private C { int u() { return q(); } }; int f(C c, D d) { return c.p(1) + d.q() + c.r() + d.u(); }
struct X { int last; static int s; }; int X::last; int X::s; struct Y { friend void X::nope(); }; struct M { static void o(); void o() const; void r(); void r() &; void s() &; void s() &&; void t(int); void t(int) const; };
extern \"D\" int lang; extern \"C++\" int plain; void g(int *o) { struct A { int x; }; new (o) A{3}; new (o, 1) int[2]; new int; A a; delete a; } int sep = 0'17 + 0'0;
",
    );
    expect![[r#"
        1: 265 at p: function C::p(int) of token 9
        1: 265 at q: function C::q of token 17
        2: 246 at last
        2: 135 at nope: class X, nope
        2: 751 at o
        2: 2449 at r
        3: 336 at "D"
        3: 384 at new: operator new
        3: 384 at new: operator new[]
        3: 852 at a
    "#]]
    .assert_eq(&found);
}

#[test]
fn exec_check_disable_and_launch_arguments() {
    let found = findings(
        "__device__ int d(int);
#pragma nv_exec_check_disable
__host__ __device__ int a() { return d(1); }
#pragma nv_exec_check_disable
template <class F> __host__ __device__ int call(F f) { return f(1) + d(1); }
struct S {
#pragma nv_exec_check_disable
  __host__ __device__ int m() { return d(2); }
  __host__ __device__ int n() { return d(3); } };
#pragma hd_warning_disable
__host__ __device__ int b() { return d(1); }
const double w = 3.0; struct T {}; __global__ void __launch_bounds__(w) k() {} __global__ void __launch_bounds__(T) l() {} __global__ void __maxnreg__(w) m() {}
__global__ void t() { unsigned *p = &threadIdx.y; auto q = &blockDim.x; unsigned v = threadIdx.x; }
",
    );
    expect![[r#"
        5: 3462 at d: d(int) | _Z1d1?, call
        9: 3462 at d: d(int) | _Z1d1?, n
        11: 3462 at d: d(int) | _Z1d1?, b
        12: 2412 at w: double
        12: 254 at T
        12: 2412 at w: double
        12: 3695 at {
        13: 3695 at {
        13: 20 at threadIdx: threadIdx
        13: 20 at blockDim: blockDim
    "#]]
    .assert_eq(&found);
}
