// Functions that using-declarations bring do not hide each other: of two alike none is chosen ([namespace.udecl]/14).
template <class T> T &&declval() noexcept;
template <class T> struct id { using type = T; };
template <class T, int I> struct overload { template <class U> id<T> operator()(T, U &&) const; };
template <class... B> struct overloads : B... { void operator()() const; using B::operator()...; };
template <class F, class T, class = decltype(declval<F>()(declval<T>(), declval<T>()))> char chosen(int);
template <class F, class T> int chosen(...);
static_assert(sizeof(chosen<overloads<overload<int, 0>, overload<char *, 1>>, int>(0)) == 1);
static_assert(sizeof(chosen<overloads<overload<int, 0>, overload<int, 1>>, int>(0)) != 1);
static_assert(sizeof(chosen<overloads<overload<long, 0>, overload<long long, 1>>, int>(0)) != 1);
struct A { char f(int); static char g(int); };
struct B : A {};
struct C : A {};
struct own : A { using A::f; int f(int); };
static_assert(sizeof(declval<own>().f(1)) == sizeof(int));
struct same : B, C { using B::g; using C::g; };
static_assert(sizeof(same::g(1)) == 1);
