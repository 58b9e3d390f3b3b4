//! What implicit member functions call on the host, and where it is told, in programs that the reference has been asked about.

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{HostOptions, HostSettings, SourceFile};
use cleave_names::item_map;
use cleave_syntax::lexer::Lexed;
use expect_test::{Expect, expect};

use crate::testing::expand;
use crate::{Arg, implicit_calls};

/// The calls of each program: number, the tokens that it is told at, what is said.
fn check(programs: &[&str], expected: Expect) {
    let mut out = String::new();
    for program in programs {
        let db = LoggedDatabase::default().db;
        let file = SourceFile::new(&db, "a.cu".into(), expand(program).into());
        let settings = HostSettings {
            extended_lambda: true,
            ..HostSettings::default()
        };
        let options = HostOptions::new(&db, settings);
        let text: &str = file.text(&db);
        let map = item_map(&db, file);
        let skeleton = cleave_names::skeleton(&db, file);
        for (node, f) in implicit_calls(&db, file, options) {
            let index = map
                .nodes
                .iter()
                .position(|n| *n == node)
                .unwrap_or_default();
            let span = skeleton.items[map.indices[index] as usize].span;
            let lexed = Lexed::new(span.of(text));
            let at = span.start as usize + lexed.range(f.at as usize).start;
            let line = text[..at].matches('\n').count() + 1;
            let near: String = text[..at].chars().rev().take(12).collect();
            let near: String = near.chars().rev().collect();
            let word = lexed.text(span.of(text), f.at as usize);
            let said: Vec<&str> = f
                .args
                .iter()
                .map(|a| match a {
                    Arg::Name(n) => n.as_str(),
                    _ => "?",
                })
                .collect();
            out.push_str(&format!(
                "{line}: {} at {near}|{word}: {}\n",
                f.code.internal(),
                said.join(", ")
            ));
        }
        out.push_str("--\n");
    }
    expected.assert_eq(&out);
}

