//! What is kept of objects: what makes, copies and destroys them, and their virtual functions. Each list is what the reference defines.

use expect_test::expect;

use crate::kept::check;

#[test]
fn constructors_and_destructors_that_nobody_wrote() {
    check(
        "
struct M { __device__ M(); __device__ ~M(); };
struct P { M m; int y = 3; };
struct C { int q = 4; C() = default; };
__device__ void f() { P p; C c; C *h = new C; }
",
        expect![[r#"
            _Z1fv
            _ZN1PC1Ev
            _ZN1PC2Ev
            _ZN1PD1Ev
            _ZN1PD2Ev
            declared _ZN1MC1Ev
            declared _ZN1MC2Ev
            declared _ZN1MD1Ev
            declared _ZN1MD2Ev
        "#]],
    );
}

#[test]
fn virtual_tables_use_final_overriders() {
    check(
        "
struct I { __device__ virtual int run(int) = 0; __device__ virtual void spare() {} };
struct A : I { __device__ int run(int a) override { return a; } };
struct B : I { __device__ int run(int a) override { return 2 * a; } };
__global__ void k(I *p) { A a; p->run(a.run(1)); }
",
        expect![[r#"
            _ZN1A3runEi
            _ZN1I5spareEv
            kernel _Z1kP1I
        "#]],
    );
}

#[test]
fn classes_with_virtual_bases_have_one_variant() {
    check(
        "
struct B { int v; __device__ B() : v(1) { } };
struct D : virtual B { __device__ D() { } };
__device__ int f() { D d; return d.v; }
",
        expect![[r#"
            _Z1fv
            _ZN1BC1Ev
            _ZN1BC2Ev
            _ZN1DC2Ev
        "#]],
    );
}

#[test]
fn virtual_bases_of_bases_are_made_and_destroyed() {
    check(
        "
struct A { int a; __device__ A() : a(0) {} __device__ A(int q) : a(q) {} __device__ virtual ~A() {} };
struct B : virtual A { __device__ B() : A(1) {} };
struct D : B { __device__ D() {} };
__global__ void k(A **p) { p[0] = new D; }
",
        expect![[r#"
            _ZN1AC1Ei
            _ZN1AC1Ev
            _ZN1AC2Ei
            _ZN1AC2Ev
            _ZN1AD0Ev
            _ZN1AD1Ev
            _ZN1AD2Ev
            _ZN1BC2Ev
            _ZN1BD0Ev
            _ZN1BD2Ev
            _ZN1DC2Ev
            _ZN1DD0Ev
            _ZN1DD2Ev
            kernel _Z1kPP1A
        "#]],
    );
}

#[test]
fn a_virtual_call_of_a_known_object_uses_its_overrider() {
    check(
        "
struct A { __device__ virtual int f() { return 1; } };
struct B : A { __device__ int f() override { return 2; } };
struct C : B {};
struct H { C c; };
__global__ void member(H *h, int *o) { *o = h->c.f(); }
__global__ void unknown(A *a, int *o) { *o = a->f(); }
",
        expect![[r#"
            _ZN1B1fEv
            kernel _Z6memberP1HPi
            kernel _Z7unknownP1APi
        "#]],
    );
}

#[test]
fn inherited_constructors_have_names_of_their_own() {
    check(
        "
struct B { int v; __device__ B(int a) : v(a) {} };
struct D : B { using B::B; };
__device__ int f() { D d(1); return d.v; }
",
        expect![[r#"
            _Z1fv
            _ZN1BC1Ei
            _ZN1BC2Ei
            _ZN1DCI11BEi
            _ZN1DCI21BEi
        "#]],
    );
}

#[test]
fn an_inherited_constructor_may_be_inherited_again() {
    check(
        "
struct B { int v; __device__ B(int a) : v(a) {} };
struct Other { int o; __device__ Other(int a = 1) : o(a) {} };
struct C : Other, B { using B::B; };
struct D : C { using C::C; };
__device__ int f() { D d(2); return d.v; }
",
        expect![[r#"
            _Z1fv
            _ZN1BC1Ei
            _ZN1BC2Ei
            _ZN1CCI11BEi
            _ZN1CCI21BEi
            _ZN1DCI11BEi
            _ZN1DCI21BEi
            _ZN5OtherC1Ei
            _ZN5OtherC2Ei
        "#]],
    );
}

#[test]
fn host_virtual_tables_name_what_runs_on_the_device() {
    check(
        "
inline __host__ __device__ int a() { return 1; }
inline __host__ __device__ int b() { return 1; }
template <class T> __global__ void k(T) {}
template <class T> struct S {
  virtual int host() { k<<<1, 1>>>(T()); return a(); }
  __host__ __device__ virtual int both() { return b(); }
};
int main() { S<int> s; return 0; }
",
        expect![[r#"
            _Z1bv
            _ZN1SIiE4bothEv
            kernel _Z1kIiEvT_
        "#]],
    );
}

#[test]
fn a_function_that_nothing_overrides_is_called() {
    check(
        "
inline __host__ __device__ int a() { return 1; }
inline __host__ __device__ int b() { return 1; }
inline __host__ __device__ int c() { return 1; }
struct A { virtual int f() { return a(); } };
struct B final : A { int f() override { return b(); } };
struct C : A { int f() final { return c(); } };
int main() { A *p = new B; B *q = new B; C *r = new C; return p->f() + q->f() + r->f(); }
",
        expect![[r#"
            _Z1bv
            _Z1cv
        "#]],
    );
}

#[test]
fn a_copy_of_an_empty_object_does_not_call_who_says_which() {
    check(
        "
struct E {}; struct N { int n; };
template <class T> constexpr __device__ T &&moved(T &t) { return static_cast<T &&>(t); }
__device__ int take(E); __device__ int take(N);
__device__ int f(E e, N n) { return take(moved(e)) + take(moved(n)); }
__device__ int g(E &e) { return take(moved<const E>(e)); }
",
        expect![[r#"
            _Z1f1E1N
            _Z1gR1E
            _Z5movedI1NEOT_RS1_
            _Z5movedIK1EEOT_RS2_
            declared _Z4take1E
            declared _Z4take1N
        "#]],
    );
}

#[test]
fn a_base_is_copied_by_a_call_if_its_class_declares_a_constructor() {
    check(
        "
struct A { int *p; __device__ A(int *) {} };
struct B { int *p; };
struct C : A { __device__ C(const C &o) : A(o) {} };
struct D : B { __device__ D(const D &o) : B(o) {} };
struct E : A { __device__ E(const A &o) : A{o} {} };
struct F { A m; __device__ F(const A &o) : m(o) {} };
__device__ void f(C &c, D &d, A &a) { C x(c); D y(d); E z(a); F w(a); }
",
        expect![[r#"
            _Z1fR1CR1DR1A
            _ZN1AC1ERKS_
            _ZN1AC2ERKS_
            _ZN1CC1ERKS_
            _ZN1CC2ERKS_
            _ZN1DC1ERKS_
            _ZN1DC2ERKS_
            _ZN1EC1ERK1A
            _ZN1EC2ERK1A
            _ZN1FC1ERK1A
            _ZN1FC2ERK1A
        "#]],
    );
}

#[test]
fn parts_that_nothing_initialises_are_made_by_calls() {
    check(
        "
struct B { int x; constexpr __device__ B() : x(1) {} };
struct G { B b[2]; B c; __device__ G() {} };
struct H { B b; __device__ H() : b() {} };
__device__ void f() { G g; }
__device__ void g() { H h; }
",
        expect![[r#"
            _Z1fv
            _Z1gv
            _ZN1BC1Ev
            _ZN1BC2Ev
            _ZN1GC1Ev
            _ZN1GC2Ev
            _ZN1HC1Ev
            _ZN1HC2Ev
        "#]],
    );
}

#[test]
fn a_block_s_own_memory_is_destroyed_and_not_made() {
    check(
        "
struct M { int x; __device__ M() { x = 1; } __device__ ~M() {} };
struct P { M m; int y = 3; };
template<class T> struct S { T x; T y = 2; S() = default; __device__ ~S() { x = 0; } };
struct D { int x; __device__ ~D() {} };
__shared__ D outside;
__global__ void k(int *p) { __shared__ M a[2]; __shared__ S<int> s; extern __shared__ P own[]; p[0] = a[1].x + s.x + own[0].y; }
",
        expect![[r#"
            _ZN1DD1Ev
            _ZN1DD2Ev
            _ZN1MD1Ev
            _ZN1MD2Ev
            _ZN1SIiED1Ev
            _ZN1SIiED2Ev
            declared variable own
            kernel _Z1kPi
            variable _ZZ1kPiE1a
            variable _ZZ1kPiE1s
            variable outside
        "#]],
    );
}

#[test]
fn what_no_other_unit_can_name_is_made_as_a_base_only_where_it_is_one() {
    check(
        "
namespace {
struct A { int x; __device__ A() { x = 1; } __device__ ~A() {} };
struct B : A {};
template<class T> struct H { T t; };
}
template<class T> struct I { T t; };
__global__ void k(int *p) {
  struct L { int x; __device__ L() { x = 1; } __device__ ~L() {} };
  B b; H<int> h; I<B> i; I<L> l;
  p[0] = b.x + h.t + i.t.x + l.t.x;
}
",
        expect![[r#"
            _ZN14_GLOBAL__N__id1AC1Ev
            _ZN14_GLOBAL__N__id1AC2Ev
            _ZN14_GLOBAL__N__id1AD1Ev
            _ZN14_GLOBAL__N__id1AD2Ev
            _ZN14_GLOBAL__N__id1BC1Ev
            _ZN14_GLOBAL__N__id1BD1Ev
            _ZN1IIN14_GLOBAL__N__id1BEEC1Ev
            _ZN1IIN14_GLOBAL__N__id1BEED1Ev
            _ZN1IIZ1kPiE1LEC1Ev
            _ZN1IIZ1kPiE1LEC2Ev
            _ZN1IIZ1kPiE1LED1Ev
            _ZN1IIZ1kPiE1LED2Ev
            _ZZ1kPiEN1LC1Ev
            _ZZ1kPiEN1LD1Ev
            kernel _Z1kPi
        "#]],
    );
}

/// (reference: device-half, Virtual tables)
#[test]
fn a_virtual_destructor_that_nobody_wrote_runs_where_what_it_overrides_does() {
    check(
        "
struct H { virtual ~H(); };
struct X { __host__ __device__ virtual ~X() {} };
struct A : H { __host__ __device__ A() {} };
struct B : X { __host__ __device__ B() {} };
struct C { __host__ __device__ C() {} virtual ~C() = default; };
struct D { __host__ __device__ D() {} __host__ __device__ virtual ~D() = default; };
struct E : X { };
__device__ void f() { new A; new B; new C; new D; }
void h() { new E; }
",
        expect![[r#"
            _Z1fv
            _ZN1AC1Ev
            _ZN1AC2Ev
            _ZN1BC1Ev
            _ZN1BC2Ev
            _ZN1BD0Ev
            _ZN1BD1Ev
            _ZN1BD2Ev
            _ZN1CC1Ev
            _ZN1CC2Ev
            _ZN1DC1Ev
            _ZN1DC2Ev
            _ZN1DD0Ev
            _ZN1DD1Ev
            _ZN1DD2Ev
            _ZN1ED0Ev
            _ZN1ED1Ev
            _ZN1ED2Ev
            _ZN1HC1Ev
            _ZN1HC2Ev
            _ZN1XC1Ev
            _ZN1XC2Ev
            _ZN1XD0Ev
            _ZN1XD1Ev
            _ZN1XD2Ev
        "#]],
    );
}

/// (reference: device-half, Linkage and names)
#[test]
fn an_inherited_constructor_that_takes_an_empty_object_is_one_for_bases() {
    check(
        "
struct T { };
struct N { int n; __device__ N(int); __device__ N(const N &); };
struct A { __device__ A(T, int) {} __device__ A(N, long) {} __device__ A(const T &, char) {} };
struct B : A { using A::A; };
__device__ void f(T &t, N &n) { B a(t, 1); B b(n, 1L); B c(t, 'c'); }
",
        expect![[r#"
            _Z1fR1TR1N
            _ZN1AC1E1Nl
            _ZN1AC1E1Ti
            _ZN1AC1ERK1Tc
            _ZN1AC2E1Nl
            _ZN1AC2E1Ti
            _ZN1AC2ERK1Tc
            _ZN1BCI11AERK1Tc
            _ZN1BCI21AE1Nl
            _ZN1BCI21AE1Ti
            _ZN1BCI21AERK1Tc
            declared _ZN1NC1ERKS_
            declared _ZN1NC2ERKS_
        "#]],
    );
}

/// (reference: device-half, Uses)
#[test]
fn a_base_that_an_inherited_constructor_makes_is_not_moved() {
    check(
        "
struct A { int a; __device__ A(int n) : a(n) {} };
struct B : A { using A::A; };
struct C : B { __device__ C(int n) : B(n) {} };
__device__ void f() { C c(1); }
",
        expect![[r#"
            _Z1fv
            _ZN1AC1Ei
            _ZN1AC2Ei
            _ZN1BCI11AEi
            _ZN1BCI21AEi
            _ZN1CC1Ei
            _ZN1CC2Ei
        "#]],
    );
}
