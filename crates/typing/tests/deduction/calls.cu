// What a call deduces: values, references, forwarding references, arrays, functions, braced lists, overload sets.
namespace std { template <class T> class initializer_list { const T *first; unsigned long count;
  constexpr initializer_list(const T *f, unsigned long n) : first(f), count(n) {} public: constexpr unsigned long size() const { return count; } }; }
template <class T> struct type {};
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;

template <class T> type<T> value(T);
int i; const int ci = 1; int &ri = i; int &&rri = 1; int array[3]; const int carray[4] = {}; void fn(int); void fnn(int) noexcept; const int *pci; int *const cpi = &i; volatile int vi;
static_assert(same<decltype(value(i)), type<int>>); static_assert(same<decltype(value(ci)), type<int>>);
static_assert(same<decltype(value(array)), type<int *>>); static_assert(same<decltype(value(carray)), type<const int *>>);
static_assert(same<decltype(value(fn)), type<void (*)(int)>>); static_assert(same<decltype(value(cpi)), type<int *>>);
static_assert(same<decltype(value(rri)), type<int>>); static_assert(same<decltype(value(nullptr)), type<decltype(nullptr)>>);

template <class T> type<T> lvalue(T &); template <class T> type<T> constant(const T &);
static_assert(same<decltype(lvalue(i)), type<int>>); static_assert(same<decltype(lvalue(ci)), type<const int>>);
static_assert(same<decltype(lvalue(carray)), type<const int[4]>>); static_assert(same<decltype(lvalue(fn)), type<void(int)>>);
static_assert(same<decltype(constant(i)), type<int>>); static_assert(same<decltype(constant(5)), type<int>>); static_assert(same<decltype(constant(vi)), type<volatile int>>);
static_assert(same<decltype(constant("abc")), type<char[4]>>); static_assert(same<decltype(constant(fn)), type<void(int)>>);

template <class T> type<T> forward(T &&); template <class T> type<T> rvalue(const T &&);
static_assert(same<decltype(forward(i)), type<int &>>); static_assert(same<decltype(forward(1)), type<int>>);
static_assert(same<decltype(forward(ci)), type<const int &>>); static_assert(same<decltype(forward(static_cast<int &&>(i))), type<int>>);
static_assert(same<decltype(forward("abc")), type<const char (&)[4]>>); static_assert(same<decltype(forward(fn)), type<void (&)(int)>>);
static_assert(same<decltype(rvalue(1)), type<int>>);

template <class T> type<T> pointer(T *); template <class T> type<T> cpointer(const T *); template <class T> type<T> cppointer(const T *const *);
int **ppi;
static_assert(same<decltype(pointer(&i)), type<int>>); static_assert(same<decltype(pointer(pci)), type<const int>>); static_assert(same<decltype(cpointer(&i)), type<int>>);
static_assert(same<decltype(pointer(array)), type<int>>); static_assert(same<decltype(pointer(fn)), type<void(int)>>); static_assert(same<decltype(cppointer(ppi)), type<int>>);

template <class R, class... A> type<R(A...)> function(R (*)(A...)); template <class R, class A> type<R(A)> reference(R (&)(A));
template <class R, class C, class... A> type<R(C, A...)> member(R (C::*)(A...)); template <class R, class C, class... A> type<R(C, A...)> cmember(R (C::*)(A...) const); template <class T, class C> type<T> data(T C::*);
struct S { int x; long f(char, short); int g(int) const; static int s(int); };
static_assert(same<decltype(function(fn)), type<void(int)>>); static_assert(same<decltype(function(&fn)), type<void(int)>>); static_assert(same<decltype(function(fnn)), type<void(int)>>); static_assert(same<decltype(reference(fn)), type<void(int)>>);
static_assert(same<decltype(member(&S::f)), type<long(S, char, short)>>); static_assert(same<decltype(cmember(&S::g)), type<int(S, int)>>); static_assert(same<decltype(data(&S::x)), type<int>>); static_assert(same<decltype(function(&S::s)), type<int(int)>>);

template <class T, int N> constexpr int bound(T (&)[N]) { return N; } template <class T, unsigned long N> constexpr unsigned long sizes(const T (&)[N]) { return N; }
template <class T, int N, int M> constexpr int bounds(const T (&)[N][M]) { return N * 10 + M; } int matrix[2][5];
static_assert(bound(array) == 3); static_assert(bound(carray) == 4); static_assert(sizes(array) == 3); static_assert(bounds(matrix) == 25); static_assert(sizes("hello") == 6);
template <class T, unsigned long... N> constexpr unsigned long all(T (&...a)[N]) { return (N + ... + 0); }
static_assert(all(array, array) == 6);

