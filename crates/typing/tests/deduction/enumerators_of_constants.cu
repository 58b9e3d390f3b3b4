// Enumerators that have the values of variables.

constexpr int three = 3;
constexpr bool yes = true;
constexpr unsigned long long large = 1ull << 40;
template <class T> constexpr bool is_small = sizeof(T) < 4;
template <class T> constexpr int width = sizeof(T) * 8;

enum { of_int = three, next, of_bool = yes, of_large = large };
static_assert(of_int == 3);
static_assert(next == 4);
static_assert(of_bool == 1);
static_assert(of_large == 1ull << 40);

template <class T> struct Facts {
    enum { small = is_small<T>, large = !small, bits = width<T>, more };
};
static_assert(Facts<char>::small);
static_assert(!Facts<char>::large);
static_assert(Facts<int>::large);
static_assert(Facts<int>::bits == 32);
static_assert(Facts<int>::more == 33);
static_assert(Facts<int>::bits + 1 == Facts<int>::more);

enum Typed : unsigned char { typed = three };
static_assert(typed == 3);
enum class Scoped { value = three };
static_assert(static_cast<int>(Scoped::value) == 3);
