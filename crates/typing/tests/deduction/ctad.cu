// Class template arguments by constructors and guides; parameters that refer to those before them.
template <class A, class B> constexpr bool same = false; template <class A> constexpr bool same<A, A> = true;
template <class T> struct B { T v; constexpr B(T x) : v(x) {} }; constexpr B b(3); constexpr B bb(b); static_assert(same<decltype(b), const B<int>>); static_assert(bb.v == 3); static_assert(same<decltype(B(1.5f)), B<float>>); static_assert(same<decltype(B(B(1))), B<int>>);
template <class T, unsigned long N> struct Arr { T d[N]; }; template <class T, class... U> Arr(T, U...) -> Arr<T, 1 + sizeof...(U)>; static_assert(same<decltype(Arr{1, 2, 3}), Arr<int, 3>>);
template <class T> struct P { template <class U> constexpr P(U, U) {} }; P(int, int) -> P<char>; template <class U> P(U, U) -> P<U *>; static_assert(same<decltype(P(1, 2)), P<char>>); static_assert(same<decltype(P(1.0, 2.0)), P<double *>>);
struct F { template <class T> struct In { T t; constexpr In(T x) : t(x) {} }; }; static_assert(same<decltype(F::In('c')), F::In<char>>);
template <class T> struct V { template <class... U> V(U...); }; V(const char *) -> V<long>; template <class U> V(U, U) -> V<U *>; static_assert(same<decltype(V("abc")), V<long>>); static_assert(same<decltype(V((short)1, (short)2)), V<short *>>);
template <class T> struct R { R(T &); R(T &&); }; int i; static_assert(same<decltype(R(i)), R<int>>); static_assert(same<decltype(R(1)), R<int>>);
template <class T, class U = T *> struct D { T t; D(T, U = U()); }; static_assert(same<decltype(D(1)), D<int, int *>>); static_assert(same<decltype(D(1, 'a')), D<int, char>>);
template <class T> auto dot(T *p, decltype(p->x) *o) -> decltype(*o); struct S { double x; friend char hidden(S &); }; static_assert(same<decltype(dot((S *)nullptr, (double *)nullptr)), double &>); template <class T> constexpr int adl(T *p, decltype(hidden(*p)) *o) { return sizeof(*o); } static_assert(adl((S *)nullptr, (char *)nullptr) == 1);
template <class T> constexpr int sum(T a, decltype(a + 1) b, T *) { return a + b; } static_assert(sum((short)1, 2, (short *)nullptr) == 3); template <class... T> constexpr int counted(T... t, int (*)[sizeof...(T)]) { return sizeof...(t); } static_assert(counted<int, char>(1, 'c', nullptr) == 2);
template <class D> struct Base { template <class U> struct In { template <int N> static constexpr int f(); }; static constexpr int h(); template <class T> static constexpr int j(T); };
template <class D> template <class U> template <int N> constexpr int Base<D>::In<U>::f() { return N + int(sizeof(U)) + D::tag; }
template <class D> constexpr int Base<D>::h() { return D::tag; } template <class D> template <class T> constexpr int Base<D>::j(T t) { return D::tag + t; } struct A : Base<A> { static constexpr int tag = 100; };
static_assert(Base<A>::h() == 100); static_assert(Base<A>::j(1) == 101); static_assert(A::In<short>::f<3>() == 105);
