//! Class, alias and variable templates.

use expect_test::expect;

use super::check;

#[test]
fn class_templates() {
    check(
        "template <class T> struct A { using type = T; struct N { T *p; using U = T *; }; template <class V> struct R { using type = A<V>; }; };
         A<int>::type a; A<char *> b; A<int>::N c; A<long>::N::U d; A<int>::R<char>::type e; A<A<int>>::type::type f;
         template <class T, class U = T *> struct P { using first = T; using second = U; }; P<int>::second g; P<int, char>::second h;
         template <class T> using Alias = P<T, T &>; Alias<int>::second i = a; template <int N> struct I { static const int v = N; }; I<3> j;
         template <class... T> struct Tup {}; Tup<int, char> k; Tup<> l; template <class... T> using Ptrs = Tup<T *...>; Ptrs<int, char> m;",
        expect![[r#"
            a: int
            b: A<char *>
            c: A<int>::N
            d: long *
            e: A<char>
            f: int
            g: int *
            h: char
            i: int &
            j: I<3>
            k: Tup<int, char>
            l: Tup<>
            m: Tup<int *, char *>
        "#]],
    );
}

#[test]
fn specialisations() {
    check(
        "template <class T> struct A { using t = char; }; template <class T> struct A<T *> { using t = T; }; template <> struct A<int> { using t = long; };
         template <class T> struct A<const T *> { using t = T &; }; template <class R, class... P> struct A<R(P...)> { using t = R; };
         template <class T, int N> struct A<T[N]> { using t = T; };
         A<char>::t a; A<char *>::t b; A<int>::t c; extern A<const int *>::t d; A<double(int, int)>::t e; A<short[4]>::t f;
         template <class T, class U> struct same { static const bool v = false; using t = char; }; template <class T> struct same<T, T> { using t = int; };
         same<int, int>::t g; same<int, char>::t h; template <bool, class T = void> struct enable {}; template <class T> struct enable<true, T> { using type = T; };
         enable<true>::type *i; enable<true, int>::type j; template <class T> struct first; template <template <class...> class C, class T, class... U> struct first<C<T, U...>> { using t = T; };
         template <class...> struct list; first<list<int, char>>::t k; template <class...> using void_t = void;
         template <class T, class = void> struct has { using t = char; }; template <class T> struct has<T, void_t<typename T::type>> { using t = int; };
         struct Y { using type = int; }; has<int>::t l; has<Y>::t m;",
        expect![[r#"
            a: char
            b: char
            c: long
            d: int &
            e: double
            f: short
            g: int
            h: char
            i: void *
            j: int
            k: int
            l: char
            m: int
        "#]],
    );
}
