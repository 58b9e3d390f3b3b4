//! Declarations of templates that do not go together.

use expect_test::expect;

use crate::testing::{findings, findings20};

#[test]
fn numbers_and_sorts_of_parameters() {
    expect![[r#"
        1: 506 at =: token 6
        1: 147 at >: template parameter T of token 3
        2: 147 at M: constant int N of token 6
        2: 505 at >: token 9
        3: 147 at C: template template parameter C of token 7
        3: 147 at T: template template parameter C of token 7
        4: 147 at N: template parameter T of token 3
        4: 2638 at X: U *, T, alias template X of token 6
        5: 147 at N: template parameter T of token 6
        6: 506 at U: token 6
    "#]].assert_eq(&findings(
        r#"template <class T> struct A; template <class T, class = int> struct A; template <int> struct A;
template <class T, int N> struct B; template <class U, long M> struct B {}; template <class> struct B;
template <template <class> class C> struct D; template <template <class...> class C> struct D; template <class... T> struct D;
template <class T> int v; template <int N> int v; template <class T> using X = T; template <class U> using X = U; template <class U> using X = U *;
struct M { template <class T> struct A; }; template <int N> struct M::A {}; template <class T> struct N { template <class U> friend struct E; }; template <class T> struct E {};
template <class T> struct F; struct G { template <class T, class U> friend struct F; template <class T> friend struct E; };
"#,
    ));
}

#[test]
fn default_arguments_of_parameters() {
    expect![[r#"
        1: 307 at T
        1: 307 at =
        2: 841 at T
        3: 953 at U
        3: 953 at T
        4: 2623 at T
        4: 1421 at A
    "#]].assert_eq(&findings(
        r#"template <class T = int> struct A; template <class T = int> struct A {}; template <int = 1> void f(); template <int = 1> void f() {}
template <class T, class U = int> struct B; template <class T = int, class U> struct B {}; template <class T> struct B<T, T *> {}; template <class T = int> struct B<T *>;
template <class T> struct M { template <class U = int> void f(); void g(); }; template <class T> template <class U = int> void M<T>::f() {} template <class T = int> void M<T>::g() {}
struct N { template <class T = int> friend void f(T); template <class T = int> friend void g(T) {} template <class T = int> friend struct A; };
"#,
    ));
}

#[test]
fn constraints_of_heads() {
    expect![[r#"
        1: 147 at T: template parameter T of token 3
        2: 3051 at B: class template B of token 11
        3: 147 at M: constant auto N of token 4
    "#]].assert_eq(&findings20(
        r#"template <class T> concept C = true; template <C T> struct A; template <C U> struct A {}; template <class T> struct A;
template <class T> requires C<T> struct B; template <class T> requires (C<T>) struct B {}; template <class T> struct B;
template <C auto N> struct D; template <C auto M> struct D {}; template <auto M> struct D;
"#,
    ));
}

#[test]
fn what_is_specialized() {
    expect![[r#"
        1: 864 at No: No
        1: 864 at no: no
        1: 864 at none: none
        2: 519 at A: class A
        2: 441 at B: class template B
        2: 147 at f:  void f(int) of token 1
        3: 493 at g: function template g
        3: 493 at g: function template g
        3: 2515 at static
        4: 792 at v: variable template v
        4: 493 at h: overloaded function h
        5: 503 at N: class N::S<char>
        5: 503 at f: function N::f(T) [with T=int]
    "#]].assert_eq(&findings(
        r#"template <> struct No<int> {}; template <> void no<int>(); template <> void no(int); template <> int none<int> = 1;
struct A {}; template <> struct A<int> {}; template <class T> struct B; template <> struct B; void f(int); template <> void f(int);
template <class T> void g(T); template <> void g(int); template <> int g(char); template <> void g<int, int>(int); template <> static void g(long);
template <class T> int v = 1; template <> int v = 2; template <> long v<int> = 2; template <class T> void h(T); template <class T> void h(T *); template <> void h(int, int);
namespace N { template <class T> struct S; template <class T> void f(T); } template <> struct N::S<int> {}; namespace M { template <> struct N::S<char> {}; template <> void N::f(int) {} }
"#,
    ));
}

