// c++17
constexpr auto add = [](int a, int b) { return a + b; };
constexpr int a = add(3, 4);
constexpr int run() {
  int c = 0;
  auto bump = [&c](int v) mutable {
    c += v;
    return [=](int w) { return c * w; };
  };
  auto f = bump(3);
  bump(4);
  return f(10) + c;
}
constexpr int b = run();
constexpr int generic() {
  auto twice = [](auto f, auto v) { return f(f(v)); };
  return twice([](int x) { return x * 3; }, 5);
}
constexpr int c = generic();
constexpr int init() {
  int x = 4;
  auto f = [y = x + 1, &z = x] {
    z += y;
    return y;
  };
  return f() * 100 + x;
}
constexpr int d = init();
constexpr int (*pointer)(int) = [](int v) { return v * 7; };
constexpr int e = pointer(6);
struct S {
  int n;
  constexpr int run() const {
    auto f = [this](int k) { return n * k; };
    auto g = [*this] { return n; };
    return f(3) + g();
  }
};
constexpr int f = S{5}.run();
