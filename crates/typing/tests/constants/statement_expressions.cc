// c++14
constexpr int run(int n) {
  return ({
    int s = 0;
    for (int i = 1; i <= n; ++i) s += i;
    s;
  }) * 2;
}
constexpr int a = run(10);
