// c++20
consteval int square(int n) { return n * n; }
constexpr int a = square(12);
template <int N> consteval int power(int b) {
  int r = 1;
  for (int i = 0; i < N; ++i) r *= b;
  return r;
}
constexpr int b = power<5>(3);
constexpr int where() { return __builtin_is_constant_evaluated() ? 1 : 2; }
constexpr int c = where();
