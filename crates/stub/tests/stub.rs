//! The text of whole stubs. Where the reference has a text for the same program, only spacing, the spelling of types and the
//! linkage of launching functions are different.

use cleave_base_db::{HostOptions, HostSettings, RootDatabase, SourceFile};
use cleave_stub::{Files, stub};
use cleave_syntax::{Dialect, Standard};
use expect_test::{Expect, expect};
use salsa::Setter;

fn text_of(text: &str, settings: HostSettings) -> Result<String, String> {
    text_in(Dialect::default(), text, settings)
}

fn text_in(dialect: Dialect, text: &str, settings: HostSettings) -> Result<String, String> {
    let text = text
        .replace("__device__", "__attribute__((device))")
        .replace("__constant__", "__attribute__((constant))")
        .replace("__managed__", "__attribute__((managed))")
        .replace("__global__", "__attribute__((global))");
    let mut db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), format!("# 1 \"a.cu\"\n{text}").into());
    file.set_dialect(&mut db).to(dialect);
    let options = HostOptions::new(&db, settings);
    let files = Files {
        stub: "a.stub.c".into(),
        fatbin: "a.fatbin.c".into(),
    };
    stub(&db, file, options, &files, "_id")
}

/// What stands between the frame's fixed lines.
fn check(text: &str, settings: HostSettings, want: Expect) {
    let text = text_of(text, settings).expect("everything has a name");
    let body: String = (text.lines())
        .skip_while(|line| !line.contains("fatbin"))
        .skip(1)
        .filter(|line| !line.starts_with("#pragma") && !line.is_empty())
        .map(|line| format!("{line}\n"))
        .collect();
    want.assert_eq(&body);
}

