//! What the device pass's rules over typed code say, in programs that the reference has been asked about.

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{Db, HostOptions, HostSettings, SourceFile};
use cleave_names::item_map;
use expect_test::expect;
use salsa::Setter;

use crate::device_findings;
use crate::testing::{device, device_with, expand};

/// The lines of findings with one of these numbers.
fn only(found: &str, numbers: &[u16]) -> String {
    let wanted = |line: &&str| {
        let number = line.split(' ').nth(1).and_then(|n| n.parse().ok());
        number.is_some_and(|n| numbers.contains(&n))
    };
    let lines: Vec<&str> = found.lines().filter(wanted).collect();
    lines.join("\n")
}

#[test]
fn initialisers_that_do_something() {
    let found = device(
        "int ff(); constexpr int cf(int x) { return x; } struct C { constexpr C(int x) : v(x) {} int v; }; struct V { V(); V(const V &); int a; };
struct P { int a; }; struct VV { virtual void f(); int a; }; struct D { ~D(); int a; }; struct NI { int a = ff(); }; struct NC { int a = cf(3); };
void quiet(int p, int *q, V &pv, P &pp) { C a(1); C b{2}; int c = cf(3); P d = pp; const V &e = pv; auto (f) = [p] { return p; }; int (&g)[2] = *(int (*)[2])q; NC h{}; int P::*i = &P::a; auto j = f; int k = __builtin_popcount(3); }
void loud(int p, int *q, V &pv, VV &vv, volatile int *w) { C a(p); V b = pv; V c; int d = cf(p); D e; VV f = vv; NI g{}; auto h = [pv] {}; int i = q[0]++; const C &j = C(3); int *k = new int; int l = *w; }
void host_numbers(int p, float f, double d) { float a = p; double b = f; float c = f * f; bool e = f < 3; bool g = f; float h = 3; float i = -f; }
__device__ void device_numbers(int p, float f) { float a = p; float b = f * f; bool c = f < 3; }",
        80,
    );
    expect![[r#"
        3: 177 at a: variable a
        3: 177 at b: variable b
        3: 177 at c: variable c
        3: 177 at d: variable d
        3: 177 at e: variable e
        3: 177 at g: variable g
        3: 177 at h: variable h
        3: 177 at i: variable i
        3: 177 at j: variable j
        3: 177 at k: variable k
        5: 177 at g: variable g
        5: 177 at h: variable h
        6: 177 at a: variable a
        6: 177 at b: variable b
        6: 177 at c: variable c"#]]
    .assert_eq(&only(&found, &[177]));
}

#[test]
fn what_names_do_with_variables() {
    let found = device(
        "struct S { int a; int b[3]; }; struct W { int x; };
__device__ void sets(int p, int *r) { int a[3]; *a = 3; int b[3]; *(b + 1) = 3; S c; (&c)->a = 3; S d[2]; d[1].b[2] = 3; int e; r[0] = (e = 3); int f; p ? f = 3 : p; auto g = &S::a; S h; h.*g = 3; int i; asm(\"\" : \"=r\"(i)); S j; j = {1}; }
__device__ void drops(int p) { int a = 0; p ? a : p; int b = 1; (void)b; int c = 1; static_cast<void>(c); int d = 1; sizeof(d); S e{}; (void)e.a; }
__device__ void uses(int p, int *r) { int a = 0; a++; int b = 0; b += 3; int c = 3; int &d = c; d = 2; int e = 0; [&] { e = 2; }; int f = 0; [f = f] {}; int *g = r; g[0] = 1; int h; r[0] = *&h; W w{1}; int W::*m = &W::x; r[1] = w.*m; }
__device__ void conditions(int p, int *q) { if (int k = 3) ; while (int l = p) ; switch (int m = p) { default: ; } if (int *n = q) ; if (int o = 3; p) ; }",
        80,
    );
    expect![[r#"
        2: 550 at a: variable a
        2: 550 at b: variable b
        2: 550 at c: variable c
        2: 550 at d: variable d
        2: 550 at e: variable e
        2: 550 at f: variable f
        2: 550 at h: variable h
        2: 550 at i: variable i
        2: 550 at j: variable j
        3: 550 at a: variable a
        3: 550 at b: variable b
        3: 550 at c: variable c
        3: 550 at d: variable d
        3: 550 at e: variable e
        5: 177 at o: variable o"#]]
    .assert_eq(&only(&found, &[177, 550]));
}

#[test]
fn variables_of_instances() {
    let found = device(
        "template <class T> __device__ void t(T x) { int a; const int b = 3; int c = x; int d; d = x; auto e = 3; auto f = x; T g; T h[3]; T *i; const T &j = x; static T k; auto l = [] { int m; }; }
template <class T> __device__ void never(T x) { int a; }
template <class T> struct S { __device__ void m() { int c; T d; } __device__ void n() { int z; } };
template <class T> __device__ void explicitly(T) { int a; } template __device__ void explicitly<int>(int);
template <> __device__ void never<int>(int x) { int b; b = 1; }
__device__ void u() { t(3); t(4.0); S<int> s; s.m(); auto g = [](auto x) { int a; return x; }; }",
        80,
    );
    expect![[r#"
        1: 177 at m: variable m
        1: 177 at a: variable a
        1: 177 at b: variable b
        1: 177 at c: variable c
        1: 177 at e: variable e
        1: 177 at i: variable i
        1: 177 at j: variable j
        3: 177 at c: variable c
        4: 177 at a: variable a
        5: 550 at b: variable b
        6: 177 at a: variable a
        6: 177 at g: variable g"#]]
    .assert_eq(&only(&found, &[177, 550]));
}

#[test]
fn constexpr_functions_of_the_host() {
    let found = device(
        "constexpr int cf(int x) { return x; } template <class T> constexpr T tf(T x) { return x; } struct D { constexpr D() : v(1) {} int v; };
struct C { constexpr C(int x) : v(x) {} int v; constexpr int m() const { return v; } constexpr operator int() const { return v; } };
__device__ int constants() { constexpr int a = cf(3); constexpr C b(3); constexpr int c = b.m(); static const int d = cf(5); constexpr D e; constexpr int f = b; return a + sizeof(cf(3)); }
__device__ int objects() { C a(3); C b{3}; C c = 3; D d; C *e = new C(3); return C(3).m() + tf(3); }
__device__ int dynamic(int p) { C a(p); return 0; } __host__ __device__ int both(int p) { C a(3); return cf(p) + cf(3); }",
        80,
    );
    expect![[r#"
        3: 3474 at cf: cf, constants
        3: 3474 at 3: C, constants
        3: 3474 at m: m, constants
        3: 3474 at cf: cf, constants
        3: 3474 at b: operator int, constants
        4: 3474 at 3: C, objects
        4: 3474 at {: C, objects
        4: 3474 at 3: C, objects
        4: 3474 at d: D, objects
        4: 3474 at (: C, objects
        4: 3474 at C: C, objects
        4: 3474 at m: m, objects
        4: 3474 at tf: tf, objects
        5: 3474 at a: C::C(int), dynamic
        5: 3525 at a: C::C
        5: 3470 at 3: C, both
        5: 3470 at cf: cf, both
        5: 3470 at cf: cf(int), both
        5: 3472 at (
        5: 3470 at cf: cf, both"#]]
    .assert_eq(&only(&found, &[3470, 3472, 3474, 3525]));
}

#[test]
fn variables_of_the_host() {
    let found = device(
        "struct S { static int s; static int a[3]; static constexpr int ca[2] = {5, 6}; static S self; int m; int arr[2]; }; int arr[3]; S obj; S *ptr; const S cobj = {1}; const int carr[2] = {1, 2}; enum E { A } en; template <class T> T vt = T(); const int c = 3;
__device__ int reads(int i) { return arr[i] + S::s + S::a[i] + obj.m + ptr->m + en + vt<int> + S::self.arr[0]; }
__device__ void writes(int i) { arr[i] = 3; obj.m = 2; ptr = 0; S::a[0] += 2; }
__device__ void addresses(int i) { auto p = &arr; auto q = arr; auto &s = obj; S v = obj; }
__device__ void take(int *); __device__ void refer(const int &); __device__ void passes() { take(arr); refer(c); refer(obj.m); }
__device__ int constants(int i) { return cobj.m + S::ca[1] + c + sizeof(arr) + carr[i] + S::ca[i]; }
__host__ __device__ int both(int i) { return arr[i]; } int on_host(int i) { return arr[i]; }",
        80,
    );
    expect![[r#"
        2: 3551 at arr: variable arr
        2: 3525 at arr: arr
        2: 3525 at S: S::s
        2: 3551 at s: member S::s
        2: 3525 at S: S::a
        2: 3551 at a: member S::a
        2: 3551 at obj: variable obj
        2: 3525 at obj: obj
        2: 3551 at ptr: variable ptr
        2: 3525 at ptr: ptr
        2: 3551 at en: variable en
        2: 3525 at en: en
        2: 3551 at vt: variable vt<int>
        2: 3525 at vt: vt<int> 
        2: 3525 at S: S::self
        2: 3551 at self: member S::self
        3: 3552 at arr: variable arr
        3: 3525 at 3: arr
        3: 3552 at obj: variable obj
        3: 3525 at 2: obj
        3: 3552 at ptr: variable ptr
        3: 3525 at 0: ptr
        3: 3551 at a: member S::a
        3: 3552 at a: member S::a
        3: 3525 at 2: S::a
        4: 3525 at =: arr
        4: 3553 at arr: variable arr
        4: 3525 at =: arr
        4: 3553 at arr: variable arr
        4: 3525 at =: obj
        4: 3553 at obj: variable obj
        4: 3551 at obj: variable obj
        4: 3525 at obj: obj
        5: 3553 at arr: variable arr
        5: 3525 at arr: arr
        5: 3525 at refer: c
        5: 3525 at refer: obj
        5: 3553 at obj: variable obj
        6: 3525 at carr: carr
        6: 3525 at S: S::ca
        7: 3551 at arr: variable arr
        7: 3525 at arr: arr"#]]
    .assert_eq(&only(&found, &[3525, 3551, 3552, 3553]));
}

#[test]
fn textures_of_the_host() {
    let found = device(
        "template <class T> struct __attribute__((device_builtin_texture_type)) tex { int x; }; extern tex<float> all[3]; tex<float> one;
__device__ void f() { auto p = &all[1]; tex<float> &r = one; }",
        80,
    );
    expect![[r#"
        2: 3525 at =: all
        2: 3555 at &
        2: 3553 at all: variable all
        2: 3559 at one
        2: 177 at p: variable p"#]]
    .assert_eq(&only(&found, &[3525, 3553, 3555, 3559, 177]));
}

#[test]
fn instances_without_end() {
    let found = device(
        "template <int N> __device__ int f(int x) { return x > N ? f<N + 1>(x) : N; } __device__ int g(int x) { return f<0>(x); }
template <int N> __device__ int h(int x) { if constexpr (N == 0) return 1; else return h<N - 1>(x); } __device__ int i(int x) { return h<199>(x); }",
        80,
    );
    expect!["1: 456 at f: function f<N>(int) [with N=200]"].assert_eq(&only(&found, &[456]));
}

#[test]
fn functions_of_both_sides() {
    let text = "namespace std { template <class T> struct initializer_list { const T *p; unsigned long n; constexpr const T *begin() const { return p; } constexpr const T *end() const { return p + n; } constexpr unsigned long size() const { return n; } };
template <class T> constexpr T &&move(T &t) { return static_cast<T &&>(t); } template <class T> constexpr T &&forward(T &t) { return static_cast<T &&>(t); } template <class T> constexpr T other(T t) { return t; } }
template <class T> __device__ T f(T t) { T a = std::move(t); return std::forward<T>(a) + std::other(a); }
__device__ int g(int *p) { int s = 0; for (int i : {1, 2}) s += i; std::initializer_list<int> l = {1}; return f(s) + l.size(); }";
    let settings = HostSettings {
        shared_initializer_list: false,
        shared_move_forward: false,
        ..HostSettings::default()
    };
    expect!["3: 3474 at std: other, f"].assert_eq(&only(&device(text, 80), &[3474]));
    expect![[r#"
        3: 3474 at std: move, f
        3: 3474 at std: forward, f
        3: 3474 at std: other, f
        4: 3474 at for: std::initializer_list<int> ::begin() const, g
        4: 3474 at for: std::initializer_list<int> ::end() const, g
        4: 3474 at size: size, g"#]]
    .assert_eq(&only(&device_with(text, 80, settings), &[3474]));
}

#[test]
fn ranges() {
    let found = device(
        "struct I { const int *p; int operator*() const; I &operator++(); bool operator!=(I o) const; };
struct R { I begin() const; I end() const; }; struct K { constexpr int *begin() const { return 0; } constexpr int *end() const { return 0; } };
__device__ int f(const R &r) { int s = 0; for (int i : r) s += i; return s; }
__host__ __device__ int g(const K &k) { int s = 0; for (int i : k) s += i; return s; }",
        80,
    );
    expect![[r#"
        3: 3473 at for: R::begin() const, f
        3: 3525 at for: R::begin const
        3: 3473 at for: R::end() const, f
        3: 3525 at for: R::end const
        3: 3473 at for: I::operator !=(I) const, f
        3: 3525 at for: I::operator != const
        3: 3473 at i: I::operator *() const, f
        3: 3525 at i: I::operator * const
        3: 3473 at r: I::operator ++(), f
        3: 3525 at r: I::operator ++
        4: 3470 at for: K::begin() const, g
        4: 3470 at for: K::end() const, g
        4: 3472 at k
        4: 3472 at k
    "#]]
    .assert_eq(&found);
}

#[test]
fn arguments_of_functions_around_extended_lambdas() {
    let settings = HostSettings {
        extended_lambda: true,
        ..HostSettings::default()
    };
    let found = device_with(
        "template <class T> void pt(T t) { auto f = [] __device__ {}; (void)f; } template <class T> struct W {}; template <class... T> void pv() { auto f = [] __device__ {}; auto g = [] __host__ __device__ {}; (void)f; (void)g; }
template <template <class> class X> void ptt() { auto f = [] __device__ {}; (void)f; } template <class T> void plain(T) { auto f = [] {}; (void)f; }
struct { int v; } unnamed; auto shared = [] { return 3; };
class C { struct P { int x; }; template <class T> struct TT {}; protected: enum E { A }; public: static void go() { pt(P()); pt((P *)0); pt(A); pv<P, E>(); ptt<TT>(); pt((void (*)(P))0); plain(P()); } };
void go() { struct L { int x; struct M {}; }; pt(L()); pt(W<L>()); pt(L::M()); auto q = [] { return 1; }; pt(q); auto d = [] __device__ { return 1; }; pt(d); auto g = [](auto x, int) noexcept { return 1; }; pt(g); pt(3); pt(unnamed); pt(shared); }
void use() { C::go(); }",
        80,
        settings,
    );
    expect![[r#"
        1: 3606 at {: L
        1: 3606 at {: L
        1: 3606 at {: L::M
        1: 3606 at {: L
        1: 3606 at {: lambda []()->int
        1: 3606 at {: lambda [](auto, int)->auto noexcept
        1: 3607 at {: C::P
        1: 3607 at {: C::P
        1: 3607 at {: C::E
        1: 3607 at {: C::P
        1: 3607 at {: C::E
        1: 3607 at {: C::P
        1: 3607 at {: C::E
        2: 3605 at {: __device__"#]]
    .assert_eq(&only(&found, &[3605, 3606, 3607]));
}

#[test]
fn explicit_instantiations() {
    let found = device(
        "int h(); template <class T> struct CT { __device__ void m() { h(); } template <class U> __device__ void o() { h(); } }; template struct CT<int>;
template <class T> struct CX { __device__ void m() { h(); } }; extern template struct CX<int>; template <class T> struct CU { __device__ void m() { h(); } __device__ void n() { h(); } }; template __device__ void CU<int>::m();
template <class T> __global__ void r(T &&t) {} template __global__ void r<int>(int &&); template <int N> __global__ void __launch_bounds__(64, 1, N) b(int *p) {} template __global__ void b<-1>(int *);
template <class T> __global__ void und(T *t); extern template __global__ void und<int>(int *); template <class T> __global__ void und(T *t, int); template __global__ void und<int>(int *, int);",
        90,
    );
    expect![[r#"
        1: 3473 at h: h(), CT<int> ::m
        1: 3525 at h: h
        2: 3473 at h: h(), CU<int> ::m
        2: 3525 at h: h
        3: 3695 at {
        3: 3520 at (
        3: 3695 at ;
        3: 3705 at *
        3: 3695 at ;
        4: 3695 at ;
        4: 3735 at und
        4: 3695 at ;
        4: 3695 at ;
        4: 489 at __attribute__: function und(T *, int) [with T=int]
        4: 3695 at ;
    "#]]
    .assert_eq(&found);
}

#[test]
fn expressions_without_effect() {
    let found = device(
        "struct S { int a; void m() { a; this->a; } }; enum E { A }; int gl; int fn(); struct C { C(); operator int(); C &operator+(int); };
void f(S s, S *q, int *r, C c, volatile int v) { s; *q; (s); s.a; r[1]; sizeof(s); -s.a; &s; s.a ? 1 : 2; static_cast<int>(s.a); (int)(s.a); fn; nullptr; A; gl; 3, 4; s.a && gl; int(); }
void g(S s, int *r, C c, volatile int v) { (void)s; fn(), 3; s.a && fn(); S{}; c + 1; (int)c; v; r[fn()]; gl ? fn() : 3; s.a = 1; r[0]++; delete r; throw; [] {}; }
int h() { for (gl; gl; gl) {} while (gl) gl; return ({ gl; }); } template <class T> void t(T x) { x; 3; sizeof(T); x + 1; }
__device__ void d() { t(3); }",
        80,
    );
    expect![[r#"
        1: 174 at a
        1: 174 at this
        2: 174 at s
        2: 174 at *
        2: 174 at (
        2: 174 at s
        2: 174 at r
        2: 174 at sizeof
        2: 174 at -
        2: 174 at &
        2: 174 at s
        2: 174 at static_cast
        2: 174 at (
        2: 174 at fn
        2: 174 at nullptr
        2: 174 at A
        2: 174 at gl
        2: 174 at 3
        2: 174 at 3
        2: 174 at s
        2: 174 at int
        4: 174 at gl
        4: 174 at gl
        4: 174 at gl
        4: 174 at x
        4: 174 at 3"#]]
    .assert_eq(&only(&found, &[174]));
}

/// How often the program was gathered, and bodies typed, when everything is asked for again after an edit.
fn executed_after(edit: impl Fn(&str) -> String) -> String {
    let text = expand(
        "int host(); template <class T> __device__ T twice(T t) { return t + t; }
__device__ int f(int x) { int y = 1; return twice(x); }
__global__ void k(int *p) { *p = f(1); }
int h() { int z = 1; return z; }
",
    );
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), text.clone().into());
    let options = HostOptions::new(&l.db, HostSettings::default());
    let ask = |db: &dyn Db| {
        for &node in &item_map(db, file).nodes {
            device_findings(db, file, node, options, Some(80));
        }
    };
    ask(&l.db);
    let _ = l.executed();
    file.set_text(&mut l.db).to(edit(&text).into());
    ask(&l.db);
    let mut ran: Vec<String> = (l.executed().into_iter())
        .filter(|q| matches!(q.split(' ').next(), Some("used" | "typed_body")))
        .collect();
    ran.sort_unstable();
    ran.join(", ")
}

#[test]
fn layout_gathers_no_program() {
    expect![[""]].assert_eq(&executed_after(|t| {
        t.replace("int y = 1", "int  /* c */ y = 1")
    }));
}

#[test]
fn a_body_is_typed_and_the_program_gathered() {
    expect!["typed_body, used"]
        .assert_eq(&executed_after(|t| t.replace("int y = 1", "int y = 2 + 3")));
}

#[test]
fn a_new_instance_types_its_own_body() {
    expect!["typed_body x2, used"].assert_eq(&executed_after(|t| {
        t.replace("twice(x)", "twice(x) + twice(2.0)")
    }));
}

#[test]
fn a_declaration_in_front_gathers_the_program_of_the_same_bodies() {
    expect!["typed_body, used"].assert_eq(&executed_after(|t| format!("int before;\n{t}")));
}
