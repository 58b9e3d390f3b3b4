// c++20
constexpr int run(int v) {
  int x;
  try {
    x = 8 + v;
  } catch (...) {
    x = 9;
  }
  return x;
}
constexpr int a = run(3);
