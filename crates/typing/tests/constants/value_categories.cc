// c++14
constexpr int which(int &) { return 1; }
constexpr int which(const int &) { return 2; }
constexpr int which(int &&) { return 3; }
constexpr int run() {
  int a = 0;
  const int b = 1;
  return which(a) * 100 + which(b) * 10 + which(a + b);
}
constexpr int a = run();
constexpr int &&moved(int &v) { return static_cast<int &&>(v); }
constexpr int move() {
  int v = 5;
  int &&r = moved(v);
  r += 2;
  return v * 10 + which(moved(v));
}
constexpr int b = move();
constexpr int extended() {
  const int &r = 40 + 2;
  int &&s = 3;
  s += r;
  return s;
}
constexpr int c = extended();
