//! Right code of forms that are easily taken for wrong.

use expect_test::expect;

use crate::testing::findings;

#[test]
fn member_templates_of_several_specialisations() {
    expect![""].assert_eq(&findings(
        r#"template<int I> struct Get { template<class T> static int of(const T &); template<class U> static int s; };
template<> template<class T> int Get<0>::of(const T &v) { return v.x; }
template<> template<class T> int Get<1>::of(const T &v) { return v.y; }
template<> template<class U> int Get<0>::s = 1;
template<> template<class U> int Get<1>::s = 2;
"#,
    ));
}

#[test]
fn assignment_to_lvalues_and_rvalues() {
    expect![[r#"
        4: 1776 at =: function A::operator=(const A &) && of token 30
    "#]].assert_eq(&findings(
        r#"struct A { A &operator=(const A &) & = default; A &operator=(A &&) & = default; A &operator=(const A &) && = delete; };
void f(A &a, const A &b) { a = b; a = A(); }
static_assert(__is_assignable(A &, A) && !__is_assignable(A, const A &), "");
void g(const A &b) { A() = b; }
"#,
    ));
}

#[test]
fn references_to_captured_copies() {
    expect![[r#"
        5: 137 at n
    "#]].assert_eq(&findings(
        r#"template<class F> void call(F f) { f(1); }
void f(const int *p, int n) {
  int array[2] = {1, 2};
  auto a = [=] { call([&](int i) { return p[i] + n + array[i]; }); call([&n](int i) { return n + i; }); };
  auto b = [=] { call([&](int i) { n = i; }); };
  auto c = [=]() mutable { call([&](int i) { n = i; }); };
  a(); b(); c();
}
"#,
    ));
}

#[test]
fn members_that_hide_classes_of_their_name() {
    expect![""].assert_eq(&findings(
        r#"template<class T> struct A { T &get() { return data.object; } union data { data() {} ~data() {} T object; } data; };
struct B { int get() { return data.x + e; } struct data { int x; } data; enum e { one } e; };
"#,
    ));
}

#[test]
fn arrays_that_packs_fill() {
    expect![""].assert_eq(&findings(
        r#"template<class T, unsigned long N> constexpr T *end(T (&a)[N]) { return a + N; }
int print(int);
template<class... V> int f(V... values) { int all[] = {(print(values), 0)...}; return *(end(all) - 1); }
int g() { auto l = [](auto... values) { int all[] = {print(values)..., 1}; return end(all) - all; }; return f(1, 2) + l(1); }
"#,
    ));
}

#[test]
fn linkage_specifications_in_others() {
    expect![[r#"
        2: 338 at c: overloaded function c
    "#]].assert_eq(&findings(
        r#"extern "C" { extern "C++" int *a(int *); extern "C++" const int *a(const int *); extern "C++" { void b(int); void b(long); } }
extern "C++" { extern "C" void c(int); extern "C" void c(long); void d(int); void d(long); }
"#,
    ));
}

#[test]
fn parts_of_complex_numbers() {
    expect![[r#"
        3: 137 at __imag__
    "#]].assert_eq(&findings(
        r#"struct C { __complex__ float v; C(float r, float i) : v{r, i} {} void real(float x) { __real__ v = x; __imag__ v += x; } };
float f(__complex__ float z) { float &r = __real__ z; return r + __imag__ z; }
void g(const __complex__ float z) { __imag__ z = 1; }
"#,
    ));
}

