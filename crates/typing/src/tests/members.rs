//! Members found through bases, using-declarations, argument-dependent lookup; definitions out of their classes.

use cleave_syntax::Standard;
use expect_test::expect;

use crate::tests::{check, check_as};

#[test]
fn argument_dependent_lookup() {
    check(
        "namespace a { struct X {}; int f(X); namespace in { struct Y {}; long f(Y); } using in::Y; inline namespace v { struct Z {}; } char f(Z); }
         template <class T> struct box { friend short g(box) { return 0; } friend T h(box, T); }; struct D : a::X {}; namespace b { enum E { e }; double f(E); template <class T> T *f(T, int); }
         a::X x; a::Y y; a::Z z; D d; box<a::X> bx; decltype(f(x)) q1; decltype(f(y)) q2; decltype(f(z)) q3; decltype(f(d)) q4; decltype(g(bx)) q5; decltype(h(bx, x)) q6; decltype(f(b::e)) q7;
         decltype(f(b::e, 1)) q8; template <class T> auto call(T t) -> decltype(later(t)); namespace a { long long later(X); } decltype(call(x)) q9;",
        expect![[r#"
            x: a::X
            y: a::in::Y
            z: a::v::Z
            d: D
            bx: box<a::X>
            q1: int
            q2: long
            q3: char
            q4: int
            q5: short
            q6: a::X
            q7: double
            q8: b::E *
            q9: long long
        "#]],
    );
}

#[test]
fn members_through_bases() {
    check(
        "struct A { int f(int); char f(char); typedef int T; static long s; }; struct B : A { using A::f; short f(short); using A::T; }; struct C : A { short f(short); };
         B b; C c; decltype(b.f(1)) q1; decltype(b.f('c')) q2; decltype(b.f((short)1)) q3; decltype(c.f(1)) q4; B::T q5; decltype(C::s) q6 = 1;
         template <class U> struct P : U { using U::f; using typename U::T; T n; }; decltype(P<A>().f(1)) q7; decltype(P<A>::n) q8;
         template <class... T> struct O : T... { using T::operator()...; }; struct L { int operator()(int); }; struct M { char operator()(char); }; O<L, M> o; decltype(o(1)) q9; decltype(o('c')) q10;
         struct V1 : virtual A {}; struct V2 : virtual A {}; struct W : V1, V2 {}; W w; decltype(w.f(1)) q11; struct I { I(int); I(int, char); }; struct J : I { using I::I; J(long *); }; J j(1, 'c'); decltype(J(1)) q12 = j;
         struct K { operator int(); template <class T> operator T *(); }; struct N : K { operator char(); }; N n; decltype(n + 0L) q13; struct Q { union { int u3; }; enum { en = 3 }; }; decltype(Q::u3) q14; int q15[Q::en];",
        expect![[r#"
            b: B
            c: C
            q1: int
            q2: char
            q3: short
            q4: short
            q5: int
            q6: long
            q7: int
            q8: int
            o: O<L, M>
            q9: int
            q10: char
            w: W
            q11: int
            j: J
            q12: J
            n: N
            q13: ?
            q14: int
            q15: int [3]
        "#]],
    );
}

#[test]
fn out_of_class() {
    check(
        "namespace n { template <class T> struct A { struct I; static T s; static const int c; template <class U> struct R; void f(); I g(); static auto h(); }; template <class T> struct A<T>::I { T t; };
         template <class T> template <class U> struct A<T>::R { T t; U u; }; template <class T> T A<T>::s = T(); template <class T> const int A<T>::c = 3; template <> struct A<char>::I { long special; }; template <> long A<long>::s = 1; }
         template <class T> typename n::A<T>::I n::A<T>::g() { return {}; }
         decltype(n::A<int>::I::t) q1; decltype(n::A<char>::I::special) q2; decltype(n::A<int>::R<char>::u) q3; int q5[n::A<int>::c]; decltype(n::A<int>().g()) q6;
         template <class T> constexpr int size = sizeof(T); template <class T> constexpr long size<T *> = 100; template <> constexpr int size<char> = 7; int q7[size<int>]; int q8[size<int *>]; int q9[size<char>];",
        expect![[r#"
            q1: int
            q2: long
            q3: char
            q5: int [3]
            q6: n::A<int>::I
            q7: int [4]
            q8: int [100]
            q9: int [7]
        "#]],
    );
}

#[test]
fn placeholders() {
    check(
        "namespace std { template <class T> class initializer_list { const T *p; unsigned long n; }; } int i; const int ci = 1; int arr[3]; int &&rr(); int &lr(); struct S { int m; } s; int fn(char);
         auto a = i; auto &b = ci; const auto &c = i; auto &&d = i; auto &&e = rr(); auto f = arr; auto &g = arr; auto h = {1, 2}; auto j{3}; decltype(auto) k = (i); decltype(auto) l = i; decltype(auto) m = rr();
         auto *n = &ci; auto o = fn; auto &p = fn; auto q = &S::m; const auto *r = &i; auto t = [](int x) { return x; }(1); auto u = s.m + 1.0; auto v = true ? 1 : 'c'; int w[] = {1, 2, 3}; char x[] = \"abc\"; auto y = \"x\"; const auto z = nullptr;
         auto fa() { return 1; } auto fb() -> long; decltype(fa()) aa; decltype(fb()) ab; decltype((s.m)) ac = i; decltype(s.m) ad; constexpr auto ae = 3; auto af(auto... )  -> int;",
        expect![[r#"
            i: int
            ci: const int
            arr: int [3]
            s: S
            a: int
            b: const int &
            c: const int &
            d: int &
            e: int &&
            f: int *
            g: int (&)[3]
            h: std::initializer_list<int>
            j: int
            k: int &
            l: int
            m: int &&
            n: const int *
            o: int (*)(char)
            p: int (&)(char)
            q: int S::*
            r: const int *
            t: int
            u: double
            v: int
            w: int [3]
            x: char [4]
            y: const char *
            z: const std::nullptr_t
            aa: int
            ab: long
            ac: int &
            ad: int
            ae: const int
        "#]],
    );
}

#[test]
fn concepts() {
    check_as(
        Standard::Cpp20,
        "template <class T> concept Small = sizeof(T) <= 2; template <class T> concept Has = requires(T t) { t.f(); typename T::type; }; template <class T> concept Both = Small<T> && Has<T>; template <class T, class U> concept Same = __is_same(T, U);
         struct A { void f(); using type = int; }; struct B { long l; void f(); using type = char; }; template <class T> struct S { using t = int; }; template <Small T> struct S<T> { using t = char; }; template <Both T> struct S<T> { using t = long; };
         S<int>::t q1; S<char>::t q2; S<A>::t q3; S<B>::t q4; template <class T> int f(T); template <class T> requires Has<T> char f(T); template <Both T> long f(T); decltype(f(1)) q5; decltype(f(B())) q6; decltype(f(A())) q7;
         int g(auto); char g(Small auto); decltype(g(1)) q8; decltype(g('c')) q9; template <Same<int> T> void h(T); template <class T> concept Callable = requires(T t) { { t(1) } -> Same<int>; { t(2) } noexcept; requires sizeof(t) == 1; };
         struct C { int operator()(int) noexcept; }; struct D { int operator()(int); }; template <bool> struct X; X<Callable<C>> *q10; X<Callable<D>> *q11; X<Has<int>> *q12; template <class T> struct M { int f() requires Small<T>; char f() requires (!Small<T>); }; decltype(M<char>().f()) q13; decltype(M<int>().f()) q14;",
        expect![[r#"
            q1: int
            q2: char
            q3: long
            q4: int
            q5: int
            q6: char
            q7: long
            q8: int
            q9: char
            q10: X<true> *
            q11: X<false> *
            q12: X<false> *
            q13: int
            q14: char
        "#]],
    );
}

#[test]
fn class_template_arguments_by_initializer() {
    check(
        "namespace std { template <class T> class initializer_list { const T *p; unsigned long n; }; } template <class T> struct A { A(T); A(T, T *); }; A q1{1}; A q2(2); A q3 = 'c'; template <class T, class U = T *> struct B { typedef U at; B(T, const at & = at()); B(int, int, char); };
         B q4(1); template <class T> struct C { C(std::initializer_list<T>); C(int, T); C(int *); template <class I, class U> C(I, U); template <class U> C(U *, U *, int); }; C q5{1, 2}; C q6(1, 2); template <class T> C(T *) -> C<T>; int i; C q7(&i);
         template <bool> struct X; struct E {}; X<__is_class(E)> *q9; X<__is_same(E, int)> *q10; template <class T> struct S; template <class T> struct S<T *> { static int f(T); template <class U> static char g(U); typedef decltype(f(T())) a; typedef decltype(g(T())) b; }; S<int *>::a q11; S<int *>::b q12;
         template <class C> class O { public: class I; I *i; }; template <class C> class O<C>::I { C c; C f(); }; template <class C> C O<C>::I::f() { return c; } template class O<int>; O<int> o;",
        expect![[r#"
            q1: A<int>
            q2: A<int>
            q3: A<char>
            q4: B<int, int *>
            q5: C<int>
            q6: C<int>
            i: int
            q7: C<int>
            q9: X<true> *
            q10: X<false> *
            q11: int
            q12: char
            o: O<int>
        "#]],
    );
}
