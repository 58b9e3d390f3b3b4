//! Names that scopes lack, literals that are none, what enumerations, placeholders and template heads get wrong.

use expect_test::expect;

use crate::testing::findings;

#[test]
fn names_that_scopes_lack() {
    expect![[r#"
        2: 725 at n
        2: 725 at n
        2: 135 at z: namespace n, z
        2: 135 at w: namespace n, w
        2: 135 at g: namespace n, g
        2: 471 at S: namespace n, S
        3: 135 at T: namespace n, T
        3: 135 at y: namespace n, y
        3: 282 at q: q
        3: 135 at z: enum n::B::E, z
        3: 276 at k
        3: 728 at n
        3: 757 at n: namespace n
        3: 135 at U: namespace n, U
        4: 20 at p: p
        4: 20 at e: e
        4: 20 at A: A
        4: 135 at none: namespace std, none
    "#]].assert_eq(&findings(
        r#"namespace n { int x; struct A {}; struct B { enum class E { e }; }; void h(); }
using namespace n::none; namespace m = n::A; using n::z; int n::w; void n::g() {} struct n::S {}; void n::h() {}
n::T t; int f() { return n::y + ::q + n::B::E::z + n::k::z + n; } n u; void v(n::U);
int x(int p) { return p; } int y() { return p + e + A(); } void z() { using namespace n; A a; auto l = [] { h(); }; std::none(); }
"#,
    ));
}

/// Each is told of where only a type may stand, as of texture references, which toolkits have no more.
#[test]
fn arguments_of_what_is_no_template() {
    expect![[r#"
        1: 864 at texture: texture
        1: 864 at texture: texture
        1: 864 at texture: texture
        1: 864 at texture: texture
        2: 864 at texture: texture
        2: 864 at texture: texture
        2: 864 at texture: texture
        3: 864 at surface: surface
        3: 864 at surface: surface
        3: 20 at surface: surface
    "#]].assert_eq(&findings(
        r#"static texture<float, 2> a, b; texture<int> f(); typedef texture<int> T; using U = texture<int>;
template <class X> struct H { const texture<X> m; }; void g(const texture<int> &t) { static texture<int> l; }
namespace n { surface<void> s; } surface<void> t; surface u;
template <class X> struct Known; template <template <class> class C> struct K { Known<int> *k; C<int> c; };
void h() { first<int> l; } void i(second<int> p) { } third<int>::type j;
void k(fourth<int> p) { } fourth<int> told;
"#,
    ));
}

#[test]
fn reserved_names_are_names_like_others() {
    expect![[r#"
        1: 3695 at {
        1: 20 at __syncthread: __syncthread
        1: 20 at __shfl_down: __shfl_down
        2: 20 at __T: __T
        2: 20 at _Count: _Count
        4: 135 at __b: namespace n, __b
        4: 20 at __LINE__: __LINE__
    "#]].assert_eq(&findings(
        r#"__device__ void __shfl_up(int, int); __global__ void k(int *p) { __shfl_up(*p, 1); __syncthread(); __shfl_down(*p, 1); }
__T t; int i = _Count; const char *s() { return __func__; } void *m() { return __builtin_alloca(4); }
namespace n { int __a; } template<class T> void u(T t) { __later(t); }
int b = n::__a + n::__b + __LINE__;
"#,
    ));
}

#[test]
fn literals() {
    expect![[r#"
        1: 24 at 08
        1: 24 at 0129
        1: 22 at 0x
        1: 2424 at 0b2
        1: 2424 at 0b
        1: 19 at 1.5.2
        1: 23 at ,
        1: 25 at ''
        2: 166 at 0x1.8
        2: 166 at 0xp1
        2: 2629 at 1'000'u
        3: 2486 at 1_x
        3: 2486 at 1s
        3: 2506 at 1s
        3: 2486 at "s"_y
    "#]]
    .assert_eq(&findings(
        r#"int a[] = {08, 0129, 0x, 0b2, 0b, 1.5.2, 99999999999999999999, ''};
double b[] = {09.5, 0x1.8, 0xp1, 1'000'u, 1e5, 0x1p3, .5e1};
auto c = 1_x, d = 1s; long operator""_y(const char *); auto e = 1.5_y; auto f = "s"_y;
"#,
    ));
}

#[test]
fn enumerations_and_bounds() {
    expect![[r#"
        1: 1541 at float
        1: 2412 at 1.5: double
        1: 2373 at "a": const char *, int
        1: 102 at D
        2: 2342 at E: enum E of token 1
        2: 1956 at F: enum F of token 2
        2: 2176 at {
        3: 2373 at 1.5: double, unsigned long
        3: 2373 at nullptr: std::nullptr_t, unsigned long
        3: 2140 at 2.0
        3: 2412 at 1.5: double
    "#]].assert_eq(&findings(
        r#"enum A : float { a }; enum B { b = 1.5 }; enum C : int { c = "a" }; enum D;
enum E : int; enum E : char; enum class F; enum F : int; enum class { g }; enum class G : int; enum class G { h };
int i[1.5], j[nullptr], k[2]; void f() { int l[2.0]; } struct S { int m : 1.5; };
"#,
    ));
}

#[test]
fn placeholders_and_bindings() {
    expect![[r#"
        1: 1594 at b: double, int
        1: 1593 at e
        1: 1598 at auto
        1: 1598 at auto
        1: 1598 at auto
        2: 2830 at [
        2: 2829 at g
        2: 2828 at [: int *
        2: 1594 at j: char, int
        2: 1586 at k
        2: 146 at 2
    "#]].assert_eq(&findings(
        r#"auto a = 1, b = 2.0; auto c = 1, *d = &c; auto e; typedef auto T; using U = auto; struct S { auto f = 1; static auto g; };
struct P { int x, y; }; void f(P p, int *q) { auto [a, b] = p; auto [c] = p; auto [d, e, g] = p; auto [h] = q; auto i = 1, j = 'c'; auto k = k; auto l(1, 2); }
"#,
    ));
}

#[test]
fn template_heads() {
    expect![[r#"
        1: 496 at T: T
        1: 306 at T
        1: 508 at T
        2: 598 at void
        2: 605 at float
        2: 1912 at T
        2: 1914 at =
        3: 774 at virtual
    "#]].assert_eq(&findings(
        r#"template <class T, class T> struct A; template <class T = int, class U> struct B; template <class T> struct T {};
template <void N> struct C; template <float F> struct D; template <class... T, class U> struct E; template <class... T = int> struct F;
struct S { template <class T> virtual void f(); }; template <class... T, class U> void g(U, T...); template <class T> struct G; template <class... T, class U> struct G<void(U, T...)>;
"#,
    ));
}

/// Enumerators belong to the scope that declares their enumeration, wherever they are listed ([dcl.enum]/1).
#[test]
fn enumerations_defined_out_of_their_scope() {
    expect![[r#"
        4: 20 at a: a
        4: 20 at d: d
    "#]]
    .assert_eq(&findings(
        "struct C { enum E : short; enum class S; E f(); struct I { enum J : int; }; };
enum C::E : short { a }; enum class C::S { b }; enum C::I::J : int { c }; namespace n { enum F : int; } enum n::F : int { d };
C::E C::f() { return a; } C::E x = C::a; C::S y = C::S::b; C::I::J z = C::I::c; n::F w = n::d;
C::E u = a; n::F v = d;
",
    ));
}
