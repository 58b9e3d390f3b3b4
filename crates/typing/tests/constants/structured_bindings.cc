// c++17
struct P { int a; short b; };
constexpr int run() {
  P p{4, 5};
  auto [x, y] = p;
  auto &[u, w] = p;
  u = 9;
  int z[2] = {7, 8};
  auto [m, n] = z;
  return x * 10000 + u * 1000 + p.a * 100 + (m + n) * 10 + y;
}
constexpr int a = run();
