// c++14
struct V {
  int x, y;
  constexpr V operator-() const { return {-x, -y}; }
  constexpr V &operator++() {
    ++x;
    ++y;
    return *this;
  }
  constexpr V operator++(int) {
    V old = *this;
    ++*this;
    return old;
  }
  constexpr int operator[](int i) const { return i ? y : x; }
  constexpr int operator()(int a, int b = 5) const { return a * x + b * y; }
  constexpr explicit operator bool() const { return x || y; }
};
constexpr V operator+(V a, V b) { return {a.x + b.x, a.y + b.y}; }
constexpr bool operator==(V a, V b) { return a.x == b.x && a.y == b.y; }
constexpr V v{1, 2};
constexpr int a = (v + -V{3, 3})[1];
constexpr bool b = v == V{1, 2};
constexpr int c = v(2);
constexpr int d = v ? 1 : 2;
constexpr int run() {
  V w = v;
  V o = w++;
  ++w;
  return o.x * 100 + w.x * 10 + w.y;
}
constexpr int e = run();
