// c++14
constexpr int mixed() {
  int r = 0;
  for (int v : {1, 2, 3, 4, 5}) {
    if (v == 2) continue;
    if (v == 5) break;
    r = r * 10 + v;
  }
  int i = 3;
  do {
    r += i;
  } while (--i);
  while (int k = 10 - r % 11) {
    r += k;
    if (r > 1000) break;
  }
  return r;
}
constexpr int a = mixed();
constexpr int pairs() {
  int n = 0;
  for (int i = 0, j = 10; i < j; ++i, --j) n += i * j;
  return n;
}
constexpr int b = pairs();
