// Member initialisers that are pack expansions: one for each element ([temp.variadic]/5).

template <int I, class T> struct Leaf {
    T value;
    constexpr Leaf() : value() {}
    template <class U> explicit constexpr Leaf(U &&u) : value(static_cast<U &&>(u)) {}
};
template <int... I> struct Numbers {};

template <class N, class... T> struct Leaves;
template <int... I, class... T> struct Leaves<Numbers<I...>, T...> : Leaf<I, T>... {
    constexpr Leaves() = default;
    template <class... U> explicit constexpr Leaves(int, U &&...u) : Leaf<I, T>(static_cast<U &&>(u))... {}
    constexpr Leaves(char, T... t) : Leaf<I, T>{t}... {}
    constexpr Leaves(const Leaves &) = default;
};

constexpr Leaves<Numbers<0>, int> one(0, 3);
static_assert(one.value == 3);
constexpr Leaves<Numbers<0>, int> copied = one;
static_assert(copied.value == 3);
constexpr Leaves<Numbers<0, 1>, int, long> two(0, 3, 4L);
static_assert(static_cast<const Leaf<0, int> &>(two).value == 3);
static_assert(static_cast<const Leaf<1, long> &>(two).value == 4);
constexpr Leaves<Numbers<0, 1>, int, char> braced('b', 5, 'x');
static_assert(static_cast<const Leaf<0, int> &>(braced).value == 5);
static_assert(static_cast<const Leaf<1, char> &>(braced).value == 'x');
constexpr Leaves<Numbers<>> none(0);
constexpr Leaves<Numbers<0, 1>, int, int> blank;
static_assert(static_cast<const Leaf<1, int> &>(blank).value == 0);

// The pack may be in the base alone, and a parameter serve them all.
template <int... I> struct Same : Leaf<I, int>... {
    constexpr explicit Same(int n) : Leaf<I, int>(n)... {}
};
constexpr Same<4, 7> same(9);
static_assert(static_cast<const Leaf<4, int> &>(same).value == 9);
static_assert(static_cast<const Leaf<7, int> &>(same).value == 9);