#[test]
fn classes_that_hold_what_the_host_makes() {
    check(
        &[
            r#"struct DB { __device__ DB() {} __device__ ~DB() {} __device__ DB(const DB &) {} };
struct HB { HB() {} ~HB() {} };
struct Mem { DB a; HB b; };
__device__ void dev() { Mem b; }"#,
            r#"struct HB { HB() {} ~HB() {} HB(const HB&) {} HB &operator=(const HB&) { return *this; } };
struct Mem { HB b; }; struct Der : HB {}; struct Arr { HB a[2]; }; struct Deep { Mem m; }; struct Dft { HB b; Dft() = default; ~Dft() = default; };
__device__ void dev() { Mem b; Mem c = b; c = b; } 
__device__ void dev2() { Der b; Arr a; }
__global__ void k() { Deep d; Dft f; }"#,
            r#"struct HB { HB() {} ~HB() {} HB(const HB&) {} HB &operator=(const HB&) { return *this; } };
struct Mem { HB b; }; 
__host__ __device__ void dev() { Mem b; }
void h() { Mem b; }"#,
            r#"struct HB { ~HB() {} }; struct Mem { HB b; };
__device__ void f(Mem m) { } __device__ Mem g(); __device__ void h() { g(); Mem *p = new Mem; delete p; Mem arr[2]; Mem{}; }"#,
            r#"template<class T> struct HT { HT() {} ~HT() {} }; template<class T> struct Mem { HT<T> b; }; 
template<class T> __device__ void t() { Mem<T> m; }
__device__ void h() { t<int>(); Mem<float> mf; }"#,
            r#"struct HB { virtual ~HB() {} virtual void f() {} }; struct D : HB { __device__ D() {} };
__device__ void h() { D d; }"#,
            r#"struct HB { HB() {} ~HB() {} }; struct Mem { HB b; }; 
__device__ void h() { auto l = [] { Mem m; }; l(); static Mem s; Mem &&r = Mem(); }"#,
            r#"struct HB { HB() {} }; struct Mem { HB b; }; struct V { Mem m[2]; int x; }; struct W { V v; };
__global__ void f() { W w; __shared__ V sv; } __device__ V gv;"#,
            r#"struct HB { HB() {} HB(const HB &) {} HB(HB &&) {} HB &operator=(HB &&) { return *this; } HB &operator=(const HB &) { return *this; } }; struct Mem { HB b; };
__device__ void f(Mem *a) { Mem m = static_cast<Mem &&>(*a); m = static_cast<Mem &&>(*a); *a = m; Mem c(*a); }"#,
            r#"struct HB { HB() {} ~HB() {} }; template<class T> struct TM { T b; }; template<class T> struct TD : T { };
__device__ void f() { TM<HB> m; TD<HB> d; } template<class T> __device__ void t() { TM<TM<T>> x; } __global__ void k() { t<HB>(); }"#,
            r#"struct HB { HB() {} ~HB() {} virtual void v(); }; struct D : virtual HB { int x; }; struct E : D {};
__device__ void f() { D m; E e; }"#,
        ],
        expect![[r#"
            1: 3473 at ce)) ~DB() {|}: HB::HB(), Mem::Mem
            1: 3525 at ce)) ~DB() {|}: HB::HB
            1: 3473 at ce)) ~DB() {|}: HB::~HB(), Mem::~Mem
            1: 3525 at ce)) ~DB() {|}: HB::~HB
            --
            5: 3473 at p d; Dft f; |}: HB::HB(), Mem::Mem
            5: 3525 at p d; Dft f; |}: HB::HB
            5: 3473 at p d; Dft f; |}: HB::HB(const HB&), Mem::Mem
            5: 3525 at p d; Dft f; |}: HB::HB
            5: 3473 at p d; Dft f; |}: HB::operator =(const HB&), Mem::operator =
            5: 3525 at p d; Dft f; |}: HB::operator =
            5: 3473 at p d; Dft f; |}: HB::~HB(), Mem::~Mem
            5: 3525 at p d; Dft f; |}: HB::~HB
            5: 3473 at p d; Dft f; |}: HB::HB(), HB::HB [subobject]
            5: 3525 at p d; Dft f; |}: HB::HB
            5: 3525 at p d; Dft f; |}: HB::HB
            5: 3473 at p d; Dft f; |}: HB::~HB(), HB::~HB [subobject]
            5: 3525 at p d; Dft f; |}: HB::~HB
            5: 3525 at p d; Dft f; |}: HB::~HB
            5: 3473 at p d; Dft f; |}: HB::HB(), Dft::Dft
            5: 3525 at p d; Dft f; |}: HB::HB
            5: 3473 at p d; Dft f; |}: HB::~HB(), Dft::~Dft
            5: 3525 at p d; Dft f; |}: HB::~HB
            --
            3: 3468 at () { Mem b; |}: HB::HB(), Mem::Mem
            3: 3468 at () { Mem b; |}: HB::~HB(), Mem::~Mem
            --
            2: 3473 at [2]; Mem{}; |}: HB::~HB(), Mem::~Mem
            2: 3525 at [2]; Mem{}; |}: HB::~HB
            --
            2: 3473 at { Mem<T> m; |}: HT<int> ::HT(), Mem<int> ::Mem
            2: 3525 at { Mem<T> m; |}: HT<int> ::HT
            2: 3473 at { Mem<T> m; |}: HT<int> ::~HT(), Mem<int> ::~Mem
            2: 3525 at { Mem<T> m; |}: HT<int> ::~HT
            2: 3473 at { Mem<T> m; |}: HT<float> ::HT(), Mem<float> ::Mem
            2: 3525 at { Mem<T> m; |}: HT<float> ::HT
            2: 3473 at { Mem<T> m; |}: HT<float> ::~HT(), Mem<float> ::~Mem
            2: 3525 at { Mem<T> m; |}: HT<float> ::~HT
            --
            2: 3468 at  h() { D d; |}: HB::~HB(), HB::~HB [subobject]
            --
            2: 3473 at &r = Mem(); |}: HB::~HB(), Mem::~Mem
            2: 3525 at &r = Mem(); |}: HB::~HB
            2: 3473 at &r = Mem(); |}: HB::HB(), Mem::Mem
            2: 3525 at &r = Mem(); |}: HB::HB
            --
            2: 3473 at red)) V sv; |}: HB::HB(), Mem::Mem
            2: 3525 at red)) V sv; |}: HB::HB
            --
            2: 3473 at  Mem c(*a); |}: HB::HB(HB&&), Mem::Mem
            2: 3525 at  Mem c(*a); |}: HB::HB
            2: 3473 at  Mem c(*a); |}: HB::operator =(HB&&), Mem::operator =
            2: 3525 at  Mem c(*a); |}: HB::operator =
            2: 3473 at  Mem c(*a); |}: HB::operator =(const HB&), Mem::operator =
            2: 3525 at  Mem c(*a); |}: HB::operator =
            2: 3473 at  Mem c(*a); |}: HB::HB(const HB&), Mem::Mem
            2: 3525 at  Mem c(*a); |}: HB::HB
            --
            2: 3473 at  { t<HB>(); |}: HB::HB(), TM<    ::HB> ::TM
            2: 3525 at  { t<HB>(); |}: HB::HB
            2: 3473 at  { t<HB>(); |}: HB::HB(), HB::HB [subobject]
            2: 3525 at  { t<HB>(); |}: HB::HB
            2: 3473 at  { t<HB>(); |}: HB::~HB(), TM<    ::HB> ::~TM
            2: 3525 at  { t<HB>(); |}: HB::~HB
            2: 3473 at  { t<HB>(); |}: HB::~HB(), HB::~HB [subobject]
            2: 3525 at  { t<HB>(); |}: HB::~HB
            --
            2: 3473 at { D m; E e; |}: HB::HB(), HB::HB [subobject]
            2: 3525 at { D m; E e; |}: HB::HB
            2: 3473 at { D m; E e; |}: HB::~HB(), HB::~HB [subobject]
            2: 3525 at { D m; E e; |}: HB::~HB
            --
        "#]],
    );
}

