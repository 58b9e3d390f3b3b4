// Constructors that a class inherits, those with default arguments among them.
template <class I, class D> struct Adaptor {
    I at;
    int made = 1;
    constexpr Adaptor(I at = {}) : at(at) {}
    constexpr Adaptor(I at, int made) : at(at), made(made) {}
};
template <class P> struct Pointer : Adaptor<P, Pointer<P>> {
    using Adaptor<P, Pointer<P>>::Adaptor;
    int own = 5;
};
template <class I> constexpr auto tagged(I at) { return Pointer<I>{at}; }
constexpr int numbers[] = {3, 4};
static_assert(*tagged(numbers + 1).at == 4);
static_assert(tagged(numbers).own == 5);
constexpr Pointer<const int *> nothing;
static_assert(nothing.at == nullptr && nothing.own == 5);
constexpr Pointer<const int *> empty{};
static_assert(empty.at == nullptr);
constexpr Pointer<const int *> both(numbers, 7);
static_assert(both.made == 7);
constexpr Pointer<const int *> copy = both;
static_assert(copy.made == 7);