template <class T> constexpr unsigned long count(std::initializer_list<T> l) { return sizeof(T); } template <class T, int N> constexpr int listed(const T (&)[N]) { return N; }
template <class T, int N> constexpr int listed_value(T (&&)[N]) { return N * 100 + sizeof(T); }
static_assert(count({1, 2, 3}) == 4); static_assert(count({'a', 'b'}) == 1); static_assert(listed({1, 2, 3, 4}) == 4); static_assert(listed_value({'a', 'b'}) == 201);
template <class T> constexpr int nested(std::initializer_list<std::initializer_list<T>>) { return sizeof(T); } static_assert(nested({{1L, 2L}, {3L}}) == 8);
template <class T> constexpr int pair_of(T, std::initializer_list<T>) { return sizeof(T); } static_assert(pair_of(1, {2, 3}) == 4);

void one(int); long two(int); long two(char, char); template <class T> void generic(T);
template <class R> type<R> unary(R (*)(int)); template <class R, class A, class B> type<R(A, B)> binary(R (*)(A, B)); template <class T> constexpr int skip(T, void (*)(T)) { return sizeof(T); }
static_assert(same<decltype(unary(one)), type<void>>); static_assert(same<decltype(unary(two)), type<long>>); static_assert(same<decltype(binary(two)), type<long(char, char)>>); static_assert(skip(1, generic) == 4);

template <class T> struct Base { T t; }; template <class T, class U> struct Two {}; struct Derived : Base<char> {}; struct Further : Derived, Two<int, long> {}; struct Private : private Base<int>, Base<short> {};
template <class T> type<T> base(const Base<T> &); template <class T> type<T> base_value(Base<T>); template <class T> type<T> base_pointer(Base<T> *); template <class T, class U> type<U> two_of(const Two<T, U> &); template <template <class> class C, class T> type<C<T>> any(const C<T> &);
Derived derived; Further further;
static_assert(same<decltype(base(derived)), type<char>>); static_assert(same<decltype(base_value(further)), type<char>>); static_assert(same<decltype(base_pointer(&further)), type<char>>); static_assert(same<decltype(two_of(further)), type<long>>); static_assert(same<decltype(any(derived)), type<Base<char>>>);

template <class T> struct Self { using type = T; }; template <class T> using self = typename Self<T>::type;
template <class T> constexpr int not_deduced(T, self<T>) { return sizeof(T); } template <class T> constexpr int by_default(T, T = 3) { return sizeof(T); } template <class T = int> constexpr int defaulted(T = 0) { return sizeof(T); } template <class T, class U = T *> constexpr int second(T) { return sizeof(U); }
static_assert(not_deduced('a', 1000) == 1); static_assert(by_default(1.5) == 8); static_assert(defaulted() == 4); static_assert(defaulted('c') == 1); static_assert(second('a') == 8);
template <class T> constexpr int mixed(T, T) { return 1; } template <class T, class U> constexpr int mixed(T, U) { return 2; } static_assert(mixed(1, 2) == 1); static_assert(mixed(1, 'a') == 2);
template <class T> constexpr int converts(T, double) { return sizeof(T); } static_assert(converts(1, 1) == 4);
constexpr int shortened(auto x, auto... y) { return sizeof(x) + sizeof...(y); } constexpr int by_reference(const auto &x, auto &&y) { return sizeof(x) * 10 + sizeof(y); } static_assert(shortened('a', 1, 2) == 3); static_assert(by_reference('a', 1) == 14); template <class T> constexpr int both(T, auto x) { return sizeof(T) * 10 + sizeof(x); } static_assert(both('a', 1) == 14);
namespace locals { template <int N> struct num { constexpr operator int() const { return N; } }; template <int> struct tag {}; constexpr int by_value(num<4> n) { return n; } template <class A, class B> constexpr bool equal = false; template <class A> constexpr bool equal<A, A> = true;
template <class T> auto variable(T t) { auto copy = t; return tag<copy + 1>{}; } template <class T> auto parameter(T t) { return tag<t>{}; } auto passed() { num<4> n; return tag<by_value(n)>{}; } auto element() { num<4> n[2]; return tag<n[1]>{}; } auto closure() { auto f = [](int x) { return x; }; return tag<f(7)>{}; }
static_assert(equal<decltype(variable(num<3>())), tag<4>>); static_assert(equal<decltype(parameter(num<3>())), tag<3>>); static_assert(equal<decltype(passed()), tag<4>>); static_assert(equal<decltype(element()), tag<4>>); static_assert(equal<decltype(closure()), tag<7>>); }
namespace deduced { template <auto v> struct value {}; template <auto &v> struct referred {}; template <class A, class B> constexpr bool equal = false; template <class A> constexpr bool equal<A, A> = true; constexpr int three = 3; struct H { static constexpr long four = 4; }; struct K { int a; }; constexpr K k{1}; constexpr K other{1}; template <bool... b> constexpr int count = (0 + ... + b); template <class... T> auto find(T...) { return value<count<equal<T, int>...>>{}; }
static_assert(equal<value<three>, value<3>>); static_assert(equal<value<(three)>, value<3>>); static_assert(equal<value<H::four>, value<4L>>); static_assert(!equal<value<H::four>, value<4>>); static_assert(equal<value<k>, value<other>>); static_assert(equal<value<k>, value<K{1}>>); static_assert(!equal<referred<k>, referred<other>>); static_assert(equal<decltype(find(1, 2.0, 3)), value<2>>); }
