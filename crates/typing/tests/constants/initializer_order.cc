// c++14
struct Log {
  int *at;
  int v;
  constexpr Log(int *p, int n) : at(p), v((*p = *p * 10 + n)) {}
};
struct Two {
  Log a, b;
  constexpr Two(int *p) : a(p, 1), b(p, 2) {}
};
struct Three : Two {
  Log c;
  constexpr Three(int *p) : Two(p), c(p, 3) {}
};
constexpr int run() {
  int n = 0;
  Three t(&n);
  return n + t.b.v;
}
constexpr int a = run();
