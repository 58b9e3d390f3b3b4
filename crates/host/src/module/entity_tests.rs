//! What small texts are named after, what is passed over, and what an edit runs again.

use cleave_base_db::testing::LoggedDatabase;
use cleave_base_db::{RootDatabase, SourceFile};
use expect_test::{Expect, expect};
use salsa::Setter;

use super::entity::module_entity;

fn entity(text: &str) -> Option<String> {
    let db = RootDatabase::default();
    let file = SourceFile::new(&db, "a.cu".into(), text.into());
    module_entity(&db, file).map(str::to_owned)
}

/// Each line is a text of its own; the answer is beside it.
fn check(lines: &str, expected: Expect) {
    let mut out = String::new();
    for line in lines.lines().map(str::trim).filter(|l| !l.is_empty()) {
        let name = entity(line).unwrap_or_else(|| "-".to_owned());
        out.push_str(&format!("{name:24} {line}\n"));
    }
    expected.assert_eq(&out);
}

#[test]
fn fundamental_and_compound_types() {
    check(
        "
        void f(long unsigned int long, int short const, char signed, double long) {}
        void f(const char *const p, char const *volatile *q, int &&r) {}
        void f(int a[], int b[2][3], int (&c)[4], int (*d)[]) {}
        void f(int g(char), int (*h)(char, ...), void (&k)() noexcept) {}
        int (*f(int))(char) { return 0; }
        void f(int (*(*p)(int))(char), void (*a[3])()) {}
        struct S { int g(); }; void f(int S::*p, int (S::*q)(int) const) {}
        void f(void) {}
        typedef int A[3]; typedef int F(int); void f(A a, const A &b, F g) {}
        typedef float v4 __attribute__((vector_size(16))); void f(v4, _Complex float, __int128) {}
        int g; void f(decltype(nullptr), decltype(g), decltype((g)), decltype(sizeof(0))) {}
        typedef __builtin_va_list va; void f(va) {}
        auto f(int x) -> decltype(x) { return x; }
        ",
        expect![[r#"
            _Z1fysae                 void f(long unsigned int long, int short const, char signed, double long) {}
            _Z1fPKcPVS0_Oi           void f(const char *const p, char const *volatile *q, int &&r) {}
            _Z1fPiPA3_iRA4_iPA_i     void f(int a[], int b[2][3], int (&c)[4], int (*d)[]) {}
            _Z1fPFicEPFiczERDoFvvE   void f(int g(char), int (*h)(char, ...), void (&k)() noexcept) {}
            _Z1fi                    int (*f(int))(char) { return 0; }
            _Z1fPFPFicEiEPPFvvE      void f(int (*(*p)(int))(char), void (*a[3])()) {}
            _Z1fM1SiMS_KFiiE         struct S { int g(); }; void f(int S::*p, int (S::*q)(int) const) {}
            _Z1fv                    void f(void) {}
            _Z1fPiRA3_KiPFiiE        typedef int A[3]; typedef int F(int); void f(A a, const A &b, F g) {}
            _Z1fDv4_fCfn             typedef float v4 __attribute__((vector_size(16))); void f(v4, _Complex float, __int128) {}
            _Z1fDniRim               int g; void f(decltype(nullptr), decltype(g), decltype((g)), decltype(sizeof(0))) {}
            _Z1fP13__va_list_tag     typedef __builtin_va_list va; void f(va) {}
            _Z1fi                    auto f(int x) -> decltype(x) { return x; }
        "#]],
    );
}

#[test]
fn names_of_types() {
    check(
        "
        typedef struct { int x; } P; typedef struct tag { int x; } T; void f(P, T *, struct tag &) {}
        typedef struct CUstream_st *cudaStream_t; void f(cudaStream_t, CUstream_st *) {}
        namespace n { void f(struct Q *p) {} }
        namespace a { inline namespace v { struct S {}; } } void f(a::S) {}
        namespace a { namespace b { struct S {}; } } namespace c = a::b; void f(c::S) {}
        namespace a { struct S {}; } namespace b { using a::S; } namespace c { using namespace b; } void f(c::S) {}
        namespace a { struct T {}; } namespace b { struct T {}; namespace c { void f(T, a::T, ::b::T) {} } }
        struct T {}; namespace a { void f(T *) {} struct T {}; }
        struct B { typedef long V; }; struct S : B { struct I {}; V f(V, I); }; S::V S::f(V, I) { return 0; }
        struct S { struct I; }; struct S::I { void f(I *); }; void S::I::f(I *) {}
        enum E { e }; enum class F : char { x }; void f(E, F, enum E *) {}
        ",
        expect![[r#"
            _Z1f1PP3tagRS0_          typedef struct { int x; } P; typedef struct tag { int x; } T; void f(P, T *, struct tag &) {}
            _Z1fP11CUstream_stS0_    typedef struct CUstream_st *cudaStream_t; void f(cudaStream_t, CUstream_st *) {}
            _ZN1n1fEPNS_1QE          namespace n { void f(struct Q *p) {} }
            _Z1fN1a1v1SE             namespace a { inline namespace v { struct S {}; } } void f(a::S) {}
            _Z1fN1a1b1SE             namespace a { namespace b { struct S {}; } } namespace c = a::b; void f(c::S) {}
            _Z1fN1a1SE               namespace a { struct S {}; } namespace b { using a::S; } namespace c { using namespace b; } void f(c::S) {}
            _ZN1b1c1fENS_1TEN1a1TES1_ namespace a { struct T {}; } namespace b { struct T {}; namespace c { void f(T, a::T, ::b::T) {} } }
            _ZN1a1fEP1T              struct T {}; namespace a { void f(T *) {} struct T {}; }
            _ZN1S1fElNS_1IE          struct B { typedef long V; }; struct S : B { struct I {}; V f(V, I); }; S::V S::f(V, I) { return 0; }
            _ZN1S1I1fEPS0_           struct S { struct I; }; struct S::I { void f(I *); }; void S::I::f(I *) {}
            _Z1f1E1FPS_              enum E { e }; enum class F : char { x }; void f(E, F, enum E *) {}
        "#]],
    );
}

#[test]
fn templates() {
    check(
        "
        template<class T, class U = T *, int N = sizeof(T)> struct V {}; void f(V<int>, V<char, int, -1>) {}
        template<class... T> struct V {}; template<class... T> using W = V<int, T...>; void f(V<>, W<char, W<>>) {}
        template<template<class> class C> struct W { typedef C<int> type; }; template<class T> struct V {}; void f(W<V>, W<V>::type) {}
        template<bool, class T> struct en {}; template<class T> struct en<true, T> { typedef T type; }; void f(en<(3 > 2), int>::type) {}
        template<class T> struct r { typedef T type; }; template<class T> struct r<const T &> { typedef T type; }; void f(r<const int &>::type, r<int *>::type) {}
        template<class F> struct r; template<class R, class... A> struct r<R(A...)> { typedef R type; }; void f(r<long(char, int)>::type) {}
        template<class T> struct V { template<class U> struct R { typedef V<U> o; }; }; template<class T> struct X : V<T> { typedef typename V<T>::template R<char>::o type; }; void f(X<int>::type) {}
        enum class E { a, b = 7, c }; template<E e> struct V {}; void f(V<E::c>) {}
        namespace n { enum E { a = 3 }; const int k = a + 1; } using n::k; template<int i> struct V {}; void f(V<k>, V<n::a>, int (&)[k]) {}
        template<class T, T v> struct I { static constexpr T value = v; }; template<bool b> using B = I<bool, b>; void f(B<I<int, 3>::value == 3>) {}
        struct S { int x; }; template<int S::*p> struct M {}; void f(M<&S::x>) {}
        namespace std { template<class C> struct char_traits; template<class T> class allocator; inline namespace __cxx11 __attribute__((__abi_tag__)) { template<class C, class T = char_traits<C>, class A = allocator<C>> class basic_string {}; } typedef basic_string<char> string; template<class T, class A = allocator<T>> class vector {}; } void f(std::string, std::vector<std::string> *) {}
        ",
        expect![[r#"
            _Z1f1VIiPiLi4EES_IciLin1EE template<class T, class U = T *, int N = sizeof(T)> struct V {}; void f(V<int>, V<char, int, -1>) {}
            _Z1f1VIJEES_IJicS_IJiEEEE template<class... T> struct V {}; template<class... T> using W = V<int, T...>; void f(V<>, W<char, W<>>) {}
            _Z1f1WI1VES0_IiE         template<template<class> class C> struct W { typedef C<int> type; }; template<class T> struct V {}; void f(W<V>, W<V>::type) {}
            _Z1fi                    template<bool, class T> struct en {}; template<class T> struct en<true, T> { typedef T type; }; void f(en<(3 > 2), int>::type) {}
            _Z1fiPi                  template<class T> struct r { typedef T type; }; template<class T> struct r<const T &> { typedef T type; }; void f(r<const int &>::type, r<int *>::type) {}
            _Z1fl                    template<class F> struct r; template<class R, class... A> struct r<R(A...)> { typedef R type; }; void f(r<long(char, int)>::type) {}
            _Z1f1VIcE                template<class T> struct V { template<class U> struct R { typedef V<U> o; }; }; template<class T> struct X : V<T> { typedef typename V<T>::template R<char>::o type; }; void f(X<int>::type) {}
            _Z1f1VIL1E8EE            enum class E { a, b = 7, c }; template<E e> struct V {}; void f(V<E::c>) {}
            _Z1f1VILi4EES_ILi3EERA4_i namespace n { enum E { a = 3 }; const int k = a + 1; } using n::k; template<int i> struct V {}; void f(V<k>, V<n::a>, int (&)[k]) {}
            _Z1f1IIbLb1EE            template<class T, T v> struct I { static constexpr T value = v; }; template<bool b> using B = I<bool, b>; void f(B<I<int, 3>::value == 3>) {}
            _Z1f1MIXadL_ZN1S1xEEEE   struct S { int x; }; template<int S::*p> struct M {}; void f(M<&S::x>) {}
            _Z1fNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEEPSt6vectorIS4_SaIS4_EE namespace std { template<class C> struct char_traits; template<class T> class allocator; inline namespace __cxx11 __attribute__((__abi_tag__)) { template<class C, class T = char_traits<C>, class A = allocator<C>> class basic_string {}; } typedef basic_string<char> string; template<class T, class A = allocator<T>> class vector {}; } void f(std::string, std::vector<std::string> *) {}
        "#]],
    );
}

#[test]
fn kinds_of_functions() {
    check(
        r#"
        struct S { S(int); ~S(); }; S::S(int) {}
        struct S { ~S(); }; S::~S() {}
        struct S { operator const char *() const; }; S::operator const char *() const { return 0; }
        struct S { S operator-() const; S operator-(S); }; S S::operator-() const { return *this; }
        struct S {}; bool operator<(const S &, S) { return true; }
        struct S { S &operator++(); S operator++(int); }; S S::operator++(int) { return *this; }
        struct S { void *operator new[](unsigned long); }; void *S::operator new[](unsigned long) { return 0; }
        long operator""_q(unsigned long long x) { return x; }
        struct S { void f() const volatile &&; }; void S::f() const volatile && {}
        extern "C" { void plain(int) {} }
        extern "C" void plain(int); namespace n {} void plain(int) {}
        int main(int, char **) {}
        namespace n { int main() {} }
        int f(int) asm("label"); int f(int) { return 0; }
        __attribute__((abi_tag("t"))) int f(int) { return 0; }
        struct __attribute__((abi_tag("t"))) S {}; S f(int) { return S(); }
        template<class T> struct V {}; template<> struct V<int> { void f(); }; void V<int>::f() {}
        __attribute__((global)) void kernel(float *p, unsigned n) {}
        void f(Unknown<int> x) {}
        "#,
        expect![[r#"
            _ZN1SC1Ei                struct S { S(int); ~S(); }; S::S(int) {}
            _ZN1SD1Ev                struct S { ~S(); }; S::~S() {}
            _ZNK1ScvPKcEv            struct S { operator const char *() const; }; S::operator const char *() const { return 0; }
            _ZNK1SngEv               struct S { S operator-() const; S operator-(S); }; S S::operator-() const { return *this; }
            _ZltRK1SS_               struct S {}; bool operator<(const S &, S) { return true; }
            _ZN1SppEi                struct S { S &operator++(); S operator++(int); }; S S::operator++(int) { return *this; }
            _ZN1SnaEm                struct S { void *operator new[](unsigned long); }; void *S::operator new[](unsigned long) { return 0; }
            _Zli2_qy                 long operator""_q(unsigned long long x) { return x; }
            _ZNVKO1S1fEv             struct S { void f() const volatile &&; }; void S::f() const volatile && {}
            plain                    extern "C" { void plain(int) {} }
            plain                    extern "C" void plain(int); namespace n {} void plain(int) {}
            main                     int main(int, char **) {}
            _ZN1n4mainEv             namespace n { int main() {} }
            _Z1fi                    int f(int) asm("label"); int f(int) { return 0; }
            _Z1fB1ti                 __attribute__((abi_tag("t"))) int f(int) { return 0; }
            _Z1fB1ti                 struct __attribute__((abi_tag("t"))) S {}; S f(int) { return S(); }
            _ZN1VIiE1fEv             template<class T> struct V {}; template<> struct V<int> { void f(); }; void V<int>::f() {}
            _Z6kernelPfj             __attribute__((global)) void kernel(float *p, unsigned n) {}
            f                        void f(Unknown<int> x) {}
        "#]],
    );
}

#[test]
fn functions_passed_over() {
    check(
        "
        inline void f() {}
        static void f() {}
        constexpr int f() { return 1; }
        template<class T> void f(T) {}
        template<class T> void f(T) {} template<> void f(int) {}
        template<class T> void f(T) {} template void f(int);
        template<class T> struct V { void f(); }; template<class T> void V<T>::f() {}
        __attribute__((weak)) void f() {}
        void f() __attribute__((weak)); void f() {}
        inline void f(); void f() {}
        inline void f(int); void f(float) {}
        static void f(); void f() {}
        struct S { inline void f(); }; void S::f() {}
        struct S { inline void f(int); void f(char); }; void S::f(char) {}
        struct S { S(); }; S::S() = default;
        struct S { void f() {} friend void g() {} };
        auto f() { return 1; }
        void f(auto x) {}
        namespace { void f() {} }
        namespace { struct S {}; } void f(const S *) {}
        namespace { struct S {}; } template<class T> struct V {}; V<S> f() {}
        ",
        expect![[r#"
            -                        inline void f() {}
            -                        static void f() {}
            -                        constexpr int f() { return 1; }
            -                        template<class T> void f(T) {}
            -                        template<class T> void f(T) {} template<> void f(int) {}
            -                        template<class T> void f(T) {} template void f(int);
            -                        template<class T> struct V { void f(); }; template<class T> void V<T>::f() {}
            -                        __attribute__((weak)) void f() {}
            -                        void f() __attribute__((weak)); void f() {}
            -                        inline void f(); void f() {}
            _Z1ff                    inline void f(int); void f(float) {}
            -                        static void f(); void f() {}
            -                        struct S { inline void f(); }; void S::f() {}
            _ZN1S1fEc                struct S { inline void f(int); void f(char); }; void S::f(char) {}
            -                        struct S { S(); }; S::S() = default;
            -                        struct S { void f() {} friend void g() {} };
            -                        auto f() { return 1; }
            -                        void f(auto x) {}
            -                        namespace { void f() {} }
            -                        namespace { struct S {}; } void f(const S *) {}
            -                        namespace { struct S {}; } template<class T> struct V {}; V<S> f() {}
        "#]],
    );
}

/// The declaration in front says that the headers are those of CUDA 12.4.
#[test]
fn volatile_constants_of_an_older_toolkit() {
    check(
        "
        struct cudaDeviceProp; const volatile int x = 1; int y = 1;
        struct cudaDeviceProp; const volatile int x[] = {1}; volatile int y = 1;
        struct cudaDeviceProp; extern const volatile int x; const volatile int x = 1;
        ",
        expect![[r#"
            y                        struct cudaDeviceProp; const volatile int x = 1; int y = 1;
            y                        struct cudaDeviceProp; const volatile int x[] = {1}; volatile int y = 1;
            x                        struct cudaDeviceProp; extern const volatile int x; const volatile int x = 1;
        "#]],
    );
}

#[test]
fn variables() {
    check(
        "
        int x;
        int x = 3;
        int x, y{};
        int x(3);
        struct T { T(int); }; T x((int())), y(3);
        extern int x; int *const y = 0; extern const int z = 1;
        const int x = 1; volatile const int y = 1;
        extern const int x; const int x = 1;
        typedef const int C; C x = 3;
        const int x[] = {1}; const int *y[] = {0};
        auto x = 3; decltype(3) y = 3; decltype(auto) y = (z);
        inline int x = 1; static int y = 1; constexpr int z = 1;
        template<class T> T x = 3; template<> int x<int> = 4;
        namespace n { int x = 3; }
        namespace { int x = 3; }
        struct S { int a; }; S x; struct S y = {1};
        struct S { int a; } x = {1};
        struct S { S() = default; int a; }; S x;
        struct S { S(); }; S x;
        struct S { int a = 3; }; S x[2];
        struct T { ~T(); }; struct S : T {}; S x;
        struct S { static int x; static const int y = 3; }; int S::x; const int S::y;
        __attribute__((device)) int x; __attribute__((constant)) int y = 3;
        thread_local int x = 3;
        ",
        expect![[r#"
            -                        int x;
            x                        int x = 3;
            y                        int x, y{};
            x                        int x(3);
            x                        struct T { T(int); }; T x((int())), y(3);
            z                        extern int x; int *const y = 0; extern const int z = 1;
            y                        const int x = 1; volatile const int y = 1;
            x                        extern const int x; const int x = 1;
            -                        typedef const int C; C x = 3;
            y                        const int x[] = {1}; const int *y[] = {0};
            y                        auto x = 3; decltype(3) y = 3; decltype(auto) y = (z);
            -                        inline int x = 1; static int y = 1; constexpr int z = 1;
            -                        template<class T> T x = 3; template<> int x<int> = 4;
            _ZN1n1xE                 namespace n { int x = 3; }
            -                        namespace { int x = 3; }
            y                        struct S { int a; }; S x; struct S y = {1};
            x                        struct S { int a; } x = {1};
            -                        struct S { S() = default; int a; }; S x;
            x                        struct S { S(); }; S x;
            x                        struct S { int a = 3; }; S x[2];
            x                        struct T { ~T(); }; struct S : T {}; S x;
            _ZN1S1yE                 struct S { static int x; static const int y = 3; }; int S::x; const int S::y;
            y                        __attribute__((device)) int x; __attribute__((constant)) int y = 3;
            x                        thread_local int x = 3;
        "#]],
    );
}

const TEXT: &str = "typedef unsigned int word; struct S { word f(word); };
word S::f(word w) { return w; }
int after = 3;
";

fn executed_after(edit: impl Fn(&str) -> String) -> Vec<String> {
    let mut l = LoggedDatabase::default();
    let file = SourceFile::new(&l.db, "a.cu".into(), TEXT.into());
    assert_eq!(module_entity(&l.db, file), Some("_ZN1S1fEj"));
    let _ = l.executed();
    file.set_text(&mut l.db).to(edit(TEXT).into());
    module_entity(&l.db, file);
    l.executed()
}

#[test]
fn neither_layout_nor_a_body_reaches_the_entity() {
    let entity = "module_entity".to_owned();
    let layout = executed_after(|t| format!("\n# 1 \"b.cu\"\n{}", t.replace("; }", " ;\n }")));
    assert!(!layout.contains(&entity), "{layout:?}");
    let body = executed_after(|t| t.replace("return w", "if (w) return w + 1; return 0"));
    assert!(!body.contains(&entity), "{body:?}");
    assert!(body.contains(&"scanned".to_owned()), "{body:?}");
    let type_changed = executed_after(|t| t.replace("unsigned int", "unsigned long"));
    assert!(type_changed.contains(&entity), "{type_changed:?}");
}

#[test]
fn endless_types_end() {
    // On a stack as large as the program's own.
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    let handle = thread.spawn(endless_types).expect("a thread");
    handle.join().expect("no panic");
}

fn endless_types() {
    for text in [
        "typedef T T; void f(T x) {}",
        "using A = B; using B = A; void f(A) {}",
        "struct S : S { void f(S::x); }; void S::f(S::x) {}",
        "template<class T> struct V : V<V<T>> { }; void f(V<int>::type) {}",
        "template<class T> using A = A<T *>; void f(A<int>) {}",
        "template<int n> struct F { static const int v = F<n + 1>::v; }; void f(int (&)[F<0>::v]) {}",
        "namespace a = a; namespace b { using namespace b; } void f(a::b::c) {}",
        "using namespace a; namespace a { using namespace b; } namespace b { using namespace a; } void f(x) {}",
    ] {
        assert!(entity(text).is_some(), "{text}");
    }
    let deep = format!("void f(int {}x) {{}}", "*".repeat(5000));
    assert!(entity(&deep).is_some());
}