#[test]
fn which_member_is_specialized() {
    expect![[r#"
        2: 135 at g: class A<int>, g
        2: 147 at f:  void A<T>::f() [with T=char] of token 9
        2: 493 at o: overloaded function A<T>::o [with T=int]
        3: 792 at x:  int A<T>::x [with T=int]
        3: 147 at s:  int A<T>::s [with T=char] of token 30
        3: 493 at t: function template A<T>::t [with T=int]
        4: 471 at C: class A<int>, C
        4: 493 at A: overloaded function A<T>::A [with T=int]
        4: 792 at f:  void A<long>::f()
        5: 795 at f: function A<T>::f [with T=short]
        5: 795 at s: member A<T>::s [with T=short]
        5: 795 at A: class A<float>
        5: 891 at q
        5: 790 at template
    "#]].assert_eq(&findings(
        r#"template <class T> struct A { void f(); void o(int); void o(char); int x; static int s; template <class U> void t(U); struct B; A(int); };
template <> void A<int>::f() {} template <> void A<int>::g() {} template <> int A<char>::f() { return none; } template <> void A<int>::o(int) {} template <> void A<int>::o(long) {}
template <> int A<int>::x = 1; template <> int A<int>::s = 1; template <> long A<char>::s = 1; template <> template <> void A<int>::t(int) {} template <> template <> int A<int>::t(char) {}
template <> struct A<int>::B {}; template <> struct A<int>::C {}; template <> A<int>::A(long) {} template <> struct A<long> { void f(); }; template <> void A<long>::f() {}
void A<short>::f() {} int A<short>::s = 1; struct A<float> {}; template <class T> void q(T); void q<int>(int); struct In { template <class T> struct B; template <> struct B<int> {}; };
"#,
    ));
}

#[test]
fn specializations_behind_a_use() {
    expect![[r#"
        1: 1449 at A: class A<int>, token 4
        1: 1449 at A: class A<long>, token 1
        2: 1449 at f: function f(T) [with T=int], token 5
        3: 1449 at s: member S<T>::s [with T=int], token 8
        3: 1449 at v: variable v<int>, token 3
    "#]].assert_eq(&findings(
        r#"template <class T> struct A {}; A<int> a; A<char> *p; template <> struct A<int> {}; template <> struct A<char> {}; struct B : A<long> {}; template <> struct A<long>;
template <class T> void f(T) {} void g() { f(1); } template <> void f(int) {} template <> void f(char) {} template <class T> void h(T t) { f(t); f(2L); } template <> void f(long) {}
template <class T> struct S { static int s; void m() {} }; int y = S<int>::s; template <> int S<int>::s = 2; template <class T> int v = 1; int x = v<int>; template <> int v<int> = 2;
"#,
    ));
}

#[test]
fn partial_specializations() {
    expect![[r#"
        1: 840 at A
        1: 834 at A: class A<int, 1>
        2: 842 at U: template parameter U, class template A<T *, 2>
        2: 842 at M: constant M, class template A<T *, 2>
        2: 842 at T: template parameter T, class template A<T::t, 1>
        3: 3369 at A: class template A, token 6
        3: 840 at No
        3: 519 at B: class B
        4: 790 at template
        4: 790 at template
        4: 758 at template
        4: 788 at >
    "#]].assert_eq(&findings(
        r#"template <class T, int N = 1> struct A {}; template <class T> struct A<T> {}; template <class T, int N> struct A<T, N> {}; template <class T> struct A<int> {};
template <class T, class U, int M> struct A<T *, 2> {}; template <class T, class... U> struct A<T(U...)> {}; template <class T, int M> struct A<T[M]> {}; template <class T> struct A<typename T::t> {};
template <class T> struct A<T *> {}; template <class U> struct A<U *> {}; template <class T> struct No<T *>; struct B {}; template <class T> struct B<T *> {};
template <class T> struct C { template <> void f(); template <class U> struct D; template <> struct D<int>; template struct D<char>; }; template <class T> template <> struct C<T>::D<int> {};
"#,
    ));
}

