// c++20
constexpr int run(int n) {
  int a[10], total;
  for (int i = 0; i < n; ++i) a[i] = i;
  total = 0;
  for (int i = 0; i < n; ++i) total += a[i];
  return total;
}
constexpr int a = run(10);
constexpr int b = run(0);
