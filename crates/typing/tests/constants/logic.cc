// c++14
constexpr bool xor3(bool a, bool b, bool c) { return a != b != c; }
constexpr int truth() {
  int r = 0;
  for (int i = 0; i < 8; ++i) r = r * 2 + xor3(i & 1, i & 2, i & 4);
  return r;
}
constexpr int a = truth();
constexpr bool b = !(3 > 2) || (2 >= 2 && 1 <= 0);
constexpr int c = 5 & 3 | 8 ^ 1;
constexpr bool d = 1 < 2 < 3;
