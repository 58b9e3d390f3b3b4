//! Calls of functions of the device by the host, as typed code names them. What stands here has been seen on the reference.

use crate::testing::{findings, with};
use cleave_base_db::HostSettings;
use expect_test::expect;

/// What makes, copies and destroys objects.
const CLASS: &str =
    "struct S { __device__ S(int); __device__ S(); __device__ S(const S&); __device__ ~S(); };\n";

#[test]
fn variables_and_objects() {
    let text = "void f1() { S a, b(1), c = 2; }
void f2() { S a = S(1); }
void f3() { S{1}; (S)1; static_cast<S>(1); const S& r = 1; }
void f4(S* p) { new S[3]; delete p; p->~S(); S b = *p; }
void take(S); S f5(S& s) { take(1); take(s); return s; }
S f6() { throw S(); }
void f7() { static S a; S b[2]; if (S c = 1; true) {} }
";
    expect![[r#"
        2: 3464 at a: S::~S(), f1
        2: 3464 at a: S::S(), f1
        2: 3464 at b: S::~S(), f1
        2: 3464 at b: S::S(int) | _ZN1SC1E1?, f1
        2: 3464 at c: S::~S(), f1
        2: 3464 at c: S::S(int) | _ZN1SC1E1?, f1
        3: 3464 at S: S::~S(), f2
        3: 3464 at S: S::S(int) | _ZN1SC1E1?, f2
        3: 3464 at a: S::~S(), f2
        3: 3464 at a: S::S(int) | _ZN1SC1E1?, f2
        5: 3464 at new: S::S(), f4
        5: 3464 at p: S::~S(), f4
        5: 3464 at ~: S::~S(), f4
        5: 3464 at b: S::~S(), f4
        5: 3464 at b: S::S(const S&) | _ZN1SC1E1?, f4
        7: 3464 at S: S::~S(), f6
        7: 3464 at S: S::S(), f6
        8: 3464 at a: S::~S(), f7
        8: 3464 at a: S::S(), f7
        8: 3464 at b: S::~S(), f7
        8: 3464 at c: S::~S(), f7
        8: 3464 at c: S::S(int) | _ZN1SC1E1?, f7
    "#]]
    .assert_eq(&findings(&format!("{CLASS}{text}")));
}

#[test]
fn operators_and_conversions() {
    expect![[r#"
        3: 3464 at +: S::operator +(S) | _ZN1SplE1?, f1
        3: 3464 at -: S::operator -(), f1
        3: 3464 at ->: S::operator ->(), f1
        3: 3464 at ,: S::operator ,(int) | _ZN1ScmE1?, f1
        4: 3464 at (: S::operator ()(int) | _ZN1SclE1?, f2
        4: 3464 at (: S::operator ()(int) | _ZN1SclE1?, f2
        4: 3464 at (: S::operator ()(int) | _ZN1SclE1?, f2
        4: 3464 at (: S::operator ()(int) | _ZN1SclE1?, f2
        4: 3464 at operator: S::operator ()(int) | _ZN1SclE1?, f2
        4: 3464 at (: S::operator int() | _ZN1Scv1?Ev, f2
        4: 3464 at operator: S::operator int() | _ZN1Scv1?Ev, f2
        5: 3464 at s: S::operator int() | _ZN1Scv1?Ev, f3
        5: 3464 at s: S::operator int() | _ZN1Scv1?Ev, f3
        5: 3464 at s: S::operator int() | _ZN1Scv1?Ev, f3
        5: 3464 at s: S::operator int() | _ZN1Scv1?Ev, f3
        5: 3464 at s: S::operator int() | _ZN1Scv1?Ev, f3
        5: 3464 at s: S::operator int() | _ZN1Scv1?Ev, f3
        5: 3464 at =: S::operator =(int) | _ZN1SaSE1?, f3
        6: 3464 at 3_d: operator ""_d(unsigned long long) | _Zli2_d1?, f4
    "#]].assert_eq(&findings(
        "struct S { __device__ S operator+(S); __device__ S operator-(); __device__ int operator()(int); __device__ S* operator->();
  __device__ operator int(); __device__ S& operator=(int); __device__ int operator,(int); int x; };
void f1(S s) { s + s; -s; s->x; s, 1; }
void f2(S s) { s(1); (s)(1); s.operator()(1); s.operator int(); }
void f3(S s) { int i = s; i = s; (int)s; if (s) {} switch (s) {} !s; s = 1; }
__device__ int operator\"\"_d(unsigned long long); int f4() { return 3_d; }
struct I { __device__ int* begin(); __device__ int* end(); }; void f5(I i) { for (int x : i) {} }
",
    ));
}

#[test]
fn callees() {
    expect![[r#"
        1: 3464 at (: f(int) | _Z1f1?, a
        1: 3464 at (: f(int) | _Z1f1?, a
        1: 174 at 0
        2: 3464 at c: c, d
        2: 3464 at B: _NV_ANON_NAMESPACE::B::b(), d
        3: 3464 at m: int V<int> ::m<const char *> (T1, int) const | _ZNK1VI1?E1mI1?EE1?1?1?, e
        3: 3464 at w: V<int> ::V(int) | _ZN1VI1?EC1E1?, e
        4: 3464 at N: void N::g<int, (int)3, int, char > (T3...) | _ZN1N1gI1?L1?3EJ1?1?EEE1?Dp1?, g
        5: 3464 at one: T1  ::one<char> () | _Z3oneI1?E1?v, h
        6: 3464 at m: L::m() &, i
        6: 3464 at m: L::m() &&, i
        6: 3464 at n: L::n() const volatile, i
    "#]].assert_eq(&findings(
        "__device__ int f(int); int a() { return (f)(1) + (*f)(2) + (&f)(3) + (0, f)(4); }
extern \"C\" __device__ int c(int); namespace { namespace B { __device__ int b(); } } int d() { return c(1) + B::b(); }
template<class T> struct V { __device__ V(T); template<class U> __device__ int m(U, T) const; }; void e(V<int> v) { v.m(\"x\", 1); V<int> w(1); }
namespace N { template<class T, int I, class... U> __device__ void g(U...); } void g() { N::g<int, 3>(1, 'c'); }
template<class T> __device__ T one(); template<> __host__ __device__ int one<int>(); void h() { one<int>(); one<char>(); }
struct L { __device__ void m() &; __device__ void m() &&; __device__ void n() const volatile; }; void i(L l) { l.m(); L().m(); l.n(); }
",
    ));
}

#[test]
fn constants_are_calls_too() {
    let text = "__device__ constexpr int f(int x = 0) { return x; }
int a() { constexpr int x = f(); static const int y = f(); int z[f(3)]; return sizeof(f()) + noexcept(f()); }
int b() { if constexpr (f(1)) { return f(2); } else { return f(3); } }
int c() { static_assert(f(1) == 1, \"\"); return false && f(1); }
constexpr int d = f(1); int e = f(1);
";
    expect![[r#"
        2: 3465 at f: f(int) | _Z1f1?, a
        2: 3465 at f: f(int) | _Z1f1?, a
        2: 3465 at f: f(int) | _Z1f1?, a
        3: 3465 at f: f(int) | _Z1f1?, b
        3: 3465 at f: f(int) | _Z1f1?, b
        4: 3465 at f: f(int) | _Z1f1?, c
        4: 3465 at f: f(int) | _Z1f1?, c
    "#]]
    .assert_eq(&findings(text));
    let settings = HostSettings {
        relaxed_constexpr: true,
        ..HostSettings::default()
    };
    assert_eq!(with(text, settings), "");
}

#[test]
fn templates_are_told_of_what_they_call_by_name() {
    let text = "template<class T> void f(S a, S* p) { S b; a.m(); a + a; (int)a; S(1); new S; p->~S(); d(1); d(T()); }
template<class T> struct C { int m() { return d(1); } int x = d(2); C() : x(d(3)) {} };
void g() { auto l = [](auto q) { return d(q) + d(1); }; }
";
    expect![[r#"
        2: 3464 at m: S::m(), f
        2: 3464 at ~: S::~S(), f
        2: 3464 at d: d(int) | _Z1d1?, f
        3: 3464 at d: d(int) | _Z1d1?, m
        3: 3464 at d: d(int) | _Z1d1?, C
        4: 3464 at d: d(int) | _Z1d1?, operator()
    "#]].assert_eq(&findings(&format!(
        "struct S {{ __device__ S(); __device__ S(int); __device__ ~S(); __device__ void m(); __device__ S operator+(S); __device__ operator int(); }}; __device__ int d(int);\n{text}"
    )));
}

#[test]
fn callers() {
    expect![[r#"
        2: 3464 at f: f(int) | _Z1f1?, D
        2: 3464 at f: f(int) | _Z1f1?, D
        2: 3464 at f: f(int) | _Z1f1?, operator int
        2: 3464 at f: f(int) | _Z1f1?, ~D
        4: 3464 at f: f(int) | _Z1f1?, m
        4: 3464 at f: f(int) | _Z1f1?, i
        4: 3464 at f: f(int) | _Z1f1?, operator()
        5: 3462 at f: f(int) | _Z1f1?, h
        5: 3695 at {
        6: 3464 at f: f(int) | _Z1f1?, operator()
    "#]].assert_eq(&findings(
        "__device__ int f(int x = 0);
struct D { int x = f(1); D() : x(f(3)) { f(5); } operator int() { return f(1); } ~D() { f(2); } };
int def(int x = f(1)); int g() { return def(); }
void i() { struct L { int m() { return f(1); } int n = f(2); }; auto l = [a = f(1)] { return f(2); }; }
__host__ __device__ int h() { return f(1); } __device__ int j() { return f(1); } __global__ void k() { f(1); }
auto l = [] { return f(1); }; int m = f(1);
",
    ));
}

#[test]
fn launches() {
    expect![[r#"
        2: 3655 at >
        2: 3508 at h: host, cannot
        2: 3655 at >
        2: 3508 at hd: __device__, cannot
        2: 3655 at >
        2: 3508 at t: host, cannot
        2: 3655 at >
        2: 3508 at S: host, cannot
        2: 3655 at >
        2: 3508 at (: host, cannot
        2: 3655 at >
        3: 3508 at k: __global__, must
        3: 3508 at (: __global__, must
        3: 3508 at (: __global__, must
    "#]].assert_eq(&findings(
        "void h(); __host__ __device__ void hd(); template<class T> void t(T); struct S { static void s(); void operator()(); };
__global__ void k(); void f(S s, void (*p)()) { h<<<1,1>>>(); hd<<<1,1>>>(); t<int><<<1,1>>>(1); S::s<<<1,1>>>(); s<<<1,1>>>(); p<<<1,1>>>(); }
void g() { k(); (k)(); (&k)(); auto p = k; p(); k<<<1,1,0,0>>>(); }
",
    ));
}

#[test]
fn defaulted_comparisons_are_everybodys() {
    let text = "struct C { __device__ auto operator<=>(const C &) const = default; int v; };
bool f(C a, C b) { return a < b; }";
    let settings = HostSettings::default();
    let found = with(text, settings);
    assert!(!found.contains("3623"), "{found}");
}