#[test]
fn constructors_and_destructors_that_are_written() {
    check(
        &[
            r#"struct HB { HB() {} ~HB() {} }; struct Mem { HB b; }; struct Own { Mem m; __device__ Own() {} __device__ ~Own() {} __device__ Own(const Own &o) : m(o.m) {} };
__device__ void f() { Own o; Own p = o; }"#,
            r#"struct HB { __device__ HB() {} ~HB() {} }; struct Own { HB b; __device__ ~Own() { } }; struct D2 : HB { __device__ ~D2() {} __device__ D2() {} };
__device__ void f() { Own o; D2 d; }"#,
            r#"struct HB { HB() {} }; struct Mem { HB b; __device__ Mem() {} }; struct M2 { HB b; __device__ M2(int) : b() {} __device__ ~M2() {} }; struct M3 { HB b = HB(); };
__device__ void h() { Mem m; M2 m2(1); M3 m3; M3 m4{}; }"#,
        ],
        expect![[r#"
            2: 3473 at  Own p = o; |}: HB::HB(), Mem::Mem
            2: 3525 at  Own p = o; |}: HB::HB
            2: 3473 at  Own p = o; |}: HB::~HB(), Mem::~Mem
            2: 3525 at  Own p = o; |}: HB::~HB
            --
            1: 3473 at )) ~Own() { |}: HB::~HB(), Own::~Own
            1: 3525 at )) ~Own() { |}: HB::~HB
            1: 3473 at ice)) HB() {|}: HB::~HB(), HB::~HB [subobject]
            1: 3525 at ice)) HB() {|}: HB::~HB
            --
            1: 3473 at ice)) Mem() |{: HB::HB(), Mem::Mem
            1: 3525 at ice)) Mem() |{: HB::HB
            --
        "#]],
    );
}

