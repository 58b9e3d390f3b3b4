// c++14
struct Ref {
  int &r;
  constexpr Ref(int &x) : r(x) {}
  constexpr void set(int v) const { r = v; }
};
constexpr int run() {
  int v = 1;
  Ref a(v), b = a;
  b.set(7);
  a.r += 2;
  return v;
}
constexpr int a = run();
