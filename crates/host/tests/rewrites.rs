//! What becomes of single declarations in the host half.

use cleave_base_db::{HostOptions, HostSettings, RootDatabase, SourceFile};
use cleave_host::host_text;
use cleave_syntax::{Dialect, Standard};
use expect_test::{Expect, expect};

/// Annotations are spelled as CUDA spells them, and expanded as its headers do; what is shown stands between prologue and trailer.
fn check_with(settings: HostSettings, text: &str, want: Expect) {
    let text = cleave_attributes::expand(&format!("# 1 \"a.cu\"\n{text}"));
    let db = RootDatabase::default();
    let settings = HostSettings {
        module_id: Some("_id".into()),
        ..settings
    };
    let file = SourceFile::builder("a.cu".into(), text.into())
        .dialect(Dialect {
            standard: Standard::Cpp20,
            ..Dialect::default()
        })
        .new(&db);
    let all = host_text(&db, file, HostOptions::new(&db, settings));
    let start = all.rfind("# 1 \"a.cu\"\n").expect("a first line") + 11;
    let stub = all.find("\"input.cudafe1.stub.c\"").expect("a trailer");
    let end = all[..stub].rfind('\n').expect("lines before it");
    let lines = all[start..end]
        .lines()
        .map(|l| l.split_whitespace().collect::<Vec<_>>().join(" "));
    let shown: Vec<String> = lines.filter(|l| !l.is_empty()).collect();
    want.assert_eq(&(shown.join("\n") + "\n"));
}

fn whole(text: &str, want: Expect) {
    check_with(HostSettings::default(), text, want);
}

fn relocatable(text: &str, want: Expect) {
    let settings = HostSettings {
        relocatable: true,
        stub_linkage: cleave_base_db::StubLinkage::External,
        ..HostSettings::default()
    };
    check_with(settings, text, want);
}

