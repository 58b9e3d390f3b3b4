// c++14
struct Big { int v[5000]; };
constexpr Big fill() {
  Big b{};
  for (int i = 0; i < 5000; ++i) b.v[i] = i % 7;
  return b;
}
constexpr Big big = fill();
constexpr int total() {
  int s = 0;
  for (int x : big.v) s += x;
  return s;
}
constexpr int a = total();
constexpr int b = big.v[4999];