#[test]
fn parameters_stand_at_their_alignment() {
    check(
        "
__global__ void k(char tag, double value, short count, int *p) { *p = tag; }
",
        HostSettings::default(),
        expect![[r#"
            extern __attribute__((visibility("hidden"))) void __device_stub__Z1kcdsPi(char ,double ,short ,int *);
            static void __nv_cudaEntityRegisterCallback(void **);
            static void __sti____cudaRegisterAll(void) __attribute__((__constructor__));
            __attribute__((visibility("hidden"))) void __device_stub__Z1kcdsPi(char __par0,double __par1,short __par2,int *__par3){__cudaLaunchPrologue(4);__cudaSetupArgSimple(__par0, 0UL);__cudaSetupArgSimple(__par1, 8UL);__cudaSetupArgSimple(__par2, 16UL);__cudaSetupArgSimple(__par3, 24UL);__cudaLaunch(((char *)((void ( *)(char, double, short, int *))k)), 0U);}
            # 2 "a.cu"
            void k(char __cuda_0,double __cuda_1,short __cuda_2,int *__cuda_3)
            # 2 "a.cu"
            {__device_stub__Z1kcdsPi(__cuda_0,__cuda_1,__cuda_2,__cuda_3);}
            # 1 "a.stub.c"
            static void __nv_cudaEntityRegisterCallback(void **__T0){__nv_dummy_param_ref(__T0);__nv_save_fatbinhandle_for_managed_rt(__T0);__cudaRegisterEntry(__T0, ((void ( *)(char, double, short, int *))k), _Z1kcdsPi, (-1));}
            static void __sti____cudaRegisterAll(void) {  __cudaRegisterBinary(__nv_cudaEntityRegisterCallback);  }
        "#]],
    );
}

/// A member of a partial specialisation stands in a class that has the arguments of its pattern ([temp.spec.partial.general]).
#[test]
fn members_of_partial_specialisations() {
    let text = text_of(
        "
template <class... T> struct tuple {};
template <bool B, class T> struct hub;
template <bool B, class... T> struct hub<B, tuple<T...>> { struct policy {}; };
template <class T> struct hub<false, T *> { template <class U> struct deep {}; };
template <class P> __global__ void k(P p) {}
void host(hub<true, tuple<int, char>>::policy a, hub<false, int *>::deep<char> b)
{
  k<<<1, 1>>>(a);
  k<<<1, 1>>>(b);
}
",
        HostSettings::default(),
    );
    let text = text.expect("everything has a name");
    for name in [
        "hub<true, ::tuple<int, char>>::policy",
        "hub<false, int *>::deep<char>",
    ] {
        assert!(
            text.contains(&format!("__wrapper__device_stub_k<::{name}>(")),
            "{text}"
        );
    }
}

/// A lambda is named by the function around it, and that by its first declaration: definitions of members and of functions of a
/// namespace may stand elsewhere.
#[test]
fn lambdas_in_functions_that_are_defined_elsewhere() {
    let settings = HostSettings {
        extended_lambda: true,
        ..HostSettings::default()
    };
    let text = text_of(
        "
template <class F> __global__ void k(F f) { f(1); }
struct A { void member(double); static void of_class(); struct In { int deep(); }; };
namespace N { void function(int); template <class T, int N> struct B { void member(T *) const; template <class U> void made(U); }; }
template <class T> struct P;
template <class T> struct P<T *> { void member(); };
void A::member(double) { k<<<1, 1>>>([] __device__(int) {}); }
void A::of_class() { k<<<1, 1>>>([] __device__(int) {}); }
int A::In::deep() { k<<<1, 1>>>([] __device__(int) {}); return 0; }
void N::function(int) { k<<<1, 1>>>([] __device__(int) {}); }
template <class T, int N> void N::B<T, N>::member(T *) const { k<<<1, 1>>>([] __device__(int) {}); }
template <class T, int N> template <class U> void N::B<T, N>::made(U) { k<<<1, 1>>>([] __device__(int) {}); }
template <class T> void P<T *>::member() { k<<<1, 1>>>([] __device__(int) {}); }
void host(N::B<char, 3> b, P<int *> p) { b.member(nullptr); b.made(1L); p.member(); }
",
        settings,
    );
    let text = text.expect("everything has a name");
    for name in [
        "void (::A::*)(double),(&::A::member), 1",
        "void (*)(),(&::A::of_class), 1",
        "int (::A::In::*)(),(&::A::In::deep), 1",
        "void (*)(int),(&::N::function), 1",
        "void (::N::B<char, 3>::*)(char *) const,(&::N::B<char, 3>::member), 1",
        "void (::N::B<char, 3>::*)(long),(&::N::B<char, 3>::made<long>), 1",
        "void (::P<int *>::*)(),(&::P<int *>::member), 1",
    ] {
        assert!(
            text.contains(&format!("__nv_dl_wrapper_t<::__nv_dl_tag<{name}>>")),
            "{name}\n{text}"
        );
    }
}

#[test]
fn kernels_and_variables() {
    check(
        "
namespace n {
struct S { int a; double b; };
template <class T> __global__ void t(T *p, const T v) { *p = v; }
__device__ int w;
}
static __global__ void s(const char *const *names, int (&row)[3]) {}
__global__ void __attribute__((launch_bounds(128))) k(int *__restrict p, n::S s) { *p = s.a; }
__constant__ float c[4];
extern __device__ int e;
__managed__ int m;
void host() { n::t<<<1, 1>>>((n::S *)0, n::S()); s<<<1, 1>>>(0, *(int (*)[3])0); }
",
        HostSettings::default(),
        expect![[r#"
            static void __device_stub__Z1sPKPKcRA3_i(const char *const *,int (*)[3]);
            extern __attribute__((visibility("hidden"))) void __device_stub__Z1kPiN1n1SE(int *,::n::S &);
            static void __device_stub__ZN1n1tINS_1SEEEvPT_S2_(::n::S *,const ::n::S &);
            static void __nv_cudaEntityRegisterCallback(void **);
            static void __sti____cudaRegisterAll(void) __attribute__((__constructor__));
            static void __device_stub__Z1sPKPKcRA3_i(const char *const *__par0,int (*__par1)[3]){__cudaLaunchPrologue(2);__cudaSetupArgSimple(__par0, 0UL);__cudaSetupArgSimple(__par1, 8UL);__cudaLaunch(((char *)((void ( *)(const char *const *, int (&)[3]))s)), 0U);}
            # 7 "a.cu"
            static void s(const char *const *__cuda_0,int (&__cuda_1)[3])
            # 7 "a.cu"
            {__device_stub__Z1sPKPKcRA3_i(__cuda_0,__cudaAddressOf(__cuda_1));}
            # 1 "a.stub.c"
            __attribute__((visibility("hidden"))) void __device_stub__Z1kPiN1n1SE(int *__par0,::n::S &__par1){__cudaLaunchPrologue(2);__cudaSetupArgSimple(__par0, 0UL);__cudaSetupArg(__par1, 8UL);__cudaLaunch(((char *)((void ( *)(int *__restrict__, ::n::S))k)), 0U);}
            # 8 "a.cu"
            void k(int *__restrict__ __cuda_0,::n::S __cuda_1)
            # 8 "a.cu"
            {__device_stub__Z1kPiN1n1SE(__cuda_0,__cuda_1);}
            # 1 "a.stub.c"
            static void __device_stub__ZN1n1tINS_1SEEEvPT_S2_(::n::S *__par0,const ::n::S &__par1){__cudaLaunchPrologue(2);__cudaSetupArgSimple(__par0, 0UL);__cudaSetupArg(__par1, 8UL);__cudaLaunch(((char *)((void ( *)(::n::S *, const ::n::S))n::t<::n::S>)), 0U);}
            namespace n{
            template<> __specialization_static void __wrapper__device_stub_t<::n::S>(::n::S *&__cuda_0,const ::n::S &__cuda_1){__device_stub__ZN1n1tINS_1SEEEvPT_S2_((::n::S *&)__cuda_0,(::n::S &)__cuda_1);}}
            static void __nv_cudaEntityRegisterCallback(void **__T0){__nv_dummy_param_ref(__T0);__nv_save_fatbinhandle_for_managed_rt(__T0);__cudaRegisterEntry(__T0, ((void ( *)(::n::S *, const ::n::S))n::t<::n::S>), _ZN1n1tINS_1SEEEvPT_S2_, (-1));__cudaRegisterEntry(__T0, ((void ( *)(int *__restrict__, ::n::S))k), _Z1kPiN1n1SE, 128);__cudaRegisterEntry(__T0, ((void ( *)(const char *const *, int (&)[3]))s), _Z1sPKPKcRA3_i, (-1)); __cudaRegisterVariable(__T0, __shadow_var(c,::c), 0, 16UL, 1, 0); __cudaRegisterVariable(__T0, __shadow_var(e,::e), 1, 4UL, 0, 0); __cudaRegisterManagedVariable(__T0, __shadow_var(m,::m), 0, 4UL, 0, 0); __cudaRegisterVariable(__T0, __shadow_var(_ZN1n1wE,::n::w), 0, 4UL, 0, 0);}
            static void __sti____cudaRegisterAll(void) {  __cudaRegisterBinary(__nv_cudaEntityRegisterCallback);  }
        "#]],
    );
}

#[test]
fn variables_without_a_kernel() {
    check(
        "
template <class T> __managed__ T generic;
__device__ int plain;
int f() { return generic<int>; }
",
        HostSettings::default(),
        expect![[r#"
            static void __nv_cudaEntityRegisterCallback(void **);
            static void __sti____cudaRegisterAll(void) __attribute__((__constructor__));
            static void __nv_cudaEntityRegisterCallback(void **__T0){__nv_dummy_param_ref(__T0);__nv_save_fatbinhandle_for_managed_rt(__T0);__cudaRegisterVariable(__T0, __shadow_var(plain,::plain), 0, 4UL, 0, 0);__cudaRegisterManagedVariable(__T0, __shadow_var(_Z7genericIiE,(::generic<int> )), 0, 4UL, 0, 0);}
            static void __sti____cudaRegisterAll(void) {  __cudaRegisterBinary(__nv_cudaEntityRegisterCallback);  }
        "#]],
    );
}

#[test]
fn types_of_the_user_that_have_no_name_in_the_source() {
    check(
        "
typedef struct { int a; } T;
namespace { struct A {}; template <class X> __global__ void h(X) {} }
template <T *P, unsigned long long N, class... R> __global__ void p(R...) {}
enum class E : char { x };
__device__ T object;
void host() { h<<<1, 1>>>(A()); p<&object, 3, T, E><<<1, 1>>>(T(), E::x); }
",
        HostSettings::default(),
        expect![[r#"
            static void __device_stub__ZN14_GLOBAL__N__id1hINS_1AEEEvT_(::_NV_ANON_NAMESPACE::A &);
            static void __device_stub__Z1pIXadL_Z6objectEELy3EJ1T1EEEvDpT1_(::T &,::E );
            static void __nv_cudaEntityRegisterCallback(void **);
            static void __sti____cudaRegisterAll(void) __attribute__((__constructor__));
            static void __device_stub__ZN14_GLOBAL__N__id1hINS_1AEEEvT_(::_NV_ANON_NAMESPACE::A &__par0){__cudaLaunchPrologue(1);__cudaSetupArg(__par0, 0UL);__cudaLaunch(((char *)((void ( *)(::_NV_ANON_NAMESPACE::A))_NV_ANON_NAMESPACE::h<::_NV_ANON_NAMESPACE::A>)), 0U);}
            namespace _NV_ANON_NAMESPACE{
            template<> __specialization_static void __wrapper__device_stub_h<::_NV_ANON_NAMESPACE::A>(::_NV_ANON_NAMESPACE::A &__cuda_0){__device_stub__ZN14_GLOBAL__N__id1hINS_1AEEEvT_((::_NV_ANON_NAMESPACE::A &)__cuda_0);}}
            static void __device_stub__Z1pIXadL_Z6objectEELy3EJ1T1EEEvDpT1_(::T &__par0,::E __par1){__cudaLaunchPrologue(2);__cudaSetupArg(__par0, 0UL);__cudaSetupArgSimple(__par1, 4UL);__cudaLaunch(((char *)((void ( *)(::T, ::E))p<&::object, 3ULL, ::T, ::E>)), 0U);}
            template<> __specialization_static void __wrapper__device_stub_p<&::object, 3ULL, ::T, ::E>(::T &__cuda_0,::E &__cuda_1){__device_stub__Z1pIXadL_Z6objectEELy3EJ1T1EEEvDpT1_((::T &)__cuda_0,(::E &)__cuda_1);}
            static void __nv_cudaEntityRegisterCallback(void **__T0){__nv_dummy_param_ref(__T0);__nv_save_fatbinhandle_for_managed_rt(__T0);__cudaRegisterEntry(__T0, ((void ( *)(::T, ::E))p<&::object, 3ULL, ::T, ::E>), _Z1pIXadL_Z6objectEELy3EJ1T1EEEvDpT1_, (-1));__cudaRegisterEntry(__T0, ((void ( *)(::_NV_ANON_NAMESPACE::A))_NV_ANON_NAMESPACE::h<::_NV_ANON_NAMESPACE::A>), _ZN14_GLOBAL__N__id1hINS_1AEEEvT_, (-1)); __cudaRegisterVariable(__T0, __shadow_var(object,::object), 0, 4UL, 0, 0);}
            static void __sti____cudaRegisterAll(void) {  __cudaRegisterBinary(__nv_cudaEntityRegisterCallback);  }
        "#]],
    );
}

#[test]
fn separate_compilation() {
    check(
        "
static __global__ void k() {}
template <class T> __global__ void t(T) {}
static __device__ int v;
extern __device__ int elsewhere;
__device__ int *p = &elsewhere;
void host() { t<<<1, 1>>>(1); }
",
        HostSettings {
            relocatable: true,
            stub_linkage: cleave_base_db::StubLinkage::External,
            ..HostSettings::default()
        },
        expect![[r#"
            static void __device_stub__Z1kv(void);
            extern __attribute__((visibility("hidden"))) void __device_stub__Z1tIiEvT_(int );
            static void __nv_cudaEntityRegisterCallback(void **);
            static void __sti____cudaRegisterAll(void) __attribute__((__constructor__));
            static void __device_stub__Z1kv(void){__cudaLaunchPrologue(1);__cudaLaunch(((char *)((void ( *)(void))k)), 0U);}
            # 2 "a.cu"
            static void k(void)
            # 2 "a.cu"
            {__device_stub__Z1kv();}
            # 1 "a.stub.c"
            __attribute__((visibility("hidden"))) void __device_stub__Z1tIiEvT_(int __par0){__cudaLaunchPrologue(1);__cudaSetupArgSimple(__par0, 0UL);__cudaLaunch(((char *)((void ( *)(int))t<int>)), 0U);}
            template<> __specialization_static void __wrapper__device_stub_t<int>(int &__cuda_0){__device_stub__Z1tIiEvT_((int &)__cuda_0);}
            static void __nv_cudaEntityRegisterCallback(void **__T0){__nv_dummy_param_ref(__T0);__nv_save_fatbinhandle_for_managed_rt(__T0);__cudaRegisterEntry(__T0, ((void ( *)(int))t<int>), _Z1tIiEvT_, (-1));__cudaRegisterEntry(__T0, ((void ( *)(void))k), __nv_static_3__id__Z1kv, (-1)); __cudaRegisterVariable(__T0, __shadow_var(__nv_static_3__id_v,::v), 0, 4UL, 0, 0); __cudaRegisterVariable(__T0, __shadow_var(p,::p), 0, 8UL, 0, 0);}
            static void __sti____cudaRegisterAll(void) {  ____cudaRegisterLinkedBinary(__nv_cudaEntityRegisterCallback);  }
        "#]],
    );
}

#[test]
fn kernels_for_local_types_are_left_out() {
    check(
        "
template <class T> __global__ void k(T) {}
__device__ void d() { struct L { int a; }; k<L><<<1, 1>>>(L()); }
",
        HostSettings::default(),
        expect![[r#"
            static void __nv_cudaEntityRegisterCallback(void **);
            static void __sti____cudaRegisterAll(void) __attribute__((__constructor__));
            static void __nv_cudaEntityRegisterCallback(void **__T0){__nv_dummy_param_ref(__T0);__nv_save_fatbinhandle_for_managed_rt(__T0);}
            static void __sti____cudaRegisterAll(void) {  __cudaRegisterBinary(__nv_cudaEntityRegisterCallback);  }
        "#]],
    );
}

/// Values of classes are named by their class once, and those of enumerations without a name by an enumerator.
#[test]
fn values_of_classes_and_of_enumerations_without_a_name() {
    // Objects of classes may be template arguments since C++20.
    let dialect = Dialect {
        standard: Standard::Cpp20,
        ..Dialect::default()
    };
    let text = text_in(
        dialect,
        "
template <auto V> __global__ void k() {}
struct S { enum { least = 4 }; };
struct B { int x; };
struct D : B { double y; int list[2]; };
struct U { int m; union { int i; float f; }; };
void host() {
  k<S::least><<<1, 1>>>();
  k<D{{1}, 2.5, {3, 4}}><<<1, 1>>>();
  k<U{1}><<<1, 1>>>();
}
",
        HostSettings::default(),
    );
    let text = text.expect("everything has a name");
    for name in [
        "(decltype(::S::least))4",
        "::D{{1}, (2.5), {3, 4}}",
        "::U{1, {0}}",
    ] {
        assert!(
            text.contains(&format!("__wrapper__device_stub_k<{name}>(")),
            "{name}\n{text}"
        );
    }
}

/// An explicit specialisation has the launch bounds of the declarations of its template that stand before it, if it says no others.
#[test]
fn launch_bounds_of_explicit_specialisations() {
    let text = text_of(
        "
template <int N> __global__ void __attribute__((launch_bounds(N))) k() {}
template <> __global__ void k<64>() {}
template <> __global__ void __attribute__((launch_bounds(32))) k<128>() {}
template <class T> __global__ void late(T);
template <> __global__ void late(int) {}
template <class T> __global__ void __attribute__((launch_bounds(256))) late(T) {}
",
        HostSettings::default(),
    );
    let text = text.expect("everything has a name");
    for entry in [
        "_Z1kILi64EEvv, 64)",
        "_Z1kILi128EEvv, 32)",
        "_Z4lateIiEvT_, (-1))",
    ] {
        assert!(text.contains(entry), "{entry}\n{text}");
    }
}
