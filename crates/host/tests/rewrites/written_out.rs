//! Types, constants and default arguments that the host half writes out.

use expect_test::expect;

use crate::whole;

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
