// c++14
constexpr int run() {
  int a = 1, b = 2;
  (a > b ? a : b) = 40;
  return a + b + (a, b);
}
constexpr int a = run();
constexpr int chain(int n) { return n < 0 ? -1 : n == 0 ? 0 : 1; }
constexpr int b = chain(-5) * 100 + chain(0) * 10 + chain(7);
constexpr int assign() {
  int a = 0, b = 0, c = 0;
  a = b = c = 5;
  a += b -= c *= 2;
  return a * 10000 + b * 100 + c;
}
constexpr int c = assign();
