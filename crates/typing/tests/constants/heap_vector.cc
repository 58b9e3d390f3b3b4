// c++20
struct Vec {
  int *d = nullptr;
  int n = 0;
  constexpr void push(int x) {
    int *e = new int[n + 1];
    for (int i = 0; i < n; ++i) e[i] = d[i];
    e[n++] = x;
    delete[] d;
    d = e;
  }
  constexpr Vec() {}
  constexpr Vec(const Vec &o) : d(new int[o.n]), n(o.n) {
    for (int i = 0; i < n; ++i) d[i] = o.d[i];
  }
  constexpr ~Vec() { delete[] d; }
};
constexpr int run() {
  Vec v;
  for (int i = 1; i <= 4; ++i) v.push(i * i);
  Vec w = v;
  w.push(100);
  return v.d[3] * 10 + v.n + w.d[4] * w.n;
}
constexpr int a = run();
constexpr int zeroed() {
  int *p = new int[5]{1, 2};
  int r = p[1] * 10 + p[4];
  delete[] p;
  return r;
}
constexpr int b = zeroed();
