// c++14
constexpr double expo(double x) {
  double term = 1, total = 1;
  for (int i = 1; i < 30; ++i) {
    term *= x / i;
    total += term;
  }
  return total;
}
constexpr double e = expo(1);
constexpr double f = expo(-2.5);