#[test]
fn closures() {
    check(
        &[
            r#"struct HB { HB() {} ~HB() {} HB(const HB &) {} };
int main() { HB b; auto l = [b] __host__ __device__ (int i) { return i; }; l(0); auto m = [b] __device__ { }; return 0; }"#,
            r#"struct HB { HB() {} ~HB() {} HB(const HB &) {} };
template<class F> __global__ void k(F f) { f(1); }
int main() { HB b; auto m = [b] __device__ (int) { }; k<<<1,1>>>(m); auto n = [&b] __host__ __device__ (int) { }; k<<<1,1>>>(n); auto o = [b] __host__ __device__ (int) { }; k<<<1,1>>>(o); }"#,
            r#"struct HB { HB() {} ~HB() {} HB(const HB &) {} };
int main() { HB b; auto l = [b] __host__ __device__ (int i) { return i; }; return 0; }"#,
            r#"struct HB { HB() {} ~HB() {} HB(const HB &) {} };
int main() { HB b; auto m = [b] __device__ { }; return 0; } __device__ int later() { return 3; }"#,
            r#"struct HB { HB() {} ~HB() {} HB(const HB &) {} };
template<class F> __global__ void k(F f) { f(1); }
int main() { HB b; auto m = [b] __device__ (int) { }; k<<<1,1>>>(m); }"#,
            r#"struct HB { HB() {} ~HB() {} HB(const HB &) {} }; template<class F> void take(F f) {}
int main() { HB b; take([b] __device__ (int) { }); take([=] __host__ __device__ (int x) { return b, x; }); }"#,
            r#"struct HB { HB() {} ~HB() {} HB(const HB &) {} }; template<class F> __host__ __device__ void take(F f) { f(1); }
int main() { HB b; take([b] (int) { }); }"#,
            r#"struct HB { HB() {} ~HB() {} HB(const HB &) {} }; struct Mem { HB b; int c; };
int main() { Mem b; auto l = [b] __host__ __device__ (int i) { return i; }; l(1); auto l2 = l; return 0; }"#,
            r#"struct HB { HB() {} ~HB() {} HB(const HB &) {} }; struct Mem { HB b; };
__device__ void q() { } int main() { Mem b; auto l = [b] __host__ __device__ (int i) { return i; }; l(1); auto l2 = [=] __host__ __device__ (int i) { Mem c = b; return i; }; l2(1); return 0; }"#,
            r#"struct HB { HB() {} ~HB() {} HB(const HB &) {} };
__device__ void q() { } int main() { HB b; auto l = [b] __host__ __device__ (int i) { return i; }; auto l2 = [=] __host__ __device__ (int i) { (void)b; return i; }; l2(1); auto l3 = [b] __device__ (int i) { return i; }; return 0; } void h2() { HB b;  auto l3 = [b] __device__ (int i) { return i; };}"#,
        ],
        expect![[r#"
            2: 3468 at i) { return |i: HB::~HB(), main::[lambda(int) (instance 1)]::~[lambda(int) (instance 1)]
            2: 3468 at i) { return |i: HB::~HB(), main::[lambda() (instance 1)]::~[lambda() (instance 1)]
            --
            3: 3468 at e)) (int) { |}: HB::HB(const HB&), main::[lambda(int) (instance 1)]::[lambda(int) (instance 1)]
            3: 3468 at e)) (int) { |}: HB::HB(const HB&), main::[lambda(int) (instance 3)]::[lambda(int) (instance 3)]
            3: 3468 at e)) (int) { |}: HB::~HB(), main::[lambda(int) (instance 1)]::~[lambda(int) (instance 1)]
            3: 3468 at e)) (int) { |}: HB::~HB(), main::[lambda(int) (instance 3)]::~[lambda(int) (instance 3)]
            --
            2: 3468 at b; auto l = |[: HB::~HB(), main::[lambda(int) (instance 1)]::~[lambda(int) (instance 1)]
            --
            2: 3468 at () { return |3: HB::~HB(), main::[lambda() (instance 1)]::~[lambda() (instance 1)]
            --
            3: 3468 at e)) (int) { |}: HB::HB(const HB&), main::[lambda(int) (instance 1)]::[lambda(int) (instance 1)]
            3: 3468 at e)) (int) { |}: HB::~HB(), main::[lambda(int) (instance 1)]::~[lambda(int) (instance 1)]
            --
            2: 3468 at  { }); take(|[: HB::~HB(), main::[lambda(int) (instance 1)]::~[lambda(int) (instance 1)]
            2: 3468 at  { }); take(|[: HB::~HB(), main::[lambda(int) (instance 2)]::~[lambda(int) (instance 2)]
            --
            --
            2: 3468 at b; auto l = |[: HB::HB(const HB&), Mem::Mem
            2: 3468 at b; auto l = |[: HB::~HB(), Mem::~Mem
            --
            2: 3468 at  void q() { |}: HB::HB(const HB&), Mem::Mem
            2: 3468 at  void q() { |}: HB::~HB(), Mem::~Mem
            --
            2: 3468 at  void q() { |}: HB::~HB(), main::[lambda(int) (instance 1)]::~[lambda(int) (instance 1)]
            2: 3468 at d)b; return |i: HB::~HB(), main::[lambda(int) (instance 2)]::~[lambda(int) (instance 2)]
            2: 3468 at d)b; return |i: HB::~HB(), main::[lambda(int) (instance 3)]::~[lambda(int) (instance 3)]
            2: 3468 at d)b; return |i: HB::~HB(), h2()::[lambda(int) (instance 1)]::~[lambda(int) (instance 1)]
            --
        "#]],
    );
}

