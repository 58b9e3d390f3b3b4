// Which special member functions a class has: those whose constraints are satisfied ([special]/6), and what is chosen where a
// template or a function with default arguments may be.
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <class T, class... A> constexpr bool constructible = __is_constructible(T, A...);
template <class T, class... A> constexpr bool nothrow = __is_nothrow_constructible(T, A...);

template <class T> struct defaulted { defaulted() requires(sizeof(T) > 1) = default; int i = 0; };
static_assert(constructible<defaulted<int>> && !constructible<defaulted<char>>);
template <class T> struct written { written() requires(sizeof(T) > 1) {} };
static_assert(constructible<written<int>> && !constructible<written<char>>);
template <class T> struct holder { defaulted<T> member; };
static_assert(constructible<holder<int>> && !constructible<holder<char>>);

template <class T> struct copied {
    copied();
    copied(const copied &) requires(sizeof(T) > 1) = default;
};
static_assert(constructible<copied<int>, const copied<int> &> && !constructible<copied<char>, const copied<char> &>);
static_assert(__is_trivially_copyable(copied<int>));
template <class T> struct moved {
    moved(const moved &) = default;
    moved(moved &&) requires(sizeof(T) > 1) = delete;
};
static_assert(!constructible<moved<int>, moved<int>> && constructible<moved<char>, moved<char>>);
template <class T> concept small = sizeof(T) == 1;
template <class T> struct destroyed {
    ~destroyed() requires small<T> = default;
    ~destroyed() {}
};
static_assert(__has_trivial_destructor(destroyed<char>) && !__has_trivial_destructor(destroyed<int>));

template <bool B> struct by_template {
    template <bool C = B, enable_if_t<C, int> = 0> constexpr by_template() noexcept {}
    by_template(int);
};
template <bool B> struct inherits : by_template<B> { using by_template<B>::by_template; };
template <bool B> struct defaults : by_template<B> { defaults() = default; };
template <bool B> struct contains { by_template<B> member; };
static_assert(constructible<by_template<true>> && !constructible<by_template<false>>);
static_assert(constructible<inherits<true>> && !constructible<inherits<false>> && constructible<inherits<false>, int>);
static_assert(constructible<defaults<true>> && !constructible<defaults<false>>);
static_assert(constructible<contains<true>> && !constructible<contains<false>>);
static_assert(nothrow<defaults<true>>);
struct by_default { by_default(int = 0, ...) noexcept(sizeof(int) == 4); };
struct of_default { by_default member; };
static_assert(constructible<of_default> && nothrow<of_default>);

struct zeroing { int *p; template <class T = int> constexpr zeroing() noexcept : p() {} zeroing(int); };
struct inheriting : zeroing { using zeroing::zeroing; constexpr inheriting() noexcept = default; };
struct containing { zeroing member; };
constexpr bool constructed() {
    inheriting a;
    containing b[2];
    return a.p == nullptr && b[1].member.p == nullptr && inheriting().p == nullptr;
}
static_assert(constructed());
