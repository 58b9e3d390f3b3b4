// c++14
constexpr int bits(unsigned long v) {
  int n = 0;
  for (; v; v &= v - 1) ++n;
  return n;
}
constexpr int a = bits(0xff00ff);
constexpr int b = bits(~0ul);
constexpr unsigned reverse(unsigned v) {
  unsigned r = 0;
  for (int i = 0; i < 32; ++i) r |= ((v >> i) & 1u) << (31 - i);
  return r;
}
constexpr unsigned c = reverse(0x12345678);