#[test]
fn who_uses_them() {
    check(
        &[
            r#"struct HB { HB() {} ~HB() {} }; struct Mem { HB b; }; 
void host() { Mem m; } __host__ __device__ inline void unused_inl() { Mem m; } __device__ void q() {}"#,
            r#"struct HB { HB() {} ~HB() {} }; struct Mem { HB b; }; 
void host() { Mem m; } __device__ void q() {}"#,
            r#"struct HB { HB() {} ~HB() {} }; struct Mem { HB b; }; 
__device__ inline void unused_inl() { Mem m; } __device__ void q() {} static __device__ void sd() { Mem m; }"#,
            r#"struct HB { HB() {} ~HB() {} }; struct Mem { HB b; }; 
static __host__ __device__ void unused_inl() { Mem m; } __device__ void q() {}"#,
            r#"struct HB { HB() {} ~HB() {} }; struct Mem { HB b; }; template<class T> __host__ __device__ void t() { T m; } void h() { t<Mem>(); }
__device__ void q() {} "#,
            r#"struct HB { HB() {} ~HB() {} }; struct Mem { HB b; }; template<class T> __host__ __device__ void t() { T m; } void h() { t<Mem>(); } __device__ void d() { t<Mem>(); }
__device__ void q() {} "#,
        ],
        expect![[r#"
            2: 3468 at ) void q() {|}: HB::HB(), Mem::Mem
            2: 3468 at ) void q() {|}: HB::~HB(), Mem::~Mem
            --
            --
            --
            --
            2: 3468 at ) void q() {|}: HB::HB(), Mem::Mem
            2: 3468 at ) void q() {|}: HB::~HB(), Mem::~Mem
            --
            2: 3468 at ) void q() {|}: HB::HB(), Mem::Mem
            2: 3468 at ) void q() {|}: HB::~HB(), Mem::~Mem
            --
        "#]],
    );
}

