// Constants of the function around that a lambda uses more than once, in statements of their own.
constexpr int twice() {
    constexpr int width = 4;
    constexpr int chosen = [&]() constexpr {
        if (width == 3) { return 8; }
        if (width == 5) { return 9; }
        return width;
    }();
    return chosen;
}
static_assert(twice() == 4);
template <class A, bool B> constexpr int among() {
    constexpr int size = sizeof(A);
    constexpr int part = [&]() constexpr {
        if (B) {
            if (size == 2) {
                constexpr int all = 64;
                return all / size;
            }
            constexpr int all = 32;
            return all / size;
        }
        return (size > 2 && size <= 8) ? 16 : size;
    }();
    return part;
}
static_assert(among<int, true>() == 8);
static_assert(among<short, true>() == 32);
static_assert(among<int, false>() == 16);
static_assert(among<char, false>() == 1);
