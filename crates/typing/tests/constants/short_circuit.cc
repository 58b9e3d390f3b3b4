// c++14
constexpr int boom(int n) { return 1 / n; }
constexpr bool a = false && boom(0);
constexpr bool b = true || boom(0);
constexpr int c = true ? 3 : boom(0);
constexpr int count() {
  int n = 0;
  bool r = (n++ > 5 && n++) || (n += 10);
  return n * 10 + r;
}
constexpr int d = count();
