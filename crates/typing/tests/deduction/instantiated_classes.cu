// A class whose bases are being made out is incomplete for whoever asks for it meanwhile ([temp.inst], [class.mem.general]/7):
// functions that need it complete are no candidates.
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <bool B, class T = void> using enable_if_t = typename enable_if<B, T>::type;
template <class T> T &&declval() noexcept;
template <bool B> struct constant { static constexpr bool value = B; };
template <class A, class B> struct is_same : constant<false> {};
template <class A> struct is_same<A, A> : constant<true> {};

namespace lib {
namespace detect {
template <class T> void swap(T &, T &) = delete;
struct none {};
template <class T> auto find(T &a, T &b) -> decltype(swap(a, b));
auto find(...) -> none;
template <class T> struct has_no_swap : is_same<decltype(find(declval<T &>(), declval<T &>())), none> {};
template <class T> struct can_define : constant<has_no_swap<T>::value> {};
}  // namespace detect
template <class T> using swap_result = enable_if_t<detect::can_define<T>::value>;
template <class T> constexpr swap_result<T> swap(T &, T &) noexcept {}
template <class T, class = decltype(swap(declval<T &>(), declval<T &>()))> char test(int);
template <class T> int test(...);

struct extents {};
struct mapping : extents { friend constexpr void other(mapping &, mapping &) {} };
struct hidden { friend constexpr int swap(hidden &, hidden &) { return 1; } };
template <class T> struct box { T t; };
}  // namespace lib

// Through the function first.
static_assert(sizeof(lib::test<lib::extents>(0)) == 1);
static_assert(noexcept(lib::swap(declval<lib::extents &>(), declval<lib::extents &>())));
static_assert(lib::detect::can_define<lib::extents>::value);
static_assert(noexcept(swap(declval<lib::mapping &>(), declval<lib::mapping &>())));
static_assert(sizeof(lib::test<lib::mapping>(0)) == 1);
static_assert(is_same<decltype(swap(declval<lib::hidden &>(), declval<lib::hidden &>())), int>::value);
// Through the class first.
static_assert(lib::detect::can_define<lib::box<int>>::value);
static_assert(sizeof(lib::test<lib::box<int>>(0)) == 1);
static_assert(!lib::detect::can_define<lib::hidden>::value);
static_assert(is_same<lib::swap_result<lib::box<char>>, void>::value);
static_assert(noexcept(swap(declval<lib::box<char> &>(), declval<lib::box<char> &>())));

// A member that the class inherits is not there yet either; one of a class that is known is.
template <class T, class = void> struct has_value : constant<false> {};
template <class T> struct has_value<T, enable_if_t<T::value || true>> : constant<true> {};
template <class T> struct curious : constant<has_value<curious<T>>::value> {};
static_assert(!curious<int>::value);
static_assert(has_value<constant<true>>::value && !has_value<lib::extents>::value);
