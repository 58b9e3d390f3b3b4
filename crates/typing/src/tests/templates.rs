//! Class, alias and variable templates.

use expect_test::expect;

use cleave_syntax::Standard;

use crate::tests::{check, check_alone};

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

#[test]
fn templates_of_the_compiler() {
    // g++ has them only since 14.
    check_alone(
        Standard::Cpp17,
        "template <class T, T... i> struct Seq; template <class T, T n> using Make = __make_integer_seq<Seq, T, n>;
         template <unsigned... i> struct Tuple; template <class, unsigned... i> using Other = Tuple<i...>;
         template <class T, T... i> struct Shift { template <unsigned by> using to = Tuple<(i + by)...>; };
         template <unsigned n, unsigned by> using Range = typename __make_integer_seq<Shift, unsigned, n>::template to<by>; Range<2, 5> *k;
         template <unsigned n> struct Build { using type = __make_integer_seq<Other, unsigned, n>; };
         Make<int, 3> *a; Make<char, 0> *b; Build<2>::type *c; template <class T, T... i> void f(Seq<T, i...>);
         template <unsigned n, class... T> struct At { using type = __type_pack_element<n, T...>; };
         At<1, int, float &, char>::type d; __type_pack_element<0, long> e; __type_pack_element<1, long> g; Make<int, -1> *h;",
        expect![[r#"
            k: Tuple<5U, 6U> *
            a: Seq<int, 0, 1, 2> *
            b: Seq<char> *
            c: Tuple<0U, 1U> *
            d: float &
            e: long
            g: ?
            h: ?
        "#]],
    );
}
