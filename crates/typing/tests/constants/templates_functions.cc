// c++14
template <class T> constexpr T max(T a, T b) { return a < b ? b : a; }
template <class T, class... R> constexpr T max(T a, T b, R... r) { return max(max(a, b), r...); }
template <unsigned N> constexpr unsigned length(const int (&)[N]) { return N; }
template <class T> constexpr T zero = T();
constexpr int numbers[] = {4, 5, 6};
constexpr int a = max(3, 9);
constexpr double b = max(1.5, -2.0);
constexpr int c = max(1, 7, 3, 5);
constexpr unsigned d = length(numbers);
constexpr long e = zero<long> + 3;
