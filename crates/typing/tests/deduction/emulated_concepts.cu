// Concepts as libraries write them for C++17: the address of a function whose signature holds the requirements.
template <class A, class B> constexpr bool same = false;
template <class A> constexpr bool same<A, A> = true;
template <bool> struct select {};
template <> struct select<true> { template <class T> using type = T; };
template <bool B, class T = void> using enable_if = typename select<B>::template type<T>;
template <class...> struct tag;
template <class> constexpr bool is_true() { return true; }
template <bool B, enable_if<B, int> = 0> inline constexpr int required = 0;
template <class T, class... Args> extern T depends;
template <class T, class... Args> using depending = decltype(depends<T, Args...>);
template <class T> using const_reference = const T &;

// The class is declared by its first mention, in an initializer, and defined behind it.
template <class T>
constexpr bool small = depending<struct small_requirements, T>::holds(static_cast<tag<void, T> *>(nullptr), 0);
struct small_requirements {
    using self = small_requirements;
    template <class, class T> static auto well_formed() -> decltype(void(), required<sizeof(T) <= 4>, void()) {}
    template <class... Args, class = decltype(&self::well_formed<Args...>)>
    static constexpr bool holds(tag<Args...> *, int) { return true; }
    static constexpr bool holds(void *, long) { return false; }
};
static_assert(small<int>);
static_assert(!small<long>);

// Requirements that depend on parameters wait for them, even where their values would not need them.
template <class T, class U>
auto comparable_requirements(const_reference<T> t, const_reference<U> u)
    -> enable_if<is_true<decltype(void(), required<small<T>>, void(), required<same<decltype(t == u), bool>>, void())>()> {}
template <class... As>
auto comparable_test(tag<As...> *, decltype(&comparable_requirements<As...>)) -> char (&)[1];
auto comparable_test(...) -> char (&)[2];
template <class T, class U>
constexpr bool comparable = sizeof(comparable_test(static_cast<tag<T, U> *>(nullptr), nullptr)) == 1;
struct Plain {};
static_assert(comparable<int, char>);
static_assert(!comparable<Plain, Plain>);
static_assert(!comparable<long, long>);

template <class F, class... Args>
auto call(F &&f, Args &&...args) -> decltype(f(args...));
template <class F, class... Args>
auto callable_requirements(F &&f, Args &&...args) -> enable_if<is_true<decltype(void(), call(f, args...), void())>()> {}
template <class... As> auto callable_test(tag<As...> *, decltype(&callable_requirements<As...>)) -> char (&)[1];
auto callable_test(...) -> char (&)[2];
template <class F, class... Args>
constexpr bool callable = sizeof(callable_test(static_cast<tag<F, Args...> *>(nullptr), nullptr)) == 1;
static_assert(callable<void()>);
static_assert(callable<void(int), int>);
static_assert(!callable<void(), int>);

// A default argument of a value that is given by a dependent name.
template <bool B, int I = B> struct Counted { static constexpr int value = I; };
template <class T> auto counted(T) -> Counted<small<T>>;
static_assert(same<decltype(counted(1)), Counted<true, 1>>);
static_assert(same<decltype(counted(1L)), Counted<false, 0>>);
