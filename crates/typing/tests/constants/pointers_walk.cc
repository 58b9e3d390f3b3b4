// c++14
constexpr int values[6] = {1, 2, 4, 8, 16, 32};
constexpr const int *find(const int *b, const int *e, int v) {
  while (b != e && *b != v) ++b;
  return b;
}
constexpr long a = find(values, values + 6, 8) - values;
constexpr long b = &values[5] - &values[1];
constexpr int c = 2[values] * 7;
constexpr bool d = &values[1] < &values[4];
constexpr bool e = find(values, values + 6, 3) == values + 6;
constexpr bool f = values != nullptr;
constexpr int g = *(values + 6 - 1);
