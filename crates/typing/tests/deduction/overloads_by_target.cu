// Function templates by the type that is wanted of them, with some of their arguments written; lists beside single values.
namespace std {
template <class T> class initializer_list {
    const T *first;
    unsigned long count;
    constexpr initializer_list(const T *f, unsigned long n) : first(f), count(n) {}

public:
    constexpr initializer_list() : first(nullptr), count(0) {}
    constexpr unsigned long size() const { return count; }
};
}

template <int n, class T> constexpr int number(T *) { return n; }
template <class R, int n, class T> constexpr R both(const T &value) { return value * n; }
constexpr int one(int value) { return value + 1; }
template <int n, int (*f)(int), class T> constexpr int applied(const void *__restrict__, T *__restrict__, const long k) { return f(n + k); }

using Pointer = int (*)(float *);
using Applied = int (*)(const void *, float *, long);

constexpr Pointer variable = number<3>;
static_assert(variable(nullptr) == 3);
constexpr Pointer address = &number<4>;
static_assert(address(nullptr) == 4);
constexpr Pointer returned() { return number<5>; }
static_assert(returned()(nullptr) == 5);
constexpr int called(Pointer f) { return f(nullptr); }
static_assert(called(number<6>) == 6);
static_assert(called(static_cast<Pointer>(number<7>)) == 7);
static_assert(called((Pointer)number<8>) == 8);
constexpr int (&reference)(float *) = number<9>;
static_assert(reference(nullptr) == 9);
constexpr long (*multiplied)(const int &) = both<long, 10>;
static_assert(multiplied(2) == 20);
constexpr Applied choose(int n)
{
    switch (n) {
    case 1: return applied<11, one>;
    default: return nullptr;
    }
}
static_assert(choose(1)(nullptr, nullptr, 1) == 13);

struct Member {
    template <int n, class T> constexpr int get(T) const { return n; }
};
constexpr int (Member::*member)(char) const = &Member::get<12>;
static_assert((Member().*member)('a') == 12);

enum Letter { A, B };
template <class T> struct Vector {
    constexpr int insert(const T *, const T &) { return 1; }
    constexpr int insert(const T *, T &&) { return 2; }
    constexpr int insert(const T *, std::initializer_list<T>) { return 3; }
};
static_assert(Vector<Letter>().insert(nullptr, {A}) == 3);
static_assert(Vector<Letter>().insert(nullptr, {A, B}) == 3);
static_assert(Vector<Letter>().insert(nullptr, A) == 2);
static_assert(Vector<int>().insert(nullptr, {1}) == 3);
static_assert(Vector<double>().insert(nullptr, {1}) == 3);
static_assert(Vector<void *>().insert(nullptr, {nullptr}) == 3);

constexpr int single(long) { return 1; }
constexpr int single(std::initializer_list<char>) { return 2; }
static_assert(single({'a'}) == 2);
static_assert(single('a') == 1);
