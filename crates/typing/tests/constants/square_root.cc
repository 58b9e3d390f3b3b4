// c++14
constexpr double root(double v) {
  double x = v, last = 0;
  while (x != last) {
    last = x;
    x = (x + v / x) / 2;
    if (x > last) break;
  }
  return last;
}
constexpr double a = root(2);
constexpr double b = root(144);
constexpr int c = root(1e10);
constexpr float d = root(0.5);