#[test]
fn members_that_are_not_declared_so() {
    expect![[r#"
        2: 147 at f:  void A<T>::f(int) of token 9
        2: 493 at o: overloaded function A<T>::o
        2: 147 at s:  int A<T>::s of token 33
        2: 457 at x: x
        3: 147 at t: function template void A<T>::t(U) of token 44
        3: 147 at A:  A<T>::A(int) of token 49
        3: 147 at c:  void A<T>::c() const of token 55
        4: 135 at none: class template A<T>, none
        4: 1009 at None: A<T>::None
        4: 776 at r: function A<T>::r
        4: 147 at t: function template void A<T>::t(U) of token 44
        5: 147 at f: function template void B::f(T) of token 9
        5: 464 at B: B
        5: 135 at h: class B, h
        5: 795 at f: function template B::f
    "#]].assert_eq(&findings(
        r#"template <class T> struct A { void f(int); int r(); void o(int); void o(char); static int s; int x; template <class U> void t(U); A(int); void c() const; typename T::x d(typename T::y); };
template <class T> void A<T>::f(long) {} template <class U> int A<U>::r() {} template <class T> void A<T>::o(T) {} template <class T> long A<T>::s = 1; template <class T> int A<T>::x = 1;
template <class T> template <class U, class V> void A<T>::t(U) {} template <class T> A<T>::A(T *) {} template <class T> void A<T>::c() {} template <class U> typename U::x A<U>::d(typename U::y) {}
template <class T> void A<T>::none() { none; } template <class T> struct A<T>::None {}; template <class T> template <class U> int A<T>::r() {} template <class T> template <class U> void A<T>::t(U *) {}
struct B { template <class T> void f(T); void g(); }; template <class T> void B::f(T *) {} template <class T> void B::g() {} template <class T> void B::h() {} void B::f(int) {}
"#,
    ));
}

#[test]
fn classes_that_members_are_qualified_with() {
    expect![[r#"
        1: 498 at A
        1: 506 at V: token 9
        2: 498 at A
        2: 276 at A
        2: 441 at A: class template A
        2: 441 at A: class template A
        2: 464 at A: A<int, int>
        2: 864 at No: No
        2: 519 at P: class P
        2: 464 at P: P
        3: 70 at I: I<T>
        3: 135 at g: class template V<T...>, g
        4: 135 at g: class template S<T *>, g
        4: 498 at S
    "#]].assert_eq(&findings(
        r#"template <class T, class U> struct A { void f(); struct B { void g(); }; }; template <class T, class U> void A<U, T>::f() {} template <class T, class U, class V> void A<T, U>::f() {} template <class X, class Y> void A<X, Y>::B::g() {}
template <class T> void A<T, int>::f() {} template <class T> void A::f() {} void A::f() {} template <class T> void A<int, int>::f() {} template <class T> void No<T>::f() {} struct P { void f(); }; template <class T> void P<T>::f() {} template <class T> void P::f() {}
template <class T> struct I; template <class T> void I<T>::f() {} template <class... T> struct V { void f(); }; template <class... U> void V<U...>::f() {} template <class... U> int V<U...>::g() {}
template <class T> struct S {}; template <class T> struct S<T *> { void f(); }; template <class T> void S<T *>::f() {} template <class T> void S<T *>::g() {} template <class T> void S<T **>::f() {}
"#,
    ));
}

#[test]
fn constrained_classes_of_members() {
    expect![[r#"
        1: 498 at A
        1: 147 at g:  void A<T>::g() of token 14
    "#]].assert_eq(&findings20(
        r#"template <class T> concept C = true; template <C T> struct A { void f(); void g() requires C<T>; }; template <class T> void A<T>::f() {} template <C U> void A<U>::f() {} template <C U> void A<U>::g() {}
"#,
    ));
}

#[test]
fn specifiers_of_templates_again() {
    expect![[r#"
        1: 541 at {: function A<T>::n of token 9
        1: 2383 at A: function A<T>::A of token 15
        1: 307 at d
        1: 2383 at int: function A<T>::c of token 29
        1: 2384 at constexpr: function A<T>::p of token 34
        2: 2383 at f: function f of token 2
        2: 2384 at constexpr: function g of token 1
        2: 541 at {: function template h of token 6
    "#]].assert_eq(&findings(
        r#"template <class T> struct A { void n() noexcept; constexpr A(); void d(int = 1); constexpr int c(); void p(); }; template <class T> void A<T>::n() {} template <class T> A<T>::A() {} template <class T> void A<T>::d(int = 2) {} template <class T> int A<T>::c() { return 1; } template <class T> constexpr void A<T>::p() {}
constexpr int f(); int f() { return 1; } int g(); constexpr int g() { return 1; } template <class T> void h() noexcept; template <class T> void h() {} template <class T> void k() noexcept(sizeof(T) > 1); template <class T> void k() {}
template <class T> constexpr int s() { return 1; } template <> int s<int>() { return 2; } struct D { constexpr D(); }; constexpr D::D() = default;
"#,
    ));
}
