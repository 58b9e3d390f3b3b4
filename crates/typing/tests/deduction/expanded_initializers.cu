// Member initializers that are pack expansions ([class.base.init]/15).
template <int I, class T> struct Leaf {
    T value;
    constexpr Leaf() : value() {}
    template <class U> explicit constexpr Leaf(U &&u) : value(static_cast<U &&>(u)) {}
};
template <int...> struct Indices {};
struct Tag {};
template <class I, class... T> struct Tuple;
template <int... I, class... T> struct Tuple<Indices<I...>, T...> : Leaf<I, T>... {
    template <class... U> explicit constexpr Tuple(Tag, U &&...u) : Leaf<I, T>(static_cast<U &&>(u))... {}
};
constexpr Tuple<Indices<0>, int> one(Tag{}, 2);
static_assert(one.value == 2);
constexpr Tuple<Indices<0, 1>, int, char> two(Tag{}, 3, 'c');
static_assert(static_cast<const Leaf<0, int> &>(two).value == 3);
static_assert(static_cast<const Leaf<1, char> &>(two).value == 'c');
constexpr Tuple<Indices<>> none(Tag{});

// Bases without default constructors, by their names.
struct Left { int n; constexpr Left(int n) : n(n) {} };
struct Right { int n; constexpr Right(int n) : n(n + 1) {} };
template <class... Bases> struct Mixed : Bases... {
    int own;
    constexpr Mixed(int n) : Bases(n)..., own(n) {}
};
constexpr Mixed<Left, Right> mixed(7);
static_assert(mixed.Left::n == 7 && mixed.Right::n == 8 && mixed.own == 7);
