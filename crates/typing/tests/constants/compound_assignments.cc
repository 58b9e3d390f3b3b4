// c++14
constexpr int run() {
  int v = 100;
  v += 5;
  v -= 15;
  v *= 3;
  v /= 4;
  v %= 50;
  v <<= 3;
  v >>= 1;
  v |= 3;
  v &= 0x7f;
  v ^= 0x55;
  return v;
}
constexpr int a = run();
constexpr int narrow() {
  unsigned char c = 250;
  c += 10;
  short s = 1;
  s <<= 14;
  c -= 5;
  return c * 100000 + s;
}
constexpr int b = narrow();
constexpr int mixed() {
  int i = 10;
  i *= 2.55;
  float f = 1;
  f += 0.1;
  i += f * 10;
  return i;
}
constexpr int c = mixed();
constexpr unsigned wrap() {
  unsigned u = 3;
  u -= 5;
  u += u;
  return u;
}
constexpr unsigned d = wrap();
