//! What the arrays hold, as `array: entries` with the module id `_id`.

use cleave_base_db::{HostOptions, HostSettings, RootDatabase, SourceFile};
use expect_test::{Expect, expect};

use super::reference_arrays;

/// Annotations are spelled as CUDA spells them, and expanded as its headers do.
fn check(text: &str, want: Expect) {
    let text = cleave_attributes::expand(text);
    let db = RootDatabase::default();
    let settings = HostSettings {
        relocatable: true,
        module_id: Some("_id".into()),
        ..HostSettings::default()
    };
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    let options = HostOptions::new(&db, settings);
    let mut array = "";
    let mut out = String::new();
    for line in reference_arrays(&db, file, options).lines() {
        if let Some((_, section)) = line.split_once("\".nvHR") {
            array = &section[..2];
        } else if let Some(entry) = line.strip_prefix("/* ").and_then(|l| l.strip_suffix(" */")) {
            out += &format!("{array} {entry}\n");
        }
    }
    want.assert_eq(&out);
}

#[test]
fn every_mention_in_host_code_counts_once() {
    check(
        "__global__ void launched(int); __global__ void passed(int); __global__ void unused(int);
         template <class T> __global__ void dependent(T);
         __device__ int read, sized, typed, in_device; __constant__ float table[2];
         void take(void (*)(int) = passed);
         template <class T> void never_instantiated(T t) { dependent<T><<<1, 1>>>(t); }
         void f() { launched<<<1, 1>>>(sizeof(sized)); launched<<<1, 1>>>(read); decltype(typed) x; }
         static float *p = table;
         __device__ int only_device() { return in_device; }",
        expect![[r#"
            KI __nv_static_3__id_*9dependent*
            KE _Z6passed*
            KE _Z8launched*
            KE _Z9dependent*
            DE read
            DE sized
            DE typed
            CE table
        "#]],
    );
}

#[test]
fn bodies_of_the_device_do_not_count_but_their_declarators_do() {
    check(
        "__device__ int a, b, c, d, e, f;
         struct S { __device__ S() : p(&a) {} __device__ int m() { return b; } int *p; };
         __device__ void default_argument(int *p = &c) {}
         __global__ void k(int n = sizeof(d)) { e = 1; }
         __host__ __device__ int both() { return f; }",
        expect![[r#"
            DE c
            DE d
            DE f
        "#]],
    );
}

#[test]
fn names_of_something_else_do_not_count() {
    check(
        "__device__ int v, w, u; __global__ void k(int);
         struct Base { int w; }; struct Derived : Base { int get() { return w; } int out(); };
         int Derived::out() { return w; }
         namespace N { enum { u }; int f() { return u; } }
         int g(int v) { auto k = [](int) {}; k(1); return v; }
         struct Setter { void set(int v); int *get() { return &v; } };
         void k(double);
         void h() { k(1.0); }",
        expect![[r#"
            DE v
        "#]],
    );
}

#[test]
fn linkage_decides_over_array_and_entry() {
    check(
        "static __global__ void s(); extern \"C\" __global__ void c();
         namespace A { inline namespace v1 { __global__ void i(); } static __constant__ int sc; __managed__ int m; }
         namespace { __device__ int hidden; }
         const __device__ int k = 1; __device__ int *const kp = 0; const volatile __device__ int kv = 1;
         extern const __device__ int ek; inline constexpr __device__ int ik = 1;
         typedef const int ci; __device__ ci aliased = 1; __device__ const int *not_const;
         template <class T> __device__ T vt; template <class T> static __device__ T svt;
         void f() { s<<<1, 1>>>(); c<<<1, 1>>>(); A::i<<<1, 1>>>();
           use(A::sc, A::m, hidden, k, kp, kv, ek, ik, aliased, not_const, vt<int>, svt<int>); }",
        expect![[r#"
            KI __nv_static_3__id_*1s*
            KE _ZN1A2v11i*
            KE c
            DI __nv_static_3__id_*14_GLOBAL__N__id6hidden*
            DI __nv_static_3__id_*2vt*
            DI __nv_static_3__id_*3svt*
            DI __nv_static_3__id_*aliased
            DI __nv_static_3__id_*k
            DI __nv_static_3__id_*kp
            DE _Z2vt*
            DE _ZN1A1m*
            DE ek
            DE ik
            DE kv
            DE not_const
            CI __nv_static_3__id_*1A2sc*
        "#]],
    );
}

#[test]
fn names_reach_into_other_namespaces() {
    check(
        "namespace N { __global__ void k(int); __global__ void l(int); __device__ int v, only_declared; }
         using N::v; using N::only_declared; namespace A = N; namespace M { using namespace N; }
         template <void (*)(int)> struct S {}; S<A::k> s;
         void f() { M::l<<<1, 1>>>(1); (void)&v; }",
        expect![[r#"
            KE _ZN1N1k*
            KE _ZN1N1l*
            DE _ZN1N1v*
        "#]],
    );
}

#[test]
fn the_arguments_of_a_launch_say_which_kernel_is_meant() {
    check(
        "namespace A { struct T {}; __global__ void k(T); __global__ void z(); __global__ void p(int *); __global__ void q(int); }
         namespace B { __global__ void k(int); __global__ void z(); __global__ void p(int *); __global__ void q(int); }
         static __global__ void o(int); __global__ void o(double, int = 1); static __global__ void o(int, int, int, int = 0);
         static __global__ void v(int); template <class... T> __global__ void v(T...);
         using namespace B;
         void f(A::T t, int *a) { k<<<1, 1>>>(t); z<<<1, 1>>>(); p<<<1, 1>>>(&a[2] + 1); q<<<1, 1>>>(1d); }
         void g() { o<<<1, 1>>>(1, 2); v<<<1, 1>>>(1, 2); }
         namespace C { __global__ void b(); } namespace D { __global__ void b(); }
         void h() { using namespace D; b<<<1, 1>>>(); }
         struct S { int m() { extern __managed__ int in_member; return in_member; } };",
        expect![[r#"
            KI __nv_static_3__id_*1v*
            KE _Z1o*
            KE _Z1v*
            KE _ZN1A1k*
            KE _ZN1A1q*
            KE _ZN1B1k*
            KE _ZN1B1p*
            KE _ZN1B1q*
            KE _ZN1B1z*
            KE _ZN1D1b*
            DE in_member
        "#]],
    );
}

#[test]
fn an_empty_array_holds_a_zero() {
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), "int x;".into());
    let text = reference_arrays(&db, file, HostOptions::new(&db, HostSettings::default()));
    assert_eq!(text.matches("0x0};\n}\n").count(), 6);
    assert!(text.starts_with(
        "\nextern \"C\" {\nextern __attribute__ ((section (\".nvHRKI\"))) __attribute__((weak)) \
         const unsigned char hostRefKernelArrayInternalLinkage[] = {\n"
    ));
}

#[test]
fn what_depends_on_a_parameter_is_a_template() {
    check(
        "__global__ void placeholder(auto x) {} template <class T> struct W {};
         template <class T> void f() { extern __device__ T a; extern __device__ int b; extern __constant__ W<T> c;
             placeholder<<<1, 1>>>(&a + b + &c); }
         template <int N> void g() { extern __device__ int d[N]; d[0] = 1; }
         auto l = [](auto x) { extern __device__ decltype(x) e; extern __device__ long h; e = h; };
         template <> void g<3>() { extern __device__ int i; i = 1; }",
        expect![[r#"
            KI __nv_static_3__id_*11placeholder*
            KE _Z11placeholder*
            DI __nv_static_3__id_*1a*
            DI __nv_static_3__id_*1d*
            DI __nv_static_3__id_*1e*
            DE _Z1a*
            DE _Z1d*
            DE _Z1e*
            DE b
            DE h
            DE i
            CI __nv_static_3__id_*1c*
            CE _Z1c*
        "#]],
    );
}

#[test]
fn kernels_named_like_what_templates_call() {
    check(
        "namespace std { template <class T> void fill(T); void once(int); void twice(int); void twice(char); }
         namespace std { template <class T> void swap(T, T); inline constexpr struct { void operator()(int) const; } object{}; }
         template <class T> struct Base { void inherited(int); };
         template <class T> struct Vector : Base<T> {
             void member(T);
             void f(T t) { std::fill(t); member(t); this->unsaid(t); t.unsaid(t); T::unsaid(t); std::once(1); std::twice(1); }
             template <class U> void g(U u) { using std::swap; swap(u, u); undeclared(u); inherited(u); befriended(u); std::object(u); }
             friend void befriended(Vector) {}
             __device__ void h(T t) { unsaid(t); }
         };
         template <class T> struct Outer { template <class U> struct Inner { void unsaid(U); ~Inner(); }; };
         template <class T> template <class U> Outer<T>::Inner<U>::~Inner() { unsaid(U()); }
         template <> struct Vector<int> { void f(int i) { unsaid(i); } };
         void plain(int unsaid(int)) { unsaid(1); auto l = [](auto x) { generic(x); }; }
         namespace n {
             template <class T> __global__ void fill(T); static __global__ void swap(int); __global__ void twice(int, int);
             __global__ void undeclared(); __global__ void generic(); __global__ void inherited(int); __global__ void befriended(int);
             __global__ void member(int); __global__ void unsaid(int); __global__ void once(int); __global__ void object(int);
         }",
        expect![[r#"
            KI __nv_static_3__id_*1n4fill*
            KI __nv_static_3__id_*1n4swap*
            KE _ZN1n10befriended*
            KE _ZN1n10undeclared*
            KE _ZN1n4fill*
            KE _ZN1n5twice*
            KE _ZN1n7generic*
            KE _ZN1n9inherited*
        "#]],
    );
}

#[test]
fn launches_in_templates_mean_every_overload() {
    check(
        "namespace s { __global__ void one(int); template <class T> __global__ void many(T *); static __global__ void many(int, int);
             template <class T> void f(T t) { s::one<<<1, 1>>>(t); s::many<T><<<1, 1>>>(t, t, t); } }
         namespace q { __global__ void one(int); __global__ void many(int); }",
        expect![[r#"
            KI __nv_static_3__id_*1s4many*
            KE _ZN1q4many*
            KE _ZN1s3one*
            KE _ZN1s4many*
        "#]],
    );
}

#[test]
fn of_several_kernels_the_chosen_one_is_listed() {
    check(
        "__global__ void k(int); static __global__ void k(float) {} template <class T> __global__ void k(T *) {}
         __global__ void j(int, int = 1) {} template <class T> __global__ void j(T) {} static __global__ void s(char) {} __global__ void s(long) {}
         namespace n { struct X {}; __global__ void m(X) {} static __global__ void m(int) {} }
         void f(float *p) { k<<<1, 1>>>(1); auto l = [] { j<<<1, 1>>>(2.f); }; l(); }
         static void (*p)(long) = s; struct S { void (*f)(int) = n::m; };
         template <class T> void t(T v) { s<<<1, 1>>>(v); }",
        expect![[r#"
            KI __nv_static_3__id_*1j*
            KI __nv_static_3__id_*1n1m*
            KI __nv_static_3__id_*1s*
            KE _Z1j*
            KE _Z1k*
            KE _Z1s*
        "#]],
    );
}
