//! Kernels, specialisations, variables and blocks.

use cleave_base_db::HostSettings;
use expect_test::expect;

use crate::{check_with, relocatable, whole};

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
