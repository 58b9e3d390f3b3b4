//! Members of classes and the types that they are declared with.

use expect_test::expect;

use crate::whole;

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