#[test]
fn a_specialisation_takes_after_its_template_and_not_after_its_siblings() {
    whole(
        "template <class T> __device__ T one() { return T(1); }
         template <> __device__ float one<float>() { return 1; }
         template <> __host__ __device__ int one<int>() { return 1; }
         template <> long one<long>() { return 1; }
         template <class T> __host__ int two(T *, int); template <class T> __device__ int two(T *);
         template <> int two(int *) { return 2; }
         template <class T> struct S { __device__ T get(); }; template <> int S<int>::get() { return 3; }",
        expect![[r#"
            template <class T> __attribute__((unused)) T one() {int volatile ___ = 1; ::exit(___);}
            template <> __attribute__((unused)) float one<float>() {int volatile ___ = 1; ::exit(___);}
            template <> int one<int>() { return 1; }
            template <> __attribute__((unused)) long one<long>() {int volatile ___ = 1; ::exit(___);}
            template <class T> int two(T *, int); template <class T> __attribute__((unused)) int two(T *);
            template <> __attribute__((unused)) int two(int *) {int volatile ___ = 1; ::exit(___);}
            template <class T> struct S { T get(); }; template <> __attribute__((unused)) int S<int>::get() {int volatile ___ = 1; ::exit(___);}
        "#]],
    );
}

#[test]
fn members_of_specialised_classes_are_their_own() {
    whole(
        "template <class T> struct S { static constexpr T low() { return T(); } __device__ int get(T); };
         template <> struct S<int> { static int low() { return 1; } int get(int) { return 2; } };
         template <> struct S<char> { __device__ char get(char); char low(); };
         template <class T> int S<T>::get(T) { return 3; }
         char S<char>::get(char) { return 4; } char S<char>::low() { return 5; }
         template <class T> struct S<T *> { __device__ int get(T *); int low(); };
         template <class T> int S<T *>::get(T *) { return 6; }",
        expect![[r#"
            template <class T> struct S { static constexpr T low() { return T(); } int get(T); };
            template <> struct S<int> { static int low() { return 1; } int get(int) { return 2; } };
            template <> struct S<char> { char get(char); char low(); };
            template <class T> __attribute__((unused)) int S<T>::get(T) {int volatile ___ = 1; ::exit(___);}
            __attribute__((unused)) char S<char>::get(char) {int volatile ___ = 1; ::exit(___);} char S<char>::low() { return 5; }
            template <class T> struct S<T *> { int get(T *); int low(); };
            template <class T> __attribute__((unused)) int S<T *>::get(T *) {int volatile ___ = 1; ::exit(___);}
        "#]],
    );
}

#[test]
fn kernel_templates_by_linkage() {
    let text = "template <class T> static __global__ void s(T *p) { *p = 1; }
         template <class T> inline __global__ void i(T) {}
         template <class T> __global__ void declared(T);
         class C { template <class T> friend __global__ void f(C, T); };
         namespace N { namespace { template <int> __global__ void u(int *) {} } template <class> __global__ void n() {} }";
    whole(
        text,
        expect![[r#"
        template < class T > static void __wrapper__device_stub_s(T * &) { ::cudaLaunchKernel(0, 0, 0, 0, 0, 0);} template < class T > static void s(T * p) {::__wrapper__device_stub_s<T>(p); return;}
        template < class T > static inline void __wrapper__device_stub_i(T &) { ::cudaLaunchKernel(0, 0, 0, 0, 0, 0);} template < class T > static inline void i(T __p0 ) {::__wrapper__device_stub_i<T>(__p0);return;}
        template < class T > static void __wrapper__device_stub_declared(T &) ; template < class T > __attribute__((visibility("hidden"))) void declared(T __p0 ) ;
        class C { template <class T> friend __attribute__((visibility("hidden"))) void f(C, T); };
        namespace N { namespace _GLOBAL__N__id __attribute__((visibility("hidden"))) { } using namespace ::N::_GLOBAL__N__id; namespace _GLOBAL__N__id __attribute__((visibility("hidden"))) { template < int __T0_0 > static void __wrapper__device_stub_u(int * &) { ::cudaLaunchKernel(0, 0, 0, 0, 0, 0);} template < int __T0_0 > static void u(int * __p0 ) {(__wrapper__device_stub_u<__T0_0>)(__p0);return;} } template < class __T0_0 > static void __wrapper__device_stub_n() { ::cudaLaunchKernel(0, 0, 0, 0, 0, 0);} template < class __T0_0 > static void n() {::N::__wrapper__device_stub_n<__T0_0>();return;} }
    "#]],
    );
    relocatable(
        text,
        expect![[r#"
        template < class T > static void __wrapper__device_stub_s(T * &) { ::cudaLaunchKernel(0, 0, 0, 0, 0, 0);} template < class T > static void s(T * p) {::__wrapper__device_stub_s<T>(p); return;}
        template < class T > static inline void __wrapper__device_stub_i(T &) { ::cudaLaunchKernel(0, 0, 0, 0, 0, 0);} template < class T > __attribute__((visibility("hidden"))) inline void i(T __p0 ) {::__wrapper__device_stub_i<T>(__p0);return;}
        template < class T > static void __wrapper__device_stub_declared(T &) ; template < class T > __attribute__((visibility("hidden"))) void declared(T __p0 ) ;
        class C { template <class T> friend __attribute__((visibility("hidden"))) void f(C, T); };
        namespace N { namespace _GLOBAL__N__id __attribute__((visibility("hidden"))) { } using namespace ::N::_GLOBAL__N__id; namespace _GLOBAL__N__id __attribute__((visibility("hidden"))) { template < int __T0_0 > static void __wrapper__device_stub_u(int * &) { ::cudaLaunchKernel(0, 0, 0, 0, 0, 0);} template < int __T0_0 > void u(int * __p0 ) {(__wrapper__device_stub_u<__T0_0>)(__p0);return;} } template < class __T0_0 > static void __wrapper__device_stub_n() { ::cudaLaunchKernel(0, 0, 0, 0, 0, 0);} template < class __T0_0 > __attribute__((visibility("hidden"))) void n() {::N::__wrapper__device_stub_n<__T0_0>();return;} }
    "#]],
    );
}

#[test]
fn annotated_declarations_in_the_body_of_a_host_function() {
    let text = "__device__ int known;
         int f() {
           struct L { int v; __device__ L() {} __device__ int get() const { return v + known; } int h() { return v; } };
           extern __device__ int known; extern __managed__ int unknown;
           __global__ void late(int *); late<<<1, 1>>>(&unknown);
           { int unknown = 2; unknown++; } unknown += sizeof(::known);
           auto l = [] { struct In { __device__ void g() {} }; };
         }";
    whole(
        text,
        expect![[r#"
            static int known;
            int f() {
            struct L { int v; L() {int *volatile ___ = 0;::free(___);} int get() const {int volatile ___ = 1; ::exit(___);} int h() { return v; } };
            extern int known; static int *unknown;
            __attribute__((visibility("hidden"))) void late(int *); ((__cudaPushCallConfiguration(1 , 1)) ? (void)0 : late(&(*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), (unknown)))));
            { int unknown = 2; unknown++; } (*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), (unknown))) += sizeof(::known);
            auto l = [] { struct In { void g() {int volatile ___ = 1;::exit(___);} }; };
            }
        "#]],
    );
    relocatable(
        text,
        expect![[r#"
            __attribute__((visibility("hidden"))) int known;
            int f() {
            struct L { int v; L() {int *volatile ___ = 0;::free(___);} int get() const {int volatile ___ = 1; ::exit(___);} int h() { return v; } };
            __attribute__((visibility("hidden"))) extern int known; __attribute__((visibility("hidden"))) extern int *unknown;
            __attribute__((visibility("hidden"))) void late(int *); ((__cudaPushCallConfiguration(1 , 1)) ? (void)0 : late(&(*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), (unknown)))));
            { int unknown = 2; unknown++; } (*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), (unknown))) += sizeof(::known);
            auto l = [] { struct In { void g() {int volatile ___ = 1;::exit(___);} }; };
            }
        "#]],
    );
}

#[test]
fn values_that_a_shadow_keeps() {
    whole(
        "struct P { int a, b; }; struct V { explicit V(int); }; struct D { D(int = 0); }; typedef const int ci;
         __device__ const P kept = {1, 2}; __constant__ ci aliased = 3; __device__ V needed{3}; __device__ D dropped{3};
         __device__ P mutable_one = {1, 2}; __device__ P *const pointer = &mutable_one;
         template <class T> __device__ T generic = T(1); template <> __device__ int generic<int> = 2;",
        expect![[r#"
            struct P { int a, b; }; struct V { explicit V(int); }; struct D { D(int = 0); }; typedef const int ci;
            static const P kept = {1, 2}; static ci aliased = 3; static V needed{3}; static D dropped;
            static P mutable_one ; static P *const pointer = &mutable_one;
            template <class T> static T generic = T(1); template <> __attribute__((visibility("hidden"))) int generic<int> = 2;
        "#]],
    );
}

#[test]
fn bounds_that_an_initializer_decides() {
    whole(
        "struct P { int a, b; };
         __device__ int counted[] = {1, 2, 3,}; __device__ int placed[] = {[5] = 1, 2, [0] = 3};
         __device__ P braced[] = {{1, 2}, {3}}; __device__ P flat[] = {1, 2, 3, 4};
         __device__ int matrix[][2] = {1, 2, 3, 4}; __device__ char text[] = \"abc\", two[] = \"a\" \"b\";
         __device__ const char *pointers[] = {\"a\"};",
        expect![[r#"
            struct P { int a, b; };
            static int counted[3] ; static int placed[7] ;
            static P braced[2] ; static P flat[sizeof((P [ ]){ 1 , 2 , 3 , 4 }) / sizeof(P )] ;
            static int matrix[sizeof((int [ ] [ 2 ]){ 1 , 2 , 3 , 4 }) / sizeof(int [ 2 ])][2] ; static char text[4] , two[sizeof((char [ ]){"a" "b"}) / sizeof(char )] ;
            static const char *pointers[1] ;
        "#]],
    );
}

#[test]
fn a_variable_declared_before_its_definition() {
    let text = "extern __device__ int v; int *g() { return &v; } __device__ int v = 1;
         extern __managed__ int m; __managed__ int m = 1; extern __device__ int only; extern __managed__ int only_managed;
         extern \"C\" __device__ int c = 1; extern \"C\" __constant__ int declared;";
    whole(
        text,
        expect![[r#"
            namespace { extern int v; } int *g() { return &v; } namespace { int v ; }
            namespace { extern int *m; } namespace { __attribute__((section("__nv_managed_data__"))) int *m = 0; } static int only; __attribute__((section("__nv_managed_data__"))) static int *only_managed;
            extern "C" { static int c ; } extern "C" { static int declared; }
        "#]],
    );
    relocatable(
        text,
        expect![[r#"
            __attribute__((visibility("hidden"))) extern int v; int *g() { return &v; } __attribute__((visibility("hidden"))) int v ;
            __attribute__((visibility("hidden"))) extern int *m; __attribute__((section("__nv_managed_data__"))) __attribute__((visibility("hidden"))) int *m = 0; __attribute__((visibility("hidden"))) extern int only; __attribute__((visibility("hidden"))) extern int *only_managed;
            extern "C" { __attribute__((visibility("hidden"))) int c ; } extern "C" int declared;
        "#]],
    );
}

#[test]
fn attributes_that_look_like_annotations() {
    whole(
        "[[global]] void nothing() { } [[gnu::global]] void kernel() { } [[device]] int host() { return 1; }
         __nv_pure__ int pure(int); __device__ __nv_pure__ int both(int a) { return a; }",
        expect![[r#"
            [[global]] void nothing() { } __attribute__((visibility("hidden"))) void kernel() ; [[device]] int host() { return 1; }
            __attribute__((pure)) int pure(int); __attribute__((unused)) __attribute__((pure)) int both(int a) {int volatile ___ = 1;(void)a; ::exit(___);}
        "#]],
    );
}

#[test]
fn aliases_called_like_what_they_stand_for() {
    whole(
        "namespace A { struct C {}; namespace B { using C = C; struct S { using C = C; }; } } using C = A::C;",
        expect![[r#"
            namespace A { struct C {}; namespace B { using C = ::A::C; struct S { using C = ::A::B::C; }; } } using C = A::C;
        "#]],
    );
}

#[test]
fn members_called_like_their_types() {
    whole(
        "struct L {}; enum class D { a }; namespace ns { struct Q {}; template <class T> struct R {}; }
         template <class T> struct A { using Layout = L; using Element = T;
           struct In { __device__ static Layout Layout(); const Element *Element; L keep(); };
           struct Alias { using Element = Element; using D = D; };
           static const L &L(struct D D); T T2(); };
         namespace ns { struct Z { Z(const Z &); Z(Z &&) = delete; Q first(R<int>, ns::R<char>); Q Q; R<int> R; int after(int n = sizeof(Q)); }; }",
        expect![[r#"
            struct L {}; enum class D { a }; namespace ns { struct Q {}; template <class T> struct R {}; }
            template <class T> struct A { using Layout = ::L; using Element = T;
            struct In { static A::Layout Layout(); const A::Element *Element; L keep(); };
            struct Alias { using Element = A::Element; using D = ::D; };
            static const ::L &L(struct D D); T T2(); };
            namespace ns { struct Z { Z(const Z &); Z(Z &&) = delete; ::ns::Q first(::ns::R<int>, ns::R<char>); ::ns::Q Q; ::ns::R<int> R; int after(int n = sizeof(Q)); }; }
        "#]],
    );
}

#[test]
fn members_called_like_types_that_a_class_inherits() {
    whole(
        "struct B { struct S {}; using I = int; int f(); };
         template <class T> struct V { struct W {}; };
         struct D : B { S S; I I(); using J = I; int f; };
         struct Deep : D { struct In { B::I n; struct On { I I; }; I I; }; using I = I; };
         template <class T> struct P : V<T>, B { I I; struct W W; };
         struct Free { struct S {}; struct X : V<int> { S S; W W; }; };",
        expect![[r#"
            struct B { struct S {}; using I = int; int f(); };
            template <class T> struct V { struct W {}; };
            struct D : B { D::S S; D::I I(); using J = I; int f; };
            struct Deep : D { struct In { B::I n; struct On { Deep::I I; }; Deep::I I; }; using I = I; };
            template <class T> struct P : V<T>, B { P::I I; struct W W; };
            struct Free { struct S {}; struct X : V<int> { Free::S S; X::W W; }; };
        "#]],
    );
}

/// A declaration that says which toolkit made a text, and what the reference's 12.4 makes of the rest.
#[test]
fn a_toolkit_whose_headers_make_noinline_a_macro() {
    whole(
        "# 1 \"driver_types.h\" 1 3
         struct cudaDeviceProp;
         # 2 \"a.cu\" 2
         namespace { int x; }
         __attribute__((__attribute__((noinline)))) void f();
         __attribute__((unused, __attribute__((noinline)))) void g();",
        expect![[r##"
            # 1 "driver_types.h" 1 3
            struct cudaDeviceProp;
            # 2 "a.cu" 2
            namespace _GLOBAL__N__id { } using namespace ::_GLOBAL__N__id; namespace _GLOBAL__N__id { int x; }
            __attribute__((noinline)) void f();
            __attribute__((unused, noinline)) void g();
        "##]],
    );
}

#[test]
fn members_of_classes_that_are_defined_under_a_qualified_name() {
    whole(
        "struct G {}; namespace n { struct G2 {}; template <class T> struct V { struct In; struct L {}; typedef T E; }; struct P; }
         template <class T> struct n::V<T>::In { using L = L; using G = G; G2 G2; E *E(); struct On; };
         template <class T> struct n::V<T>::In::On { L L; using E = E; using G = const G; };
         struct n::P { G2 G2; G G(); }; struct Q { struct R; struct L {}; struct S : Q { struct T; }; };
         struct Q::R { using L = L; G G; }; struct Q::S::T { L L; };",
        expect![[r#"
            struct G {}; namespace n { struct G2 {}; template <class T> struct V { struct In; struct L {}; typedef T E; }; struct P; }
            template <class T> struct n::V<T>::In { using L = typename n :: V < T > ::L; using G = ::G; ::n::G2 G2; typename n :: V < T > ::E *E(); struct On; };
            template <class T> struct n::V<T>::In::On { typename n :: V < T > :: In ::L L; using E = typename n :: V < T > ::E; using G = const typename n :: V < T > :: In ::G; };
            struct n::P { ::n::G2 G2; ::G G(); }; struct Q { struct R; struct L {}; struct S : Q { struct T; }; };
            struct Q::R { using L = Q ::L; ::G G; }; struct Q::S::T { Q :: S ::L L; };
        "#]],
    );
}

#[test]
fn whatever_names_a_type_before_the_member_that_takes_its_name() {
    whole(
        "struct A {}; template <class T> struct C {};
         struct S { friend A f(A); int n[sizeof(A)]; static const int m = sizeof(A); operator A(); decltype(A{}) d(); template <A *p> void t();
           auto g(C<A> B = sizeof(A)) -> A; template <class Z> A z(Z); int i = sizeof(A); template <class A> A h(A); void b() noexcept(sizeof(A)) { A(); } A *A(); };
         struct T { A g(); struct A; A *f(); struct A {}; typedef C<int> C; C c; };
         struct U { enum { x = sizeof(A), A, y = A }; A::Q *q; };",
        expect![[r#"
            struct A {}; template <class T> struct C {};
            struct S { friend ::A f(::A); int n[sizeof(::A)]; static const int m = sizeof(::A); operator ::A(); decltype(::A{}) d(); template <::A *p> void t();
            auto g(C<::A> B = sizeof(A)) -> ::A; template <class Z> ::A z(Z); int i = sizeof(A); template <class A> A h(A); void b() noexcept(sizeof(A)) { A(); } ::A *A(); };
            struct T { ::A g(); struct A; A *f(); struct A {}; typedef ::C<int> C; C c; };
            struct U { enum { x = sizeof(::A), A, y = A }; A::Q *q; };
        "#]],
    );
}

#[test]
fn types_of_members_that_lack_typename() {
    whole(
        "# 1 \"a.h\" 1 3
         template <class T> struct S { using H = int; H f(); H *g(H); static const H v; template <class U> struct N { H h(U); }; int i(); H operator()(); };
         template <class T> S<T>::H S<T>::f() { return 1; } template <class T> typename S<T>::H *S<T>::g(S<T>::H) { return 0; }
         template <class T> const S<T>::H S<T>::v = 1; template <class T> S<int>::H S<T>::operator()() { return 1; }
         template <class T> template <class U> inline ::S<T>::H S<T>::N<U>::h(U) { return 1; } template <class T> int S<T>::i() { return 1; }
         template <> S<int>::H S<int>::f() { return 1; }
         # 9 \"a.cu\" 2
         template <class T> [[nodiscard]] S<T>::H free();",
        expect![[r#"
            # 1 "a.h" 1 3
            template <class T> struct S { using H = int; H f(); H *g(H); static const H v; template <class U> struct N { H h(U); }; int i(); H operator()(); };
            template <class T> typename S<T>::H S<T>::f() { return 1; } template <class T> typename S<T>::H *S<T>::g(S<T>::H) { return 0; }
            template <class T> const typename S<T>::H S<T>::v = 1; template <class T> S<int>::H S<T>::operator()() { return 1; }
            template <class T> template <class U> inline typename ::S<T>::H S<T>::N<U>::h(U) { return 1; } template <class T> int S<T>::i() { return 1; }
            template <> S<int>::H S<int>::f() { return 1; }
            # 9 "a.cu" 2
            template <class T> [[nodiscard]] S<T>::H free();
        "#]],
    );
}

#[test]
fn virtual_functions_that_are_inline_where_they_are_defined() {
    whole(
        "struct A { virtual void f(); void f(int); virtual int f() const; virtual ~A(); A(); static void s(); };
         namespace n { struct B : A { void f(); [[nodiscard]] int f() const; }; }
         inline void A::f() {} inline int A::f() const { return 1; } inline A::~A() = default; inline A::A() {} inline void A::s() {}
         void A::f(int) {} inline int n::B::f() const { return 2; } typedef struct { virtual void g(); } C; inline void C::g() {}
         # 1 \"b.h\" 3
         typedef struct { virtual void g(); } D; inline void D::g() {}",
        expect![[r#"
            struct A { inline virtual void f(); void f(int); inline virtual int f() const; virtual ~A(); A(); static void s(); };
            namespace n { struct B : A { void f(); [[nodiscard]] inline int f() const; }; }
            inline void A::f() {} inline int A::f() const { return 1; } inline A::~A() = default; inline A::A() {} inline void A::s() {}
            void A::f(int) {} inline int n::B::f() const { return 2; } typedef struct { virtual void g(); } C; inline void C::g() {}
            # 1 "b.h" 3
            typedef struct { virtual void g(); } D; inline void D::g() {}
        "#]],
    );
}

#[test]
fn each_declarator_says_whether_it_is_managed() {
    whole(
        "int a __managed__, b; int c, d __managed__ = 4, *e; __managed__ int f, g[2];
         int use() { return a + b + c + d + *e + f + *g; }",
        expect![[r#"
            __attribute__((section("__nv_managed_data__"))) static int *a = 0, b; int c, *d = 0, *e; __attribute__((section("__nv_managed_data__"))) static int *f = 0, (*g)[2] = 0;
            int use() { return (*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), (a))) + b + c + (*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), (d))) + *e + (*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), (f))) + *(*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), (g))); }
        "#]],
    );
}

#[test]
fn where_main_and_coroutines_end() {
    whole(
        "Task f(int n) { if (n) co_return; co_await g(); }
         Task g() { co_yield 1; }
         Task h() { auto l = []() -> Task { co_return; }; co_return; }
         int main() try { f(1); } catch (...) { return 1; }",
        expect![[r#"
            Task f(int n) { if (n) co_return; co_await g(); co_return; }
            Task g() { co_yield 1; }
            Task h() { auto l = []() -> Task { co_return; }; co_return; }
            int main() try { f(1); return 0; } catch (...) { return 1; }
        "#]],
    );
}

#[test]
fn a_debugger_wants_kernels_out_of_line() {
    check_with(
        HostSettings {
            debug: true,
            ..HostSettings::default()
        },
        "__global__ void k(int) {}
         template <class T> __global__ void t(T) {}
         template <> __global__ void t<int>(int) {}",
        expect![[r#"
            __attribute__((visibility("hidden"))) void __attribute__((noinline)) k(int) ;
            template < class T > static void __wrapper__device_stub_t(T &) { ::cudaLaunchKernel(0, 0, 0, 0, 0, 0);} template < class T > static void __attribute__((noinline)) t(T __p0 ) {::__wrapper__device_stub_t<T>(__p0);return;}
            template < > __specialization_static void __wrapper__device_stub_t< int >(int &) ; template < > __specialization_static void __attribute__((noinline)) t< int >(int __p0 ) {::__wrapper__device_stub_t< int >(__p0);return;}
        "#]],
    );
}

#[test]
fn clang_wants_a_specialisation_declared_before_the_instantiation() {
    check_with(
        HostSettings {
            compiler: cleave_base_db::HostCompiler::Clang(140000),
            ..HostSettings::default()
        },
        "namespace n { template <class T> __global__ void k(T *, int = 0) {} }
         template __global__ void n::k<int>(int *, int); extern template __global__ void n::k<char>(char *, int);",
        expect![[r#"
            namespace n { template < class T > static void __wrapper__device_stub_k(T * &, int &) { ::cudaLaunchKernel(0, 0, 0, 0, 0, 0);} template < class T > static void k(T * __p0 , int __p1 = 0) {::n::__wrapper__device_stub_k<T>(__p0,__p1);return;} }
            template <> void n ::__wrapper__device_stub_k< int >(int * &, int &); template void n::k<int>(int *, int); extern template void n::k<char>(char *, int);
        "#]],
    );
}

#[test]
fn a_managed_variable_is_found_through_captures_and_using_declarations() {
    whole(
        "__managed__ int a, (*rows)[2]; namespace n { __managed__ int a; }
         int captured() { auto l = [a = a, b = [a = a] { return a; }] { return a + b(); }; return l(); }
         int used(int a) { { using n::a; a = 1; } return a; }
         int row() { return (*rows)[1]; }
         __managed__ int late __attribute__((aligned(64))); extern __managed__ int elsewhere;",
        expect![[r#"
            __attribute__((section("__nv_managed_data__"))) static int *a = 0, (**rows)[2] = 0; namespace n { __attribute__((section("__nv_managed_data__"))) static int *a = 0; }
            int captured() { auto l = [a = (*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), (a))), b = [a = (*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), (a)))] { return a; }] { return a + b(); }; return l(); }
            int used(int a) { { using n::a; (*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), (a))) = 1; } return a; }
            int row() { return (*(*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), (rows))))[1]; }
            __attribute__((section("__nv_managed_data__"))) static int *late __attribute__((aligned(64))) = 0; __attribute__((section("__nv_managed_data__"))) static int *elsewhere;
        "#]],
    );
}

#[test]
fn an_unnamed_namespace_that_is_inline_somewhere_has_no_name_anywhere() {
    whole(
        "namespace { int a; } inline namespace { int b; namespace { int c; } } namespace n { namespace { int d; } }",
        expect![[r#"
            inline namespace { int a; } inline namespace { int b; namespace _GLOBAL__N__id __attribute__((visibility("hidden"))) { } using namespace ::_GLOBAL__N__id; namespace _GLOBAL__N__id __attribute__((visibility("hidden"))) { int c; } } namespace n { namespace _GLOBAL__N__id __attribute__((visibility("hidden"))) { } using namespace ::n::_GLOBAL__N__id; namespace _GLOBAL__N__id __attribute__((visibility("hidden"))) { int d; } }
        "#]],
    );
}

#[test]
fn standard_attributes_and_constinit_stay_where_they_mean_something() {
    whole(
        "template <class T> __global__ [[maybe_unused]] void t(T) {}
         [[gnu::global, gnu::cold]] void listed() {} __device__ int (wrapped)(int a) { return a; }
         __device__ constinit int started = 4;",
        expect![[r#"
            template < class T > [ [ maybe_unused ] ] static void __wrapper__device_stub_t(T &) { ::cudaLaunchKernel(0, 0, 0, 0, 0, 0);} template < class T > [ [ maybe_unused ] ] static void t(T __p0 ) {::__wrapper__device_stub_t<T>(__p0);return;}
            [[, gnu::cold]] __attribute__((visibility("hidden"))) void listed() ; __attribute__((unused)) int (wrapped)(int a) {int volatile ___ = 1;(void)a; ::exit(___);}
            static constinit int started = 4;
        "#]],
    );
}

#[test]
fn a_block_declares_what_its_own_namespace_has() {
    whole(
        "__device__ int v; auto l = [] { extern __device__ int v; return &v; };
         namespace n { int *f() { extern __device__ int v; return &v; } }",
        expect![[r#"
            static int v; auto l = [] { extern int v; return &v; };
            namespace n { int *f() { static int v; return &v; } }
        "#]],
    );
    relocatable(
        "extern __managed__ __attribute__((visibility(\"default\"))) int m; extern \"C\" __managed__ int c;",
        expect![[r#"
            extern __attribute__((visibility("default"))) int *m; extern "C" int *c;
        "#]],
    );
}

/// What is left of a device function without its body still says what its parameters are by default.
#[test]
fn built_in_variables_in_default_arguments() {
    whole(
        "struct uint3 { unsigned x, y; }; extern const uint3 __attribute__((device_builtin)) threadIdx;
         __managed__ int m;
         __device__ int f(int a = threadIdx.x, int b = m, int c = 1) { return a + b + threadIdx.y; }
         template <class T> struct S { __device__ void g(T t = threadIdx.y) { f(threadIdx.x); } };
         __device__ int h(int a) { return threadIdx.x; }",
        expect![[r#"
            struct uint3 { unsigned x, y; }; extern const uint3 __device_builtin_variable_threadIdx;
            __attribute__((section("__nv_managed_data__"))) static int *m = 0;
            __attribute__((unused)) int f(int a = __device_builtin_variable_threadIdx.x, int b = (*( (__nv_inited_managed_rt ? (void)0: __nv_init_managed_rt()), (m))), int c = 1) {int volatile ___ = 1;(void)a;(void)b;(void)c; ::exit(___);}
            template <class T> struct S { void g(T t = __device_builtin_variable_threadIdx.y) {int volatile ___ = 1;(void)t; ::exit(___);} };
            __attribute__((unused)) int h(int a) {int volatile ___ = 1;(void)a; ::exit(___);}
        "#]],
    );
}

/// Constants whose type is deduced, as CuTe has them, and a kernel for a type made of them.
const DEDUCED: &str = "template <auto v> struct C { static constexpr auto value = v; };
template <int v> using Int = C<v>;
template <class... T> struct Tuple { };
template <class T> struct Traits { static constexpr unsigned size = 16; };
template <class L> struct Main { L layout; };
template <class T> struct Builder { static constexpr auto n = Traits<T>::size; using Op = Main<Tuple<Int<n>, Int<1>>>; };
";

#[test]
fn types_that_g_plus_plus_would_make_otherwise_are_written_out() {
    let uses = "template <class M, class D = void> struct Kernel { M m; };
         using Op = Builder<int>::Op;
         using Whole = Kernel<Op>;
         using Plain = Kernel<Traits<int>>;
         Kernel<const Op *> pointers; Op direct;
         struct Derived : Kernel<Op> { Kernel<Builder<char>::Op> member; };
         template <class T> struct Dependent { Kernel<Op> k; };
         template <class K> __global__ void run(K k) { }
         void f() { using Local = Kernel<Op>; run<Kernel<Local>><<<1, 1>>>({}); auto l = [] { return sizeof(Kernel<Op>); }; }
         struct Closed { private: struct Inner { }; public: using Type = Tuple<Inner, C<3>>; };
         using Hidden = Kernel<Closed::Type>;";
    let all = format!("{DEDUCED}{uses}");
    whole(
        &all,
        expect![[r#"
            template <auto v> struct C { static constexpr auto value = v; };
            template <int v> using Int = C<v>;
            template <class... T> struct Tuple { };
            template <class T> struct Traits { static constexpr unsigned size = 16; };
            template <class L> struct Main { L layout; };
            template <class T> struct Builder { static constexpr auto n = Traits<T>::size; using Op = Main<Tuple<Int<n>, Int<1>>>; };
            template <class M, class D = void> struct Kernel { M m; };
            using Op = Builder<int>::Op;
            using Whole = Kernel< ::Main< ::Tuple< ::C< 16> , ::C< 1> > > >;
            using Plain = Kernel<Traits<int>>;
            Kernel<const ::Main< ::Tuple< ::C< 16> , ::C< 1> > > *> pointers; Op direct;
            struct Derived : Kernel< ::Main< ::Tuple< ::C< 16> , ::C< 1> > > > { Kernel< ::Main< ::Tuple< ::C< 16> , ::C< 1> > > > member; };
            template <class T> struct Dependent { Kernel<Op> k; };
            template < class K > static void __wrapper__device_stub_run(K &) { ::cudaLaunchKernel(0, 0, 0, 0, 0, 0);} template < class K > static void run(K k) {::__wrapper__device_stub_run<K>(k); return;}
            void f() { using Local = Kernel< ::Main< ::Tuple< ::C< 16> , ::C< 1> > > >; ((__cudaPushCallConfiguration(1 , 1)) ? (void)0 : run<Kernel< ::Kernel< ::Main< ::Tuple< ::C< 16> , ::C< 1> > > > >>({})); auto l = [] { return sizeof(Kernel< ::Main< ::Tuple< ::C< 16> , ::C< 1> > > >); }; }
            struct Closed { private: struct Inner { }; public: using Type = Tuple<Inner, C<3>>; };
            using Hidden = Kernel<Closed::Type>;
        "#]],
    );
}

#[test]
fn defaults_that_are_computed_are_written_out() {
    let uses = "template <class S> C<1> strides(S);
         struct Compact { template <class S> using Strides = decltype(strides(S{})); };
         template <class S, class D = Compact::Strides<S>, class E = Tuple<S>> struct Grid { };
         template <class S, class D = decltype(strides(S{}))> struct Row { };
         template <class T> struct Tiler { using Op = Tuple<Grid<Int<Traits<T>::size>, C<1>>, Row<T, C<1>>, Row<T>>; };
         template <class T> struct Adapter { T *t; };
         using Tiled = Adapter<Tiler<int>::Op>;";
    whole(
        &format!("{DEDUCED}{uses}"),
        expect![[r#"
        template <auto v> struct C { static constexpr auto value = v; };
        template <int v> using Int = C<v>;
        template <class... T> struct Tuple { };
        template <class T> struct Traits { static constexpr unsigned size = 16; };
        template <class L> struct Main { L layout; };
        template <class T> struct Builder { static constexpr auto n = Traits<T>::size; using Op = Main<Tuple<Int<n>, Int<1>>>; };
        template <class S> C<1> strides(S);
        struct Compact { template <class S> using Strides = decltype(strides(S{})); };
        template <class S, class D = Compact::Strides<S>, class E = Tuple<S>> struct Grid { };
        template <class S, class D = decltype(strides(S{}))> struct Row { };
        template <class T> struct Tiler { using Op = Tuple<Grid<Int<Traits<T>::size>, C<1>>, Row<T, C<1>>, Row<T>>; };
        template <class T> struct Adapter { T *t; };
        using Tiled = Adapter< ::Tuple< ::Grid< ::C< 16> , ::C< 1> > , ::Row< int, ::C< 1> > , ::Row< int, ::C< 1> > > >;
    "#]],
    );
}

#[test]
fn defaults_are_added_to_what_a_partial_specialisation_makes_where_it_is_complete() {
    whole(
        "template <class A, class B = void, class Enable = void> struct L { };
         template <class A, class B> struct L<A, B, typename A::type> { static const int v = 1; using P = int; };
         template <int N> struct T { using type = void; };
         template <class X> struct Holder { typename X::P p; };
         using Named = L<T<1>>; using Object = L<T<2>>; using Inside = L<T<3>>; using Explicit = L<T<4>, int>;
         using Primary = L<char>;
         L<T<1>> *named; Object object; Holder<Inside> holder; Explicit other; Primary primary;
         template <class X> int g() { return X::v; }
         using Body = L<T<5>>; int s = g<Body>();",
        expect![[r#"
            template <class A, class B = void, class Enable = void> struct L { };
            template <class A, class B> struct L<A, B, typename A::type> { static const int v = 1; using P = int; };
            template <int N> struct T { using type = void; };
            template <class X> struct Holder { typename X::P p; };
            using Named = L<T<1>>; using Object = L<T<2>, void>; using Inside = L<T<3>, void>; using Explicit = L<T<4>, int>;
            using Primary = L<char>;
            L<T<1>> *named; Object object; Holder<Inside> holder; Explicit other; Primary primary;
            template <class X> int g() { return X::v; }
            using Body = L<T<5>>; int s = g<Body>();
        "#]],
    );
}

#[test]
fn dependent_constants_that_initialise_are_in_parentheses() {
    whole(
        "struct Q { static constexpr int c = 1; };
         template <class T> struct S { enum Kind { one };
           int a = T::c; int *p = T::p; int e = T::template X<int>::c; const int f = S<T *>::c; auto k = Kind::one;
           static const int h = T::c; static constexpr int i = T::c; int j = Q::c; int l = T::c + 1; int m = T::f();
           int g() { int x = T::c; x = T::c; const int &ref = T::c; this->a = T::c; if (x == T::c) return T::c; auto v = T::c; *p = T::c; int *q = T::p; return v; }
         };
         struct V { int a = Q::c; };",
        expect![[r#"
            struct Q { static constexpr int c = 1; };
            template <class T> struct S { enum Kind { one };
            int a = (T::c); int *p = (T::p); int e = (T::template X<int>::c); const int f = (S<T *>::c); auto k = (Kind::one);
            static const int h = T::c; static constexpr int i = T::c; int j = Q::c; int l = T::c + 1; int m = T::f();
            int g() { int x = (T::c); x = T::c; const int &ref = T::c; this->a = T::c; if (x == T::c) return T::c; auto v = (T::c); *p = T::c; int *q = (T::p); return v; }
            };
            struct V { int a = Q::c; };
        "#]],
    );
}

#[test]
fn lambdas_of_templates_name_constants_by_their_values() {
    whole(
        "template <int N, bool B> int g(int x) { return x + N; }
         template <int N> struct H { static int s() { return N; } };
         template <class T, int M> int f(T p) {
           constexpr int K = 3; constexpr bool yes = true; constexpr int D = sizeof(T); static constexpr int fixed = 9;
           auto l = [&] { return g<K, yes>(p) + g<D, yes>(p) + g<M, yes>(p) + g<fixed, yes>(1) + H<K>::s() + K; };
           auto m = [=](auto K) { constexpr int I = 2; return g<I, yes>(p) + [&] { return g<I, yes>(p); }(); };
           switch (p) { case 2: { constexpr int R = 2; return [&]() -> int { constexpr bool no = false; return g<R, no>(p); }(); } }
           return g<K, yes>(1) + l() + m(1);
         }
         int h(int p) { constexpr int K = 3; return [&] { return g<K, true>(p); }(); }",
        expect![[r#"
            template <int N, bool B> int g(int x) { return x + N; }
            template <int N> struct H { static int s() { return N; } };
            template <class T, int M> int f(T p) {
            constexpr int K = 3; constexpr bool yes = true; constexpr int D = sizeof(T); static constexpr int fixed = 9;
            auto l = [&] { return g<3, true>(p) + g<D, true>(p) + g<M, true>(p) + g<fixed, true>(1) + H<K>::s() + K; };
            auto m = [=](auto K) { constexpr int I = 2; return g<I, true>(p) + [&] { return g<2, true>(p); }(); };
            switch (p) { case 2: { constexpr int R = 2; return [&]() -> int { constexpr bool no = false; return g<2, no>(p); }(); } }
            return g<K, yes>(1) + l() + m(1);
            }
            int h(int p) { constexpr int K = 3; return [&] { return g<K, true>(p); }(); }
        "#]],
    );
}

#[test]
fn types_that_need_an_instantiation_are_written_out() {
    whole(
        "namespace n { template <class T> struct Traits { using type = T; struct Inner { }; enum Kind { one }; private: struct Own { }; public: using Mine = Own; }; }
         template <class T> struct P; template <class T> struct P<T *> { using type = T; struct Inner { }; };
         template <class... T> struct Tuple { template <class U> struct rebind { using other = Tuple<U>; }; }; using Alias = int;
         Tuple<typename n::Traits<int>::type> a; Tuple<n::Traits<int>::Inner *, const n::Traits<char>::Kind> b; Tuple<P<int *>::type> c;
         Tuple<P<int *>::Inner> inner; Tuple<n::Traits<int>::Mine> own; Tuple<Alias, n::Traits<int>> plain;
         Tuple<Tuple<int>::rebind<char>::other> d; Tuple<decltype(n::Traits<int>::one)> e;
         using Outer = n::Traits<n::Traits<long>>; Outer::type::type f; const typename Outer::type::Inner *g(Outer::type::Kind); Outer::type h;
         template <class T> Tuple<n::Traits<T>> dependent();",
        expect![[r#"
            namespace n { template <class T> struct Traits { using type = T; struct Inner { }; enum Kind { one }; private: struct Own { }; public: using Mine = Own; }; }
            template <class T> struct P; template <class T> struct P<T *> { using type = T; struct Inner { }; };
            template <class... T> struct Tuple { template <class U> struct rebind { using other = Tuple<U>; }; }; using Alias = int;
            Tuple< int> a; Tuple< ::n::Traits< int> ::Inner *, const ::n::Traits< char> ::Kind> b; Tuple<P<int *>::type> c;
            Tuple<P<int *>::Inner> inner; Tuple<n::Traits<int>::Mine> own; Tuple<Alias, n::Traits<int>> plain;
            Tuple< ::Tuple< char> > d; Tuple<decltype(n::Traits<int>::one)> e;
            using Outer = n::Traits<n::Traits<long>>; ::n::Traits< long> ::type f; const ::n::Traits< long> ::Inner *g( ::n::Traits< long> ::Kind); Outer::type h;
            template <class T> Tuple<n::Traits<T>> dependent();
        "#]],
    );
}

#[test]
fn references_that_operators_return_are_in_parentheses() {
    whole(
        "struct S { S(const char *); ~S(); const S *p() const; }; S f(int); struct B { int v; };
         struct O : B { O &operator<<(const S &); O &operator=(const S &); O &operator[](const S &); O &operator*(); O &operator()(const S &); O &operator++(); O &m(const S &); O operator-(const S &);
         O &n(int x) { return *this << f(x); } };
         O *pg(const S &); O operator+(O &, const S &); const O &operator/(const O &, const S &);
         O &a(O &o, int x) { if (x) return o << f(x); return o = f(x); }
         O &b(O &o, int x) { switch (x) { case 1: return *o.m(f(x)); case 2: return ++o.m(f(x)); default: return (o << f(x)); } }
         B &base(O &o, int x) { return o << f(x) << \"s\"; }
         decltype(auto) deduced(O &o, int x) { return o << f(x); }
         O &not_here(O &o, int x) { if (x) return o[f(x)]; if (!x) return o(f(x)); return x ? o.m(f(x)) : o << f(x); }
         O &nor(O &o, int x) { o << f(x); return *pg(f(x)); }
         const S &built_in(int x) { return *f(x).p(); } int &member(O &o, int x) { return (o << f(x)).v = 2; }
         O value(O &o, int x) { return o + f(x); } O &self(O &o) { return o; }
         const O &divided(const O &o, int x) { return o / f(x); }
         template <class T> T &dependent(T &o, int x) { return o << f(x); } template <class T> struct C { O &m(O &o) { return o << f(1); } };
         O &lambdas(O &o) { auto l = [&](int x) -> O & { return o << f(x); }; auto g = [&](auto x) -> O & { return o << f(x); }; return l(1), g(2); }",
        expect![[r#"
            struct S { S(const char *); ~S(); const S *p() const; }; S f(int); struct B { int v; };
            struct O : B { O &operator<<(const S &); O &operator=(const S &); O &operator[](const S &); O &operator*(); O &operator()(const S &); O &operator++(); O &m(const S &); O operator-(const S &);
            O &n(int x) { return (*this << f(x)); } };
            O *pg(const S &); O operator+(O &, const S &); const O &operator/(const O &, const S &);
            O &a(O &o, int x) { if (x) return (o << f(x)); return (o = f(x)); }
            O &b(O &o, int x) { switch (x) { case 1: return (*o.m(f(x))); case 2: return (++o.m(f(x))); default: return (o << f(x)); } }
            B &base(O &o, int x) { return (o << f(x) << "s"); }
            decltype(auto) deduced(O &o, int x) { return (o << f(x)); }
            O &not_here(O &o, int x) { if (x) return o[f(x)]; if (!x) return o(f(x)); return x ? o.m(f(x)) : o << f(x); }
            O &nor(O &o, int x) { o << f(x); return *pg(f(x)); }
            const S &built_in(int x) { return *f(x).p(); } int &member(O &o, int x) { return (o << f(x)).v = 2; }
            O value(O &o, int x) { return o + f(x); } O &self(O &o) { return o; }
            const O &divided(const O &o, int x) { return (o / f(x)); }
            template <class T> T &dependent(T &o, int x) { return o << f(x); } template <class T> struct C { O &m(O &o) { return o << f(1); } };
            O &lambdas(O &o) { auto l = [&](int x) -> O & { return (o << f(x)); }; auto g = [&](auto x) -> O & { return o << f(x); }; return l(1), g(2); }
        "#]],
    );
}

/// The same with the headers of a toolkit that is the first to declare `witness`.
fn with_toolkit(witness: &str, tile: bool, text: &str, want: Expect) {
    let text = text.replace("@", "__attribute__((tile))");
    let text = text.replace("%", "__attribute__((tile_global))");
    let text = format!(
        "# 1 \"a.cu\"\n# 1 \"driver_types.h\" 1\nstruct {witness} {{ int x; }};\n# 1 \"a.cu\" 2\n{text}"
    );
    let db = RootDatabase::default();
    let settings = HostSettings {
        module_id: Some("_id".into()),
        ..HostSettings::default()
    };
    let file = SourceFile::builder("a.cu".into(), text.into())
        .dialect(Dialect {
            standard: Standard::Cpp20,
            ..Dialect::default()
        })
        .tile(tile)
        .new(&db);
    let all = host_text(&db, file, HostOptions::new(&db, settings));
    let start = all.find("# 1 \"a.cu\" 2\n").expect("the way back") + 13;
    let stub = all.find("\"input.cudafe1.stub.c\"").expect("a trailer");
    let end = all[..stub].rfind('\n').expect("lines before it");
    let lines = all[start..end]
        .lines()
        .map(|l| l.split_whitespace().collect::<Vec<_>>().join(" "));
    let shown: Vec<String> = lines.filter(|l| !l.is_empty()).collect();
    want.assert_eq(&(shown.join("\n") + "\n"));
}

const COROUTINE: &str = "Task run(int n) { if (n) co_return; ++n; }\n";

#[test]
fn coroutines_end_by_co_return_up_to_13_2() {
    with_toolkit(
        "cudaHostTaskSyncMode",
        false,
        COROUTINE,
        expect![[r#"
        Task run(int n) { if (n) co_return; ++n; co_return; }
    "#]],
    );
}

#[test]
fn coroutines_end_as_they_are_written_since_13_3() {
    with_toolkit(
        "cudaGraphRecaptureStatus",
        false,
        COROUTINE,
        expect![[r#"
            Task run(int n) { if (n) co_return; ++n; }
        "#]],
    );
}

const TILES: &str = "@ int add(int x) { return x + 1; }
__attribute__((host)) @ int both(int x) { return x + 2; }
__attribute__((device)) @ int device(int x) { return x + 3; }
@ int declared(int x);
int declared(int x) { return x + 4; }
template <class T> @ T generic(T x) { return x; }
struct S {
  @ S(int x) : a(x) {}
  @ int get() const { return a; }
  int a;
};
% void kernel(int *p) { *p = add(1); }
template <class T> % void kernels(T *p) { *p = generic(*p); }
@ int variable = 3;
int host() {
  struct L { @ int m() { return 1; } int n() { return 2; } };
  return L().n();
}
";

#[test]
fn tile_code_leaves_the_host_half() {
    let launch = "void launch(int *p) { kernel<<<1, 1>>>(p); kernels<<<2>>>(p); }\n";
    with_toolkit(
        "cudaGraphRecaptureStatus",
        true,
        &format!("{TILES}{launch}"),
        expect![[r#"
            __attribute__((unused)) int add(int x) {int volatile ___ = 1;(void)x; ::exit(___);}
            int both(int x) { return x + 2; }
            __attribute__((unused)) int device(int x) {int volatile ___ = 1;(void)x; ::exit(___);}
            __attribute__((unused)) int declared(int x);
            __attribute__((unused)) int declared(int x) {int volatile ___ = 1;(void)x; ::exit(___);}
            template <class T> __attribute__((unused)) T generic(T x) {int volatile ___ = 1;(void)x; ::exit(___);}
            struct S {
            S(int x) : a(x) {int *volatile ___ = 0;(void)x;::free(___);}
            int get() const {int volatile ___ = 1; ::exit(___);}
            int a;
            };
            __attribute__((visibility("hidden"))) void kernel(int *p) ;
            template < class T > static void __wrapper__device_stub_kernels(T * &) { ::cudaLaunchKernel(0, 0, 0, 0, 0, 0);} template < class T > static void kernels(T * p) {::__wrapper__device_stub_kernels<T>(p); return;}
            static int variable ;
            int host() {
            struct L { int m() {int volatile ___ = 1; ::exit(___);} int n() { return 2; } };
            return L().n();
            }
            void launch(int *p) { ((__cudaPushCallConfiguration(1 , 1)) ? (void)0 : kernel(p)); ((__cudaPushCallConfiguration(2)) ? (void)0 : kernels(p)); }
        "#]],
    );
}

#[test]
fn tile_annotations_mean_nothing_unless_asked_for() {
    with_toolkit(
        "cudaGraphRecaptureStatus",
        false,
        TILES,
        expect![[r#"
        int add(int x) { return x + 1; }
        int both(int x) { return x + 2; }
        __attribute__((unused)) int device(int x) {int volatile ___ = 1;(void)x; ::exit(___);}
        int declared(int x);
        int declared(int x) { return x + 4; }
        template <class T> T generic(T x) { return x; }
        struct S {
        S(int x) : a(x) {}
        int get() const { return a; }
        int a;
        };
        void kernel(int *p) { *p = add(1); }
        template <class T> void kernels(T *p) { *p = generic(*p); }
        int variable = 3;
        int host() {
        struct L { int m() { return 1; } int n() { return 2; } };
        return L().n();
        }
    "#]],
    );
}

#[test]
fn tile_annotations_mean_nothing_to_13_1_even_when_asked_for() {
    with_toolkit(
        "cudaDevSmResource",
        true,
        "@ int f() { return 1; }\n% void k() { f(); }\n",
        expect![[r#"
            int f() { return 1; }
            void k() { f(); }
        "#]],
    );
}

#[test]
fn tile_kernels_of_13_0() {
    with_toolkit(
        "cudaDeviceProp",
        false,
        "@ int f() { return 1; }\n% void k() { f(); }\n",
        expect![[r#"
            int f() { return 1; }
            __attribute__((visibility("hidden"))) void k() ;
        "#]],
    );
}

const CONVERTED: &str = "template <auto v> struct Constant {};
template <int v> using Int = Constant<v>;
template <class T> struct Shape { static constexpr unsigned rows = 128 / sizeof(T); };
template <class T> struct Builder { static constexpr auto rows = Shape<T>::rows; using Op = Int<rows>; };
template <class T> struct Box {};
template <class T, class U = void, class V = void> struct Kernel;
template <class T, class U> struct Kernel<T, U, void> { T t; };
using Op = Builder<float>::Op;
Box<Op> box;
Kernel<Op> kernel;
";

#[test]
fn template_arguments_are_resolved_up_to_13_2() {
    with_toolkit(
        "cudaHostTaskSyncMode",
        false,
        CONVERTED,
        expect![[r#"
            template <auto v> struct Constant {};
            template <int v> using Int = Constant<v>;
            template <class T> struct Shape { static constexpr unsigned rows = 128 / sizeof(T); };
            template <class T> struct Builder { static constexpr auto rows = Shape<T>::rows; using Op = Int<rows>; };
            template <class T> struct Box {};
            template <class T, class U = void, class V = void> struct Kernel;
            template <class T, class U> struct Kernel<T, U, void> { T t; };
            using Op = Builder<float>::Op;
            Box< ::Constant< 32> > box;
            Kernel< ::Constant< 32> , void> kernel;
        "#]],
    );
}

#[test]
fn template_arguments_stay_as_they_are_written_since_13_3() {
    with_toolkit(
        "cudaGraphRecaptureStatus",
        false,
        CONVERTED,
        expect![[r#"
            template <auto v> struct Constant {};
            template <int v> using Int = Constant<v>;
            template <class T> struct Shape { static constexpr unsigned rows = 128 / sizeof(T); };
            template <class T> struct Builder { static constexpr auto rows = Shape<T>::rows; using Op = Int<rows>; };
            template <class T> struct Box {};
            template <class T, class U = void, class V = void> struct Kernel;
            template <class T, class U> struct Kernel<T, U, void> { T t; };
            using Op = Builder<float>::Op;
            Box<Op> box;
            Kernel<Op, void> kernel;
        "#]],
    );
}

const BUILTIN_TILE: &str = "__attribute__((tile_builtin)) int built(int a) { return a + 2; }
struct __attribute__((tile_builtin)) Extents { int get() { return 1; } };
";

#[test]
fn builtin_tile_functions_are_the_hosts_up_to_13_2() {
    with_toolkit(
        "cudaHostTaskSyncMode",
        false,
        BUILTIN_TILE,
        expect![[r#"
            int built(int a) { return a + 2; }
            struct Extents { int get() { return 1; } };
        "#]],
    );
}

#[test]
fn builtin_tile_functions_leave_the_host_half_since_13_3() {
    with_toolkit(
        "cudaGraphRecaptureStatus",
        false,
        BUILTIN_TILE,
        expect![[r#"
            __attribute__((unused)) int built(int a) {int volatile ___ = 1;(void)a; ::exit(___);}
            struct Extents { int get() { return 1; } };
        "#]],
    );
}
