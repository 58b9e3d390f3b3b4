// c++17
template <class... T> constexpr auto sum(T... v) { return (v + ... + 0); }
template <class... T> constexpr bool all(T... v) { return (... && v); }
template <class... T> constexpr int last(T... v) { return (v, ...); }
template <int... N> constexpr int product = (N * ... * 1);
constexpr int a = sum(1, 2, 3, 4);
constexpr int b = sum();
constexpr bool c = all(true, 1, 5);
constexpr bool d = all();
constexpr int e = last(4, 5, 6);
constexpr int f = product<2, 3, 7>;