#[test]
fn calls_of_libraries() {
    expect![[r#"
        9: 304 at allocate: overloaded function allocate
        9: 304 at only: function template only
    "#]]
    .assert_eq(&findings(
        r#"# 1 "a.cu"
# 1 "/lib/library.h" 1 3
extern "C" int allocate(void **, unsigned long);
template<class T> int allocate(T **, unsigned long);
template<class T> int only(T *);
# 2 "a.cu" 2
void f(float *p) { allocate(&p, 4); only(p); }

void g(float *p) { allocate(p, 4); only(1); }
"#,
    ));
}

#[test]
fn explicit_instantiations() {
    expect![[r#"
        1: 3695 at {
        6: 137 at 
        7: 137 at 
        8: 137 at 
    "#]].assert_eq(&findings(
        r#"template<class T> __global__ void k(const T *in) { in[0] += 1; }
template<class T> struct S { void m(const T *in) { in[0] += 1; } template<class U> void n(const T *in) { in[0] += 1; } };
template<class T> void used(const T *in) { in[0] += 1; }
template<class T> auto deduced(const T *in) { in[0] += 1; return 1; }
template<class T> void around(const T *in) { used(in); deduced(in); }
template __global__ void k<float>(const float *);
template struct S<int>;
template void around<int>(const int *);
"#,
    ));
}

#[test]
fn namespaces_that_are_opened_later() {
    expect![[r#"
        4: 135 at S: namespace q::std, S
    "#]]
    .assert_eq(&findings(
        r#"namespace std { struct S {}; }
namespace q { std::S f(const char *); namespace std { int g(); } }
namespace r { namespace w { struct A {}; namespace v::r { struct B {}; } ::r::w::A a; v::r::B b; r::w::A c; } }
namespace q { std::S h(); } namespace w { int i = ::q::std::g(); }
"#,
    ));
}

#[test]
fn suffixes_are_told_of_once() {
    expect![[r#"
        1: 2506 at ""a
        3: 2506 at b
    "#]]
    .assert_eq(&findings(
        r#"int operator""a(unsigned long long); int operator""a(long double); int operator""_c(long double);
namespace n { int operator""a(const char *, unsigned long); } int x = 1a + 2a + 1.0_c;
int operator "" b(long double); int operator""b(unsigned long long); int y = 1.0b;
"#,
    ));
}

#[test]
fn default_constructors_that_are_inherited() {
    expect![""].assert_eq(&findings(
        r#"struct A { A(); A(int); }; struct B { int x; }; struct D { D(int = 0); }; struct E { E() = default; E(int); };
struct F : A { using A::A; F(char *); }; struct G : B { using B::B; G(char *); }; struct H : D { using D::D; H(char *); };
struct I : E { using E::E; I(I &&) = default; };
F f1; F f2 = F(); F f3{}; F f4[2]; F *f5 = new F; G g1; G g2 = G(); G g3{}; G *g4 = new G; H h1; H h2 = H(); I i1; I i2 = I();
static_assert(__is_constructible(F) && __is_constructible(G) && __is_constructible(H) && __has_trivial_constructor(G), "");
struct J : F { using F::F; J(char *); }; struct K { J j; G g; K(int) {} }; J j; K k(1);
template<class T> struct L : T { using T::T; L(L &&) = default; }; struct M { L<A> a; L<B> b; M() : a(), b() {} };
"#,
    ));
}

#[test]
fn instantiations_of_member_templates() {
    expect![""].assert_eq(&findings(
        r#"struct A { template<class T> static int f(); template<class T> int g(T) { return 1; } };
extern template int A::f<int>(); extern template int A::f<const char *>();
template int A::g<int>(int); template int A::g(long);
"#,
    ));
}

#[test]
fn friends_of_classes_with_a_base_for_themselves() {
    expect![[r#"
        6: 265 at u: function A<T>::u [with T=C] of token 11
    "#]]
    .assert_eq(&findings(
        r#"template<class T> struct A { protected: int u() const; int i; static int s(); };
struct B : A<B> { friend int f(B b); friend int operator+(B a, B b); };
int f(B b) { return b.u() + b.i + B::s(); }
inline int operator+(B a, B b) { return a.u() + b.u(); }
struct C : A<C> { friend int h(C c); };
int g(C c) { return c.u(); }
int h(C c) { return c.u(); }
"#,
    ));
}

#[test]
fn members_of_partial_specialisations_with_dependent_arguments() {
    expect![[r#"
        9: 498 at C
    "#]]
    .assert_eq(&findings(
        r#"template<class T> struct Get { typedef int type; static constexpr int value = 1; };
template<bool B, class T = void> struct enable {}; template<class T> struct enable<true, T> { typedef T type; };
template<bool B, class T = void> using enable_t = typename enable<B, T>::type;
template<class T, class E = void> struct C {};
template<class T> struct C<T *, enable_t<Get<T>::value != 2>> { void f(); template<class U> void g(U); int x; };
template<class T> void C<T *, enable_t<Get<T>::value != 2>>::f() { x = 1; }
template<class T> template<class U> void C<T *, enable_t<Get<T>::value != 2>>::g(U) { x = 1; }
template<class U> struct C<U &, typename Get<U>::type> { static int s; struct In { int m(); }; int y; };
template<class T> void C<T *, enable_t<Get<T>::value != 3>>::f() {}
template<class T> int C<T &, typename Get<T>::type>::s = 1;
template<class T> int C<T &, typename Get<T>::type>::In::m() { return s; }
template<class T> struct C<T[], typename Get<T>::type>; template<class U> struct C<U[], typename Get<U>::type> { int z; };
int z = C<int[], int>().z;
"#,
    ));
}

#[test]
fn constructors_that_inheritance_deletes() {
    expect![[r#"
        4: 3093 at c: C
        4: 3093 at d: D
    "#]]
    .assert_eq(&findings(
        r#"struct A { A(); A(int); }; struct B { B() = delete; B(int); };
struct C : B { using B::B; C(char *); }; struct D : A { using A::A; int &r; D(char *); }; struct E : A { using A::A; const int n = 1; E(char *); };
static_assert(!__is_constructible(C) && !__is_constructible(D) && !__is_constructible(D, int) && __is_constructible(E, int), "");
void f() { C c; D d; E e; }
"#,
    ));
}

#[test]
fn friends_that_are_defined_in_classes() {
    expect![""].assert_eq(&findings(
        r#"namespace n { struct S { friend int f(S) { return 1; } friend bool operator<(S, S) { return false; } };
inline int f(S); inline bool operator<(S a, S b); }
int g(n::S s) { return f(s) + (s < s); }
"#,
    ));
}

#[test]
fn values_of_enumerators_and_constants_of_their_class() {
    expect![""].assert_eq(&findings(
        r#"class A { enum { p = 1 }; enum { q = p + 1 }; enum N : int { r = static_cast<int>(q) }; enum class M { s = p, t = s }; int z[q]; };
class B { static constexpr int p = 1; enum : int { q = p + 1 }; struct I { enum { r = p + q }; }; template<class> friend class X; };
"#,
    ));
}

#[test]
fn mutable_members_that_hold_constants() {
    expect![[r#"
        3: 719 at mutable
    "#]]
    .assert_eq(&findings(
        r#"template<class T> struct Box { T *p; };
template<class T> class A { mutable Box<const T> a; mutable Box<Box<const int>> b; mutable const T *c; mutable T *const *d; };
struct B { mutable Box<const int> a; mutable const Box<int> b; };
"#,
    ));
}

#[test]
fn members_called_like_the_packs_that_fill_them() {
    expect![[r#"
        4: 1919 at T: T
    "#]]
    .assert_eq(&findings(
        r#"template<class... T> struct All { constexpr All(T...) {} };
template<class... T> struct A { const All<T...> all; constexpr explicit A(T... all) : all{all...} {} };
template<class... T> struct B { int n; All<T...> all; B(int n, T... all) : n(n), all(all...) {} };
template<class... T> struct C : T... { C(int i) : T(i) {} };
"#,
    ));
}

#[test]
fn members_of_one_base_among_dependent_ones() {
    expect![""].assert_eq(&findings(
        r#"struct A { void f(int); int n; static void s(); }; struct B { void g(); };
template<class T> struct C : T, A, virtual B { void h(bool b) { A::f(1); if (b) A::n = 2; A::s(); B::g(); [&] { A::f(A::n); }(); } };
"#,
    ));
}
