// c++14
constexpr int base = 100;
constexpr int f(int a, int b = base, int c = base * 2) { return a + b + c; }
struct S {
  int v = 3;
  constexpr int get(int k = 4) const { return v * k; }
};
constexpr int a = f(1);
constexpr int b = f(1, 2);
constexpr int c = S().get() + S().get(5);
