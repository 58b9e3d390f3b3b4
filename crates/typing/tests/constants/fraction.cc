// c++14
struct Frac {
  int n, d;
  constexpr Frac(int a, int b) : n(a), d(b) {
    int x = a, y = b;
    while (y) {
      int t = x % y;
      x = y;
      y = t;
    }
    n /= x;
    d /= x;
  }
  constexpr Frac operator+(Frac o) const { return Frac(n * o.d + o.n * d, d * o.d); }
  constexpr Frac &operator*=(Frac o) {
    n *= o.n;
    d *= o.d;
    return *this = Frac(n, d);
  }
  constexpr explicit operator int() const { return n * 1000 + d; }
};
constexpr int run() {
  Frac f = Frac(1, 6) + Frac(1, 3);
  f *= Frac(4, 5);
  return int(f);
}
constexpr int a = run();
