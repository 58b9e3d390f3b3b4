// c++14
struct B {
  unsigned u : 3;
  int s : 3;
  bool b : 1;
  unsigned long wide : 40;
};
constexpr int bits() {
  B x{};
  x.u = 13;
  x.s = 5;
  x.b = 4;
  return x.u * 100 + x.s * 10 + x.b;
}
constexpr int a = bits();
constexpr int steps() {
  B x{7, 3, false, 0};
  x.u++;
  x.s += 1;
  ++x.b;
  return x.u + x.s * 10 + x.b * 1000;
}
constexpr int b = steps();
constexpr unsigned long wide() {
  B x{};
  x.wide = ~0ul;
  return x.wide;
}
constexpr unsigned long c = wide();
constexpr int value = (B{6, -1, true, 3}).s;