#[test]
fn where_the_reference_is() {
    check(
        &[
            r#"struct HB { HB() {} }; struct Mem { HB b; };
__device__ int dev(int x, int y) { Mem b; return x + y * 2; }"#,
            r#"struct HB { HB() {} }; struct Mem { HB b; };
__device__ int dev(int x, int y) { Mem b; return x; }"#,
            r#"struct HB { HB() {} }; struct Mem { HB b; };
__device__ int dev2(int x); __device__ int dev(int x, int y) { Mem b; return dev2(x); }"#,
            r#"struct HB { HB() {} }; struct Mem { HB b; };
__device__ int dev(int x, int y) { Mem b; if (x) { return 3; } else { y = 2; } }"#,
            r#"struct HB { HB() {} }; struct Mem { HB b; };
__device__ void dev(int x, int y) { Mem b; } static __device__ int st() { return 1; } __device__ int later() { return 7; }"#,
            r#"struct HB { HB() {} }; struct Mem { HB b; };
__device__ void dev(int x, int y) { Mem b; } template<class T> __device__ T tt(T x) { return x; } __global__ void k() { tt(3); } __device__ void last() {}"#,
            r#"struct HB { HB() {} }; struct Mem { HB b; }; struct Z { __device__ void z() {} }; struct A0 { __device__ void z() {} struct In { __device__ void q() {} }; };
__device__ void dev(int x, int y) { Mem b; Z z; z.z(); A0 a; a.z(); A0::In i; i.q(); }"#,
            r#"struct Z { __device__ void z() {} }; struct A0 { __device__ void z() {} struct In { __device__ void q() {} }; }; struct HB { HB() {} }; struct Mem { HB b; }; 
__device__ void dev(int x, int y) { Mem b; Z z; z.z(); A0 a; a.z(); A0::In i; i.q(); }"#,
            r#"struct Z { __device__ void z(); }; struct HB { HB() {} }; struct Mem { HB b; }; 
__device__ void dev(int x, int y) { Mem b; } __device__ void Z::z() {} "#,
            r#"namespace n { struct Z { __device__ void z() {} }; } struct HB { HB() {} }; struct Mem { HB b; }; 
__device__ void dev(int x, int y) { Mem b; n::Z z; z.z(); }"#,
            r#"struct HB { HB() {} }; namespace n { struct Mem { HB b; }; } struct Z { __device__ void z() {} };
__device__ void dev(int x, int y) { n::Mem b; Z z; z.z(); }"#,
            r#"struct HB { HB() {} ~HB() {} }; struct Mem { HB b; };
__device__ void dev(int *x, int y) { Mem m; x[0] = y; x[1] += *x; }"#,
            r#"struct HB { HB() {} ~HB() {} }; struct Mem { HB b; };
__device__ int dev(int *x, int y) { Mem m; return (x[0]); }"#,
            r#"struct HB { HB() {} ~HB() {} }; template<class T> struct Mem { HB b; }; struct Q { HB b; }; struct Z { __device__ void z() {} };
__device__ void dev(int *x, int y) { Mem<int> m; Q q; Z z; z.z(); }"#,
            r#"struct HB { HB() {} }; struct Mem { HB b; };
__device__ void a() { Mem m; } __global__ void k() {} __device__ void b() {}"#,
            r#"struct HB { HB() {} }; struct Mem { HB b; };
__global__ void k() {} __device__ void a() { Mem m; } template<class T> __device__ void t(T x) { } __device__ void b() { t(1); }  __device__ void c() {}"#,
            r#"struct HB { HB() {} }; struct Mem { HB b; };
template<class T> __device__ void t(T x) { Mem m; } __device__ void b() { t(1); }  __device__ void c() {}"#,
            r#"struct HB { HB() {} }; struct Mem { HB b; };
__device__ int a(int *x, int y) { Mem m; return x[y]; }"#,
            r#"struct HB { HB() {} }; struct Mem { HB b; };
__device__ int a(int *x, int y) { Mem m; return y ? 1 : *x; }"#,
            r#"struct HB { HB() {} }; struct Mem { HB b; }; struct P { int q; };
__device__ int a(P *x, int y) { Mem m; return x->q; }"#,
            r#"struct HB { HB() {} }; struct Mem { HB b; }; struct P { int q; __device__ int m(int) { return 1; } };
__device__ int a(P x, int y) { Mem m; return x.q + x.m(y); }"#,
            r#"struct HB { HB() {} }; struct Mem { HB b; }; 
__device__ unsigned a(float *x, int y) { Mem m; return threadIdx.x + blockIdx.x; }"#,
            r#"struct HB { HB() {} }; struct Mem { HB b; }; struct P { int q; };
__device__ P a(float *x, int y) { Mem m; P p; return p; }"#,
            r#"struct HB { HB() {} }; struct Mem { HB b; }; __device__ int v;
__device__ int *a(float *x, int y) { Mem m; return &v; }"#,
        ],
        expect![[r#"
            2: 3473 at urn x + y * |2: HB::HB(), Mem::Mem
            2: 3525 at urn x + y * |2: HB::HB
            --
            2: 3473 at m b; return |x: HB::HB(), Mem::Mem
            2: 3525 at m b; return |x: HB::HB
            --
            2: 3473 at m b; return |dev2: HB::HB(), Mem::Mem
            2: 3525 at m b; return |dev2: HB::HB
            --
            2: 3473 at  { y = 2; } |}: HB::HB(), Mem::Mem
            2: 3525 at  { y = 2; } |}: HB::HB
            --
            2: 3473 at () { return |7: HB::HB(), Mem::Mem
            2: 3525 at () { return |7: HB::HB
            --
            2: 3473 at () { tt(3); |}: HB::HB(), Mem::Mem
            2: 3525 at () { tt(3); |}: HB::HB
            --
            2: 3473 at n i; i.q(); |}: HB::HB(), Mem::Mem
            2: 3525 at n i; i.q(); |}: HB::HB
            --
            1: 3473 at ) void q() {|}: HB::HB(), Mem::Mem
            1: 3525 at ) void q() {|}: HB::HB
            --
            2: 3473 at oid Z::z() {|}: HB::HB(), Mem::Mem
            2: 3525 at oid Z::z() {|}: HB::HB
            --
            2: 3473 at Z z; z.z(); |}: HB::HB(), Mem::Mem
            2: 3525 at Z z; z.z(); |}: HB::HB
            --
            1: 3473 at ) void z() {|}: HB::HB(), n::Mem::Mem
            1: 3525 at ) void z() {|}: HB::HB
            --
            2: 3473 at x[1] += *x; |}: HB::HB(), Mem::Mem
            2: 3525 at x[1] += *x; |}: HB::HB
            2: 3473 at x[1] += *x; |}: HB::~HB(), Mem::~Mem
            2: 3525 at x[1] += *x; |}: HB::~HB
            --
            2: 3473 at y) { Mem m; |return: HB::HB(), Mem::Mem
            2: 3525 at y) { Mem m; |return: HB::HB
            2: 3473 at y) { Mem m; |return: HB::~HB(), Mem::~Mem
            2: 3525 at y) { Mem m; |return: HB::~HB
            --
            1: 3473 at ) void z() {|}: HB::HB(), Mem<int> ::Mem
            1: 3525 at ) void z() {|}: HB::HB
            2: 3473 at Z z; z.z(); |}: HB::HB(), Q::Q
            2: 3525 at Z z; z.z(); |}: HB::HB
            1: 3473 at ) void z() {|}: HB::~HB(), Mem<int> ::~Mem
            1: 3525 at ) void z() {|}: HB::~HB
            2: 3473 at Z z; z.z(); |}: HB::~HB(), Q::~Q
            2: 3525 at Z z; z.z(); |}: HB::~HB
            --
            2: 3473 at ) void k() {|}: HB::HB(), Mem::Mem
            2: 3525 at ) void k() {|}: HB::HB
            --
            2: 3473 at ) void k() {|}: HB::HB(), Mem::Mem
            2: 3525 at ) void k() {|}: HB::HB
            --
            2: 3473 at ) void c() {|}: HB::HB(), Mem::Mem
            2: 3525 at ) void c() {|}: HB::HB
            --
            2: 3473 at m; return x[|y: HB::HB(), Mem::Mem
            2: 3525 at m; return x[|y: HB::HB
            --
            2: 3473 at rn y ? 1 : *|x: HB::HB(), Mem::Mem
            2: 3525 at rn y ? 1 : *|x: HB::HB
            --
            2: 3473 at m m; return |x: HB::HB(), Mem::Mem
            2: 3525 at m m; return |x: HB::HB
            --
            2: 3473 at eturn x.q + |x: HB::HB(), Mem::Mem
            2: 3525 at eturn x.q + |x: HB::HB
            --
            2: 3473 at m m; return |threadIdx: HB::HB(), Mem::Mem
            2: 3525 at m m; return |threadIdx: HB::HB
            --
            2: 3473 at Mem m; P p; |return: HB::HB(), Mem::Mem
            2: 3525 at Mem m; P p; |return: HB::HB
            --
            2: 3473 at m m; return |&: HB::HB(), Mem::Mem
            2: 3525 at m m; return |&: HB::HB
            --
        "#]],
    );
}
