// Enumerations of blocks, in templates and in lambdas: their enumerators see what blocks around declared, lambdas or not.
template <int n> struct Size { enum { width = n, height = n * 2 }; };
template <class T> struct Holder { typedef T type; };
template <int a, int b> struct Pair { static constexpr int sum = a + b; };

template <class T> constexpr int in_template()
{
    enum { width = T::width, more = width + 1 };
    int values[width + 1] = {};
    return Pair<more, width + 1>::sum + sizeof(values) / sizeof(int) - width + (width << 1) + -more + ~width;
}
static_assert(in_template<Size<4>>() == 4 + 1 + 4 + 1 + 5 - 4 + 8 - 5 - 5);

template <class T> constexpr int in_lambda()
{
    typedef typename Holder<T>::type outer;
    auto run = [](int x) {
        typedef typename Holder<outer>::type inner;
        enum Sides { width = outer::width, height = inner::height, area = width * height };
        Sides side = width;
        auto within = [](int y) {
            enum { twice = outer::width * 2, again = area };
            return twice + again + y;
        };
        return area + (side + 1) + (side == width) + Pair<width, area + 1>::sum + within(x);
    };
    return run(1);
}
static_assert(in_lambda<Size<3>>() == 18 + 4 + 1 + (3 + 19) + (6 + 18 + 1));

constexpr int plain(bool first)
{
    typedef Size<5> around;
    if (first) {
        typedef Size<6> branch;
        return [](int x) {
            enum { a = around::width, b = branch::width };
            return a * 10 + b + x;
        }(100);
    }
    for (auto run = [] { enum { c = around::height }; return +c; }; ; )
        return run();
}
static_assert(plain(true) == 156);
static_assert(plain(false) == 10);
