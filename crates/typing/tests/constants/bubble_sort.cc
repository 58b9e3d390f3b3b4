// c++14
struct Numbers { int v[8]; };
constexpr Numbers sorted(Numbers n) {
  for (int i = 0; i < 8; ++i)
    for (int j = i + 1; j < 8; ++j)
      if (n.v[j] < n.v[i]) {
        int t = n.v[i];
        n.v[i] = n.v[j];
        n.v[j] = t;
      }
  return n;
}
constexpr Numbers all = sorted({{9, 2, 7, 4, 8, 1, -3, 0}});
constexpr int first = all.v[0];
constexpr int middle = all.v[4];
constexpr int last = all.v[7];
